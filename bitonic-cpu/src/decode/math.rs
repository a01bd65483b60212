//! The built-in functions that work scalar by scalar; the others are in `math_composite`.

use naga::{MathFunction as Math, Span};

use super::DecodeError;
use super::arithmetic::{Argument, at};
use super::builder::Value;
use super::frame::Decoder;
use super::shape::{Kind, Shape};
use crate::value::{Binary, Ternary, Unary};

impl Decoder<'_> {
    /// The scalars of a built-in function; `shape` is that of its first argument.
    pub(super) fn math(
        &mut self,
        function: Math,
        shape: &Shape,
        arguments: &[Argument],
        span: Span,
    ) -> Result<Vec<Value>, DecodeError> {
        let kind = shape.kind();
        let kind = kind.ok_or_else(|| DecodeError::unsupported("functions of composites", span))?;
        if let ([x], Some(function)) = (arguments, unary_function(function, kind)) {
            return Ok(self.map1(function, x));
        }
        if let ([x, y], Some(function)) = (arguments, binary_function(function, kind)) {
            return Ok(self.map2(function, x, y));
        }
        match (function, arguments) {
            (Math::Abs, [x]) if kind == Kind::Unsigned => Ok(x.to_vec()),
            (Math::Saturate, [x]) => {
                let (zero, one) = (self.builder.float(0.0), self.builder.float(1.0));
                Ok(self.clamp(Kind::Float, x, &[zero], &[one]))
            }
            (Math::Clamp, [x, low, high]) => Ok(self.clamp(kind, x, low, high)),
            (Math::Fma, [x, y, z]) => {
                let product = self.map2(Binary::MultiplyFloat, x, y);
                Ok(self.map2(Binary::AddFloat, &product, z))
            }
            (Math::Mix, [x, y, amount]) => Ok(self.mix(x, y, amount)),
            (Math::SmoothStep, [low, high, x]) => Ok(self.smooth_step(low, high, x)),
            (Math::Modf, [x]) => Ok(self.pair(Unary::ModfFract, Unary::Trunc, x)),
            (Math::Frexp, [x]) => Ok(self.pair(Unary::FrexpFract, Unary::FrexpExponent, x)),
            (Math::ExtractBits, [x, offset, count]) => {
                Ok(self.extract_bits(kind, x, offset, count))
            }
            (Math::InsertBits, [x, inserted, offset, count]) => {
                Ok(self.insert_bits(x, inserted, offset, count))
            }
            _ => self.math_composite(function, shape, arguments, span),
        }
    }

    pub(super) fn clamp(
        &mut self,
        kind: Kind,
        x: &[Value],
        low: &[Value],
        high: &[Value],
    ) -> Vec<Value> {
        let (max, min) = match kind {
            Kind::Float => (Binary::MaxFloat, Binary::MinFloat),
            Kind::Signed => (Binary::MaxSigned, Binary::MinSigned),
            Kind::Unsigned | Kind::Bool => (Binary::MaxUnsigned, Binary::MinUnsigned),
        };
        let raised = self.map2(max, x, low);
        self.map2(min, &raised, high)
    }

    /// x * (1 - amount) + y * amount
    fn mix(&mut self, x: &[Value], y: &[Value], amount: &[Value]) -> Vec<Value> {
        let one = self.builder.float(1.0);
        let rest = self.map2(Binary::SubtractFloat, &[one], amount);
        let first = self.map2(Binary::MultiplyFloat, x, &rest);
        let second = self.map2(Binary::MultiplyFloat, y, amount);
        self.map2(Binary::AddFloat, &first, &second)
    }

    /// t * t * (3 - 2 * t) for the t in [0, 1] that tells how far x is from `low` to `high`.
    fn smooth_step(&mut self, low: &[Value], high: &[Value], x: &[Value]) -> Vec<Value> {
        let [zero, one, two, three] = [0.0, 1.0, 2.0, 3.0].map(|x| self.builder.float(x));
        let distance = self.map2(Binary::SubtractFloat, x, low);
        let range = self.map2(Binary::SubtractFloat, high, low);
        let ratio = self.map2(Binary::DivideFloat, &distance, &range);
        let t = self.clamp(Kind::Float, &ratio, &[zero], &[one]);
        let twice = self.map2(Binary::MultiplyFloat, &[two], &t);
        let rest = self.map2(Binary::SubtractFloat, &[three], &twice);
        let square = self.map2(Binary::MultiplyFloat, &t, &t);
        self.map2(Binary::MultiplyFloat, &square, &rest)
    }

    /// The members of a struct of two results.
    fn pair(&mut self, first: Unary, second: Unary, x: &[Value]) -> Vec<Value> {
        let mut members = self.map1(first, x);
        members.extend(self.map1(second, x));
        members
    }

    fn extract_bits(
        &mut self,
        kind: Kind,
        x: &[Value],
        offset: &[Value],
        count: &[Value],
    ) -> Vec<Value> {
        let function = match kind {
            Kind::Signed => Ternary::ExtractBitsSigned,
            Kind::Unsigned | Kind::Float | Kind::Bool => Ternary::ExtractBitsUnsigned,
        };
        let extract = |&x| self.builder.ternary(function, [x, offset[0], count[0]]);
        x.iter().map(extract).collect()
    }

    fn insert_bits(
        &mut self,
        x: &[Value],
        inserted: &[Value],
        offset: &[Value],
        count: &[Value],
    ) -> Vec<Value> {
        let mask = self.builder.binary(Binary::BitMask, offset[0], count[0]);
        (0..x.len())
            .map(|i| {
                let shifted = self
                    .builder
                    .binary(Binary::ShiftLeft, at(inserted, i), offset[0]);
                // The mask is no boolean: each bit chooses for itself.
                self.builder.ternary(Ternary::Select, [mask, shifted, x[i]])
            })
            .collect()
    }
}

