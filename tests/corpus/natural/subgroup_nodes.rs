//! The nodes that combine the values of a subgroup, and of a workgroup by its subgroups.

use bitonic::nodes::*;
use bitonic::*;

use super::nodes::{IDENTITY, compose};
use super::{Twin, twins};
use crate::corpus::subgroup_nodes::{FULL, RAGGED};

// Writes what the invocation knows of its subgroup.
#[shader_fn]
fn tell_ids(ids: &mut [u32]) {
    let i = instance_index();
    ids[i * 3] = subgroup_id();
    ids[i * 3 + 1] = subgroup_invocation_id();
    ids[i * 3 + 2] = num_subgroups();
}

#[kernel(workgroup_size(WORKGROUP), name = name)]
fn combined<const WORKGROUP: u32>(
    #[host] name: &str,
    digits: &[u32],
    ids: &mut [u32],
    result: &mut [u32],
    scratch: Workgroup<[u32; WORKGROUP.div_ceil(4)]>,
) {
    let i = instance_index();
    tell_ids(ids);
    let map = digits[i] + (11 << 16);
    // The scratch is used again at once.
    result[i * 6] = subgroup_reduce(map, compose);
    result[i * 6 + 1] = subgroup_inclusive_scan(map, compose);
    result[i * 6 + 2] = subgroup_exclusive_scan(map, IDENTITY, compose);
    result[i * 6 + 3] = workgroup_reduce_by_subgroups(&scratch, map, compose);
    result[i * 6 + 4] = workgroup_inclusive_scan_by_subgroups(&scratch, map, compose);
    result[i * 6 + 5] = workgroup_exclusive_scan_by_subgroups(&scratch, map, IDENTITY, compose);
}

#[shader_fn(inline)]
fn greater(a: UVec2, b: UVec2) -> UVec2 {
    select(a.x >= b.x, a, b)
}

#[kernel(workgroup_size(FULL))]
fn pairs_of_a_subgroup(digits: &[u32], ids: &mut [u32], result: &mut [u32]) {
    let i = instance_index();
    tell_ids(ids);
    let own = uvec2(digits[i], subgroup_invocation_id());
    let best = subgroup_reduce(own, greater);
    result[i * 2] = best.x;
    result[i * 2 + 1] = best.y;
}

#[kernel(workgroup_size(FULL))]
#[allow(unused_variables, reason = "all kernels are given the same")]
fn elections(digits: &[u32], ids: &mut [u32], result: &mut [u32]) {
    let i = instance_index();
    tell_ids(ids);
    if subgroup_elect() {
        result[i] = 1;
    }
    if subgroup_id() % 2 == 1 {
        if subgroup_elect() {
            result[i] += 2;
        }
    }
}

pub(super) fn twins() -> Vec<Twin> {
    twins![
        combined_by_subgroups = combined::<FULL>("combined_by_subgroups"),
        combined_by_ragged_subgroups = combined::<RAGGED>("combined_by_ragged_subgroups"),
        pairs_of_a_subgroup,
        elections,
    ]
}
