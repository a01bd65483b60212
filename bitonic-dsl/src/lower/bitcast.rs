//! Bitcasts: the same bits as another type of the same size.
//!
//! Between types of equal components naga has an expression. Others go through words
//! of 32 bits, the first component in the low bits, as the WGSL specification lays
//! them out: naga has no such bitcast. Halves become words by packing, which keeps
//! every number, and keeps NaN a NaN.

use super::body::{BodyLowering, Value};
use super::convert::{as_scalar, target};
use super::types;
use crate::diagnostic::Diagnostic;
use crate::graph::{Node, NodeId};
use crate::types::{ScalarType, Type, VectorSize};

/// Where the parts of a bitcast go.
struct Site<'b> {
    out: &'b mut naga::Block,
    node: &'b Node,
    span: naga::Span,
}

impl BodyLowering<'_, '_> {
    /// `operand` with the same bits, as the type of `node`.
    pub(super) fn bitcast(
        &mut self,
        operand: NodeId,
        node: &Node,
        out: &mut naga::Block,
    ) -> Result<naga::Expression, Diagnostic> {
        let value = self.value(operand, node.at)?;
        let (from, to) = (&self.body.nodes[operand].ty, &node.ty);
        if from.components() == to.components() {
            return Ok(same_width(value, target(node)?));
        }
        let span = self.context.sources.span(node.at);
        let mut site = Site { out, node, span };
        let words = self.words_of(value, from, &mut site)?;
        self.made_of_words(&words, &mut site)
    }

    /// The words of `value`, a scalar or a vector of type `ty`.
    fn words_of(
        &mut self,
        value: Value,
        ty: &Type,
        site: &mut Site<'_>,
    ) -> Result<Vec<Value>, Diagnostic> {
        let scalar = ty.scalar().ok_or_else(|| composite(site.node))?;
        let parts = self.parts(value, ty, site);
        match scalar.size() {
            2 => parts
                .chunks(2)
                .map(|halves| self.pack_halves(halves, site))
                .collect(),
            8 => Ok(parts
                .into_iter()
                .flat_map(|part| self.split(part, scalar, site))
                .collect()),
            _ => Ok(parts
                .into_iter()
                .map(|part| self.reinterpret(part, scalar, ScalarType::U32, site))
                .collect()),
        }
    }

    /// The bits of a scalar as another of the same width.
    fn reinterpret(
        &mut self,
        value: Value,
        from: ScalarType,
        to: ScalarType,
        site: &mut Site<'_>,
    ) -> Value {
        match from == to {
            true => value,
            false => self.emit(same_width(value, to), site.span, site.out),
        }
    }

    /// The components of a vector; a scalar itself.
    fn parts(&mut self, value: Value, ty: &Type, site: &mut Site<'_>) -> Vec<Value> {
        match ty {
            Type::Vector(size, _) => (0..size.count())
                .map(|index| self.component(value, index, site.span, site.out))
                .collect(),
            Type::Scalar(_)
            | Type::Matrix { .. }
            | Type::Atomic(_)
            | Type::Array(_)
            | Type::Struct(_) => vec![value],
        }
    }

    /// Two halves as a word.
    fn pack_halves(&mut self, halves: &[Value], site: &mut Site<'_>) -> Result<Value, Diagnostic> {
        let halves: Vec<Value> = halves
            .iter()
            .map(|half| self.emit(as_scalar(*half, ScalarType::F32), site.span, site.out))
            .collect();
        let pair = self.vector(halves, ScalarType::F32, site)?;
        let pair = self.emit(pair, site.span, site.out);
        let packed = math(naga::MathFunction::Pack2x16float, pair);
        Ok(self.emit(packed, site.span, site.out))
    }

