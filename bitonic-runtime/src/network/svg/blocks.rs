//! Which comparators of a round belong together, and in which column each stands: from where their
//! lines run, whatever network they are of.

use crate::network::Comparator;

/// Comparators of a round that cross each other's wires, directly or through others.
pub(super) struct Block {
    /// The first and the last wire.
    pub(super) first: u32,
    pub(super) last: u32,
    /// The columns that it takes, counted from 0 in its round.
    pub(super) columns: usize,
    /// Whether they are nested, or one alone: a flip.
    pub(super) is_fan: bool,
    /// Whether all are reversed.
    pub(super) is_reversed: bool,
}

/// The comparators of a round in columns and in blocks.
pub(super) struct Arranged {
    /// The column of each comparator, in the order of the round.
    pub(super) columns: Vec<usize>,
    /// The blocks, from the first wire on.
    pub(super) blocks: Vec<Block>,
}

/// Puts each comparator into the first column where it touches no line, from the upper ends down.
pub(super) fn arrange(comparators: &[Comparator]) -> Arranged {
    let mut order: Vec<usize> = (0..comparators.len()).collect();
    order.sort_by_key(|&index| comparators[index].first());
    let mut columns = vec![0; comparators.len()];
    let mut blocks: Vec<Block> = Vec::new();
    // The last wire that each column of the open block reaches.
    let mut reached: Vec<u32> = Vec::new();
    for index in order {
        let comparator = comparators[index];
        match blocks.last_mut() {
            Some(block) if comparator.first() < block.last => block.take(comparator),
            Some(_) | None => {
                reached.clear();
                blocks.push(Block::of(comparator));
            }
        }
        let free = reached.iter().position(|&last| last < comparator.first());
        let column = free.unwrap_or(reached.len());
        match reached.get_mut(column) {
            Some(last) => *last = comparator.last(),
            None => reached.push(comparator.last()),
        }
        columns[index] = column;
        if let Some(block) = blocks.last_mut() {
            block.columns = reached.len();
        }
    }
    Arranged { columns, blocks }
}

impl Block {
    fn of(comparator: Comparator) -> Block {
        Block {
            first: comparator.first(),
            last: comparator.last(),
            columns: 0,
            is_fan: true,
            is_reversed: comparator.is_reversed(),
        }
    }

    /// Adds a comparator that begins below all that are in it.
    fn take(&mut self, comparator: Comparator) {
        let centre = self.first + self.last;
        self.is_fan &= comparator.first() + comparator.last() == centre;
        self.is_reversed &= comparator.is_reversed();
        self.last = self.last.max(comparator.last());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Network;

    /// Lines in one column end before the next begins.
    #[test]
    fn no_line_covers_another() {
        for wires in [2, 5, 8, 16, 19, 32] {
            for form in [Network::flip, Network::odd_even_merge, Network::recursive] {
                for round in form(wires).expect("few wires").rounds() {
                    let arranged = arrange(round.comparators());
                    let lines = round.comparators().iter().zip(&arranged.columns);
                    let lines = Vec::from_iter(lines);
                    for (index, (one, column)) in lines.iter().enumerate() {
                        for (other, other_column) in &lines[index + 1..] {
                            let apart = one.last() < other.first() || other.last() < one.first();
                            assert!(column != other_column || apart, "{one} and {other}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn flips_are_fans_and_disperses_are_not() {
        let network = Network::flip(8).expect("few wires");
        let shapes = network.rounds().iter().map(|round| {
            let arranged = arrange(round.comparators());
            let fans = arranged.blocks.iter().filter(|block| block.is_fan).count();
            (arranged.blocks.len(), fans, arranged.blocks[0].columns)
        });
        // Flips of 2, 4 and 8, each with disperses; those of height 2 are both.
        let expected = [
            (4, 4, 1),
            (2, 2, 2),
            (4, 4, 1),
            (1, 1, 4),
            (2, 0, 2),
            (4, 4, 1),
        ];
        assert!(shapes.eq(expected));
    }

    #[test]
    fn blocks_that_are_reversed_throughout_are_known() {
        let network = Network::xor(8).expect("a power of two");
        let arranged = arrange(network.rounds()[1].comparators());
        let reversed = arranged.blocks.iter().map(|block| block.is_reversed);
        assert!(reversed.eq([false, true]));
    }
}
