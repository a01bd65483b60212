//! NumPy's `.npy` format, versions 1 to 3: arrays of one dimension, or of none, which
//! are one key, of `u32`, `i32` or `f32` in either byte order. Everything else is
//! refused with the way to convert it. The words behind the header are the business
//! of `words`.

use std::io::{self, Read, Write};

use npyz::{DType, Endianness, NpyHeader, TypeChar, TypeStr, WriterBuilder};

use crate::failure::Failure;
use crate::input::Name;
use crate::keys::{Dtype, Keys, Width, Words};
use crate::words::{self, ByteOrder, Word};

/// The first bytes of every `.npy` file.
const MAGIC: &[u8] = b"\x93NUMPY";
/// The first bytes of a `.npz` file, an archive of arrays.
const ARCHIVE: &[u8] = b"PK\x03\x04";
/// The bytes of the longest header. An array of one dimension has one of 118.
const LONGEST_HEADER: usize = 1 << 16;
/// Brackets within brackets: deeper ones cost the parser more than any is worth.
const DEEPEST_HEADER: usize = 8;

/// What a file says of its keys besides their type, and what a file that is written
/// says again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Layout {
    pub(crate) order: ByteOrder,
    pub(crate) shape: Shape,
}

impl Layout {
    /// That of keys which come from no array.
    pub(crate) const PLAIN: Layout = Layout {
        order: ByteOrder::Little,
        shape: Shape::Row,
    };
}

/// The dimensions of an array that can be sorted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// No dimension, `()`: one key.
    Single,
    /// One dimension, `(n,)`.
    Row,
}

/// The first bytes of a file, as many as tell what it is.
pub(crate) fn start(reader: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    reader.take(MAGIC.len() as u64).read_to_end(&mut start)?;
    Ok(start)
}

/// Whether a file that begins so is of NumPy, be it right or wrong.
pub(crate) fn is_meant(start: &[u8]) -> bool {
    start == MAGIC || start.starts_with(ARCHIVE)
}

/// Reads the keys of a file that begins with `start` and has `size` bytes, if that
/// is known.
pub(crate) fn read(
    start: &[u8],
    mut reader: impl Read,
    name: &Name,
    size: Option<u64>,
) -> Result<(Keys, Layout), Failure> {
    check_magic(start, name)?;
    let text = header(&mut reader).map_err(|error| damaged_header(name, &error))?;
    let header =
        NpyHeader::from_reader(text.as_slice()).map_err(|error| damaged_header(name, &error))?;
    let (dtype, order) = element(&header.dtype(), name)?;
    let (shape, count) = shape(header.shape(), name)?;
    let words = match dtype.width() {
        Width::Half => data::<u16>(reader, order, count, name, size)?.into(),
        Width::Single => data::<u32>(reader, order, count, name, size)?.into(),
        Width::Double => Words::from(data::<u64>(reader, order, count, name, size)?),
    };
    Ok((Keys::new(dtype, words), Layout { order, shape }))
}

/// Writes what comes before the words.
pub(crate) fn write_header(
    keys: &Keys,
    layout: Layout,
    mut writer: &mut dyn Write,
) -> io::Result<()> {
    let order = match layout.order {
        ByteOrder::Little => '<',
        ByteOrder::Big => '>',
    };
    let element = match keys.dtype {
        Dtype::U32 => "u4",
        Dtype::I32 => "i4",
        Dtype::F32 => "f4",
        Dtype::F16 => "f2",
        Dtype::U64 => "u8",
        Dtype::I64 => "i8",
        Dtype::F64 => "f8",
    };
    let dtype: TypeStr = format!("{order}{element}")
        .parse()
        .map_err(io::Error::other)?;
    let count = [keys.len() as u64];
    let dimensions: &[u64] = match layout.shape {
        Shape::Single => &[],
        Shape::Row => &count,
    };
    npyz::WriteOptions::new_header_only()
        .dtype(DType::new_scalar(dtype))
        .shape(dimensions)
        .writer(&mut writer)
        .write_header_only()?;
    Ok(())
}

