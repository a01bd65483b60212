//! Subgroup operations.

use bitonic::*;

use super::{Twin, twins};
use crate::corpus::subgroups::WORKGROUP;

// Writes what the invocation knows of its subgroup.
#[shader_fn]
fn tell_ids(ids: &mut [u32]) {
    let i = instance_index();
    ids[i * 4] = subgroup_size();
    ids[i * 4 + 1] = subgroup_invocation_id();
    ids[i * 4 + 2] = subgroup_id();
    ids[i * 4 + 3] = num_subgroups();
}

#[kernel(workgroup_size(WORKGROUP))]
#[allow(unused_variables, reason = "all kernels are given the same")]
fn subgroup_ids(data: &[u32], ids: &mut [u32], result: &mut [u32]) {
    tell_ids(ids);
}

#[kernel(workgroup_size(WORKGROUP))]
fn subgroup_sums(data: &[u32], ids: &mut [u32], result: &mut [u32]) {
    tell_ids(ids);
    let i = instance_index();
    let x = data[i];
    result[i * 3] = subgroup_add(x);
    result[i * 3 + 1] = subgroup_inclusive_add(x);
    result[i * 3 + 2] = subgroup_exclusive_add(x);
}

#[kernel(workgroup_size(WORKGROUP))]
fn subgroup_products(data: &[u32], ids: &mut [u32], result: &mut [u32]) {
    tell_ids(ids);
    let i = instance_index();
    let odd = data[i] | 1;
    result[i * 3] = subgroup_mul(odd);
    result[i * 3 + 1] = subgroup_inclusive_mul(odd);
    result[i * 3 + 2] = subgroup_exclusive_mul(odd);
}

#[kernel(workgroup_size(WORKGROUP))]
fn subgroup_extremes(data: &[u32], ids: &mut [u32], result: &mut [u32]) {
    tell_ids(ids);
    let i = instance_index();
    let signed = data[i].bitcast::<i32>();
    let half = signed as f32 * 0.5;
    result[i * 4] = subgroup_min(signed).bitcast();
    result[i * 4 + 1] = subgroup_max(signed).bitcast();
    result[i * 4 + 2] = subgroup_min(half).bitcast();
    result[i * 4 + 3] = subgroup_max(half).bitcast();
}

#[kernel(workgroup_size(WORKGROUP))]
fn subgroup_bits(data: &[u32], ids: &mut [u32], result: &mut [u32]) {
    tell_ids(ids);
    let i = instance_index();
    let x = data[i];
    result[i * 3] = subgroup_and(x);
    result[i * 3 + 1] = subgroup_or(x);
    result[i * 3 + 2] = subgroup_xor(x);
}

#[kernel(workgroup_size(WORKGROUP))]
fn subgroup_votes(data: &[u32], ids: &mut [u32], result: &mut [u32]) {
    tell_ids(ids);
    let i = instance_index();
    let odd = data[i] % 2 == 1;
    result[i * 7] = subgroup_all(odd) as u32;
    result[i * 7 + 1] = subgroup_any(odd) as u32;
    result[i * 7 + 2] = subgroup_elect() as u32;
    let ballot = subgroup_ballot(odd);
    result[i * 7 + 3] = ballot.x;
    result[i * 7 + 4] = ballot.y;
    result[i * 7 + 5] = ballot.z;
    result[i * 7 + 6] = ballot.w;
}

#[kernel(workgroup_size(WORKGROUP))]
fn subgroup_broadcasts(data: &[u32], ids: &mut [u32], result: &mut [u32]) {
    tell_ids(ids);
    let i = instance_index();
    let x = data[i];
    result[i * 2] = subgroup_broadcast(x, 3);
    result[i * 2 + 1] = subgroup_broadcast_first(x);
}

#[kernel(workgroup_size(WORKGROUP))]
fn subgroup_shuffles(data: &[u32], ids: &mut [u32], result: &mut [u32]) {
    tell_ids(ids);
    let i = instance_index();
    let x = data[i];
    let lane = subgroup_invocation_id();
    let size = subgroup_size();
    result[i * 4] = subgroup_shuffle(x, (lane * 5 + 2) % size);
    result[i * 4 + 1] = subgroup_shuffle_xor(x, 3);
    // Where nobody is, some value comes.
    result[i * 4 + 2] = select(lane >= 2, subgroup_shuffle_up(x, 2), 0);
    result[i * 4 + 3] = select(lane + 1 < size, subgroup_shuffle_down(x, 1), 0);
}

