//! What cannot be made, and how that is told.

use crate::error::{Error, ErrorKind};
use crate::network::{Comparator, KernelOptions, MOST_WIRES, Network};
use crate::plan::bitonic::Schedule;

#[test]
fn direction_bits_need_a_power_of_two() {
    for (wires, help) in [
        (0, "give it wires"),
        (3, "2 or 4"),
        (12, "8 or 16"),
        (33, "32 or 64"),
    ] {
        let error = Network::xor(wires).expect_err("no power of two");
        assert!(error.message().contains("powers of two"), "{error}");
        assert!(error.message().contains(&wires.to_string()), "{error}");
        assert!(error.help().contains(help), "{error}");
        assert!(error.help().contains("flips and disperses"), "{error}");
    }
    assert_eq!(Network::xor(1).expect("one key is sorted").len(), 0);
}

#[test]
fn too_many_wires_are_refused() {
    let many = MOST_WIRES + 1;
    let schedule = Schedule::new(1 << 20, 64).expect("a power of two");
    let refused = [
        Network::flip(many),
        Network::xor(2 * MOST_WIRES),
        Network::odd_even_merge(u32::MAX),
        Network::recursive(many),
        Network::from_schedule(&schedule),
        Network::new("many", many, []),
    ];
    for error in refused.map(|network| network.expect_err("too many wires")) {
        assert!(error.message().contains("at most 65536"), "{error}");
        assert_eq!(error.line(), None);
    }
}

#[test]
fn comparators_have_two_wires_of_the_network() {
    let one = |low, high| Network::new("one", 4, [Comparator::new(low, high)]);
    assert!(one(3, 0).is_ok());
    assert!(one(2, 2).is_err_and(|error| error.message().contains("with itself")));
    assert!(one(0, 4).is_err_and(|error| error.message().contains("no wire 4")));
}

#[test]
fn an_error_of_a_network_is_one_of_the_crate() {
    let error = Network::parse("0:1 1:2").expect_err("twice in a round");
    let told = Error::from(error.clone());
    assert_eq!(told.kind(), ErrorKind::Options);
    assert_eq!(told.to_string(), error.to_string());
    assert!(told.message().starts_with("line 1, column 5: "), "{told}");
}

#[test]
fn a_kernel_is_of_some_wires_and_comparators() {
    let options = KernelOptions::default();
    for wires in [0, 1, 257] {
        let network = Network::flip(wires).expect("few wires");
        let error = network.kernel::<u32>(&options).expect_err("refused");
        assert_eq!(error.kind(), ErrorKind::Limit);
        assert!(error.message().contains("2 to 256 wires"), "{error}");
    }
    let many = std::iter::repeat_n(Comparator::new(0, 1), (1 << 14) + 1);
    let network = Network::new("again and again", 2, many).expect("right");
    let error = network.kernel::<u32>(&options).expect_err("refused");
    assert!(error.message().contains("16384 comparators"), "{error}");
}

#[test]
fn a_kernel_has_a_workgroup_size_that_devices_can_have() {
    let network = Network::flip(4).expect("few wires");
    let none = KernelOptions {
        workgroup_size: 0,
        ..KernelOptions::default()
    };
    let error = network.kernel::<u32>(&none).expect_err("refused");
    assert_eq!(error.kind(), ErrorKind::Kernel);
}
