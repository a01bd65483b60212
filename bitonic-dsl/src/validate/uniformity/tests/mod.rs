//! Verdicts on small kernels, each held against Tint's on the text that they lower
//! to.

mod modules;
mod random;
mod statements;
mod subgroups;

use super::super::{Validated, validate_module};
use super::check;
use crate::diagnostic::Diagnostic;
use crate::emit::{self, Dialect};
use crate::interface::ParameterPassing;
use crate::*;

/// The faults of the kernel that `body` records, and its text.
#[track_caller]
fn analyse(body: impl FnOnce(&KernelScope)) -> (Vec<Diagnostic>, String) {
    analyse_in(Dialect::Browser, body)
}

/// As [`analyse`], of what browsers lack.
#[track_caller]
fn analyse_for_naga(body: impl FnOnce(&KernelScope)) -> (Vec<Diagnostic>, String) {
    analyse_in(Dialect::Naga, body)
}

#[track_caller]
fn analyse_in(dialect: Dialect, body: impl FnOnce(&KernelScope)) -> (Vec<Diagnostic>, String) {
    let (graph, recorded) = kernel("k").workgroup_size(64).record(body);
    assert_eq!(recorded, []);
    let lowered = lower::lower(&graph, ParameterPassing::default()).expect("it lowers");
    let findings = check(&lowered);
    let validated = Validated {
        needs_subgroup_scope: findings.needs_subgroup_scope,
        ..validate_module(lowered).expect("all but uniformity holds")
    };
    let text = emit::wgsl(&validated, dialect).expect("it has a text");
    (findings.faults, text)
}

#[track_caller]
fn assert_verdict(accepted: bool, body: impl FnOnce(&KernelScope)) {
    let (faults, text) = analyse(body);
    assert_eq!(faults.is_empty(), accepted, "{faults:#?}\n{text}");
    if let Some(tint) = crate::tint::check(&text) {
        assert_eq!(tint.is_ok(), accepted, "Tint disagrees: {tint:?}\n{text}");
    }
}

#[track_caller]
fn accepts(body: impl FnOnce(&KernelScope)) {
    assert_verdict(true, body);
}

#[track_caller]
fn refuses(body: impl FnOnce(&KernelScope)) {
    assert_verdict(false, body);
}

fn barrier_if(condition: Node<bool>) {
    If(condition, workgroup_barrier);
}

#[test]
fn a_barrier_in_straight_code_is_uniform() {
    accepts(|_| workgroup_barrier());
    accepts(|_| storage_barrier());
}

#[test]
fn inputs_of_the_invocation_differ_and_those_of_the_workgroup_do_not() {
    refuses(|_| barrier_if(local_invocation_index().lt(1)));
    refuses(|_| barrier_if(local_invocation_id().y().lt(1)));
    refuses(|_| barrier_if(global_invocation_id().x().lt(1)));
    refuses(|_| barrier_if(instance_index().lt(1)));
    accepts(|_| barrier_if(workgroup_id().x().lt(1)));
    accepts(|_| barrier_if(num_workgroups().x().lt(1)));
    accepts(|_| barrier_if(workgroup_index().lt(1)));
}

#[test]
fn memory_is_uniform_if_nobody_writes_it_and_the_index_is() {
    accepts(|k| {
        let limit = k.param::<u32>("limit");
        If(limit.into_node().gt(3), workgroup_barrier);
    });
    accepts(|k| {
        let flags = k.storage::<u32>("flags");
        If(flags.element(2).load().gt(3), workgroup_barrier);
    });
    accepts(|k| {
        let limit = k.uniform::<u32>("limit");
        If(limit.load().gt(3), workgroup_barrier);
    });
    refuses(|k| {
        let flags = k.storage::<u32>("flags");
        If(
            flags.element(instance_index()).load().gt(3),
            workgroup_barrier,
        );
    });
    refuses(|k| {
        let flags = k.storage_mut::<u32>("flags");
        If(flags.element(2).load().gt(3), workgroup_barrier);
    });
    refuses(|_| {
        let tile = workgroup_array::<u32>("tile", 4);
        If(tile.element(2).load().gt(3), workgroup_barrier);
    });
    accepts(|k| {
        let flags = k.storage_mut::<u32>("flags");
        If(flags.len().gt(3), workgroup_barrier);
    });
}

