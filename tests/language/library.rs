//! The library of nodes.

use bitonic::nodes::*;
use bitonic::*;

use super::entry::{Entry, entry};

pub(crate) fn entries() -> Vec<Entry> {
    [bitonic(), keys(), random(), numeric(), shared(), noise()]
        .into_iter()
        .flatten()
        .collect()
}

fn bitonic() -> Vec<Entry> {
    vec![
        // In blocks of 4: 0 and 3, 1 and 2, then 4 and 7.
        entry("bitonic_flip_indices")
            .maps(
                |x: Node<u32>| bitonic_flip_indices(x, 4),
                &[0, 1, 2],
                &[UVec2::new(0, 3), UVec2::new(1, 2), UVec2::new(4, 7)],
            )
            .emits("fn bitonic_flip_indices("),
        // In blocks of 4: 0 and 2, 1 and 3, then 4 and 6.
        entry("bitonic_disperse_indices")
            .maps(
                |x: Node<u32>| bitonic_disperse_indices(x, 4),
                &[0, 1, 2],
                &[UVec2::new(0, 2), UVec2::new(1, 3), UVec2::new(4, 6)],
            )
            .emits("fn bitonic_disperse_indices("),
    ]
}

fn keys() -> Vec<Entry> {
    vec![
        // How many floats come before: from minus infinity, whose key is 0.
        entry("key of f32")
            .maps(
                |x: Node<f32>| to_key(x),
                &[f32::NEG_INFINITY, -f32::MAX, -0.0, 0.0],
                &[0, 1, 0x7F80_0000, 0x7F80_0001_u32],
            )
            .emits("to_key("),
        entry("key of f16")
            .maps(
                |x: Node<f16>| to_key(x),
                &[f16::NEG_INFINITY, f16::MIN, f16::NEG_ZERO, f16::ZERO],
                &[0, 1, 0x7C00, 0x7C01_u32],
            )
            .emits("to_key("),
        entry("key of f64")
            .maps(
                |x: Node<f64>| to_key(x),
                &[f64::NEG_INFINITY, -f64::MAX, -0.0, 0.0],
                &[0, 1, 0x7FF0_0000_0000_0000, 0x7FF0_0000_0000_0001_u64],
            )
            .emits("to_key("),
        entry("key of i32")
            .maps(
                |x: Node<i32>| to_key(x),
                &[i32::MIN, -1, 0, i32::MAX],
                &[0, 0x7FFF_FFFF, 0x8000_0000, u32::MAX],
            )
            .emits("2147483648u"),
        entry("inverse of the key map")
            .maps(
                |x: Node<u32>| from_key::<f32>(x),
                &[1, 0x7F80_0000, 0x7F80_0001],
                &[-f32::MAX, -0.0, 0.0],
            )
            .emits("key_to_f32_bits("),
    ]
}

/// PCG by M. E. O'Neill's description, in 64 bits.
fn pcg_of(seed: u32) -> u32 {
    let state = (u64::from(seed) * 747_796_405 + 2_891_336_453) as u32;
    let word = ((state >> ((state >> 28) + 4)) ^ state).wrapping_mul(277_803_737);
    (word >> 22) ^ word
}

fn random() -> Vec<Entry> {
    let seeds = [0, 1, 77, u32::MAX];
    let units = seeds.map(|seed| (pcg_of(seed) >> 8) as f32 / 16_777_216.0);
    vec![
        entry("hash (PCG)")
            .maps(|x: Node<u32>| pcg(x), &seeds, &seeds.map(pcg_of))
            .emits("fn pcg("),
        entry("uniform random")
            .maps(|x: Node<u32>| hash(x), &seeds, &units)
            .emits("(pcg(x[i]) >> 8u)"),
    ]
}

