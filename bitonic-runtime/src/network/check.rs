//! Whether a network sorts, by the 0-1 principle: a network that sorts all inputs of zeros and ones
//! sorts all inputs (D. E. Knuth, "The Art of Computer Programming", volume 3, 5.3.4,
//! theorem Z). A comparator is then an `and` and an `or`, and 64 inputs fit a word.

use std::fmt;

use super::{Comparator, Network};

/// The most wires of which all inputs are tried: 2^24 inputs.
const MOST_WIRES_OF_ALL_INPUTS: u32 = 24;

/// The most comparators times words of which all inputs are tried, some seconds of work: 8192
/// comparators of 24 wires, any number that a person would write of fewer.
const MOST_WORK: u64 = 1 << 31;

/// Inputs tried of more wires.
const SAMPLES: u64 = 1 << 16;

/// Inputs side by side in a word.
const LANES: u64 = u64::BITS as u64;

/// What was seen of a network that nothing speaks against.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Evidence {
    /// All inputs of zeros and ones are sorted, this many: the network sorts.
    AllInputs(u64),
    /// These many inputs of zeros and ones, taken at random, are sorted.
    Samples(u64),
}

impl Evidence {
    /// Whether it is known that the network sorts.
    #[must_use]
    pub fn is_proof(self) -> bool {
        match self {
            Evidence::AllInputs(_) => true,
            Evidence::Samples(_) => false,
        }
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evidence::AllInputs(inputs) => write!(
                f,
                "all {inputs} inputs of zeros and ones come out in order, so that it sorts"
            ),
            Evidence::Samples(inputs) => write!(
                f,
                "{inputs} inputs of zeros and ones, taken at random, come out in order, which is no proof"
            ),
        }
    }
}

/// An input that a network does not sort, of zeros and ones.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Counterexample {
    /// What goes in, wire by wire; `true` is a one.
    pub input: Vec<bool>,
    /// What comes out.
    pub output: Vec<bool>,
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = |bits: &[bool]| String::from_iter(bits.iter().map(|&bit| digit(bit)));
        let (input, output) = (digits(&self.input), digits(&self.output));
        write!(f, "{input} comes out as {output}, so that it does not sort")
    }
}

fn digit(bit: bool) -> char {
    if bit { '1' } else { '0' }
}

impl std::error::Error for Counterexample {}

impl Network {
    /// Looks for an input that the network does not sort, among inputs of zeros and ones: all
    /// of them up to 24 wires, which is a proof, and 65,536 of more wires, taken at random with
    /// few ones here and many there; so too where comparators in their thousands would make all
    /// inputs a matter of minutes. The same network has the same answer each time.
    ///
    /// # Errors
    ///
    /// An input that comes out in disorder.
    pub fn check(&self) -> Result<Evidence, Counterexample> {
        match self.wires() <= MOST_WIRES_OF_ALL_INPUTS && self.work() <= MOST_WORK {
            true => self.check_all(),
            false => self.check_samples(),
        }
    }

    /// Comparators times words of all inputs.
    fn work(&self) -> u64 {
        let words = (1u64 << self.wires()).div_ceil(LANES);
        words.saturating_mul(self.len() as u64)
    }

    fn check_all(&self) -> Result<Evidence, Counterexample> {
        let comparators = Vec::from_iter(self.comparators());
        let inputs = 1u64 << self.wires();
        for first in (0..inputs).step_by(LANES as usize) {
            let words = (0..self.wires()).map(|wire| counted(first, wire)).collect();
            self.check_words(&comparators, words)?;
        }
        Ok(Evidence::AllInputs(inputs))
    }

    fn check_samples(&self) -> Result<Evidence, Counterexample> {
        let comparators = Vec::from_iter(self.comparators());
        let mut random = fastrand::Rng::with_seed(u64::from(self.wires()));
        let blocks = (0..=self.wires().ilog2() + 1).map(|exponent| 1 << exponent);
        for block in blocks.cycle().take((SAMPLES / LANES) as usize) {
            self.check_words(&comparators, sample(&mut random, self.wires(), block))?;
        }
        Ok(Evidence::Samples(SAMPLES))
    }

    /// Checks 64 inputs, one in each bit of the words of the wires.
    fn check_words(
        &self,
        comparators: &[Comparator],
        input: Vec<u64>,
    ) -> Result<(), Counterexample> {
        let mut keys = input.clone();
        for comparator in comparators {
            let (low, high) = (comparator.low as usize, comparator.high as usize);
            (keys[low], keys[high]) = (keys[low] & keys[high], keys[low] | keys[high]);
        }
        let falls = |pair: &[u64]| pair[0] & !pair[1];
        let wrong = keys.windows(2).map(falls).fold(0, |all, one| all | one);
        match wrong {
            0 => Ok(()),
            _ => {
                let lane = wrong.trailing_zeros();
                let of_lane =
                    |words: &[u64]| words.iter().map(|word| word >> lane & 1 == 1).collect();
                Err(Counterexample {
                    input: of_lane(&input),
                    output: of_lane(&keys),
                })
            }
        }
    }
}

/// The bit `wire` of 64 numbers from `first` on, a multiple of 64. Of fewer than six wires there
/// are fewer than 64 inputs; they then come again.
fn counted(first: u64, wire: u32) -> u64 {
    /// Bit `b` of the numbers 0 to 63.
    const WITHIN: [u64; 6] = [
        0xAAAA_AAAA_AAAA_AAAA,
        0xCCCC_CCCC_CCCC_CCCC,
        0xF0F0_F0F0_F0F0_F0F0,
        0xFF00_FF00_FF00_FF00,
        0xFFFF_0000_FFFF_0000,
        0xFFFF_FFFF_0000_0000,
    ];
    match WITHIN.get(wire as usize) {
        Some(&word) => word,
        None if first >> wire & 1 == 1 => u64::MAX,
        None => 0,
    }
}

/// 64 inputs at random. Blocks of wires differ in how many ones they have, from none to all: what
/// a merge gets wrong shows only where one of its halves has far more of them than the other.
fn sample(random: &mut fastrand::Rng, wires: u32, block: usize) -> Vec<u64> {
    let rarest = wires.ilog2() + 1;
    let mut words = vec![0; wires as usize];
    for words in words.chunks_mut(block) {
        let rarity = random.u32(0..=rarest);
        let complement = if random.bool() { u64::MAX } else { 0 };
        words.fill_with(|| rare(random, rarity) ^ complement);
    }
    words
}

/// A word each bit of which is set with a probability of one in `2^rarity`.
fn rare(random: &mut fastrand::Rng, rarity: u32) -> u64 {
    (0..rarity).fold(u64::MAX, |word, _| word & random.u64(..))
}
