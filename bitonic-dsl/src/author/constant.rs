//! Values of the host in the text of the shader: constants, which may be tables to look
//! things up in, and what private variables start with.

use std::sync::Arc;

use half::f16;

use super::node::Node;
use super::recorder;
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{Constant, ConstantValue, Literal, NodeKind};
use crate::types::{HostShareable, Layout, ScalarType, Type, Value};

/// A constant of module scope, `const name = value;`: a number, a vector, a matrix, a
/// structure, or an array, which is a table to look things up in by an index that may be
/// found at run time. Equal constants are one.
///
/// Floats must be finite. A table of `bool` is one of `u32` that are 0 or 1.
///
/// ```
/// use bitonic_dsl::*;
///
/// let digits = kernel("digits").build(|k| {
///     let out = k.storage_mut::<u32>("out");
///     let powers = constant("powers", [1u32, 10, 100, 1000]);
///     let i = instance_index();
///     out.element(i).assign(i / powers.element(i % 4));
/// })?;
/// let text = digits.wgsl(Dialect::Browser)?;
/// assert!(text.contains("const powers = array<u32, 4>(1u, 10u, 100u, 1000u);"));
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn constant<T: Value + HostShareable>(name: &str, value: T) -> Node<T> {
    let constant = Constant {
        name: name.to_owned(),
        ty: T::ty(),
        value: constant_value(&value),
    };
    Node::make(NodeKind::Constant(Arc::new(constant)))
}

/// `value` as data. What the shading language has no constant for is a fault.
#[track_caller]
pub(super) fn constant_value<T: HostShareable>(value: &T) -> ConstantValue {
    let ty = T::ty();
    let mut bytes = vec![0; Layout::of(&ty).size as usize];
    value.write(&mut bytes);
    let read = read(&ty, &bytes);
    let mut refused = None;
    read.for_each_scalar(&mut |literal| refused = refused.or(literal.not_finite()));
    if let Some(refused) = refused {
        recorder::fault(
            Diagnostic::new(
                format!("`{refused}` cannot be written as a constant"),
                SourceLocation::caller(),
            )
            .caption("the shading language has constants for finite floats only")
            .help("pass it in a parameter or a buffer"),
        );
    }
    read
}

/// The `ty` that lies in `bytes`.
fn read(ty: &Type, bytes: &[u8]) -> ConstantValue {
    let row = |part: &Type, count: u32| {
        let layout = Layout::of(part);
        let places = bytes.chunks(layout.stride() as usize).take(count as usize);
        let parts = places.map(|place| read(part, &place[..layout.size as usize]));
        ConstantValue::Composite(parts.collect())
    };
    match ty {
        Type::Scalar(scalar) | Type::Atomic(scalar) => {
            ConstantValue::Scalar(read_scalar(*scalar, bytes))
        }
        Type::Vector(size, scalar) => row(&Type::Scalar(*scalar), size.count()),
        Type::Matrix {
            columns,
            rows,
            scalar,
        } => row(&Type::Vector(*rows, *scalar), columns.count()),
        Type::Array(array) => row(&array.element, array.length.unwrap_or(0)),
        Type::Struct(structure) => {
            let fields = structure.fields.iter().map(|field| {
                let start = field.offset as usize;
                let size = Layout::of(&field.ty).size as usize;
                read(&field.ty, &bytes[start..start + size])
            });
            ConstantValue::Composite(fields.collect())
        }
    }
}

fn read_scalar(scalar: ScalarType, bytes: &[u8]) -> Literal {
    match scalar {
        ScalarType::Bool => Literal::Bool(u32::read(bytes) != 0),
        ScalarType::I32 => Literal::I32(i32::read(bytes)),
        ScalarType::U32 => Literal::U32(u32::read(bytes)),
        ScalarType::I64 => Literal::I64(i64::read(bytes)),
        ScalarType::U64 => Literal::U64(u64::read(bytes)),
        ScalarType::F16 => Literal::F16(f16::read(bytes).to_bits()),
        ScalarType::F32 => Literal::F32(f32::read(bytes).to_bits()),
        ScalarType::F64 => Literal::F64(f64::read(bytes).to_bits()),
    }
}
