//! Verdicts on switches, repetitions, short circuits and functions given as text.

use super::{accepts, refuses};
use crate::*;

#[test]
fn a_switch_is_as_uniform_as_its_selector() {
    refuses(|_| {
        Switch(local_invocation_index())
            .case(1, workgroup_barrier)
            .default(|| {})
    });
    refuses(|_| {
        Switch(local_invocation_index())
            .case(1, || {})
            .default(workgroup_barrier)
    });
    accepts(|_| {
        Switch(workgroup_id().x())
            .case([1, 4], workgroup_barrier)
            .default(|| {})
    });
    accepts(|_| {
        Switch(local_invocation_index())
            .case(1, || {})
            .default(|| {});
        workgroup_barrier();
    });
    refuses(|_| {
        Switch(local_invocation_index())
            .case(1, || Return(()))
            .default(|| {});
        workgroup_barrier();
    });
    refuses(|_| {
        Loop(range(0, 4), |_| {
            Switch(local_invocation_index())
                .case(1, Break)
                .default(|| {});
            workgroup_barrier();
        });
    });
    refuses(|_| {
        Loop(range(0, 4), |_| {
            Switch(local_invocation_index())
                .case(1, Continue)
                .default(|| {});
            workgroup_barrier();
        });
    });
    accepts(|_| {
        Loop(range(0, 4), |_| {
            Switch(local_invocation_index())
                .case(1, Break)
                .default(|| {});
        });
        workgroup_barrier();
    });
}

#[test]
fn a_variable_leaves_a_switch_with_what_any_case_left() {
    refuses(|_| {
        let x = 1_u32.to_var("x");
        Switch(workgroup_id().x())
            .case(1, || x.assign(local_invocation_index()))
            .default(|| {});
        If(x.load().lt(3), workgroup_barrier);
    });
    refuses(|_| {
        let x = local_invocation_index().to_var("x");
        Switch(workgroup_id().x())
            .case(1, || x.assign(4))
            .default(|| {});
        If(x.load().lt(3), workgroup_barrier);
    });
    accepts(|_| {
        let x = local_invocation_index().to_var("x");
        Switch(workgroup_id().x())
            .case(1, || x.assign(4))
            .case(2, || Return(()))
            .default(|| x.assign(5));
        If(x.load().lt(3), workgroup_barrier);
    });
}

#[test]
fn a_repetition_is_as_uniform_as_what_ends_it() {
    accepts(|_| {
        let x = 0_u32.to_var("x");
        Repeat(workgroup_barrier)
            .continuing(|| x.increment())
            .break_if(|| x.load().gt(3));
    });
    refuses(|_| {
        let x = 0_u32.to_var("x");
        Repeat(workgroup_barrier)
            .continuing(|| x.increment())
            .break_if(|| x.load().gt(local_invocation_index()));
    });
    accepts(|_| {
        let x = 0_u32.to_var("x");
        Repeat(|| {})
            .continuing(|| x.increment())
            .break_if(|| x.load().gt(local_invocation_index()));
        workgroup_barrier();
    });
}

#[test]
fn what_short_circuits_is_a_branch() {
    let ask = || {
        Fn("ask", [], || {
            workgroup_barrier();
            true.into_node()
        })
    };
    refuses(move |_| {
        let ask = ask();
        let _ = local_invocation_index().lt(1).and_also(|| ask.call());
    });
    accepts(move |_| {
        let ask = ask();
        let _ = workgroup_id().x().lt(1).or_else(|| ask.call());
    });
}

#[test]
fn a_text_is_judged_as_what_it_says() {
    let wait = || {
        WgslFn::<(u32,), u32>::new(
            "fn wait(x: u32) -> u32 { if x < 3 { workgroupBarrier(); } return x; }",
        )
    };
    accepts(move |_| {
        let _ = wait().call(workgroup_id().x());
    });
    refuses(move |_| {
        let _ = wait().call(local_invocation_index());
    });
    refuses(move |_| {
        let same = WgslFn::<(u32,), u32>::new("fn same(x: u32) -> u32 { return x; }");
        If(same.call(local_invocation_index()).lt(1), workgroup_barrier);
    });
    refuses(move |_| {
        let own =
            WgslFn::<(), u32>::new("var<private> kept: u32; fn own() -> u32 { return kept; }");
        If(own.call().lt(1), workgroup_barrier);
    });
}
