//! The author's names in the text, wherever WGSL allows them.
//!
//! naga's writer makes names unique in the whole module (a second `index` becomes
//! `index_1`), marks those that end in a digit (`x1_`), and has none for the results
//! of calls (`_e18`). WGSL asks for less: a name is unique in its scope. `written`
//! finds what the writer called each thing, here is what it is to be called, and
//! `replace` puts one for the other.

mod replace;
#[cfg(test)]
mod tests;
mod written;

use std::collections::{HashMap, HashSet};

use naga::Module;

use written::{Name, Written};

use crate::lower::is_legal_name;

/// What to write for each name that the writer chose.
struct Renames {
    /// For what is of module scope.
    module: HashMap<String, String>,
    /// For what is of a function's scope, in the order of the text.
    functions: Vec<HashMap<String, String>>,
}

/// `text`, which naga's writer made of `module`, with the author's names.
pub(super) fn with_author_names(module: &Module, text: &str) -> String {
    let written = Written::of(module);
    let mut taken = HashSet::new();
    let module_names = choose(&written.module, &mut taken);
    let functions = written.functions.iter();
    let renames = Renames {
        module: module_names,
        functions: functions
            .map(|names| choose(names, &mut taken.clone()))
            .collect(),
    };
    replace::replace(text, &renames)
}

/// Gives each of `names` the author's name or, where that is taken, one with a number.
fn choose(names: &[Name], taken: &mut HashSet<String>) -> HashMap<String, String> {
    let mut chosen = HashMap::with_capacity(names.len());
    for name in names {
        let wanted = match &name.wanted {
            Some(wanted) if is_legal_name(wanted) => wanted.as_str(),
            Some(_) | None => name.written.as_str(),
        };
        let free = first_free(wanted, taken);
        taken.insert(free.clone());
        chosen.insert(name.written.clone(), free);
    }
    chosen
}

fn first_free(wanted: &str, taken: &HashSet<String>) -> String {
    if !taken.contains(wanted) {
        return wanted.to_owned();
    }
    let mut number = 1_u32;
    loop {
        let numbered = format!("{wanted}_{number}");
        if !taken.contains(&numbered) {
            return numbered;
        }
        number += 1;
    }
}
