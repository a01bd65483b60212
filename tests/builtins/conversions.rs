//! Floats that become integers, each pair of types: truncated, past the integers the
//! largest float of the type that is one (WGSL specification, "Floating Point
//! Conversion"), and NaN gives 0, as this language has it.

use std::fmt::Debug;

use bitonic::*;

use crate::support;

/// Converts each value of a list, where the device has both types.
fn check<S, T>(gpu: &Gpu, convert: fn(Node<S>) -> Node<T>, pairs: &[(S, T)])
where
    S: Value + HostShareable + Copy,
    T: Value + HostShareable + Copy + PartialEq + Debug,
{
    let built = kernel("conversion").workgroup_size(1).build(|k| {
        let i = instance_index();
        let from = k.storage::<S>("from");
        let to = k.storage_mut::<T>("to");
        to.element(i).assign(convert(from.element(i).load()));
    });
    let kernel = built.unwrap();
    let mut needs = kernel.interface().capabilities.iter();
    if !needs.all(|(capability, _)| gpu.has(capability)) {
        return;
    }
    let (from, wanted): (Vec<S>, Vec<T>) = pairs.iter().copied().unzip();
    let from = gpu.buffer(&from).unwrap();
    let to = gpu.buffer(&wanted).unwrap();
    let mut others = wanted;
    others.rotate_left(1);
    let found = gpu.buffer(&others).unwrap();
    let run = gpu.run(&kernel).bind("from", &from).bind("to", &found);
    run.workgroups([pairs.len() as u32, 1, 1]).unwrap();
    assert_eq!(
        found.read().unwrap(),
        to.read().unwrap(),
        "on {}",
        gpu.info()
    );
}

/// Sources of one type against results of one type. The first row holds the float, from
/// then on what it gives: NaN, infinities, a huge float of both signs, a negative and a
/// positive fraction, the least and the greatest that fit.
macro_rules! conversions {
    ($gpu:ident, $float:ident: $($method:ident: [$low:expr, $high:expr, $minus:expr];)*) => {$(
        let huge = $float::MAX;
        check($gpu, |x: Node<$float>| x.$method(), &[
            ($float::NAN, 0),
            ($float::INFINITY, $high),
            ($float::NEG_INFINITY, $low),
            (huge, $high),
            (-huge, $low),
            (-1.5 as $float, $minus),
            (-0.75 as $float, 0),
            (3.75 as $float, 3),
            (-0.0 as $float, 0),
            ($float::MIN_POSITIVE, 0),
        ]);
    )*};
}

fn check_all(gpu: &Gpu) {
    conversions! { gpu, f32:
        to_i32: [i32::MIN, 2_147_483_520, -1];
        to_u32: [0, 4_294_967_040, 0];
        to_i64: [i64::MIN, 9_223_371_487_098_961_920, -1];
        to_u64: [0, 18_446_742_974_197_923_840, 0];
    }
    conversions! { gpu, f64:
        to_i32: [i32::MIN, i32::MAX, -1];
        to_u32: [0, u32::MAX, 0];
        to_i64: [i64::MIN, 9_223_372_036_854_774_784, -1];
        to_u64: [0, 18_446_744_073_709_549_568, 0];
    }
    check_halves(gpu);
}

fn check_halves(gpu: &Gpu) {
    let h = f16::from_f32;
    let sources = [
        f16::NAN,
        f16::INFINITY,
        f16::NEG_INFINITY,
        h(-1.5),
        h(-0.75),
        h(3.75),
        f16::MAX,
        f16::MIN,
    ];
    let signed = [0, 65504, -65504, -1, 0, 3, 65504, -65504];
    let unsigned = [0, 65504, 0, 0, 0, 3, 65504, 0];
    macro_rules! pairs {
        ($method:ident $integer:ident $wanted:ident) => {
            let wanted = $wanted.map(|value: i32| value as $integer);
            let pairs: Vec<_> = sources.into_iter().zip(wanted).collect();
            check(gpu, |x: Node<f16>| x.$method(), &pairs);
        };
    }
    pairs!(to_i32 i32 signed);
    pairs!(to_i64 i64 signed);
    pairs!(to_u32 u32 unsigned);
    pairs!(to_u64 u64 unsigned);
}

#[test]
fn floats_become_integers_on_the_software_adapter() {
    check_all(&Gpu::named("software").unwrap());
}

#[test]
fn floats_become_integers_on_vulkan() {
    if let Some(gpu) = support::vulkan() {
        check_all(&gpu);
    }
}
