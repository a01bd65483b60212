//! The library's kernels and nodes, which are natural Rust, in the calls of the author layer:
//! an exchange in global memory, a sort in workgroup memory, nodes that are functions, and
//! nodes that take an operator.

use super::*;
use bitonic::nodes::{self, bitonic_disperse_indices, bitonic_flip_indices};
use bitonic::runtime::kernels::{self, Coding, Key as AnyKey};
use bitonic::types::Value;

/// A key of 32 bits: the twins here are those of such keys alone.
trait Key: AnyKey<Word = u32> {}

impl<K: AnyKey<Word = u32>> Key for K {}

/// What was read, as a word.
#[track_caller]
fn read<K: Key>(coding: Coding, value: Node<u32>) -> Node<u32> {
    match (coding.encode, coding.descending) {
        (true, true) => !K::encode(value),
        (true, false) => K::encode(value),
        (false, _) => value,
    }
}

/// A word as it is written.
#[track_caller]
fn written<K: Key>(coding: Coding, word: Node<u32>) -> Node<u32> {
    match (coding.decode, coding.descending) {
        (true, true) => K::decode(!word),
        (true, false) => K::decode(word),
        (false, _) => word,
    }
}

fn name_of<A: Signature>(kernel: &Result<Kernel<A>, Error>) -> String {
    match kernel {
        Ok(kernel) => kernel.untyped().name().to_owned(),
        Err(error) => panic!("{error}"),
    }
}

const CODINGS: [Coding; 5] = [
    Coding::NONE,
    Coding::BOTH,
    Coding::BOTH_DESCENDING,
    Coding {
        encode: true,
        ..Coding::NONE
    },
    Coding {
        encode: false,
        ..Coding::BOTH_DESCENDING
    },
];

mod global {
    use super::*;

    fn exchanges<K: Key>(
        (name, doc): (&str, &str),
        workgroup_size: u32,
        coding: Coding,
        indices: impl std::ops::Fn(Node<u32>, Node<u32>) -> Node<UVec2>,
    ) -> Result<Kernel, Error> {
        let head = kernel(name).doc(doc).workgroup_size(workgroup_size);
        head.build(|k| {
            let input = k.storage::<u32>("input");
            let output = k.storage_mut::<u32>("output");
            let span = k.param::<u32>("span");
            let load = |index| read::<K>(coding, input.element(index).load());
            let store = |index, word| output.element(index).assign(written::<K>(coding, word));
            let pair = indices(instance_index(), span).to_const("pair");
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
        })
    }

    fn check<K: Key>(coding: Coding) {
        let flip = kernels::flip_global::<K>(128, coding);
        let name = name_of(&flip);
        let doc = "One flip: each key against its mirror image in its block of `span` keys.";
        let calls = exchanges::<K>((&name, doc), 128, coding, bitonic_flip_indices);
        same(flip, calls);
        let disperse = kernels::disperse_global::<K>(64, coding);
        let name = name_of(&disperse);
        let doc = "One disperse: each key against the one half a block of `span` keys further.";
        let calls = exchanges::<K>((&name, doc), 64, coding, bitonic_disperse_indices);
        same(disperse, calls);
    }

    #[test]
    fn flips_and_disperses() {
        for coding in CODINGS {
            check::<u32>(coding);
            check::<i32>(coding);
            check::<f32>(coding);
        }
    }

    #[test]
    fn copies() {
        let head = kernel("copy_u32").doc("Copies words one by one.");
        let calls = head.workgroup_size(32).build(|k| {
            let input = k.storage::<u32>("input");
            let output = k.storage_mut::<u32>("output");
            let index = instance_index();
            If(index.lt(input.len()), || {
                output.element(index).assign(input.element(index).load());
            });
        });
        same(kernels::copy(32), calls);
    }
}

mod local {
    use super::*;

    /// The block of keys that a workgroup holds in its memory.
    struct Tile {
        words: WorkgroupArray<u32>,
        base: Node<u32>,
        filled: Node<u32>,
        indices: [Node<u32>; 2],
    }

