//! Rendered errors, line by line.

use super::style::Style;
use super::{Error, render};
use crate::diagnostic::{Diagnostic, Excerpt, SourceLocation};

#[track_caller]
fn here() -> SourceLocation {
    SourceLocation::caller()
}

#[test]
fn a_fault_shows_its_lines_what_is_there_and_its_help() {
    let made = here(); // the first place
    let used = here(); // the second place
    let fault = Diagnostic::new("the message", used)
        .caption("used here")
        .label(made, "made here")
        .help("do it otherwise");
    let text = Error::new("k", vec![fault]).to_string();
    let blank = " ".repeat(used.line().to_string().len());
    let (file, first, second) = (file!(), made.line(), used.line());
    let expected = [
        "error: the message".to_owned(),
        format!("{blank}--> {file}:{second}:16"),
        format!("{blank} |"),
        format!("{first} |     let made = here(); // the first place"),
        format!("{blank} |                ------ made here"),
        format!("{second} |     let used = here(); // the second place"),
        format!("{blank} |                ^^^^^^ used here"),
        format!("{blank} |"),
        format!("{blank} = help: do it otherwise"),
        String::new(),
        "error: kernel `k` was refused for 1 fault".to_owned(),
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
}

/// The compiler counts columns by the cells of a terminal.
#[test]
#[rustfmt::skip]
fn what_is_underlined_behind_tabs_and_wide_characters() {
	let tab = here();
    /* 	and	*/ let tabs = here();
    /* 並べ替え */ let wide = here();
    /* é ​ */ let narrow = here();
    let places = [tab, tabs, wide, narrow];
    for at in places {
        let fault = Diagnostic::new("the message", at);
        let text = Error::new("k", vec![fault]).to_string();
        let lines: Vec<&str> = text.lines().collect();
        let source = include_str!("tests.rs").lines().nth(at.line() as usize - 1).unwrap();
        let column = source.split("here").next().unwrap().chars().count() + 1;
        assert!(lines[1].ends_with(&format!(":{}:{column}", at.line())), "{text}");
        assert_eq!(lines[4].matches('^').count(), "here()".len(), "{text}");
    }
}

#[test]
fn a_file_that_cannot_be_read_leaves_its_place_and_words() {
    let (made, used) = (here(), here());
    let fault = Diagnostic::new("the message", used)
        .caption("used here")
        .label(made, "made here")
        .help("do it otherwise");
    let text = render::render(&[fault], Some("that is all"), |_| None, Style::Plain);
    let expected = format!(
        "error: the message\n--> {used}\n = note: used here\n = note: made here: {made}\n \
         = help: do it otherwise\n\nerror: that is all"
    );
    assert_eq!(text, expected);
}

#[test]
fn a_text_of_the_authors_is_quoted() {
    let text = "fn f() {\n  a + ;\n}";
    let at = here();
    let fault = Diagnostic::new("the message", at).excerpt(Excerpt {
        name: "WGSL of `f`".to_owned(),
        text: text.to_owned(),
        range: 15..16,
        caption: "expected a value".to_owned(),
    });
    let text = render::render(&[fault], Some("that is all"), |_| None, Style::Plain);
    let expected = format!(
        "error: the message\n --> {at}\n  |\n ::: WGSL of `f`:2:7\n  |\n2 |   a + ;\n  |       ^ expected a value\n\n\
         error: that is all"
    );
    assert_eq!(text, expected);
}

#[test]
fn colours_are_the_only_difference_of_a_style() {
    let fault = Diagnostic::new("the message", here()).help("do it otherwise");
    let error = Error::new("k", vec![fault]);
    let coloured = error.render(Style::Coloured);
    assert!(coloured.contains("\u{1b}["), "{coloured}");
    let mut plain = String::new();
    for (index, part) in coloured.split("\u{1b}[").enumerate() {
        let text = if index == 0 {
            Some(part)
        } else {
            part.split_once('m').map(|(_, rest)| rest)
        };
        plain.push_str(text.unwrap_or_default());
    }
    assert_eq!(plain, error.render(Style::Plain));
}

#[test]
fn faults_come_in_source_order_and_once() {
    let (first, second) = (here(), here());
    let third = here();
    let faults = [third, first, third, second].map(|at| Diagnostic::new("a fault", at));
    let error = Error::new("k", faults.to_vec());
    let places: Vec<SourceLocation> = error.diagnostics().iter().map(|fault| fault.at).collect();
    assert_eq!(places, [first, second, third]);
    assert_eq!(error.to_string().matches("error: a fault").count(), 3);
    assert!(error.to_string().ends_with("was refused for 3 faults"));
}
