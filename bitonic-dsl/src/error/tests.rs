//! Rendered errors, line by line.

use super::Error;
use crate::diagnostic::{Diagnostic, SourceLocation};

const NOWHERE: SourceLocation = SourceLocation {
    file: "no/such/file.rs",
    line: 12,
    column: 5,
};

#[track_caller]
fn here() -> SourceLocation {
    SourceLocation::caller()
}

#[test]
fn a_fault_shows_its_line_its_caret_and_its_help() {
    let made = here(); // the first place
    let used = here(); // the second place
    let fault = Diagnostic::new("the message", used)
        .caption("used here")
        .label(made, "made here")
        .help("do it otherwise");
    let text = Error::new(vec![fault]).to_string();
    let blank = " ".repeat(used.line.to_string().len());
    let file = file!();
    let expected = [
        "error: the message".to_owned(),
        format!("{blank}--> {file}:{}:16", used.line),
        format!("{blank} |"),
        format!("{} |     let used = here(); // the second place", used.line),
        format!("{blank} |                ^ used here"),
        format!("{blank}::: {file}:{}:16", made.line),
        format!("{blank} |"),
        format!("{} |     let made = here(); // the first place", made.line),
        format!("{blank} |                ^ made here"),
        format!("{blank} = help: do it otherwise"),
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn a_file_that_cannot_be_read_leaves_its_place_and_words() {
    let fault = Diagnostic::new("the message", NOWHERE).caption("used here");
    let text = Error::new(vec![fault]).to_string();
    assert_eq!(
        text,
        "error: the message\n --> no/such/file.rs:12:5: used here"
    );
}

#[test]
fn faults_come_in_source_order_and_once() {
    let at = |line| SourceLocation { line, ..NOWHERE };
    let faults = [9, 3, 9, 5].map(|line| Diagnostic::new(format!("fault {line}"), at(line)));
    let error = Error::new(faults.to_vec());
    let lines: Vec<u32> = error
        .diagnostics()
        .iter()
        .map(|fault| fault.at.line)
        .collect();
    assert_eq!(lines, [3, 5, 9]);
    assert_eq!(error.to_string().matches("error:").count(), 3);
}
