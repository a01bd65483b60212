//! Arrays of fixed length in every place where they can lie.

use bitonic::*;

use super::{Twin, twins};
use crate::corpus::composites::Shape;

#[kernel(workgroup_size(4))]
fn arrays_in_variables(result: &mut [u32]) {
    let i = local_invocation_index();
    let mut places = [i, i * 10, i * 100, i * 1000];
    places[1] += 7;
    places[i] += 3;
    let all = places;
    result[i] = all[0] + all[1] + all[2] + all[(i + 3) % 4];
}

#[kernel(workgroup_size(3))]
fn nested_arrays(grids: &[[[u32; 2]; 3]], turned: &mut [[[u32; 3]; 2]]) {
    let row = local_invocation_index();
    let grid = grids[0];
    let cells = grid[row];
    turned[0][0][row] = cells[0];
    turned[0][1][row] = cells[1];
    if row == 0 {
        turned[1][1] = [7, 8, 9];
    }
}

#[kernel(workgroup_size(1))]
fn arrays_of_vec3_of_fixed_length(pairs: &mut [[UVec3; 2]], flat: &mut [u32]) {
    let pair = pairs[1];
    flat[0] = pair[0].z;
    flat[1] = pair[1].x;
    pairs[0][1].y = 99;
}

#[shader_fn]
fn rotate(of: [u32; 3]) -> [u32; 3] {
    [of[1], of[2], of[0]]
}

#[kernel(workgroup_size(4))]
fn arrays_through_functions(result: &mut [u32]) {
    let i = local_invocation_index();
    let rotated = rotate(rotate([i, i + 10, i + 20]));
    result[i] = rotated[0] * 10_000 + rotated[1] * 100 + rotated[2];
}

#[kernel(workgroup_size(4))]
fn arrays_in_workgroup_memory(result: &mut [u32], tile: Workgroup<[[u32; 2]; 2]>) {
    let i = local_invocation_index();
    tile[i % 2][i / 2] = i + 40;
    workgroup_barrier();
    result[i] = tile[i / 2][i % 2];
}

#[kernel(workgroup_size(4))]
fn arrays_in_a_uniform(weights: Uniform<[UVec4; 2]>, result: &mut [u32]) {
    let i = local_invocation_index();
    let weight = weights[i / 2];
    result[i] = weight[i];
}

#[kernel(workgroup_size(1))]
fn structures_with_arrays(shapes: &[Shape], changed: &mut [Shape]) {
    changed[0].kind = shapes[0].kind + 1;
    changed[0].corners = shapes[0].corners;
    changed[0].corners[1].place.y = shapes[0].corners[0].weight;
    changed[0].turn = shapes[0].turn;
    changed[0].turn[2].y += 0.5;
    changed[0].colors[0] = shapes[0].colors[1];
    changed[0].last = shapes[0].last;
}

pub(super) fn twins() -> Vec<Twin> {
    twins![
        arrays_in_variables,
        nested_arrays,
        arrays_of_vec3_of_fixed_length,
        arrays_through_functions,
        arrays_in_workgroup_memory,
        arrays_in_a_uniform,
        structures_with_arrays,
    ]
}
