//! Buffers, parameters, structures, workgroup memory and grids.

use bitonic::*;

use super::{Twin, twins};

#[kernel(workgroup_size(4))]
fn parameters_reach_the_kernel(result: &mut [u32], scale: u32, shift: u32) {
    let i = instance_index();
    result[i] = i * scale + shift;
}

#[kernel(workgroup_size(1))]
fn arrays_of_vec3(vectors: &mut [Vec3], flat: &mut [f32]) {
    for i in 0..vectors.len() {
        let v = vectors[i];
        flat[i * 3] = v.x;
        flat[i * 3 + 1] = v.y;
        flat[i * 3 + 2] = v.z;
        vectors[i].y += 100.0;
    }
}

#[kernel(workgroup_size(16))]
fn reduce_in_a_workgroup(data: &[u32], sums: &mut [u32], tile: Workgroup<[u32; 16]>) {
    let local = local_invocation_index();
    tile[local] = data[instance_index()];
    workgroup_barrier();
    for half in (8u32..=1).shift_right(1) {
        if local < half {
            tile[local] += tile[local + half];
        }
        workgroup_barrier();
    }
    if local == 0 {
        sums[workgroup_index()] = tile[0];
    }
}

#[kernel(workgroup_size(4))]
fn workgroup_memory_starts_at_zero(result: &mut [u32], tile: Workgroup<[u32; 4]>) {
    let local = local_invocation_index();
    result[instance_index()] = tile[local];
    tile[local] = 99;
}

#[kernel(workgroup_size(2, 3, 1))]
fn builtin_inputs(
    result: &mut [u32],
    #[builtin(global_invocation_id)] global: UVec3,
    #[builtin(local_invocation_id)] local: UVec3,
    #[builtin(workgroup_id)] group: UVec3,
    #[builtin(num_workgroups)] count: UVec3,
) {
    let coded = global.x
        + global.y * 10
        + local.x * 100
        + local.y * 1000
        + group.x * 10_000
        + group.y * 100_000
        + count.x * 1_000_000;
    result[instance_index()] = coded + local_invocation_index() * 10_000_000;
}

#[kernel(workgroup_size(4))]
fn booleans_in_variables(result: &mut [u32], flags: Workgroup<[bool; 4]>) {
    let i = local_invocation_index();
    let mut flag = i > 1;
    flag &= i < 3;
    flags[i] = flag | (i == 0);
    workgroup_barrier();
    result[i] = select(flags[3 - i], 1, 0);
}

#[kernel(workgroup_size(4))]
fn function_with_a_buffer(data: &mut [u32]) {
    #[shader_fn]
    let bump = |at: u32, by: u32| data[at] += by;
    let i = local_invocation_index();
    bump(i, 5);
    bump(i, i);
}

pub(super) fn twins() -> Vec<Twin> {
    twins![
        parameters_reach_the_kernel,
        arrays_of_vec3,
        reduce_in_a_workgroup,
        workgroup_memory_starts_at_zero,
        builtin_inputs,
        booleans_in_variables,
        function_with_a_buffer,
    ]
}