#[test]
fn control_is_uniform_again_behind_a_branch_but_not_behind_a_return() {
    accepts(|_| {
        let x = 0_u32.to_var("x");
        If(local_invocation_index().lt(1), || x.assign(1)).else_(|| x.assign(2));
        workgroup_barrier();
    });
    refuses(|_| {
        If(local_invocation_index().lt(1), || Return(()));
        workgroup_barrier();
    });
    accepts(|_| {
        If(workgroup_id().x().lt(1), || Return(()));
        workgroup_barrier();
    });
    refuses(|_| {
        If(local_invocation_index().lt(1), || ()).else_(|| Return(()));
        workgroup_barrier();
    });
}

#[test]
fn a_variable_carries_what_was_stored_last() {
    accepts(|_| {
        let x = local_invocation_index().to_var("x");
        x.assign(3);
        If(x.load().lt(4), workgroup_barrier);
    });
    refuses(|_| {
        let x = 3_u32.to_var("x");
        x.assign(local_invocation_index());
        If(x.load().lt(4), workgroup_barrier);
    });
    refuses(|_| {
        let x = 3_u32.to_var("x");
        If(local_invocation_index().lt(4), || x.assign(5));
        If(x.load().lt(4), workgroup_barrier);
    });
    accepts(|_| {
        let x = 3_u32.to_var("x");
        If(workgroup_id().x().lt(4), || x.assign(5)).else_(|| x.assign(6));
        If(x.load().lt(4), workgroup_barrier);
    });
    accepts(|_| {
        let x = local_invocation_index().to_var("x");
        If(workgroup_id().x().lt(4), || x.assign(5)).else_(|| x.assign(6));
        If(x.load().lt(4), workgroup_barrier);
    });
    refuses(|_| {
        let x = local_invocation_index().to_var("x");
        If(workgroup_id().x().lt(4), || x.assign(5));
        If(x.load().lt(4), workgroup_barrier);
    });
    accepts(|_| {
        let x = 1_u32.to_var("x");
        If(workgroup_id().x().lt(4), || {
            x.assign(local_invocation_index());
            Return(());
        });
        If(x.load().lt(4), workgroup_barrier);
    });
}

#[test]
fn writing_a_part_keeps_the_rest() {
    refuses(|_| {
        let v = uvec2(local_invocation_index(), 1).to_var("v");
        v.y().assign(2);
        If(v.y().load().lt(4), workgroup_barrier);
    });
    accepts(|_| {
        let v = uvec2(workgroup_index(), 1).to_var("v");
        v.y().assign(2);
        If(v.y().load().lt(4), workgroup_barrier);
    });
}

#[test]
fn counted_loops_are_as_uniform_as_their_bounds() {
    accepts(|k| {
        let count = k.param::<u32>("count");
        Loop(range(0, count), |_| workgroup_barrier());
        workgroup_barrier();
    });
    refuses(|_| Loop(range(0, local_invocation_index()), |_| workgroup_barrier()));
    accepts(|_| {
        let x = 0_u32.to_var("x");
        Loop(range(0, local_invocation_index()), |i| x.assign(i));
        workgroup_barrier();
    });
    refuses(|_| {
        let x = 0_u32.to_var("x");
        Loop(range(0, local_invocation_index()), |i| x.assign(i));
        If(x.load().lt(3), workgroup_barrier);
    });
    accepts(|_| {
        Loop(range(0, 10).rev().step(3), |_| workgroup_barrier());
        Loop(range(1024, 1).shift_right(1), |i| {
            Loop(range(0, i), |_| workgroup_barrier());
        });
    });
}

#[test]
fn leaving_a_loop_early_leaves_the_others_in_it() {
    refuses(|_| {
        Loop(range(0, 10), |i| {
            If(local_invocation_index().eq(i), Break);
            workgroup_barrier();
        });
    });
    refuses(|_| {
        Loop(range(0, 10), |i| {
            workgroup_barrier();
            If(local_invocation_index().eq(i), Break);
        });
    });
    accepts(|_| {
        Loop(range(0, 10), |i| {
            If(local_invocation_index().eq(i), Break);
        });
        workgroup_barrier();
    });
    refuses(|_| {
        Loop(range(0, 10), |i| {
            If(local_invocation_index().eq(i), || Return(()));
        });
        workgroup_barrier();
    });
    refuses(|_| {
        Loop(range(0, 10), |i| {
            If(local_invocation_index().eq(i), Continue);
            workgroup_barrier();
        });
    });
    accepts(|_| {
        Loop(range(0, 10), |i| {
            If(workgroup_id().x().eq(i), Continue);
            workgroup_barrier();
        });
    });
}

