//! Values of 16 and 64 bits at their edges, through the language: conversions between the
//! floats (WGSL specification, "Floating Point Conversion"; IEEE 754, 5.4.2) and from
//! integers, and arithmetic of 64-bit integers, which wraps (WGSL specification,
//! "Arithmetic Expressions"). Right values are written out by their bits.

use bitonic::*;

use crate::support;

/// Applies `operation` to each pair, where the device has the types, and compares bits.
#[track_caller]
fn check<S, U, T>(gpu: &Gpu, operation: fn(Node<S>, Node<U>) -> Node<T>, rows: &[(S, U, T)])
where
    S: Value + HostShareable,
    U: Value + HostShareable,
    T: Value + HostShareable,
{
    let built = kernel("wide").workgroup_size(1).build(|k| {
        let i = instance_index();
        let (lhs, rhs) = (k.storage::<S>("lhs"), k.storage::<U>("rhs"));
        let results = k.storage_mut::<T>("results");
        let result = operation(lhs.element(i).load(), rhs.element(i).load());
        results.element(i).assign(result);
    });
    let kernel = built.unwrap();
    let mut needs = kernel.interface().capabilities.iter();
    if !needs.all(|(capability, _)| gpu.has(capability)) {
        return;
    }
    let lhs: Vec<S> = rows.iter().map(|row| row.0).collect();
    let rhs: Vec<U> = rows.iter().map(|row| row.1).collect();
    let wanted: Vec<T> = rows.iter().map(|row| row.2).collect();
    let results = gpu.zeroed::<T>(rows.len()).unwrap();
    gpu.run(&kernel)
        .bind("lhs", &gpu.buffer(&lhs).unwrap())
        .bind("rhs", &gpu.buffer(&rhs).unwrap())
        .bind("results", &results)
        .workgroups([rows.len() as u32, 1, 1])
        .unwrap();
    let found = results.read().unwrap();
    for (index, pair) in found.iter().zip(&wanted).enumerate() {
        let [found, wanted] = [pair.0, pair.1].map(|value| T::bytes_of(&[*value]).into_owned());
        assert_eq!(found, wanted, "row {index} on {}", gpu.info());
    }
}