    /// The low and the high word of 64 bits.
    fn split(&mut self, value: Value, from: ScalarType, site: &mut Site<'_>) -> [Value; 2] {
        let bits = self.reinterpret(value, from, ScalarType::U64, site);
        let low = self.literal(naga::Literal::U64(u64::from(u32::MAX)), site);
        let low = self.binary(naga::BinaryOperator::And, bits, low, site.span, site.out);
        let amount = self.literal(naga::Literal::U32(u32::BITS), site);
        let shift = naga::BinaryOperator::ShiftRight;
        let high = self.binary(shift, bits, amount, site.span, site.out);
        [low, high].map(|word| self.emit(as_scalar(word, ScalarType::U32), site.span, site.out))
    }

    /// The value of the node's type with these words.
    fn made_of_words(
        &mut self,
        words: &[Value],
        site: &mut Site<'_>,
    ) -> Result<naga::Expression, Diagnostic> {
        let scalar = target(site.node)?;
        let (parts, made) = match scalar.size() {
            2 => {
                let mut halves = Vec::new();
                for word in words {
                    halves.extend(self.unpack_halves(*word, site));
                }
                (halves, scalar)
            }
            8 => {
                let wide = words.chunks(2).map(|pair| self.join(pair, site));
                (wide.collect(), ScalarType::U64)
            }
            _ => (words.to_vec(), ScalarType::U32),
        };
        if let [part] = parts[..] {
            return Ok(same_width(part, scalar));
        }
        let parts = parts
            .into_iter()
            .map(|part| self.reinterpret(part, made, scalar, site))
            .collect();
        self.vector(parts, scalar, site)
    }

    /// The two halves of a word.
    fn unpack_halves(&mut self, word: Value, site: &mut Site<'_>) -> [Value; 2] {
        let pair = math(naga::MathFunction::Unpack2x16float, word);
        let pair = self.emit(pair, site.span, site.out);
        [0, 1].map(|index| {
            let wide = self.component(pair, index, site.span, site.out);
            self.emit(as_scalar(wide, ScalarType::F16), site.span, site.out)
        })
    }

    /// The 64 bits of a low and a high word.
    fn join(&mut self, words: &[Value], site: &mut Site<'_>) -> Value {
        let wide: Vec<Value> = words
            .iter()
            .map(|word| self.emit(as_scalar(*word, ScalarType::U64), site.span, site.out))
            .collect();
        let amount = self.literal(naga::Literal::U32(u32::BITS), site);
        let (low, high) = (wide[0], wide[wide.len() - 1]);
        let shift = naga::BinaryOperator::ShiftLeft;
        let high = self.binary(shift, high, amount, site.span, site.out);
        let or = naga::BinaryOperator::InclusiveOr;
        self.binary(or, low, high, site.span, site.out)
    }

    /// A vector of `parts`.
    fn vector(
        &mut self,
        parts: Vec<Value>,
        scalar: ScalarType,
        site: &mut Site<'_>,
    ) -> Result<naga::Expression, Diagnostic> {
        let size = match parts[..] {
            [_, _] => VectorSize::Two,
            [_, _, _] => VectorSize::Three,
            [_, _, _, _] => VectorSize::Four,
            _ => return Err(composite(site.node)),
        };
        let ty = Type::Vector(size, scalar);
        Ok(naga::Expression::Compose {
            ty: self.context.intern(&ty, site.node.at)?,
            components: parts,
        })
    }

    fn literal(&mut self, literal: naga::Literal, site: &Site<'_>) -> Value {
        self.constant(naga::Expression::Literal(literal), site.span)
    }
}

/// The bits of `expr` as a scalar of the same width, or a vector of them.
fn same_width(expr: Value, scalar: ScalarType) -> naga::Expression {
    naga::Expression::As {
        expr,
        kind: types::scalar(scalar).kind,
        convert: None,
    }
}

fn math(fun: naga::MathFunction, arg: Value) -> naga::Expression {
    naga::Expression::Math {
        fun,
        arg,
        arg1: None,
        arg2: None,
        arg3: None,
    }
}

fn composite(node: &Node) -> Diagnostic {
    super::internal_fault("a bitcast of a composite", node.at)
}
