//! The scalars.

use bitonic::*;

use super::entry::{Entry, entry};

pub(crate) fn entries() -> Vec<Entry> {
    vec![
        entry("bool")
            .maps(
                |x: Node<u32>| {
                    let is_small = x.lt(5).to_const("is_small");
                    is_small.to_u32()
                },
                &[3, 7],
                &[1, 0_u32],
            )
            .emits("let is_small"),
        entry("i32")
            .maps(|x: Node<i32>| x - 7, &[3, -2], &[-4, -9])
            .emits("x[i] - 7i"),
        entry("u32")
            .maps(|x: Node<u32>| x + 1, &[41, u32::MAX], &[42, 0])
            .emits("x[i] + 1u"),
        entry("f32")
            .maps(|x: Node<f32>| x * 0.5, &[3.0, -8.0], &[1.5, -4.0])
            .emits("x[i] * 0.5"),
        entry("f16")
            .maps(
                |x: Node<f16>| x * 0.5,
                &[3.0, -8.0].map(f16::from_f32),
                &[1.5, -4.0].map(f16::from_f32),
            )
            .emits("enable f16;")
            .emits("x[i] * 0.5h"),
        entry("i64")
            .maps(
                |x: Node<i64>| x - 5_000_000_000_i64,
                &[3, i64::MIN + 5_000_000_000],
                &[-4_999_999_997, i64::MIN],
            )
            .emits("x[i] - 5000000000li"),
        entry("u64")
            .maps(
                |x: Node<u64>| x + 5_000_000_000_u64,
                &[1, u64::MAX],
                &[5_000_000_001, 4_999_999_999],
            )
            .emits("x[i] + 5000000000lu"),
        entry("f64")
            .maps(
                |x: Node<f64>| x * 0.1,
                &[3.0, 1e300],
                &[3.0 * 0.1, 1e300 * 0.1],
            )
            .emits("x[i] * 0.1lf"),
    ]
}
