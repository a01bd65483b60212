//! The text of diagnostics: message, places with their source lines, help.

use std::collections::HashMap;
use std::fmt::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::diagnostic::{Diagnostic, SourceLocation};

/// The text of a file that the compiler named, where it can be had.
type Reader = fn(&str) -> Option<String>;

/// Writes `diagnostics`, an empty line between each two, with the lines of what `reader` reads.
pub(super) fn render(
    diagnostics: &[Diagnostic],
    reader: Reader,
    out: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let mut sources = Sources {
        reader,
        files: HashMap::new(),
    };
    for (index, diagnostic) in diagnostics.iter().enumerate() {
        if index > 0 {
            out.write_str("\n\n")?;
        }
        one(diagnostic, &mut sources, out)?;
    }
    Ok(())
}

fn one(
    diagnostic: &Diagnostic,
    sources: &mut Sources,
    out: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    write!(out, "error: {}", diagnostic.message)?;
    let labels = diagnostic
        .labels
        .iter()
        .map(|label| (label.at, label.text.as_str()));
    let places: Vec<Place<'_>> = std::iter::once((diagnostic.at, diagnostic.caption.as_str()))
        .chain(labels)
        .collect();
    let margin = margin(&places, sources);
    for (index, place) in places.iter().enumerate() {
        let arrow = if index == 0 { "-->" } else { ":::" };
        snippet(*place, arrow, margin, sources, out)?;
    }
    if let Some(help) = &diagnostic.help {
        write!(out, "\n{:margin$} = help: {help}", "")?;
    }
    Ok(())
}

type Place<'a> = (SourceLocation, &'a str);

/// The width of the widest line number that is shown.
fn margin(places: &[Place<'_>], sources: &mut Sources) -> usize {
    let shown = places.iter().filter(|(at, _)| sources.line(*at).is_some());
    shown
        .map(|(at, _)| at.line().to_string().len())
        .max()
        .unwrap_or(1)
}

fn snippet(
    (at, caption): Place<'_>,
    arrow: &str,
    margin: usize,
    sources: &mut Sources,
    out: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    write!(out, "\n{:margin$}{arrow} {at}", "")?;
    let Some(line) = sources.line(at) else {
        return match caption {
            "" => Ok(()),
            caption => write!(out, ": {caption}"),
        };
    };
    let number = at.line();
    write!(out, "\n{:margin$} |", "")?;
    write!(out, "\n{number:margin$} | {}", line.trim_end())?;
    write!(out, "\n{:margin$} | {}", "", caret(line, at.column()))?;
    if !caption.is_empty() {
        write!(out, " {caption}")?;
    }
    Ok(())
}

/// Blanks as wide as what stands before `column`, tabs kept, and the caret.
fn caret(line: &str, column: u32) -> String {
    let before = line.chars().take(column.saturating_sub(1) as usize);
    let mut text: String = before.map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    let _ = text.write_char('^');
    text
}

/// The files that were looked for, each read once.
struct Sources {
    reader: Reader,
    files: HashMap<&'static str, Option<String>>,
}

impl Sources {
    fn line(&mut self, at: SourceLocation) -> Option<&str> {
        let text = self
            .files
            .entry(at.file())
            .or_insert_with(|| (self.reader)(at.file()))
            .as_ref()?;
        text.lines().nth(at.line().checked_sub(1)? as usize)
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
