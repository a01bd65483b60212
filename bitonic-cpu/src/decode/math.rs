//! The built-in functions: which is what, and those that work scalar by scalar. Geometry and matrices
//! are in `math_composite`, packing is in `packing`.

use naga::{MathFunction as Math, Span};

use super::DecodeError;
use super::arithmetic::Argument;
use super::builder::Value;
use super::calculator::{Calculator, Scalar, words};
use super::convert::convert;
use super::frame::Decoder;
use super::shape::{Kind, ScalarType, Shape};
use crate::value::{Binary, Unary};

impl Decoder<'_> {
    /// The words of a built-in function's result; `shape` is that of its first argument.
    pub(super) fn math(
        &mut self,
        function: Math,
        shape: &Shape,
        arguments: &[Argument],
        span: Span,
    ) -> Result<Vec<Value>, DecodeError> {
        let Some((ty, _)) = arguments.first() else {
            return Err(DecodeError::unsupported("calls without arguments", span));
        };
        let ty = *ty;
        let scalars = arguments.iter().map(|(_, scalars)| scalars.as_slice());
        let scalars: Vec<&[Scalar]> = scalars.collect();
        let mut calculator = self.calculator(ty);
        let result = calculator.math(function, shape, &scalars);
        let result = result.ok_or_else(|| unsupported(function, span))?;
        // The exponents of `frexp` are no floats.
        let floats = if function == Math::Frexp {
            result.len() / 2
        } else {
            result.len()
        };
        let mut rounded = calculator.rounded(ty, &result[..floats]);
        rounded.extend_from_slice(&result[floats..]);
        Ok(words(rounded))
    }
}

