//! Puts one name for another in the text that naga's writer makes. Its form is known:
//! functions begin in the first column, one declaration or statement stands on a line.

use naga::FastHashMap;

use super::Renames;

/// Where a line of the text stands.
enum Place {
    Module,
    Structure,
    /// In the function of this number.
    Function(usize),
}

pub(super) fn replace(text: &str, renames: &Renames) -> String {
    let mut replaced = String::with_capacity(text.len());
    let mut place = Place::Module;
    let mut functions = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with("fn ") {
            place = Place::Function(functions);
            functions += 1;
        } else if line.starts_with("struct ") {
            place = Place::Structure;
        }
        let local = match place {
            Place::Function(number) => renames.functions.get(number),
            Place::Module | Place::Structure => None,
        };
        let is_field = matches!(place, Place::Structure) && line.starts_with(' ');
        replace_line(line, is_field, local, &renames.module, &mut replaced);
        if line.starts_with('}') {
            place = Place::Module;
        }
    }
    replaced
}

/// Replaces the names of a line but those of fields, which have a scope of their own.
fn replace_line(
    line: &str,
    mut is_field: bool,
    local: Option<&FastHashMap<String, String>>,
    module: &FastHashMap<String, String>,
    out: &mut String,
) {
    let mut rest = line;
    while let Some(start) = rest.bytes().position(is_word) {
        let (before, word) = rest.split_at(start);
        let end = word.bytes().position(|byte| !is_word(byte));
        let end = end.unwrap_or(word.len());
        let (word, after) = word.split_at(end);
        let kept = std::mem::take(&mut is_field) || is_not_a_declared_name(before);
        let declared = || {
            local
                .and_then(|names| names.get(word))
                .or_else(|| module.get(word))
        };
        let name = if kept { None } else { declared() };
        out.push_str(before);
        out.push_str(name.map_or(word, String::as_str));
        rest = after;
    }
    out.push_str(rest);
}

/// Whether what stands `before` a word makes it a field, an attribute, a built-in
/// input or an address space.
fn is_not_a_declared_name(before: &str) -> bool {
    [".", "@", "@builtin(", "<"]
        .iter()
        .any(|end| before.ends_with(end))
}

/// Words are ASCII, so that they end where characters do.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