/// Operations, each with operands and results.
type Table<'a, S, U> = &'a [(fn(Node<S>, Node<U>) -> Node<S>, &'a [(S, U, S)])];

/// A conversion of each value.
#[track_caller]
fn convert<S, T>(gpu: &Gpu, conversion: fn(Node<S>, Node<u32>) -> Node<T>, rows: &[(S, T)])
where
    S: Value + HostShareable,
    T: Value + HostShareable,
{
    let rows: Vec<_> = rows.iter().map(|(from, to)| (*from, 0, *to)).collect();
    check(gpu, conversion, &rows);
}

fn half(bits: u16) -> f16 {
    f16::from_bits(bits)
}

const fn single(bits: u32) -> f32 {
    f32::from_bits(bits)
}

const fn double(bits: u64) -> f64 {
    f64::from_bits(bits)
}

/// What is exact in both types: every device must give it.
fn exact_floats(gpu: &Gpu) {
    let rows = [
        (0x0000, 0x0000_0000, 0x0000_0000_0000_0000),
        (0x8000, 0x8000_0000, 0x8000_0000_0000_0000),
        (0x3C00, 0x3F80_0000, 0x3FF0_0000_0000_0000),
        // 65504, the greatest half, and 2^-14, the least that is normal.
        (0x7BFF, 0x477F_E000, 0x40EF_FC00_0000_0000),
        (0xFBFF, 0xC77F_E000, 0xC0EF_FC00_0000_0000),
        (0x0400, 0x3880_0000, 0x3F10_0000_0000_0000),
    ];
    let of = |(h, s, d)| (half(h), single(s), double(d));
    let rows: Vec<_> = rows.into_iter().map(of).collect();
    macro_rules! both {
        ($from:tt $to:tt: $down:ident $up:ident) => {
            let pairs: Vec<_> = rows.iter().map(|row| (row.$from, row.$to)).collect();
            convert(gpu, |x, _| x.$down(), &pairs);
            let pairs: Vec<_> = rows.iter().map(|row| (row.$to, row.$from)).collect();
            convert(gpu, |x, _| x.$up(), &pairs);
        };
    }
    both!(0 1: to_f32 to_f16);
    both!(0 2: to_f64 to_f16);
    both!(1 2: to_f64 to_f32);
}

/// What the software adapter rounds to nearest, ties to even, with gradual underflow and
/// overflow to infinity, where other devices are free.
fn rounded_floats(gpu: &Gpu) {
    let infinity = half(0x7C00);
    let two_to = |exponent: i32| 2f64.powi(exponent);
    let halves = [
        // Halfway between 1 and the next half: to the even one, down and then up.
        (1.0 + two_to(-11), half(0x3C00)),
        (1.0 + 3.0 * two_to(-11), half(0x3C02)),
        (-1.0 - 3.0 * two_to(-11), half(0xBC02)),
        // The last that rounds to 65504, and halfway to what would be the next.
        (65_519.0, half(0x7BFF)),
        (65_520.0, infinity),
        (-65_520.0, half(0xFC00)),
        (1e9, infinity),
        (f64::INFINITY, infinity),
        // Subnormals: the least, halfway to it, and halfway between two.
        (two_to(-24), half(0x0001)),
        (-two_to(-24), half(0x8001)),
        (two_to(-25), half(0x0000)),
        (-two_to(-25), half(0x8000)),
        (3.0 * two_to(-25), half(0x0002)),
        (1023.0 * two_to(-24), half(0x03FF)),
        // Rounds up into the normal ones.
        (1023.5 * two_to(-24), half(0x0400)),
    ];
    convert(gpu, |x, _| x.to_f16(), &halves);
    let of_singles = halves.map(|(from, to)| (from as f32, to));
    convert(gpu, |x, _| x.to_f16(), &of_singles);
    // Above a tie by what no `f32` holds: rounded once, not by way of one.
    let once = [
        (1.0 + two_to(-11) + two_to(-40), half(0x3C01)),
        (two_to(-25) * (1.0 + two_to(-40)), half(0x0001)),
        (65_520.0 - two_to(-20), half(0x7BFF)),
    ];
    convert(gpu, |x, _| x.to_f16(), &once);
    let singles = [
        (1.0 + two_to(-24), single(0x3F80_0000)),
        (1.0 + 3.0 * two_to(-24), single(0x3F80_0002)),
        (1.0 + two_to(-24) + two_to(-50), single(0x3F80_0001)),
        // 2^128 less half of the last place: halfway to infinity, which is even.
        (double(0x47EF_FFFF_F000_0000), f32::INFINITY),
        (double(0x47EF_FFFF_EFFF_FFFF), f32::MAX),
        (-1e300, f32::NEG_INFINITY),
        (two_to(-149), single(0x0000_0001)),
        (two_to(-150), single(0x0000_0000)),
        (-3.0 * two_to(-150), single(0x8000_0002)),
        (5e-324, single(0x0000_0000)),
    ];
    convert(gpu, |x, _| x.to_f32(), &singles);
    let widened = [
        (half(0x0001), double(0x3E70_0000_0000_0000)),
        (half(0x83FF), double(0xBF0F_F800_0000_0000)),
        (half(0xFC00), f64::NEG_INFINITY),
    ];
    convert(gpu, |x, _| x.to_f64(), &widened);
    let widened = [
        (single(0x0000_0001), double(0x36A0_0000_0000_0000)),
        (single(0x807F_FFFF), double(0xB80F_FFFF_C000_0000)),
        (f32::INFINITY, f64::INFINITY),
    ];
    convert(gpu, |x, _| x.to_f64(), &widened);
    let widened = [
        (half(0x0001), single(0x3380_0000)),
        (half(0x83FF), single(0xB87F_C000)),
    ];
    convert(gpu, |x, _| x.to_f32(), &widened);
}

/// The three types in one expression, each step rounded to its own.
fn mixed_floats(gpu: &Gpu) {
    let sum: fn(Node<f16>, Node<f64>) -> Node<f64> = |h, d| h.to_f64() * 3.0 + d;
    check(
        gpu,
        sum,
        &[
            (half(0x3C00), 0.125, 3.125),
            (half(0x7BFF), -0.5, 196_511.5),
        ],
    );
    // 2049 is no half: the sum in halves stays at 2048, the sum in singles does not.
    let halves: fn(Node<f16>, Node<f16>) -> Node<f32> = |a, b| (a + b).to_f32();
    check(gpu, halves, &[(half(0x6800), half(0x3C00), 2048.0)]);
    let singles: fn(Node<f16>, Node<f16>) -> Node<f32> = |a, b| a.to_f32() + b.to_f32();
    check(gpu, singles, &[(half(0x6800), half(0x3C00), 2049.0)]);
    // 2^24 + 1 likewise.
    let singles: fn(Node<f32>, Node<f32>) -> Node<f64> = |a, b| (a + b).to_f64();
    check(gpu, singles, &[(16_777_216.0, 1.0, 16_777_216.0)]);
    let doubles: fn(Node<f32>, Node<f32>) -> Node<f64> = |a, b| a.to_f64() + b.to_f64();
    check(gpu, doubles, &[(16_777_216.0, 1.0, 16_777_217.0)]);
}

/// Integers to floats: to the nearest, ties to even.
fn integers_to_floats(gpu: &Gpu) {
    convert(
        gpu,
        |x, _| x.to_f32(),
        &[
            (u64::MAX, single(0x5F80_0000)),
            ((1 << 24) + 1, 16_777_216.0),
            ((1 << 24) + 3, 16_777_220.0),
            // Above a tie by 1: not by way of an `f64`, which would fall on the tie.
            ((1 << 60) + (1 << 36) + 1, single(0x5D80_0001)),
        ],
    );
    convert(
        gpu,
        |x, _| x.to_f64(),
        &[
            (u64::MAX, 18_446_744_073_709_551_616.0),
            ((1 << 53) + 1, 9_007_199_254_740_992.0),
            ((1 << 53) + 3, 9_007_199_254_740_996.0),
        ],
    );
    convert(
        gpu,
        |x, _| x.to_f64(),
        &[
            (i64::MIN, -9_223_372_036_854_775_808.0),
            (-(1 << 53) - 1, -9_007_199_254_740_992.0),
            (-1, -1.0),
        ],
    );
    let rows = [
        (i64::MIN, single(0xDF00_0000)),
        (i64::MAX, single(0x5F00_0000)),
        (-3, -3.0),
    ];
    convert(gpu, |x, _| x.to_f32(), &rows);
    convert(
        gpu,
        |x, _| x.to_f16(),
        &[(2048u64, half(0x6800)), (65_504, half(0x7BFF))],
    );
}

fn arithmetic_of_long_integers(gpu: &Gpu) {
    const MIN: i64 = i64::MIN;
    const MAX: i64 = i64::MAX;
    let rows: Table<i64, i64> = &[
        (|a, b| a + b, &[(MAX, 1, MIN), (-1, MIN, MAX)]),
        (|a, b| a - b, &[(MIN, 1, MAX), (0, MIN, MIN)]),
        (
            |a, b| a * b,
            &[
                (MIN, -1, MIN),
                (1 << 32, 1 << 31, MIN),
                (-3, 1 << 33, -3 << 33),
            ],
        ),
        // By 0 gives the dividend; what does not fit wraps.
        (
            |a, b| a / b,
            &[
                (MIN, -1, MIN),
                (7, 0, 7),
                (-7, 2, -3),
                (MIN, 1 << 32, -1 << 31),
            ],
        ),
        (
            |a, b| a % b,
            &[(MIN, -1, 0), (7, 0, 0), (-7, 2, -1), (MIN, 1 << 40, 0)],
        ),
    ];
    for (operation, rows) in rows {
        check(gpu, *operation, rows);
    }
    let all = u64::MAX;
    let rows: Table<u64, u64> = &[
        (|a, b| a + b, &[(all, 2, 1), (0xFFFF_FFFF, 1, 1 << 32)]),
        (|a, b| a - b, &[(0, 1, all), (1 << 32, 1, 0xFFFF_FFFF)]),
        (
            |a, b| a * b,
            &[(all, all, 1), (0x1_0000_0001, 0x1_0000_0001, 0x2_0000_0001)],
        ),
        (
            |a, b| a / b,
            &[
                (all, 10, 1_844_674_407_370_955_161),
                (7, 0, 7),
                (all, 1 << 32, 0xFFFF_FFFF),
            ],
        ),
        (
            |a, b| a % b,
            &[(all, 10, 5), (7, 0, 0), (all, 1 << 63, MAX as u64)],
        ),
    ];
    for (operation, rows) in rows {
        check(gpu, *operation, rows);
    }
    let rows: Table<i64, i64> = &[
        (|a, b| min(a, b), &[(MIN, MAX, MIN), (0, -1, -1)]),
        (|a, b| a & !b, &[(-1, 0xFF, -256), (MIN, MAX, MIN)]),
        (
            |a, b| select(a.lt(b), a, -b),
            &[(-1, 1, -1), (1, MIN, MIN), (1 << 33, 1, -1)],
        ),
    ];
    for (operation, rows) in rows {
        check(gpu, *operation, rows);
    }
}

/// The amount counts modulo 64; a signed integer keeps its sign to the right.
fn shifts_of_long_integers(gpu: &Gpu) {
    let rows: Table<i64, u32> = &[
        (
            |a, n| a << n,
            &[
                (1, 63, i64::MIN),
                (1, 64, 1),
                (3, 65, 6),
                (5, 32, 5 << 32),
                (-1, 4, -16),
            ],
        ),
        (
            |a, n| a >> n,
            &[
                (i64::MIN, 63, -1),
                (i64::MIN, 64, i64::MIN),
                (-256, 68, -16),
                (5 << 32, 32, 5),
            ],
        ),
    ];
    for (operation, rows) in rows {
        check(gpu, *operation, rows);
    }
    let rows: Table<u64, u32> = &[
        (
            |a, n| a << n,
            &[(1, 63, 1 << 63), (1, 64, 1), (u64::MAX, 33, u64::MAX << 33)],
        ),
        (
            |a, n| a >> n,
            &[
                (1 << 63, 63, 1),
                (1 << 63, 64, 1 << 63),
                (u64::MAX, 95, u64::MAX >> 31),
            ],
        ),
    ];
    for (operation, rows) in rows {
        check(gpu, *operation, rows);
    }
}

/// Functions given as text compute with them too.
fn functions_given_as_text(gpu: &Gpu) {
    type OfHalves = WgslFn<(f16,), f16>;
    let halve: fn(Node<f16>, Node<u32>) -> Node<f16> =
        |x, _| OfHalves::new("fn halve(x: f16) -> f16 { return x * 0.5h; }").call(x);
    check(gpu, halve, &[(half(0x3C00), 0, half(0x3800))]);
    type OfLongs = WgslFn<(i64, u32), i64>;
    let shift: fn(Node<i64>, Node<u32>) -> Node<i64> =
        |x, n| OfLongs::new("fn f(x: i64, n: u32) -> i64 { return (x << n) / -1li; }").call(x, n);
    check(gpu, shift, &[(1, 63, i64::MIN), (3, 40, -3 << 40)]);
    type OfDoubles = WgslFn<(f64, u32), f64>;
    let scale: fn(Node<f64>, Node<u32>) -> Node<f64> = |x, n| {
        OfDoubles::new("fn f(x: f64, n: u32) -> f64 { return x * f64(n) + 0.1lf; }").call(x, n)
    };
    check(
        gpu,
        scale,
        &[(2.0, 0, 0.1), (1e15, 3, 3_000_000_000_000_000.0)],
    );
    // Each invocation is a subgroup of its own here.
    type OfWords = WgslFn<(u32,), u32>;
    let sum: fn(Node<u32>, Node<u32>) -> Node<u32> =
        |x, _| OfWords::new("fn f(x: u32) -> u32 { return subgroupAdd(x) + 1u; }").call(x);
    check(gpu, sum, &[(5, 0, 6), (7, 0, 8)]);
}

fn check_all(gpu: &Gpu) {
    functions_given_as_text(gpu);
    exact_floats(gpu);
    mixed_floats(gpu);
    integers_to_floats(gpu);
    arithmetic_of_long_integers(gpu);
    shifts_of_long_integers(gpu);
}

#[test]
fn wide_and_narrow_values_on_the_software_adapter() {
    let gpu = Gpu::named("software").unwrap();
    check_all(&gpu);
    rounded_floats(&gpu);
}

#[test]
fn wide_and_narrow_values_on_vulkan() {
    if let Some(gpu) = support::vulkan() {
        check_all(&gpu);
    }
}
