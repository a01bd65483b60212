//! What sorts, and what no longer does.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::rc::Rc;

use super::{all_forms, set, without};
use crate::network::reference::{bitonic_sort_iterative, bitonic_sort_recursive};
use crate::network::{Comparator, Evidence, Network, Round};
use crate::plan::bitonic::Schedule;

/// All inputs of zeros and ones through `apply`, one by one, without the words of `check`.
fn sorts_all(network: &Network) -> bool {
    let wires = network.wires();
    (0..1u32 << wires).all(|input| {
        let mut keys: Vec<bool> = (0..wires).map(|wire| input >> wire & 1 == 1).collect();
        network.apply(&mut keys).expect("a key for each wire");
        keys.is_sorted()
    })
}

/// Keys without equal ones, in an order from a seed.
fn shuffled(count: u32, seed: u64) -> Vec<u32> {
    let mut keys: Vec<u32> = (0..count).collect();
    fastrand::Rng::with_seed(seed).shuffle(&mut keys);
    keys
}

#[test]
fn every_form_sorts_all_inputs_up_to_sixteen_wires() {
    for wires in 0..=16 {
        for network in all_forms(wires) {
            let place = format!("{} of {wires}", network.name());
            assert_eq!(
                network.check(),
                Ok(Evidence::AllInputs(1 << wires)),
                "{place}"
            );
            if wires <= 10 {
                assert!(sorts_all(&network), "{place}");
            }
        }
    }
}

#[test]
fn every_form_sorts_at_random_beyond() {
    for wires in [17, 18, 31, 32, 33, 63, 64, 100, 129, 256, 300, 512] {
        for network in all_forms(wires) {
            let place = format!("{} of {wires}", network.name());
            let evidence = network.check().expect(&place);
            assert_eq!(evidence.is_proof(), wires <= 24, "{place}");
            for seed in 0..20 {
                let mut keys = shuffled(wires, seed);
                network.apply(&mut keys).expect("a key for each wire");
                assert!(keys.is_sorted(), "{place}, seed {seed}");
            }
        }
    }
}

#[test]
fn the_comparators_of_a_schedule_are_those_of_the_flips() {
    for wires in (2..=40).chain([64, 100, 127, 128, 200, 512]) {
        let flip = Network::flip(wires).expect("few wires");
        let padded = wires.next_power_of_two();
        for workgroup_size in [1, 2, 4, 8, 32, 64]
            .into_iter()
            .filter(|size| 2 * size <= padded)
        {
            let schedule = Schedule::new(wires as usize, workgroup_size).expect("a power of two");
            let network = Network::from_schedule(&schedule).expect("few keys");
            assert_eq!(set(&network), set(&flip), "{wires} keys, {workgroup_size}");
            assert_eq!(
                network.rounds(),
                flip.rounds(),
                "{wires} keys, {workgroup_size}"
            );
        }
    }
}

/// What a tile wider than the keys does beyond is harmless.
#[test]
fn a_schedule_of_one_wide_tile_sorts() {
    for wires in 0..=16 {
        for workgroup_size in [1, 8, 64] {
            let schedule = Schedule::new(wires, workgroup_size).expect("a power of two");
            let network = Network::from_schedule(&schedule).expect("few keys");
            assert_eq!(network.check(), Ok(Evidence::AllInputs(1 << wires)));
        }
    }
}

/// Of few wires with very many comparators, all inputs would take too long.
#[test]
fn many_comparators_are_checked_by_samples() {
    let bubbles = (0..600).flat_map(|_| (0..23).map(|wire| Comparator::new(wire, wire + 1)));
    let network = Network::new("bubbles", 24, bubbles).expect("right");
    assert_eq!(network.check(), Ok(Evidence::Samples(1 << 16)));
}

/// Of a power of two no comparator is without a use.
#[test]
fn a_network_without_a_comparator_is_caught() {
    for wires in [2, 4, 8, 16] {
        for network in all_forms(wires) {
            for index in 0..network.len() {
                caught(&without(&network, index), index);
            }
        }
    }
}

/// Where wires are left out some comparators are of no use; which, all inputs tell one by one.
#[test]
fn a_comparator_is_missed_where_it_is_of_use() {
    for wires in [3, 5, 7, 9] {
        for network in all_forms(wires) {
            for index in 0..network.len() {
                let network = without(&network, index);
                match network.check() {
                    Ok(evidence) => {
                        assert!(sorts_all(&network) && evidence.is_proof());
                    }
                    Err(_) => caught(&network, index),
                }
            }
        }
    }
}

#[test]
fn of_many_wires_a_missing_comparator_is_caught_by_samples() {
    for wires in [32, 256] {
        for network in all_forms(wires) {
            for index in (0..network.len()).step_by(network.len() / 64) {
                caught(&without(&network, index), index);
            }
        }
    }
}