/// The bytes before the data, with native orders spelled out, which the parser
/// does not know.
fn header(reader: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; MAGIC.len() + 2];
    reader.read_exact(&mut bytes)?;
    let wide = match bytes[MAGIC.len()..] {
        [1, 0] => false,
        [2 | 3, 0] => true,
        _ => return Err(invalid("its version is none of 1.0, 2.0 and 3.0")),
    };
    let mut length = [0; 4];
    reader.read_exact(&mut length[..if wide { 4 } else { 2 }])?;
    let length = u32::from_le_bytes(length) as usize;
    if length > LONGEST_HEADER {
        return Err(invalid(format!(
            "its length is {length} bytes, and an array's is some hundred"
        )));
    }
    let mut text = vec![0; length];
    reader.read_exact(&mut text)?;
    check_depth(&text)?;
    let text = with_native_orders(text);
    match wide {
        true => bytes.extend((text.len() as u32).to_le_bytes()),
        false => bytes.extend((text.len() as u16).to_le_bytes()),
    }
    bytes.extend(text);
    Ok(bytes)
}

fn invalid(message: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message.into())
}

fn check_depth(text: &[u8]) -> io::Result<()> {
    let mut depth = 0_usize;
    for byte in text {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST_HEADER {
            return Err(invalid("its brackets nest too deep"));
        }
    }
    Ok(())
}

/// The header with `=` and `|`, which both mean the order of the machine, as the
/// sign of that order; the length stays.
fn with_native_orders(mut text: Vec<u8>) -> Vec<u8> {
    let native = match ByteOrder::NATIVE {
        ByteOrder::Little => b'<',
        ByteOrder::Big => b'>',
    };
    let is_native = |place: &[u8]| {
        matches!(
            place,
            [
                b'\'' | b'"',
                b'=' | b'|',
                b'u' | b'i' | b'f',
                b'2' | b'4' | b'8',
                b'\'' | b'"'
            ]
        )
    };
    let places: Vec<usize> = text
        .windows(5)
        .enumerate()
        .filter_map(|(index, place)| is_native(place).then_some(index))
        .collect();
    for place in places {
        text[place + 1] = native;
    }
    text
}

fn check_magic(start: &[u8], name: &Name) -> Result<(), Failure> {
    if start == MAGIC {
        return Ok(());
    }
    Err(if start.is_empty() {
        Failure::new(
            format!("{name} is empty"),
            format!(
                "save the array again: `numpy.save(\"{}\", array)`",
                name.path()
            ),
        )
    } else if start.starts_with(ARCHIVE) {
        Failure::new(
            format!("{name} is an archive of arrays, not a .npy file"),
            format!(
                "save the one to sort by itself: `numpy.save(\"keys.npy\", numpy.load(\"{}\")[\"name\"])`",
                name.path()
            ),
        )
    } else {
        Failure::new(
            format!("{name} is not a .npy file: it does not begin as one"),
            "save the keys with `numpy.save(\"keys.npy\", array)`, or say what the file is: `--format text`",
        )
    })
}

fn damaged_header(name: &Name, error: &io::Error) -> Failure {
    let what = match error.kind() {
        io::ErrorKind::UnexpectedEof => "it ends within".to_owned(),
        _ => error.to_string(),
    };
    Failure::new(
        format!("{name} has a damaged header: {what}"),
        format!(
            "save the array again: `numpy.save(\"{}\", array)`",
            name.path()
        ),
    )
}

fn element(dtype: &DType, name: &Name) -> Result<(Dtype, ByteOrder), Failure> {
    let DType::Plain(plain) = dtype else {
        return Err(Failure::new(
            format!("{name} holds records of several fields, which have no order"),
            "sort one field: `numpy.save(\"keys.npy\", array[\"field\"])`",
        ));
    };
    let dtype = match (plain.type_char(), plain.size_field()) {
        (TypeChar::Uint, 4) => Dtype::U32,
        (TypeChar::Int, 4) => Dtype::I32,
        (TypeChar::Float, 4) => Dtype::F32,
        (TypeChar::Float, 2) => Dtype::F16,
        (TypeChar::Uint, 8) => Dtype::U64,
        (TypeChar::Int, 8) => Dtype::I64,
        (TypeChar::Float, 8) => Dtype::F64,
        _ => return Err(unsuited_dtype(plain, name)),
    };
    let order = match plain.endianness() {
        Endianness::Little => ByteOrder::Little,
        Endianness::Big => ByteOrder::Big,
        Endianness::Irrelevant => ByteOrder::NATIVE,
    };
    Ok((dtype, order))
}

