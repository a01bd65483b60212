//! Numbers of comparators and rounds, and the shape that every network has.

use super::all_forms;
use crate::network::{Comparator, MOST_WIRES, Network};

#[test]
fn counts_follow_the_formulas() {
    for exponent in 1..=10u32 {
        let wires = 1 << exponent;
        let depth = (exponent * (exponent + 1) / 2) as usize;
        let bitonic = wires as usize / 2 * depth;
        for form in [Network::flip, Network::xor, Network::recursive] {
            let network = form(wires).expect("few wires");
            assert_eq!(network.len(), bitonic, "{} of {wires}", network.name());
            assert_eq!(network.depth(), depth, "{} of {wires}", network.name());
        }
        let merge = Network::odd_even_merge(wires).expect("few wires");
        let quarters = (exponent * exponent - exponent + 4) as usize * wires as usize;
        assert_eq!((merge.len(), merge.depth()), (quarters / 4 - 1, depth));
    }
}

/// Batcher's merge sort of 3 to 8 wires is as small as any network (D. E. Knuth, "The Art
/// of Computer Programming", volume 3, 5.3.4, table 1) for 3, 4, 6, 7 and 8.
#[test]
fn the_odd_even_merge_of_few_wires() {
    let known = [
        (1, 0),
        (2, 1),
        (3, 3),
        (4, 5),
        (5, 9),
        (6, 12),
        (7, 16),
        (8, 19),
    ];
    for (wires, comparators) in known {
        let network = Network::odd_even_merge(wires).expect("few wires");
        assert_eq!(network.len(), comparators, "{wires}");
    }
}

/// No round touches a wire twice or is empty, and rounds of a stage follow each other.
#[test]
fn rounds_touch_each_wire_once() {
    for wires in 0..=70 {
        for network in all_forms(wires) {
            let place = format!("{} of {wires}", network.name());
            for round in network.rounds() {
                let mut touched = vec![false; wires as usize];
                assert!(!round.comparators().is_empty(), "{place}");
                for comparator in round.comparators() {
                    for wire in [comparator.low, comparator.high] {
                        assert!(!touched[wire as usize], "{place}: wire {wire}");
                        touched[wire as usize] = true;
                    }
                }
            }
            let stages = network.rounds().iter().map(|round| round.stage());
            assert!(stages.is_sorted(), "{place}");
            let expected = wires.max(1).next_power_of_two().ilog2();
            let last = network.rounds().last().map_or(0, |round| round.stage() + 1);
            assert_eq!(last, expected, "{place}");
        }
    }
}

#[test]
fn only_the_forms_with_directions_have_reversed_comparators() {
    for wires in [2, 8, 32] {
        let reversed = |network: &Network| network.comparators().any(Comparator::is_reversed);
        let directed = all_forms(wires).iter().map(reversed).collect::<Vec<_>>();
        assert_eq!(directed, [false, wires > 2, false, wires > 2]);
    }
}

#[test]
fn the_largest_network_is_as_large_as_is_said() {
    let network = Network::flip(MOST_WIRES).expect("as many as are allowed");
    assert_eq!(network.len(), 4_456_448);
}

#[test]
fn comparators_in_order_take_the_earliest_round() {
    let comparators = [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)];
    let comparators = comparators.map(|(low, high)| Comparator::new(low, high));
    let network = Network::new("four", 4, comparators).expect("right");
    let merge = Network::odd_even_merge(4).expect("few wires");
    assert_eq!(network.depth(), 3);
    assert!(network.comparators().eq(merge.comparators()));
}
