//! Cases of a `Switch` that could never run.

use bitonic_dsl::*;

use crate::gallery::check;

#[test]
fn cases_listed_twice_or_not_at_all() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        Switch(out.len())
            .case([1, 2], || out.element(0).assign(1)) //~ note
            .case([3, 2], || out.element(0).assign(2)) //~ error
            .case([], || out.element(0).assign(3)); //~ error
        Switch(out.len().to_i32()).case([-7, -7], || ()); //~ error
    });
    check(result);
}
