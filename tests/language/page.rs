//! The page of documentation, `docs/language.md`, made from the entries and from how their
//! runs went.

use std::fmt::Write;

use bitonic::Dialect;
use bitonic::graph::Builtin;

use super::entry::{Entry, Refused};
use super::members::AREAS;
use super::missing::Missing;
use super::run::Outcome;
use super::wrong;

const HEAD: &str = "# The language, member by member

Made by the test that runs it all; a test compares this page with what it finds. To write it
anew: `BITONIC_BLESS=1 cargo test --test language`.

- **Says**: the Rust, cut from the source of the test. `x` and `y` are elements of buffers, `out`
  is a buffer that is written, `i` the number of the invocation in its workgroup, `k` the kernel
  that is being built.
- **Emits**: the lines of WGSL that come out, cut from the text for browsers; where that dialect
  lacks something, which is then said, from the text for naga.
- **Runs on**: where the test ran it and found the values that the WGSL specification asks for.
  Vulkan is Mesa's `llvmpipe`; what it lacks is what it said when it refused the kernel.
- **Rejects**: a wrong use, and the first line of what the Rust compiler says to it, with its
  number (`E0277`), paths left out; or the fault that `build()` returns. There `b`, `i`, `u`, `l`,
  `w`, `h`, `f` and `d` are nodes of `bool`, `i32`, `u32`, `i64`, `u64`, `f16`, `f32` and `f64`,
  and `v2` .. `v4` and `m2`, `m3` vectors and matrices of `f32`.

The built-in functions have a page of their own with all their types and their accuracy:
[builtins.md](builtins.md).
";

/// An entry, its area, and how its runs went on each executor.
pub(crate) struct Row {
    pub(crate) area: &'static str,
    pub(crate) entry: Entry,
    pub(crate) runs: Vec<(&'static str, Outcome)>,
}

/// The whole page.
///
/// # Errors
///
/// What an entry asks for and does not find: text that does not come out, a wrong use that
/// nobody refuses.
pub(crate) fn page(rows: &[Row], missing: &[Missing]) -> Result<String, String> {
    let mut page = HEAD.to_owned();
    let mut faults = String::new();
    for area in AREAS {
        let mut table = String::new();
        for member in area.members {
            let is_it = |row: &&Row| row.area == area.name && row.entry.member == *member;
            let Some(row) = rows.iter().find(is_it) else {
                continue;
            };
            match cells(row) {
                Ok(cells) => writeln!(table, "| {cells} |").expect("a string takes all"),
                Err(fault) => faults += &format!("{}, {member}: {fault}\n", area.name),
            }
        }
        page += &format!(
            "\n## {}\n\n| member | says | emits | runs on | rejects |\n| --- | --- | --- | --- | --- |\n{table}",
            area.name
        );
    }
    page += &not_yet(missing);
    if faults.is_empty() {
        Ok(page)
    } else {
        Err(faults)
    }
}

fn not_yet(missing: &[Missing]) -> String {
    if missing.is_empty() {
        return "\n## Missing\n\nNothing.\n".to_owned();
    }
    let lines = missing
        .iter()
        .map(|one| format!("- {}, `{}`: {}\n", one.area, one.member, one.reason));
    format!("\n## Missing\n\n{}", lines.collect::<String>())
}

fn cells(row: &Row) -> Result<String, String> {
    let entry = &row.entry;
    let member = linked(row.area, entry.member);
    let says = lines(&entry.says);
    let emits = emitted(entry)?;
    let runs = runs_on(&row.runs);
    let rejects = rejected(row.area, entry)?;
    Ok([member, says, emits, runs, rejects].join(" | "))
}

/// The member, with a link to the page of the built-in functions if it is one.
fn linked(area: &str, member: &str) -> String {
    let has_page = area.ends_with("built-ins") || area == "packing";
    let mut all = Builtin::ALL.iter();
    match all.find(|builtin| has_page && builtin.name() == member) {
        Some(builtin) => format!("[`{member}`](builtins.md#{})", builtin.rust_name()),
        None => code(member),
    }
}

/// Code in a cell of a table.
fn code(text: &str) -> String {
    let indentation = text.len() - text.trim_start().len();
    let text = text.trim().replace('|', "\\|");
    format!("`{}{text}`", "\u{a0}".repeat(indentation))
}

fn lines(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(code).collect();
    lines.join("<br>")
}

/// Words in a cell of a table.
fn words(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', "<br>")
}

/// The lines of the text that hold what must come out, each with the block that it opens.
fn emitted(entry: &Entry) -> Result<String, String> {
    let Some(Ok(kernel)) = &entry.kernel else {
        return Err("not built".to_owned());
    };
    let (text, note) = match kernel.wgsl(Dialect::Browser) {
        Ok(text) => (text, String::new()),
        Err(error) => {
            let lacking = &error.diagnostics()[0].message;
            let text = kernel
                .wgsl(Dialect::Naga)
                .map_err(|error| error.to_string())?;
            (text, format!("<br>{}", words(lacking)))
        }
    };
    if entry.emits.is_empty() {
        return Err(format!("nothing must come out of\n{text}"));
    }
    let mut shown = Vec::new();
    for wanted in &entry.emits {
        let first = text.lines().position(|line| line.contains(wanted));
        let first = first.ok_or_else(|| format!("`{wanted}` does not come out of\n{text}"))?;
        shown.push(lines(&block(&text, first)));
    }
    Ok(shown.join("<br>") + &note)
}

/// Line `first` of `text`, and what follows until the braces that it opens are closed,
/// without the indentation of the first.
fn block(text: &str, first: usize) -> String {
    let mut depth = 0;
    let mut block = Vec::new();
    let all: Vec<&str> = text.lines().collect();
    let indentation = all[first].len() - all[first].trim_start().len();
    for line in &all[first..] {
        block.push(line.get(indentation..).unwrap_or(""));
        let count = |letter| line.matches(letter).count() as i32;
        depth += count('{') - count('}');
        if depth <= 0 {
            break;
        }
    }
    block.join("\n")
}

fn runs_on(runs: &[(&'static str, Outcome)]) -> String {
    let words = runs.iter().map(|(name, outcome)| match outcome {
        Outcome::Right => (*name).to_owned(),
        Outcome::Lacks(what) => format!("{name} no: {what}"),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// The wrong use that the compiler refuses, and the one that `build()` does, where there
/// are both.
fn rejected(area: &str, entry: &Entry) -> Result<String, String> {
    let wrong = wrong::of(area, entry.member)?;
    let by_compiler =
        wrong.map(|wrong| format!("{}<br>{}", lines(&wrong.says), words(&wrong.message)));
    let by_build = entry.refused.as_ref().map(refused).transpose()?;
    let both: Vec<String> = by_compiler.into_iter().chain(by_build).collect();
    match both.is_empty() {
        true => Err("no wrong use of it is tried".to_owned()),
        false => Ok(both.join("<br>")),
    }
}

fn refused(refused: &Refused) -> Result<String, String> {
    let Err(error) = &refused.built else {
        return Err("the wrong use was built".to_owned());
    };
    let mut messages = error.diagnostics().iter().map(|one| one.message.as_str());
    match messages.any(|message| message == refused.message) {
        true => Ok(format!(
            "{}<br>{}",
            lines(&refused.says),
            words(refused.message)
        )),
        false => Err(format!("the fault is not `{}`:\n{error}", refused.message)),
    }
}
