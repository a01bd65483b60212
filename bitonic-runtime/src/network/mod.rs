//! Comparator networks as plain data: made from the forms of the bitonic sort, from Batcher's
//! odd-even merge or from a file, run on the host, checked, drawn, and turned into kernels.
//!
//! ```
//! use bitonic_runtime::network::Network;
//!
//! let network = Network::flip(6)?;
//! network.check()?;
//! let mut keys = [4, 1, 6, 3, 5, 2];
//! network.apply(&mut keys)?;
//! assert_eq!(keys, [1, 2, 3, 4, 5, 6]);
//! assert_eq!((network.depth(), network.len()), (6, 15));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `forms` and `recursive` make the known networks and `schedule` those of a planned sort,
//! `sequence` puts comparators into rounds, `text` reads and writes files, `check` tells whether
//! a network sorts, `svg` draws it, `kernel` makes a kernel of it, [`mod@reference`] has the
//! bitonic sort as plain functions. Nothing here touches a device.

mod check;
mod error;
mod forms;
mod kernel;
mod recursive;
pub mod reference;
mod schedule;
mod sequence;
mod svg;
#[cfg(test)]
mod tests;
mod text;

use std::cmp::Ordering;

pub use check::{Counterexample, Evidence};
pub use error::NetworkError;
pub use kernel::KernelOptions;

/// The most wires of a network. A bitonic sort of as many has 4,456,448 comparators.
pub const MOST_WIRES: u32 = 1 << 16;

/// Two wires whose keys are put in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Comparator {
    /// Where the lesser key goes, whichever index is smaller.
    pub low: u32,
    /// Where the greater key goes.
    pub high: u32,
}

impl Comparator {
    /// The comparator that sends the lesser key to `low`.
    #[must_use]
    pub const fn new(low: u32, high: u32) -> Comparator {
        Comparator { low, high }
    }

    /// The smaller index.
    #[must_use]
    pub fn first(self) -> u32 {
        self.low.min(self.high)
    }

    /// The greater index.
    #[must_use]
    pub fn last(self) -> u32 {
        self.low.max(self.high)
    }

    /// Whether the lesser key goes to the greater index.
    #[must_use]
    pub fn is_reversed(self) -> bool {
        self.low > self.high
    }
}

/// Comparators that work at the same time: none touches a wire of another.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Round {
    stage: u32,
    comparators: Vec<Comparator>,
}

impl Round {
    /// The stage that the round belongs to, from 0: of a bitonic sort, the rounds that merge
    /// blocks of one height.
    #[must_use]
    pub fn stage(&self) -> u32 {
        self.stage
    }

    /// The comparators, in the order in which they were made.
    #[must_use]
    pub fn comparators(&self) -> &[Comparator] {
        &self.comparators
    }

    /// Exchanges the keys of each comparator that are out of order.
    fn apply<T>(&self, keys: &mut [T], order: &mut impl FnMut(&T, &T) -> Ordering) {
        for &Comparator { low, high } in &self.comparators {
            let (low, high) = (low as usize, high as usize);
            if order(&keys[low], &keys[high]) == Ordering::Greater {
                keys.swap(low, high);
            }
        }
    }
}

/// A comparator network: wires that each carry a key, and rounds of comparators on them.
///
/// Whether it sorts, [`Network::check`] tells. No round is empty and none touches a wire twice, all
/// wires are below [`Network::wires`], and rounds of one stage follow each other: what makes a
/// network sees to it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Network {
    name: String,
    wires: u32,
    rounds: Vec<Round>,
}

impl Network {
    /// A network of `wires` wires, with its comparators in the order in which they work. Each
    /// goes into the first round after all that share a wire with it; all are one stage.
    ///
    /// ```
    /// use bitonic_runtime::network::{Comparator, Network};
    ///
    /// let three = [(0, 1), (1, 2), (0, 1)].map(|(low, high)| Comparator::new(low, high));
    /// let network = Network::new("sorts three", 3, three)?;
    /// assert_eq!(network.depth(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// More than [`MOST_WIRES`] wires, or a comparator of a wire with itself or beyond them.
    pub fn new(
        name: impl Into<String>,
        wires: u32,
        comparators: impl IntoIterator<Item = Comparator>,
    ) -> Result<Network, NetworkError> {
        sequence::network(name.into(), wires, comparators)
    }

    /// What it is called: a line of text.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of wires, each of which carries a key.
    #[must_use]
    pub fn wires(&self) -> u32 {
        self.wires
    }

    /// The rounds, in the order in which they work.
    #[must_use]
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// All comparators, round by round.
    pub fn comparators(&self) -> impl Iterator<Item = Comparator> {
        let rounds = self.rounds.iter();
        rounds.flat_map(|round| round.comparators.iter().copied())
    }

    /// The number of rounds.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.rounds.len()
    }

    /// The number of comparators.
    #[must_use]
    pub fn len(&self) -> usize {
        let of_round = |round: &Round| round.comparators.len();
        self.rounds.iter().map(of_round).sum()
    }

    /// Whether there is no comparator.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rounds.is_empty()
    }

    /// Whether some comparator sends the lesser key to the greater index.
    #[must_use]
    pub fn has_reversed(&self) -> bool {
        self.comparators().any(Comparator::is_reversed)
    }

    /// Runs the network on keys of the host, one for each wire. A comparator leaves equal
    /// keys where they are.
    ///
    /// # Errors
    ///
    /// There are more keys than wires, or fewer.
    pub fn apply<T: Ord>(&self, keys: &mut [T]) -> Result<(), NetworkError> {
        self.apply_by(keys, T::cmp)
    }

    /// [`Network::apply`] in another order.
    ///
    /// ```
    /// use bitonic_runtime::network::Network;
    ///
    /// let mut keys = [0.5, -1.0, f32::INFINITY, 0.0];
    /// Network::odd_even_merge(4)?.apply_by(&mut keys, f32::total_cmp)?;
    /// assert_eq!(keys, [-1.0, 0.0, 0.5, f32::INFINITY]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Network::apply`].
    pub fn apply_by<T>(
        &self,
        keys: &mut [T],
        mut order: impl FnMut(&T, &T) -> Ordering,
    ) -> Result<(), NetworkError> {
        self.one_key_a_wire(keys.len())?;
        let rounds = self.rounds.iter();
        rounds.for_each(|round| round.apply(keys, &mut order));
        Ok(())
    }

    /// Runs one round, which [`Network::rounds`] has at `round`; none where it has none there.
    ///
    /// # Errors
    ///
    /// As [`Network::apply`].
    pub fn apply_round<T: Ord>(&self, round: usize, keys: &mut [T]) -> Result<(), NetworkError> {
        self.one_key_a_wire(keys.len())?;
        let rounds = self.rounds.get(round).into_iter();
        rounds.for_each(|round| round.apply(keys, &mut T::cmp));
        Ok(())
    }

    fn one_key_a_wire(&self, keys: usize) -> Result<(), NetworkError> {
        match keys == self.wires as usize {
            true => Ok(()),
            false => {
                let message = format!(
                    "{keys} keys were given to a network of {} wires",
                    self.wires
                );
                Err(NetworkError::new(message, "give one key for each wire"))
            }
        }
    }
}
