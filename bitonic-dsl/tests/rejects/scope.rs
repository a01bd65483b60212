//! A value, place or variable is used where it is not visible.

use std::cell::Cell;

use bitonic_dsl::*;

use crate::gallery::check;

#[test]
fn value_used_after_its_branch() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let escaped = Cell::new(None);
        If(instance_index().lt(4), || {
            escaped.set(Some(instance_index() + 1)); //~ note
        });
        out.element(0).assign(escaped.get().unwrap()); //~ error
    });
    check(result);
}

#[test]
fn value_used_after_its_loop() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let escaped = Cell::new(None);
        Loop(range(0, out.len()), |i| {
            escaped.set(Some(out.element(i).load())); //~ note
        });
        out.element(0).assign(escaped.get().unwrap()); //~ error
    });
    check(result);
}

#[test]
fn branch_added_after_a_later_value() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let chain = If(instance_index().lt(4), || {});
        let late = out.element(1).load(); //~ note
        chain.else_(|| out.element(0).assign(late)); //~ error
    });
    check(result);
}

#[test]
fn counter_used_after_its_loop() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let escaped = Cell::new(None);
        Loop(range(0, out.len()), |i| escaped.set(Some(i))); //~ note
        out.element(0).assign(escaped.get().unwrap()); //~ error
    });
    check(result);
}

#[test]
fn named_value_used_after_its_branch() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<f32>("out");
        let escaped = Cell::new(None);
        If(out.len().gt(4), || {
            let root = sqrt(out.element(0).load()).to_const("root"); //~ note
            escaped.set(Some(root));
        });
        out.element(0).assign(escaped.get().unwrap() * 2.0); //~ error
    });
    check(result);
}

#[test]
fn variable_and_place_used_after_their_case() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let (variable, place) = (Cell::new(None), Cell::new(None));
        Switch(out.len()).case(1, || {
            variable.set(Some(out.len().to_var("count"))); //~ note
            place.set(Some(out.element(instance_index()))); //~ note
        });
        variable.get().unwrap().add_assign(1); //~ error
        place.get().unwrap().assign(4); //~ error
    });
    check(result);
}
