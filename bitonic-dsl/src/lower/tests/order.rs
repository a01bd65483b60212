//! Program order: a read happens where it is written, and what it gave stays.

use super::{count, line_of, statements};
use crate::*;

#[test]
fn a_read_stays_before_the_write_that_follows_it() {
    let lines = statements(|k| {
        let input = k.storage_mut::<u32>("input");
        let output = k.storage_mut::<u32>("output");
        let doubled = input.element(0).load() * 2;
        input.element(0).assign(5);
        output.element(0).assign(doubled);
    });
    let read = line_of(&lines, "= input[0u];");
    let write = line_of(&lines, "input[0u] = 5u;");
    let use_of_it = line_of(&lines, "output[0u] = (");
    assert!(read < write && write < use_of_it, "{lines:#?}");
    assert!(!lines[use_of_it].contains("input"), "{lines:#?}");
}

#[test]
fn an_exchange_uses_both_values_that_were_read() {
    let lines = statements(|k| {
        let data = k.storage_mut::<u32>("data");
        let a = data.element(0).load();
        let b = data.element(1).load();
        data.element(0).assign(min(a, b));
        data.element(1).assign(max(a, b));
    });
    let reads = [
        line_of(&lines, "= data[0u];"),
        line_of(&lines, "= data[1u];"),
    ];
    let least = line_of(&lines, "data[0u] = min(");
    let most = line_of(&lines, "data[1u] = max(");
    assert!(
        reads[0] < reads[1] && reads[1] < least && least < most,
        "{lines:#?}"
    );
    assert_eq!(count(&lines, "let "), 2, "each is read once: {lines:#?}");
}

#[test]
fn reads_of_one_place_are_not_shared() {
    let lines = statements(|k| {
        let data = k.storage_mut::<u32>("data");
        let before = data.element(0).load();
        data.element(0).assign(7);
        let after = data.element(0).load();
        data.element(1).assign(before + after);
    });
    assert_eq!(count(&lines, "= data[0u];"), 2, "{lines:#?}");
}

#[test]
fn a_read_stays_on_its_side_of_a_barrier() {
    let lines = statements(|k| {
        let output = k.storage_mut::<u32>("output");
        let tile = workgroup_array::<u32>("tile", 64);
        let local = local_invocation_index();
        tile.element(local).assign(local);
        let before = tile.element(local).load();
        workgroup_barrier();
        let after = tile.element(63 - local).load();
        output.element(local).assign(before + after);
    });
    let write = line_of(&lines, "tile[local_invocation_index] = ");
    let before = line_of(&lines, "= tile[local_invocation_index];");
    let barrier = line_of(&lines, "workgroupBarrier();");
    let after = line_of(&lines, "= tile[(63u - local_invocation_index)];");
    assert!(
        write < before && before < barrier && barrier < after,
        "{lines:#?}"
    );
}

#[test]
fn a_call_without_a_use_still_happens() {
    let lines = statements(|k| {
        let data = k.storage_mut::<u32>("data");
        let bump = Fn("bump", ["index"], move |index: Node<u32>| {
            data.element(index).add_assign(1);
            data.element(index).load()
        });
        bump.call(3);
    });
    assert_eq!(count(&lines, "bump(3u);"), 1, "{lines:#?}");
}

#[test]
fn equal_calls_happen_each() {
    let lines = statements(|k| {
        let data = k.storage_mut::<u32>("data");
        let bump = Fn("bump", ["index"], move |index: Node<u32>| {
            data.element(index).add_assign(1);
            data.element(index).load()
        });
        data.element(9).assign(bump.call(3) + bump.call(3));
    });
    assert_eq!(count(&lines, "bump(3u);"), 2, "{lines:#?}");
}

#[test]
fn reads_that_nothing_uses_are_dropped() {
    let lines = statements(|k| {
        let data = k.storage_mut::<u32>("data");
        let _ = data.element(0).load();
        data.element(1).assign(2);
    });
    assert_eq!(lines, ["data[1u] = 2u;", "}"]);
}

#[test]
fn an_if_and_an_if_are_two_statements() {
    let lines = statements(|k| {
        let data = k.storage_mut::<u32>("data");
        let index = local_invocation_index();
        If(index.lt(4), || data.element(0).assign(1));
        If(index.lt(5), || data.element(1).assign(2));
    });
    assert_eq!(count(&lines, "else"), 0, "{lines:#?}");
    assert_eq!(count(&lines, "if ("), 2, "{lines:#?}");
}

#[test]
fn what_follows_a_return_is_dropped() {
    let lines = statements(|k| {
        let data = k.storage_mut::<u32>("data");
        data.element(0).assign(1);
        Return(());
        data.element(1).assign(local_invocation_index());
    });
    assert_eq!(lines, ["data[0u] = 1u;", "return;", "}"]);
}

#[test]
fn what_follows_a_branch_that_always_returns_is_dropped() {
    let lines = statements(|k| {
        let data = k.storage_mut::<u32>("data");
        If(workgroup_index().lt(1), || Return(())).else_(|| Return(()));
        data.element(1).assign(2);
    });
    assert_eq!(count(&lines, "data"), 0, "{lines:#?}");
}
