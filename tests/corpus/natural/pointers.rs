//! Functions that write the variables of their callers.

use bitonic::*;

use super::{Twin, twins};

#[shader_fn]
fn swap(a: &mut u32, b: &mut u32) {
    let first = *a;
    *a = *b;
    *b = first;
}

#[shader_fn]
fn swap_and_add(a: &mut u32, b: &mut u32, by: u32) -> u32 {
    swap(a, b);
    *a += by;
    *a + *b
}

#[kernel(workgroup_size(4))]
fn pointers_to_variables(result: &mut [u32]) {
    let i = local_invocation_index();
    let mut x = i;
    let mut y = i * 10 + 100;
    let sum = swap_and_add(&mut x, &mut y, 1000);
    result[i * 3] = x;
    result[i * 3 + 1] = y;
    result[i * 3 + 2] = sum;
}

#[shader_fn]
fn turn(of: &mut [u32; 3]) {
    let first = of[0];
    for at in 0u32..2 {
        of[at] = of[at + 1];
    }
    of[2] = first;
}

#[shader_fn]
fn count(into: &mut Private<u32>) -> u32 {
    *into += 1;
    *into
}

#[kernel(workgroup_size(4))]
fn pointers_to_arrays(result: &mut [u32], #[init(40u32)] total: Private<u32>) {
    let i = local_invocation_index();
    let mut digits = [i, i + 4, i + 7];
    for _ in 0..i {
        turn(&mut digits);
    }
    let all = digits;
    let coded = all[0] * 100 + all[1] * 10 + all[2];
    let counted = count(&mut total) + count(&mut total);
    result[i] = coded * 1000 + counted + total;
}

pub(super) fn twins() -> Vec<Twin> {
    twins![pointers_to_variables, pointers_to_arrays]
}
