//! The numeric built-in functions. What the WGSL specification accepts of those of floats is
//! worked out from their arguments, as `builtins/accuracy` says; integers are exact.

use bitonic::graph::Builtin;
use bitonic::types::ShaderType;
use bitonic::*;

use super::accuracy::{Reference, accuracy};
use super::entry::{Entry, entry};
use super::interval::Interval;

/// What the specification accepts of each component of `builtin`, whose operands are `T`s
/// with these components.
fn accepted<T: ShaderType>(builtin: Builtin, arguments: &[&[f32]]) -> Vec<(f64, f64)> {
    let ty = T::ty();
    let scalar = ty.scalar().expect("an argument has one");
    let read = |value: &f32| Interval::read(f64::from(*value), scalar);
    let arguments: Vec<Vec<Interval>> = arguments
        .iter()
        .map(|components| components.iter().map(read).collect())
        .collect();
    let each = |index: usize| -> Vec<Interval> {
        let arguments = arguments.iter();
        arguments
            .map(|components| components[index % components.len()])
            .collect()
    };
    let accepted: Vec<Interval> = match accuracy(builtin).reference {
        Reference::Each(of) => (0..arguments[0].len())
            .map(|index| of(scalar, &each(index)))
            .collect(),
        Reference::Pair(of) => arguments[0].iter().flat_map(|x| of(*x)).collect(),
        Reference::Whole(of) => of(&ty, &arguments),
    };
    let bounds = accepted
        .iter()
        .map(|interval| (interval.low, interval.high));
    bounds.collect()
}

/// A function of one number that changes, and others that stay: `x`, then constants.
#[track_caller]
fn of_x(
    body: impl FnOnce(Node<f32>) -> Node<f32>,
    member: &'static str,
    builtin: Builtin,
    arguments: &[&[f32]],
) -> Entry {
    entry(member)
        .computes(body, arguments[0])
        .within(accepted::<f32>(builtin, arguments))
        .emits(member)
}

/// A function of two numbers that change, `x` and `y`, then constants.
#[track_caller]
fn of_xy(
    body: impl FnOnce(Node<f32>, Node<f32>) -> Node<f32>,
    member: &'static str,
    builtin: Builtin,
    arguments: &[&[f32]],
) -> Entry {
    entry(member)
        .computes2(body, (arguments[0], arguments[1]))
        .within(accepted::<f32>(builtin, arguments))
        .emits(member)
}

