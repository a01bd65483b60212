//! Functions of words as functions of 64 bits. What goes word by word needs none of those.

use super::builder::{Builder, Value};
use super::calculator::Scalar;
use crate::value::{Binary, Ternary, Unary, Wide};

/// The sign bit, in the high word.
const SIGN: u32 = 1 << 31;

/// Low and high word; zero for what is not there.
fn pair(builder: &mut Builder, scalar: Scalar) -> [Value; 2] {
    let zero = builder.constant(0);
    [scalar.low, scalar.high.unwrap_or(zero)]
}

/// A function whose result has 64 bits if `double`, else a word.
pub(super) fn apply(
    builder: &mut Builder,
    function: Wide,
    double: bool,
    operands: &[Scalar],
) -> Scalar {
    let zero = builder.constant(0);
    let mut sources = [[zero; 2]; 3];
    for (source, &operand) in sources.iter_mut().zip(operands) {
        *source = pair(builder, operand);
    }
    let [low, high] = builder.wide(function, double, sources);
    Scalar {
        low,
        high: double.then_some(high),
    }
}

pub(super) fn unary(builder: &mut Builder, function: Unary, x: Scalar) -> Scalar {
    let [low, high] = pair(builder, x);
    let with_high = |high| Scalar {
        low,
        high: Some(high),
    };
    match function {
        Unary::Not => Scalar {
            low: builder.unary(Unary::Not, low),
            high: Some(builder.unary(Unary::Not, high)),
        },
        Unary::NegateFloat => {
            let sign = builder.constant(SIGN);
            with_high(builder.binary(Binary::Xor, high, sign))
        }
        Unary::AbsoluteFloat => {
            let rest = builder.constant(!SIGN);
            with_high(builder.binary(Binary::And, high, rest))
        }
        other => match unary_function(other) {
            Some(wide) => {
                let word = matches!(
                    other,
                    Unary::FrexpExponent | Unary::IsNan | Unary::IsInfinite
                );
                apply(builder, wide, !word, &[x])
            }
            None => x,
        },
    }
}

pub(super) fn binary(builder: &mut Builder, function: Binary, x: Scalar, y: Scalar) -> Scalar {
    let [x_low, x_high] = pair(builder, x);
    let [y_low, y_high] = pair(builder, y);
    match function {
        Binary::And | Binary::Or | Binary::Xor => Scalar {
            low: builder.binary(function, x_low, y_low),
            high: Some(builder.binary(function, x_high, y_high)),
        },
        Binary::Equal | Binary::NotEqual => {
            let low = builder.binary(function, x_low, y_low);
            let high = builder.binary(function, x_high, y_high);
            let both = if function == Binary::Equal {
                Binary::And
            } else {
                Binary::Or
            };
            Scalar::word(builder.binary(both, low, high))
        }
        other => match binary_function(other) {
            Some((wide, double)) => apply(builder, wide, double, &[x, y]),
            None => x,
        },
    }
}

pub(super) fn extract_bits(
    builder: &mut Builder,
    function: Ternary,
    x: Scalar,
    offset: Value,
    count: Value,
) -> Scalar {
    let function = match function {
        Ternary::ExtractBitsSigned => Wide::ExtractBitsSigned,
        Ternary::ExtractBitsUnsigned | Ternary::Select => Wide::ExtractBitsUnsigned,
    };
    let operands = [x, Scalar::word(offset), Scalar::word(count)];
    apply(builder, function, true, &operands)
}

pub(super) fn bit_mask(builder: &mut Builder, offset: Value, count: Value) -> Scalar {
    let operands = [Scalar::word(offset), Scalar::word(count)];
    apply(builder, Wide::BitMask, true, &operands)
}

