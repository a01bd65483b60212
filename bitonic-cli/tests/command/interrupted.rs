//! A sort that is ended while it writes: what is left is the old file or the new one,
//! and nothing beside it. Where the system has no files without a name, a passing one
//! stays, and there is nothing to test.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::Folder;

/// Keys whose text takes longer to write than a look at the process does.
const KEYS: u32 = 1 << 21;
/// How often the moment may be missed: the writing may be over before it is seen.
const ATTEMPTS: usize = 40;
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn a_sort_that_is_ended_while_it_writes_leaves_nothing() {
    for (signal, number) in [("INT", 2), ("TERM", 15), ("KILL", 9)] {
        if is_ignored(number) {
            eprintln!("{signal} is ignored by whoever runs the tests");
            continue;
        }
        let folder = Folder::new();
        if !has_files_without_a_name(&folder.path("")) {
            eprintln!("the file system has no files without a name");
            return;
        }
        let keys: Vec<u8> = (0..KEYS).rev().flat_map(u32::to_le_bytes).collect();
        folder.write("keys.raw", keys);
        let ended = (0..ATTEMPTS).find_map(|_| {
            folder.write("out.txt", "old");
            ended_while_writing(&folder, signal)
        });
        assert_eq!(ended, Some(number), "the signal ends it while it writes");
        assert_eq!(folder.read("out.txt"), b"old", "{signal}");
        assert_eq!(folder.names(), ["keys.raw", "out.txt"], "{signal}");
    }
}

/// Whether this process, and so every program that it starts, ignores a signal: shells
/// start what runs in the background so, for `INT`.
fn is_ignored(number: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (number - 1) & 1 == 1)
}

/// The number of the signal that ended a sort which had begun to write; `None` if it
/// was done before.
fn ended_while_writing(folder: &Folder, signal: &str) -> Option<i32> {
    use std::os::unix::process::ExitStatusExt;
    let line = ["sort", "keys.raw", "--dtype", "u32", "-o", "out.txt"];
    let mut command = folder.command(&line);
    let mut child = command.stdout(Stdio::null()).spawn().expect("it runs");
    wait_for_writing(&mut child, &folder.path(""));
    let id = child.id().to_string();
    // It may be over already, which the status tells.
    let _ = Command::new("kill").args(["-s", signal, &id]).status();
    child.wait().expect("it ends").signal()
}

/// Returns when the process has a file in `folder` that holds bytes and has no name, or
/// has ended.
fn wait_for_writing(child: &mut Child, folder: &Path) {
    let folder = fs::canonicalize(folder).expect("the test's folder");
    let start = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if unnamed_files(child.id(), &folder)
            .iter()
            .any(|file| fs::metadata(file).is_ok_and(|file| file.len() > 0))
        {
            return;
        }
        assert!(start.elapsed() < PATIENCE, "it neither writes nor ends");
    }
}

/// Open files of a process that were in the folder, and have no name in it.
fn unnamed_files(process: u32, folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(format!("/proc/{process}/fd")) else {
        return Vec::new();
    };
    let paths = entries.flatten().map(|entry| entry.path());
    let is_unnamed = |path: &PathBuf| {
        fs::read_link(path).is_ok_and(|target| {
            target.starts_with(folder) && target.to_string_lossy().ends_with(" (deleted)")
        })
    };
    paths.filter(is_unnamed).collect()
}

/// Whether the system makes files without a name in the folder. `tempfile` asks for one
/// first, and otherwise removes the name of another; Linux shows `#` and a number in
/// place of a name that never was.
fn has_files_without_a_name(folder: &Path) -> bool {
    let _file = tempfile::tempfile_in(folder).expect("a file");
    let folder = fs::canonicalize(folder).expect("the test's folder");
    let shown = unnamed_files(std::process::id(), &folder);
    shown.iter().any(|file| {
        let target = fs::read_link(file).unwrap_or_default();
        let name = target.file_name().unwrap_or_default();
        name.to_string_lossy().starts_with('#')
    })
}
