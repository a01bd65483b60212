//! Constants of module scope, and the values that variables of it start with.

use std::sync::Arc;

use super::context::Context;
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{Constant, ConstantValue, Literal};
use crate::types::{Type, VectorSize};

type Global = naga::Handle<naga::Expression>;

impl Context<'_> {
    /// The constant of the module for `constant`; equal ones are one.
    pub(super) fn constant(
        &mut self,
        constant: &Arc<Constant>,
        at: SourceLocation,
    ) -> Result<naga::Handle<naga::Constant>, Diagnostic> {
        if let Some(handle) = self.constants.get(constant) {
            return Ok(*handle);
        }
        let lowered = naga::Constant {
            name: Some(constant.name.clone()),
            ty: self.intern(&constant.ty, at)?,
            init: self.global_value(&constant.ty, &constant.value, at)?,
        };
        let span = self.sources.span(at);
        let handle = self.module.constants.append(lowered, span);
        self.constants.insert(Arc::clone(constant), handle);
        Ok(handle)
    }

    /// `value`, a `ty`, as an expression of module scope.
    pub(super) fn global_value(
        &mut self,
        ty: &Type,
        value: &ConstantValue,
        at: SourceLocation,
    ) -> Result<Global, Diagnostic> {
        let expression = match value {
            ConstantValue::Scalar(literal) => literal_expression(*literal),
            ConstantValue::Composite(parts) => {
                let mut components = Vec::with_capacity(parts.len());
                for (index, part) in parts.iter().enumerate() {
                    let part_type = part_type(ty, index)
                        .ok_or_else(|| super::internal_fault("a constant of another type", at))?;
                    components.push(self.global_value(&part_type, part, at)?);
                }
                let ty = self.intern(ty, at)?;
                naga::Expression::Compose { ty, components }
            }
        };
        let span = self.sources.span(at);
        Ok(self.module.global_expressions.append(expression, span))
    }
}

/// The type of part `index` of a composite.
fn part_type(ty: &Type, index: usize) -> Option<Type> {
    let within = |size: VectorSize| index < size.count() as usize;
    match ty {
        Type::Scalar(_) | Type::Atomic(_) => None,
        Type::Vector(size, scalar) => within(*size).then_some(Type::Scalar(*scalar)),
        Type::Matrix {
            columns,
            rows,
            scalar,
        } => within(*columns).then_some(Type::Vector(*rows, *scalar)),
        Type::Array(array) => Some(array.element.clone()),
        Type::Struct(structure) => structure.fields.get(index).map(|field| field.ty.clone()),
    }
}

/// A literal, in whichever arena.
pub(super) fn literal_expression(literal: Literal) -> naga::Expression {
    naga::Expression::Literal(match literal {
        Literal::Bool(value) => naga::Literal::Bool(value),
        Literal::I32(value) => naga::Literal::I32(value),
        Literal::U32(value) => naga::Literal::U32(value),
        Literal::I64(value) => naga::Literal::I64(value),
        Literal::U64(value) => naga::Literal::U64(value),
        Literal::F16(bits) => naga::Literal::F16(half::f16::from_bits(bits)),
        Literal::F32(bits) => naga::Literal::F32(f32::from_bits(bits)),
        Literal::F64(bits) => naga::Literal::F64(f64::from_bits(bits)),
    })
}
