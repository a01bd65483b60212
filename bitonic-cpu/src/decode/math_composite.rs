//! The built-in functions whose scalars depend on each other: geometry, matrices, packing.

use naga::{MathFunction as Math, Span};

use super::DecodeError;
use super::arithmetic::{Argument, at};
use super::builder::Value;
use super::frame::Decoder;
use super::shape::{Kind, Shape};
use crate::value::{Binary, Ternary, Unary};

use Binary::{AddFloat, DivideFloat, MultiplyFloat, SubtractFloat};

impl Decoder<'_> {
    /// Evaluates what [`Decoder::math`] leaves.
    pub(super) fn math_composite(
        &mut self,
        function: Math,
        shape: &Shape,
        arguments: &[Argument],
        span: Span,
    ) -> Result<Vec<Value>, DecodeError> {
        match (function, arguments) {
            (Math::Dot, [x, y]) if shape.kind() == Some(Kind::Float) => {
                Ok(vec![self.dot(MultiplyFloat, AddFloat, x, y)])
            }
            (Math::Dot, [x, y]) => Ok(vec![self.dot(Binary::Multiply, Binary::Add, x, y)]),
            (Math::Cross, [x, y]) => Ok(self.cross(x, y)),
            (Math::Length, [x]) => Ok(vec![self.length(x)]),
            (Math::Distance, [x, y]) => {
                let difference = self.map2(SubtractFloat, x, y);
                Ok(vec![self.length(&difference)])
            }
            (Math::Normalize, [x]) => {
                let length = self.length(x);
                Ok(self.map2(DivideFloat, x, &[length]))
            }
            (Math::FaceForward, [x, y, z]) => Ok(self.face_forward(x, y, z)),
            (Math::Reflect, [x, normal]) => Ok(self.reflect(x, normal)),
            (Math::Refract, [x, normal, ratio]) => Ok(self.refract(x, normal, ratio[0])),
            (Math::Transpose, [x]) => transpose(shape, x, span),
            (Math::Determinant, [x]) => Ok(vec![self.determinant(x)]),
            (Math::Dot4I8Packed, [x, y]) => Ok(self.dot_packed(true, x, y)),
            (Math::Dot4U8Packed, [x, y]) => Ok(self.dot_packed(false, x, y)),
            (_, [x]) => match packing(function) {
                Some(Packing::Pack { each, width, clamp }) => {
                    Ok(vec![self.pack(each, width, clamp, x)])
                }
                Some(Packing::Unpack {
                    each,
                    width,
                    signed,
                }) => Ok(self.unpack(each, width, signed, x[0])),
                None => Err(unsupported(function, span)),
            },
            _ => Err(unsupported(function, span)),
        }
    }

    fn length(&mut self, x: &[Value]) -> Value {
        if let [x] = *x {
            return self.builder.unary(Unary::AbsoluteFloat, x);
        }
        let square = self.dot(MultiplyFloat, AddFloat, x, x);
        self.builder.unary(Unary::Sqrt, square)
    }

    fn cross(&mut self, x: &[Value], y: &[Value]) -> Vec<Value> {
        [(1, 2), (2, 0), (0, 1)]
            .into_iter()
            .map(|(i, j)| self.minor([x[i], y[i]], [x[j], y[j]]))
            .collect()
    }

    /// a0 * b1 - a1 * b0
    fn minor(&mut self, [a0, a1]: [Value; 2], [b0, b1]: [Value; 2]) -> Value {
        let first = self.builder.binary(MultiplyFloat, a0, b1);
        let second = self.builder.binary(MultiplyFloat, a1, b0);
        self.builder.binary(SubtractFloat, first, second)
    }

    /// x where dot(z, y) is negative, else -x.
    fn face_forward(&mut self, x: &[Value], y: &[Value], z: &[Value]) -> Vec<Value> {
        let dot = self.dot(MultiplyFloat, AddFloat, z, y);
        let zero = self.builder.float(0.0);
        let negative = self.builder.binary(Binary::LessFloat, dot, zero);
        let turned = self.map1(Unary::NegateFloat, x);
        let pairs = x.iter().zip(turned);
        pairs
            .map(|(&x, turned)| self.builder.select(negative, x, turned))
            .collect()
    }

    /// x - 2 * dot(normal, x) * normal
    fn reflect(&mut self, x: &[Value], normal: &[Value]) -> Vec<Value> {
        let dot = self.dot(MultiplyFloat, AddFloat, normal, x);
        let two = self.builder.float(2.0);
        let twice = self.builder.binary(MultiplyFloat, two, dot);
        let along = self.map2(MultiplyFloat, &[twice], normal);
        self.map2(SubtractFloat, x, &along)
    }

    /// ratio * x - (ratio * d + sqrt(k)) * normal with d = dot(normal, x) and
    /// k = 1 - ratio^2 * (1 - d^2); zero where k is negative.
    fn refract(&mut self, x: &[Value], normal: &[Value], ratio: Value) -> Vec<Value> {
        let (zero, one) = (self.builder.float(0.0), self.builder.float(1.0));
        let d = self.dot(MultiplyFloat, AddFloat, normal, x);
        let d_squared = self.builder.binary(MultiplyFloat, d, d);
        let rest = self.builder.binary(SubtractFloat, one, d_squared);
        let ratio_squared = self.builder.binary(MultiplyFloat, ratio, ratio);
        let product = self.builder.binary(MultiplyFloat, ratio_squared, rest);
        let k = self.builder.binary(SubtractFloat, one, product);
        let root = self.builder.unary(Unary::Sqrt, k);
        let scaled = self.builder.binary(MultiplyFloat, ratio, d);
        let factor = self.builder.binary(AddFloat, scaled, root);
        let direct = self.map2(MultiplyFloat, &[ratio], x);
        let along = self.map2(MultiplyFloat, &[factor], normal);
        let refracted = self.map2(SubtractFloat, &direct, &along);
        let none = self.builder.binary(Binary::LessFloat, k, zero);
        let choose = |value| self.builder.select(none, zero, value);
        refracted.into_iter().map(choose).collect()
    }

    /// Expansion along the first column of a square matrix in columns.
    fn determinant(&mut self, x: &[Value]) -> Value {
        let size = x.len().isqrt();
        if size == 2 {
            return self.minor([x[0], x[1]], [x[2], x[3]]);
        }
        let terms: Vec<Value> = (0..size)
            .map(|row| {
                let kept = (size..x.len()).filter(|position| position % size != row);
                let rest: Vec<Value> = kept.map(|position| x[position]).collect();
                let cofactor = self.determinant(&rest);
                let term = self.builder.binary(MultiplyFloat, x[row], cofactor);
                if row % 2 == 0 {
                    term
                } else {
                    self.builder.unary(Unary::NegateFloat, term)
                }
            })
            .collect();
        let first = terms[0];
        let rest = terms[1..].iter();
        rest.fold(first, |sum, &term| self.builder.binary(AddFloat, sum, term))
    }

    fn dot_packed(&mut self, signed: bool, x: &[Value], y: &[Value]) -> Vec<Value> {
        let x = self.unpack(None, 8, signed, x[0]);
        let y = self.unpack(None, 8, signed, y[0]);
        vec![self.dot(Binary::Multiply, Binary::Add, &x, &y)]
    }

    /// Fields of `width` bits in one word, the first in the lowest bits.
    fn pack(&mut self, each: Option<Unary>, width: u32, clamp: Option<Kind>, x: &[Value]) -> Value {
        let mask = self.builder.constant((1 << width) - 1);
        let mut word = self.builder.constant(0);
        for (index, &scalar) in (0..).zip(x) {
            let mut field = match clamp {
                Some(kind) => self.clamp_to_byte(kind, scalar),
                None => scalar,
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
        let (low, high) = match kind {
            Kind::Signed => (-128i32, 127),
            Kind::Unsigned | Kind::Float | Kind::Bool => (0, 255),
        };
        let low = self.builder.constant(low.cast_unsigned());
        let high = self.builder.constant(high);
        at(&self.clamp(kind, &[scalar], &[low], &[high]), 0)
    }

    fn unpack(&mut self, each: Option<Unary>, width: u32, signed: bool, word: Value) -> Vec<Value> {
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
                match each {
                    Some(each) => self.builder.unary(each, field),
                    None => field,
                }
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

fn transpose(shape: &Shape, x: &[Value], span: Span) -> Result<Vec<Value>, DecodeError> {
    let &Shape::Matrix { columns, rows } = shape else {
        return Err(unsupported(Math::Transpose, span));
    };
    let position = |row, column| x[(column * rows + row) as usize];
    let transposed =
        (0..rows).flat_map(|row| (0..columns).map(move |column| position(row, column)));
    Ok(transposed.collect())
}

fn unsupported(function: Math, span: Span) -> DecodeError {
    let debug = format!("{function:?}");
    let (first, rest) = debug.split_at(1);
    let name = format!("calls of `{}{rest}`", first.to_lowercase());
    DecodeError::unsupported(name, span)
}