fn numeric() -> Vec<Entry> {
    let columns = |a: f32, b, c, d| [Mat2::from_columns([Vec2::new(a, b), Vec2::new(c, d)])];
    vec![
        entry("remap")
            .computes(|x: Node<f32>| remap(x, 0.0, 10.0, -1.0, 1.0), &[5.0, 20.0])
            .near(&[0.0, 3.0], 1e-5)
            .emits("x[i]"),
        entry("remap_clamp")
            .computes(
                |x: Node<f32>| remap_clamp(x, 0.0, 10.0, -1.0, 1.0),
                &[5.0, 20.0],
            )
            .near(&[0.0, 1.0], 1e-5)
            .emits("x[i]"),
        entry("cbrt")
            .computes(|x: Node<f32>| cbrt(x), &[27.0, -8.0])
            .near(&[3.0, -2.0], 1e-5)
            .emits("pow(magnitude, "),
        entry("matrix inverse")
            .computes(|x: Node<Mat2>| inverse(x), &columns(2.0, 0.0, 1.0, 4.0))
            .near(&[0.5, 0.0, -0.125, 0.25], 1e-5)
            .emits("inverse"),
    ]
}

fn shared() -> Vec<Entry> {
    vec![
        entry("reduce in a workgroup")
            .says(|_, out, i| {
                let scratch = workgroup_array::<u32>("scratch", 4);
                let greatest = workgroup_reduce(&scratch, (i * 7) % 5, |a, b| max(a, b));
                out.element(i).assign(greatest);
            })
            .gives(&[4_u32; 4])
            .emits("workgroupBarrier();"),
        entry("scan in a workgroup")
            .says(|_, out, i| {
                let scratch = workgroup_array::<u32>("scratch", 4);
                let upto = workgroup_inclusive_scan(&scratch, i + 1, |a, b| a + b);
                let before = workgroup_exclusive_scan(&scratch, i + 1, 0, |a, b| a + b);
                out.element(i).assign(upto * 100 + before);
            })
            .gives(&[100_u32, 301, 603, 1006])
            .emits("workgroupBarrier();"),
    ]
}

/// The `pcg2d` of Jarzynski and Olano.
fn pcg2d_of(point: [i32; 2]) -> [u32; 2] {
    let next = |x: u32| x.wrapping_mul(1_664_525);
    let [mut x, mut y] = point.map(|x| next(x as u32).wrapping_add(1_013_904_223));
    for _ in 0..2 {
        x = x.wrapping_add(next(y));
        y = y.wrapping_add(next(x));
        (x, y) = (x ^ x >> 16, y ^ y >> 16);
    }
    [x, y]
}

/// Points of a lattice: gradient noise is 0 there, and value noise the hash of the point.
fn noise() -> Vec<Entry> {
    let lattice = [Vec2::new(3.0, -2.0), Vec2::new(0.0, 7.0)];
    // Jimenez's two steps, in `f64`.
    let pixel = |x: f64, y: f64| {
        let plane: f64 = 0.067_110_56 * x + 0.005_837_15 * y;
        (52.982_918_9 * plane.fract()).fract()
    };
    let hashed = [[3, -2], [0, 7]].map(|point| (pcg2d_of(point)[0] >> 8) as f32 / 16_777_216.0);
    vec![
        entry("value noise")
            .maps(|x: Node<Vec2>| value_noise_2d(x), &lattice, &hashed)
            .emits("= value_noise_2d(x[i]);"),
        entry("gradient noise")
            .maps(
                |x: Node<Vec2>| gradient_noise_2d(x),
                &lattice,
                &[0.0_f32, 0.0],
            )
            .emits("= gradient_noise_2d(x[i]);"),
        entry("interleaved gradient noise")
            .computes(
                |x: Node<Vec2>| interleaved_gradient_noise(x),
                &[Vec2::new(3.0, 2.0), Vec2::new(10.0, 7.0)],
            )
            .near(&[pixel(3.0, 2.0), pixel(10.0, 7.0)], 1e-3)
            .emits("fract(fract(dot("),
    ]
}
