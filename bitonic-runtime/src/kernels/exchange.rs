//! Comparators: two keys put in order, the lesser at the lesser index. In
//! workgroup memory within one tile, or from one buffer of global memory to another.
//!
//! An index past the end counts as holding a key above all others: its comparator
//! changes nothing and is skipped. Guards go by index, so that no value of a key
//! is taken for padding, and stand around accesses only, never around a barrier.
//!
//! A tile is the block of keys that a workgroup holds in its memory, two for each
//! invocation: all of this is recorded in the kernels that call it.

use bitonic_dsl::types::UVec2;
use bitonic_dsl::{
    local_invocation_index, max, min, shader_fn, workgroup_barrier, workgroup_index,
};

use super::key::{Coding, Key};

/// Reads this workgroup's block of `keys` into `tile`, and waits until all of it is there.
///
/// Gives the index of the block's first key; how many keys of the block there are, fewer than
/// its length at the end of the keys, none beyond; and the second of the two places that this
/// invocation moves keys to and from, of which the first is its index.
#[shader_fn]
#[track_caller]
pub(super) fn load<K: Key>(
    tile: &mut Workgroup<[u32; _]>,
    keys: &[u32],
    #[host] coding: Coding,
) -> (u32, u32, u32) {
    let base = workgroup_index() * tile.len();
    let count = keys.len();
    let filled = min(count - min(base, count), tile.len());
    let upper = local_invocation_index() + tile.len() / 2;
    load_one::<K>(tile, keys, local_invocation_index(), base, filled, coding);
    load_one::<K>(tile, keys, upper, base, filled, coding);
    workgroup_barrier();
    (base, filled, upper)
}

#[shader_fn]
#[track_caller]
fn load_one<K: Key>(
    tile: &mut Workgroup<[u32; _]>,
    keys: &[u32],
    index: u32,
    base: u32,
    filled: u32,
    #[host] coding: Coding,
) {
    if index < filled {
        tile[index] = coding.read::<K>(keys[base + index]);
    }
}

/// Writes the block back, from the places that [`load`] filled.
#[shader_fn]
#[track_caller]
pub(super) fn store<K: Key>(
    tile: &Workgroup<[u32; _]>,
    keys: &mut [u32],
    upper: u32,
    base: u32,
    filled: u32,
    #[host] coding: Coding,
) {
    store_one::<K>(tile, keys, local_invocation_index(), base, filled, coding);
    store_one::<K>(tile, keys, upper, base, filled, coding);
}

#[shader_fn]
#[track_caller]
fn store_one<K: Key>(
    tile: &Workgroup<[u32; _]>,
    keys: &mut [u32],
    index: u32,
    base: u32,
    filled: u32,
    #[host] coding: Coding,
) {
    if index < filled {
        keys[base + index] = coding.written::<K>(tile[index]);
    }
}

/// Puts one pair of the tile in order, then waits for the whole workgroup.
#[shader_fn]
#[track_caller]
pub(super) fn exchange(tile: &mut Workgroup<[u32; _]>, filled: u32, pair: UVec2) {
    if pair.y < filled {
        let a = tile[pair.x];
        let b = tile[pair.y];
        tile[pair.x] = min(a, b);
        tile[pair.y] = max(a, b);
    }
    workgroup_barrier();
}

/// Puts one pair in order on its way from `input` to `output`. Where only the
/// first index holds a key, that key is carried over.
#[shader_fn]
#[track_caller]
pub(super) fn exchange_global<K: Key>(
    input: &[u32],
    output: &mut [u32],
    pair: UVec2,
    #[host] coding: Coding,
) {
    let count = input.len();
    if pair.x < count {
        let a = coding.read::<K>(input[pair.x]);
        if pair.y < count {
            let b = coding.read::<K>(input[pair.y]);
            output[pair.x] = coding.written::<K>(min(a, b));
            output[pair.y] = coding.written::<K>(max(a, b));
        } else {
            output[pair.x] = coding.written::<K>(a);
        }
    }
}