#[kernel(workgroup_size(WORKGROUP))]
fn quads(data: &[u32], ids: &mut [u32], result: &mut [u32]) {
    tell_ids(ids);
    let i = instance_index();
    let x = data[i];
    result[i * 4] = quad_broadcast(x, 2);
    result[i * 4 + 1] = quad_swap_x(x);
    result[i * 4 + 2] = quad_swap_y(x);
    result[i * 4 + 3] = quad_swap_diagonal(x);
}

#[kernel(workgroup_size(WORKGROUP))]
fn subgroup_vectors(data: &[u32], ids: &mut [u32], result: &mut [u32]) {
    tell_ids(ids);
    let i = instance_index();
    let x = data[i];
    let small = (x % 64) as f32;
    let sums = subgroup_add(vec3(small, -small, 1.0));
    result[i * 6] = sums.x.bitcast();
    result[i * 6 + 1] = sums.y.bitcast();
    result[i * 6 + 2] = sums.z.bitcast();
    let signed = x.bitcast::<i32>();
    let greatest = subgroup_max(ivec2(signed, !signed));
    result[i * 6 + 3] = greatest.x.bitcast();
    result[i * 6 + 4] = greatest.y.bitcast();
    result[i * 6 + 5] = subgroup_shuffle_xor(uvec4(0, 0, 0, x), 1).w;
}

#[shader_fn]
fn prefix_sum(value: u32) -> u32 {
    let mut sum = value;
    for distance in (1u32..subgroup_size()).shift_left(1) {
        let below = subgroup_shuffle_up(sum, distance);
        if subgroup_invocation_id() >= distance {
            sum += below;
        }
    }
    sum
}

// A sum and a prefix sum by steps, in loops and in a function.
#[kernel(workgroup_size(WORKGROUP))]
fn subgroup_steps(data: &[u32], ids: &mut [u32], result: &mut [u32]) {
    tell_ids(ids);
    let i = instance_index();
    let x = data[i];
    let mut total = x;
    for mask in (1u32..subgroup_size()).shift_left(1) {
        total += subgroup_shuffle_xor(total, mask);
    }
    result[i * 2] = total;
    result[i * 2 + 1] = prefix_sum(x);
}

#[kernel(workgroup_size(WORKGROUP))]
fn subgroup_order(data: &[u32], ids: &mut [u32], result: &mut [u32]) {
    tell_ids(ids);
    let i = instance_index();
    let mut value = data[i];
    let before = subgroup_add(value);
    value *= 3;
    let after = subgroup_add(value);
    let mut chosen = 1u32;
    if num_subgroups() == 1 {
        chosen = subgroup_add(value);
    }
    result[i * 3] = before;
    result[i * 3 + 1] = after;
    result[i * 3 + 2] = chosen;
}

#[kernel(workgroup_size(WORKGROUP))]
fn subgroup_meeting(
    data: &[u32],
    ids: &mut [u32],
    result: &mut [u32],
    tile: Workgroup<[u32; WORKGROUP]>,
) {
    tell_ids(ids);
    let i = instance_index();
    let x = data[i];
    let first = subgroup_id() * subgroup_size();
    let lane = subgroup_invocation_id();
    tile[first + lane] = x;
    subgroup_barrier();
    result[i] = tile[first + (lane ^ 1)];
}

#[kernel(workgroup_size(WORKGROUP))]
fn subgroup_halves(data: &[u32], ids: &mut [u32], result: &mut [u32]) {
    tell_ids(ids);
    let i = instance_index();
    let small = (data[i] % 8) as f16;
    result[i * 2] = (subgroup_add(small) as f32).bitcast();
    result[i * 2 + 1] = (subgroup_shuffle_xor(small, 1) as f32).bitcast();
}

#[kernel(workgroup_size(WORKGROUP))]
fn subgroup_longs(data: &[u32], ids: &mut [u32], result: &mut [u32]) {
    tell_ids(ids);
    let i = instance_index();
    let long = (data[i] as u64) << 20;
    let sum = subgroup_add(long).bitcast::<UVec2>();
    let other = subgroup_shuffle_xor(long, 1).bitcast::<UVec2>();
    result[i * 4] = sum.x;
    result[i * 4 + 1] = sum.y;
    result[i * 4 + 2] = other.x;
    result[i * 4 + 3] = other.y;
}

pub(super) fn twins() -> Vec<Twin> {
    twins![
        subgroup_ids,
        subgroup_sums,
        subgroup_products,
        subgroup_extremes,
        subgroup_bits,
        subgroup_votes,
        subgroup_broadcasts,
        subgroup_shuffles,
        quads,
        subgroup_vectors,
        subgroup_steps,
        subgroup_order,
        subgroup_meeting,
        subgroup_halves,
        subgroup_longs,
    ]
}
