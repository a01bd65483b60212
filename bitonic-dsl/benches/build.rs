//! How long a kernel takes from the author's closure to validated WGSL.
//!
//! `cargo bench -p bitonic-dsl`
//!
//! `swap_local` is the sorter's largest kernel, which must stay under 200 microseconds.
//! The graphs of 1,000 and 10,000 nodes must stay within a factor of 12 of each other.
//! What is compared is our work: see [`keep_memory`].

use std::hint::black_box;

use bitonic_dsl::nodes::{bitonic_disperse_indices, bitonic_flip_indices};
use bitonic_dsl::*;
use divan::Bencher;

const SIZES: [usize; 2] = [1_000, 10_000];
const WORKGROUP_SIZE: u32 = 256;

fn main() {
    if std::env::var_os("BITONIC_COLD_HEAP").is_none() {
        keep_memory();
    }
    divan::main();
}

/// Makes glibc keep what is freed, as it does in a program that has freed something large
/// before: its thresholds follow the largest block given back. Without it, whatever a graph
/// of 10,000 nodes takes goes back to the system each time and is faulted in again, page by
/// page, which a graph of 1,000 never does; `BITONIC_COLD_HEAP=1` measures that.
fn keep_memory() {
    drop(black_box(vec![0_u8; 16 << 20]));
}

/// Two keys of the tile in order, as the sorter exchanges them.
fn exchange(tile: WorkgroupArray<u32>, filled: Node<u32>, pair: Node<UVec2>) {
    let pair = pair.to_const("pair");
    If(pair.y().lt(filled), || {
        let first = tile.element(pair.x());
        let second = tile.element(pair.y());
        let a = first.load().to_const("a");
        let b = second.load().to_const("b");
        first.assign(min(a, b));
        second.assign(max(a, b));
    });
    workgroup_barrier();
}

/// The sorter's kernel of this name, for `u32` keys.
fn swap_local() -> Result<Kernel, Error> {
    kernel("swap_local")
        .workgroup_size(WORKGROUP_SIZE)
        .build(|k| {
            let length = 2 * WORKGROUP_SIZE;
            let keys = k.storage_mut::<u32>("keys");
            let tile = workgroup_array::<u32>("tile", length);
            let base = (workgroup_index() * length).to_const("base");
            let count = keys.len().to_const("count");
            let filled = min(count - min(base, count), length).to_const("filled");
            let lower = local_invocation_index();
            let upper = (lower + WORKGROUP_SIZE).to_const("upper");
            for index in [lower, upper] {
                If(index.lt(filled), || {
                    tile.element(index)
                        .assign(keys.element(base + index).load());
                });
            }
            workgroup_barrier();
            let heights = range_inclusive(2, length).shift_left(1);
            Loop(heights.named("height"), |height| {
                exchange(tile, filled, bitonic_flip_indices(lower, height));
                let spans = range(height >> 1, 1).shift_right(1);
                Loop(spans.named("span"), |span| {
                    exchange(tile, filled, bitonic_disperse_indices(lower, span));
                });
            });
            for index in [lower, upper] {
                If(index.lt(filled), || {
                    keys.element(base + index)
                        .assign(tile.element(index).load());
                });
            }
        })
}

/// The same in natural Rust.
mod natural {
    use super::*;

    #[shader_fn]
    fn exchange(tile: &mut Workgroup<[u32; _]>, filled: u32, pair: UVec2) {
        if pair.y < filled {
            let a = tile[pair.x];
            let b = tile[pair.y];
            tile[pair.x] = min(a, b);
            tile[pair.y] = max(a, b);
        }
        workgroup_barrier();
    }

    #[kernel(workgroup_size(WORKGROUP_SIZE))]
    pub(super) fn swap_local(keys: &mut [u32], tile: Workgroup<[u32; 2 * WORKGROUP_SIZE]>) {
        let base = workgroup_index() * tile.len();
        let count = keys.len();
        let filled = min(count - min(base, count), tile.len());
        let lower = local_invocation_index();
        let upper = lower + WORKGROUP_SIZE;
        #[host]
        for index in [lower, upper] {
            if filled > index {
                tile[index] = keys[base + index];
            }
        }
        workgroup_barrier();
        for height in (2u32..=tile.len()).shift_left(1) {
            exchange(&mut tile, filled, bitonic_flip_indices(lower, height));
            for span in (height >> 1..1u32).shift_right(1) {
                exchange(&mut tile, filled, bitonic_disperse_indices(lower, span));
            }
        }
        #[host]
        for index in [lower, upper] {
            if filled > index {
                keys[base + index] = tile[index];
            }
        }
    }
}

#[divan::bench]
fn build_swap_local() -> Kernel {
    swap_local().expect("it is valid")
}

#[divan::bench]
fn build_natural_swap_local() -> Kernel {
    natural::swap_local().expect("it is valid").into()
}

/// What the tests do with every text: read it again, and compare what it means.
#[divan::bench]
fn read_swap_local_again(bencher: Bencher) {
    let kernel = swap_local().expect("it is valid");
    bencher.bench(|| bitonic_dsl::__private::means_the_same(black_box(&kernel)));
}

/// Builds a kernel of about `nodes` nodes; `fill` makes one step of four nodes.
fn build(nodes: usize, fill: impl FnOnce(StorageMut<u32>, u32)) -> Kernel {
    let built = kernel("graph").workgroup_size(64).build(|k| {
        let data = k.storage_mut::<u32>("data");
        fill(data, nodes as u32 / 4);
    });
    built.expect("it is valid")
}

/// Each step reads what the step before computed the index of.
#[divan::bench(args = SIZES)]
fn chain_with_loads(bencher: Bencher, nodes: usize) {
    bencher.bench(|| {
        build(black_box(nodes), |data, steps| {
            let mut value = local_invocation_index();
            for step in 0..steps {
                value = data.element((value ^ step) & 63).load() + value;
            }
            data.element(0).assign(value);
        })
    });
}

/// Independent values, each of which is written.
#[divan::bench(args = SIZES)]
fn wide(bencher: Bencher, nodes: usize) {
    bencher.bench(|| {
        build(black_box(nodes), |data, steps| {
            let index = local_invocation_index();
            for step in 0..steps {
                data.element(step).assign((index * step + 7) ^ step);
            }
        })
    });
}

/// Nests of eight branches, each of which reads, computes and writes.
#[divan::bench(args = SIZES)]
fn nested_blocks(bencher: Bencher, nodes: usize) {
    bencher.bench(|| {
        build(black_box(nodes), |data, steps| {
            for nest in 0..steps / 8 {
                nested(data, local_invocation_index() + nest, 8);
            }
        })
    });
}

fn nested(data: StorageMut<u32>, value: Node<u32>, depth: u32) {
    let next = data.element(value & 63).load() + depth;
    If(next.lt(100), || {
        data.element(depth).assign(next);
        if depth > 1 {
            nested(data, next, depth - 1);
        }
    });
}