pub(crate) fn entries() -> Vec<Entry> {
    [
        trigonometry(),
        exponents(),
        rounding(),
        ranges(),
        parts(),
        integers(),
        vectors(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn trigonometry() -> Vec<Entry> {
    vec![
        of_x(
            |x: Node<f32>| acos(x),
            "acos",
            Builtin::Acos,
            &[&[0.5, -0.25]],
        ),
        of_x(
            |x: Node<f32>| acosh(x),
            "acosh",
            Builtin::Acosh,
            &[&[1.5, 20.0]],
        ),
        of_x(
            |x: Node<f32>| asin(x),
            "asin",
            Builtin::Asin,
            &[&[0.5, -0.25]],
        ),
        of_x(
            |x: Node<f32>| asinh(x),
            "asinh",
            Builtin::Asinh,
            &[&[0.5, 2.0]],
        ),
        of_x(
            |x: Node<f32>| atan(x),
            "atan",
            Builtin::Atan,
            &[&[0.5, -30.0]],
        ),
        of_x(
            |x: Node<f32>| atanh(x),
            "atanh",
            Builtin::Atanh,
            &[&[0.5, -0.25]],
        ),
        of_xy(
            |x: Node<f32>, y: Node<f32>| atan2(y, x),
            "atan2",
            Builtin::Atan2,
            &[&[1.0, -1.0], &[1.0, -1.0]],
        ),
        of_x(|x: Node<f32>| cos(x), "cos", Builtin::Cos, &[&[0.0, 2.5]]),
        of_x(
            |x: Node<f32>| cosh(x),
            "cosh",
            Builtin::Cosh,
            &[&[0.0, 2.5]],
        ),
        of_x(|x: Node<f32>| sin(x), "sin", Builtin::Sin, &[&[0.5, -2.5]]),
        of_x(
            |x: Node<f32>| sinh(x),
            "sinh",
            Builtin::Sinh,
            &[&[0.5, -2.5]],
        ),
        of_x(|x: Node<f32>| tan(x), "tan", Builtin::Tan, &[&[0.5, -1.0]]),
        of_x(
            |x: Node<f32>| tanh(x),
            "tanh",
            Builtin::Tanh,
            &[&[0.5, -2.5]],
        ),
        of_x(
            |x: Node<f32>| degrees(x),
            "degrees",
            Builtin::Degrees,
            &[&[1.0, -0.5]],
        ),
        of_x(
            |x: Node<f32>| radians(x),
            "radians",
            Builtin::Radians,
            &[&[180.0, -45.0]],
        ),
    ]
}

fn exponents() -> Vec<Entry> {
    vec![
        of_x(|x: Node<f32>| exp(x), "exp", Builtin::Exp, &[&[0.0, -2.5]]),
        of_x(
            |x: Node<f32>| exp2(x),
            "exp2",
            Builtin::Exp2,
            &[&[3.0, -1.5]],
        ),
        of_x(|x: Node<f32>| log(x), "log", Builtin::Log, &[&[0.5, 100.0]]),
        of_x(
            |x: Node<f32>| log2(x),
            "log2",
            Builtin::Log2,
            &[&[8.0, 0.125]],
        ),
        of_xy(
            |x: Node<f32>, y: Node<f32>| pow(x, y),
            "pow",
            Builtin::Pow,
            &[&[2.0, 9.0], &[3.0, 0.5]],
        ),
        of_x(
            |x: Node<f32>| sqrt(x),
            "sqrt",
            Builtin::Sqrt,
            &[&[2.0, 81.0]],
        ),
        of_x(
            |x: Node<f32>| inverse_sqrt(x),
            "inverseSqrt",
            Builtin::InverseSqrt,
            &[&[4.0, 0.01]],
        ),
        entry("ldexp")
            .maps2(
                |x: Node<f32>, y: Node<i32>| ldexp(x, y),
                (&[0.75, -3.0], &[4, -1]),
                &[12.0, -1.5],
            )
            .emits("ldexp"),
    ]
}

fn rounding() -> Vec<Entry> {
    vec![
        of_x(
            |x: Node<f32>| ceil(x),
            "ceil",
            Builtin::Ceil,
            &[&[1.25, -1.75]],
        ),
        of_x(
            |x: Node<f32>| floor(x),
            "floor",
            Builtin::Floor,
            &[&[1.25, -1.75]],
        ),
        of_x(
            |x: Node<f32>| round(x),
            "round",
            Builtin::Round,
            &[&[2.5, -1.75]],
        ),
        of_x(
            |x: Node<f32>| trunc(x),
            "trunc",
            Builtin::Trunc,
            &[&[1.75, -1.75]],
        ),
        of_x(
            |x: Node<f32>| fract(x),
            "fract",
            Builtin::Fract,
            &[&[1.25, -1.75]],
        ),
        of_x(
            |x: Node<f32>| quantize_to_f16(x),
            "quantizeToF16",
            Builtin::QuantizeToF16,
            &[&[1.0, 2049.0]],
        ),
    ]
}

fn ranges() -> Vec<Entry> {
    vec![
        entry("abs")
            .maps(|x: Node<i32>| abs(x), &[-7, i32::MIN], &[7, i32::MIN])
            .emits("abs("),
        of_x(
            |x: Node<f32>| clamp(x, -1.0, 1.5),
            "clamp",
            Builtin::Clamp,
            &[&[4.0, -3.0, 0.5], &[-1.0], &[1.5]],
        )
        .refuses(
            |k, _, _| {
                let data = k.storage_mut::<f32>("data");
                data.element(0)
                    .assign(clamp(data.element(0).load(), 2.0, 1.0));
            },
            "the constant range of this `clamp` is empty",
        ),
        entry("max")
            .maps2(
                |x: Node<u32>, y: Node<u32>| max(x, y),
                (&[3, 9], &[5, 1]),
                &[5, 9_u32],
            )
            .emits("max("),
        entry("min")
            .maps2(
                |x: Node<i32>, y: Node<i32>| min(x, y),
                (&[3, -9], &[5, 1]),
                &[3, -9],
            )
            .emits("min("),
        of_x(
            |x: Node<f32>| saturate(x),
            "saturate",
            Builtin::Saturate,
            &[&[1.5, -0.5, 0.25]],
        ),
        entry("sign")
            .maps(|x: Node<i32>| sign(x), &[-7, 0, 9], &[-1, 0, 1])
            .emits("sign("),
        entry("step")
            .maps(|x: Node<f32>| step(0.5, x), &[0.5, 0.25], &[1.0, 0.0])
            .emits("step("),
        entry("smoothstep")
            .computes(|x: Node<f32>| smoothstep(1.0, 3.0, x), &[2.0, 1.5, 9.0])
            // At 1/4: 3/16 - 2/64.
            .near(&[0.5, 0.15625, 1.0], 1e-5)
            .emits("smoothstep("),
        of_xy(
            |x: Node<f32>, y: Node<f32>| fma(x, y, 0.5),
            "fma",
            Builtin::Fma,
            &[&[3.0, -2.0], &[4.0, 0.25], &[0.5]],
        ),
        of_xy(
            |x: Node<f32>, y: Node<f32>| mix(x, y, 0.25),
            "mix",
            Builtin::Mix,
            &[&[1.0, 8.0], &[3.0, 4.0], &[0.25]],
        ),
    ]
}

fn parts() -> Vec<Entry> {
    vec![
        entry("modf")
            .maps(
                |x: Node<f32>| vec2(modf(x).fract(), modf(x).whole()),
                &[3.75, -1.5],
                &[Vec2::new(0.75, 3.0), Vec2::new(-0.5, -1.0)],
            )
            .emits("modf("),
        entry("frexp")
            .maps(
                |x: Node<f32>| vec2(frexp(x).fract(), frexp(x).exp().to_f32()),
                &[12.0, -0.25],
                &[Vec2::new(0.75, 4.0), Vec2::new(-0.5, -1.0)],
            )
            .emits("frexp("),
    ]
}

fn integers() -> Vec<Entry> {
    vec![
        entry("countLeadingZeros")
            .maps(
                |x: Node<u32>| count_leading_zeros(x),
                &[1, 0, 1 << 30],
                &[31, 32, 1_u32],
            )
            .emits("countLeadingZeros("),
        entry("countOneBits")
            .maps(
                |x: Node<u32>| count_one_bits(x),
                &[7, u32::MAX],
                &[3, 32_u32],
            )
            .emits("countOneBits("),
        entry("countTrailingZeros")
            .maps(
                |x: Node<u32>| count_trailing_zeros(x),
                &[8, 0],
                &[3, 32_u32],
            )
            .emits("countTrailingZeros("),
        entry("firstLeadingBit")
            .maps(
                |x: Node<i32>| first_leading_bit(x),
                &[9, -1, -3],
                &[3, -1, 1],
            )
            .emits("firstLeadingBit("),
        entry("firstTrailingBit")
            .maps(
                |x: Node<u32>| first_trailing_bit(x),
                &[12, 0],
                &[2, u32::MAX],
            )
            .emits("firstTrailingBit("),
        entry("reverseBits")
            .maps(|x: Node<u32>| reverse_bits(x), &[1, 6], &[1 << 31, 3 << 29])
            .emits("reverseBits("),
        entry("extractBits")
            .maps(
                |x: Node<i32>| extract_bits(x, 4, 4),
                &[0x1A0, 0x170],
                &[-6, 7],
            )
            .emits("extractBits("),
        entry("insertBits")
            .maps2(
                |x: Node<u32>, y: Node<u32>| insert_bits(x, y, 8, 4),
                (&[0xFFFF, 0], &[0x25, 0x25]),
                &[0xF5FF, 0x500_u32],
            )
            .emits("insertBits("),
        entry("dot4U8Packed")
            .maps2(
                |x: Node<u32>, y: Node<u32>| dot4_u8_packed(x, y),
                (&[0x0102_03FF], &[0x0101_0102]),
                &[1 + 2 + 3 + 2 * 255_u32],
            )
            .emits("dot4U8Packed("),
        entry("dot4I8Packed")
            .maps2(
                |x: Node<u32>, y: Node<u32>| dot4_i8_packed(x, y),
                (&[0x0102_03FF], &[0x0101_0102]),
                &[1 + 2 + 3 - 2],
            )
            .emits("dot4I8Packed("),
    ]
}

fn vectors() -> Vec<Entry> {
    let (east, north) = ([Vec3::new(2.0, 0.0, 0.0)], [Vec3::new(0.0, 3.0, 0.0)]);
    let (slope, up) = ([Vec2::new(3.0, -4.0)], [Vec2::new(0.0, 1.0)]);
    let square = [Mat2::from_columns([
        Vec2::new(1.0, 2.0),
        Vec2::new(3.0, 5.0),
    ])];
    vec![
        entry("cross")
            .maps2(
                |x: Node<Vec3>, y: Node<Vec3>| cross(x, y),
                (&east, &north),
                &[Vec3::new(0.0, 0.0, 6.0)],
            )
            .emits("cross("),
        entry("dot")
            .maps2(
                |x: Node<UVec3>, y: Node<UVec3>| dot(x, y),
                (&[UVec3::new(1, 2, 3)], &[UVec3::new(4, 5, 6)]),
                &[32_u32],
            )
            .emits("dot("),
        entry("determinant")
            .computes(|x: Node<Mat2>| determinant(x), &square)
            .near(&[-1.0], 1e-5)
            .emits("determinant("),
        entry("transpose")
            .maps(
                |x: Node<Mat2>| transpose(x),
                &square,
                &[Mat2::from_columns([
                    Vec2::new(1.0, 3.0),
                    Vec2::new(2.0, 5.0),
                ])],
            )
            .emits("transpose("),
        entry("length")
            .computes(|x: Node<Vec2>| length(x), &slope)
            .within(accepted::<Vec2>(Builtin::Length, &[&[3.0, -4.0]]))
            .emits("length("),
        entry("distance")
            .computes2(|x: Node<Vec2>, y: Node<Vec2>| distance(x, y), (&slope, &up))
            .within(accepted::<Vec2>(
                Builtin::Distance,
                &[&[3.0, -4.0], &[0.0, 1.0]],
            ))
            .emits("distance("),
        entry("normalize")
            .computes(|x: Node<Vec2>| normalize(x), &slope)
            .within(accepted::<Vec2>(Builtin::Normalize, &[&[3.0, -4.0]]))
            .emits("normalize("),
        entry("faceForward")
            .maps2(
                |x: Node<Vec2>, y: Node<Vec2>| face_forward(y, x, y),
                (&slope, &up),
                &[Vec2::new(0.0, 1.0)],
            )
            .emits("faceForward("),
        entry("reflect")
            .computes2(|x: Node<Vec2>, y: Node<Vec2>| reflect(x, y), (&slope, &up))
            .within(accepted::<Vec2>(
                Builtin::Reflect,
                &[&[3.0, -4.0], &[0.0, 1.0]],
            ))
            .emits("reflect("),
        entry("refract")
            .computes2(
                |x: Node<Vec2>, y: Node<Vec2>| refract(normalize(x), y, 0.5),
                (&slope, &up),
            )
            // Of (0.6, -0.8) at (0, 1): 0.3, and the root of 1 - 0.25 * (1 - 0.64), downwards.
            .near(&[0.3, -(0.91_f64.sqrt())], 1e-4)
            .emits("refract("),
    ]
}
