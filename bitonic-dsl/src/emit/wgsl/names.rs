//! The names that are declared where the text stands: each is legal, and no other
//! of an enclosing scope.

use naga::{FastHashMap, FastHashSet};

use crate::lower::is_legal_name;

/// The names in scope. A block's are closed with it.
#[derive(Default)]
pub(super) struct Scope {
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
    /// What to give [`Scope::close`] to end what is declared from here on.
    pub(super) fn open(&self) -> usize {
        self.declared.len()
    }

    pub(super) fn close(&mut self, opened: usize) {
        for declared in self.declared.drain(opened..) {
            self.taken.remove(&declared.name);
            if let Some(count) = self.made_of.get_mut(&declared.of) {
                *count -= 1;
            }
        }
    }

    /// Declares `wanted`, or `other` where nothing is wanted: a name near to it where it
    /// is not legal, and with a number where it is taken.
    pub(super) fn declare(&mut self, wanted: Option<&str>, other: &str) -> String {
        self.declare_legal(legal(
            wanted.filter(|name| !name.is_empty()).unwrap_or(other),
        ))
    }

    fn declare_legal(&mut self, wanted: String) -> String {
        let count = self.made_of.entry(wanted.clone()).or_default();
        // The names made of this one end in the numbers below `count`; the author may
        // have declared those above.
        let mut free = numbered(&wanted, *count);
        for number in *count + 1.. {
            if !self.taken.contains(&free) {
                break;
            }
            free = numbered(&wanted, number);
        }
        *count += 1;
        self.taken.insert(free.clone());
        self.declared.push(Declared {
            name: free.clone(),
            of: wanted,
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

/// `name` as WGSL allows it: without what an identifier cannot hold, and with an
/// underscore behind what is reserved.
pub(super) fn legal(name: &str) -> String {
    if is_legal_name(name) {
        return name.to_owned();
    }
    let mut kept = String::with_capacity(name.len() + 1);
    for character in name.chars() {
        let character = if character.is_ascii_alphanumeric() {
            character
        } else {
            '_'
        };
        if character != '_' || !kept.ends_with('_') {
            kept.push(character);
        }
    }
    let trimmed = kept.trim_matches('_');
    let mut made = match trimmed.chars().next() {
        None => "value".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("value_{trimmed}"),
        Some(_) => trimmed.to_owned(),
    };
    while !is_legal_name(&made) {
        made.push_str("_value");
    }
    made
}

#[cfg(test)]
mod tests {
    use super::{Scope, legal};

    #[test]
    fn what_is_no_name_becomes_one() {
        for (name, made) in [
            ("x1", "x1"),
            ("loop", "loop_value"),
            ("min", "min_value"),
            ("a__b", "a_b"),
            ("_x", "x"),
            ("2d", "value_2d"),
            ("größe", "gr_e"),
            ("", "value"),
        ] {
            assert_eq!(legal(name), made);
        }
    }

    #[test]
    fn a_taken_name_gets_a_number_until_its_block_is_closed() {
        let mut scope = Scope::default();
        assert_eq!(scope.declare(Some("x"), "value"), "x");
        let opened = scope.open();
        assert_eq!(scope.declare(Some("x_1"), "value"), "x_1");
        assert_eq!(scope.declare(Some("x"), "value"), "x_2");
        scope.close(opened);
        assert_eq!(scope.declare(Some("x"), "value"), "x_1");
    }
}
