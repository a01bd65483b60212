//! Programs that the Rust compiler must refuse: they lie in `bitonic-dsl/tests/wrong`,
//! where the compiler's messages are kept beside them and compared with what it says. A
//! line that ends in `//~ MEMBER` is the wrong use of that member.

use std::path::{Path, PathBuf};

/// A wrong use, and what the compiler says to it.
pub(crate) struct Wrong {
    pub(crate) says: String,
    /// The first line of each message, with the compiler's number of the error.
    pub(crate) message: String,
}

/// The program of an area.
fn program(area: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("bitonic-dsl/tests/wrong");
    folder.join(area.replace(' ', "_")).with_extension("rs")
}

/// The lines that are marked, with their numbers, and the members that they name.
fn marked(text: &str) -> impl Iterator<Item = (u32, &str, &str)> {
    let lines = (1..).zip(text.lines());
    lines.filter_map(|(number, line)| {
        let (code, members) = line.split_once(" //~ ")?;
        Some((number, code, members))
    })
}

/// The members that the program of an area is about.
pub(crate) fn members_of(area: &str) -> Vec<String> {
    let text = std::fs::read_to_string(program(area)).unwrap_or_default();
    marked(&text)
        .map(|(_, _, member)| member.to_owned())
        .collect()
}

/// The wrong use of `member` in the program of its area, if it has one.
///
/// # Errors
///
/// The compiler says nothing to it.
pub(crate) fn of(area: &str, member: &str) -> Result<Option<Wrong>, String> {
    let text = std::fs::read_to_string(program(area)).unwrap_or_default();
    let Some((number, code, _)) = marked(&text).find(|(_, _, named)| *named == member) else {
        return Ok(None);
    };
    let said = program(area).with_extension("stderr");
    let said = std::fs::read_to_string(said).unwrap_or_default();
    let message = message_at(&said, number)
        .ok_or_else(|| format!("the compiler says nothing to `{}`", code.trim()))?;
    let says = code.trim().trim_start_matches("let _ = ");
    Ok(Some(Wrong {
        says: says.trim_end_matches(';').to_owned(),
        message,
    }))
}

/// The first lines of the errors whose place is line `number`, with the bounds that were
/// not satisfied, or the types that did not match, where the compiler names them. Paths are
/// left out.
fn message_at(said: &str, number: u32) -> Option<String> {
    let is_of_line = |error: &&str| {
        let mut places = error.lines().map(str::trim_start);
        let place = places.find_map(|line| line.strip_prefix("--> tests/wrong/"));
        let at = place.and_then(|place| place.split(':').nth(1));
        at == Some(number.to_string().as_str())
    };
    let errors = said.split("\n\nerror").filter(is_of_line).map(first_line);
    let errors: Vec<String> = errors.collect();
    (!errors.is_empty()).then(|| errors.join("\n"))
}

fn first_line(error: &str) -> String {
    let head = error
        .lines()
        .next()
        .unwrap_or("")
        .trim_start_matches("error");
    let after = "trait bounds were not satisfied:";
    let mut bounds = error.lines().skip_while(|line| !line.contains(after));
    let bound = bounds.nth(1).map(str::trim);
    let mut labels = error.lines().filter_map(|line| line.split_once("^ "));
    let detail = match head.ends_with("mismatched types") {
        true => labels.next().map(|(_, label)| label),
        false => bound.filter(|line| line.starts_with('`')),
    };
    let said = match detail {
        Some(detail) => format!("{head}: {detail}"),
        None => head.to_owned(),
    };
    said.replace("bitonic_dsl::", "")
}
