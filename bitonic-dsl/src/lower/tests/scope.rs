//! Values outside their scope: an error that names both lines.

use std::cell::Cell;

use super::faults;
use crate::diagnostic::SourceLocation;
use crate::graph::{Block, Statement, StatementKind};
use crate::*;

#[test]
fn a_value_of_a_branch_is_not_seen_behind_it() {
    let line = line!() + 5;
    let found = faults(|k| {
        let data = k.storage_mut::<u32>("data");
        let leak = Cell::new(None);
        If(instance_index().lt(4), || {
            leak.set(Some(data.element(0).load() + 1));
        });
        if let Some(value) = leak.get() {
            data.element(1).assign(value * 2);
        }
    });
    let [fault] = &found[..] else {
        panic!("one fault: {found:#?}")
    };
    assert_eq!(fault.at.line(), line + 3);
    assert_eq!(fault.labels.len(), 1);
    assert_eq!(fault.labels[0].at.line(), line);
    assert_eq!(fault.labels[0].text, "made here");
    assert!(
        fault
            .help
            .as_deref()
            .is_some_and(|help| help.contains("to_var"))
    );
}

#[test]
fn a_value_of_one_arm_is_not_seen_in_the_other() {
    let found = faults(|k| {
        let data = k.storage_mut::<u32>("data");
        let leak = Cell::new(None);
        If(instance_index().lt(4), || {
            leak.set(Some(data.element(0).load()))
        })
        .else_(|| {
            leak.get()
                .into_iter()
                .for_each(|value| data.element(1).assign(value))
        });
    });
    assert_eq!(found.len(), 1, "{found:#?}");
}

#[test]
fn a_value_of_a_turn_is_not_seen_behind_the_loop() {
    let found = faults(|k| {
        let data = k.storage_mut::<u32>("data");
        let leak = Cell::new(None);
        Loop(range(0_u32, 4), |i| leak.set(Some(i + 1)));
        leak.get()
            .into_iter()
            .for_each(|value| data.element(1).assign(value));
    });
    assert_eq!(found.len(), 1, "{found:#?}");
}

#[test]
fn every_use_out_of_scope_is_told() {
    let found = faults(|k| {
        let data = k.storage_mut::<u32>("data");
        let leak = Cell::new(None);
        If(instance_index().lt(4), || {
            leak.set(Some(data.element(0).load()))
        });
        if let Some(value) = leak.get() {
            data.element(1).assign(value);
            data.element(2).assign(value);
        }
    });
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(found[0].at.line() < found[1].at.line());
}

#[test]
fn faults_of_all_kinds_are_told_together() {
    let found = faults(|k| {
        let data = k.storage_mut::<u32>("data");
        let leak = Cell::new(None);
        If(local_invocation_index().lt(4), || {
            leak.set(Some(data.element(0).load()));
            workgroup_barrier();
        });
        if let Some(value) = leak.get() {
            data.element(1).assign(value);
        }
        data.element(2).assign(data.element(3).load() / 0);
    });
    let messages: Vec<&str> = found.iter().map(|fault| fault.message.as_str()).collect();
    assert_eq!(found.len(), 3, "{messages:#?}");
    assert!(messages[0].contains("not uniform"), "{messages:#?}");
    assert!(messages[1].contains("outside the block"), "{messages:#?}");
    assert!(messages[2].contains("constant 0"), "{messages:#?}");
}

#[test]
fn a_variable_of_a_branch_is_not_seen_behind_it() {
    let found = faults(|_| {
        let leak = Cell::new(None);
        If(instance_index().lt(4), || {
            leak.set(Some(5_u32.to_var("count")))
        });
        leak.get().into_iter().for_each(|count| count.assign(6));
    });
    assert_eq!(found.len(), 1, "{found:#?}");
}

#[test]
fn a_chain_closed_late_sees_what_was_made_before_it_and_nothing_later() {
    let found = faults(|k| {
        let data = k.storage_mut::<u32>("data");
        let chain = If(instance_index().lt(4), || data.element(0).assign(1));
        let later = data.element(5).load();
        chain.else_(|| data.element(1).assign(later));
    });
    let [fault] = &found[..] else {
        panic!("one fault: {found:#?}")
    };
    assert!(fault.message.contains("before"), "{fault:#?}");
    assert!(fault.labels[0].at.line() < fault.at.line());
}

#[test]
fn constants_out_of_range_are_told_at_their_line() {
    let line = line!() + 4;
    let found = faults(|k| {
        let data = k.storage_mut::<u32>("data");
        let x = data.element(0).load();
        data.element(1).assign(x << 40);
    });
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0].at.line(), line);
    assert!(found[0].message.contains("shifts"), "{found:#?}");
}

#[test]
fn a_constant_index_outside_an_array_is_told() {
    let found = faults(|_| {
        let tile = workgroup_array::<u32>("tile", 4);
        tile.element(4).assign(1);
    });
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].message.contains("index 4"), "{found:#?}");
}

/// No call of the author makes such a loop: the graph is made by hand.
#[test]
fn a_loop_that_nothing_leaves_is_told() {
    let (mut graph, _) = kernel("spin").workgroup_size(1).record(|_| ());
    let at = SourceLocation::caller();
    let blocks = &mut graph.body.blocks;
    let [header, body, continuing] = [(); 3].map(|()| blocks.push(Block::default()));
    let kind = StatementKind::Loop {
        header,
        condition: None,
        body,
        continuing,
        break_if: None,
    };
    let root = graph.body.root;
    graph.body.blocks[root]
        .statements
        .push(Statement { kind, at });
    let error = Kernel::new(graph, Vec::new()).expect_err("nothing leaves it");
    assert_eq!(error.diagnostics().len(), 1, "{error}");
    assert_eq!(error.diagnostics()[0].at, at);
}

#[test]
fn a_workgroup_of_no_invocations_is_told_once() {
    let built = kernel("empty").workgroup_size([4, 0, 1]).build(|_| ());
    let error = built.expect_err("it has no invocations");
    assert_eq!(error.diagnostics().len(), 1, "{error}");
    assert!(
        error.diagnostics()[0].message.contains("4 x 0 x 1"),
        "{error}"
    );
}
