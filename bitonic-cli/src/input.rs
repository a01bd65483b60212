//! Where keys come from: a file, or the standard input. What its bytes mean is the
//! business of `format`.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::failure::Failure;

/// The path that means the standard input, or the standard output.
pub(crate) const STANDARD: &str = "-";

/// What an input is called in messages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Name {
    File(String),
    Standard,
}

impl Name {
    pub(crate) fn of(path: &Path) -> Name {
        match path == Path::new(STANDARD) {
            true => Name::Standard,
            false => Name::File(path.display().to_string()),
        }
    }

    /// A path to show in a line of Python.
    pub(crate) fn path(&self) -> &str {
        match self {
            Name::File(path) => path,
            Name::Standard => "keys.npy",
        }
    }

    /// It could not be read, or not to its end.
    pub(crate) fn unreadable(&self, error: &io::Error) -> Failure {
        let mend = match error.kind() {
            io::ErrorKind::OutOfMemory => "sort it in parts, or on a machine with more memory",
            _ => "check the path and the disk, or copy the file elsewhere",
        };
        Failure::new(format!("{self} cannot be read: {error}"), mend)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Name::File(path) => write!(f, "`{path}`"),
            Name::Standard => f.write_str("the standard input"),
        }
    }
}

/// An input that can be read.
pub(crate) struct Input {
    pub(crate) name: Name,
    pub(crate) reader: Box<dyn Read>,
    /// The bytes that it has; `None` where only reading it to the end tells.
    pub(crate) size: Option<u64>,
}

/// Opens the file at `path`, or the standard input.
pub(crate) fn open(path: &Path) -> Result<Input, Failure> {
    let name = Name::of(path);
    if name == Name::Standard {
        let reader = Box::new(io::stdin().lock());
        return Ok(Input {
            name,
            reader,
            size: None,
        });
    }
    let file = File::open(path).map_err(|error| unopened(&name, &error))?;
    let metadata = file.metadata().map_err(|error| name.unreadable(&error))?;
    if metadata.is_dir() {
        return Err(Failure::new(
            format!("{name} is a folder"),
            "give the path of a file in it",
        ));
    }
    let size = metadata.is_file().then_some(metadata.len());
    let reader = Box::new(file);
    Ok(Input { name, reader, size })
}

fn unopened(name: &Name, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::NotFound => Failure::new(
            format!("{name} does not exist"),
            "give the path of a file, from the current folder or absolute",
        ),
        io::ErrorKind::PermissionDenied => Failure::new(
            format!("{name} may not be read by you"),
            format!(
                "allow it, `chmod u+r {}`, or ask the owner of the file or of its folder to",
                name.path()
            ),
        ),
        _ => name.unreadable(error),
    }
}
