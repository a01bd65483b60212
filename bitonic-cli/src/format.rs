//! The formats of files of keys: how the one of a file is found, and reading and
//! writing in any of them. What each is like inside is said in `npy`, `text` and
//! `words`.

use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use clap::ValueEnum;

use crate::arguments::SortRequest;
use crate::failure::Failure;
use crate::input::{Input, Name};
use crate::keys::{Dtype, Keys, Width, Words};
use crate::npy::Layout;
use crate::progress::{Progress, Stage};
use crate::words::{self, ByteOrder, Word};
use crate::{npy, text};

/// Keys that are written at a time.
const CHUNK: usize = 1 << 16;
/// Bytes that are asked of a file at a time.
const BUFFER: usize = 1 << 18;

/// The kinds of files of keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// NumPy's arrays
    Npy,
    /// One number a line, `#` before comments
    Text,
    /// Nothing but the keys, little-endian
    Raw,
}

/// All that decides how keys become bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Npy(Layout),
    Text,
    Raw,
}

impl Form {
    pub(crate) fn is_binary(self) -> bool {
        match self {
            Form::Npy(_) | Form::Raw => true,
            Form::Text => false,
        }
    }
}

/// The format that a file's name promises.
fn of_name(path: &Path) -> Option<Format> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    match extension.as_str() {
        "npy" => Some(Format::Npy),
        "txt" | "text" | "csv" | "tsv" => Some(Format::Text),
        "raw" | "bin" => Some(Format::Raw),
        _ => None,
    }
}

/// How an input is to be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    Npy,
    Text(Option<Dtype>),
    Raw(Dtype),
    /// Its first bytes tell a `.npy` file, and everything else is text.
    Seen(Option<Dtype>),
}

/// How the input is to be read, as far as it is known before it is opened: as
/// asked, or as its name says.
pub(crate) fn of_input(request: &SortRequest) -> Result<Reading, Failure> {
    let format = request.format.or_else(|| of_name(&request.input));
    let name = Name::of(&request.input);
    match (format, request.dtype) {
        (Some(Format::Npy), None) => Ok(Reading::Npy),
        (Some(Format::Npy), Some(_)) => Err(says_its_dtype(&name)),
        (Some(Format::Text), dtype) => Ok(Reading::Text(dtype)),
        (Some(Format::Raw), Some(dtype)) => Ok(Reading::Raw(dtype)),
        (Some(Format::Raw), None) => Err(Failure::usage(
            format!("{name} is raw, and does not say what its keys are"),
            "say it, as in `--dtype u32`; `bitonic sort --help` has the types",
        )),
        (None, dtype) => Ok(Reading::Seen(dtype)),
    }
}

fn says_its_dtype(name: &Name) -> Failure {
    Failure::usage(
        format!("{name} is a .npy file, which says itself what its keys are"),
        "leave `--dtype` out; if it is no .npy file, say so: `--format raw` or `--format text`",
    )
}

/// How the output is to be written: as asked, as its name says, as the input was.
pub(crate) fn of_output(request: &SortRequest, input: Form) -> Form {
    let asked = request.output_format.or_else(|| of_name(&request.output));
    match (asked, input) {
        (None, form) => form,
        // An array stays in its own byte order and shape.
        (Some(Format::Npy), Form::Npy(layout)) => Form::Npy(layout),
        (Some(Format::Npy), Form::Text | Form::Raw) => Form::Npy(Layout::PLAIN),
        (Some(Format::Text), _) => Form::Text,
        (Some(Format::Raw), _) => Form::Raw,
    }
}

