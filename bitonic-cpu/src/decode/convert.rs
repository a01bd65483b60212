//! Conversions between scalars of all types, and reinterpretations of their bits.

use super::builder::{Builder, Value};
use super::calculator::Scalar;
use super::shape::{Kind, ScalarType, Width};
use super::{narrow, widen};
use crate::value::{Binary, Ternary, Unary, Wide};

/// The greatest f16, an integer.
const GREATEST_HALF: i32 = 65504;
/// The greatest f16 that an i16 holds.
const GREATEST_HALF_OF_I16: i32 = 32752;

/// The value of `x` as a `to`: integers wrap, floats round to nearest, and floats become the nearest
/// integer towards zero that both types represent.
pub(super) fn convert(
    builder: &mut Builder,
    x: Scalar,
    from: ScalarType,
    to: ScalarType,
) -> Scalar {
    match (from.kind, to.kind) {
        (Kind::Bool, _) => from_boolean(builder, x.low, to),
        (_, Kind::Bool) => Scalar::word(to_boolean(builder, x, from)),
        (Kind::Signed | Kind::Unsigned, Kind::Signed | Kind::Unsigned) => {
            resize(builder, x, from, to)
        }
        (Kind::Signed | Kind::Unsigned, Kind::Float) => float_from_integer(builder, x, from, to),
        (Kind::Float, Kind::Signed | Kind::Unsigned) => integer_from_float(builder, x, from, to),
        (Kind::Float, Kind::Float) => float_from_float(builder, x, from, to),
    }
}

fn from_boolean(builder: &mut Builder, x: Value, to: ScalarType) -> Scalar {
    if to.kind == Kind::Bool {
        return Scalar::word(x);
    }
    let bits: u64 = match (to.kind, to.width) {
        (Kind::Float, Width::Double) => 1f64.to_bits(),
        (Kind::Float, Width::Word | Width::Half) => 1f32.to_bits().into(),
        (Kind::Signed | Kind::Unsigned | Kind::Bool, _) => 1,
    };
    let mut masked = |bits: u32| {
        let one = builder.constant(bits);
        builder.binary(Binary::And, x, one)
    };
    Scalar {
        low: masked(bits as u32),
        high: (to.width == Width::Double).then(|| masked((bits >> 32) as u32)),
    }
}

fn to_boolean(builder: &mut Builder, x: Scalar, from: ScalarType) -> Value {
    let zero = builder.constant(0);
    match (from.kind, x.high) {
        (Kind::Float, None) => builder.unary(Unary::BooleanFromFloat, x.low),
        (Kind::Float, Some(_)) => {
            let zero = Scalar {
                low: zero,
                high: Some(zero),
            };
            widen::binary(builder, Binary::NotEqualFloat, x, zero).low
        }
        (Kind::Signed | Kind::Unsigned | Kind::Bool, None) => {
            builder.unary(Unary::BooleanFromInteger, x.low)
        }
        (Kind::Signed | Kind::Unsigned | Kind::Bool, Some(high)) => {
            let any = builder.binary(Binary::Or, x.low, high);
            builder.unary(Unary::BooleanFromInteger, any)
        }
    }
}

/// Between integers: the low bits, extended as `from` is.
fn resize(builder: &mut Builder, x: Scalar, from: ScalarType, to: ScalarType) -> Scalar {
    match to.width {
        Width::Half => Scalar::word(narrow::wrap(builder, to.kind, x.low)),
        Width::Word => Scalar::word(x.low),
        Width::Double => extended(builder, x, from.kind),
    }
}

/// An integer in 64 bits.
fn extended(builder: &mut Builder, x: Scalar, kind: Kind) -> Scalar {
    if x.high.is_some() {
        return x;
    }
    let high = if kind == Kind::Signed {
        let all = builder.constant(31);
        builder.binary(Binary::ShiftRightSigned, x.low, all)
    } else {
        builder.constant(0)
    };
    Scalar {
        low: x.low,
        high: Some(high),
    }
}

fn float_from_integer(
    builder: &mut Builder,
    x: Scalar,
    from: ScalarType,
    to: ScalarType,
) -> Scalar {
    let signed = from.kind == Kind::Signed;
    if to.width == Width::Double {
        let x = extended(builder, x, from.kind);
        let function = if signed {
            Wide::FloatFromSigned
        } else {
            Wide::FloatFromUnsigned
        };
        return widen::apply(builder, function, true, &[x]);
    }
    let single = match (from.width, signed) {
        (Width::Double, true) => widen::apply(builder, Wide::SingleFromSigned, false, &[x]).low,
        (Width::Double, false) => widen::apply(builder, Wide::SingleFromUnsigned, false, &[x]).low,
        (Width::Word | Width::Half, true) => builder.unary(Unary::FloatFromSigned, x.low),
        (Width::Word | Width::Half, false) => builder.unary(Unary::FloatFromUnsigned, x.low),
    };
    // An integer that f32 does not hold exactly is infinite as f16: nothing is rounded twice.
    Scalar::word(if to.width == Width::Half {
        builder.unary(Unary::QuantizeToF16, single)
    } else {
        single
    })
}

