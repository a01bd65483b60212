//! Rendered errors, line by line.

use std::fmt;

use super::{Error, render};
use crate::diagnostic::{Diagnostic, SourceLocation};

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
    let blank = " ".repeat(used.line().to_string().len());
    let file = file!();
    let expected = [
        "error: the message".to_owned(),
        format!("{blank}--> {file}:{}:16", used.line()),
        format!("{blank} |"),
        format!(
            "{} |     let used = here(); // the second place",
            used.line()
        ),
        format!("{blank} |                ^ used here"),
        format!("{blank}::: {file}:{}:16", made.line()),
        format!("{blank} |"),
        format!(
            "{} |     let made = here(); // the first place",
            made.line()
        ),
        format!("{blank} |                ^ made here"),
        format!("{blank} = help: do it otherwise"),
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn a_file_that_cannot_be_read_leaves_its_place_and_words() {
    struct Unread(Diagnostic);
    impl fmt::Display for Unread {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            render::render(std::slice::from_ref(&self.0), |_| None, f)
        }
    }
    let at = here();
    let fault = Diagnostic::new("the message", at).caption("used here");
    let expected = format!("error: the message\n --> {at}: used here");
    assert_eq!(Unread(fault).to_string(), expected);
}

#[test]
fn faults_come_in_source_order_and_once() {
    let (first, second) = (here(), here());
    let third = here();
    let faults = [third, first, third, second].map(|at| Diagnostic::new("a fault", at));
    let error = Error::new(faults.to_vec());
    let places: Vec<SourceLocation> = error.diagnostics().iter().map(|fault| fault.at).collect();
    assert_eq!(places, [first, second, third]);
    assert_eq!(error.to_string().matches("error:").count(), 3);
}
