//! Conversions between all scalars, literals, constants and reinterpretations.

use wgpu::Features;

use super::rows::{Rows, Ty};
use super::runner::Kernel;

const FLOATS: [Ty; 3] = [Ty::F16, Ty::F32, Ty::F64];
const INTEGERS: [Ty; 6] = [Ty::I16, Ty::U16, Ty::I32, Ty::U32, Ty::I64, Ty::U64];

/// The least and the greatest integer of a type.
fn limits(ty: Ty) -> (i128, i128) {
    let bits = 8 * ty.bytes() as u32;
    match ty {
        Ty::I16 | Ty::I32 | Ty::I64 => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        _ => (0, (1 << bits) - 1),
    }
}

/// The integer of `to` nearest to `x` truncated that `from` holds exactly, found by search down from
/// the limit: "Scalar floating point to integral conversion".
fn nearest(from: Ty, to: Ty, x: f64) -> u64 {
    if x.is_nan() {
        return 0;
    }
    let exact = |value: i128| {
        let bits = from.bits(value as f64);
        let back = from.value(bits);
        back.is_finite() && back as i128 == value && value as f64 as i128 == value
    };
    let (least, greatest) = limits(to);
    let clamped = (x.trunc() as i128).clamp(least, greatest);
    let (mut value, step) = (clamped, if x < 0.0 { 1 } else { -1 });
    // Every float type holds some integer within a few steps of its own spacing.
    let mut stride: i128 = 1;
    while !exact(value) {
        let down = value.div_euclid(stride * 2) * (stride * 2);
        value = if down == value {
            value + step * stride
        } else if step < 0 {
            down
        } else {
            down + stride * 2
        };
        stride *= 2;
        if value.abs() > 65504 && from == Ty::F16 {
            value = 65504 * value.signum();
        }
    }
    value as u64
}

#[test]
fn floats_to_integers_truncate_and_saturate() {
    let values = [
        0.0,
        -0.0,
        1.9,
        -1.9,
        300.5,
        40_000.0,
        -40_000.0,
        1e9,
        3e9,
        -3e9,
        1e20,
        -1e20,
        f64::INFINITY,
        f64::NEG_INFINITY,
    ];
    for from in FLOATS {
        for to in INTEGERS {
            let nan = Rows::of(from, "a").to(to);
            let nan = nan.not_on_vulkan("the clamp that naga writes may let a NaN through");
            nan.check(&[([from.bits(f64::NAN)], 0)]);
            let rows: Vec<([u64; 1], u64)> = values
                .iter()
                .map(|&x| {
                    let bits = from.bits(x);
                    ([bits], nearest(from, to, from.value(bits)))
                })
                .collect();
            let rows_of = Rows::of(from, "a").to(to);
            // naga's clamp for f16 to i16 is to the limits of f16.
            let rows_of = if to.bytes() == 2 {
                rows_of.not_on_vulkan("naga clamps f16 to i16 wrongly")
            } else {
                rows_of
            };
            rows_of.check(&rows);
        }
    }
}

#[test]
fn integers_to_floats_round_to_nearest() {
    for from in INTEGERS {
        let (least, greatest) = limits(from);
        let values = [
            0,
            1,
            least,
            greatest,
            greatest / 3,
            least / 5,
            2049,
            65_519.min(greatest),
        ];
        for to in FLOATS {
            let rows: Vec<([u64; 1], u64)> = values
                .iter()
                .map(|&value| {
                    // Through i128: `as` rounds once.
                    let bits = match to {
                        Ty::F32 => (value as f32).to_bits().into(),
                        _ => to.bits(value as f64),
                    };
                    ([value as u64], bits)
                })
                .collect();
            Rows::of(from, "a").to(to).check(&rows);
        }
    }
}

#[test]
fn integers_to_integers_keep_the_low_bits() {
    for from in INTEGERS {
        for to in INTEGERS {
            let (least, greatest) = limits(from);
            let rows = [0, 1, least, greatest, least + 5, greatest - 5]
                .map(|value: i128| ([value as u64], value as u64));
            let rows_of = Rows::of(from, "a").to(to);
            let changes_sign = (limits(from).0 < 0) != (limits(to).0 < 0);
            let grows = to.bytes() > from.bytes() && changes_sign;
            let rows_of = if grows {
                rows_of.not_on_vulkan("naga's SPIR-V extends by the sign of the result's type")
            } else {
                rows_of
            };
            rows_of.check(&rows);
        }
    }
}

#[test]
fn floats_to_floats_round_once() {
    let tie = 1.0 + f64::from(f32::EPSILON) / 2.0;
    // Above a tie of f16 by less than f32 sees.
    let above = 1.0 + 2f64.powi(-11) + 2f64.powi(-40);
    let below = 1.0 + 3.0 * 2f64.powi(-11) - 2f64.powi(-40);
    let values = [
        0.0,
        -0.0,
        1.5,
        tie,
        above,
        below,
        65_519.0,
        65_520.0,
        -1e9,
        1e300,
        2f64.powi(-25),
        2f64.powi(-25) * 1.001,
        f64::INFINITY,
        f64::NAN,
    ];
    for from in FLOATS {
        for to in FLOATS {
            let rows: Vec<([u64; 1], u64)> = values
                .iter()
                .map(|&x| {
                    let bits = from.bits(x);
                    ([bits], to.bits(from.value(bits)))
                })
                .collect();
            let rows_of = Rows::of(from, "a").to(to);
            let free = from != to && to == Ty::F16;
            let rows_of = if free {
                rows_of
                    .not_on_vulkan("the device may round towards zero and end at the greatest f16")
            } else {
                rows_of
            };
            rows_of.check(&rows);
        }
    }
}

