//! Loops over the lanes of columns: the arithmetic of a workgroup. Written so that the compiler
//! turns them into vector instructions: slices of one length, no branch, no index.

use super::division;
use super::mask::Active;
use super::vectors::{Instructions, Work};
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
pub(super) fn unary(
    instructions: Instructions,
    function: Unary,
    target: &mut [u32],
    source: &[u32],
) {
    instructions.run(Map1 {
        function,
        columns: Columns1 { target, source },
    });
}

/// `target` = function(`lhs`, `rhs`)
pub(super) fn binary(
    instructions: Instructions,
    function: Binary,
    target: &mut [u32],
    lhs: Source<'_>,
    rhs: Source<'_>,
) {
    instructions.run(Map2 {
        function,
        columns: Columns2 { target, lhs, rhs },
    });
}

/// `target` = function of three sources
pub(super) fn ternary(
    instructions: Instructions,
    function: Ternary,
    target: &mut [u32],
    sources: [Source<'_>; 3],
) {
    instructions.run(Map3 {
        function,
        columns: Columns3 { target, sources },
    });
}

/// Gives the active lanes of `target` the words of `source`.
pub(super) fn assign(
    instructions: Instructions,
    target: &mut [u32],
    source: Source<'_>,
    active: Active<'_>,
) {
    instructions.run(Assign {
        target,
        source,
        active,
    });
}

struct Assign<'a> {
    target: &'a mut [u32],
    source: Source<'a>,
    active: Active<'a>,
}

impl Work for Assign<'_> {
    type Output = ();

    #[inline(always)]
    fn work(self) {
        assign_lanes(self.target, self.source, self.active);
    }
}

#[inline(always)]
fn assign_lanes(target: &mut [u32], source: Source<'_>, active: Active<'_>) {
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
    function: Unary,
    columns: Columns1<'a>,
}

impl Work for Map1<'_> {
    type Output = ();

    #[inline(always)]
    fn work(self) {
        self.function.dispatch(self.columns);
    }
}

struct Columns1<'a> {
    target: &'a mut [u32],
    source: &'a [u32],
}

impl UnaryUser for Columns1<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self, function: impl Fn(u32) -> u32) {
        for (target, &x) in self.target.iter_mut().zip(self.source) {
            *target = function(x);
        }
    }
}

struct Map2<'a> {
    function: Binary,
    columns: Columns2<'a>,
}

impl Work for Map2<'_> {
    type Output = ();

    #[inline(always)]
    fn work(self) {
        let Columns2 { target, lhs, rhs } = self.columns;
        if let (Source::Column(lhs), Source::Word(rhs)) = (lhs, rhs)
            && division::by_word(self.function, target, lhs, rhs)
        {
            return;
        }
        self.function.dispatch(Columns2 { target, lhs, rhs });
    }
}

struct Columns2<'a> {
    target: &'a mut [u32],
    lhs: Source<'a>,
    rhs: Source<'a>,
}

impl BinaryUser for Columns2<'_> {
    type Output = ();

    #[inline(always)]
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
    function: Ternary,
    columns: Columns3<'a>,
}

impl Work for Map3<'_> {
    type Output = ();

    #[inline(always)]
    fn work(self) {
        self.function.dispatch(self.columns);
    }
}

struct Columns3<'a> {
    target: &'a mut [u32],
    sources: [Source<'a>; 3],
}

impl TernaryUser for Columns3<'_> {
    type Output = ();

    #[inline(always)]
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

#[cfg(test)]
mod tests {
    use super::super::vectors::Vectors;
    use super::*;

    /// Floats and integers at the borders of what operations do with them, as many as vectors and a
    /// rest.
    fn words() -> Vec<u32> {
        let floats = [
            0.0,
            -0.0,
            0.5,
            -1.5,
            2.5,
            1e-40,
            3e38,
            -7.25,
            1.0,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::NAN,
            16_777_217.0,
            4e9,
        ];
        let integers = [1, 2, 3, 7, 31, 32, 33, 0x7FFF_FFFF, 0x8000_0001, u32::MAX];
        let floats = floats.iter().map(|float| float.to_bits());
        floats.chain(integers).chain([0xFFC0_1234, 12345]).collect()
    }

    /// The words in turn, and each beside every other.
    fn pairs() -> [Vec<u32>; 2] {
        let words = words();
        let first = words.iter().flat_map(|&x| vec![x; words.len()]).collect();
        [first, words.repeat(words.len())]
    }

    /// What a loop leaves with each of the instruction sets.
    fn both(lanes: usize, work: impl Fn(Instructions, &mut [u32])) -> [Vec<u32>; 2] {
        [Vectors::Baseline, Vectors::Widest].map(|vectors| {
            let mut target = vec![0; lanes];
            work(vectors.resolve(), &mut target);
            target
        })
    }

    /// The one freedom: which of two NaN operands becomes the result is not fixed by Rust nor WGSL.
    fn assert_same(baseline: &[u32], widest: &[u32], what: std::fmt::Arguments<'_>) {
        let nan = |word: u32| f32::from_bits(word).is_nan();
        for (lane, (&x, &y)) in baseline.iter().zip(widest).enumerate() {
            assert!(
                x == y || nan(x) && nan(y),
                "{what}, lane {lane}: {x:x} and {y:x}"
            );
        }
    }

    #[test]
    fn vectors_change_no_unary_operation() {
        let words = words();
        for &function in Unary::ALL {
            let [baseline, widest] = both(words.len(), |instructions, target| {
                unary(instructions, function, target, &words);
            });
            assert_eq!(baseline, widest, "{function:?}");
        }
    }

    #[test]
    fn vectors_change_no_binary_operation() {
        let [lhs, rhs] = pairs();
        for &function in Binary::ALL {
            let [baseline, widest] = both(lhs.len(), |instructions, target| {
                let (lhs, rhs) = (Source::Column(&lhs), Source::Column(&rhs));
                binary(instructions, function, target, lhs, rhs);
            });
            assert_same(&baseline, &widest, format_args!("{function:?}"));
            for &word in &words() {
                let [baseline, widest] = both(lhs.len(), |instructions, target| {
                    binary(
                        instructions,
                        function,
                        target,
                        Source::Column(&lhs),
                        Source::Word(word),
                    );
                });
                assert_same(&baseline, &widest, format_args!("{function:?} by {word:x}"));
            }
        }
    }

    #[test]
    fn vectors_change_no_ternary_operation() {
        let [first, second] = pairs();
        let third: Vec<u32> = first.iter().rev().map(|word| word % 33).collect();
        for &function in Ternary::ALL {
            let [baseline, widest] = both(first.len(), |instructions, target| {
                let sources = [&first, &second, &third].map(|column| Source::Column(column));
                ternary(instructions, function, target, sources);
            });
            assert_eq!(baseline, widest, "{function:?}");
        }
    }
}
