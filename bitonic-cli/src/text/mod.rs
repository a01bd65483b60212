//! Keys as text: one number a line, with `#` before comments. `number` reads one
//! line, `column` finds the type of all; here are lines, and the text that is
//! written.

mod column;
mod number;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;
use std::io::{self, BufRead, Read, Write};

use bitonic_dsl::f16;

use crate::failure::Failure;
use crate::input::Name;
use crate::keys::{Dtype, Keys};
use column::{Column, Kind, Misfit, Seen};
use number::Fault;

/// The bytes of the longest line: longer ones are not from a file of numbers.
const LONGEST_LINE: usize = 1 << 16;
/// Characters of a bad line that are shown.
const SHOWN: usize = 40;
/// What some editors put before UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Reads the keys of a text: of the type `asked`, or of the narrowest of `u32`,
/// `i32` and `f32`, in this order, that holds every number.
pub(crate) fn read(
    reader: impl BufRead,
    asked: Option<Dtype>,
    name: &Name,
) -> Result<Keys, Failure> {
    let asked = match asked {
        Some(dtype) => Some(Kind::of(dtype).ok_or_else(|| not_as_text(dtype, name))?),
        None => None,
    };
    let mut lines = Lines::new(reader);
    let mut column = Column::new(asked);
    while let Some(line) = lines.next().map_err(|error| name.unreadable(&error))? {
        if line.bytes.len() > LONGEST_LINE {
            return Err(too_long(line.number, name));
        }
        let content = content(line.bytes, line.number);
        if !content.is_empty() {
            push(&mut column, content, line.number, name)?;
        }
    }
    Ok(column.finish())
}

fn push(column: &mut Column, content: &[u8], line: u64, name: &Name) -> Result<(), Failure> {
    let seen = || Seen {
        line,
        text: shown(content),
    };
    let number = std::str::from_utf8(content)
        .map_err(|_| Fault::NotANumber)
        .and_then(number::parse)
        .map_err(|fault| bad_line(fault, content, &seen(), name))?;
    column
        .push(number, &seen)
        .map_err(|misfit| misfitting(&misfit, line, name))
}

/// A line with its end, if it has one, and its number, counted from 1.
struct Line<'a> {
    bytes: &'a [u8],
    number: u64,
}

/// The lines of a text, each read into the same memory.
struct Lines<R> {
    reader: R,
    line: Vec<u8>,
    number: u64,
}

impl<R: BufRead> Lines<R> {
    fn new(reader: R) -> Lines<R> {
        Lines {
            reader,
            line: Vec::new(),
            number: 0,
        }
    }

    /// The next line, or the beginning of one that is too long; `None` at the end.
    fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.line.clear();
        let mut limited = self.reader.by_ref().take(LONGEST_LINE as u64 + 1);
        if limited.read_until(b'\n', &mut self.line)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        Ok(Some(Line {
            bytes: &self.line,
            number: self.number,
        }))
    }
}

/// The line without comment, blanks and the mark that some editors put first.
fn content(line: &[u8], number: u64) -> &[u8] {
    let line = match (number, line.strip_prefix(BYTE_ORDER_MARK)) {
        (1, Some(rest)) => rest,
        (_, _) => line,
    };
    let end = line.iter().position(|byte| *byte == b'#');
    line[..end.unwrap_or(line.len())].trim_ascii()
}

/// The text of a line to show to a person: shortened, and with all that is not
/// printable escaped.
fn shown(content: &[u8]) -> String {
    let text = String::from_utf8_lossy(&content[..content.len().min(4 * SHOWN)]);
    let mut characters = text.chars();
    let start: String = characters.by_ref().take(SHOWN).collect();
    let more = characters.next().is_some();
    format!("{}{}", start.escape_debug(), if more { ".." } else { "" })
}

fn not_as_text(dtype: Dtype, name: &Name) -> Failure {
    Failure::usage(
        format!(
            "{name} is text, which is read as u32, i32 or f32, not as {}",
            dtype.name()
        ),
        "give one of these with `--dtype`; keys of other types come from .npy and raw files",
    )
}

fn too_long(line: u64, name: &Name) -> Failure {
    Failure::new(
        format!("line {line} of {name} is longer than {LONGEST_LINE} bytes"),
        "text is one number a line; of another file say what it is, as in `--format raw --dtype u32`",
    )
}