fn unsuited_dtype(dtype: &TypeStr, name: &Name) -> Failure {
    let what = format!("{name} holds elements of dtype '{dtype}', which cannot be sorted");
    let convert = |to: &str| format!("convert it, if the values fit: `array.astype(numpy.{to})`");
    let mend = match dtype.type_char() {
        TypeChar::Float => convert("float64"),
        TypeChar::Int => convert("int32"),
        TypeChar::Uint | TypeChar::Bool => convert("uint32"),
        _ => "the dtypes are uint32, int32, float32, float16, uint64, int64 and float64: `array.astype(numpy.float32)`".to_owned(),
    };
    Failure::new(what, mend)
}

/// The shape, and how many keys it is.
fn shape(dimensions: &[u64], name: &Name) -> Result<(Shape, u64), Failure> {
    match dimensions {
        [] => Ok((Shape::Single, 1)),
        [count] => Ok((Shape::Row, *count)),
        [_, _, ..] => {
            let lengths: Vec<_> = dimensions.iter().map(u64::to_string).collect();
            Err(Failure::new(
                format!(
                    "{name} has {} dimensions, not one: its shape is ({})",
                    dimensions.len(),
                    lengths.join(", ")
                ),
                "flatten it or choose a column: `numpy.save(\"keys.npy\", array.ravel())`",
            ))
        }
    }
}

/// `count` words: no more and no fewer than the file has.
fn data<W: Word>(
    mut reader: impl Read,
    order: ByteOrder,
    count: u64,
    name: &Name,
    size: Option<u64>,
) -> Result<Vec<W>, Failure> {
    let width = size_of::<W>();
    let likely = size.unwrap_or(0) / width as u64;
    let found = words::read::<W>(&mut reader, order, count, likely);
    let found = found.map_err(|error| name.unreadable(&error))?;
    let expected = u128::from(count) * width as u128;
    if (found.words.len() as u64) < count {
        let bytes = found.words.len() * width + found.rest;
        return Err(Failure::new(
            format!(
                "{name} is cut short: {} are {expected} bytes, and {bytes} are there",
                elements(count)
            ),
            "copy or save the file again; it was perhaps not complete",
        ));
    }
    let mut surplus = Vec::new();
    let more = reader.take(1).read_to_end(&mut surplus);
    if more.map_err(|error| name.unreadable(&error))? > 0 {
        return Err(Failure::new(
            format!(
                "{name} has more bytes than the {expected} of its {}",
                elements(count)
            ),
            format!(
                "save the array again: `numpy.save(\"{}\", array)`",
                name.path()
            ),
        ));
    }
    Ok(found.words)
}

