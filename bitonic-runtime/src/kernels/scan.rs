//! The kernels of a prefix sum over a buffer of any length: the sums of its tiles, and the
//! tiles themselves, each from what lies before it. In between, the sums of the tiles are
//! scanned in the same way.
//!
//! Within a tile each invocation has some neighbouring values, and the sums of the invocations
//! are raked: G. E. Blelloch, "Prefix Sums and Their Applications" (1990). Two barriers do, where a
//! tree takes two for each doubling, and barriers are what processors that stand in for a GPU
//! are slow at.
//!
//! No workgroup waits for another, as none may where nobody promises that all of them run at
//! once: D. Merrill and A. Grimshaw, "Parallel Scan for Stream Architectures" (2009), call the
//! order reduce, then scan.

use bitonic_dsl::{
    Workgroup, instance_index, kernel, local_invocation_index, min, shader_fn, workgroup_barrier,
    workgroup_index,
};

/// Values that each invocation takes: a tile is as many times the workgroup.
pub const SCAN_VALUES_EACH: u32 = 16;

/// Invocations whose sums one of them rakes together.
const GROUP: u32 = 16;

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
    groups: Workgroup<[u32; workgroup_size.div_ceil(GROUP)]>,
) {
    let lane = local_invocation_index();
    let tile = workgroup_index();
    let first = tile * (SCAN_VALUES_EACH * workgroup_size) + lane;
    let mut sum = 0u32;
    // Neighbours read neighbours: a sum does not ask in which order.
    let end = min(first + SCAN_VALUES_EACH * workgroup_size, count);
    for i in (first..end).step_by(workgroup_size) {
        sum += values[i];
    }
    scratch[lane] = sum;
    rake(&scratch, &mut groups);
    // A folded grid may have more workgroups than there are tiles.
    if lane == 0 && tile < sums.len() {
        let mut total = 0u32;
        for group in 0..groups.len() {
            total += groups[group];
        }
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
    groups: Workgroup<[u32; workgroup_size.div_ceil(GROUP)]>,
) {
    let tile = workgroup_index();
    scan_tile(
        values,
        sums,
        count,
        before[min(tile, before.len() - 1)],
        &mut scratch,
        &mut groups,
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
    groups: Workgroup<[u32; workgroup_size.div_ceil(GROUP)]>,
) {
    scan_tile(values, sums, count, 0u32, &mut scratch, &mut groups);
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
    groups: &mut Workgroup<[u32; _]>,
) {
    let first = instance_index() * SCAN_VALUES_EACH;
    let end = min(first + SCAN_VALUES_EACH, count);
    let mut sum = 0u32;
    for i in first..end {
        sum += values[i];
    }
    let lane = local_invocation_index();
    scratch[lane] = sum;
    rake(scratch, groups);
    let mut before = start;
    for group in 0..lane / GROUP {
        before += groups[group];
    }
    for other in lane / GROUP * GROUP..lane {
        before += scratch[other];
    }
    // Read again: it is near by then, and an array of each invocation's own is not.
    for i in first..end {
        sums[i] = before;
        before += values[i];
    }
}

/// Waits until `scratch` is written, sums up each group of it, and waits for that.
#[shader_fn]
#[track_caller]
fn rake(scratch: &Workgroup<[u32; _]>, groups: &mut Workgroup<[u32; _]>) {
    let lane = local_invocation_index();
    workgroup_barrier();
    if lane < groups.len() {
        let mut sum = 0u32;
        for other in lane * GROUP..min((lane + 1) * GROUP, scratch.len()) {
            sum += scratch[other];
        }
        groups[lane] = sum;
    }
    workgroup_barrier();
}
