//! Reads from this test's own source what an entry says: the argument of the call that a
//! place of the source points to, as it is written.

use std::panic::Location;

/// The first argument of the call at `at`, which is a place in this package: a closure as
/// its body, with the indentation of the source taken away.
pub(crate) fn argument_at(at: &Location<'_>) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(at.file());
    let text = std::fs::read_to_string(&path).expect("the test's own source is there");
    let line_start = text
        .split_inclusive('\n')
        .take(at.line() as usize - 1)
        .map(str::len)
        .sum::<usize>();
    let call = &text[line_start + at.column() as usize - 1..];
    let open = call.find('(').expect("a call has arguments");
    unindented(first_argument(&call[open + 1..]).trim())
}

/// The item of the file `at` is in that begins with `head`, such as `struct Pair`, with the
/// attributes before it.
pub(crate) fn item(at: &Location<'_>, head: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(at.file());
    let text = std::fs::read_to_string(&path).expect("the test's own source is there");
    let lines: Vec<&str> = text.lines().collect();
    let is_head = |line: &&str| line.strip_prefix(head).is_some_and(|rest| !continues(rest));
    let first = lines.iter().position(is_head).expect("the item is there");
    let attributes = lines[..first].iter().rev();
    let attributes = attributes.take_while(|line| line.starts_with("#[")).count();
    let end = lines[first..].iter().position(|line| *line == "}");
    let end = end.expect("the item ends") + first;
    lines[first - attributes..=end].join("\n")
}

/// Whether a name goes on.
fn continues(rest: &str) -> bool {
    rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_')
}

/// What stands before the comma, or the parenthesis, that ends the first argument. The
/// bars of a closure's parameters hold commas that end nothing.
fn first_argument(text: &str) -> &str {
    let mut depth = 0;
    let mut in_string = false;
    let mut bars = 0;
    let mut escaped = false;
    for (at, letter) in text.char_indices() {
        if in_string {
            in_string = letter != '"' || escaped;
            escaped = letter == '\\' && !escaped;
            continue;
        }
        match letter {
            '"' => in_string = true,
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => return &text[..at],
            ')' | ']' | '}' => depth -= 1,
            '|' if depth == 0 => bars += 1,
            ',' if depth == 0 && bars != 1 && !within_type(&text[..at]) => return &text[..at],
            _ => {}
        }
    }
    text
}

/// Whether the text ends between the angle brackets of a type.
fn within_type(text: &str) -> bool {
    let arrows = text.replace("->", "").replace("<<", "").replace(">>", "");
    let count = |letter| arrows.matches(letter).count();
    arrows.contains("::<") && count('<') > count('>')
}

/// `text` without the indentation that its later lines share.
fn unindented(text: &str) -> String {
    let lines = text.lines().skip(1).filter(|line| !line.trim().is_empty());
    let indentation = lines.map(|line| line.len() - line.trim_start().len()).min();
    let shared = indentation.unwrap_or(0);
    let strip = |line: &str| line.get(shared..).unwrap_or("").to_owned();
    let mut lines = text.lines();
    let first = lines.next().unwrap_or("").to_owned();
    let rest = lines.map(strip);
    std::iter::once(first)
        .chain(rest)
        .collect::<Vec<_>>()
        .join("\n")
}

/// The statements of a closure's body: without its parameters, where `hide` says that they
/// are the test's own, and without the braces.
pub(crate) fn statements(closure: &str) -> String {
    let behind = |text: &str| text.find('|').map(|at| at + 1);
    let parameters = behind(closure).and_then(|at| Some(at + behind(&closure[at..])?));
    let body = closure[parameters.unwrap_or(0)..].trim();
    let inner = body
        .strip_prefix('{')
        .and_then(|body| body.strip_suffix('}'));
    match inner {
        Some(inner) => unindented_all(inner.trim_matches('\n')),
        None => body.to_owned(),
    }
}

/// `text` without the indentation that all its lines share.
fn unindented_all(text: &str) -> String {
    unindented(&format!("\n{}", text.trim_end()))[1..]
        .trim()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_argument_ends_at_its_comma() {
        assert_eq!(first_argument("|x, y| f(x, y), [1, 2])"), "|x, y| f(x, y)");
        assert_eq!(
            first_argument("|k| { a(\"),\"); b }, 3)"),
            "|k| { a(\"),\"); b }"
        );
        assert_eq!(first_argument("g::<A, B>(1), 2)"), "g::<A, B>(1)");
        assert_eq!(first_argument("1)"), "1");
    }

    #[test]
    fn the_statements_of_a_closure_are_its_body() {
        assert_eq!(statements("|x| x + 1"), "x + 1");
        assert_eq!(
            statements("|k, i| {\n    a;\n    If(b, || {\n        c;\n    });\n}"),
            "a;\nIf(b, || {\n    c;\n});"
        );
    }
}
