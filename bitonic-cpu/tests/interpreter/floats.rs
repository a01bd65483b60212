//! Floats: conversions, built-in functions, vectors of them, packing.

use crate::kernel::{check_rows, result};
use crate::numbers::{MIN, NAN, f, int};

#[test]
fn floats_to_integers_truncate_and_clamp() {
    // "Scalar floating point to integral conversion": the nearest value that both types represent.
    check_rows(
        "u32(bitcast<f32>(a))",
        &[
            ([f(-1.5)], 0),
            ([f(1.9)], 1),
            ([f(1e20)], 4_294_967_040),
            ([f(f32::INFINITY)], 4_294_967_040),
            ([f(-1e20)], 0),
            ([NAN], 0),
            ([f(3e9)], 3_000_000_000),
        ],
    );
    check_rows(
        "u32(i32(bitcast<f32>(a)))",
        &[
            ([f(-1.5)], int(-1)),
            ([f(1e20)], 2_147_483_520),
            ([f(-1e20)], MIN),
            ([NAN], 0),
        ],
    );
    check_rows("bitcast<u32>(f32(a))", &[([u32::MAX], f(4_294_967_296.0))]);
    check_rows(
        "bitcast<u32>(f32(i32(a)))",
        &[([u32::MAX], f(-1.0)), ([MIN], f(-2_147_483_648.0))],
    );
}

/// Checks a function of floats for rows of arguments and result, by bits.
#[track_caller]
fn check_floats<const N: usize>(expression: &str, rows: &[([f32; N], f32)]) {
    let mut text = expression.to_owned();
    for name in ["a", "b", "c"] {
        text = text.replace(&format!("${name}"), &format!("bitcast<f32>({name})"));
    }
    let rows: Vec<_> = rows
        .iter()
        .map(|(arguments, result)| (arguments.map(f), f(*result)))
        .collect();
    check_rows(&format!("bitcast<u32>({text})"), &rows);
}

#[test]
fn exact_float_functions() {
    check_floats("$a % $b", &[([-7.5, 2.0], -1.5), ([7.5, -2.0], 1.5)]);
    check_floats("-$a", &[([0.0], -0.0), ([1.0], -1.0)]);
    check_floats("abs($a)", &[([-0.0], 0.0), ([-2.5], 2.5)]);
    check_floats(
        "min($a, $b)",
        &[
            ([1.0, -2.0], -2.0),
            ([f32::NAN, 3.0], 3.0),
            ([3.0, f32::NAN], 3.0),
        ],
    );
    check_floats(
        "max($a, $b)",
        &[
            ([1.0, -2.0], 1.0),
            ([f32::NAN, 3.0], 3.0),
            ([3.0, f32::NAN], 3.0),
        ],
    );
    check_floats(
        "clamp($a, $b, $c)",
        &[
            ([5.0, 0.0, 2.0], 2.0),
            ([-5.0, 0.0, 2.0], 0.0),
            ([1.0, 0.0, 2.0], 1.0),
        ],
    );
    check_floats(
        "saturate($a)",
        &[([5.0], 1.0), ([-5.0], 0.0), ([0.25], 0.25)],
    );
    check_floats("sign($a)", &[([-3.0], -1.0), ([0.0], 0.0), ([9.0], 1.0)]);
    check_floats("floor($a)", &[([-1.5], -2.0), ([1.5], 1.0)]);
    check_floats("ceil($a)", &[([-1.5], -1.0), ([1.5], 2.0)]);
    check_floats("trunc($a)", &[([-1.5], -1.0), ([1.5], 1.0)]);
    check_floats(
        "round($a)",
        &[
            ([0.5], 0.0),
            ([1.5], 2.0),
            ([2.5], 2.0),
            ([-2.5], -2.0),
            ([2.6], 3.0),
        ],
    );
    check_floats("fract($a)", &[([1.25], 0.25), ([-1.25], 0.75)]);
    check_floats("sqrt($a)", &[([9.0], 3.0)]);
    check_floats("inverseSqrt($a)", &[([16.0], 0.25)]);
    check_floats("step($a, $b)", &[([1.0, 1.0], 1.0), ([1.0, 0.5], 0.0)]);
    check_floats("fma($a, $b, $c)", &[([2.0, 3.0, 4.0], 10.0)]);
    check_floats("mix($a, $b, $c)", &[([2.0, 4.0, 0.25], 2.5)]);
    check_floats(
        "smoothstep($a, $b, $c)",
        &[
            ([0.0, 2.0, 1.0], 0.5),
            ([0.0, 2.0, 9.0], 1.0),
            ([0.0, 2.0, -1.0], 0.0),
        ],
    );
    check_floats("exp2($a)", &[([3.0], 8.0), ([-1.0], 0.5)]);
    check_floats("log2($a)", &[([8.0], 3.0)]);
    check_floats("ldexp($a, i32(b) - 4)", &[([3.0, 0.0], 0.1875)]);
    check_floats("modf($a).whole", &[([-1.25], -1.0)]);
    check_floats("modf($a).fract", &[([-1.25], -0.25)]);
    check_floats(
        "frexp($a).fract",
        &[([6.0], 0.75), ([-0.25], -0.5), ([0.0], 0.0)],
    );
    check_rows(
        "u32(frexp(bitcast<f32>(a)).exp)",
        &[([f(6.0)], 3), ([f(-0.25)], int(-1)), ([0], 0)],
    );
    check_floats(
        "quantizeToF16($a)",
        &[([1.0 + 1.0 / 4096.0], 1.0), ([0.1], 0.099_975_586)],
    );
}

