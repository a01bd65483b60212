//! Functions of 64 bits over columns: each scalar lies in two, its low and its high words.

use super::lanes::Source;
use super::machine::Machine;
use super::observer::Observer;
use super::vectors::Work;
use crate::decode::operation::Register;
use crate::value::{Wide, WideUser};

/// Lanes whose words are joined to 64 bits at once: three operands stay in the nearest cache.
const CHUNK: usize = 64;

impl<O: Observer> Machine<'_, '_, O> {
    /// Computes the low and, if there is one, the high word of a result.
    pub(super) fn wide(
        &mut self,
        function: Wide,
        target: Register,
        high: Option<Register>,
        sources: [[Register; 2]; 3],
    ) {
        let sources_now = sources.map(|words| words.map(|word| self.source(word)));
        if let Some(operands) = uniform(sources_now) {
            let result = function.scalar(operands);
            self.set(target, result as u32);
            if let Some(high) = high {
                self.set(high, (result >> 32) as u32);
            }
            return;
        }
        let mut low_words = self.take_column(target);
        let mut high_words = high.map(|high| self.take_column(high));
        self.instructions.run(Map {
            function,
            columns: Columns {
                low: &mut low_words,
                high: high_words.as_deref_mut(),
                sources: sources.map(|words| words.map(|word| self.source(word))),
            },
        });
        self.give_column(target, low_words);
        if let (Some(high), Some(words)) = (high, high_words) {
            self.give_column(high, words);
        }
    }
}

/// The operands, if all lanes have the same.
fn uniform(sources: [[Source<'_>; 2]; 3]) -> Option<[u64; 3]> {
    let mut operands = [0; 3];
    for (operand, words) in operands.iter_mut().zip(sources) {
        let [Source::Word(low), Source::Word(high)] = words else {
            return None;
        };
        *operand = join(low, high);
    }
    Some(operands)
}

fn join(low: u32, high: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

struct Map<'a> {
    function: Wide,
    columns: Columns<'a>,
}

impl Work for Map<'_> {
    type Output = ();

    #[inline(always)]
    fn work(self) {
        self.function.dispatch(self.columns);
    }
}

struct Columns<'a> {
    low: &'a mut [u32],
    high: Option<&'a mut [u32]>,
    sources: [[Source<'a>; 2]; 3],
}

impl WideUser for Columns<'_> {
    type Output = ();

    #[inline(always)]
    fn call(mut self, function: impl Fn(u64, u64, u64) -> u64) {
        let mut operands = [[0; CHUNK]; 3];
        let mut results = [0; CHUNK];
        for (index, low) in self.low.chunks_mut(CHUNK).enumerate() {
            let start = index * CHUNK;
            for (operand, source) in operands.iter_mut().zip(self.sources) {
                load(&mut operand[..low.len()], source, start);
            }
            let [x, y, z] = &operands;
            for (((result, &x), &y), &z) in results.iter_mut().zip(x).zip(y).zip(z) {
                *result = function(x, y, z);
            }
            for (low, &result) in low.iter_mut().zip(&results) {
                *low = result as u32;
            }
            if let Some(high) = &mut self.high {
                for (high, &result) in high[start..].iter_mut().zip(&results) {
                    *high = (result >> 32) as u32;
                }
            }
        }
    }
}

/// Joins the words of some lanes, from lane `start` on.
#[inline(always)]
fn load(operand: &mut [u64], [low, high]: [Source<'_>; 2], start: usize) {
    match (low, high) {
        (Source::Word(low), Source::Word(high)) => operand.fill(join(low, high)),
        (Source::Column(low), Source::Column(high)) => {
            let words = low[start..].iter().zip(&high[start..]);
            for (operand, (&low, &high)) in operand.iter_mut().zip(words) {
                *operand = join(low, high);
            }
        }
        (Source::Column(low), Source::Word(high)) => {
            for (operand, &low) in operand.iter_mut().zip(&low[start..]) {
                *operand = join(low, high);
            }
        }
        (Source::Word(low), Source::Column(high)) => {
            for (operand, &high) in operand.iter_mut().zip(&high[start..]) {
                *operand = join(low, high);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::vectors::Vectors;
    use super::*;

    /// Floats and integers at the borders, as many as some chunks and a rest.
    fn scalars() -> Vec<u64> {
        let floats = [
            0.0,
            -0.0,
            0.5,
            -1.5,
            1e-310,
            1e300,
            f64::INFINITY,
            f64::NAN,
            -9.3e18,
            1e20,
        ];
        let integers = [1, 3, 63, 64, 65, 1 << 31, 1 << 32, 1 << 63, u64::MAX];
        let floats = floats.iter().map(|float| float.to_bits());
        floats.chain(integers).collect()
    }

    fn halves(scalars: &[u64]) -> [Vec<u32>; 2] {
        let low = scalars.iter().map(|&scalar| scalar as u32);
        let high = scalars.iter().map(|&scalar| (scalar >> 32) as u32);
        [low.collect(), high.collect()]
    }

    /// Every function on columns, with the baseline and with vectors, against its scalar meaning.
    #[test]
    fn columns_hold_what_scalars_give() {
        let scalars = scalars();
        let x: Vec<u64> = scalars
            .iter()
            .flat_map(|&x| vec![x; scalars.len()])
            .collect();
        let y = scalars.repeat(scalars.len());
        let z: Vec<u64> = y.iter().map(|y| y % 65).collect();
        let columns = [&x, &y, &z].map(|scalars| halves(scalars));
        for &function in Wide::ALL {
            for vectors in [Vectors::Baseline, Vectors::Widest] {
                let mut words = [vec![0; x.len()], vec![0; x.len()]];
                let [low, high] = &mut words;
                vectors.resolve().run(Map {
                    function,
                    columns: Columns {
                        low,
                        high: Some(high),
                        sources: columns
                            .each_ref()
                            .map(|words| words.each_ref().map(|words| Source::Column(words))),
                    },
                });
                for lane in 0..x.len() {
                    let expected = function.scalar([x[lane], y[lane], z[lane]]);
                    let found = join(words[0][lane], words[1][lane]);
                    let nan = |bits: u64| f64::from_bits(bits).is_nan();
                    assert!(
                        found == expected || nan(found) && nan(expected),
                        "{function:?} of {:x} and {:x}: {found:x}, not {expected:x}",
                        x[lane],
                        y[lane]
                    );
                }
            }
        }
    }

    #[test]
    fn words_and_columns_mix() {
        let column: Vec<u32> = (0..100).collect();
        let mut low = vec![0; 100];
        Vectors::Baseline.resolve().run(Map {
            function: Wide::Add,
            columns: Columns {
                low: &mut low,
                high: None,
                sources: [
                    [Source::Column(&column), Source::Word(1)],
                    [Source::Word(7), Source::Column(&column)],
                    [Source::Word(0), Source::Word(0)],
                ],
            },
        });
        let expected: Vec<u32> = (7..107).collect();
        assert_eq!(low, expected);
    }
}
