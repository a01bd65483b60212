//! The bitonic sort as a recursion, of any number of wires: two halves are sorted against each
//! other's order, and what is then bitonic is merged.
//!
//! K. E. Batcher, "Sorting networks and their applications" (1968), for powers of two; the split of
//! the merge that makes any number do is of H. W. Lang, "Bitonic sorting network for n not a power
//! of 2" (FH Flensburg): the first part is as long as the greatest power of two below the length,
//! and the first half is the one that runs against the asked order, so that the keys which the next
//! power of two would lack are at the end, where they stay.

use super::forms::allowed;
use super::{Comparator, Network, NetworkError, Round};

/// Rounds of one merge or of merges that run side by side.
type Rounds = Vec<Vec<Comparator>>;

impl Network {
    /// The recursive bitonic sort, of any number of wires. For a power of two it has as many
    /// comparators and rounds as [`Network::xor`]; here the first half of a block is the one that
    /// is sorted against the order of the whole, as any number of wires needs it. A stage merges
    /// blocks.
    ///
    /// # Errors
    ///
    /// More than [`MOST_WIRES`](super::MOST_WIRES) wires.
    pub fn recursive(wires: u32) -> Result<Network, NetworkError> {
        allowed(wires)?;
        let stages = (0..).zip(sort(Block::whole(wires)));
        let rounds = stages.flat_map(|(stage, rounds)| {
            let comparators = rounds.into_iter();
            comparators.map(move |comparators| Round { stage, comparators })
        });
        let rounds = rounds.collect();
        Ok(Network::of_rounds("Bitonic sort, recursive", wires, rounds))
    }
}

/// Wires that lie side by side, and the order in which they are to be sorted.
#[derive(Clone, Copy)]
pub(super) struct Block {
    pub(super) start: u32,
    pub(super) len: u32,
    pub(super) ascending: bool,
}

impl Block {
    fn whole(wires: u32) -> Block {
        Block {
            start: 0,
            len: wires,
            ascending: true,
        }
    }

    /// The first `first` wires and the others, in the order of the whole.
    fn split(self, first: u32) -> [Block; 2] {
        let [before, after] = [self, self];
        let rest = Block {
            start: self.start + first,
            len: self.len - first,
            ..after
        };
        [
            Block {
                len: first,
                ..before
            },
            rest,
        ]
    }
}

/// The stages that sort a block, each its rounds.
fn sort(block: Block) -> Vec<Rounds> {
    if block.len < 2 {
        return Vec::new();
    }
    let [first, second] = block.split(block.len / 2);
    let against = Block {
        ascending: !block.ascending,
        ..first
    };
    let mut stages = together(sort(against), sort(second));
    stages.push(merge(block));
    stages
}

/// The stages of two blocks side by side. Where one has fewer, it begins later.
fn together(first: Vec<Rounds>, second: Vec<Rounds>) -> Vec<Rounds> {
    let most = first.len().max(second.len());
    let mut stages = vec![Rounds::new(); most];
    for block in [first, second] {
        let later = most - block.len();
        for (rounds, others) in stages[later..].iter_mut().zip(block) {
            side_by_side(rounds, others);
        }
    }
    stages
}

/// Adds the rounds of another block, from the first on.
fn side_by_side(rounds: &mut Rounds, others: Rounds) {
    if rounds.len() < others.len() {
        rounds.resize_with(others.len(), Vec::new);
    }
    for (round, other) in rounds.iter_mut().zip(others) {
        round.extend(other);
    }
}

/// The rounds that merge a block whose keys are bitonic.
fn merge(block: Block) -> Rounds {
    if block.len < 2 {
        return Vec::new();
    }
    let distance = block.len.next_power_of_two() / 2;
    let firsts = block.start..block.start + block.len - distance;
    let comparator = |first: u32| match block.ascending {
        true => Comparator::new(first, first + distance),
        false => Comparator::new(first + distance, first),
    };
    let mut rounds = vec![firsts.map(comparator).collect()];
    let [first, second] = block.split(distance).map(merge);
    let mut halves = first;
    side_by_side(&mut halves, second);
    rounds.extend(halves);
    rounds
}
