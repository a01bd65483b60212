//! What the WGSL specification accepts of each built-in: its accuracy in
//! words ("Accuracy of Built-in Functions") and as an interval that is computed from
//! the arguments, both in one row. Values to try are in `values`.

use bitonic::graph::Builtin;
use bitonic::types::{ScalarType, Type};

use super::formulas::*;
use super::interval::Interval;

/// How the right results follow from the arguments.
#[derive(Clone, Copy)]
pub(crate) enum Reference {
    /// Component by component. The scalar type is that of the first argument.
    Each(fn(ScalarType, &[Interval]) -> Interval),
    /// A structure of two, component by component.
    Pair(fn(Interval) -> [Interval; 2]),
    /// All components of all arguments at once. The type is that of the operands.
    Whole(fn(&Type, &[Vec<Interval>]) -> Vec<Interval>),
}

/// One row: the words of the specification's table, and the same as a computation.
#[derive(Clone, Copy)]
pub(crate) struct Accuracy {
    pub(crate) words: &'static str,
    pub(crate) reference: Reference,
}

const ROUNDED: &str = "correctly rounded";
const EXACT: &str = "exact";

/// The row of `builtin`.
pub(crate) fn accuracy(builtin: Builtin) -> Accuracy {
    let (words, reference) = row(builtin);
    Accuracy { words, reference }
}

macro_rules! each {
    (|$($argument:ident),*| $value:expr) => {
        Reference::Each(|_, arguments| {
            let [$($argument),*] = *arguments else { unreachable!("an argument each") };
            $value
        })
    };
}

macro_rules! bits {
    (|$ty:ident, $($argument:ident),*| $value:expr) => {
        Reference::Each(|$ty, arguments| {
            let words: Vec<u32> = arguments.iter().map(|argument| argument.low as i64 as u32).collect();
            let [$($argument),*] = words[..] else { unreachable!("an argument each") };
            let word: u32 = $value;
            Interval::exactly(match $ty {
                ScalarType::I32 => f64::from(word as i32),
                _ => f64::from(word),
            })
        })
    };
}

/// A word made of a field for each component.
macro_rules! pack {
    ($width:literal, |$x:ident| $field:expr) => {
        Reference::Whole(|_, v| {
            let field = |$x: f64| -> u32 { $field };
            let fields = v[0]
                .iter()
                .map(|x| u64::from(field(x.low)) & ((1 << $width) - 1));
            let word = fields
                .rev()
                .fold(0_u64, |word, field| word << $width | field);
            vec![Interval::exactly(word as f64)]
        })
    };
}

/// A component for each field of a word.
macro_rules! unpack {
    ($width:literal, |$field:ident| $value:expr) => {
        Reference::Whole(|_, v| {
            let word = v[0][0].low as u32;
            let value = |$field: u32| -> Interval { $value };
            let fields = (0..32 / $width).map(|n| word >> (n * $width) & ((1 << $width) - 1));
            fields.map(value).collect()
        })
    };
}

/// The sum of the products of the bytes of two words.
macro_rules! packed_dot {
    (|$byte:ident| $value:expr) => {
        Reference::Whole(|_, v| {
            let value = |$byte: u8| -> i64 { $value };
            let [a, b] = [0, 1].map(|n: usize| (v[n][0].low as u32).to_le_bytes());
            let products = a.iter().zip(b).map(|(a, b)| value(*a) * value(b));
            vec![Interval::exactly(products.sum::<i64>() as f64)]
        })
    };
}