/// Checks a function of one float against f64 arithmetic, within a few units of its precision.
#[track_caller]
fn check_near(function: &str, reference: fn(f64) -> f64, arguments: &[f32]) {
    let kernel = format!(
        "@compute @workgroup_size(1) fn main() {{
            for (var i = 0u; i < arrayLength(&data); i++) {{
                data[i] = bitcast<u32>({function}(bitcast<f32>(data[i])));
            }}
        }}"
    );
    let before: Vec<u32> = arguments.iter().map(|&x| f(x)).collect();
    for (&x, bits) in arguments.iter().zip(result(&kernel, &before)) {
        let (got, expected) = (f64::from(f32::from_bits(bits)), reference(f64::from(x)));
        let tolerance = 4.0 * f64::from(f32::EPSILON) * expected.abs().max(1e-3);
        assert!(
            (got - expected).abs() <= tolerance,
            "{function}({x}) = {got}, not {expected}"
        );
    }
}

#[test]
fn transcendental_functions() {
    let unit = [-0.9, -0.5, 0.0, 0.25, 0.75, 1.0];
    let wide = [-3.0, -1.0, 0.0, 0.5, 1.0, 2.5];
    let positive = [0.125, 0.5, 1.0, 2.0, 10.0];
    check_near("sin", f64::sin, &wide);
    check_near("cos", f64::cos, &wide);
    check_near("tan", f64::tan, &wide);
    check_near("asin", f64::asin, &unit);
    check_near("acos", f64::acos, &unit);
    check_near("atan", f64::atan, &wide);
    check_near("sinh", f64::sinh, &wide);
    check_near("cosh", f64::cosh, &wide);
    check_near("tanh", f64::tanh, &wide);
    check_near("asinh", f64::asinh, &wide);
    check_near("acosh", f64::acosh, &[1.0, 1.5, 10.0]);
    check_near("atanh", f64::atanh, &unit[..5]);
    check_near("exp", f64::exp, &wide);
    check_near("log", f64::ln, &positive);
    check_near("radians", f64::to_radians, &wide);
    check_near("degrees", f64::to_degrees, &wide);
    check_floats("pow($a, $b)", &[([2.0, 10.0], 1024.0), ([4.0, 0.5], 2.0)]);
    check_floats(
        "atan2($a, $b)",
        &[([1.0, 1.0], std::f32::consts::FRAC_PI_4)],
    );
}

