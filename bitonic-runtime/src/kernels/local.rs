//! The kernels that sort a tile in workgroup memory, in place: one from nothing,
//! one that finishes what wider exchanges began.

use bitonic_dsl::nodes::{bitonic_disperse_indices, bitonic_flip_indices};
use bitonic_dsl::{
    Error, IntoNode, Kernel, Loop, Node, kernel, local_invocation_index, range, range_inclusive,
};

use super::exchange::Tile;
use super::key::{Coding, Key};

/// Sorts each block of `2 * workgroup_size` keys: for each height 2, 4 .. of
/// blocks a flip, then disperses of half that height down to 2.
///
/// Binding `keys`, read and written in place; one workgroup for each block.
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
pub fn swap_local<K: Key>(workgroup_size: u32, coding: Coding) -> Result<Kernel, Error> {
    kernel(&coding.kernel_name::<K>("swap_local"))
        .workgroup_size(workgroup_size)
        .build(|k| {
            let keys = k.storage_mut::<u32>("keys");
            let tile = Tile::load::<K>(keys, workgroup_size, coding);
            let heights = range_inclusive(2, tile.length()).shift_left(1);
            Loop(heights.named("height"), |height| {
                tile.exchange(bitonic_flip_indices(local_invocation_index(), height));
                disperse_from(&tile, height >> 1);
            });
            tile.store::<K>(keys, coding);
        })
}

/// Finishes each block of `2 * workgroup_size` keys, once no key has to leave its
/// block: disperses of that height, of half of it, and so on down to 2.
///
/// Binding `keys`, read and written in place; one workgroup for each block.
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
pub fn disperse_local<K: Key>(workgroup_size: u32, coding: Coding) -> Result<Kernel, Error> {
    kernel(&coding.kernel_name::<K>("disperse_local"))
        .workgroup_size(workgroup_size)
        .build(|k| {
            let keys = k.storage_mut::<u32>("keys");
            let tile = Tile::load::<K>(keys, workgroup_size, coding);
            disperse_from(&tile, tile.length().into_node());
            tile.store::<K>(keys, coding);
        })
}

/// Disperses of height `largest`, of half of it, and so on down to 2.
#[track_caller]
fn disperse_from(tile: &Tile, largest: Node<u32>) {
    let spans = range(largest, 1).shift_right(1);
    Loop(spans.named("span"), |span| {
        tile.exchange(bitonic_disperse_indices(local_invocation_index(), span));
    });
}