/// `None` for what goes word by word, and for functions of words alone.
fn unary_function(function: Unary) -> Option<Wide> {
    Some(match function {
        Unary::Negate => Wide::Negate,
        Unary::Absolute => Wide::Absolute,
        Unary::Sign => Wide::Sign,
        Unary::CountOneBits => Wide::CountOneBits,
        Unary::CountLeadingZeros => Wide::CountLeadingZeros,
        Unary::CountTrailingZeros => Wide::CountTrailingZeros,
        Unary::ReverseBits => Wide::ReverseBits,
        Unary::FirstLeadingBitSigned => Wide::FirstLeadingBitSigned,
        Unary::FirstLeadingBitUnsigned => Wide::FirstLeadingBitUnsigned,
        Unary::FirstTrailingBit => Wide::FirstTrailingBit,
        Unary::SignFloat => Wide::SignFloat,
        Unary::Floor => Wide::Floor,
        Unary::Ceil => Wide::Ceil,
        Unary::Round => Wide::Round,
        Unary::Trunc => Wide::Trunc,
        Unary::Fract => Wide::Fract,
        Unary::ModfFract => Wide::ModfFract,
        Unary::FrexpFract => Wide::FrexpFract,
        Unary::FrexpExponent => Wide::FrexpExponent,
        Unary::Sqrt => Wide::Sqrt,
        Unary::InverseSqrt => Wide::InverseSqrt,
        Unary::Exp => Wide::Exp,
        Unary::Exp2 => Wide::Exp2,
        Unary::Log => Wide::Log,
        Unary::Log2 => Wide::Log2,
        Unary::Sin => Wide::Sin,
        Unary::Cos => Wide::Cos,
        Unary::Tan => Wide::Tan,
        Unary::Asin => Wide::Asin,
        Unary::Acos => Wide::Acos,
        Unary::Atan => Wide::Atan,
        Unary::Sinh => Wide::Sinh,
        Unary::Cosh => Wide::Cosh,
        Unary::Tanh => Wide::Tanh,
        Unary::Asinh => Wide::Asinh,
        Unary::Acosh => Wide::Acosh,
        Unary::Atanh => Wide::Atanh,
        Unary::Radians => Wide::Radians,
        Unary::Degrees => Wide::Degrees,
        Unary::IsNan => Wide::IsNan,
        Unary::IsInfinite => Wide::IsInfinite,
        Unary::Not
        | Unary::NegateFloat
        | Unary::AbsoluteFloat
        | Unary::BooleanFromInteger
        | Unary::BooleanFromFloat
        | Unary::FloatFromSigned
        | Unary::FloatFromUnsigned
        | Unary::SignedFromFloat
        | Unary::UnsignedFromFloat
        | Unary::QuantizeToF16
        | Unary::HalfBits
        | Unary::FloatFromHalfBits
        | Unary::PackSnorm8
        | Unary::PackUnorm8
        | Unary::PackSnorm16
        | Unary::PackUnorm16
        | Unary::UnpackSnorm8
        | Unary::UnpackUnorm8
        | Unary::UnpackSnorm16
        | Unary::UnpackUnorm16
        | Unary::SignExtendHalf => return None,
    })
}

/// The function, and whether its result has 64 bits; `None` for what goes word by word.
fn binary_function(function: Binary) -> Option<(Wide, bool)> {
    Some(match function {
        Binary::Add => (Wide::Add, true),
        Binary::Subtract => (Wide::Subtract, true),
        Binary::Multiply => (Wide::Multiply, true),
        Binary::DivideSigned => (Wide::DivideSigned, true),
        Binary::DivideUnsigned => (Wide::DivideUnsigned, true),
        Binary::RemainderSigned => (Wide::RemainderSigned, true),
        Binary::RemainderUnsigned => (Wide::RemainderUnsigned, true),
        Binary::ShiftLeft => (Wide::ShiftLeft, true),
        Binary::ShiftRightSigned => (Wide::ShiftRightSigned, true),
        Binary::ShiftRightUnsigned => (Wide::ShiftRightUnsigned, true),
        Binary::MinSigned => (Wide::MinSigned, true),
        Binary::MinUnsigned => (Wide::MinUnsigned, true),
        Binary::MaxSigned => (Wide::MaxSigned, true),
        Binary::MaxUnsigned => (Wide::MaxUnsigned, true),
        Binary::AddFloat => (Wide::AddFloat, true),
        Binary::SubtractFloat => (Wide::SubtractFloat, true),
        Binary::MultiplyFloat => (Wide::MultiplyFloat, true),
        Binary::DivideFloat => (Wide::DivideFloat, true),
        Binary::RemainderFloat => (Wide::RemainderFloat, true),
        Binary::MinFloat => (Wide::MinFloat, true),
        Binary::MaxFloat => (Wide::MaxFloat, true),
        Binary::Pow => (Wide::Pow, true),
        Binary::Atan2 => (Wide::Atan2, true),
        Binary::Step => (Wide::Step, true),
        Binary::Ldexp => (Wide::Ldexp, true),
        Binary::LessSigned => (Wide::LessSigned, false),
        Binary::LessUnsigned => (Wide::LessUnsigned, false),
        Binary::LessEqualSigned => (Wide::LessEqualSigned, false),
        Binary::LessEqualUnsigned => (Wide::LessEqualUnsigned, false),
        Binary::EqualFloat => (Wide::EqualFloat, false),
        Binary::NotEqualFloat => (Wide::NotEqualFloat, false),
        Binary::LessFloat => (Wide::LessFloat, false),
        Binary::LessEqualFloat => (Wide::LessEqualFloat, false),
        Binary::And
        | Binary::Or
        | Binary::Xor
        | Binary::Equal
        | Binary::NotEqual
        | Binary::BitMask => return None,
    })
}