#[test]
fn booleans_convert_to_one_and_from_what_is_not_zero() {
    for ty in INTEGERS {
        let rows = Rows::of(ty, "select(m, n, bool(a))")
            .to(Ty::U32)
            .check_words_of(ty);
        assert!(rows > 0);
    }
    for ty in FLOATS {
        let one = ty.bits(1.0);
        let rows = Rows::of(ty, "a < b");
        rows.check(&[([0, one], one), ([one, 0], 0)]);
        let rows = Rows::of(ty, "bool(a)");
        rows.check(&[
            ([0], 0),
            ([ty.bits(-0.0)], 0),
            ([one], one),
            ([ty.bits(f64::NAN)], one),
        ]);
    }
}

impl Rows<'_> {
    /// `bool(a)` chooses between 7 and 9; returns the rows checked.
    fn check_words_of(&self, ty: Ty) -> usize {
        let high = 1u64 << (8 * ty.bytes() - 1);
        let rows = [(0, [7, 9], 7), (1, [7, 9], 9), (high, [7, 9], 9)];
        self.check_words(&rows);
        rows.len()
    }
}

#[test]
fn literals_and_constants_have_their_bits() {
    for (ty, text, bits) in [
        (Ty::U64, "0xfedcba9876543210lu", 0xFEDC_BA98_7654_3210),
        (Ty::I64, "-5li", (-5i64).cast_unsigned()),
        (Ty::F64, "-1.0e300lf", (-1e300f64).to_bits()),
        (Ty::F16, "-1.5h", 0xBE00),
        (Ty::I16, "i16(-3)", 0xFFFD),
        (Ty::U16, "u16(65535)", 0xFFFF),
    ] {
        let name = ty.name();
        let expression = format!("a + K - {name}(0)");
        let declared = format!("{}const K: {name} = {text};", "");
        let source = format!(
            "{}{declared}
            const TABLE = array<{name}, 3>({name}(1), K, {name}(2));
            @group(0) @binding(0) var<storage, read_write> data: array<{name}>;
            @compute @workgroup_size(1) fn main() {{
                let i = arrayLength(&data) / arrayLength(&data);
                data[0] = K;
                data[1] = TABLE[i];
            }}",
            ty.directives()
        );
        let bytes = ty.bytes();
        let kernel = Kernel {
            source: &source,
            features: ty.features(),
            buffers: vec![vec![0; bytes.div_ceil(2)]],
            ..Kernel::default()
        };
        for (engine, buffers) in kernel.run() {
            let found = super::rows::unpack(ty, &buffers[0]);
            assert_eq!(found[..2], [bits, bits], "{engine} {expression}");
        }
    }
}

/// naga has overrides of all scalars but i64 and u64.
#[test]
fn overrides_take_values_of_the_pipeline() {
    let source = "enable f16;
        enable wgpu_int16;
        override half: f16 = 0.5h;
        override double: f64 = 0.25lf;
        override small: i16 = i16(-3);
        override natural: u16 = u16(9);
        @group(0) @binding(0) var<storage, read_write> data: array<f64>;
        @compute @workgroup_size(1) fn main() {
            data[0] = f64(half);
            data[1] = double;
            data[2] = f64(small);
            data[3] = f64(natural);
        }";
    let given = [
        ("half", 1.5),
        ("double", 0.1),
        ("small", -300.0),
        ("natural", 65_535.0),
    ];
    for (constants, expected) in [
        (&[][..], [0.5, 0.25, -3.0, 9.0]),
        (&given[..], [1.5, 0.1, -300.0, 65_535.0]),
    ] {
        let bits = expected.map(f64::to_bits);
        Kernel {
            source,
            features: Features::SHADER_F16 | Features::SHADER_I16 | Features::SHADER_F64,
            constants,
            buffers: vec![vec![0; 8]],
            ..Kernel::default()
        }
        .check(&super::rows::pack(Ty::F64, &bits));
    }
}

#[test]
fn bits_are_reinterpreted_within_a_width() {
    Rows::of(Ty::F64, "bitcast<u64>(a)")
        .to(Ty::U64)
        .check(&[([1.5f64.to_bits()], 1.5f64.to_bits())]);
    Rows::of(Ty::I64, "bitcast<f64>(a)")
        .to(Ty::F64)
        .check(&[([0xC008_0000_0000_0000], (-3f64).to_bits())]);
    Rows::of(Ty::U16, "bitcast<f16>(a)")
        .to(Ty::F16)
        .check(&[([0x3C00], 0x3C00), ([0x8001], 0x8001)]);
    Rows::of(Ty::F16, "bitcast<i16>(a)")
        .to(Ty::I16)
        .check(&[([0xBE00], 0xBE00)]);
    Rows::of(Ty::I16, "bitcast<u16>(a)")
        .to(Ty::U16)
        .check(&[([0xFFFE], 0xFFFE)]);
}
