//! Tint, the browsers' WGSL compiler, as a second opinion on emitted text. For the
//! tests alone: nothing else starts programs.

use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// Whether Tint accepts `text`, and what it says if not. `None`, with a word on
/// standard error, where there is no Tint.
///
/// # Panics
///
/// In continuous integration (`CI=true`) where there is no Tint.
pub(crate) fn check(text: &str) -> Option<Result<(), String>> {
    let path = scratch_file();
    std::fs::write(&path, text).expect("the folder for temporary files can be written");
    let output = Command::new("tint")
        .args(["--format", "wgsl"])
        .arg(&path)
        .output();
    let _ = std::fs::remove_file(&path);
    match output {
        Ok(output) if output.status.success() => Some(Ok(())),
        Ok(output) => Some(Err(String::from_utf8_lossy(&output.stderr).into_owned())),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            assert!(
                std::env::var_os("CI").is_none(),
                "CI needs `tint` on the PATH"
            );
            eprintln!("skipped: `tint` is not on the PATH");
            None
        }
        Err(error) => panic!("`tint` cannot run: {error}"),
    }
}

fn scratch_file() -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("bitonic-dsl-{}-{number}.wgsl", std::process::id());
    std::env::temp_dir().join(name)
}