/// The counterexample is one: `apply` leaves it in disorder, as is told.
#[track_caller]
fn caught(network: &Network, index: usize) {
    let counterexample = network.check().expect_err("it does not sort");
    let mut keys = counterexample.input.clone();
    network.apply(&mut keys).expect("a key for each wire");
    let place = format!("{index} of {} wires: {counterexample}", network.wires());
    assert_eq!(keys, counterexample.output, "{place}");
    assert!(!keys.is_sorted(), "{place}");
}

#[test]
fn a_counterexample_prints_what_goes_in_and_what_comes_out() {
    let network = Network::parse("0:1\n1:2\n").expect("right");
    let counterexample = network.check().expect_err("it does not sort");
    // Of three keys the bubble takes the greatest down; of 110 it leaves 101.
    assert_eq!(
        counterexample.to_string(),
        "110 comes out as 101, so that it does not sort"
    );
}

#[test]
fn the_references_sort_as_the_standard_library() {
    for count in 0..300 {
        let keys: Vec<u32> = shuffled(count, 7).iter().map(|key| key / 3).collect();
        let mut expected = keys.clone();
        expected.sort_unstable();
        let mut recursive = keys.clone();
        bitonic_sort_recursive(&mut recursive);
        assert_eq!(recursive, expected);
        let mut iterative = keys.clone();
        match bitonic_sort_iterative(&mut iterative) {
            Ok(()) => assert_eq!(iterative, expected),
            Err(error) => {
                assert!(!count.is_power_of_two() && count > 0, "{error}");
                assert_eq!(iterative, keys);
            }
        }
    }
}

/// A key that records whom it meets.
struct Met {
    wire: u32,
    pairs: Pairs,
}

/// Pairs of wires whose keys met.
type Pairs = Rc<RefCell<Vec<(u32, u32)>>>;

impl PartialEq for Met {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Met {}

impl PartialOrd for Met {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// All are equal, so that none moves.
impl Ord for Met {
    fn cmp(&self, other: &Self) -> Ordering {
        self.pairs.borrow_mut().push((self.wire, other.wire));
        Ordering::Equal
    }
}

/// The references compare the pairs of the networks of their names, without their directions.
#[test]
fn the_references_compare_what_the_networks_do() {
    for wires in 1..=33 {
        let recursive = Network::recursive(wires).expect("few wires");
        assert_eq!(pairs(&recursive), met(wires, bitonic_sort_recursive));
        if wires.is_power_of_two() {
            let iterative = Network::xor(wires).expect("a power of two");
            let sort = |keys: &mut [Met]| bitonic_sort_iterative(keys).expect("a power of two");
            assert_eq!(pairs(&iterative), met(wires, sort));
        }
    }
}

fn pairs(network: &Network) -> Vec<(u32, u32)> {
    let pairs = network
        .comparators()
        .map(|pair| (pair.first(), pair.last()));
    let mut pairs = Vec::from_iter(pairs);
    pairs.sort_unstable();
    pairs
}

fn met(wires: u32, sort: impl FnOnce(&mut [Met])) -> Vec<(u32, u32)> {
    let pairs = Pairs::default();
    let key = |wire| {
        let pairs = Rc::clone(&pairs);
        Met { wire, pairs }
    };
    let mut keys = Vec::from_iter((0..wires).map(key));
    sort(&mut keys);
    let mut pairs = pairs.take();
    pairs.sort_unstable();
    pairs
}

/// In the form with direction bits, as in a textbook's listing.
#[test]
fn the_form_with_direction_bits_of_four() {
    let rounds = |network: &Network| {
        network
            .rounds()
            .iter()
            .map(Round::to_string)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        rounds(&Network::xor(4).expect("a power of two")),
        ["0:1 3:2", "0:2 1:3", "0:1 2:3"]
    );
    assert_eq!(
        rounds(&Network::flip(4).expect("few wires")),
        ["0:1 2:3", "0:3 1:2", "0:1 2:3"]
    );
    assert_eq!(
        rounds(&Network::recursive(4).expect("few wires")),
        ["1:0 2:3", "0:2 1:3", "0:1 2:3"]
    );
    assert_eq!(
        rounds(&Network::odd_even_merge(4).expect("few wires")),
        ["0:1 2:3", "0:2 1:3", "1:2"]
    );
}

#[test]
fn rounds_are_applied_one_by_one() {
    let network = Network::flip(16).expect("few wires");
    let (mut whole, mut stepped) = (shuffled(16, 3), shuffled(16, 3));
    network.apply(&mut whole).expect("a key for each wire");
    for round in 0..network.depth() {
        network
            .apply_round(round, &mut stepped)
            .expect("a key for each wire");
    }
    assert_eq!(whole, stepped);
    network
        .apply_round(network.depth(), &mut stepped)
        .expect("nothing is done");
    assert_eq!(whole, stepped);
    assert!(network.apply(&mut whole[..15]).is_err());
    assert_eq!(Comparator::new(3, 1).first(), 1);
}
