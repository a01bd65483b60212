//! Comparators: two keys put in order, the lesser at the lesser index. In
//! workgroup memory within one tile, or from one buffer of global memory to another.
//!
//! An index past the end counts as holding a key above all others: its comparator
//! changes nothing and is skipped. Guards go by index, so that no value of a key
//! is taken for padding, and stand around accesses only, never around a barrier.

use bitonic_dsl::types::UVec2;
use bitonic_dsl::{
    If, Node, Storage, StorageMut, WorkgroupArray, local_invocation_index, max, min,
    workgroup_array, workgroup_barrier, workgroup_index,
};

use super::key::{Coding, Key};

/// The block of keys that a workgroup holds in its memory: two for each invocation.
pub(super) struct Tile {
    words: WorkgroupArray<u32>,
    /// The index of the block's first key.
    base: Node<u32>,
    /// How many keys of the block there are: fewer than its length at the end of
    /// the keys, none beyond.
    filled: Node<u32>,
    /// The two places that this invocation moves keys to and from.
    indices: [Node<u32>; 2],
}

impl Tile {
    /// Reads this workgroup's block of `keys`, and waits until all of it is there.
    #[track_caller]
    pub(super) fn load<K: Key>(keys: StorageMut<u32>, workgroup_size: u32, coding: Coding) -> Tile {
        let length = 2 * workgroup_size;
        let words = workgroup_array::<u32>("tile", length);
        let base = (workgroup_index() * length).to_const("base");
        let count = keys.len().to_const("count");
        let filled = min(count - min(base, count), length).to_const("filled");
        let lower = local_invocation_index();
        let upper = (lower + workgroup_size).to_const("upper");
        let tile = Tile {
            words,
            base,
            filled,
            indices: [lower, upper],
        };
        tile.for_each_index(|index| {
            let key = keys.element(base + index).load();
            words.element(index).assign(coding.read::<K>(key));
        });
        workgroup_barrier();
        tile
    }

    /// Writes the block back.
    #[track_caller]
    pub(super) fn store<K: Key>(&self, keys: StorageMut<u32>, coding: Coding) {
        self.for_each_index(|index| {
            let word = self.words.element(index).load();
            keys.element(self.base + index)
                .assign(coding.written::<K>(word));
        });
    }

    /// Puts one pair of the tile in order, then waits for the whole workgroup.
    #[track_caller]
    pub(super) fn exchange(&self, pair: Node<UVec2>) {
        let pair = pair.to_const("pair");
        If(pair.y().lt(self.filled), || {
            let first = self.words.element(pair.x());
            let second = self.words.element(pair.y());
            let a = first.load().to_const("a");
            let b = second.load().to_const("b");
            first.assign(min(a, b));
            second.assign(max(a, b));
        });
        workgroup_barrier();
    }

    /// Keys that the tile has room for.
    pub(super) fn length(&self) -> u32 {
        self.words.len()
    }

    /// Where there is a key at one of this invocation's places, what is done there.
    #[track_caller]
    fn for_each_index(&self, body: impl Fn(Node<u32>)) {
        for index in self.indices {
            If(index.lt(self.filled), || body(index));
        }
    }
}

/// Puts one pair in order on its way from `input` to `output`. Where only the
/// first index holds a key, that key is carried over.
#[track_caller]
pub(super) fn exchange_global<K: Key>(
    input: Storage<u32>,
    output: StorageMut<u32>,
    pair: Node<UVec2>,
    coding: Coding,
) {
    let load = |index| coding.read::<K>(input.element(index).load());
    let store = |index, word| output.element(index).assign(coding.written::<K>(word));
    let pair = pair.to_const("pair");
    let count = input.len().to_const("count");
    If(pair.x().lt(count), || {
        let a = load(pair.x()).to_const("a");
        If(pair.y().lt(count), || {
            let b = load(pair.y()).to_const("b");
            store(pair.x(), min(a, b));
            store(pair.y(), max(a, b));
        })
        .else_(|| store(pair.x(), a));
    });
}
