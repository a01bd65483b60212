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

use naga::{FastHashMap, FastHashSet, Module};

use written::{Item, Name, Written};

use crate::lower::is_legal_name;

/// What to write for each name that the writer chose, where that is another.
struct Renames {
    /// For what is of module scope.
    module: FastHashMap<String, String>,
    /// For what is of a function's scope, in the order of the text.
    functions: Vec<FastHashMap<String, String>>,
}

/// `text`, which naga's writer made of `module`, with the author's names.
pub(super) fn with_author_names(module: &Module, text: &str) -> String {
    let written = Written::of(module);
    let mut scope = Scope::default();
    let module_names = scope.choose(&written.module);
    let functions = written.functions.iter();
    let renames = Renames {
        module: module_names,
        functions: functions.map(|items| scope.within(items)).collect(),
    };
    replace::replace(text, &renames)
}

/// The names that are declared where the text stands.
#[derive(Default)]
struct Scope {
    declared: Vec<Declared>,
    taken: FastHashSet<String>,
    /// How many of the declared names were made of this one.
    made_of: FastHashMap<String, u32>,
}

struct Declared {
    name: String,
    of: String,
}

impl Scope {
    /// Gives each name the author's or, where that is taken, one with a number. What
    /// stands in no block stays declared.
    fn choose(&mut self, items: &[Item]) -> FastHashMap<String, String> {
        let mut chosen = FastHashMap::default();
        let mut open: Vec<usize> = Vec::new();
        for item in items {
            match item {
                Item::OpenBlock => open.push(self.declared.len()),
                Item::CloseBlock => self.close(open.pop().unwrap_or(0)),
                Item::Name(name) => {
                    let free = self.declare(wanted(name));
                    if free != name.written {
                        chosen.insert(name.written.clone(), free);
                    }
                }
            }
        }
        chosen
    }

    /// Chooses names that are free again behind `items`.
    fn within(&mut self, items: &[Item]) -> FastHashMap<String, String> {
        let outer = self.declared.len();
        let chosen = self.choose(items);
        self.close(outer);
        chosen
    }

    fn close(&mut self, outer: usize) {
        for declared in self.declared.drain(outer..) {
            self.taken.remove(&declared.name);
            if let Some(count) = self.made_of.get_mut(&declared.of) {
                *count -= 1;
            }
        }
    }

    fn declare(&mut self, wanted: &str) -> String {
        let count = self.made_of.entry(wanted.to_owned()).or_default();
        // The names made of this one end in the numbers below `count`; the author may
        // have declared those above.
        let mut free = numbered(wanted, *count);
        for number in *count + 1.. {
            if !self.taken.contains(&free) {
                break;
            }
            free = numbered(wanted, number);
        }
        *count += 1;
        self.taken.insert(free.clone());
        self.declared.push(Declared {
            name: free.clone(),
            of: wanted.to_owned(),
        });
        free
    }
}

fn numbered(name: &str, number: u32) -> String {
    match number {
        0 => name.to_owned(),
        _ => format!("{name}_{number}"),
    }
}

fn wanted(name: &Name) -> &str {
    match &name.wanted {
        Some(wanted) if is_legal_name(wanted) => wanted,
        Some(_) | None => &name.written,
    }
}
