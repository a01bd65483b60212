//! Verdicts on subgroup operations as authors write them, and what is told of those that
//! not every invocation of the subgroup reaches.

use super::{accepts, analyse, analyse_for_naga, refuses};
use crate::*;

/// Every operation, by its name.
const OPERATIONS: [(&str, fn()); 22] = [
    ("subgroup_elect", || drop_it(subgroup_elect())),
    ("subgroup_all", || drop_it(subgroup_all(true))),
    ("subgroup_any", || drop_it(subgroup_any(true))),
    ("subgroup_ballot", || drop_it(subgroup_ballot(true))),
    ("subgroup_broadcast", || {
        drop_it(subgroup_broadcast(1u32, 2))
    }),
    ("subgroup_broadcast_first", || {
        drop_it(subgroup_broadcast_first(1u32))
    }),
    ("subgroup_add", || drop_it(subgroup_add(1u32))),
    ("subgroup_inclusive_add", || {
        drop_it(subgroup_inclusive_add(1u32))
    }),
    ("subgroup_exclusive_add", || {
        drop_it(subgroup_exclusive_add(1u32))
    }),
    ("subgroup_mul", || drop_it(subgroup_mul(1u32))),
    ("subgroup_min", || drop_it(subgroup_min(1u32))),
    ("subgroup_max", || drop_it(subgroup_max(1u32))),
    ("subgroup_and", || drop_it(subgroup_and(1u32))),
    ("subgroup_or", || drop_it(subgroup_or(1u32))),
    ("subgroup_xor", || drop_it(subgroup_xor(1u32))),
    ("subgroup_shuffle", || drop_it(subgroup_shuffle(1u32, 2))),
    ("subgroup_shuffle_xor", || {
        drop_it(subgroup_shuffle_xor(1u32, 2))
    }),
    ("subgroup_shuffle_up", || {
        drop_it(subgroup_shuffle_up(1u32, 2))
    }),
    ("subgroup_shuffle_down", || {
        drop_it(subgroup_shuffle_down(1u32, 2))
    }),
    ("quad_broadcast", || drop_it(quad_broadcast(1u32, 2))),
    ("quad_swap_x", || drop_it(quad_swap_x(1u32))),
    ("quad_swap_diagonal", || drop_it(quad_swap_diagonal(1u32))),
];

fn drop_it<T>(_: Node<T>) {}

#[test]
fn operations_are_reached_by_the_whole_subgroup() {
    for (_, operation) in OPERATIONS {
        accepts(|_| operation());
        accepts(|_| If(workgroup_index().lt(3), operation).else_(|| {}));
        accepts(|_| If(subgroup_id().lt(3), operation).else_(|| {}));
        accepts(|k| Loop(range(0u32, k.param::<u32>("turns")), |_| operation()));
        refuses(|_| If(local_invocation_index().lt(3), operation).else_(|| {}));
        refuses(|_| If(subgroup_invocation_id().lt(3), operation).else_(|| {}));
        refuses(|_| {
            If(subgroup_invocation_id().gt(3), || Return(()));
            operation();
        });
    }
}

#[test]
fn a_fault_names_the_operation_and_what_decides() {
    for (name, operation) in OPERATIONS {
        let line = line!() + 2;
        let (faults, _) = analyse(|_| {
            let lane = subgroup_invocation_id();
            If(lane.lt(3), operation);
        });
        let [fault] = &faults[..] else {
            panic!("one fault: {faults:#?}")
        };
        let message = format!("`{name}` in control flow that is not uniform");
        assert_eq!(fault.message, message);
        let notes: Vec<(u32, &str)> = fault
            .labels
            .iter()
            .map(|label| (label.at.line(), label.text.as_str()))
            .collect();
        let expected = [
            (line + 1, "this decides which invocations go on"),
            (
                line,
                "`subgroup_invocation_id` differs between the invocations",
            ),
        ];
        assert_eq!(notes, expected);
        let help = fault.help.as_deref().unwrap_or_default();
        assert!(help.contains("`select`"), "{help}");
    }
}

