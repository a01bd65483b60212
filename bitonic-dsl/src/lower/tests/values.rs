//! Pure values: shared where equal, evaluated once, where their uses need them.

use std::cell::Cell;

use super::{build, count, line_of, statements, wgsl};
use crate::types::{UVec3, Vec2};
use crate::*;

#[test]
fn equal_values_are_computed_once() {
    let lines = statements(|k| {
        let data = k.storage_mut::<u32>("data");
        let index = local_invocation_index();
        data.element(0).assign(index * 3 + 1);
        data.element(1).assign(index * 3 + 1);
    });
    assert_eq!(
        count(&lines, "(local_invocation_index * 3u)"),
        1,
        "{lines:#?}"
    );
}

#[test]
fn a_value_used_in_both_arms_and_after_is_computed_before() {
    let lines = statements(|k| {
        let data = k.storage_mut::<u32>("data");
        let index = local_invocation_index();
        let value = index * 3;
        If(index.lt(4), || data.element(0).assign(value)).else_(|| data.element(1).assign(value));
        data.element(2).assign(value);
    });
    let value = line_of(&lines, "(local_invocation_index * 3u)");
    assert!(value < line_of(&lines, "if ("), "{lines:#?}");
}

#[test]
fn a_value_used_in_one_arm_is_computed_there() {
    let lines = statements(|k| {
        let data = k.storage_mut::<u32>("data");
        let index = local_invocation_index();
        let value = index * 3;
        If(index.lt(4), || {
            data.element(0).assign(value);
            data.element(1).assign(value);
        });
    });
    let value = line_of(&lines, "(local_invocation_index * 3u)");
    assert!(value > line_of(&lines, "if ("), "{lines:#?}");
}

#[test]
fn equal_values_of_two_arms_stay_in_their_arms() {
    let lines = statements(|k| {
        let data = k.storage_mut::<u32>("data");
        let index = local_invocation_index();
        If(index.lt(4), || data.element(0).assign(index * 3))
            .else_(|| data.element(1).assign(index * 3));
    });
    assert_eq!(
        count(&lines, "(local_invocation_index * 3u)"),
        2,
        "{lines:#?}"
    );
}

#[test]
fn a_value_made_outside_a_loop_is_computed_outside() {
    let lines = statements(|k| {
        let data = k.storage_mut::<u32>("data");
        let bound = local_invocation_index() * 3;
        Loop(range(0, 10), |i| data.element(i).assign(bound));
    });
    let value = line_of(&lines, "(local_invocation_index * 3u)");
    assert!(value < line_of(&lines, "loop {"), "{lines:#?}");
}

#[test]
fn a_value_made_in_a_loop_is_computed_on_each_turn() {
    let lines = statements(|k| {
        let data = k.storage_mut::<u32>("data");
        Loop(range(0, 10), |i| {
            let value = local_invocation_index() * 3;
            data.element(i).assign(value);
            data.element(i + 10).assign(value);
        });
    });
    let value = line_of(&lines, "(local_invocation_index * 3u)");
    assert!(value > line_of(&lines, "loop {"), "{lines:#?}");
}

#[test]
fn a_value_made_in_an_outer_loop_stays_out_of_the_inner_one() {
    let lines = statements(|k| {
        let data = k.storage_mut::<u32>("data");
        Loop(range(0_u32, 10), |i| {
            let row = i * 100;
            Loop(range(0_u32, 20), |j| data.element(row + j).assign(1));
        });
    });
    let loops: Vec<usize> = (0..lines.len())
        .filter(|at| lines[*at] == "loop {")
        .collect();
    let row = line_of(&lines, "* 100u)");
    assert!(loops[0] < row && row < loops[1], "{lines:#?}");
}

#[test]
fn what_the_header_of_a_loop_makes_is_seen_in_the_turn() {
    let lines = statements(|k| {
        let data = k.storage_mut::<u32>("data");
        let seen = Cell::new(None);
        let x = 0_u32.to_var("x");
        While(
            || {
                let value = x.load() * 7;
                seen.set(Some(value));
                value.lt(100)
            },
            || {
                x.add_assign(1);
                if let Some(value) = seen.get() {
                    data.element(0).assign(value);
                }
            },
        );
    });
    assert_eq!(count(&lines, "* 7u)"), 1, "{lines:#?}");
}

