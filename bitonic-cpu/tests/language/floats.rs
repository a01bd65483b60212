//! Float functions with exact results, at their edges, in all widths; packing.

use super::rows::{Rows, Ty, check_floats};

const ALL: &[Ty] = &[Ty::F16, Ty::F32, Ty::F64];
const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

#[test]
fn arithmetic_is_correctly_rounded() {
    check_floats(
        ALL,
        "a + b",
        &[([1.5, 2.25], 3.75), ([1.0, -1.0], 0.0), ([INF, 1.0], INF)],
    );
    check_floats(ALL, "a - b", &[([1.5, 2.25], -0.75)]);
    check_floats(ALL, "a * b", &[([-1.5, 2.5], -3.75), ([-0.0, 2.0], -0.0)]);
    check_floats(
        ALL,
        "a / b",
        &[([3.0, -4.0], -0.75), ([1.0, 0.0], INF), ([-1.0, INF], -0.0)],
    );
    check_floats(ALL, "a % b", &[([-7.5, 2.0], -1.5), ([7.5, -2.0], 1.5)]);
    check_floats(ALL, "-a", &[([0.0], -0.0), ([2.5], -2.5)]);
    // 2049 lies between two f16, and so does the sum; the even one is taken.
    Rows::of(Ty::F16, "a + b").check(&[([0x6800, 0x3C00], 0x6800), ([0x7BFF, 0x7BFF], 0x7C00)]);
    Rows::of(Ty::F16, "a * b").check(&[([0x0001, 0x3800], 0), ([0x0003, 0x3800], 2)]);
}

#[test]
fn comparisons_know_zeros_and_infinities() {
    for &ty in ALL {
        let [zero, minus, one, inf] = [0.0, -0.0, 1.0, INF].map(|x| ty.bits(x));
        for (operator, expected) in [
            ("==", [1, 0, 0]),
            ("!=", [0, 1, 1]),
            ("<", [0, 0, 1]),
            ("<=", [1, 0, 1]),
            (">", [0, 1, 0]),
            (">=", [1, 1, 0]),
        ] {
            let expression = format!("select(0u, 1u, a {operator} b)");
            Rows::of(ty, &expression).to(Ty::U32).check(&[
                ([zero, minus], expected[0]),
                ([inf, one], expected[1]),
                ([minus, one], expected[2]),
            ]);
        }
    }
}

#[test]
fn functions_that_pick_or_round() {
    check_floats(
        ALL,
        "abs(a)",
        &[([-0.0], 0.0), ([-2.5], 2.5), ([-INF], INF)],
    );
    check_floats(
        ALL,
        "sign(a)",
        &[([-3.0], -1.0), ([0.0], 0.0), ([INF], 1.0)],
    );
    check_floats(ALL, "min(a, b)", &[([1.0, -2.0], -2.0), ([INF, 3.0], 3.0)]);
    check_floats(ALL, "max(a, b)", &[([1.0, -2.0], 1.0), ([-INF, 3.0], 3.0)]);
    check_floats(
        ALL,
        "clamp(a, b, c)",
        &[([5.0, 0.0, 2.0], 2.0), ([-5.0, 0.0, 2.0], 0.0)],
    );
    check_floats(
        ALL,
        "saturate(a)",
        &[([5.0], 1.0), ([-5.0], 0.0), ([0.25], 0.25)],
    );
    check_floats(
        ALL,
        "floor(a)",
        &[([-1.5], -2.0), ([1.5], 1.0), ([-INF], -INF)],
    );
    check_floats(ALL, "ceil(a)", &[([-1.5], -1.0), ([1.25], 2.0)]);
    check_floats(
        ALL,
        "trunc(a)",
        &[([-1.5], -1.0), ([1.5], 1.0), ([100.75], 100.0)],
    );
    check_floats(
        ALL,
        "round(a)",
        &[
            ([0.5], 0.0),
            ([1.5], 2.0),
            ([2.5], 2.0),
            ([-2.5], -2.0),
            ([2.75], 3.0),
        ],
    );
    check_floats(
        ALL,
        "fract(a)",
        &[([1.25], 0.25), ([-1.25], 0.75), ([-3.0], 0.0)],
    );
    check_floats(ALL, "step(a, b)", &[([1.0, 1.0], 1.0), ([1.0, 0.5], 0.0)]);
    check_floats(
        ALL,
        "select(a, b, a < b)",
        &[([1.0, 2.0], 2.0), ([NAN, 2.0], NAN)],
    );
}

