//! Scalars of 16 bits by way of words. Integers are extended to a word before and after; of f16 see
//! `value`. Where a function of a word would see more than 16 bits, what differs is done here.

use super::builder::{Builder, Value};
use super::shape::{Kind, ScalarType, Width};
use crate::value::{Binary, Unary};

/// The bits of a scalar.
const BITS: u32 = 16;
/// The low half of a word.
const LOW: u32 = 0xFFFF;

/// Whether `ty` is f16.
pub(super) fn is_half_float(ty: ScalarType) -> bool {
    ty.kind == Kind::Float && ty.width == Width::Half
}

/// The low half of a word, extended as `kind` is.
pub(super) fn wrap(builder: &mut Builder, kind: Kind, x: Value) -> Value {
    match kind {
        Kind::Signed => builder.unary(Unary::SignExtendHalf, x),
        Kind::Unsigned | Kind::Float | Kind::Bool => low_half(builder, x),
    }
}

fn low_half(builder: &mut Builder, x: Value) -> Value {
    let low = builder.constant(LOW);
    builder.binary(Binary::And, x, low)
}

/// A function of an integer.
pub(super) fn unary(builder: &mut Builder, kind: Kind, function: Unary, x: Value) -> Value {
    let bits = builder.constant(BITS);
    match function {
        Unary::CountOneBits => {
            let x = low_half(builder, x);
            builder.unary(function, x)
        }
        Unary::CountLeadingZeros => {
            let x = low_half(builder, x);
            let zeros = builder.unary(function, x);
            builder.binary(Binary::Subtract, zeros, bits)
        }
        Unary::CountTrailingZeros => {
            // A one behind the highest bit ends the count.
            let end = builder.constant(1 << BITS);
            let x = builder.binary(Binary::Or, x, end);
            builder.unary(function, x)
        }
        Unary::ReverseBits => {
            let reversed = builder.unary(function, x);
            let reversed = builder.binary(Binary::ShiftRightUnsigned, reversed, bits);
            wrap(builder, kind, reversed)
        }
        other => {
            let result = builder.unary(other, x);
            wrap(builder, kind, result)
        }
    }
}

/// A function of two integers, or of one and a shift's amount.
pub(super) fn binary(
    builder: &mut Builder,
    kind: Kind,
    function: Binary,
    [x, y]: [Value; 2],
) -> Value {
    match function {
        Binary::Equal
        | Binary::NotEqual
        | Binary::LessSigned
        | Binary::LessUnsigned
        | Binary::LessEqualSigned
        | Binary::LessEqualUnsigned => builder.binary(function, x, y),
        Binary::ShiftLeft | Binary::ShiftRightSigned | Binary::ShiftRightUnsigned => {
            let last = builder.constant(BITS - 1);
            let amount = builder.binary(Binary::And, y, last);
            let shifted = builder.binary(function, x, amount);
            wrap(builder, kind, shifted)
        }
        other => {
            let result = builder.binary(other, x, y);
            wrap(builder, kind, result)
        }
    }
}

/// The part of a bit field that lies in 16 bits: offset and count.
pub(super) fn bit_field(builder: &mut Builder, offset: Value, count: Value) -> [Value; 2] {
    let bits = builder.constant(BITS);
    let offset = builder.binary(Binary::MinUnsigned, offset, bits);
    let rest = builder.binary(Binary::Subtract, bits, offset);
    [offset, builder.binary(Binary::MinUnsigned, count, rest)]
}
