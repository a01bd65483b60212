//! Loops whose counter would not reach its end.

use bitonic_dsl::*;

use crate::gallery::check;

#[test]
fn loops_that_would_not_advance() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        Loop(range(0, out.len()).step(0), |_| {}); //~ error
        Loop(range(1, out.len()).shift_left(0), |_| {}); //~ error
        Loop(range(1, out.len()).shift_right(32), |_| {}); //~ error
        Loop(range(0, out.len()).step(2).rev(), |_| {}); //~ error
        Loop(range(0i32, 9).rev().step(-2), |_| {}); //~ error
    });
    check(result);
}

#[test]
fn updates_that_would_not_advance() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        Loop(range(1, out.len()).multiply(1), |_| {}); //~ error
        Loop(range(out.len(), 1).divide(0), |_| {}); //~ error
        Loop(range(1, out.len()).rev().multiply(2), |_| {}); //~ error
        Loop(range(1, out.len()).update(|i| i + 1).rev(), |_| {}); //~ error
    });
    check(result);
}
