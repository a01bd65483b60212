//! Comparators: two records put in order, the one that comes first at the lesser index. In
//! workgroup memory within one tile, or from one buffer of global memory to another.
//!
//! An index past the end counts as holding a key above all others: its comparator
//! changes nothing and is skipped. Guards go by index, so that no value of a key
//! is taken for padding, and stand around accesses only, never around a barrier.
//!
//! Keys of 16 bits share a `u32` two by two, which one invocation writes alone: there an
//! invocation has two comparators, on the four keys of two such words.

use bitonic_dsl::types::UVec2;
use bitonic_dsl::{
    Node, Read, ReadWrite, local_invocation_index, min, shader_fn, workgroup_barrier,
    workgroup_index,
};

use super::columns::{Columns, shares_words};
use super::key::Key;
use super::record::Record;
use super::tile::Tile;

/// Reads this workgroup's block of records into `tile`, and waits until all of it is there.
///
/// Each invocation reads what it will write: nobody else waits for that. Gives the index of the
/// block's first record; how many records of the block there are, fewer than its length at the end
/// of the keys, none beyond; and the second of the two places that this invocation moves records
/// to and from, of which the first is its index, where keys share no `u32`.
#[shader_fn(inline)]
#[track_caller]
pub(super) fn load<K: Key>(
    #[host] tile: &Tile,
    #[host] columns: Columns<K, ReadWrite>,
) -> (u32, u32, u32) {
    let base = workgroup_index() * tile.length();
    let count = columns.count();
    let filled = min(count - min(base, count), tile.length());
    let upper = local_invocation_index() + tile.length() / 2;
    #[host]
    if shares_words::<K>() {
        load_two(tile, columns, base, filled);
    } else {
        load_one(tile, columns, local_invocation_index(), base, filled);
        load_one(tile, columns, upper, base, filled);
    }
    workgroup_barrier();
    (base, filled, upper)
}

/// Reads the two records that share a `u32`, to neighbouring places.
#[shader_fn(inline)]
#[track_caller]
fn load_two<K: Key>(
    #[host] tile: &Tile,
    #[host] columns: Columns<K, ReadWrite>,
    base: u32,
    filled: u32,
) {
    let first = local_invocation_index() * 2;
    if first < filled {
        #[host]
        let records = columns.load_two(base + first, "key");
        tile.store(first, host!(&records[0]));
        if first + 1 < filled {
            tile.store(first + 1, host!(&records[1]));
        }
    }
}

#[shader_fn(inline)]
#[track_caller]
fn load_one<K: Key>(
    #[host] tile: &Tile,
    #[host] columns: Columns<K, ReadWrite>,
    index: u32,
    base: u32,
    filled: u32,
) {
    if index < filled {
        #[host]
        let record = columns.load(base + index);
        tile.store(index, &record);
    }
}

/// Writes the block back.
#[shader_fn(inline)]
#[track_caller]
pub(super) fn store<K: Key>(
    #[host] tile: &Tile,
    #[host] columns: Columns<K, ReadWrite>,
    upper: u32,
    base: u32,
    filled: u32,
) {
    #[host]
    if shares_words::<K>() {
        store_two(tile, columns, base, filled);
    } else {
        store_one(tile, columns, local_invocation_index(), base, filled);
        store_one(tile, columns, upper, base, filled);
    }
}

#[shader_fn(inline)]
#[track_caller]
fn store_one<K: Key>(
    #[host] tile: &Tile,
    #[host] columns: Columns<K, ReadWrite>,
    index: u32,
    base: u32,
    filled: u32,
) {
    if index < filled {
        #[host]
        let record = tile.load(index);
        columns.store(base + index, &record);
    }
}

/// Writes the two records that share a `u32`, from neighbouring places.
#[shader_fn(inline)]
#[track_caller]
fn store_two<K: Key>(
    #[host] tile: &Tile,
    #[host] columns: Columns<K, ReadWrite>,
    base: u32,
    filled: u32,
) {
    let first = local_invocation_index() * 2;
    if first < filled {
        let second = first + 1;
        let is_full = second < filled;
        #[host]
        let records = [tile.load(first), tile.load(min(second, filled - 1))];
        columns.store_two(base + first, &records, Some(is_full));
    }
}

/// Puts one pair of the tile in order, then waits for the whole workgroup.
#[shader_fn(inline)]
#[track_caller]
pub(super) fn exchange(#[host] tile: &Tile, filled: u32, pair: UVec2) {
    if pair.y < filled {
        #[host]
        let a = tile.load(pair.x()).named("a");
        #[host]
        let b = tile.load(pair.y()).named("b");
        #[host]
        if a.is_one_part() {
            #[host]
            let first = a.first(&b);
            tile.store(pair.x, &first);
            #[host]
            let last = a.last(&b);
            tile.store(pair.y, &last);
        } else {
            let swaps = b.is_before(&a);
            if swaps {
                tile.store(pair.x, &b);
                tile.store(pair.y, &a);
            }
        }
    }
    workgroup_barrier();
}

/// Puts one pair in order on its way from `input` to `output`. Where only the
/// first index holds a key, that key is carried over.
#[shader_fn(inline)]
#[track_caller]
pub(super) fn exchange_global<K: Key>(
    #[host] input: Columns<K, Read>,
    #[host] output: Columns<K, ReadWrite>,
    pair: UVec2,
) {
    let count = input.count();
    if pair.x < count {
        #[host]
        let a = input.load(pair.x()).named("a");
        if pair.y < count {
            #[host]
            let b = input.load(pair.y()).named("b");
            #[host]
            let first = a.first(&b);
            output.store(pair.x, &first);
            #[host]
            let last = a.last(&b);
            output.store(pair.y, &last);
        } else {
            output.store(pair.x, &a);
        }
    }
}

/// As [`exchange_global`], where keys share a `u32` two by two: `pair` are indices of such words.
/// The keys of both that are compared lie as their words do, mirrored or equal.
#[shader_fn(inline)]
#[track_caller]
pub(super) fn exchange_words<K: Key>(
    #[host] input: Columns<K, Read>,
    #[host] output: Columns<K, ReadWrite>,
    pair: UVec2,
    #[host] mirrored: bool,
) {
    let count = input.count();
    let first = pair.x * 2;
    let second = pair.y * 2;
    if first < count {
        #[host]
        let a = input.load_two(first, "a");
        if second < count {
            #[host]
            let b = input.load_two(second, "b");
            let is_full = second + 1 < count;
            #[host]
            let (a, b) = exchanged(&a, &b, is_full, mirrored);
            output.store_two(first, &a, None);
            output.store_two(second, &b, Some(is_full));
        } else {
            let is_full = first + 1 < count;
            output.store_two(first, &a, Some(is_full));
        }
    }
}

/// Two comparators, on the records of two words. The second of `b` may be missing: its comparator
/// then changes nothing.
#[track_caller]
fn exchanged(
    a: &[Record; 2],
    b: &[Record; 2],
    is_full: Node<bool>,
    mirrored: bool,
) -> ([Record; 2], [Record; 2]) {
    let (mut lesser, mut greater) = (a.clone(), b.clone());
    for (at, own) in a.iter().enumerate() {
        let partner = if mirrored { 1 - at } else { at };
        let other = &b[partner];
        let is_before = other.is_before(own);
        let swaps = if partner == 1 {
            is_before & is_full
        } else {
            is_before
        };
        lesser[at] = own.unless(swaps, other);
        greater[partner] = other.unless(swaps, own);
    }
    (lesser, greater)
}
