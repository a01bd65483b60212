//! Arrays of keys in NumPy's `.npy` format: one dimension, little-endian `u32`,
//! `i32` or `f32`. Everything else is refused with the way to convert it.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use npyz::{DType, Endianness, NpyHeader, TypeChar, TypeStr, WriterBuilder};

use crate::failure::Failure;

/// The first bytes of every `.npy` file.
const MAGIC: &[u8] = b"\x93NUMPY";
/// The first bytes of a `.npz` file, an archive of arrays.
const ARCHIVE: &[u8] = b"PK";

/// The keys of one file.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Keys {
    U32(Vec<u32>),
    I32(Vec<i32>),
    F32(Vec<f32>),
}

/// What the elements of a file are.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Element {
    U32,
    I32,
    F32,
}

impl Keys {
    /// The name of the element type.
    pub(crate) fn type_name(&self) -> &'static str {
        match self {
            Keys::U32(_) => "u32",
            Keys::I32(_) => "i32",
            Keys::F32(_) => "f32",
        }
    }

    /// How many keys are no numbers; `None` where the type has none such.
    pub(crate) fn nan_count(&self) -> Option<usize> {
        match self {
            Keys::U32(_) | Keys::I32(_) => None,
            Keys::F32(keys) => Some(keys.iter().filter(|key| key.is_nan()).count()),
        }
    }

    /// Writes the keys as a `.npy` file.
    pub(crate) fn write(&self, writer: &mut impl Write) -> io::Result<()> {
        let (descriptor, bytes): (&str, Vec<u8>) = match self {
            Keys::U32(keys) => (
                "<u4",
                keys.iter().flat_map(|key| key.to_le_bytes()).collect(),
            ),
            Keys::I32(keys) => (
                "<i4",
                keys.iter().flat_map(|key| key.to_le_bytes()).collect(),
            ),
            Keys::F32(keys) => (
                "<f4",
                keys.iter().flat_map(|key| key.to_le_bytes()).collect(),
            ),
        };
        let dtype = descriptor.parse::<TypeStr>().map_err(io::Error::other)?;
        npyz::WriteOptions::new_header_only()
            .dtype(DType::new_scalar(dtype))
            .shape(&[(bytes.len() / 4) as u64])
            .writer(&mut *writer)
            .write_header_only()?;
        writer.write_all(&bytes)
    }
}

/// Reads the keys of the file at `path`.
pub(crate) fn read(path: &Path) -> Result<Keys, Failure> {
    let name = path.display().to_string();
    let file = open(path, &name)?;
    let mut reader = BufReader::new(file);
    let start = first_bytes(&mut reader).map_err(|error| unreadable(&name, &error))?;
    check_magic(&start, &name)?;
    let mut reader = start.as_slice().chain(reader);
    let header =
        NpyHeader::from_reader(&mut reader).map_err(|error| damaged_header(&name, &error))?;
    let element = element(&header.dtype(), &name)?;
    let count = length(header.shape(), &name)?;
    let bytes = data(reader, count, &name)?;
    Ok(decode(element, &bytes))
}

fn open(path: &Path, name: &str) -> Result<File, Failure> {
    let file = File::open(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Failure::new(
            format!("`{name}` does not exist"),
            "give the path of a .npy file, from the current folder or absolute",
        ),
        io::ErrorKind::PermissionDenied => Failure::new(
            format!("`{name}` may not be read by you"),
            format!("give yourself the right to read it: `chmod u+r {name}`"),
        ),
        _ => unreadable(name, &error),
    })?;
    let metadata = file.metadata().map_err(|error| unreadable(name, &error))?;
    if metadata.is_dir() {
        return Err(Failure::new(
            format!("`{name}` is a folder"),
            "give the path of a .npy file in it",
        ));
    }
    Ok(file)
}

fn unreadable(name: &str, error: &io::Error) -> Failure {
    Failure::new(
        format!("`{name}` cannot be read: {error}"),
        "check the path and the disk, or copy the file elsewhere",
    )
}

fn first_bytes(reader: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    reader.take(MAGIC.len() as u64).read_to_end(&mut start)?;
    Ok(start)
}

fn check_magic(start: &[u8], name: &str) -> Result<(), Failure> {
    if start == MAGIC {
        return Ok(());
    }
    Err(if start.is_empty() {
        Failure::new(
            format!("`{name}` is empty"),
            format!("save the array again: `numpy.save(\"{name}\", array)`"),
        )
    } else if start.starts_with(ARCHIVE) {
        Failure::new(
            format!("`{name}` is an archive of arrays, not a .npy file"),
            format!(
                "save the one to sort by itself: `numpy.save(\"keys.npy\", numpy.load(\"{name}\")[\"name\"])`"
            ),
        )
    } else {
        Failure::new(
            format!("`{name}` is not a .npy file: it does not begin as one"),
            "save the keys with `numpy.save(\"keys.npy\", array)`",
        )
    })
}

fn damaged_header(name: &str, error: &io::Error) -> Failure {
    let what = match error.kind() {
        io::ErrorKind::UnexpectedEof => "it ends within".to_owned(),
        _ => error.to_string(),
    };
    Failure::new(
        format!("`{name}` has a damaged header: {what}"),
        format!("save the array again: `numpy.save(\"{name}\", array)`"),
    )
}