impl Calculator<'_> {
    /// `None` where the arguments do not fit.
    fn math(
        &mut self,
        function: Math,
        shape: &Shape,
        arguments: &[&[Scalar]],
    ) -> Option<Vec<Scalar>> {
        match *arguments {
            [x] => self.math1(function, shape, x),
            [x, y] => self.math2(function, x, y),
            [x, y, z] => self.math3(function, [x, y, z]),
            [x, inserted, offset, count] if function == Math::InsertBits => {
                Some(self.insert_bits(x, inserted, offset[0].low, count[0].low))
            }
            _ => None,
        }
    }

    fn math1(&mut self, function: Math, shape: &Shape, x: &[Scalar]) -> Option<Vec<Scalar>> {
        if let Some(function) = unary_function(function, self.kind()) {
            return Some(self.map1(function, x));
        }
        Some(match function {
            // Of an unsigned integer.
            Math::Abs => x.to_vec(),
            Math::Sign => {
                let one = Scalar::word(self.builder.constant(1));
                self.map2(Binary::MinUnsigned, x, &[one])
            }
            Math::Saturate => {
                let (zero, one) = (self.float(0.0), self.float(1.0));
                self.clamp(x, &[zero], &[one])
            }
            Math::Modf => self.pair(Unary::ModfFract, Unary::Trunc, x),
            Math::Frexp => {
                let mut members = self.map1(Unary::FrexpFract, x);
                let exponents = self.map1(Unary::FrexpExponent, x);
                members.extend(exponents.into_iter().map(|x| self.exponent(x)));
                members
            }
            Math::Length => vec![self.length(x)],
            Math::Normalize => self.normalize(x),
            Math::Transpose => transpose(shape, x)?,
            Math::Determinant => vec![self.determinant(x)],
            Math::Inverse => self.inverse(x),
            other => return self.packing(other, x),
        })
    }

    fn math2(&mut self, function: Math, x: &[Scalar], y: &[Scalar]) -> Option<Vec<Scalar>> {
        if let Some(function) = binary_function(function, self.kind()) {
            return Some(self.map2(function, x, y));
        }
        Some(match function {
            Math::Dot => vec![self.dot(x, y)],
            Math::Cross => self.cross(x, y),
            Math::Distance => {
                let difference = self.map2(Binary::SubtractFloat, x, y);
                vec![self.length(&difference)]
            }
            Math::Reflect => self.reflect(x, y),
            Math::Outer => self.outer(x, y),
            other => return self.dot_packed(other, x, y),
        })
    }

    fn math3(&mut self, function: Math, [x, y, z]: [&[Scalar]; 3]) -> Option<Vec<Scalar>> {
        Some(match function {
            Math::Clamp => self.clamp(x, y, z),
            Math::Fma => {
                let product = self.map2(Binary::MultiplyFloat, x, y);
                self.map2(Binary::AddFloat, &product, z)
            }
            Math::Mix => self.mix(x, y, z),
            Math::SmoothStep => self.smooth_step(x, y, z),
            Math::FaceForward => self.face_forward(x, y, z),
            Math::Refract => self.refract(x, y, z[0]),
            Math::ExtractBits => {
                let (offset, count) = (y[0].low, z[0].low);
                let x = x.iter();
                x.map(|&x| self.extract_bits(x, offset, count)).collect()
            }
            _ => return None,
        })
    }

    pub(super) fn clamp(&mut self, x: &[Scalar], low: &[Scalar], high: &[Scalar]) -> Vec<Scalar> {
        let (max, min) = match self.kind() {
            Kind::Float => (Binary::MaxFloat, Binary::MinFloat),
            Kind::Signed => (Binary::MaxSigned, Binary::MinSigned),
            Kind::Unsigned | Kind::Bool => (Binary::MaxUnsigned, Binary::MinUnsigned),
        };
        let raised = self.map2(max, x, low);
        self.map2(min, &raised, high)
    }

    /// x * (1 - amount) + y * amount
    fn mix(&mut self, x: &[Scalar], y: &[Scalar], amount: &[Scalar]) -> Vec<Scalar> {
        let one = self.float(1.0);
        let rest = self.map2(Binary::SubtractFloat, &[one], amount);
        let first = self.map2(Binary::MultiplyFloat, x, &rest);
        let second = self.map2(Binary::MultiplyFloat, y, amount);
        self.map2(Binary::AddFloat, &first, &second)
    }

    /// t * t * (3 - 2 * t) for the t in [0, 1] that tells how far x is from `low` to `high`.
    fn smooth_step(&mut self, low: &[Scalar], high: &[Scalar], x: &[Scalar]) -> Vec<Scalar> {
        let [zero, one, two, three] = [0.0, 1.0, 2.0, 3.0].map(|x| self.float(x));
        let distance = self.map2(Binary::SubtractFloat, x, low);
        let range = self.map2(Binary::SubtractFloat, high, low);
        let ratio = self.map2(Binary::DivideFloat, &distance, &range);
        let t = self.clamp(&ratio, &[zero], &[one]);
        let twice = self.map2(Binary::MultiplyFloat, &[two], &t);
        let rest = self.map2(Binary::SubtractFloat, &[three], &twice);
        let square = self.map2(Binary::MultiplyFloat, &t, &t);
        self.map2(Binary::MultiplyFloat, &square, &rest)
    }

    /// The members of a struct of two results.
    fn pair(&mut self, first: Unary, second: Unary, x: &[Scalar]) -> Vec<Scalar> {
        let mut members = self.map1(first, x);
        members.extend(self.map1(second, x));
        members
    }

    /// An exponent as naga types it: an integer as wide as the float.
    fn exponent(&mut self, exponent: Scalar) -> Scalar {
        let ty = ScalarType {
            kind: Kind::Signed,
            width: self.width(),
        };
        convert(self.builder, exponent, ScalarType::word(Kind::Signed), ty)
    }

    fn insert_bits(
        &mut self,
        x: &[Scalar],
        inserted: &[Scalar],
        offset: Value,
        count: Value,
    ) -> Vec<Scalar> {
        let mask = self.bit_mask(offset, count);
        let shifted = self.map2(Binary::ShiftLeft, inserted, &[Scalar::word(offset)]);
        let pairs = x.iter().zip(shifted);
        pairs
            .map(|(&x, shifted)| self.choose_bits(mask, shifted, x))
            .collect()
    }
}