fn bad_line(fault: Fault, content: &[u8], seen: &Seen, name: &Name) -> Failure {
    let Seen { line, text } = seen;
    match fault {
        Fault::NotANumber => Failure::new(
            format!("line {line} of {name} is not a number: `{text}`"),
            mend_line(content),
        ),
        Fault::TooLarge => Failure::new(
            format!("line {line} of {name} is past the largest f32, 3.4028235e38: `{text}`"),
            "write `inf` or `-inf` if that will do, or leave the line out",
        ),
    }
}

/// How to mend a line that is no number, by what seems to be meant.
fn mend_line(content: &[u8]) -> &'static str {
    let is_binary = |byte: &u8| byte.is_ascii_control() && !byte.is_ascii_whitespace();
    if content.iter().any(is_binary) || std::str::from_utf8(content).is_err() {
        return "the file seems not to be text in UTF-8: convert it, or say what it is, as in `--format npy` or `--format raw --dtype u32`";
    }
    if content.contains(&b'\r') {
        return "end lines with LF or CR LF, not with CR alone: `tr '\\r' '\\n'` turns them";
    }
    if [&b"//"[..], b"--", b";", b"%"]
        .iter()
        .any(|mark| content.starts_with(mark))
    {
        return "begin a comment with `#`";
    }
    let parts = content.split(|byte| b" \t,;".contains(byte));
    if parts.filter(|part| !part.is_empty()).count() > 1 {
        return "write one number a line, with a point before decimals";
    }
    "write a number such as 4, -1.5e3, inf or nan, or begin the line with `#`"
}

fn misfitting(misfit: &Misfit, line: u64, name: &Name) -> Failure {
    match misfit {
        Misfit::NotU32(seen) => not_of_type("u32, 0 to 4294967295", seen, name),
        Misfit::NotI32(seen) => not_of_type("i32, -2147483648 to 2147483647", seen, name),
        Misfit::Inexact(seen) => {
            let because = match seen.line == line {
                true => ", and the keys are f32".to_owned(),
                false => format!(", and line {line} makes all keys f32"),
            };
            Failure::new(
                format!(
                    "no f32 is equal to the integer of line {} of {name}, `{}`{because}",
                    seen.line, seen.text
                ),
                format!("if the nearest f32 will do, write `{}.0`", seen.text),
            )
        }
    }
}

fn not_of_type(dtype: &str, seen: &Seen, name: &Name) -> Failure {
    let Seen { line, text } = seen;
    Failure::new(
        format!("line {line} of {name} is not an integer of {dtype}: `{text}`"),
        "give another `--dtype`, or none: the type is then found from the numbers",
    )
}

/// Writes words of keys as text: each the shortest that reads as the same key, a
/// float with a point or an exponent, so that it reads as a float. Of a float of 16 bits, the
/// shortest that reads as its value.
pub(crate) fn write<W: Copy + Into<u64>>(
    words: &[W],
    dtype: Dtype,
    writer: &mut dyn Write,
) -> io::Result<()> {
    let mut text = String::new();
    for word in words {
        let bits: u64 = (*word).into();
        // Writing to a text cannot fail.
        let _ = match dtype {
            Dtype::U32 | Dtype::U64 => writeln!(text, "{bits}"),
            Dtype::I32 => writeln!(text, "{}", (bits as u32).cast_signed()),
            Dtype::I64 => writeln!(text, "{}", bits.cast_signed()),
            Dtype::F16 => {
                let half = f16::from_bits(bits as u16);
                write_float(
                    half.is_nan(),
                    half.is_sign_negative(),
                    half.to_f32(),
                    &mut text,
                )
            }
            Dtype::F32 => {
                let float = f32::from_bits(bits as u32);
                write_float(float.is_nan(), float.is_sign_negative(), float, &mut text)
            }
            Dtype::F64 => {
                let double = f64::from_bits(bits);
                write_float(
                    double.is_nan(),
                    double.is_sign_negative(),
                    double,
                    &mut text,
                )
            }
        };
    }
    writer.write_all(text.as_bytes())
}

/// `Debug` is the form of the standard library that marks floats as such; it has
/// one name for all NaNs.
fn write_float(
    is_nan: bool,
    is_negative: bool,
    float: impl std::fmt::Debug,
    text: &mut String,
) -> std::fmt::Result {
    match (is_nan, is_negative) {
        (false, _) => writeln!(text, "{float:?}"),
        (true, false) => writeln!(text, "nan"),
        (true, true) => writeln!(text, "-nan"),
    }
}