#[test]
fn functions_of_exact_formulas() {
    check_floats(
        ALL,
        "fma(a, b, c)",
        &[([2.0, 3.0, 4.0], 10.0), ([-0.5, 8.0, 1.0], -3.0)],
    );
    check_floats(
        ALL,
        "mix(a, b, c)",
        &[([2.0, 4.0, 0.25], 2.5), ([2.0, 4.0, 1.0], 4.0)],
    );
    check_floats(
        ALL,
        "smoothstep(a, b, c)",
        &[
            ([0.0, 2.0, 1.0], 0.5),
            ([0.0, 2.0, 9.0], 1.0),
            ([0.0, 2.0, -1.0], 0.0),
        ],
    );
    check_floats(ALL, "sqrt(a)", &[([0.0], 0.0), ([6.25], 2.5)]);
    check_floats(
        ALL,
        "dot(vec3(a, b, c), vec3(c, b, a))",
        &[([1.0, 2.0, 3.0], 10.0)],
    );
    check_floats(
        ALL,
        "cross(vec3(a, b, c), vec3(c, a, b)).y",
        &[([1.0, 2.0, 4.0], 14.0)],
    );
    check_floats(
        ALL,
        "reflect(vec2(a, b), vec2(0.0, c)).y",
        &[([3.0, -4.0, 1.0], 4.0)],
    );
    check_floats(
        ALL,
        "faceForward(vec2(a), vec2(b), vec2(c)).x",
        &[
            ([3.0, 1.0, -4.0], 3.0),
            ([3.0, 1.0, 4.0], -3.0),
            ([3.0, 1.0, 0.0], -3.0),
        ],
    );
    // The ray is reflected totally: k = 1 - 4 * (1 - 0) < 0.
    check_floats(
        ALL,
        "refract(vec2(a, 0.0), vec2(0.0, b), c).x",
        &[([1.0, 1.0, 2.0], 0.0)],
    );
    check_floats(
        ALL,
        "refract(vec2(0.0, a), vec2(0.0, b), c).y",
        &[([-1.0, 1.0, 0.5], -1.0)],
    );
}

#[test]
fn lengths() {
    check_floats(
        &[Ty::F32, Ty::F16],
        "length(vec2(a, b))",
        &[([3.0, -4.0], 5.0)],
    );
    check_floats(ALL, "length(a)", &[([-4.0], 4.0)]);
    check_floats(
        &[Ty::F32, Ty::F16],
        "distance(vec2(a, c), vec2(b, c))",
        &[([3.0, -4.0, 1.0], 7.0)],
    );
    check_floats(ALL, "normalize(vec2(0.0, a)).y", &[([-4.0], -1.0)]);
}

#[test]
fn parts_of_a_float() {
    let own = "the specification leaves it open";
    for &ty in ALL {
        let bits = |x| ty.bits(x);
        let rows = [(bits(-1.25), bits(-0.25)), (bits(3.5), bits(0.5))].map(|(x, y)| ([x], y));
        Rows::of(ty, "modf(a).fract").check(&rows);
        let rows = [(bits(-1.25), bits(-1.0)), (bits(3.5), bits(3.0))].map(|(x, y)| ([x], y));
        Rows::of(ty, "modf(a).whole").check(&rows);
        let rows = Rows::of(ty, "modf(a).whole").not_on_vulkan(own);
        rows.check(&[([bits(INF)], bits(INF)), ([bits(NAN)], bits(NAN))]);
        let rows = Rows::of(ty, "modf(a).fract").not_on_vulkan(own);
        rows.check(&[([bits(INF)], 0), ([bits(-INF)], bits(-0.0))]);
        let rows = [(6.0, 0.75), (-0.25, -0.5), (0.0, 0.0), (-1.0, -0.5)];
        let rows = rows.map(|(x, y)| ([bits(x)], bits(y)));
        let frexp = Rows::of(ty, "frexp(a).fract");
        let frexp = if ty == Ty::F32 {
            frexp
        } else {
            frexp.not_on_vulkan("naga's frexp is of f32")
        };
        frexp.check(&rows);
        let rows = [(6.0, 3u32), (-0.25, u32::MAX), (0.0, 0), (-1.0, 1)];
        let rows = rows.map(|(x, y)| ([bits(x)], y.into()));
        Rows {
            expression: "frexp(a).exp",
            ..frexp
        }
        .to(Ty::I32)
        .check(&rows);
    }
    // The least subnormals.
    let smallest = Rows::of(Ty::F64, "frexp(a).exp")
        .to(Ty::I32)
        .not_on_vulkan(own);
    smallest.check(&[
        ([1], (-1073i32).cast_unsigned().into()),
        ([f64::INFINITY.to_bits()], 0),
    ]);
    let smallest = Rows::of(Ty::F16, "frexp(a).exp")
        .to(Ty::I32)
        .not_on_vulkan(own);
    smallest.check(&[([1], (-23i32).cast_unsigned().into())]);
}

#[test]
fn ldexp_reaches_all_exponents() {
    for (ty, least, greatest) in [
        (Ty::F16, -14, 15),
        (Ty::F32, -126, 127),
        (Ty::F64, -1022, 1023),
    ] {
        let two_to = |exponent: i32| 2f64.powi(exponent / 2) * 2f64.powi(exponent - exponent / 2);
        let power = |exponent: i32| ty.bits(two_to(exponent));
        let word = |exponent: i32| [exponent.cast_unsigned()];
        Rows::of(ty, "ldexp(a, i32(m))").check_words(&[
            (ty.bits(3.0), word(-4), ty.bits(0.1875)),
            (ty.bits(1.0), word(greatest), power(greatest)),
            (ty.bits(1.0), word(least), power(least)),
        ]);
        let own =
            Rows::of(ty, "ldexp(a, i32(m))").not_on_vulkan("a device may flush or not define it");
        own.check_words(&[
            (ty.bits(1.0), word(greatest + 1), ty.bits(INF)),
            (ty.bits(-1.0), word(i32::MAX), ty.bits(-INF)),
            (ty.bits(1.0), word(least - 3), power(least - 3)),
            (1, word(3), 8),
            (ty.bits(-1.0), word(i32::MIN), ty.bits(-0.0)),
            (
                ty.bits(1.5),
                word(least - 1),
                ty.bits(1.5 * two_to(least - 1)),
            ),
        ]);
    }
}

