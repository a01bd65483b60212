//! Programs that the Rust compiler must refuse: they lie in `bitonic-dsl/tests/wrong`,
//! where the compiler's messages are kept beside them and compared with what it says. A
//! line that ends in `//~ MEMBER` is the wrong use of that member.

use std::path::Path;

/// A wrong use, and what the compiler says to it.
pub(crate) struct Wrong {
    pub(crate) says: String,
    /// The first line of each message, with the compiler's number of the error.
    pub(crate) message: String,
}

/// The wrong use of `member` in the program of its area.
pub(crate) fn of(area: &str, member: &str) -> Option<Wrong> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("bitonic-dsl/tests/wrong");
    let program = folder.join(area.replace(' ', "_")).with_extension("rs");
    let text = std::fs::read_to_string(&program).ok()?;
    let (number, line) = (1..).zip(text.lines()).find(|(_, line)| {
        let mark = line.split_once(" //~ ");
        mark.is_some_and(|(_, members)| members.split("; ").any(|one| one == member))
    })?;
    let said = std::fs::read_to_string(program.with_extension("stderr")).unwrap_or_default();
    let says = line.split_once(" //~ ").map_or(line, |(code, _)| code);
    let says = says.trim().trim_start_matches("let _ = ");
    Some(Wrong {
        says: says.trim_end_matches(';').to_owned(),
        message: message_at(&said, number)?,
    })
}

/// The first lines of the errors whose place is line `number`, with the bounds that were
/// not satisfied where the compiler names them. Paths are left out.
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
    let mut lines = error.lines();
    let head = lines.next().unwrap_or("").trim_start_matches("error");
    let mut bounds = lines.skip_while(|line| !line.contains("trait bounds were not satisfied:"));
    let bound = bounds
        .nth(1)
        .map(str::trim)
        .filter(|line| line.starts_with('`'));
    let said = match bound {
        Some(bound) => format!("{head}: {bound}"),
        None => head.to_owned(),
    };
    said.replace("bitonic_dsl::", "")
}