    impl Tile {
        fn load<K: Key>(keys: StorageMut<u32>, workgroup_size: u32, coding: Coding) -> Tile {
            let length = 2 * workgroup_size;
            let words = workgroup_array::<u32>("tile", length);
            let base = (workgroup_index() * length).to_const("base");
            let count = keys.len().to_const("count");
            let filled = min(count - min(base, count), length).to_const("filled");
            let lower = local_invocation_index();
            let tile = Tile {
                words,
                base,
                filled,
                indices: [lower, (lower + workgroup_size).to_const("upper")],
            };
            tile.for_each_index(|index| {
                let key = keys.element(base + index).load();
                tile.words.element(index).assign(read::<K>(coding, key));
            });
            workgroup_barrier();
            tile
        }

        fn store<K: Key>(&self, keys: StorageMut<u32>, coding: Coding) {
            self.for_each_index(|index| {
                let word = self.words.element(index).load();
                let place = keys.element(self.base + index);
                place.assign(written::<K>(coding, word));
            });
        }

        fn exchange(&self, pair: Node<UVec2>) {
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

        fn disperse_from(&self, largest: Node<u32>) {
            let spans = range(largest, 1).shift_right(1);
            Loop(spans.named("span"), |span| {
                self.exchange(bitonic_disperse_indices(local_invocation_index(), span));
            });
        }

        fn for_each_index(&self, body: impl std::ops::Fn(Node<u32>)) {
            for index in self.indices {
                If(index.lt(self.filled), || body(index));
            }
        }
    }

    fn swap<K: Key>(name: &str, size: u32, coding: Coding) -> Result<Kernel, Error> {
        let doc = "Sorts each block of `2 * workgroup_size` keys: for each height 2, 4 .. of\n\
                   blocks a flip, then disperses of half that height down to 2.";
        kernel(name).doc(doc).workgroup_size(size).build(|k| {
            let keys = k.storage_mut::<u32>("keys");
            let tile = Tile::load::<K>(keys, size, coding);
            let heights = range_inclusive(2, tile.words.len()).shift_left(1);
            Loop(heights.named("height"), |height| {
                tile.exchange(bitonic_flip_indices(local_invocation_index(), height));
                tile.disperse_from(height >> 1);
            });
            tile.store::<K>(keys, coding);
        })
    }

    fn disperse<K: Key>(name: &str, size: u32, coding: Coding) -> Result<Kernel, Error> {
        let doc = "Finishes each block of `2 * workgroup_size` keys, once no key has to leave its\n\
                   block: disperses of that height, of half of it, and so on down to 2.";
        kernel(name).doc(doc).workgroup_size(size).build(|k| {
            let keys = k.storage_mut::<u32>("keys");
            let tile = Tile::load::<K>(keys, size, coding);
            tile.disperse_from(tile.words.len().into_node());
            tile.store::<K>(keys, coding);
        })
    }

    fn check<K: Key>(coding: Coding) {
        for size in [1, 64] {
            let natural = kernels::swap_local::<K>(size, coding);
            let name = name_of(&natural);
            same(natural, swap::<K>(&name, size, coding));
            let natural = kernels::disperse_local::<K>(size, coding);
            let name = name_of(&natural);
            same(natural, disperse::<K>(&name, size, coding));
        }
    }

    #[test]
    fn sorts_and_ends_of_sorts() {
        for coding in CODINGS {
            check::<u32>(coding);
            check::<i32>(coding);
            check::<f32>(coding);
        }
    }
}

mod functions {
    use super::*;

    thread_local! {
        static FLIP: Function<(u32, u32), Node<UVec2>> = Fn(
            "bitonic_flip_indices",
            ["index", "block_height"],
            |index: Node<u32>, block_height: Node<u32>| {
                let block_offset = ((index * 2) & !(block_height - 1)).to_const("block_offset");
                let half_height = (block_height >> 1).to_const("half_height");
                let in_half = (index & (half_height - 1)).to_const("in_half");
                let first = block_offset + in_half;
                let second = block_offset + block_height - 1 - in_half;
                uvec2(first, second)
            },
        )
        .doc(
            "The two indices that invocation `index` compares in a *flip* of blocks of\n\
             `block_height` keys: an index and its mirror image in the block.",
        );

        static PCG: Function<(u32,), Node<u32>> = Fn("pcg", ["seed"], |seed: Node<u32>| {
            let state = (seed * 747_796_405 + 2_891_336_453).to_const("state");
            let word = (((state >> ((state >> 28) + 4)) ^ state) * 277_803_737).to_const("word");
            (word >> 22) ^ word
        })
        .doc("A hash of one word, one to one: all 2^32 results occur.");
    }

