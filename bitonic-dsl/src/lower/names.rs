//! The entry point's name: what the writers of every language leave as it is.

use naga::keywords::wgsl;
use naga::proc::{CaseInsensitiveKeywordSet, NameKey, Namer};

/// Renames the entry point to the name that it has in WGSL, and gives that name.
/// Names that WGSL refuses, or that a type has, change; one pass can give a name
/// that the next one changes, so it goes on until the name stays.
pub(super) fn settle_entry_point(module: &mut naga::Module) -> String {
    const PASSES: usize = 4;
    let mut written = written_name(module);
    for _ in 0..PASSES {
        let Some(entry_point) = module.entry_points.first_mut() else {
            break;
        };
        if entry_point.name == written {
            break;
        }
        entry_point.name = written;
        written = written_name(module);
    }
    written
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
