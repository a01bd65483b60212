//! The kernels that sort a tile in workgroup memory, in place: one from nothing,
//! one that finishes what wider exchanges began.

use bitonic_dsl::nodes::{bitonic_disperse_indices, bitonic_flip_indices};
use bitonic_dsl::{Error, Kernel, kernel, local_invocation_index, shader_fn, workgroup_array};

use super::exchange::{exchange, load, store};
use super::form::Form;
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
pub fn swap_local<K: Key>(workgroup_size: u32, form: impl Into<Form>) -> Result<Kernel, Error> {
    let form = form.into().without_span();
    kernel(&form.kernel_name::<K>("swap_local"))
        .doc("Sorts each block of `2 * workgroup_size` keys: for each height 2, 4 .. of\nblocks a flip, then disperses of half that height down to 2.")
        .workgroup_size(workgroup_size)
        .build(|k| {
            let keys = k.storage_mut::<u32>("keys");
            let beside = form.beside(k, false);
            let tile = workgroup_array::<u32>("tile", 2 * workgroup_size);
            sort_tile::<K>(&tile, keys, form.coding);
            beside.tell();
        })
}

#[shader_fn]
fn sort_tile<K: Key>(tile: &mut Workgroup<[u32; _]>, keys: &mut [u32], #[host] coding: Coding) {
    let (base, filled, upper) = load::<K>(tile, keys, coding);
    for height in (2u32..=tile.len()).shift_left(1) {
        let pair = bitonic_flip_indices(local_invocation_index(), height);
        exchange(tile, filled, pair);
        disperse_from(tile, filled, height >> 1);
    }
    store::<K>(tile, keys, upper, base, filled, coding);
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
pub fn disperse_local<K: Key>(workgroup_size: u32, form: impl Into<Form>) -> Result<Kernel, Error> {
    let form = form.into().without_span();
    kernel(&form.kernel_name::<K>("disperse_local"))
        .doc("Finishes each block of `2 * workgroup_size` keys, once no key has to leave its\nblock: disperses of that height, of half of it, and so on down to 2.")
        .workgroup_size(workgroup_size)
        .build(|k| {
            let keys = k.storage_mut::<u32>("keys");
            let beside = form.beside(k, false);
            let tile = workgroup_array::<u32>("tile", 2 * workgroup_size);
            finish_tile::<K>(&tile, keys, form.coding);
            beside.tell();
        })
}

#[shader_fn]
fn finish_tile<K: Key>(tile: &mut Workgroup<[u32; _]>, keys: &mut [u32], #[host] coding: Coding) {
    let (base, filled, upper) = load::<K>(tile, keys, coding);
    disperse_from(tile, filled, tile.len());
    store::<K>(tile, keys, upper, base, filled, coding);
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
