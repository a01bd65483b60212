//! Pointers to what has no address, and two to one variable.

use bitonic_dsl::*;

use crate::gallery::check;

#[test]
fn two_pointers_to_one_variable() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let swap = Fn("swap", ["a", "b"], |a: Pointer<u32>, b: Pointer<u32>| {
            let first = a.load();
            a.assign(b.load());
            b.assign(first);
        });
        let total = out.len().to_var("total"); //~ note
        swap.call(total, total); //~ error
        out.element(0).assign(total.load());
    });
    check(result);
}

#[test]
fn pointer_to_a_private_variable_that_the_function_writes() {
    let result = kernel("k").build(|_| {
        let total = private_zero::<u32>("total"); //~ note
        let add = Fn("add", ["to"], move |to: Pointer<u32, InPrivate>| {
            total.assign(to.load() + 1);
        });
        add.call(total); //~ error
    });
    check(result);
}

#[test]
fn pointers_to_what_has_no_address() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let tile = workgroup_array::<u32>("tile", 64);
        let bump = Fn("bump", ["of"], |of: Pointer<u32>| of.increment());
        bump.call(out.element(0)); //~ error
        bump.call(tile.element(1)); //~ error
        let pair = uvec2(1, 2).to_var("pair");
        bump.call(pair.x()); //~ error
        let private = private_zero::<u32>("private");
        bump.call(private.place()); //~ error
    });
    check(result);
}
