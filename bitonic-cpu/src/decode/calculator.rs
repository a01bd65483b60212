//! Operations on scalars of one type, whatever its width. `value` has the functions on words and on 64
//! bits, `narrow` what 16 bits need around them, `widen` which function of 64 bits stands for which
//! of a word.

use super::builder::{Builder, Value};
use super::shape::{Kind, ScalarType, Width};
use super::{narrow, widen};
use crate::value::{Binary, Ternary, Unary};

/// A scalar in registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scalar {
    /// Its word, or the low one.
    pub(super) low: Value,
    /// The high word of 64 bits.
    pub(super) high: Option<Value>,
}

impl Scalar {
    pub(super) fn word(low: Value) -> Self {
        Self { low, high: None }
    }
}

/// The scalars of a value's words.
pub(super) fn scalars(ty: ScalarType, words: &[Value]) -> Vec<Scalar> {
    let scalars = words.chunks(ty.words() as usize);
    scalars
        .map(|words| Scalar {
            low: words[0],
            high: words.get(1).copied(),
        })
        .collect()
}

/// The words of scalars.
pub(super) fn words(scalars: impl IntoIterator<Item = Scalar>) -> Vec<Value> {
    let scalars = scalars.into_iter();
    scalars
        .flat_map(|scalar| [Some(scalar.low), scalar.high].into_iter().flatten())
        .collect()
}

/// Computes with scalars of `ty`.
pub(super) struct Calculator<'b> {
    pub(super) builder: &'b mut Builder,
    ty: ScalarType,
}

impl<'b> Calculator<'b> {
    /// For floats of 16 bits this computes as f32: the results are to be given to
    /// [`Calculator::rounded`].
    pub(super) fn new(builder: &'b mut Builder, ty: ScalarType) -> Self {
        let ty = if narrow::is_half_float(ty) {
            ScalarType::F32
        } else {
            ty
        };
        Self { builder, ty }
    }

    pub(super) fn kind(&self) -> Kind {
        self.ty.kind
    }

    pub(super) fn width(&self) -> Width {
        self.ty.width
    }

    pub(super) fn is_float(&self) -> bool {
        self.ty.kind == Kind::Float
    }

    /// Results as `ty` holds them.
    pub(super) fn rounded(&mut self, ty: ScalarType, scalars: &[Scalar]) -> Vec<Scalar> {
        if narrow::is_half_float(ty) {
            self.map1(Unary::QuantizeToF16, scalars)
        } else {
            scalars.to_vec()
        }
    }

    /// A float that all float types hold exactly.
    pub(super) fn float(&mut self, value: f32) -> Scalar {
        if self.ty.width == Width::Double {
            let bits = f64::from(value).to_bits();
            Scalar {
                low: self.builder.constant(bits as u32),
                high: Some(self.builder.constant((bits >> 32) as u32)),
            }
        } else {
            Scalar::word(self.builder.float(value))
        }
    }

    pub(super) fn unary(&mut self, function: Unary, x: Scalar) -> Scalar {
        match self.ty.width {
            Width::Word => Scalar::word(self.builder.unary(function, x.low)),
            Width::Half => {
                let value = narrow::unary(self.builder, self.ty.kind, function, x.low);
                Scalar::word(value)
            }
            Width::Double => widen::unary(self.builder, function, x),
        }
    }

    /// A shift's amount, and the exponent of `ldexp`, are words.
    pub(super) fn binary(&mut self, function: Binary, x: Scalar, y: Scalar) -> Scalar {
        match self.ty.width {
            Width::Word => Scalar::word(self.builder.binary(function, x.low, y.low)),
            Width::Half => {
                let value = narrow::binary(self.builder, self.ty.kind, function, [x.low, y.low]);
                Scalar::word(value)
            }
            Width::Double => widen::binary(self.builder, function, x, y),
        }
    }

