//! Records: a key's word and what is carried with it, as a kernel holds them while it
//! compares and moves them. In which memory they lie is in `columns` and `tile`.

use bitonic_dsl::{Node, max, min, select};

use super::key::Key;
use super::word::KeyWord;

/// What moves with each key through a sort.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Carried {
    /// Nothing.
    #[default]
    Nothing,
    /// The index where the key began, in a buffer of its own: it leads to the key's payload.
    Index,
    /// That index, which also breaks ties: of equal keys, the earlier one comes first.
    StableIndex,
}

impl Carried {
    /// Whether there is an index beside each key.
    #[must_use]
    pub fn has_index(self) -> bool {
        match self {
            Carried::Nothing => false,
            Carried::Index | Carried::StableIndex => true,
        }
    }

    /// What the names of kernels say of it.
    pub(super) fn suffix(self) -> &'static str {
        match self {
            Carried::Nothing => "",
            Carried::Index => "_indexed",
            Carried::StableIndex => "_stable",
        }
    }
}

/// The parts of a record, each a `u32`: those of its word, the most significant first, then the
/// index if one is carried.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    word: usize,
    carried: Carried,
}

impl Shape {
    /// Of records with keys of type `K`.
    pub(super) fn of<K: Key>(carried: Carried) -> Shape {
        let word = K::Word::BITS.div_ceil(u32::BITS) as usize;
        Shape { word, carried }
    }

    /// How many parts there are.
    pub(super) fn parts(self) -> usize {
        self.word + usize::from(self.carried.has_index())
    }

    /// How many are compared, from the first on.
    fn ranked(self) -> usize {
        match self.carried {
            Carried::Nothing | Carried::Index => self.word,
            Carried::StableIndex => self.word + 1,
        }
    }

    /// What each part of the record `name` is called.
    pub(super) fn names(self, name: &str) -> impl Iterator<Item = String> {
        let word: &[&str] = match self.word {
            1 => &[""],
            _ => &["_high", "_low"],
        };
        let index = self.carried.has_index().then_some("_index");
        let suffixes = word.iter().copied().chain(index);
        suffixes.map(move |suffix| format!("{name}{suffix}"))
    }
}

/// The words of workgroup memory that a record takes.
pub(crate) fn words_of_a_record<K: Key>(carried: Carried) -> u32 {
    Shape::of::<K>(carried).parts() as u32
}

/// One record in registers.
#[derive(Clone)]
pub(super) struct Record {
    pub(super) shape: Shape,
    pub(super) parts: Vec<Node<u32>>,
}

impl Record {
    /// A key whose word is one `u32`, with nothing carried.
    pub(super) fn of_one_part<K: Key>(word: Node<u32>) -> Record {
        Record {
            shape: Shape::of::<K>(Carried::Nothing),
            parts: vec![word],
        }
    }

    /// The record under a name that the text keeps.
    #[track_caller]
    pub(super) fn named(&self, name: &str) -> Record {
        let named = self.parts.iter().zip(self.shape.names(name));
        self.with(named.map(|(part, name)| part.to_const(&name)).collect())
    }

    /// Whether it is one part: two of them are ordered by `min` and `max` alone.
    pub(super) fn is_one_part(&self) -> bool {
        self.shape.parts() == 1
    }

    /// Whether it comes before another in the order of the sort.
    #[track_caller]
    pub(super) fn is_before(&self, other: &Record) -> Node<bool> {
        let last = self.shape.ranked() - 1;
        let is_less = self.parts[last].lt(other.parts[last]);
        (0..last).rev().fold(is_less, |rest, part| {
            let (own, other) = (self.parts[part], other.parts[part]);
            own.lt(other) | (own.eq(other) & rest)
        })
    }

    /// The one of two that comes first; of equals, this one.
    #[track_caller]
    pub(super) fn first(&self, other: &Record) -> Record {
        match self.is_one_part() {
            true => self.with(vec![min(self.parts[0], other.parts[0])]),
            false => self.unless(other.is_before(self), other),
        }
    }

    /// The one of two that comes last; of equals, the other.
    #[track_caller]
    pub(super) fn last(&self, other: &Record) -> Record {
        match self.is_one_part() {
            true => self.with(vec![max(self.parts[0], other.parts[0])]),
            false => other.unless(other.is_before(self), self),
        }
    }

    /// This record, or `other` where the condition holds.
    #[track_caller]
    pub(super) fn unless(&self, condition: Node<bool>, other: &Record) -> Record {
        let pairs = self.parts.iter().zip(&other.parts);
        let chosen = pairs.map(|(own, other)| select(condition, *other, *own));
        self.with(chosen.collect())
    }

    fn with(&self, parts: Vec<Node<u32>>) -> Record {
        Record { parts, ..*self }
    }
}