fn elements(count: u64) -> String {
    let noun = if count == 1 { "element" } else { "elements" };
    format!("{count} {noun}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_bytes(bytes: &[u8]) -> Result<(Keys, Layout), Failure> {
        let mut reader = bytes;
        let start = start(&mut reader).unwrap();
        let name = Name::File("keys.npy".to_owned());
        read(&start, start.as_slice().chain(reader), &name, None)
    }

    /// A file as the format's description says: magic, version, the header's
    /// length, the header with a line end, the data.
    fn file(version: u8, header: &str, data: &[u8]) -> Vec<u8> {
        let mut bytes = b"\x93NUMPY".to_vec();
        bytes.extend([version, 0]);
        let length = u32::try_from(header.len() + 1).unwrap().to_le_bytes();
        bytes.extend(&length[..if version == 1 { 2 } else { 4 }]);
        bytes.extend(header.bytes());
        bytes.push(b'\n');
        bytes.extend(data);
        bytes
    }

    fn header(descr: &str, fortran: &str) -> String {
        format!("{{'descr': {descr}, 'fortran_order': {fortran}, 'shape': (2,), }}")
    }

    #[test]
    fn each_version_type_and_order_is_read() {
        let data = [0, 0, 0x80, 0x3F, 0xFF, 0xFF, 0xFF, 0xFF];
        let little = vec![0x3F80_0000, u32::MAX];
        let big = vec![0x0000_803F, u32::MAX];
        let native = match ByteOrder::NATIVE {
            ByteOrder::Little => little.clone(),
            ByteOrder::Big => big.clone(),
        };
        let rows = [
            ("'<u4'", Dtype::U32, &little),
            ("'<i4'", Dtype::I32, &little),
            ("'<f4'", Dtype::F32, &little),
            ("'>u4'", Dtype::U32, &big),
            ("'>i4'", Dtype::I32, &big),
            ("'>f4'", Dtype::F32, &big),
            ("'=f4'", Dtype::F32, &native),
            ("\"|i4\"", Dtype::I32, &native),
        ];
        for (descr, dtype, words) in rows {
            for (version, fortran) in [(1, "False"), (2, "True"), (3, "False")] {
                let bytes = file(version, &header(descr, fortran), &data);
                let (keys, _) = read_bytes(&bytes).unwrap();
                assert_eq!(keys, Keys::new(dtype, words.clone()), "{descr}");
            }
        }
    }

    #[test]
    fn what_is_written_is_read_again_bit_for_bit() {
        let all = [
            Keys::new(Dtype::U32, Vec::<u32>::new()),
            Keys::new(Dtype::I32, vec![1_u32 << 31, 0, u32::MAX]),
            Keys::new(Dtype::F32, vec![0xFFC0_1234_u32, 0x8000_0000]),
            Keys::new(Dtype::F16, vec![0xFE12_u16, 0x8000, 1]),
            Keys::new(Dtype::U64, vec![u64::MAX, 1]),
            Keys::new(Dtype::I64, vec![1_u64 << 63, 2, 3]),
            Keys::new(Dtype::F64, vec![0x7FF8_0000_0000_1234_u64]),
        ];
        for keys in all {
            for order in [ByteOrder::Little, ByteOrder::Big] {
                let mut bytes = Vec::new();
                let layout = Layout {
                    order,
                    shape: Shape::Row,
                };
                write_header(&keys, layout, &mut bytes).unwrap();
                assert_eq!(bytes.len() % 64, 0, "data begins where the format wants");
                match &keys.words {
                    Words::Half(words) => words::write(words, order, &mut bytes).unwrap(),
                    Words::Single(words) => words::write(words, order, &mut bytes).unwrap(),
                    Words::Double(words) => words::write(words, order, &mut bytes).unwrap(),
                }
                assert_eq!(read_bytes(&bytes).unwrap(), (keys.clone(), layout));
            }
        }
    }

    #[test]
    fn a_header_that_promises_more_than_memory_costs_none() {
        let header = "{'descr': '<u4', 'fortran_order': False, 'shape': (4611686018427387904,), }";
        let failure = read_bytes(&file(1, header, &[1, 2, 3])).unwrap_err();
        assert!(failure.to_string().contains("cut short"), "{failure}");
    }

    #[test]
    fn a_header_made_to_exhaust_the_parser_is_refused() {
        let deep = "(".repeat(60_000);
        let failure = read_bytes(&file(1, &deep, &[])).unwrap_err().to_string();
        assert!(failure.contains("nest too deep"), "{failure}");
        let mut long = file(2, "{}", &[]);
        long[8..12].copy_from_slice(&u32::MAX.to_le_bytes());
        let failure = read_bytes(&long).unwrap_err().to_string();
        assert!(failure.contains("its length is 4294967295"), "{failure}");
    }

    const MARKS: &[u8] = b"(){}[]'\"<>=|,:-+0123456789ujfieb\\";

    /// Right files with bytes changed, and bytes of no meaning after the magic.
    #[test]
    fn no_bytes_panic() {
        let mut random = fastrand::Rng::with_seed(11);
        let right = file(1, &header("'<u4'", "False"), &[0; 8]);
        let mut read_well = 0;
        for round in 0..4000 {
            let mut bytes = right.clone();
            for _ in 0..random.usize(1..4) {
                let place = random.usize(6..bytes.len());
                bytes[place] = match round % 2 {
                    0 => random.u8(..),
                    _ => MARKS[random.usize(..MARKS.len())],
                };
            }
            bytes.truncate(random.usize(bytes.len() / 2..=bytes.len() * 2));
            read_well += usize::from(read_bytes(&bytes).is_ok());
        }
        assert!(read_well > 0, "some changes do no harm");
    }
}