    /// Part of `x`: `count` bits from `offset` on, both words.
    pub(super) fn extract_bits(&mut self, x: Scalar, offset: Value, count: Value) -> Scalar {
        let function = match self.ty.kind {
            Kind::Signed => Ternary::ExtractBitsSigned,
            Kind::Unsigned | Kind::Float | Kind::Bool => Ternary::ExtractBitsUnsigned,
        };
        match self.ty.width {
            Width::Word => Scalar::word(self.builder.ternary(function, [x.low, offset, count])),
            Width::Half => {
                let [offset, count] = narrow::bit_field(self.builder, offset, count);
                Scalar::word(self.builder.ternary(function, [x.low, offset, count]))
            }
            Width::Double => widen::extract_bits(self.builder, function, x, offset, count),
        }
    }

    /// `count` ones from bit `offset` on.
    pub(super) fn bit_mask(&mut self, offset: Value, count: Value) -> Scalar {
        match self.ty.width {
            Width::Word => Scalar::word(self.builder.binary(Binary::BitMask, offset, count)),
            Width::Half => {
                let [offset, count] = narrow::bit_field(self.builder, offset, count);
                Scalar::word(self.builder.binary(Binary::BitMask, offset, count))
            }
            Width::Double => widen::bit_mask(self.builder, offset, count),
        }
    }

    /// Chooses bit by bit: `accept` where the mask has a one.
    pub(super) fn choose_bits(&mut self, mask: Scalar, accept: Scalar, reject: Scalar) -> Scalar {
        let mut choose = |mask, accept, reject| {
            self.builder
                .ternary(Ternary::Select, [mask, accept, reject])
        };
        let low = choose(mask.low, accept.low, reject.low);
        let high = match (mask.high, accept.high, reject.high) {
            (Some(mask), Some(accept), Some(reject)) => Some(choose(mask, accept, reject)),
            _ => None,
        };
        let chosen = Scalar { low, high };
        match self.ty.width {
            Width::Half => Scalar::word(narrow::wrap(self.builder, self.ty.kind, chosen.low)),
            Width::Word | Width::Double => chosen,
        }
    }

    pub(super) fn select(&mut self, condition: Value, accept: Scalar, reject: Scalar) -> Scalar {
        let low = self.builder.select(condition, accept.low, reject.low);
        let high = match (accept.high, reject.high) {
            (Some(accept), Some(reject)) => Some(self.builder.select(condition, accept, reject)),
            _ => None,
        };
        Scalar { low, high }
    }

    /// Whether x < y, both floats.
    pub(super) fn is_less(&mut self, x: Scalar, y: Scalar) -> Value {
        self.binary(Binary::LessFloat, x, y).low
    }

    /// Applies `function` to each scalar.
    pub(super) fn map1(&mut self, function: Unary, scalars: &[Scalar]) -> Vec<Scalar> {
        let scalars = scalars.iter();
        scalars
            .map(|&scalar| self.unary(function, scalar))
            .collect()
    }

    /// Applies `function` to pairs of scalars; a lone scalar meets every one of the other side.
    pub(super) fn map2(&mut self, function: Binary, lhs: &[Scalar], rhs: &[Scalar]) -> Vec<Scalar> {
        (0..lhs.len().max(rhs.len()))
            .map(|i| self.binary(function, at(lhs, i), at(rhs, i)))
            .collect()
    }

    /// The sum of products, added in order.
    pub(super) fn dot(&mut self, lhs: &[Scalar], rhs: &[Scalar]) -> Scalar {
        let (multiply, add) = if self.is_float() {
            (Binary::MultiplyFloat, Binary::AddFloat)
        } else {
            (Binary::Multiply, Binary::Add)
        };
        let products = self.map2(multiply, lhs, rhs);
        let rest = products[1..].iter();
        rest.fold(products[0], |sum, &product| self.binary(add, sum, product))
    }
}

/// Scalar `index`, or the only one.
pub(super) fn at(scalars: &[Scalar], index: usize) -> Scalar {
    scalars[index.min(scalars.len() - 1)]
}
