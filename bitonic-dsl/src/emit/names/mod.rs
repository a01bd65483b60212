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

use written::{Item, Name, Written};

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
            .map(|items| choose(items, &mut taken.clone()))
            .collect(),
    };
    replace::replace(text, &renames)
}

/// Gives each name the author's or, where that is taken, one with a number. A name is
/// free again behind the block that declares it; those of no block stay `taken`.
fn choose(items: &[Item], taken: &mut HashSet<String>) -> HashMap<String, String> {
    let mut chosen = HashMap::with_capacity(items.len());
    let mut declared: Vec<String> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for item in items {
        match item {
            Item::OpenBlock => open.push(declared.len()),
            Item::CloseBlock => {
                for name in declared.split_off(open.pop().unwrap_or(0)) {
                    taken.remove(&name);
                }
            }
            Item::Name(name) => {
                let free = first_free(wanted(name), taken);
                taken.insert(free.clone());
                declared.push(free.clone());
                chosen.insert(name.written.clone(), free);
            }
        }
    }
    chosen
}

fn wanted(name: &Name) -> &str {
    match &name.wanted {
        Some(wanted) if is_legal_name(wanted) => wanted,
        Some(_) | None => &name.written,
    }
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
