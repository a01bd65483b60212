//! A sorter of one's own on the exported nodes: every exchange of the network goes
//! through global memory, with `bitonic_flip_indices` and `bitonic_disperse_indices`
//! to say which keys meet.
//!
//! `cargo run --release --example 02_reuse_indices`

use bitonic::nodes::{bitonic_disperse_indices, bitonic_flip_indices};
use bitonic::*;

/// Puts the lesser of the two keys at `pair` first. An index past the end stands for
/// a key greater than all others, so that any length sorts.
#[shader_fn]
fn exchange(data: &mut [u32], pair: UVec2) {
    if pair.y < data.len() {
        let (a, b) = (data[pair.x], data[pair.y]);
        if b < a {
            (data[pair.x], data[pair.y]) = (b, a);
        }
    }
}

/// Each key of the first half of a block of `span` keys meets its mirror image.
#[kernel(workgroup_size(256))]
fn flip(data: &mut [u32], span: u32) {
    exchange(data, bitonic_flip_indices(instance_index(), span));
}

/// Each key of the first half of a block of `span` keys meets the one half a block on.
#[kernel(workgroup_size(256))]
fn disperse(data: &mut [u32], span: u32) {
    exchange(data, bitonic_disperse_indices(instance_index(), span));
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
    let mut data = gpu.buffer(&keys)?;

    let padded = keys.len().next_power_of_two() as u32;
    let pairs = padded as usize / 2;
    let mut exchanges = 0;
    let mut height = 2;
    while height <= padded {
        gpu.run(&flip).bind(&mut data, height).dispatch(pairs)?;
        exchanges += 1;
        let mut span = height / 2;
        while span >= 2 {
            gpu.run(&disperse).bind(&mut data, span).dispatch(pairs)?;
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
