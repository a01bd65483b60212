//! Networks against what is known of them: the 0-1 principle, numbers of comparators from the
//! literature, and each other.

mod counts;
mod drawing;
mod faults;
mod sorting;
mod text;

use super::{Comparator, Network};

/// The networks that sort any number of wires.
fn of_any_number(wires: u32) -> [Network; 3] {
    [Network::flip, Network::recursive, Network::odd_even_merge]
        .map(|form| form(wires).expect("few wires"))
}

/// All forms that there are for this number of wires.
fn all_forms(wires: u32) -> Vec<Network> {
    let mut forms = Vec::from(of_any_number(wires));
    if wires.is_power_of_two() {
        forms.push(Network::xor(wires).expect("a power of two"));
    }
    forms
}

/// The comparators, whatever their order.
fn set(network: &Network) -> Vec<Comparator> {
    let mut comparators = Vec::from_iter(network.comparators());
    comparators.sort();
    comparators
}

/// The network without the comparator that comes at `index`.
fn without(network: &Network, index: usize) -> Network {
    let comparators = network.comparators().enumerate();
    let others = comparators.filter(|&(at, _)| at != index);
    let others = others.map(|(_, comparator)| comparator);
    Network::new("one removed", network.wires(), others).expect("as before")
}
