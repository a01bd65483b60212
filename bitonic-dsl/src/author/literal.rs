//! Rust values as values of the shader: numbers, and the host's vectors and matrices.

use half::f16;

use super::node::{IntoNode, Node};
use super::place::Var;
use super::recorder;
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{Literal, NodeKind};
use crate::types::families::{for_each_matrix_family, for_each_numeric_family};
use crate::types::*;

/// A Rust value of a type that the shader has.
pub trait HostValue: IntoNode<Self> + Value {
    /// A variable that holds this value: [`Node::to_var`] for Rust values.
    #[track_caller]
    fn to_var(self, name: &str) -> Var<Self> {
        self.into_node().to_var(name)
    }

    /// This value under a name: [`Node::to_const`] for Rust values.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    fn to_const(self, name: &str) -> Node<Self> {
        self.into_node().to_const(name)
    }
}

impl<T: IntoNode<T> + Value> HostValue for T {}

macro_rules! literals {
    ($($ty:ident $variant:ident),*) => {$(
        impl IntoNode<$ty> for $ty {
            #[track_caller]
            fn into_node(self) -> Node<$ty> {
                Node::make(NodeKind::Literal(Literal::$variant(self)))
            }
        }
    )*};
}

literals!(bool Bool, u32 U32, i32 I32, u64 U64, i64 I64);

macro_rules! float_literals {
    ($($ty:ident $variant:ident),*) => {$(
        impl IntoNode<$ty> for $ty {
            #[track_caller]
            fn into_node(self) -> Node<$ty> {
                if !self.is_finite() {
                    refuse(self, "the shading language has literals for finite floats only");
                }
                Node::make(NodeKind::Literal(Literal::$variant(self.to_bits())))
            }
        }
    )*};
}

float_literals!(f16 F16, f32 F32, f64 F64);

/// The nearest `f16`.
impl IntoNode<f16> for f32 {
    #[track_caller]
    fn into_node(self) -> Node<f16> {
        let nearest = f16::from_f32(self);
        if self.is_finite() && !nearest.is_finite() {
            refuse(self, "the largest `f16` is 65504");
            return Node::make(NodeKind::Poison);
        }
        nearest.into_node()
    }
}

#[track_caller]
fn refuse(value: impl std::fmt::Display, caption: &str) {
    recorder::fault(
        Diagnostic::new(
            format!("`{value}` cannot be written as a literal"),
            SourceLocation::caller(),
        )
        .caption(caption)
        .help("pass it in a parameter or a buffer"),
    );
}

macro_rules! vector_literals {
    ($scalar:ident: $($vector:ident { $($field:ident),* })*) => {$(
        impl IntoNode<$vector> for $vector {
            #[track_caller]
            fn into_node(self) -> Node<$vector> {
                let parts = vec![$(IntoNode::<$scalar>::into_node(self.$field).operand()),*];
                Node::make(NodeKind::Compose(parts))
            }
        }
    )*};
}

macro_rules! numeric_vector_literals {
    ($($scalar:ident $variant:ident $bits:literal $word:literal:
       $two:ident $make_two:ident $two_bits:literal,
       $three:ident $make_three:ident $three_bits:literal,
       $four:ident $make_four:ident $four_bits:literal;)*) => {$(
        vector_literals! { $scalar: $two { x, y } $three { x, y, z } $four { x, y, z, w } }
    )*};
}

for_each_numeric_family!(numeric_vector_literals);
vector_literals! { bool: BVec2 { x, y } BVec3 { x, y, z } BVec4 { x, y, z, w } }

macro_rules! matrix_literals {
    ($($scalar:ident $variant:ident $word:literal $vectors:tt:
       $(($($matrix:ident $make:ident),*))*;)*) => {
        $($($(
            impl IntoNode<$matrix> for $matrix {
                #[track_caller]
                fn into_node(self) -> Node<$matrix> {
                    let mut parts = Vec::with_capacity(self.columns.len());
                    for column in self.columns {
                        parts.push(column.into_node().operand());
                    }
                    Node::make(NodeKind::Compose(parts))
                }
            }
        )*)*)*
    };
}

for_each_matrix_family!(matrix_literals);

/// The one of a type.
#[track_caller]
pub(super) fn one<S: Scalar>() -> Node<S> {
    let literal = match S::ty().scalar() {
        Some(ScalarType::I32) => Literal::I32(1),
        Some(ScalarType::I64) => Literal::I64(1),
        Some(ScalarType::U64) => Literal::U64(1),
        Some(ScalarType::F16) => Literal::F16(f16::ONE.to_bits()),
        Some(ScalarType::F32) => Literal::F32(1_f32.to_bits()),
        Some(ScalarType::F64) => Literal::F64(1_f64.to_bits()),
        Some(ScalarType::U32 | ScalarType::Bool) | None => Literal::U32(1),
    };
    Node::make(NodeKind::Literal(literal))
}

/// The zero value of `T`: `false`, 0, and composites of zeros.
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn zero<T: Value>() -> Node<T> {
    Node::make(NodeKind::Zero)
}