fn row(builtin: Builtin) -> (&'static str, Reference) {
    match builtin {
        Builtin::Abs => (
            ROUNDED,
            Reference::Each(|ty, x| wrapped(ty, x[0], f64::abs)),
        ),
        Builtin::Acos => (
            "the worse of an absolute error of 6.77e-5 (`f16`: 3.91e-3) and that inherited from atan2(sqrt(1 - x * x), x)",
            each!(|x| x
                .map(f64::acos)
                .absolute(x.figure(3.91e-3, 6.77e-5))
                .or(atan2(sqrt(1.0 - x * x), x))),
        ),
        Builtin::Acosh => (
            "inherited from log(x + sqrt(x * x - 1))",
            each!(|x| log(x + sqrt(x * x - 1.0))),
        ),
        Builtin::All => (
            EXACT,
            Reference::Whole(|_, v| vec![truth(v[0].iter().all(|x| x.low != 0.0))]),
        ),
        Builtin::Any => (
            EXACT,
            Reference::Whole(|_, v| vec![truth(v[0].iter().any(|x| x.low != 0.0))]),
        ),
        Builtin::Asin => (
            "the worse of an absolute error of 6.81e-5 (`f16`: 3.91e-3) and that inherited from atan2(x, sqrt(1 - x * x))",
            each!(|x| x
                .map(f64::asin)
                .absolute(x.figure(3.91e-3, 6.81e-5))
                .or(atan2(x, sqrt(1.0 - x * x)))),
        ),
        Builtin::Asinh => (
            "inherited from log(x + sqrt(x * x + 1))",
            each!(|x| log(x + sqrt(x * x + 1.0))),
        ),
        Builtin::Atan => (
            "4096 ULP (`f16`: 5)",
            each!(|x| x.map(f64::atan).ulp(x.figure(5.0, 4096.0))),
        ),
        Builtin::Atan2 => (
            "4096 ULP for |x| from 2^-126 to 2^126 and a finite, normal y (`f16`: 5 ULP, from 2^-14 to 2^14)",
            each!(|y, x| atan2(y, x)),
        ),
        Builtin::Atanh => (
            "inherited from log((1 + x) / (1 - x)) * 0.5",
            each!(|x| log((1.0 + x) / (1.0 - x)) * 0.5),
        ),
        Builtin::Ceil => (ROUNDED, each!(|x| x.map(f64::ceil))),
        Builtin::Clamp => (
            ROUNDED,
            each!(|x, low, high| x.map2(low, f64::max).map2(high, f64::min)),
        ),
        Builtin::Cos => (
            "absolute error 2^-11 (`f16`: 2^-7) within -pi to pi",
            each!(|x| cos(x)),
        ),
        Builtin::Cosh => (
            "inherited from (exp(x) + exp(-x)) * 0.5",
            each!(|x| cosh(x)),
        ),
        Builtin::CountLeadingZeros => (EXACT, bits!(|ty, x| x.leading_zeros())),
        Builtin::CountOneBits => (EXACT, bits!(|ty, x| x.count_ones())),
        Builtin::CountTrailingZeros => (EXACT, bits!(|ty, x| x.trailing_zeros())),
        Builtin::Cross => (
            "inherited from a.y * b.z - a.z * b.y, and so on",
            Reference::Whole(|_, v| {
                let (a, b) = (&v[0], &v[1]);
                let minor = |i: usize, j: usize| a[i] * b[j] - a[j] * b[i];
                vec![minor(1, 2), minor(2, 0), minor(0, 1)]
            }),
        ),
        Builtin::Degrees => (
            "inherited from x * 57.295779513082322865",
            each!(|x| x * Interval::exactly(180.0 / std::f64::consts::PI)
                .of(x.precision)
                .rounded()),
        ),
        Builtin::Determinant => (
            "not bounded",
            Reference::Whole(|_, v| vec![determinant(&v[0])]),
        ),
        Builtin::Distance => (
            "inherited from length(a - b)",
            Reference::Whole(|_, v| vec![length(&combined(&v[0], &v[1], |a, b| a - b))]),
        ),
        Builtin::Dot => (
            "inherited from the sum of a[i] * b[i]; exact for integers",
            Reference::Whole(|ty, v| vec![dot_of(ty, &v[0], &v[1])]),
        ),
        Builtin::Dot4I8Packed => (EXACT, packed_dot!(|byte| i64::from(byte as i8))),
        Builtin::Dot4U8Packed => (EXACT, packed_dot!(|byte| i64::from(byte))),
        Builtin::Exp => ("3 + 2 * |x| ULP (`f16`: 1 + 2 * |x|)", each!(|x| exp(x))),
        Builtin::Exp2 => ("3 + 2 * |x| ULP (`f16`: 1 + 2 * |x|)", each!(|x| exp2(x))),
        Builtin::ExtractBits => (
            EXACT,
            bits!(|ty, x, offset, count| extract(ty, x, offset, count)),
        ),
        Builtin::FaceForward => (
            "inherited from select(-value, value, dot(incident, reference) < 0)",
            Reference::Whole(|_, v| {
                let sum = dot(&v[2], &v[1]);
                let turned = |x: &Interval| match (sum.low < 0.0, sum.high < 0.0) {
                    (true, true) => *x,
                    (false, false) => -*x,
                    (true, false) | (false, true) => x.or(-*x),
                };
                v[0].iter().map(turned).collect()
            }),
        ),
        Builtin::FirstLeadingBit => (EXACT, bits!(|ty, x| first_leading_bit(ty, x))),
        Builtin::FirstTrailingBit => (
            EXACT,
            bits!(|ty, x| if x == 0 { u32::MAX } else { x.trailing_zeros() }),
        ),
        Builtin::Floor => (ROUNDED, each!(|x| x.map(f64::floor))),
        Builtin::Fma => ("inherited from a * b + c", each!(|a, b, c| fma(a, b, c))),
        Builtin::Fract => (
            "inherited from x - floor(x)",
            each!(|x| (x - x.map(f64::floor)).or(x.map(fract).rounded())),
        ),
        Builtin::Frexp => (
            "correctly rounded, of zero and normal numbers",
            Reference::Pair(frexp),
        ),
        Builtin::InsertBits => (
            EXACT,
            bits!(|ty, x, inserted, offset, count| insert(x, inserted, offset, count)),
        ),
        Builtin::InverseSqrt => ("2 ULP", each!(|x| inverse_sqrt(x))),
        Builtin::Ldexp => (
            ROUNDED,
            each!(|x, exponent| match exponent.high <= x.figure(16.0, 128.0) {
                true => x.map2(exponent, |x, e| x * e.exp2()).rounded(),
                false => Interval::ANY,
            }),
        ),
        Builtin::Length => (
            "inherited from sqrt(dot(x, x))",
            Reference::Whole(|_, v| vec![length(&v[0])]),
        ),
        Builtin::Log => (
            "absolute error 2^-21 (`f16`: 2^-7) within 0.5 to 2, 3 ULP outside",
            each!(|x| log(x)),
        ),
        Builtin::Log2 => (
            "absolute error 2^-21 (`f16`: 2^-7) within 0.5 to 2, 3 ULP outside",
            each!(|x| log2(x)),
        ),
        Builtin::Max => (ROUNDED, each!(|a, b| a.map2(b, f64::max))),
        Builtin::Min => (ROUNDED, each!(|a, b| a.map2(b, f64::min))),
        Builtin::Mix => (
            "inherited from a * (1 - t) + b * t",
            each!(|a, b, t| (a * (1.0 - t) + b * t).or(a + (b - a) * t)),
        ),
        Builtin::Modf => (
            ROUNDED,
            Reference::Pair(|x| [(x - x.map(f64::trunc)), x.map(f64::trunc)]),
        ),
        Builtin::Normalize => (
            "inherited from x / length(x)",
            Reference::Whole(|_, v| v[0].iter().map(|x| *x / length(&v[0])).collect()),
        ),
        Builtin::Pack2x16Float => (ROUNDED, pack!(16, |x| u32::from(half(x)))),
        Builtin::Pack2x16Snorm => (ROUNDED, pack!(16, |x| normalized(x, -1.0, 32767.0))),
        Builtin::Pack2x16Unorm => (ROUNDED, pack!(16, |x| normalized(x, 0.0, 65535.0))),
        Builtin::Pack4x8Snorm => (ROUNDED, pack!(8, |x| normalized(x, -1.0, 127.0))),
        Builtin::Pack4x8Unorm => (ROUNDED, pack!(8, |x| normalized(x, 0.0, 255.0))),
        Builtin::Pack4xI8 | Builtin::Pack4xU8 => (EXACT, pack!(8, |x| x as i64 as u32)),
        Builtin::Pack4xI8Clamp => (EXACT, pack!(8, |x| x.clamp(-128.0, 127.0) as i32 as u32)),
        Builtin::Pack4xU8Clamp => (EXACT, pack!(8, |x| x.clamp(0.0, 255.0) as u32)),
        Builtin::Pow => (
            "inherited from exp2(y * log2(x))",
            each!(|x, y| exp2(y * log2(x))),
        ),
        Builtin::QuantizeToF16 => (ROUNDED, each!(|x| quantized(x.low))),
        Builtin::Radians => (
            "inherited from x * 0.017453292519943295474",
            each!(|x| x * Interval::exactly(std::f64::consts::PI / 180.0)
                .of(x.precision)
                .rounded()),
        ),
        Builtin::Reflect => (
            "inherited from incident - 2 * dot(incident, normal) * normal",
            Reference::Whole(|_, v| {
                let twice = 2.0 * dot(&v[0], &v[1]);
                combined(&v[0], &v[1], |x, normal| x - twice * normal)
            }),
        ),
        Builtin::Refract => (
            "inherited from ratio * incident - (ratio * d + sqrt(k)) * normal, where d = dot(normal, incident) and k = 1 - ratio * ratio * (1 - d * d)",
            Reference::Whole(|_, v| refract(&v[0], &v[1], v[2][0])),
        ),
        Builtin::ReverseBits => (EXACT, bits!(|ty, x| x.reverse_bits())),
        Builtin::Round => (ROUNDED, each!(|x| x.map(f64::round_ties_even))),
        Builtin::Saturate => (ROUNDED, each!(|x| saturate(x))),
        Builtin::Sign => (
            ROUNDED,
            each!(|x| x.map(|x| f64::from(i8::from(x > 0.0) - i8::from(x < 0.0)))),
        ),
        Builtin::Sin => (
            "absolute error 2^-11 (`f16`: 2^-7) within -pi to pi",
            each!(|x| sin(x)),
        ),
        Builtin::Sinh => (
            "inherited from (exp(x) - exp(-x)) * 0.5",
            each!(|x| sinh(x)),
        ),
        Builtin::SmoothStep => (
            "inherited from t * t * (3 - 2 * t), where t = clamp((x - low) / (high - low), 0, 1)",
            each!(|low, high, x| {
                let t = saturate((x - low) / (high - low));
                t * t * (3.0 - 2.0 * t)
            }),
        ),
        Builtin::Sqrt => ("inherited from 1 / inverseSqrt(x)", each!(|x| sqrt(x))),
        Builtin::Step => (
            ROUNDED,
            each!(|edge, x| edge.map2(x, |edge, x| f64::from(u8::from(edge <= x)))),
        ),
        Builtin::Tan => ("inherited from sin(x) / cos(x)", each!(|x| sin(x) / cos(x))),
        Builtin::Tanh => (
            "the worse of an absolute error of 1e-5 and that inherited from sinh(x) / cosh(x)",
            each!(|x| (sinh(x) / cosh(x)).or(x.map(f64::tanh).absolute(1e-5))),
        ),
        Builtin::Transpose => (EXACT, Reference::Whole(|ty, v| transposed(ty, &v[0]))),
        Builtin::Trunc => (ROUNDED, each!(|x| x.map(f64::trunc))),
        Builtin::Unpack2x16Float => (
            "exact",
            unpack!(16, |word| Interval::read(
                half_value(word as u16),
                ScalarType::F32
            )
            .or(Interval::read(half_value(word as u16), ScalarType::F16))),
        ),
        Builtin::Unpack2x16Snorm => (
            "3 ULP",
            unpack!(16, |word| fraction(f64::from(word as u16 as i16), 32767.0)),
        ),
        Builtin::Unpack2x16Unorm => (
            "3 ULP",
            unpack!(16, |word| fraction(f64::from(word), 65535.0)),
        ),
        Builtin::Unpack4x8Snorm => (
            "3 ULP",
            unpack!(8, |word| fraction(f64::from(word as u8 as i8), 127.0)),
        ),
        Builtin::Unpack4x8Unorm => ("3 ULP", unpack!(8, |word| fraction(f64::from(word), 255.0))),
        Builtin::Unpack4xI8 => (
            EXACT,
            unpack!(8, |word| Interval::exactly(f64::from(word as u8 as i8))),
        ),
        Builtin::Unpack4xU8 => (EXACT, unpack!(8, |word| Interval::exactly(f64::from(word)))),
    }
}
