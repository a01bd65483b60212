//! Subgroup operations where not every invocation comes, and where no subgroup has them.

use bitonic_dsl::*;

use crate::gallery::{check, check_error};

#[test]
fn a_sum_in_a_branch() {
    let result = kernel("k").build(|k| {
        let data = k.storage_mut::<u32>("data");
        let i = local_invocation_index(); //~ note
        If(i.lt(20), || {
            //~^ note
            data.element(i).assign(subgroup_add(i)); //~ error
        });
    });
    check(result);
}

#[test]
fn a_sum_in_a_function_that_some_call() {
    let result = kernel("k").build(|k| {
        let data = k.storage_mut::<u32>("data");
        let total = Fn("total", ["x"], |x: Node<u32>| {
            subgroup_add(x) + 1 //~ note
        });
        let first = subgroup_elect(); //~ note
        If(first, || data.element(0).assign(total.call(2))); //~ error //~ note
    });
    check(result);
}

#[test]
fn lanes_that_no_subgroup_has() {
    let result = kernel("k").build(|k| {
        let data = k.storage_mut::<f32>("data");
        let x = data.element(instance_index()).load();
        let far = subgroup_shuffle(x, 128); //~ error
        let near = quad_broadcast(x, 4); //~ error
        data.element(0).assign(far + near);
    });
    check(result);
}

#[test]
fn positions_in_a_workgroup_of_two_dimensions() {
    let result = kernel("square").workgroup_size([8, 8]).build(|k| {
        let data = k.storage_mut::<u32>("data");
        data.element(0).assign(subgroup_invocation_id()); //~ error
    });
    check(result);
}

#[test]
fn a_barrier_of_a_subgroup_in_a_browser() {
    let built = kernel("k").build(|k| {
        let data = k.storage_mut::<u32>("data");
        subgroup_barrier(); //~ error
        data.element(0).assign(1);
    });
    check_error(&built.unwrap().wgsl(Dialect::Browser).unwrap_err());
}