/// Functions of one argument that are one operation a scalar.
fn unary_function(function: Math, kind: Kind) -> Option<Unary> {
    Some(match (function, kind) {
        (Math::Abs, Kind::Signed) => Unary::Absolute,
        (Math::Abs, Kind::Float) => Unary::AbsoluteFloat,
        (Math::Sign, Kind::Signed) => Unary::Sign,
        (Math::Sign, Kind::Float) => Unary::SignFloat,
        (Math::FirstLeadingBit, Kind::Signed) => Unary::FirstLeadingBitSigned,
        (Math::FirstLeadingBit, Kind::Unsigned) => Unary::FirstLeadingBitUnsigned,
        (Math::FirstTrailingBit, _) => Unary::FirstTrailingBit,
        (Math::CountOneBits, _) => Unary::CountOneBits,
        (Math::CountLeadingZeros, _) => Unary::CountLeadingZeros,
        (Math::CountTrailingZeros, _) => Unary::CountTrailingZeros,
        (Math::ReverseBits, _) => Unary::ReverseBits,
        (Math::Cos, _) => Unary::Cos,
        (Math::Cosh, _) => Unary::Cosh,
        (Math::Sin, _) => Unary::Sin,
        (Math::Sinh, _) => Unary::Sinh,
        (Math::Tan, _) => Unary::Tan,
        (Math::Tanh, _) => Unary::Tanh,
        (Math::Acos, _) => Unary::Acos,
        (Math::Asin, _) => Unary::Asin,
        (Math::Atan, _) => Unary::Atan,
        (Math::Asinh, _) => Unary::Asinh,
        (Math::Acosh, _) => Unary::Acosh,
        (Math::Atanh, _) => Unary::Atanh,
        (Math::Radians, _) => Unary::Radians,
        (Math::Degrees, _) => Unary::Degrees,
        (Math::Ceil, _) => Unary::Ceil,
        (Math::Floor, _) => Unary::Floor,
        (Math::Round, _) => Unary::Round,
        (Math::Fract, _) => Unary::Fract,
        (Math::Trunc, _) => Unary::Trunc,
        (Math::Exp, _) => Unary::Exp,
        (Math::Exp2, _) => Unary::Exp2,
        (Math::Log, _) => Unary::Log,
        (Math::Log2, _) => Unary::Log2,
        (Math::Sqrt, _) => Unary::Sqrt,
        (Math::InverseSqrt, _) => Unary::InverseSqrt,
        (Math::QuantizeToF16, _) => Unary::QuantizeToF16,
        _ => return None,
    })
}

/// Functions of two arguments that are one operation a scalar.
fn binary_function(function: Math, kind: Kind) -> Option<Binary> {
    Some(match (function, kind) {
        (Math::Min, Kind::Signed) => Binary::MinSigned,
        (Math::Min, Kind::Unsigned) => Binary::MinUnsigned,
        (Math::Min, Kind::Float) => Binary::MinFloat,
        (Math::Max, Kind::Signed) => Binary::MaxSigned,
        (Math::Max, Kind::Unsigned) => Binary::MaxUnsigned,
        (Math::Max, Kind::Float) => Binary::MaxFloat,
        (Math::Pow, _) => Binary::Pow,
        (Math::Atan2, _) => Binary::Atan2,
        (Math::Step, _) => Binary::Step,
        (Math::Ldexp, _) => Binary::Ldexp,
        _ => return None,
    })
}