#[test]
fn quantizing_goes_to_infinity_past_the_greatest_half() {
    let one = |x: f32| u64::from(x.to_bits());
    Rows::of(Ty::F32, "quantizeToF16(a)").check(&[
        ([one(1.0 + 1.0 / 4096.0)], one(1.0)),
        ([one(0.1)], one(0.099_975_586)),
        ([one(65_504.0)], one(65_504.0)),
        ([one(-0.0)], one(-0.0)),
    ]);
    let own = "overflow may end at the greatest f16, and rounding may be any";
    Rows::of(Ty::F32, "quantizeToF16(a)")
        .not_on_vulkan(own)
        .check(&[
            ([one(65_520.0)], one(f32::INFINITY)),
            ([one(-1e9)], one(f32::NEG_INFINITY)),
            ([one(1.0 + 3.0 / 2048.0)], one(1.0 + 4.0 / 2048.0)),
            ([one(5.960_464_5e-8)], one(5.960_464_5e-8)),
        ]);
}

#[test]
fn packing_clamps_and_rounds() {
    let one = |x: f32| u64::from(x.to_bits());
    let pack = |expression| Rows::of(Ty::F32, expression).to(Ty::U32);
    pack("pack4x8unorm(vec4(a, b, c, 1.0))").check(&[
        ([one(-1.0), one(2.0), one(0.0)], 0xFF00_FF00),
        (
            [one(1.0 / 255.0), one(0.4 / 255.0), one(0.6 / 255.0)],
            0xFF01_0001,
        ),
    ]);
    pack("pack4x8snorm(vec4(a, b, c, 1.0))").check(&[
        ([one(-9.0), one(9.0), one(-1.0 / 127.0)], 0x7FFF_7F81),
        ([one(0.6 / 127.0), one(-0.6 / 127.0), one(0.0)], 0x7F00_FF01),
    ]);
    pack("pack2x16unorm(vec2(a, b))").check(&[([one(-1.0), one(3.0)], 0xFFFF_0000)]);
    pack("pack2x16snorm(vec2(a, b))").check(&[([one(-1.0), one(3.0)], 0x7FFF_8001)]);
    pack("pack2x16float(vec2(a, b))").check(&[([one(0.5), one(-2.0)], 0xC000_3800)]);
    let unpack = |expression| Rows::of(Ty::U32, expression).to(Ty::F32);
    unpack("unpack4x8unorm(a).y").check(&[([0xFF00], one(1.0)), ([0], 0)]);
    unpack("unpack4x8snorm(a).w").check(&[
        ([0x8000_0000], one(-1.0)),
        ([0x8100_0000], one(-1.0)),
        ([0x7F00_0000], one(1.0)),
    ]);
    unpack("unpack2x16unorm(a).y").check(&[([0xFFFF_0000], one(1.0))]);
    unpack("unpack2x16snorm(a).x").check(&[([0x8000], one(-1.0)), ([0x7FFF], one(1.0))]);
    unpack("unpack2x16float(a).x").check(&[
        ([0x3C00], one(1.0)),
        ([0xC500], one(-5.0)),
        ([0x7C00], one(f32::INFINITY)),
    ]);
}

#[test]
fn bytes_in_words() {
    let word = |expression| Rows::of(Ty::U32, expression);
    let minus = |x: i32| u64::from((-x).cast_unsigned());
    word("pack4xU8(vec4(a, b, c, 4u))").check(&[([0x1FF, 2, 3], 0x0403_02FF)]);
    word("pack4xI8(vec4(i32(a), i32(b), i32(c), -1))")
        .check(&[([minus(2), 0x180, 3], 0xFF03_80FE)]);
    word("pack4xU8Clamp(vec4(a, b, c, 4u))").check(&[([0x1FF, 255, 256], 0x04FF_FFFF)]);
    word("pack4xI8Clamp(vec4(i32(a), i32(b), i32(c), -128))")
        .check(&[([minus(300), 300, 127], 0x807F_7F80)]);
    word("unpack4xU8(a).z").check(&[([0x00FE_0000], 0xFE)]);
    word("u32(unpack4xI8(a).z)").check(&[([0x00FE_0000], minus(2))]);
    word("dot4U8Packed(a, b)").check(&[([0xFFFF_FFFF, 0xFFFF_FFFF], 4 * 255 * 255)]);
    word("u32(dot4I8Packed(a, b))").check(&[
        ([0x8080_8080, 0x8080_8080], 4 * 128 * 128),
        ([0x0102_0304, 0x0101_01FF], 2),
    ]);
}