/// Reads all keys of `input`, and says in what form they were.
pub(crate) fn read(
    input: Input,
    reading: Reading,
    progress: Progress,
) -> Result<(Keys, Form), Failure> {
    let Input { name, reader, size } = input;
    let stage = progress.bytes("reading", size);
    let mut reader = BufReader::with_capacity(BUFFER, stage.bar.wrap_read(reader));
    let start = npy::start(&mut reader).map_err(|error| name.unreadable(&error))?;
    let whole = start.as_slice().chain(reader);
    match settled(reading, npy::is_meant(&start)) {
        Reading::Npy => {
            let (keys, layout) = npy::read(&start, whole, &name, size)?;
            Ok((keys, Form::Npy(layout)))
        }
        Reading::Raw(dtype) => Ok((read_raw(whole, dtype, &name, size)?, Form::Raw)),
        Reading::Text(dtype) => Ok((text::read(whole, dtype, &name)?, Form::Text)),
        Reading::Seen(_) => Err(says_its_dtype(&name)),
    }
}

/// The reading after a look at the first bytes; still `Seen` where they contradict
/// what was asked.
fn settled(reading: Reading, is_npy: bool) -> Reading {
    match (reading, is_npy) {
        (Reading::Seen(None), true) => Reading::Npy,
        (Reading::Seen(dtype), false) => Reading::Text(dtype),
        (Reading::Seen(Some(_)) | Reading::Npy | Reading::Text(_) | Reading::Raw(_), _) => reading,
    }
}

fn read_raw(
    reader: impl Read,
    dtype: Dtype,
    name: &Name,
    size: Option<u64>,
) -> Result<Keys, Failure> {
    let words = match dtype.width() {
        Width::Half => raw_words::<u16>(reader, name, size)?.into(),
        Width::Single => raw_words::<u32>(reader, name, size)?.into(),
        Width::Double => Words::from(raw_words::<u64>(reader, name, size)?),
    };
    Ok(Keys::new(dtype, words))
}

fn raw_words<W: Word>(
    mut reader: impl Read,
    name: &Name,
    size: Option<u64>,
) -> Result<Vec<W>, Failure> {
    let width = size_of::<W>();
    let likely = size.unwrap_or(0) / width as u64;
    let found = words::read::<W>(&mut reader, ByteOrder::Little, u64::MAX, likely)
        .map_err(|error| name.unreadable(&error))?;
    if found.rest > 0 {
        let bytes = found.words.len() * width + found.rest;
        return Err(Failure::new(
            format!("{name} has {bytes} bytes, which are no whole number of keys of {width} bytes"),
            "copy the file again if it was cut short, or say what it is with `--format`",
        ));
    }
    Ok(found.words)
}

/// Writes keys, a part at a time, from the memory that they are in.
pub(crate) fn write(
    keys: &Keys,
    form: Form,
    stage: &Stage,
    writer: &mut dyn Write,
) -> io::Result<()> {
    if let Form::Npy(layout) = form {
        npy::write_header(keys, layout, writer)?;
    }
    match &keys.words {
        Words::Half(words) => write_words(words, keys.dtype, form, stage, writer),
        Words::Single(words) => write_words(words, keys.dtype, form, stage, writer),
        Words::Double(words) => write_words(words, keys.dtype, form, stage, writer),
    }
}

fn write_words<W: Word + Into<u64>>(
    words: &[W],
    dtype: Dtype,
    form: Form,
    stage: &Stage,
    writer: &mut dyn Write,
) -> io::Result<()> {
    for chunk in words.chunks(CHUNK) {
        match form {
            Form::Npy(layout) => words::write(chunk, layout.order, writer)?,
            Form::Raw => words::write(chunk, ByteOrder::Little, writer)?,
            Form::Text => text::write(chunk, dtype, writer)?,
        }
        stage.bar.inc(chunk.len() as u64);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_promise_formats() {
        let rows = [
            ("keys.npy", Some(Format::Npy)),
            ("KEYS.NPY", Some(Format::Npy)),
            ("a.npy/keys.txt", Some(Format::Text)),
            ("keys.csv", Some(Format::Text)),
            ("keys.bin", Some(Format::Raw)),
            ("keys.npy.raw", Some(Format::Raw)),
            ("keys", None),
            ("-", None),
            (".npy", None),
            ("keys.npz", None),
        ];
        for (name, format) in rows {
            assert_eq!(of_name(Path::new(name)), format, "{name}");
        }
    }
}