#[test]
fn a_subgroup_barrier_is_told_as_barriers_are() {
    let (faults, _) =
        analyse_for_naga(|_| If(instance_index().lt(3), subgroup_barrier).else_(|| {}));
    let [fault] = &faults[..] else {
        panic!("one fault: {faults:#?}")
    };
    assert_eq!(
        fault.message,
        "`subgroup_barrier` in control flow that is not uniform"
    );
    let help = fault.help.as_deref().unwrap_or_default();
    assert!(help.contains("put only the reads and writes"), "{help}");
    let (faults, _) = analyse_for_naga(|_| If(subgroup_id().lt(3), subgroup_barrier).else_(|| {}));
    assert_eq!(faults, []);
}

#[test]
fn distances_and_masks_are_the_same_for_the_subgroup() {
    type Shuffle = fn(Node<u32>, Node<u32>) -> Node<u32>;
    let shuffles: [Shuffle; 3] = [
        subgroup_shuffle_xor,
        subgroup_shuffle_up,
        subgroup_shuffle_down,
    ];
    for shuffle in shuffles {
        accepts(|_| drop_it(shuffle(local_invocation_index(), subgroup_id())));
        accepts(|_| drop_it(shuffle(local_invocation_index(), subgroup_size() / 2)));
        refuses(|_| drop_it(shuffle(local_invocation_index(), subgroup_invocation_id())));
    }
    accepts(|_| {
        drop_it(subgroup_shuffle(
            local_invocation_index(),
            subgroup_invocation_id(),
        ))
    });
    let (faults, _) = analyse(|_| drop_it(subgroup_shuffle_up(1u32, local_invocation_index())));
    let [fault] = &faults[..] else {
        panic!("one fault: {faults:#?}")
    };
    assert_eq!(
        fault.message,
        "an operand of `subgroup_shuffle_up` is not uniform"
    );
}

#[test]
fn a_function_that_asks_is_called_by_the_whole_subgroup() {
    let line = line!() + 2;
    let (faults, _) = analyse(|_| {
        let total = Fn("total", ["value"], |value: Node<u32>| subgroup_add(value));
        If(instance_index().lt(3), || drop_it(total.call(1)));
    });
    let [fault] = &faults[..] else {
        panic!("one fault: {faults:#?}")
    };
    assert_eq!(
        fault.message,
        "`total`, which holds a `subgroup_add`, is called so that not all invocations reach it together"
    );
    let first = &fault.labels[0];
    assert_eq!(
        (first.at.line(), first.text.as_str()),
        (line, "the operation is here")
    );
}

#[test]
fn what_only_subgroups_reach_together_is_asked_for() {
    const DIRECTIVE: &str = "requires subgroup_uniformity;\n";
    let ask = |_: &KernelScope| drop_it(subgroup_add(1u32));
    let (_, text) = analyse(|k| {
        ask(k);
        If(workgroup_index().lt(3), || ask(k));
    });
    assert!(!text.contains(DIRECTIVE), "{text}");
    let (faults, text) = analyse(|k| {
        If(subgroup_id().lt(3), || ask(k));
    });
    assert_eq!(faults, []);
    assert!(text.contains(DIRECTIVE), "{text}");
    // In a function, and by what a subgroup agrees on.
    let (faults, text) = analyse(|_| {
        let total = Fn("total", ["value"], |value: Node<u32>| subgroup_add(value));
        let agreed = subgroup_broadcast_first(subgroup_id());
        If(agreed.lt(3), || drop_it(total.call(1)));
    });
    assert_eq!(faults, []);
    assert!(text.contains(DIRECTIVE), "{text}");
    let (_, text) = analyse_for_naga(|k| {
        If(subgroup_id().lt(3), || ask(k));
    });
    assert!(!text.contains("requires"), "{text}");
}
