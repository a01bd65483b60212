//! The kernels that sort a tile in workgroup memory, in place: one from nothing,
//! one that finishes what wider exchanges began.

use bitonic_dsl::nodes::{bitonic_disperse_indices, bitonic_flip_indices};
use bitonic_dsl::{Error, Kernel, Node, kernel, local_invocation_index, shader_fn};

use super::columns::in_place;
use super::exchange::{exchange, load, store};
use super::form::Form;
use super::key::Key;
use super::record::Shape;
use super::tile::Tile;

/// Sorts each block of `2 * workgroup_size` keys: for each height 2, 4 .. of
/// blocks a flip, then disperses of half that height down to 2.
///
/// # Arguments
///
/// `keys`, read and written in place, and `index` if it is carried. `count`, the number of keys,
/// where two of them share a `u32`. A workgroup sorts one block.
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
pub fn swap_local<K: Key>(workgroup_size: u32, form: impl Into<Form>) -> Result<Kernel, Error> {
    let doc = "Sorts each block of `2 * workgroup_size` keys: for each height 2, 4 .. of\n\
               blocks a flip, then disperses of half that height down to 2.";
    of_a_tile::<K>("swap_local", doc, workgroup_size, form.into(), swap)
}

/// Finishes each block of `2 * workgroup_size` keys, once no key has to leave its
/// block: disperses of that height, of half of it, and so on down to 2.
///
/// # Arguments
///
/// As [`swap_local`].
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
pub fn disperse_local<K: Key>(workgroup_size: u32, form: impl Into<Form>) -> Result<Kernel, Error> {
    let doc = "Finishes each block of `2 * workgroup_size` keys, once no key has to leave its\n\
               block: disperses of that height, of half of it, and so on down to 2.";
    let finish = |tile: &Tile, filled: Node<u32>| disperse_from(tile, filled, tile.length());
    of_a_tile::<K>("disperse_local", doc, workgroup_size, form.into(), finish)
}

/// The kernel that reads a tile, brings it to order and writes it back. `order` is given the tile
/// and how many records it holds.
fn of_a_tile<K: Key>(
    what: &str,
    doc: &str,
    workgroup_size: u32,
    form: Form,
    order: impl FnOnce(&Tile, Node<u32>),
) -> Result<Kernel, Error> {
    let form = form.without_span();
    kernel(&form.kernel_name::<K>(what))
        .doc(doc)
        .workgroup_size(workgroup_size)
        .build(|k| {
            let columns = in_place::<K>(k, form);
            let beside = form.beside(k, false);
            let tile = Tile::new(Shape::of::<K>(form.carried), workgroup_size);
            let (base, filled, upper) = load(&tile, columns);
            order(&tile, filled);
            store(&tile, columns, upper, base, filled);
            beside.tell();
        })
}

/// Sorts the tile from nothing.
#[shader_fn(inline)]
#[track_caller]
fn swap(#[host] tile: &Tile, filled: u32) {
    for height in (2u32..=tile.length()).shift_left(1) {
        let pair = bitonic_flip_indices(local_invocation_index(), height);
        exchange(tile, filled, pair);
        disperse_from(tile, filled, height >> 1);
    }
}

/// Disperses of height `largest`, of half of it, and so on down to 2.
#[shader_fn(inline)]
#[track_caller]
fn disperse_from(#[host] tile: &Tile, filled: u32, largest: u32) {
    for span in (largest..1u32).shift_right(1) {
        let pair = bitonic_disperse_indices(local_invocation_index(), span);
        exchange(tile, filled, pair);
    }
}
