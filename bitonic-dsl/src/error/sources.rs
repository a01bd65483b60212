//! The files that the compiler named, read again for their lines.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::diagnostic::SourceLocation;

/// The text of a file that the compiler named, where it can be had.
pub(super) type Reader = fn(&str) -> Option<String>;

/// The files that are quoted, each read once.
pub(super) struct Sources(HashMap<&'static str, String>);

impl Sources {
    /// Those of `places` that `reader` can read.
    pub(super) fn of(places: impl Iterator<Item = SourceLocation>, reader: Reader) -> Sources {
        let mut looked_for = HashMap::new();
        for at in places {
            let file = at.file();
            looked_for.entry(file).or_insert_with(|| reader(file));
        }
        let found = looked_for.into_iter();
        Sources(
            found
                .filter_map(|(file, text)| Some((file, text?)))
                .collect(),
        )
    }

    /// The whole file of `at`, the byte at which its line begins, and the line.
    pub(super) fn line(&self, at: SourceLocation) -> Option<(&str, usize, &str)> {
        let text = self.0.get(at.file())?;
        let before = at.line().checked_sub(1)? as usize;
        let mut start = 0;
        for line in text.split_inclusive('\n').take(before) {
            start += line.len();
        }
        let line = text[start..].lines().next()?;
        Some((text, start, line))
    }
}

/// Reads a file that the compiler named. Its path is relative to the workspace,
/// which the current folder may lie within.
pub(super) fn read(file: &str) -> Option<String> {
    let path = Path::new(file);
    if path.is_absolute() {
        return unchanged(path).then(|| std::fs::read_to_string(path).ok())?;
    }
    let current: PathBuf = std::env::current_dir().ok()?;
    current.ancestors().find_map(|folder| {
        let path = folder.join(path);
        unchanged(&path).then(|| std::fs::read_to_string(&path).ok())?
    })
}

/// Whether the file is no newer than the program: one that is was changed since, or is
/// another program's of the same name, and its lines would mislead.
fn unchanged(path: &Path) -> bool {
    let modified = |path: &Path| std::fs::metadata(path).and_then(|data| data.modified());
    let built = std::env::current_exe().and_then(|program| modified(&program));
    match (modified(path), built) {
        (Ok(source), Ok(program)) => source <= program,
        (Ok(_), Err(_)) => true,
        (Err(_), _) => false,
    }
}
