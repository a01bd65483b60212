//! Functions that call themselves, which the shading language forbids.

use bitonic_dsl::*;

use crate::gallery::check;

#[test]
fn function_that_calls_itself() {
    thread_local! {
        static AGAIN: Function<(u32,), Node<u32>> = Fn("again", ["x"], again_body); //~ note
    }
    fn again_body(x: Node<u32>) -> Node<u32> {
        AGAIN.with(|again| again.call(x)) //~ error
    }
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        AGAIN.with(|again| out.element(0).assign(again.call(1))); //~ note
    });
    check(result);
}

#[test]
fn functions_that_call_each_other() {
    thread_local! {
        static EVEN: Function<(u32,), Node<u32>> = Fn("even", ["x"], even_body); //~ note
        static ODD: Function<(u32,), Node<u32>> = Fn("odd", ["x"], odd_body);
    }
    fn even_body(x: Node<u32>) -> Node<u32> {
        ODD.with(|odd| odd.call(x - 1)) //~ note
    }
    fn odd_body(x: Node<u32>) -> Node<u32> {
        EVEN.with(|even| even.call(x - 1)) //~ error
    }
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        EVEN.with(|even| out.element(0).assign(even.call(1))); //~ note
    });
    check(result);
}
