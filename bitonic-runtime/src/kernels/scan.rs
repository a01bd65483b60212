//! The kernels of a prefix sum over a buffer of any length: the sums of its tiles, and the
//! tiles themselves, each from what lies before it. In between, the sums of the tiles are
//! scanned in the same way.
//!
//! No workgroup waits for another, as none may where nobody promises that all of them run at
//! once: D. Merrill and A. Grimshaw, "Parallel Scan for Stream Architectures" (2009), call the
//! order reduce, then scan.

use bitonic_dsl::nodes::{workgroup_exclusive_scan, workgroup_reduce};
use bitonic_dsl::{
    Workgroup, instance_index, kernel, local_invocation_index, min, shader_fn, workgroup_index,
};

/// Values that each invocation takes: a tile is as many times the workgroup.
pub const SCAN_VALUES_EACH: u32 = 4;

/// The sum of each tile of `SCAN_VALUES_EACH * workgroup_size` values, modulo 2^32.
///
/// # Arguments
///
/// `values`; `sums`, one for each tile; `count`, how many of the values there are. A workgroup
/// sums up one tile.
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
#[kernel(workgroup_size(workgroup_size), name = "tile_sums_u32")]
pub fn tile_sums(
    #[host] workgroup_size: u32,
    values: &[u32],
    sums: &mut [u32],
    count: u32,
    scratch: Workgroup<[u32; workgroup_size]>,
) {
    let lane = local_invocation_index();
    let tile = workgroup_index();
    let first = tile * (SCAN_VALUES_EACH * workgroup_size) + lane;
    let mut sum = 0u32;
    // Neighbours read neighbours: a sum does not ask in which order.
    #[host]
    for turn in 0..SCAN_VALUES_EACH {
        let i = first + turn * workgroup_size;
        if i < count {
            sum += values[i];
        }
    }
    let total = workgroup_reduce(&mut scratch, sum, |a, b| a + b);
    // A folded grid may have more workgroups than there are tiles.
    if lane == 0 && tile < sums.len() {
        sums[tile] = total;
    }
}

/// For each value the sum of all before it, modulo 2^32, where `before` has the sum of the
/// values in front of each tile.
///
/// # Arguments
///
/// `values`, `before`, `sums` as long as `values`, `count`. A workgroup has one tile of
/// `SCAN_VALUES_EACH * workgroup_size` values.
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
#[kernel(workgroup_size(workgroup_size), name = "scan_tiles_u32")]
pub fn scan_tiles(
    #[host] workgroup_size: u32,
    values: &[u32],
    before: &[u32],
    sums: &mut [u32],
    count: u32,
    scratch: Workgroup<[u32; workgroup_size]>,
) {
    let tile = workgroup_index();
    scan_tile(
        values,
        sums,
        count,
        before[min(tile, before.len() - 1)],
        &mut scratch,
    );
}

/// For each value of a single tile the sum of all before it, modulo 2^32.
///
/// # Arguments
///
/// `values`, `sums` as long, `count`, no more than `SCAN_VALUES_EACH * workgroup_size`. It
/// takes one workgroup.
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
#[kernel(workgroup_size(workgroup_size), name = "scan_one_tile_u32")]
pub fn scan_one_tile(
    #[host] workgroup_size: u32,
    values: &[u32],
    sums: &mut [u32],
    count: u32,
    scratch: Workgroup<[u32; workgroup_size]>,
) {
    scan_tile(values, sums, count, 0u32, &mut scratch);
}

/// Scans the values of this workgroup, from `start` on. Each invocation has neighbouring ones.
#[shader_fn]
#[track_caller]
fn scan_tile(
    values: &[u32],
    sums: &mut [u32],
    count: u32,
    start: u32,
    scratch: &mut Workgroup<[u32; _]>,
) {
    let first = instance_index() * SCAN_VALUES_EACH;
    let mut own = [0u32; SCAN_VALUES_EACH as usize];
    let mut sum = 0u32;
    #[host]
    for turn in 0..SCAN_VALUES_EACH {
        let i = first + turn;
        if i < count {
            own[turn] = values[i];
            sum += own[turn];
        }
    }
    let mut before = start + workgroup_exclusive_scan(scratch, sum, 0, |a, b| a + b);
    #[host]
    for turn in 0..SCAN_VALUES_EACH {
        let i = first + turn;
        if i < count {
            sums[i] = before;
            before += own[turn];
        }
    }
}
