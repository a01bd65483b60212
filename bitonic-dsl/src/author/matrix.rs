//! Making matrices: from columns, and square ones from a diagonal.

use super::literal::{one, zero};
use super::node::{IntoNode, Node};
use super::vector::splat;
use crate::graph::NodeKind;
use crate::types::families::for_each_matrix_family;
use crate::types::*;

macro_rules! constructor {
    ($function:ident: $matrix:ident of $column:ident ($($argument:ident),*)) => {
        #[must_use = "a value that nothing uses leaves no trace in the shader"]
        #[doc = concat!("A matrix of these columns, a `", stringify!($matrix), "`.")]
        #[track_caller]
        pub fn $function($($argument: impl IntoNode<$column>),*) -> Node<$matrix> {
            let parts = vec![$($argument.into_node().operand()),*];
            Node::make(NodeKind::Compose(parts))
        }
    };
}

macro_rules! constructors {
    ($($scalar:ident $variant:ident $word:literal ($two:ident $three:ident $four:ident):
       ($m22:ident $f22:ident, $m23:ident $f23:ident, $m24:ident $f24:ident)
       ($m32:ident $f32:ident, $m33:ident $f33:ident, $m34:ident $f34:ident)
       ($m42:ident $f42:ident, $m43:ident $f43:ident, $m44:ident $f44:ident);)*) => {$(
        constructor! { $f22: $m22 of $two (x, y) }
        constructor! { $f23: $m23 of $three (x, y) }
        constructor! { $f24: $m24 of $four (x, y) }
        constructor! { $f32: $m32 of $two (x, y, z) }
        constructor! { $f33: $m33 of $three (x, y, z) }
        constructor! { $f34: $m34 of $four (x, y, z) }
        constructor! { $f42: $m42 of $two (x, y, z, w) }
        constructor! { $f43: $m43 of $three (x, y, z, w) }
        constructor! { $f44: $m44 of $four (x, y, z, w) }
    )*};
}

for_each_matrix_family!(constructors);

/// The square matrix with `values` from its upper left to its lower right, and zeros.
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn diagonal<M: SquareMatrix>(values: impl IntoNode<M::Column>) -> Node<M> {
    let values = values.into_node();
    let zero = zero::<M::Scalar>();
    let count = <M::Column as ShaderType>::ty().components().unwrap_or(0) as u8;
    let mut columns = Vec::new();
    for column in 0..count {
        let value = Node::<M::Scalar>::make(NodeKind::Swizzle(values.operand(), vec![column]));
        let parts = (0..count).map(|row| if row == column { value } else { zero });
        let mut operands = Vec::new();
        for part in parts {
            operands.push(part.operand());
        }
        columns.push(Node::<M::Column>::make(NodeKind::Compose(operands)).operand());
    }
    Node::make(NodeKind::Compose(columns))
}

/// The square matrix that leaves every vector as it is.
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn identity<M: SquareMatrix>() -> Node<M>
where
    <M::Column as Comparable>::Component: Scalar,
{
    diagonal(splat::<M::Column>(one()))
}
