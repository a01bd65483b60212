//! Barriers that not every invocation of the workgroup reaches together.

use bitonic_dsl::*;

use crate::gallery::check;

#[test]
fn barrier_in_a_branch() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let i = local_invocation_index(); //~ note
        If(i.lt(32), || {
            //~^ note
            out.element(i).assign(1);
            workgroup_barrier(); //~ error
        });
    });
    check(result);
}

#[test]
fn barrier_after_some_have_returned() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let i = instance_index(); //~ note
        If(i.ge(out.len()), || Return(())); //~ note
        storage_barrier(); //~ error
        out.element(i).increment();
    });
    check(result);
}

#[test]
fn barrier_in_a_loop_that_some_leave() {
    let result = kernel("k").build(|k| {
        let data = k.storage_mut::<u32>("data");
        Loop(range(0, 8), |turn| {
            let key = data.element(turn).load(); //~ note
            If(key.eq(0), Break); //~ note
            workgroup_barrier(); //~ error
        });
    });
    check(result);
}

#[test]
fn barrier_in_a_loop_of_different_lengths() {
    let result = kernel("k").build(|k| {
        let lengths = k.storage_mut::<u32>("lengths");
        let length = lengths.element(instance_index()).load(); //~ note
        Loop(range(0, length), |_| {
            //~^ note
            workgroup_barrier(); //~ error
        });
    });
    check(result);
}

#[test]
fn barrier_in_a_case_by_a_variable() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let round = zero::<u32>().to_var("round");
        round.assign(local_invocation_index() % 2); //~ note
        Switch(round.load()) //~ note
            .case(0, || out.element(0).increment())
            .case(1, workgroup_barrier); //~ error
    });
    check(result);
}

#[test]
fn barrier_in_a_function_that_some_call() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let meet = Fn("meet", [], || {
            workgroup_barrier(); //~ note
        });
        let outer = Fn("outer", [], move || meet.call());
        If(out.element(instance_index()).load().gt(1), || {
            //~^ note //~^ note
            outer.call(); //~ error
        });
    });
    check(result);
}

#[test]
fn barrier_in_a_function_by_its_argument() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let meet = Fn("meet", ["early"], |early: Node<bool>| {
            If(early, workgroup_barrier); //~ note
        });
        meet.call(out.len().gt(3));
        meet.call(local_invocation_id().x().eq(0)); //~ error //~ note
    });
    check(result);
}

#[test]
fn barrier_by_what_a_function_returns() {
    let result = kernel("k").build(|_| {
        let is_first = Fn("is_first", [], || local_invocation_index().eq(0));
        let is_wanted = || is_first.call(); //~ note
        While(is_wanted, || {
            //~^ note
            workgroup_barrier(); //~ error
        });
    });
    check(result);
}
