//! Tint, the browsers' WGSL compiler, as a second opinion on emitted text. For
//! tests alone: nothing else starts programs.

use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// Whether Tint accepts `text`, and what it says if not. `None`, with a word on
/// standard error, where there is no `tint` on the PATH.
pub(crate) fn check(text: &str) -> Option<Result<(), String>> {
    let path = scratch_file();
    if let Err(error) = std::fs::write(&path, text) {
        return Some(Err(format!(
            "{} cannot be written: {error}",
            path.display()
        )));
    }
    let output = Command::new("tint")
        .args(["--format", "wgsl"])
        .arg(&path)
        .output();
    // A file that stays in the folder for temporary files does no harm.
    let _ = std::fs::remove_file(&path);
    match output {
        Ok(output) if output.status.success() => Some(Ok(())),
        Ok(output) => Some(Err(String::from_utf8_lossy(&output.stderr).into_owned())),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            eprintln!("skipped: `tint` is not on the PATH");
            None
        }
        Err(error) => Some(Err(format!("`tint` cannot run: {error}"))),
    }
}

fn scratch_file() -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("bitonic-dsl-{}-{number}.wgsl", std::process::id());
    std::env::temp_dir().join(name)
}

#[cfg(test)]
mod tests {
    /// A skip is for a desk without Tint, not for continuous integration.
    #[test]
    fn continuous_integration_has_tint() {
        let verdict = super::check("fn f() {}");
        if std::env::var_os("CI").is_some() {
            assert_eq!(verdict, Some(Ok(())), "`tint` must be on the PATH");
        }
    }

    #[test]
    fn tint_refuses_what_is_not_wgsl() {
        if let Some(verdict) = super::check("fn f() { return 1; }") {
            assert!(verdict.is_err());
        }
    }
}
