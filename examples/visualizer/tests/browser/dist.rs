//! The built page, and whether it is of these sources.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The folder of the built page.
pub(crate) fn folder() -> PathBuf {
    package().join("dist")
}

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// # Errors
///
/// There is no built page, or something that it is made of has changed since.
pub(crate) fn is_there() -> Result<(), String> {
    let built = written(&folder().join("visualizer_bg.wasm"));
    let built = built.ok_or("the page is not built")?;
    let workspace = package().join("../..");
    let sources = SOURCES.iter().map(|source| workspace.join(source));
    match sources.filter_map(|source| newest(&source)).max() {
        Some((time, path)) if time > built => Err(format!(
            "the page is older than `{}`",
            path.strip_prefix(&workspace).unwrap_or(&path).display()
        )),
        Some(_) | None => Ok(()),
    }
}

/// What the page is made of, in the workspace.
const SOURCES: &[&str] = &[
    "src",
    "bitonic-cpu/src",
    "bitonic-dsl/src",
    "bitonic-macros/src",
    "bitonic-runtime/src",
    "examples/visualizer/src",
    "examples/visualizer/index.html",
    "examples/visualizer/style.css",
];

/// The file under `path` that was written last.
fn newest(path: &Path) -> Option<(SystemTime, PathBuf)> {
    if !path.is_dir() {
        return Some((written(path)?, path.to_owned()));
    }
    let entries = fs::read_dir(path).ok()?.flatten();
    entries.filter_map(|entry| newest(&entry.path())).max()
}

fn written(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}
