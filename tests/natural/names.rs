//! The rows of `docs/natural.md`: what is written here for what Rust's standard library calls
//! otherwise, run and compared with the standard library. And what a checked run finds.

use super::*;
use bitonic::types::Value;

/// What the kernel leaves in its buffer `out`, of `COUNT` zeros.
#[track_caller]
fn left<T: types::HostShareable + Value + Default, const COUNT: usize>(
    kernel: &Kernel,
    numbers: &[T],
) -> Vec<T> {
    let gpu = Gpu::checked().unwrap_or_else(|error| panic!("{error}"));
    let given = gpu
        .buffer(numbers)
        .unwrap_or_else(|error| panic!("{error}"));
    let out = gpu.buffer(&[T::default(); COUNT]);
    let out = out.unwrap_or_else(|error| panic!("{error}"));
    let run = gpu.run(kernel).bind("given", &given).bind("out", &out);
    let run = run.workgroups([1, 1, 1]);
    run.unwrap_or_else(|error| panic!("{error}"));
    out.read().unwrap_or_else(|error| panic!("{error}"))
}

#[kernel(workgroup_size(1))]
fn floats(given: &[f32], out: &mut [f32]) {
    let (x, y, t) = (given[0], given[1], given[2]);
    out[0] = x.round();
    out[1] = (x.abs() + 0.5).floor() * x.sign();
    out[2] = x.fract();
    out[3] = x - x.trunc();
    out[4] = y.pow(t);
    out[5] = x * x * x;
    out[6] = y.log();
    out[7] = y.log2() * std::f32::consts::LOG10_2;
    out[8] = fma(x, y, t);
    out[9] = x.sign();
    out[10] = 1.0 / x;
    out[11] = length(vec2(x, y));
    out[12] = y.radians();
    out[13] = t.degrees();
    out[14] = x - y * (x / y).floor();
    out[15] = mix(x, y, t);
    out[16] = t.mix(x, y);
    out[17] = x.step(y);
    out[18] = step(y, x);
    out[19] = (x - x).sign();
    out[20] = x.smoothstep(-3.0, y) - smoothstep(-3.0, y, x);
    out[21] =
        splat::<Vec3>(x).y + vec4(x, y, t, 1.0).z + from_parts::<Vec4>((vec3(x, y, t), 1.0)).w;
}

#[test]
fn of_floats() {
    let kernel = floats().unwrap_or_else(|error| panic!("{error}"));
    let (x, y, t) = (-2.5f32, 3.0f32, 0.25f32);
    let expected = [
        x.round_ties_even(),
        x.round(),
        x - x.floor(),
        x.fract(),
        y.powf(t),
        x.powi(3),
        y.ln(),
        y.log10(),
        x.mul_add(y, t),
        x.signum(),
        x.recip(),
        x.hypot(y),
        y.to_radians(),
        t.to_degrees(),
        x.rem_euclid(y),
        x + (y - x) * t,
        x + (y - x) * t,
        0.0,
        0.0,
        0.0,
        0.0,
        x + t + 1.0,
    ];
    let found = left::<f32, 22>(kernel.untyped(), &[x, y, t]);
    for (row, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!(
            (found - expected).abs() <= 1e-5 * expected.abs().max(1.0),
            "{row}: {found}, {expected}"
        );
    }
}

#[kernel(workgroup_size(1))]
fn integers(given: &[u32], out: &mut [u32]) {
    let (n, m) = (given[0], given[1]);
    out[0] = n.count_leading_zeros();
    out[1] = n.count_trailing_zeros();
    out[2] = n.count_one_bits();
    out[3] = n.first_leading_bit();
    out[4] = (n.count_one_bits() == 1) as u32;
    out[5] = (n << 3) | (n >> 29);
    out[6] = max(n, m) - min(n, m);
    out[7] = n + m;
    out[8] = m - min(n, m);
    out[9] = (n != 0) as u32;
    out[10] = (1.5 + (n - n) as f32).bitcast::<u32>();
    out[11] = n.bitcast::<f32>().bitcast::<u32>();
    out[12] = (given.len() == 0) as u32;
    out[13] = 8;
    (out[13], out[14]) = (out[14], out[13]);
    for i in 0..given.len() {
        out[15] += given[i] >> 4;
    }
}

#[test]
fn of_integers_and_slices() {
    let kernel = integers().unwrap_or_else(|error| panic!("{error}"));
    let (n, m) = (0xF000_0120u32, 0x2000_0001u32);
    let expected = [
        n.leading_zeros(),
        n.trailing_zeros(),
        n.count_ones(),
        n.ilog2(),
        u32::from(n.is_power_of_two()),
        n.rotate_left(3),
        n.abs_diff(m),
        n.wrapping_add(m),
        m.saturating_sub(n),
        1,
        1.5f32.to_bits(),
        f32::from_bits(n).to_bits(),
        0,
        0,
        8,
        (n >> 4) + (m >> 4),
    ];
    assert_eq!(left::<u32, 16>(kernel.untyped(), &[n, m]), expected);
}

#[kernel(workgroup_size(64))]
fn mirrored(given: &[u32], out: &mut [u32], tile: Workgroup<[u32; 64]>) {
    let i = local_invocation_index();
    tile[i] = given[i];
    out[i] = tile[63 - i];
}

#[test]
fn a_checked_run_finds_a_missing_barrier() {
    let kernel = mirrored().unwrap_or_else(|error| panic!("{error}"));
    let gpu = Gpu::checked().unwrap_or_else(|error| panic!("{error}"));
    let given: Vec<u32> = (0..64).collect();
    let given = gpu.buffer(&given).unwrap_or_else(|error| panic!("{error}"));
    let mut out = gpu
        .zeroed::<u32>(64)
        .unwrap_or_else(|error| panic!("{error}"));
    let run = gpu
        .run(&kernel)
        .bind(&given, &mut out)
        .workgroups([1, 1, 1]);
    let text = run.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(text.contains("tile") && text.contains("names.rs"), "{text}");
}
