//! The built-in functions that pack scalars of words into the fields of one, and back.

use naga::MathFunction as Math;

use super::builder::Value;
use super::calculator::{Calculator, Scalar};
use super::shape::Kind;
use crate::value::{Binary, Ternary, Unary};

impl Calculator<'_> {
    /// A function of one argument; `None` for what is none of packing.
    pub(super) fn packing(&mut self, function: Math, x: &[Scalar]) -> Option<Vec<Scalar>> {
        Some(match packing(function)? {
            Packing::Pack { each, width, clamp } => {
                vec![Scalar::word(self.pack(each, width, clamp, x))]
            }
            Packing::Unpack {
                each,
                width,
                signed,
            } => self.unpack(each, width, signed, x[0].low),
        })
    }

    /// The dot product of four bytes with four.
    pub(super) fn dot_packed(
        &mut self,
        function: Math,
        x: &[Scalar],
        y: &[Scalar],
    ) -> Option<Vec<Scalar>> {
        let signed = match function {
            Math::Dot4I8Packed => true,
            Math::Dot4U8Packed => false,
            _ => return None,
        };
        let x = self.unpack(None, 8, signed, x[0].low);
        let y = self.unpack(None, 8, signed, y[0].low);
        Some(vec![self.dot(&x, &y)])
    }

    /// Fields of `width` bits in one word, the first in the lowest bits.
    fn pack(
        &mut self,
        each: Option<Unary>,
        width: u32,
        clamp: Option<Kind>,
        x: &[Scalar],
    ) -> Value {
        let mask = self.builder.constant((1 << width) - 1);
        let mut word = self.builder.constant(0);
        for (index, scalar) in (0..).zip(x) {
            let mut field = match clamp {
                Some(kind) => self.clamp_to_byte(kind, scalar.low),
                None => scalar.low,
            };
            if let Some(function) = each {
                field = self.builder.unary(function, field);
            }
            let field = self.builder.binary(Binary::And, field, mask);
            let shift = self.builder.constant(index * width);
            let field = self.builder.binary(Binary::ShiftLeft, field, shift);
            word = self.builder.binary(Binary::Or, word, field);
        }
        word
    }

    fn clamp_to_byte(&mut self, kind: Kind, scalar: Value) -> Value {
        let (low, high, max, min) = match kind {
            Kind::Signed => (-128i32, 127, Binary::MaxSigned, Binary::MinSigned),
            Kind::Unsigned | Kind::Float | Kind::Bool => {
                (0, 255, Binary::MaxUnsigned, Binary::MinUnsigned)
            }
        };
        let low = self.builder.constant(low.cast_unsigned());
        let high = self.builder.constant(high);
        let raised = self.builder.binary(max, scalar, low);
        self.builder.binary(min, raised, high)
    }

    fn unpack(
        &mut self,
        each: Option<Unary>,
        width: u32,
        signed: bool,
        word: Value,
    ) -> Vec<Scalar> {
        let function = if signed {
            Ternary::ExtractBitsSigned
        } else {
            Ternary::ExtractBitsUnsigned
        };
        let bits = self.builder.constant(width);
        (0..32 / width)
            .map(|index| {
                let offset = self.builder.constant(index * width);
                let field = self.builder.ternary(function, [word, offset, bits]);
                Scalar::word(match each {
                    Some(each) => self.builder.unary(each, field),
                    None => field,
                })
            })
            .collect()
    }
}

/// How a packing function treats its fields.
enum Packing {
    Pack {
        each: Option<Unary>,
        width: u32,
        clamp: Option<Kind>,
    },
    Unpack {
        each: Option<Unary>,
        width: u32,
        signed: bool,
    },
}

fn packing(function: Math) -> Option<Packing> {
    let pack = |each, width| Packing::Pack {
        each: Some(each),
        width,
        clamp: None,
    };
    let bytes = |clamp| Packing::Pack {
        each: None,
        width: 8,
        clamp,
    };
    let unpack = |each, width, signed| Packing::Unpack {
        each,
        width,
        signed,
    };
    Some(match function {
        Math::Pack4x8snorm => pack(Unary::PackSnorm8, 8),
        Math::Pack4x8unorm => pack(Unary::PackUnorm8, 8),
        Math::Pack2x16snorm => pack(Unary::PackSnorm16, 16),
        Math::Pack2x16unorm => pack(Unary::PackUnorm16, 16),
        Math::Pack2x16float => pack(Unary::HalfBits, 16),
        Math::Pack4xI8 | Math::Pack4xU8 => bytes(None),
        Math::Pack4xI8Clamp => bytes(Some(Kind::Signed)),
        Math::Pack4xU8Clamp => bytes(Some(Kind::Unsigned)),
        Math::Unpack4x8snorm => unpack(Some(Unary::UnpackSnorm8), 8, false),
        Math::Unpack4x8unorm => unpack(Some(Unary::UnpackUnorm8), 8, false),
        Math::Unpack2x16snorm => unpack(Some(Unary::UnpackSnorm16), 16, false),
        Math::Unpack2x16unorm => unpack(Some(Unary::UnpackUnorm16), 16, false),
        Math::Unpack2x16float => unpack(Some(Unary::FloatFromHalfBits), 16, false),
        Math::Unpack4xI8 => unpack(None, 8, true),
        Math::Unpack4xU8 => unpack(None, 8, false),
        _ => return None,
    })
}