#[test]
fn named_values_keep_their_names_and_are_not_merged() {
    let lines = statements(|k| {
        let data = k.storage_mut::<u32>("data");
        let index = local_invocation_index();
        let first = (index * 3).to_const("first");
        let second = (index * 3).to_const("second");
        data.element(0).assign(first + second);
        let read = data.element(2).load().to_const("held");
        data.element(1).assign(read);
    });
    assert_eq!(
        count(&lines, "let first = (local_invocation_index * 3u);"),
        1,
        "{lines:#?}"
    );
    assert_eq!(
        count(&lines, "let second = (local_invocation_index * 3u);"),
        1,
        "{lines:#?}"
    );
    assert_eq!(
        count(&lines, "data[0u] = (first + second);"),
        1,
        "{lines:#?}"
    );
    assert_eq!(count(&lines, "let held = data[2u];"), 1, "{lines:#?}");
}

#[test]
fn vectors_and_scalars_mix_as_in_wgsl() {
    let lines = statements(|k| {
        let data = k.storage_mut::<UVec3>("data");
        let v = data.element(0).load();
        data.element(1).assign(v * 2);
        data.element(2).assign(v + 3);
        data.element(3).assign(4 - v);
        data.element(4).assign(v / 5);
        data.element(5).assign(v % 6);
    });
    for expected in [
        "* 2u)",
        "+ vec3(3u))",
        "(vec3(4u) - ",
        "/ vec3(5u))",
        "% vec3(6u))",
    ] {
        assert_eq!(count(&lines, expected), 1, "{expected}: {lines:#?}");
    }
}

#[test]
fn select_takes_the_value_of_a_true_condition_last() {
    let lines = statements(|k| {
        let data = k.storage_mut::<u32>("data");
        let v = k.storage_mut::<Vec2>("v");
        let condition = local_invocation_index().lt(4);
        data.element(0).assign(select(condition, 4, 2));
        let a = v.element(0).load();
        let both = bvec2(condition, true);
        v.element(1).assign(select(both, a, a * 2.0));
    });
    assert_eq!(count(&lines, "= select(2u, 4u, "), 1, "{lines:#?}");
}

#[test]
fn components_are_read_and_written() {
    let lines = statements(|k| {
        let data = k.storage_mut::<UVec3>("data");
        let v = data.element(0).load();
        data.element(1).y().assign(v.z());
        data.element(2).assign(v.zyx());
    });
    assert_eq!(count(&lines, "data[1u].y = "), 1, "{lines:#?}");
    assert_eq!(count(&lines, ".zyx;"), 1, "{lines:#?}");
}

#[test]
fn a_constant_start_stands_with_the_variable_outside_loops_alone() {
    let text = wgsl(|k| {
        let data = k.storage_mut::<u32>("data");
        let outside = 5_u32.to_var("outside");
        Loop(range(0, 3), |i| {
            let inside = 6_u32.to_var("inside");
            inside.add_assign(outside.load());
            data.element(i).assign(inside.load());
        });
    });
    assert!(text.contains("var outside: u32 = 5u;"), "{text}");
    assert!(text.contains("var inside: u32;"), "{text}");
    let turn = text.find("loop {").expect("there is a loop");
    let start = text.find("inside = 6u;").expect("it is set on each turn");
    assert!(turn < start, "{text}");
}

#[test]
fn the_linear_index_is_that_of_the_folded_grid_and_computed_once() {
    let lines = statements(|k| {
        let data = k.storage_mut::<u32>("data");
        If(instance_index().lt(5), || {
            data.element(instance_index()).assign(1)
        });
        If(instance_index().gt(9), || {
            data.element(instance_index()).assign(2)
        });
    });
    let group = "let workgroup_index = (workgroup_id.x + (num_workgroups.x * (workgroup_id.y + (num_workgroups.y * workgroup_id.z))));";
    assert_eq!(count(&lines, group), 1, "{lines:#?}");
    let linear = "let instance_index = ((workgroup_index * 64u) + local_invocation_index);";
    assert_eq!(count(&lines, linear), 1, "{lines:#?}");
}

#[test]
fn only_the_inputs_in_use_are_asked_for() {
    let text = wgsl(|k| {
        let data = k.storage_mut::<u32>("data");
        let _ = global_invocation_id();
        data.element(local_invocation_index()).assign(1);
    });
    let entry = "fn main_kernel(@builtin(local_invocation_index) local_invocation_index: u32) {";
    assert!(text.contains(entry), "{text}");
}

#[test]
fn the_same_source_gives_the_same_text() {
    let once = || {
        build(|k| {
            let data = k.storage_mut::<u32>("data");
            let index = instance_index();
            let sum = 0_u32.to_var("sum");
            Loop(range(0, data.len()), |i| sum.add_assign(i * index));
            data.element(index).assign(sum.load());
        })
    };
    let (first, second) = (once(), once());
    assert_eq!(
        first.wgsl(Dialect::Naga).ok(),
        second.wgsl(Dialect::Naga).ok()
    );
    assert!(first == second);
}
