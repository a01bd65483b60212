//! The author's file and line beside each line of emitted WGSL.

use crate::diagnostic::SourceLocation;

/// The longest line that the column of notes makes room for.
const WIDEST: usize = 88;

/// `text` with a comment behind each line for which `place_of` knows a place; it
/// takes the line's number, from 1. The comments begin in one column, but for lines
/// too long.
pub(crate) fn annotate(text: &str, place_of: impl Fn(u32) -> Option<SourceLocation>) -> String {
    let lines: Vec<(&str, Option<SourceLocation>)> = text
        .lines()
        .zip(1..)
        .map(|(line, number)| (line, place_of(number)))
        .collect();
    let noted = lines.iter().filter(|(_, place)| place.is_some());
    let widths = noted.map(|(line, _)| line.len());
    let column = widths.filter(|width| *width <= WIDEST).max().unwrap_or(0);
    let mut annotated = String::with_capacity(2 * text.len());
    for (line, place) in lines {
        annotated += &match place {
            Some(place) => {
                let file = short_path(place.file());
                format!("{line:column$}  // {file}:{}\n", place.line())
            }
            None => format!("{line}\n"),
        };
    }
    annotated
}

/// A path that the compiler was given, without what lies above the package: the
/// compiler gives whole paths for packages of other workspaces.
fn short_path(file: &str) -> &str {
    if !std::path::Path::new(file).is_absolute() {
        return file;
    }
    let separators = ['/', '\\'];
    let roots = ["src", "tests", "examples", "benches"];
    let parts: Vec<&str> = file.split(separators).collect();
    let Some(root) = parts.iter().rposition(|part| roots.contains(part)) else {
        return file;
    };
    let kept: usize = parts[root.saturating_sub(1)..]
        .iter()
        .map(|part| part.len() + 1)
        .sum();
    file.get((file.len() + 1).saturating_sub(kept)..)
        .unwrap_or(file)
}

#[cfg(test)]
mod tests {
    use super::{annotate, short_path};
    use crate::diagnostic::SourceLocation;

    #[test]
    fn notes_stand_in_one_column_and_long_lines_push_theirs_out() {
        let long = "x".repeat(100);
        let text = format!("one\nthree\n{long}\n\n}}\n");
        let place = SourceLocation::caller();
        let note = format!("// {}:{}", place.file(), place.line());
        let places = [Some(place), Some(place), Some(place), None, None];
        let annotated = annotate(&text, |number| places[number as usize - 1]);
        let expected = format!("one    {note}\nthree  {note}\n{long}  {note}\n\n}}\n");
        assert_eq!(annotated, expected);
    }

    #[test]
    fn paths_of_this_workspace_stay_and_others_begin_with_their_package() {
        for (file, short) in [
            (
                "bitonic-runtime/src/kernels/local.rs",
                "bitonic-runtime/src/kernels/local.rs",
            ),
            (
                "/opt/registry/src/index-1/mine-0.1.0/src/lib.rs",
                "mine-0.1.0/src/lib.rs",
            ),
            ("/src/lib.rs", "/src/lib.rs"),
            ("/opt/build.rs", "/opt/build.rs"),
        ] {
            assert_eq!(short_path(file), short);
        }
    }
}