fn integer_from_float(
    builder: &mut Builder,
    x: Scalar,
    from: ScalarType,
    to: ScalarType,
) -> Scalar {
    let signed = to.kind == Kind::Signed;
    if to.width == Width::Double && from.width != Width::Half {
        let function = match (from.width, signed) {
            (Width::Double, true) => Wide::SignedFromFloat,
            (Width::Double, false) => Wide::UnsignedFromFloat,
            (Width::Word | Width::Half, true) => Wide::SignedFromSingle,
            (Width::Word | Width::Half, false) => Wide::UnsignedFromSingle,
        };
        return widen::apply(builder, function, true, &[x]);
    }
    let word = match (from.width, signed) {
        (Width::Double, true) => widen::apply(builder, Wide::WordFromFloatSigned, false, &[x]).low,
        (Width::Double, false) => {
            widen::apply(builder, Wide::WordFromFloatUnsigned, false, &[x]).low
        }
        (Width::Word | Width::Half, true) => builder.unary(Unary::SignedFromFloat, x.low),
        (Width::Word | Width::Half, false) => builder.unary(Unary::UnsignedFromFloat, x.low),
    };
    let word = match limits(from.width, to) {
        Some(limits) => clamped(builder, word, signed, limits),
        None => word,
    };
    resize(builder, Scalar::word(word), ScalarType::word(to.kind), to)
}

/// The least and the greatest integer of both types, where the conversion to a word does not end
/// there by itself.
fn limits(from: Width, to: ScalarType) -> Option<[i32; 2]> {
    let signed = to.kind == Kind::Signed;
    match (from, to.width) {
        (Width::Half, Width::Half) if signed => Some([i16::MIN.into(), GREATEST_HALF_OF_I16]),
        (Width::Half, _) if signed => Some([-GREATEST_HALF, GREATEST_HALF]),
        (Width::Half, _) => Some([0, GREATEST_HALF]),
        (Width::Word | Width::Double, Width::Half) if signed => {
            Some([i16::MIN.into(), i16::MAX.into()])
        }
        (Width::Word | Width::Double, Width::Half) => Some([0, u16::MAX.into()]),
        (Width::Word | Width::Double, Width::Word | Width::Double) => None,
    }
}

fn clamped(builder: &mut Builder, x: Value, signed: bool, [least, greatest]: [i32; 2]) -> Value {
    let greatest = builder.constant(greatest.cast_unsigned());
    if !signed {
        return builder.binary(Binary::MinUnsigned, x, greatest);
    }
    let least = builder.constant(least.cast_unsigned());
    let raised = builder.binary(Binary::MaxSigned, x, least);
    builder.binary(Binary::MinSigned, raised, greatest)
}

fn float_from_float(builder: &mut Builder, x: Scalar, from: ScalarType, to: ScalarType) -> Scalar {
    match (from.width, to.width) {
        (Width::Double, Width::Double)
        | (Width::Word, Width::Word)
        | (Width::Half, Width::Word | Width::Half) => x,
        (Width::Word, Width::Half) => Scalar::word(builder.unary(Unary::QuantizeToF16, x.low)),
        (Width::Word | Width::Half, Width::Double) => {
            widen::apply(builder, Wide::FloatFromSingle, true, &[x])
        }
        (Width::Double, Width::Word) => widen::apply(builder, Wide::SingleFromFloat, false, &[x]),
        (Width::Double, Width::Half) => widen::apply(builder, Wide::HalfFromFloat, false, &[x]),
    }
}

/// The bits of `x` as a `to`, which has as many.
pub(super) fn reinterpret(
    builder: &mut Builder,
    x: Scalar,
    from: ScalarType,
    to: ScalarType,
) -> Scalar {
    match (from.width, from.kind, to.kind) {
        // An f16 is held as an f32, the integers of 16 bits are extended.
        (Width::Half, Kind::Float, Kind::Float) => x,
        (Width::Half, Kind::Float, kind) => {
            let bits = builder.unary(Unary::HalfBits, x.low);
            Scalar::word(narrow::wrap(builder, kind, bits))
        }
        (Width::Half, _, Kind::Float) => {
            let bits = narrow::wrap(builder, Kind::Unsigned, x.low);
            Scalar::word(builder.unary(Unary::FloatFromHalfBits, bits))
        }
        (Width::Half, _, kind) => Scalar::word(narrow::wrap(builder, kind, x.low)),
        (Width::Word | Width::Double, _, _) => x,
    }
}

/// An index as a word: what lies beyond a word lies beyond every array too.
pub(super) fn index_word(builder: &mut Builder, words: &[Value]) -> Option<Value> {
    match *words {
        [low] => Some(low),
        [low, high] => {
            let far = builder.unary(Unary::BooleanFromInteger, high);
            let most = builder.constant(u32::MAX);
            Some(builder.ternary(Ternary::Select, [far, most, low]))
        }
        _ => None,
    }
}
