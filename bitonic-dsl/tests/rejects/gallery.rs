//! How a refused kernel is compared: the lines that its faults name with the marks in the
//! test's source, and the text with the accepted one.

use std::fs;
use std::panic::Location;
use std::path::Path;

use bitonic_dsl::diagnostic::{Diagnostic, Excerpt};
use bitonic_dsl::{Error, Kernel};

/// A line, and what the text says of it: `error`, `note`, or `text` for a line of a text
/// that the author gave.
type Mark = (u32, &'static str);

/// What no words of a fault may hold: they are the compiler's inside.
const INNER_WORDS: [&str; 8] = [
    "Expression",
    "Handle",
    "Span",
    "Some(",
    "None",
    "naga::",
    "internal fault",
    "{:",
];

/// The test around a call of [`check`]: its source, its first line, and its name.
struct Entry {
    source: String,
    first: u32,
    last: u32,
    name: String,
}

impl Entry {
    fn around(call: &Location<'_>) -> Entry {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let source = fs::read_to_string(workspace.join(call.file())).expect("the test's source");
        let before = source.lines().take(call.line() as usize);
        let attribute = before
            .clone()
            .zip(1..)
            .filter(|(line, _)| *line == "#[test]");
        let first = attribute.last().expect("a call within a test").1;
        let signature = source.lines().nth(first as usize).unwrap_or_default();
        let name = signature.trim_start_matches("fn ").split('(').next();
        let theme = Path::new(call.file()).file_stem();
        let theme = theme.and_then(|stem| stem.to_str()).unwrap_or_default();
        Entry {
            first,
            last: call.line(),
            name: format!("{theme}__{}", name.unwrap_or_default()),
            source,
        }
    }

    /// The line of the test that holds the line of the text that `excerpt` means.
    fn line_of(&self, excerpt: &Excerpt) -> u32 {
        let index = excerpt.text[..excerpt.range.start].matches('\n').count();
        let wanted = excerpt.text.lines().nth(index).expect("a line of the text");
        let mut lines = (1..).zip(self.source.lines()).skip(self.first as usize);
        let found = lines.find(|(_, line)| line.contains(wanted.trim()));
        found.expect("the text stands in the test").0
    }

    fn expected(&self) -> Vec<Mark> {
        let lines = (1..).zip(self.source.lines());
        // What tests share stands before them.
        let mut is_shared = true;
        let within = lines.filter(|(line, text)| {
            is_shared &= *text != "#[test]";
            is_shared || (self.first..=self.last).contains(line)
        });
        let mut marks = Vec::new();
        for (line, text) in within {
            for mark in text.split("//~").skip(1) {
                let (line, kind) = match mark.strip_prefix('^') {
                    Some(kind) => (line - 1, kind),
                    None => (line, mark),
                };
                match kind.trim() {
                    "error" => marks.push((line, "error")),
                    "note" => marks.push((line, "note")),
                    "text" => marks.push((line, "text")),
                    other => panic!("line {line}: `{other}` is no mark"),
                }
            }
        }
        marks.sort_unstable();
        marks
    }
}

fn found(error: &Error, entry: &Entry) -> Vec<Mark> {
    let mut marks = Vec::new();
    for fault in error.diagnostics() {
        marks.push((fault.at.line(), "error"));
        marks.extend(fault.labels.iter().map(|label| (label.at.line(), "note")));
        let excerpt = fault.excerpt.iter();
        marks.extend(excerpt.map(|excerpt| (entry.line_of(excerpt), "text")));
    }
    marks.sort_unstable();
    marks
}

/// Checks that `result` is an error of exactly the marked lines of this test, whose text
/// is the accepted one.
#[track_caller]
pub(crate) fn check(result: Result<Kernel, Error>) {
    check_error(&result.expect_err("the kernel must be refused"));
}

/// [`check`] of an error that has no kernel.
#[track_caller]
pub(crate) fn check_error(error: &Error) {
    let entry = Entry::around(Location::caller());
    let text = error.to_string();
    assert_eq!(found(error, &entry), entry.expected(), "\n{text}");
    error.diagnostics().iter().for_each(check_words);
    let settings = insta_settings();
    settings.bind(|| insta::assert_snapshot!(entry.name.as_str(), text));
}

/// Checks that `fault` speaks of the author's program, and says how to mend it.
fn check_words(fault: &Diagnostic) {
    let labels = fault.labels.iter().map(|label| label.text.as_str());
    let excerpt = fault.excerpt.iter().map(|excerpt| excerpt.caption.as_str());
    let words = [fault.message.as_str(), &fault.caption].into_iter();
    for text in words
        .chain(labels)
        .chain(excerpt)
        .chain(fault.help.as_deref())
    {
        let inner = INNER_WORDS.iter().find(|word| text.contains(**word));
        assert_eq!(inner, None, "{text}");
    }
    assert!(
        fault.help.is_some(),
        "says how to mend it: {}",
        fault.message
    );
}

fn insta_settings() -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_omit_expression(true);
    settings.set_prepend_module_to_snapshot(false);
    settings
}
