//! Names that the texts can hold, and the entry point's.

use naga::keywords::wgsl;
use naga::proc::{CaseInsensitiveKeywordSet, NameKey, Namer};

/// Whether `name` can be declared in WGSL and hides nothing that the text may need.
pub(crate) fn is_legal_name(name: &str) -> bool {
    let mut characters = name.chars();
    let first = characters.next();
    first.is_some_and(|first| first.is_ascii_alphabetic())
        && characters.all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !name.contains("__")
        && !wgsl::RESERVED_SET.contains(name)
        && !wgsl::BUILTIN_IDENTIFIER_SET.contains(name)
}

/// Renames the entry point if its name is not legal, and gives the name that it has
/// in the texts. One pass of naga's namer can give a name that the next one changes,
/// so it goes on until the name stays.
pub(super) fn settle_entry_point(module: &mut naga::Module) -> String {
    const PASSES: usize = 4;
    for _ in 0..PASSES {
        let written = written_name(module);
        let Some(entry_point) = module.entry_points.first_mut() else {
            break;
        };
        if is_legal_name(&entry_point.name) || entry_point.name == written {
            break;
        }
        entry_point.name = written;
    }
    let entry_point = module.entry_points.first();
    entry_point.map_or_else(String::new, |entry_point| entry_point.name.clone())
}

fn written_name(module: &naga::Module) -> String {
    let mut names = Default::default();
    Namer::default().reset(
        module,
        &wgsl::RESERVED_SET,
        &wgsl::BUILTIN_IDENTIFIER_SET,
        CaseInsensitiveKeywordSet::empty(),
        &["__", "_naga"],
        &mut names,
    );
    names.remove(&NameKey::EntryPoint(0)).unwrap_or_default()
}
