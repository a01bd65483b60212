//! What belongs to one kernel or function is used in another.

use std::cell::Cell;

use bitonic_dsl::*;

use crate::gallery::check;

#[test]
fn value_of_another_kernel() {
    let kept = Cell::new(None);
    kernel("first")
        .build(|_| {
            kept.set(Some(instance_index() + 1)); //~ note
        })
        .unwrap();
    let result = kernel("second").build(|k| {
        let out = k.storage_mut::<u32>("out");
        out.element(0).assign(kept.get().unwrap()); //~ error
    });
    check(result);
}

#[test]
fn buffer_of_another_kernel() {
    let kept = Cell::new(None);
    kernel("first")
        .build(|k| {
            kept.set(Some(k.storage::<u32>("data"))); //~ note
        })
        .unwrap();
    let result = kernel("second").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let first = kept.get().unwrap().element(0); //~ error
        out.element(0).assign(first.load());
    });
    check(result);
}

#[test]
fn value_captured_by_a_function() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let captured = instance_index(); //~ note
        let add = Fn("add", ["x"], move |x: Node<u32>| x + captured); //~ error
        out.element(0).assign(add.call(1)); //~ note
    });
    check(result);
}

#[test]
fn function_that_belongs_to_another_kernel() {
    let kept = Cell::new(None);
    kernel("first")
        .build(|k| {
            let data = k.storage_mut::<u32>("data");
            let put = Fn("put", ["x"], move |x: Node<u32>| data.element(0).assign(x)); //~ note
            put.call(1);
            kept.set(Some(put));
        })
        .unwrap();
    let put = kept.take().unwrap();
    let result = kernel("second").build(|_| {
        put.call(2); //~ error
    });
    check(result);
}

#[test]
fn buffer_variable_and_parameter_of_another_kernel_in_a_function() {
    let kept = Cell::new(None);
    kernel("first")
        .build(|k| {
            let data = k.storage_mut::<u32>("data"); //~ note
            let span = k.param::<u32>("span"); //~ note
            kept.set(Some((data, span)));
        })
        .unwrap();
    let (data, span) = kept.get().unwrap();
    let result = kernel("second").build(|_| {
        let put = Fn("put", ["x"], move |x: Node<u32>| {
            data.element(x).assign(span + 1); //~ error //~ error
        });
        put.call(1); //~ note //~ note
    });
    check(result);
}

#[test]
fn variable_of_the_kernel_in_a_function() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let total = out.len().to_var("total"); //~ note
        let add = Fn("add", ["x"], move |x: Node<u32>| {
            total.add_assign(x); //~ error
        });
        add.call(3); //~ note
        out.element(0).assign(total.load());
    });
    check(result);
}

#[test]
fn branch_of_the_kernel_in_a_function() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let chain = Cell::new(Some(If(out.len().gt(4), || {})));
        let other = Fn("other", ["x"], move |x: Node<u32>| {
            chain.take().unwrap().else_(|| out.element(0).assign(x)); //~ error
        });
        other.call(3); //~ note
    });
    check(result);
}
