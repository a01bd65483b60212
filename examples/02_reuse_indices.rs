//! A sorter of one's own on the exported nodes: every exchange of the network goes
//! through global memory, with `bitonic_flip_indices` and `bitonic_disperse_indices`
//! to say which keys meet.
//!
//! `cargo run --release --example 02_reuse_indices`

use bitonic::nodes::{bitonic_disperse_indices, bitonic_flip_indices};
use bitonic::*;

/// Puts the lesser of the two keys at `pair` first. An index past the end stands for
/// a key greater than all others, so that any length sorts.
fn exchange(data: &StorageMut<u32>, pair: Node<UVec2>) {
    If(pair.y().lt(data.len()), || {
        let (first, second) = (data.element(pair.x()), data.element(pair.y()));
        let (a, b) = (first.load(), second.load());
        If(b.lt(a), || {
            first.assign(b);
            second.assign(a);
        });
    });
}

fn flip() -> Result<Kernel, Error> {
    kernel("flip").workgroup_size(256).build(|k| {
        let data = k.storage_mut::<u32>("data");
        let span = k.param::<u32>("span");
        exchange(&data, bitonic_flip_indices(instance_index(), span));
    })
}

fn disperse() -> Result<Kernel, Error> {
    kernel("disperse").workgroup_size(256).build(|k| {
        let data = k.storage_mut::<u32>("data");
        let span = k.param::<u32>("span");
        exchange(&data, bitonic_disperse_indices(instance_index(), span));
    })
}

/// Keys that look random: a step of Steele, Lea and Flood's SplitMix (2014).
fn keys(n: usize) -> Vec<u32> {
    let mixed = (0..n as u64).map(|i| {
        let x = (i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (x >> 32) as u32
    });
    mixed.collect()
}

/// Runs the example.
pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (flip, disperse) = (flip()?, disperse()?);
    let gpu = Gpu::auto()?;
    let keys = keys(10_000);
    let data = gpu.buffer(&keys)?;

    let padded = keys.len().next_power_of_two() as u32;
    let pairs = padded as usize / 2;
    let mut exchanges = 0;
    let mut height = 2;
    while height <= padded {
        gpu.run(&flip)
            .bind("data", &data)
            .set("span", height)
            .dispatch(pairs)?;
        exchanges += 1;
        let mut span = height / 2;
        while span >= 2 {
            gpu.run(&disperse)
                .bind("data", &data)
                .set("span", span)
                .dispatch(pairs)?;
            exchanges += 1;
            span /= 2;
        }
        height *= 2;
    }

    let mut expected = keys;
    expected.sort_unstable();
    assert_eq!(data.read()?, expected);
    println!(
        "{} keys in order after {exchanges} exchanges on {}",
        expected.len(),
        gpu.info()
    );
    Ok(())
}