#[test]
fn vector_functions() {
    check_floats(
        "dot(vec3($a, 2.0, 3.0), vec3($b, 1.0, -1.0))",
        &[([4.0, 5.0], 19.0)],
    );
    check_rows("dot(vec2(a, 3u), vec2(b, 2u))", &[([5, 4], 26)]);
    check_rows(
        "u32(dot(vec2(i32(a), 3), vec2(2)))",
        &[([int(-5)], int(-4))],
    );
    check_floats(
        "cross(vec3($a, 0.0, 0.0), vec3(0.0, $b, 0.0)).z",
        &[([2.0, 3.0], 6.0)],
    );
    check_floats(
        "cross(vec3(0.0, $a, 0.0), vec3(0.0, 0.0, $b)).x",
        &[([2.0, 3.0], 6.0)],
    );
    check_floats("length(vec2($a, $b))", &[([3.0, -4.0], 5.0)]);
    check_floats("length($a)", &[([-4.0], 4.0)]);
    check_floats(
        "distance(vec2($a, 1.0), vec2($b, 1.0))",
        &[([3.0, -4.0], 7.0)],
    );
    check_floats("normalize(vec2($a, $b)).y", &[([3.0, -4.0], -0.8)]);
    check_floats(
        "reflect(vec2($a, $b), vec2(0.0, 1.0)).y",
        &[([3.0, -4.0], 4.0)],
    );
    check_floats(
        "faceForward(vec2($a), vec2(1.0), vec2($b)).x",
        &[([3.0, -4.0], 3.0), ([3.0, 4.0], -3.0)],
    );
    check_floats(
        "refract(vec2(0.0, -1.0), vec2(0.0, 1.0), $a).y",
        &[([0.5], -1.0)],
    );
    check_floats(
        "determinant(mat2x2($a, 2.0, 3.0, $b))",
        &[([5.0, 4.0], 14.0)],
    );
    check_floats(
        "determinant(mat3x3($a, 0.0, 0.0, 9.0, $b, 0.0, 9.0, 9.0, 2.0))",
        &[([5.0, 4.0], 40.0)],
    );
    check_rows(
        "u32(all(vec2(a, b) == vec2(1u, 2u)))",
        &[([1, 2], 1), ([1, 3], 0)],
    );
    check_rows(
        "u32(any(vec2(a, b) == vec2(1u, 2u)))",
        &[([0, 2], 1), ([0, 3], 0)],
    );
    check_rows(
        "select(vec2(a), vec2(b), vec2(true, false)).y",
        &[([1, 2], 1)],
    );
    check_rows("(vec3(a, b, c) + 1u).z", &[([1, 2, 3], 4)]);
    check_rows("(2u * vec3(a, b, c)).zy.x", &[([1, 2, 3], 6)]);
}

#[test]
fn packing_functions() {
    check_rows(
        "pack4xU8(vec4(a, b, c, 4u))",
        &[([1, 2, 3], 0x0403_0201), ([0x1FF, 0, 0], 0x0400_00FF)],
    );
    check_rows(
        "pack4xU8Clamp(vec4(a, b, c, 4u))",
        &[([0x1FF, 2, 3], 0x0403_02FF)],
    );
    check_rows(
        "pack4xI8Clamp(vec4(i32(a), 0, 0, 0))",
        &[([int(-300)], 0x80), ([300], 0x7F)],
    );
    check_rows("unpack4xU8(a).y", &[([0x0403_8201], 0x82)]);
    check_rows("u32(unpack4xI8(a).y)", &[([0x0403_8201], int(-0x7E))]);
    check_rows(
        "pack2x16float(vec2(bitcast<f32>(a), 1.0))",
        &[([f(0.5)], 0x3C00_3800)],
    );
    check_rows(
        "bitcast<u32>(unpack2x16float(a).y)",
        &[([0xC000_0000], f(-2.0))],
    );
    check_rows(
        "pack4x8unorm(vec4(bitcast<f32>(a), 0.0, 1.0, 2.0))",
        &[([f(0.5)], 0xFFFF_0080)],
    );
    check_rows(
        "pack2x16snorm(vec2(bitcast<f32>(a), 1.0))",
        &[([f(-1.0)], 0x7FFF_8001)],
    );
    check_rows(
        "bitcast<u32>(unpack4x8snorm(a).x)",
        &[([0x81], f(-1.0)), ([0x80], f(-1.0)), ([0x7F], f(1.0))],
    );
    check_rows(
        "bitcast<u32>(unpack2x16unorm(a).y)",
        &[([0xFFFF_0000], f(1.0))],
    );
    check_rows(
        "dot4U8Packed(a, b)",
        &[([0x0102_0304, 0x0101_01FF], 1 + 2 + 3 + 4 * 255)],
    );
    check_rows(
        "u32(dot4I8Packed(a, b))",
        &[([0x0102_0304, 0x0101_01FF], 2)],
    );
}
