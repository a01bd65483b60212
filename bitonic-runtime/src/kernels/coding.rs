//! Which ends of a sort a kernel stands at: where keys become words, and words keys again.

use super::key::{Key, WordOf};
use super::word::KeyWord;

/// Which ends of a sort a kernel stands at, known while it is built: the first
/// step turns keys into words as it reads them, the last one turns words into keys
/// as it writes them, and those between know neither the key type nor the order.
///
/// A descending sort is an ascending one of the complements of the words. Words are
/// one to one with keys, so that it gives the exact reverse.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Coding {
    /// The kernel reads keys, not words.
    pub encode: bool,
    /// The kernel writes keys, not words.
    pub decode: bool,
    /// The words are complements. `false` in [`Coding::NONE`]: a kernel that only
    /// moves words serves both orders.
    pub descending: bool,
}

impl Coding {
    /// Reads and writes words.
    pub const NONE: Coding = Coding {
        encode: false,
        decode: false,
        descending: false,
    };
    /// Reads and writes keys, ascending: a step that stands alone.
    pub const BOTH: Coding = Coding {
        encode: true,
        decode: true,
        descending: false,
    };
    /// Reads and writes keys, descending: a step that stands alone.
    pub const BOTH_DESCENDING: Coding = Coding {
        descending: true,
        ..Coding::BOTH
    };

    /// The coding of a step that is the first of its sort, the last, both or none.
    #[must_use]
    pub fn of_step(first: bool, last: bool, descending: bool) -> Coding {
        Coding {
            encode: first,
            decode: last,
            descending: descending && (first || last),
        }
    }

    /// The name of the kernel that does `what` with keys of type `K`; with words alone, the
    /// name of their integer.
    pub(crate) fn kernel_name<K: Key>(self, what: &str) -> String {
        let name = match self {
            Coding::NONE => K::Word::NAME,
            _ => K::NAME,
        };
        match self.descending {
            true => format!("{what}_{name}_descending"),
            false => format!("{what}_{name}"),
        }
    }

    /// What was read, as a word.
    #[track_caller]
    pub(crate) fn read<K: Key>(self, value: WordOf<K>) -> WordOf<K> {
        match (self.encode, self.descending) {
            (true, true) => K::Word::complement(K::encode(value)),
            (true, false) => K::encode(value),
            (false, _) => value,
        }
    }

    /// A word as it is written.
    #[track_caller]
    pub(crate) fn written<K: Key>(self, word: WordOf<K>) -> WordOf<K> {
        match (self.decode, self.descending) {
            (true, true) => K::decode(K::Word::complement(word)),
            (true, false) => K::decode(word),
            (false, _) => word,
        }
    }
}
