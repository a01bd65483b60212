//! Loops over the lanes of columns: the arithmetic of a workgroup. Written so that the compiler
//! turns them into vector instructions: slices of one length, no branch, no index.

use super::division;
use super::mask::Active;
use crate::value::{Binary, BinaryUser, Ternary, TernaryUser, Unary, UnaryUser};

/// Where an operation reads.
#[derive(Clone, Copy)]
pub(super) enum Source<'a> {
    /// The same word for every lane.
    Word(u32),
    /// A word for each lane.
    Column(&'a [u32]),
}

impl Source<'_> {
    /// The word of one lane.
    pub(super) fn lane(self, lane: usize) -> u32 {
        match self {
            Self::Word(word) => word,
            Self::Column(column) => column[lane],
        }
    }
}

/// `target` = function(`source`)
pub(super) fn unary(function: Unary, target: &mut [u32], source: &[u32]) {
    function.dispatch(Map1 { target, source });
}

/// `target` = function(`lhs`, `rhs`)
pub(super) fn binary(function: Binary, target: &mut [u32], lhs: Source<'_>, rhs: Source<'_>) {
    if let (Source::Column(lhs), Source::Word(rhs)) = (lhs, rhs)
        && division::by_word(function, target, lhs, rhs)
    {
        return;
    }
    function.dispatch(Map2 { target, lhs, rhs });
}

/// `target` = function of three sources
pub(super) fn ternary(function: Ternary, target: &mut [u32], sources: [Source<'_>; 3]) {
    function.dispatch(Map3 { target, sources });
}

/// Gives the active lanes of `target` the words of `source`.
pub(super) fn assign(target: &mut [u32], source: Source<'_>, active: Active<'_>) {
    match (source, active) {
        (Source::Word(word), Active::All) => target.fill(word),
        (Source::Column(column), Active::All) => target.copy_from_slice(column),
        (Source::Word(word), Active::Some(mask)) => {
            for (target, &mask) in target.iter_mut().zip(mask) {
                *target = (word & mask) | (*target & !mask);
            }
        }
        (Source::Column(column), Active::Some(mask)) => {
            for ((target, &word), &mask) in target.iter_mut().zip(column).zip(mask) {
                *target = (word & mask) | (*target & !mask);
            }
        }
    }
}

struct Map1<'a> {
    target: &'a mut [u32],
    source: &'a [u32],
}

impl UnaryUser for Map1<'_> {
    type Output = ();
    fn call(self, function: impl Fn(u32) -> u32) {
        for (target, &x) in self.target.iter_mut().zip(self.source) {
            *target = function(x);
        }
    }
}

struct Map2<'a> {
    target: &'a mut [u32],
    lhs: Source<'a>,
    rhs: Source<'a>,
}

impl BinaryUser for Map2<'_> {
    type Output = ();
    fn call(self, function: impl Fn(u32, u32) -> u32) {
        match (self.lhs, self.rhs) {
            (Source::Column(lhs), Source::Column(rhs)) => {
                for ((target, &x), &y) in self.target.iter_mut().zip(lhs).zip(rhs) {
                    *target = function(x, y);
                }
            }
            (Source::Column(lhs), Source::Word(y)) => {
                for (target, &x) in self.target.iter_mut().zip(lhs) {
                    *target = function(x, y);
                }
            }
            (Source::Word(x), Source::Column(rhs)) => {
                for (target, &y) in self.target.iter_mut().zip(rhs) {
                    *target = function(x, y);
                }
            }
            (Source::Word(x), Source::Word(y)) => self.target.fill(function(x, y)),
        }
    }
}

struct Map3<'a> {
    target: &'a mut [u32],
    sources: [Source<'a>; 3],
}

impl TernaryUser for Map3<'_> {
    type Output = ();
    fn call(self, function: impl Fn(u32, u32, u32) -> u32) {
        use Source::{Column, Word};
        let target = self.target.iter_mut();
        match self.sources {
            [Column(x), Column(y), Column(z)] => {
                for (((target, &x), &y), &z) in target.zip(x).zip(y).zip(z) {
                    *target = function(x, y, z);
                }
            }
            [Column(x), Column(y), Word(z)] => {
                for ((target, &x), &y) in target.zip(x).zip(y) {
                    *target = function(x, y, z);
                }
            }
            [Column(x), Word(y), Column(z)] => {
                for ((target, &x), &z) in target.zip(x).zip(z) {
                    *target = function(x, y, z);
                }
            }
            [Column(x), Word(y), Word(z)] => {
                for (target, &x) in target.zip(x) {
                    *target = function(x, y, z);
                }
            }
            [Word(x), y, z] => {
                for (lane, target) in target.enumerate() {
                    *target = function(x, y.lane(lane), z.lane(lane));
                }
            }
        }
    }
}
