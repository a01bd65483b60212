//! Constants of module scope, looked up in, and private variables.

use bitonic::*;

use super::{Twin, twins};
use crate::corpus::tables::Axis;

const POWERS: [u32; 4] = [1, 10, 100, 1000];
const PAIRS: [[u32; 2]; 2] = [[1, 2], [3, 4]];

#[kernel(workgroup_size(4))]
fn lookup_tables(result: &mut [u32]) {
    let i = local_invocation_index();
    let pair = PAIRS[i / 2][i % 2];
    result[i] = POWERS[i] * pair;
}

const AXES: [Axis; 2] = [axis(1, [0, 1, 2], 4.0), axis(-1, [2, 0, 1], 8.0)];

const fn axis(sign: i32, of: [u32; 3], x: f32) -> Axis {
    let (y, z) = (0.5, 0.25);
    let shift = Vec3 { x, y, z };
    Axis { sign, of, shift }
}

#[shader_fn]
fn sign(index: u32) -> i32 {
    AXES[index].sign
}

#[kernel(workgroup_size(4))]
fn tables_of_structures(result: &mut [f32]) {
    let i = local_invocation_index();
    let axis = AXES[i % 2];
    let chosen = axis.of[i / 2] as f32;
    let signed = chosen * sign(i % 2) as f32;
    result[i] = signed + axis.shift.x + axis.shift.z;
}

#[kernel(workgroup_size(4))]
fn private_variables(
    result: &mut [u32],
    #[init(UVec2::new(7, 1))] state: Private<UVec2>,
    history: Private<[u32; 4]>,
    flag: Private<bool>,
) {
    #[shader_fn]
    let step = |by: u32| {
        state.x += by;
        state.y *= 2;
        history[state.y % 4] += 1;
        flag = !flag;
    };
    let i = local_invocation_index();
    for turn in 0..i {
        step(turn + 1);
    }
    let sum = history[0] * 100 + history[2] * 1000;
    let odd = select(flag, 10_000, 0u32);
    result[i] = state.x + sum + odd;
}

pub(super) fn twins() -> Vec<Twin> {
    twins![lookup_tables, tables_of_structures, private_variables]
}
