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

#[kernel(workgroup_size(2, 3, 1))]
fn builtin_inputs(result: &mut [u32]) {
    let coded = global_invocation_id().x
        + global_invocation_id().y * 10
        + local_invocation_id().x * 100
        + local_invocation_id().y * 1000
        + workgroup_id().x * 10_000
        + workgroup_id().y * 100_000
        + num_workgroups().x * 1_000_000;
    result[instance_index()] = coded + local_invocation_index() * 10_000_000;
}

pub(super) fn twins() -> Vec<Twin> {
    twins![parameters_reach_the_kernel, arrays_of_vec3, builtin_inputs]
}