#[test]
fn a_variable_leaves_a_loop_with_what_it_held_there() {
    refuses(|_| {
        let x = 0_u32.to_var("x");
        Loop(range(0, 3), |i| {
            x.assign(local_invocation_index());
            If(workgroup_id().x().eq(i), Break);
            x.assign(0);
        });
        If(x.load().lt(3), workgroup_barrier);
    });
    refuses(|_| {
        let x = 0_u32.to_var("x");
        While(
            || x.load().lt(3),
            || {
                x.assign(local_invocation_index());
                If(workgroup_id().x().eq(4), Continue);
                x.assign(0);
                workgroup_barrier();
            },
        );
    });
    accepts(|_| {
        let x = 0_u32.to_var("x");
        Loop(range(0, 3), |i| {
            x.assign(local_invocation_index());
            If(workgroup_id().x().eq(i), || {
                x.assign(1);
                Break();
            });
            x.assign(0);
        });
        If(x.load().lt(3), workgroup_barrier);
    });
}

#[test]
fn a_value_goes_round_a_loop() {
    refuses(|_| {
        let x = 0_u32.to_var("x");
        Loop(range(0, 3), |_| {
            If(x.load().gt(2), workgroup_barrier);
            x.assign(local_invocation_index());
        });
    });
    accepts(|_| {
        let x = 0_u32.to_var("x");
        Loop(range(0, 3), |_| {
            x.assign(4);
            If(x.load().gt(2), workgroup_barrier);
            x.assign(local_invocation_index());
        });
    });
    refuses(|_| {
        let x = 0_u32.to_var("x");
        let y = 0_u32.to_var("y");
        Loop(range(0, 3), |_| {
            If(y.load().gt(2), workgroup_barrier);
            y.assign(x.load());
            x.assign(local_invocation_index());
        });
    });
    refuses(|_| {
        let x = 0_u32.to_var("x");
        While(|| x.load().lt(local_invocation_index()), || x.add_assign(1));
        If(x.load().gt(2), workgroup_barrier);
    });
}

#[test]
fn functions_pass_on_what_they_ask_and_return() {
    accepts(|_| {
        let wait = Fn("wait", [], workgroup_barrier);
        wait.call();
    });
    refuses(|_| {
        let wait = Fn("wait", [], workgroup_barrier);
        If(local_invocation_index().lt(1), || wait.call());
    });
    refuses(|_| {
        let wait = Fn("wait", ["x"], |x: Node<u32>| {
            If(x.lt(1), workgroup_barrier);
        });
        wait.call(local_invocation_index());
    });
    accepts(|_| {
        let wait = Fn("wait", ["x"], |x: Node<u32>| {
            If(x.lt(1), workgroup_barrier);
        });
        wait.call(workgroup_index());
    });
    refuses(|_| {
        let square = Fn("square", ["x"], |x: Node<u32>| x * x);
        If(
            square.call(local_invocation_index()).lt(9),
            workgroup_barrier,
        );
    });
    accepts(|_| {
        let square = Fn("square", ["x"], |x: Node<u32>| x * x);
        If(square.call(local_invocation_index()).lt(9), || ());
        If(square.call(7).lt(9), workgroup_barrier);
    });
    refuses(|_| {
        let here = Fn("here", [], local_invocation_index);
        If(here.call().lt(9), workgroup_barrier);
    });
    refuses(|_| {
        let hidden = Fn("hidden", [], || {
            If(local_invocation_index().lt(1), workgroup_barrier);
        });
        hidden.call();
    });
}

#[test]
fn a_return_in_a_function_does_not_outlive_the_call() {
    accepts(|_| {
        let early = Fn("early", ["x"], |x: Node<u32>| {
            If(x.lt(4), || Return(x));
            x + 1
        });
        let _ = early.call(local_invocation_index());
        workgroup_barrier();
    });
    refuses(|_| {
        let pick = Fn("pick", ["x"], |x: Node<u32>| {
            If(x.lt(4), || Return(IntoNode::<u32>::into_node(1)));
            IntoNode::<u32>::into_node(2)
        });
        If(pick.call(local_invocation_index()).eq(1), workgroup_barrier);
    });
}

#[test]
fn the_error_names_the_barrier_the_branch_and_the_source() {
    let (faults, _) = analyse(|_| {
        let index = local_invocation_index();
        let first = index.lt(1);
        If(first, || {
            workgroup_barrier();
        });
    });
    let line = line!() - 6;
    let [fault] = &faults[..] else {
        panic!("one fault: {faults:#?}")
    };
    assert_eq!(fault.at.line(), line + 3);
    let lines: Vec<u32> = fault.labels.iter().map(|label| label.at.line()).collect();
    assert_eq!(lines, [line + 2, line]);
    assert!(fault.message.contains("`workgroup_barrier`"));
    assert!(fault.labels[1].text.contains("`local_invocation_index`"));
    assert!(fault.help.is_some());
}