fn element(dtype: &DType, name: &str) -> Result<Element, Failure> {
    let DType::Plain(plain) = dtype else {
        return Err(Failure::new(
            format!("`{name}` holds records of several fields, which have no order"),
            "sort one field: `numpy.save(\"keys.npy\", array[\"field\"])`",
        ));
    };
    let element = match (plain.type_char(), plain.size_field()) {
        (TypeChar::Uint, 4) => Element::U32,
        (TypeChar::Int, 4) => Element::I32,
        (TypeChar::Float, 4) => Element::F32,
        _ => return Err(unsuited_dtype(plain, name)),
    };
    match plain.endianness() {
        Endianness::Little => Ok(element),
        Endianness::Big | Endianness::Irrelevant => Err(Failure::new(
            format!("`{name}` holds big-endian elements ('{plain}')"),
            "swap the bytes: `array.astype(array.dtype.newbyteorder(\"<\"))`",
        )),
    }
}

fn unsuited_dtype(dtype: &TypeStr, name: &str) -> Failure {
    let what = format!("`{name}` holds elements of dtype '{dtype}', which cannot be sorted");
    let convert = |to: &str| format!("convert it, if the values fit: `array.astype(numpy.{to})`");
    let mend = match dtype.type_char() {
        TypeChar::Float => convert("float32"),
        TypeChar::Int => convert("int32"),
        TypeChar::Uint | TypeChar::Bool => convert("uint32"),
        _ => "the dtypes are uint32, int32 and float32: `array.astype(numpy.float32)`".to_owned(),
    };
    Failure::new(what, mend)
}

fn length(shape: &[u64], name: &str) -> Result<u64, Failure> {
    match shape {
        [count] => Ok(*count),
        [] => Err(Failure::new(
            format!("`{name}` holds a single value, not an array of one dimension"),
            "save it as an array: `numpy.save(\"keys.npy\", numpy.atleast_1d(array))`",
        )),
        [_, _, ..] => Err(Failure::new(
            format!(
                "`{name}` has {} dimensions, not one: its shape is {shape:?}",
                shape.len()
            ),
            "flatten it or choose a column: `numpy.save(\"keys.npy\", array.ravel())`",
        )),
    }
}

/// The bytes of `count` elements: no more and no fewer than the file has. Memory
/// is taken as they come, so that a false count costs none.
fn data(reader: impl Read, count: u64, name: &str) -> Result<Vec<u8>, Failure> {
    let expected = count.saturating_mul(4);
    let mut bytes = Vec::new();
    reader
        .take(expected.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable(name, &error))?;
    let found = bytes.len() as u64;
    if found < expected {
        return Err(Failure::new(
            format!(
                "`{name}` is cut short: {count} elements are {expected} bytes, and {found} are there"
            ),
            "copy or save the file again; it was perhaps not complete",
        ));
    }
    if found > expected {
        return Err(Failure::new(
            format!("`{name}` has more bytes than the {expected} of its {count} elements"),
            format!("save the array again: `numpy.save(\"{name}\", array)`"),
        ));
    }
    Ok(bytes)
}

fn decode(element: Element, bytes: &[u8]) -> Keys {
    let words = bytes.as_chunks::<4>().0.iter();
    match element {
        Element::U32 => Keys::U32(words.map(|word| u32::from_le_bytes(*word)).collect()),
        Element::I32 => Keys::I32(words.map(|word| i32::from_le_bytes(*word)).collect()),
        Element::F32 => Keys::F32(words.map(|word| f32::from_le_bytes(*word)).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_bytes(bytes: &[u8]) -> Result<Keys, Failure> {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(bytes).unwrap();
        read(file.path())
    }

    /// A file as the format's description says: magic, version 1.0, the header's
    /// length, the header with a line end, the data.
    fn file(header: &str, data: &[u8]) -> Vec<u8> {
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend(u16::try_from(header.len() + 1).unwrap().to_le_bytes());
        bytes.extend(header.bytes());
        bytes.push(b'\n');
        bytes.extend(data);
        bytes
    }

    #[test]
    fn each_type_of_key_is_read() {
        let header = |dtype: &str| {
            format!("{{'descr': '{dtype}', 'fortran_order': False, 'shape': (2,), }}")
        };
        let data = [0, 0, 0x80, 0x3F, 0xFF, 0xFF, 0xFF, 0xFF];
        let rows = [
            ("<u4", Keys::U32(vec![0x3F80_0000, u32::MAX])),
            ("<i4", Keys::I32(vec![0x3F80_0000, -1])),
        ];
        for (dtype, keys) in rows {
            assert_eq!(read_bytes(&file(&header(dtype), &data)).unwrap(), keys);
        }
        let Keys::F32(floats) = read_bytes(&file(&header("<f4"), &data)).unwrap() else {
            panic!("floats are read as floats");
        };
        assert_eq!(
            floats.iter().map(|key| key.to_bits()).collect::<Vec<_>>(),
            [0x3F80_0000, u32::MAX]
        );
    }

    #[test]
    fn what_is_written_is_read_again_bit_for_bit() {
        let nan = f32::from_bits(0xFFC0_1234);
        for keys in [
            Keys::U32(vec![]),
            Keys::I32(vec![i32::MIN, 0, i32::MAX]),
            Keys::F32(vec![-0.0, f32::INFINITY]),
        ] {
            let mut bytes = Vec::new();
            keys.write(&mut bytes).unwrap();
            assert_eq!(bytes[..6], *MAGIC);
            assert_eq!(read_bytes(&bytes).unwrap(), keys);
        }
        let mut bytes = Vec::new();
        Keys::F32(vec![nan]).write(&mut bytes).unwrap();
        assert_eq!(bytes[bytes.len() - 4..], [0x34, 0x12, 0xC0, 0xFF]);
    }

    #[test]
    fn a_header_that_promises_more_than_memory_costs_none() {
        let header = "{'descr': '<u4', 'fortran_order': False, 'shape': (4611686018427387904,), }";
        let failure = read_bytes(&file(header, &[1, 2, 3])).unwrap_err();
        assert!(failure.to_string().contains("cut short"), "{failure}");
    }
}
