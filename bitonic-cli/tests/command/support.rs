//! What the tests of the command share: a folder to work in, files made by hand
//! from the format's description, and the built binary.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A folder that is gone when the test is.
pub(crate) struct Folder {
    folder: TempDir,
}

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder {
            folder: tempfile::tempdir().expect("a folder for the test"),
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).expect("a file for the test");
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect("a file that the test made")
    }

    /// The names of all files, sorted: nothing may be left over.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).expect("the test's folder");
        let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        let mut names: Vec<_> = entries
            .map(|entry| name(entry.expect("an entry")))
            .collect();
        names.sort();
        names
    }

    /// Runs `bitonic` in the folder, on the software adapter: the same everywhere.
    pub(crate) fn bitonic(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("the binary runs")
    }

    /// Runs `bitonic` with `input` on its standard input.
    pub(crate) fn piped(&self, arguments: &[&str], input: &[u8]) -> Output {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the binary runs");
        let mut stdin = child.stdin.take().expect("a pipe");
        // A command that reads nothing, or not all, is no fault of the test's.
        let _ = stdin.write_all(input);
        drop(stdin);
        child.wait_with_output().expect("the binary ends")
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bitonic"));
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env("BITONIC_ADAPTER", "software")
            // Where it is not set, Mesa's driver itself complains on standard error.
            .env("XDG_RUNTIME_DIR", self.folder.path());
        command
    }
}

/// A `.npy` file of version 1.0: magic, the header's length, the header padded
/// with spaces to a multiple of 64 and ended by a line end, the data.
pub(crate) fn npy(descr: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    let header = format!("{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}");
    let length = (10 + header.len() + 1).next_multiple_of(64) - 10;
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    file.extend(u16::try_from(length).expect("a short header").to_le_bytes());
    file.extend(format!("{header:<width$}\n", width = length - 1).bytes());
    file.extend(data);
    file
}

/// A one-dimensional array of four-byte words.
pub(crate) fn array(descr: &str, words: &[u32]) -> Vec<u8> {
    let data: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    npy(descr, &format!("({},)", words.len()), &data)
}

/// The words of a `.npy` file of version 1.0.
pub(crate) fn words(file: &[u8]) -> Vec<u32> {
    let length = u16::from_le_bytes([file[8], file[9]]);
    let data = &file[10 + usize::from(length)..];
    let (words, rest) = data.as_chunks::<4>();
    assert!(rest.is_empty(), "whole words");
    words.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

/// Standard output as text.
pub(crate) fn printed(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("the command prints text")
}

/// Standard error as text.
pub(crate) fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("the command says text")
}

/// Two lines, the first of which has `what` in it and the second `mend`.
#[track_caller]
pub(crate) fn assert_said(output: &Output, code: i32, what: &str, mend: &str, of: &str) {
    let text = said(output);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(output.status.code(), Some(code), "{of}: {text}");
    assert_eq!(lines.len(), 2, "{of}: two lines, but: {text}");
    assert!(
        lines[0].starts_with("error: ") && lines[0].contains(what),
        "{of}: {text}"
    );
    assert!(
        lines[1].starts_with("help: ") && lines[1].contains(mend),
        "{of}: {text}"
    );
}
