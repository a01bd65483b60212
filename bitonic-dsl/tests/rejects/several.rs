//! Several faults at once, and faults within functions, which name the calls.

use std::cell::Cell;

use bitonic_dsl::*;

use crate::gallery::check;

#[test]
fn faults_of_every_kind_come_at_once_in_source_order() {
    let result = kernel("sum").workgroup_size([64, 0]).build(|k| {
        //~^ error
        let data = k.storage_mut::<f32>("data");
        let escaped = Cell::new(None);
        let i = local_invocation_index(); //~ note
        If(i.lt(32), || {
            //~^ note
            escaped.set(Some(data.element(i).load())); //~ note
            workgroup_barrier(); //~ error
        });
        data.element(i).assign(escaped.get().unwrap()); //~ error
        data.element(i / 0).assign(1.0); //~ error
    });
    check(result);
}

#[test]
fn what_is_recorded_wrong_hides_no_other_fault() {
    let result = kernel("sum").build(|k| {
        let data = k.storage_mut::<f32>("data");
        let escaped = Cell::new(None);
        Break(); //~ error
        data.element(0).assign(f32::NAN); //~ error
        If(data.len().gt(1), || {
            escaped.set(Some(data.element(1).load())); //~ note
        });
        data.element(1).assign(escaped.get().unwrap()); //~ error
        data.element(data.len() / 0).assign(1.0); //~ error
        Continue(); //~ error
    });
    check(result);
}

#[test]
fn a_fault_within_a_function_names_its_call() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let half = Fn("half", ["x"], |x: Node<u32>| x / 0); //~ error
        let quarter = Fn("quarter", ["x"], move |x: Node<u32>| {
            half.call(half.call(x)) //~ note
        });
        out.element(0).assign(quarter.call(3)); //~ note
        out.element(1).assign(quarter.call(5));
    });
    check(result);
}

#[test]
fn a_value_that_leaves_its_branch_within_a_function() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let pick = Fn("pick", ["x"], |x: Node<u32>| {
            let escaped = Cell::new(None);
            If(x.gt(4), || escaped.set(Some(x * 2))); //~ note
            escaped.get().unwrap() + 1 //~ error
        });
        out.element(0).assign(pick.call(3)); //~ note
    });
    check(result);
}
