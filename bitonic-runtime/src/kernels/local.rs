//! The kernels that sort a tile in workgroup memory, in place: one from nothing,
//! one that finishes what wider exchanges began.

use bitonic_dsl::nodes::{bitonic_disperse_indices, bitonic_flip_indices};
use bitonic_dsl::{Workgroup, kernel, local_invocation_index, shader_fn};

use super::exchange::{exchange, load, store};
use super::key::{Coding, Key};

/// Sorts each block of `2 * workgroup_size` keys: for each height 2, 4 .. of
/// blocks a flip, then disperses of half that height down to 2.
///
/// # Arguments
///
/// `keys`, read and written in place. A workgroup sorts one block.
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
#[kernel(workgroup_size(workgroup_size), name = coding.kernel_name::<K>("swap_local"))]
pub fn swap_local<K: Key>(
    #[host] workgroup_size: u32,
    #[host] coding: Coding,
    keys: &mut [u32],
    tile: Workgroup<[u32; 2 * workgroup_size]>,
) {
    let (base, filled, upper) = load::<K>(&mut tile, keys, coding);
    for height in (2u32..=tile.len()).shift_left(1) {
        let pair = bitonic_flip_indices(local_invocation_index(), height);
        exchange(&mut tile, filled, pair);
        disperse_from(&mut tile, filled, height >> 1);
    }
    store::<K>(&tile, keys, upper, base, filled, coding);
}

/// Finishes each block of `2 * workgroup_size` keys, once no key has to leave its
/// block: disperses of that height, of half of it, and so on down to 2.
///
/// # Arguments
///
/// `keys`, read and written in place. A workgroup sorts one block.
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
#[kernel(workgroup_size(workgroup_size), name = coding.kernel_name::<K>("disperse_local"))]
pub fn disperse_local<K: Key>(
    #[host] workgroup_size: u32,
    #[host] coding: Coding,
    keys: &mut [u32],
    tile: Workgroup<[u32; 2 * workgroup_size]>,
) {
    let (base, filled, upper) = load::<K>(&mut tile, keys, coding);
    disperse_from(&mut tile, filled, tile.len());
    store::<K>(&tile, keys, upper, base, filled, coding);
}

/// Disperses of height `largest`, of half of it, and so on down to 2.
#[shader_fn]
#[track_caller]
fn disperse_from(tile: &mut Workgroup<[u32; _]>, filled: u32, largest: u32) {
    for span in (largest..1u32).shift_right(1) {
        let pair = bitonic_disperse_indices(local_invocation_index(), span);
        exchange(tile, filled, pair);
    }
}
