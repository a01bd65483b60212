//! Conversions and bitcasts.
//!
//! Where WGSL leaves a conversion open, or compilers differ in it, the text says
//! what is meant: a float past the integers saturates at the largest float that is
//! one, as the WGSL specification has it, and NaN, of which it says nothing, gives 0.

use super::body::{BodyLowering, Value};
use super::types;
use crate::diagnostic::Diagnostic;
use crate::graph::{Node, NodeId};
use crate::types::{ScalarType, Type};

/// All bits of a float but the sign.
const MAGNITUDE: u32 = 0x7FFF_FFFF;
/// The magnitude of infinity: what is above is NaN.
const INFINITY: u32 = 0x7F80_0000;
/// The largest `f32` that is an `i32`, 2^31 - 128.
const LARGEST_I32: f32 = 2_147_483_520.0;
/// The largest `f32` that is a `u32`, 2^32 - 256.
const LARGEST_U32: f32 = 4_294_967_040.0;

/// Where the parts of a conversion go.
struct Site<'b> {
    out: &'b mut naga::Block,
    span: naga::Span,
    /// Of a vector.
    size: Option<naga::VectorSize>,
}

impl BodyLowering<'_, '_> {
    /// `operand` with the same bits, as the type of `node`.
    pub(super) fn bitcast(
        &mut self,
        operand: NodeId,
        node: &Node,
    ) -> Result<naga::Expression, Diagnostic> {
        let expr = self.value(operand, node.at)?;
        let kind = types::scalar(target(node)?).kind;
        Ok(naga::Expression::As {
            expr,
            kind,
            convert: None,
        })
    }

    /// `operand` converted by value to the type of `node`.
    pub(super) fn convert(
        &mut self,
        operand: NodeId,
        node: &Node,
        out: &mut naga::Block,
    ) -> Result<naga::Expression, Diagnostic> {
        let value = self.value(operand, node.at)?;
        let scalar = target(node)?;
        let from = self.body.nodes[operand].ty.scalar();
        let largest = match (from, scalar) {
            (Some(ScalarType::F32), ScalarType::I32) => LARGEST_I32,
            (Some(ScalarType::F32), ScalarType::U32) => LARGEST_U32,
            _ => return Ok(as_scalar(value, scalar)),
        };
        let size = match &node.ty {
            Type::Vector(size, _) => Some(types::vector_size(*size)),
            Type::Scalar(_) | Type::Array(_) | Type::Struct(_) => None,
        };
        let span = self.context.sources.span(node.at);
        Ok(self.saturate(value, scalar, largest, &mut Site { out, span, size }))
    }

    fn saturate(
        &mut self,
        value: Value,
        to: ScalarType,
        largest: f32,
        site: &mut Site<'_>,
    ) -> naga::Expression {
        let largest = self.everywhere(naga::Literal::F32(largest), site);
        let confined = naga::Expression::Math {
            fun: naga::MathFunction::Min,
            arg: value,
            arg1: Some(largest),
            arg2: None,
            arg3: None,
        };
        let confined = self.emit(confined, site.span, site.out);
        let converted = self.emit(as_scalar(confined, to), site.span, site.out);
        let zero = match to {
            ScalarType::I32 => naga::Literal::I32(0),
            ScalarType::U32 | ScalarType::Bool | ScalarType::F32 => naga::Literal::U32(0),
        };
        let zero = self.everywhere(zero, site);
        let condition = self.is_nan(value, site);
        naga::Expression::Select {
            condition,
            accept: zero,
            reject: converted,
        }
    }

    /// By the bits: compilers may take it that no float is NaN.
    fn is_nan(&mut self, value: Value, site: &mut Site<'_>) -> Value {
        let bits = naga::Expression::As {
            expr: value,
            kind: naga::ScalarKind::Uint,
            convert: None,
        };
        let bits = self.emit(bits, site.span, site.out);
        let mask = self.everywhere(naga::Literal::U32(MAGNITUDE), site);
        let magnitude = self.binary(naga::BinaryOperator::And, bits, mask, site.span, site.out);
        let infinity = self.everywhere(naga::Literal::U32(INFINITY), site);
        self.binary(
            naga::BinaryOperator::Greater,
            magnitude,
            infinity,
            site.span,
            site.out,
        )
    }

    /// A constant, in each component of a vector.
    fn everywhere(&mut self, literal: naga::Literal, site: &mut Site<'_>) -> Value {
        let value = self.constant(naga::Expression::Literal(literal), site.span);
        match site.size {
            Some(size) => self.emit(naga::Expression::Splat { size, value }, site.span, site.out),
            None => value,
        }
    }
}

fn as_scalar(expr: Value, scalar: ScalarType) -> naga::Expression {
    let naga::Scalar { kind, width } = types::scalar(scalar);
    naga::Expression::As {
        expr,
        kind,
        convert: Some(width),
    }
}

fn target(node: &Node) -> Result<ScalarType, Diagnostic> {
    let composite = || super::internal_fault("a conversion to a composite", node.at);
    node.ty.scalar().ok_or_else(composite)
}
