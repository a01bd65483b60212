//! Conversions by value. Bitcasts are in `bitcast`.
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

/// Where the parts of a conversion go.
struct Site<'b> {
    out: &'b mut naga::Block,
    span: naga::Span,
    /// Of a vector.
    size: Option<naga::VectorSize>,
}

impl BodyLowering<'_, '_> {
    /// `operand` converted by value to the type of `node`.
    pub(super) fn convert(
        &mut self,
        operand: NodeId,
        node: &Node,
        out: &mut naga::Block,
    ) -> Result<naga::Expression, Diagnostic> {
        let value = self.value(operand, node.at)?;
        let scalar = target(node)?;
        let Some(from) = self.body.nodes[operand].ty.scalar() else {
            return Err(super::internal_fault(
                "a conversion of a composite",
                node.at,
            ));
        };
        if !(from.is_float() && scalar.is_integer()) {
            return Ok(as_scalar(value, scalar));
        }
        let size = match &node.ty {
            Type::Vector(size, _) => Some(types::vector_size(*size)),
            Type::Scalar(_)
            | Type::Matrix { .. }
            | Type::Atomic(_)
            | Type::Array(_)
            | Type::Struct(_) => None,
        };
        let span = self.context.sources.span(node.at);
        Ok(self.saturate(value, from, scalar, &mut Site { out, span, size }))
    }

    fn saturate(
        &mut self,
        value: Value,
        from: ScalarType,
        to: ScalarType,
        site: &mut Site<'_>,
    ) -> naga::Expression {
        let target = types::scalar(to);
        let (_, largest) = naga::proc::min_max_float_representable_by(types::scalar(from), target);
        let largest = self.everywhere(largest, site);
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
            ScalarType::I64 => naga::Literal::I64(0),
            ScalarType::U64 => naga::Literal::U64(0),
            ScalarType::U32
            | ScalarType::Bool
            | ScalarType::F16
            | ScalarType::F32
            | ScalarType::F64 => naga::Literal::U32(0),
        };
        let zero = self.everywhere(zero, site);
        let condition = self.is_nan(value, from, site);
        naga::Expression::Select {
            condition,
            accept: zero,
            reject: converted,
        }
    }

    /// By the bits of an `f32`, which is NaN where the value is: compilers may take it
    /// that no float is NaN.
    fn is_nan(&mut self, value: Value, from: ScalarType, site: &mut Site<'_>) -> Value {
        let value = match from == ScalarType::F32 {
            true => value,
            false => self.emit(as_scalar(value, ScalarType::F32), site.span, site.out),
        };
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

pub(super) fn as_scalar(expr: Value, scalar: ScalarType) -> naga::Expression {
    let naga::Scalar { kind, width } = types::scalar(scalar);
    naga::Expression::As {
        expr,
        kind,
        convert: Some(width),
    }
}

pub(super) fn target(node: &Node) -> Result<ScalarType, Diagnostic> {
    let composite = || super::internal_fault("a conversion to a composite", node.at);
    node.ty.scalar().ok_or_else(composite)
}
