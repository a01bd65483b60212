//! Programs that other shader languages, or a compiler's shortcuts, get wrong.

use bitonic::nodes::{bitonic_disperse_indices, bitonic_flip_indices};
use bitonic::*;

use super::{Twin, twins};

#[kernel(workgroup_size(1))]
fn read_stays_before_write(data: &mut [u32], result: &mut [u32]) {
    let data_value = data[0];
    data[0] = 5;
    result[0] = data_value * 2;
}

#[kernel(workgroup_size(1))]
fn swap_uses_the_values_read(data: &mut [u32]) {
    let a = data[0];
    let b = data[1];
    data[0] = min(a, b);
    data[1] = max(a, b);
}

#[kernel(workgroup_size(1))]
fn nested_loops_count_apart(result: &mut [u32]) {
    let mut count = 0u32;
    for _ in 0u32..2 {
        for _ in 0u32..3 {
            count += 1;
        }
    }
    result[0] = count;
}

#[kernel(workgroup_size(8))]
fn switches_are_independent(result: &mut [u32]) {
    let i = local_invocation_index();
    if i < 4 {
        result[i] += 1;
    }
    match i {
        1 | 2 => result[i] += 10,
        5 => result[i] += 20,
        _ => result[i] += 40,
    }
    match i {
        1 => result[i] += 100,
        _ => {}
    }
}

#[kernel(workgroup_size(2))]
fn value_before_a_branch(data: &[u32], result: &mut [u32]) {
    let i = local_invocation_index();
    let value = data[i] * 3 + 1;
    if value < 50 {
        result[i] = value;
    } else {
        result[i] = value + 918;
    }
    result[i + 2] = select(value < 50, 10_000, 13_000);
}

#[kernel(workgroup_size(1))]
fn value_before_a_loop(data: &[u32], result: &mut [u32]) {
    let stride = data[0] / 1;
    let mut sum = 0u32;
    for _ in 0u32..3 {
        sum += stride;
    }
    result[0] = sum;
}

#[kernel(workgroup_size(2))]
fn select_keeps_its_type(data: &[u32], result: &mut [u32]) {
    let i = local_invocation_index();
    result[i] = select(data[i] < 2, 4_000_000_001, 2);
}

#[kernel(workgroup_size(8))]
fn barrier_with_a_ragged_end(data: &mut [u32], tile: Workgroup<[u32; 8]>) {
    let i = instance_index();
    let local = local_invocation_index();
    if i < data.len() {
        tile[local] = data[i];
    }
    workgroup_barrier();
    let mirrored = tile[7 - local];
    if i < data.len() {
        data[i] = mirrored;
    }
}

#[shader_fn]
fn capped(value: u32) -> u32 {
    if value > 10 {
        return 100;
    }
    value
}

#[kernel(workgroup_size(4))]
fn return_ends_the_helper(data: &[u32], result: &mut [u32]) {
    let i = local_invocation_index();
    result[i] = capped(data[i]) + 1;
}

mod one {
    use bitonic::*;

    #[shader_fn]
    pub(super) fn helper(r#loop: u32) -> u32 {
        r#loop + 1
    }
}

mod two {
    use bitonic::*;

    #[shader_fn]
    pub(super) fn helper(r#loop: u32) -> u32 {
        r#loop + 2
    }
}

#[kernel(workgroup_size(1))]
fn r#fn(x1: &mut [u32]) {
    let mut var = 30u32;
    let mut var = var + 400;
    let r#return = one::helper(x1[0]);
    x1[0] = {
        let x1 = two::helper(r#return);
        x1 + var
    };
}

#[kernel(workgroup_size(8))]
fn bitonic_indices(index: &[u32], height: &[u32], first: &mut [u32], second: &mut [u32]) {
    let i = local_invocation_index();
    let pair_index = index[i];
    let block_height = height[i];
    let flip = bitonic_flip_indices(pair_index, block_height);
    let disperse = bitonic_disperse_indices(pair_index, block_height);
    first[i] = select(i < 4, flip.x, disperse.x);
    second[i] = select(i < 4, flip.y, disperse.y);
}

#[kernel(workgroup_size(1))]
#[allow(unused_variables, reason = "`result` lies behind `data`")]
fn write_past_the_end(data: &mut [u32], result: &mut [u32]) {
    data[data.len() + 2] = 3;
}

pub(super) fn twins() -> Vec<Twin> {
    twins![
        read_stays_before_write,
        swap_uses_the_values_read,
        nested_loops_count_apart,
        switches_are_independent,
        value_before_a_branch,
        value_before_a_loop,
        select_keeps_its_type,
        barrier_with_a_ragged_end,
        return_ends_the_helper,
        names_that_collide = r#fn(),
        bitonic_indices,
        write_past_the_end,
    ]
}