/// Functions of one argument that are one operation a scalar.
fn unary_function(function: Math, kind: Kind) -> Option<Unary> {
    let float = |function| (kind == Kind::Float).then_some(function);
    match function {
        Math::Abs => match kind {
            Kind::Signed => Some(Unary::Absolute),
            Kind::Float => Some(Unary::AbsoluteFloat),
            Kind::Unsigned | Kind::Bool => None,
        },
        Math::Sign => match kind {
            Kind::Signed => Some(Unary::Sign),
            Kind::Float => Some(Unary::SignFloat),
            Kind::Unsigned | Kind::Bool => None,
        },
        Math::FirstLeadingBit => Some(match kind {
            Kind::Signed => Unary::FirstLeadingBitSigned,
            Kind::Unsigned | Kind::Float | Kind::Bool => Unary::FirstLeadingBitUnsigned,
        }),
        Math::FirstTrailingBit => Some(Unary::FirstTrailingBit),
        Math::CountOneBits => Some(Unary::CountOneBits),
        Math::CountLeadingZeros => Some(Unary::CountLeadingZeros),
        Math::CountTrailingZeros => Some(Unary::CountTrailingZeros),
        Math::ReverseBits => Some(Unary::ReverseBits),
        Math::Cos => float(Unary::Cos),
        Math::Cosh => float(Unary::Cosh),
        Math::Sin => float(Unary::Sin),
        Math::Sinh => float(Unary::Sinh),
        Math::Tan => float(Unary::Tan),
        Math::Tanh => float(Unary::Tanh),
        Math::Acos => float(Unary::Acos),
        Math::Asin => float(Unary::Asin),
        Math::Atan => float(Unary::Atan),
        Math::Asinh => float(Unary::Asinh),
        Math::Acosh => float(Unary::Acosh),
        Math::Atanh => float(Unary::Atanh),
        Math::Radians => float(Unary::Radians),
        Math::Degrees => float(Unary::Degrees),
        Math::Ceil => float(Unary::Ceil),
        Math::Floor => float(Unary::Floor),
        Math::Round => float(Unary::Round),
        Math::Fract => float(Unary::Fract),
        Math::Trunc => float(Unary::Trunc),
        Math::Exp => float(Unary::Exp),
        Math::Exp2 => float(Unary::Exp2),
        Math::Log => float(Unary::Log),
        Math::Log2 => float(Unary::Log2),
        Math::Sqrt => float(Unary::Sqrt),
        Math::InverseSqrt => float(Unary::InverseSqrt),
        Math::QuantizeToF16 => float(Unary::QuantizeToF16),
        // Not one operation a scalar, or of more arguments.
        Math::Min
        | Math::Max
        | Math::Clamp
        | Math::Saturate
        | Math::Atan2
        | Math::Modf
        | Math::Frexp
        | Math::Ldexp
        | Math::Pow
        | Math::Dot
        | Math::Dot4I8Packed
        | Math::Dot4U8Packed
        | Math::Outer
        | Math::Cross
        | Math::Distance
        | Math::Length
        | Math::Normalize
        | Math::FaceForward
        | Math::Reflect
        | Math::Refract
        | Math::Fma
        | Math::Mix
        | Math::Step
        | Math::SmoothStep
        | Math::Inverse
        | Math::Transpose
        | Math::Determinant
        | Math::ExtractBits
        | Math::InsertBits
        | Math::Pack4x8snorm
        | Math::Pack4x8unorm
        | Math::Pack2x16snorm
        | Math::Pack2x16unorm
        | Math::Pack2x16float
        | Math::Pack4xI8
        | Math::Pack4xU8
        | Math::Pack4xI8Clamp
        | Math::Pack4xU8Clamp
        | Math::Unpack4x8snorm
        | Math::Unpack4x8unorm
        | Math::Unpack2x16snorm
        | Math::Unpack2x16unorm
        | Math::Unpack2x16float
        | Math::Unpack4xI8
        | Math::Unpack4xU8 => None,
    }
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

fn transpose(shape: &Shape, x: &[Scalar]) -> Option<Vec<Scalar>> {
    let &Shape::Matrix { columns, rows, .. } = shape else {
        return None;
    };
    let position = |row, column| x[(column * rows + row) as usize];
    let transposed =
        (0..rows).flat_map(|row| (0..columns).map(move |column| position(row, column)));
    Some(transposed.collect())
}

fn unsupported(function: Math, span: Span) -> DecodeError {
    let debug = format!("{function:?}");
    let (first, rest) = debug.split_at(1);
    let name = format!("calls of `{}{rest}`", first.to_lowercase());
    DecodeError::unsupported(name, span)
}