    #[kernel]
    fn natural(pairs: &mut [UVec2], words: &mut [u32]) {
        let i = instance_index();
        pairs[i] = bitonic_flip_indices(i, 8) + bitonic_flip_indices(nodes::pcg(i), words[i]);
    }

    #[test]
    fn a_node_is_a_function() {
        let calls = kernel("natural").build(|k| {
            let pairs = k.storage_mut::<UVec2>("pairs");
            let words = k.storage_mut::<u32>("words");
            let i = instance_index().to_const("i");
            let first = FLIP.with(|flip| flip.call(i, 8));
            let hash = PCG.with(|pcg| pcg.call(i));
            let second = FLIP.with(|flip| flip.call(hash, words.element(i).load()));
            pairs.element(i).assign(first + second);
        });
        same(natural(), calls);
    }
}

mod operators {
    use super::*;

    fn put<T: Value>(scratch: &WorkgroupArray<T>, value: Node<T>) {
        let lane = local_invocation_index();
        workgroup_barrier();
        If(lane.lt(scratch.len()), || {
            scratch.element(lane).assign(value)
        });
    }

    fn reduce<T: Value>(
        scratch: &WorkgroupArray<T>,
        value: Node<T>,
        operator: impl FnOnce(Node<T>, Node<T>) -> Node<T>,
    ) -> Node<T> {
        let (lane, count) = (local_invocation_index(), scratch.len());
        put(scratch, value);
        let distances = range(1u32, count).shift_left(1);
        Loop(distances.named("distance"), |distance| {
            workgroup_barrier();
            let left = (lane * distance * 2).to_const("left");
            If((left + distance).lt(count), || {
                let right = scratch.element(left + distance).load();
                let combined = operator(scratch.element(left).load(), right);
                scratch.element(left).assign(combined);
            });
        });
        workgroup_barrier();
        scratch.element(0).load()
    }

    fn inclusive_scan<T: Value>(
        scratch: &WorkgroupArray<T>,
        value: Node<T>,
        operator: impl FnOnce(Node<T>, Node<T>) -> Node<T>,
    ) -> Node<T> {
        let (lane, count) = (local_invocation_index(), scratch.len());
        let total = value.to_var("total");
        put(scratch, total.load());
        let distances = range(1u32, count).shift_left(1);
        Loop(distances.named("distance"), |distance| {
            workgroup_barrier();
            If(lane.ge(distance), || {
                let before = scratch.element(lane - distance).load();
                total.assign(operator(before, total.load()));
            });
            put(scratch, total.load());
        });
        total.load()
    }

    fn exclusive_scan<T: Value>(
        scratch: &WorkgroupArray<T>,
        value: Node<T>,
        identity: Node<T>,
        operator: impl FnOnce(Node<T>, Node<T>) -> Node<T>,
    ) -> Node<T> {
        let lane = local_invocation_index();
        let before = identity.to_var("before");
        let _ = inclusive_scan(scratch, value, operator);
        workgroup_barrier();
        If(lane.gt(0), || {
            before.assign(scratch.element(lane - 1).load())
        });
        before.load()
    }

    #[kernel(workgroup_size(100))]
    fn natural(data: &mut [u32], scratch: Workgroup<[u32; 100]>) {
        let i = instance_index();
        data[i] = nodes::workgroup_reduce(&scratch, data[i], |a, b| max(a, b));
        data[i] = nodes::workgroup_inclusive_scan(&scratch, data[i], |a, b| a + b);
        data[i] = nodes::workgroup_exclusive_scan(&scratch, data[i], 1, |a, b| a * b);
    }

    #[test]
    fn a_node_takes_an_operator() {
        let calls = kernel("natural").workgroup_size(100).build(|k| {
            let data = k.storage_mut::<u32>("data");
            let scratch = workgroup_array::<u32>("scratch", 100);
            let i = instance_index().to_const("i");
            let load = || data.element(i).load();
            let store = |value: Node<u32>| data.element(i).assign(value);
            store(reduce(&scratch, load(), |a, b| max(a, b)));
            store(inclusive_scan(&scratch, load(), |a, b| a + b));
            store(exclusive_scan(&scratch, load(), 1.into_node(), |a, b| {
                a * b
            }));
        });
        same(natural(), calls);
    }
}
