//! What `*` multiplies: numbers and vectors, and matrices with scalars, vectors and
//! matrices of fitting shapes.

use std::ops::Mul;

use half::f16;

use super::node::{IntoNode, Node};
use super::operators::{Operand, binary, literal_on_the_left};
use crate::graph::BinaryOperator;
use crate::types::families::for_each_matrix_family;
use crate::types::*;

/// What can stand on the right of a `*` whose left is a `T`. A matrix takes its scalar, a
/// vector with a component for each of its columns, and a matrix with a row for each of
/// its columns; a vector takes a matrix with a row for each of its components.
#[diagnostic::on_unimplemented(
    message = "a `{T}` cannot be multiplied by `{Self}`",
    label = "does not fit on the right of a `{T}`",
    note = "a variable or a place in memory is an address: read its value with `.load()`",
    note = "a matrix takes a vector with as many components, or a matrix with as many rows, as it has columns",
    note = "a value of another type is converted by name: `x as u32` in natural Rust, `.to_u32()`, `.to_i32()`, `.to_f32()` .."
)]
pub trait Factor<T: Value> {
    /// This operand's own type.
    type Own: Value;
    /// The type of the product.
    type Output: Value;

    /// The operand as a node.
    #[track_caller]
    fn operand(self) -> Node<Self::Own>;
}

impl<T: Numeric, R: Operand<T>> Factor<T> for R {
    type Own = R::Own;
    type Output = R::Output;

    #[track_caller]
    fn operand(self) -> Node<R::Own> {
        Operand::operand(self)
    }
}

/// Each row: left * right = product; the right as a node, or a Rust value in brackets.
macro_rules! products {
    ($($left:ident * $right:ident = $product:ident;)*) => {$(
        impl Factor<$left> for Node<$right> {
            type Own = $right;
            type Output = $product;

            fn operand(self) -> Node<$right> {
                self
            }
        }
    )*};
}

macro_rules! literal_factors {
    ($($left:ident * [$literal:ident as $right:ident] = $product:ident;)*) => {$(
        impl Factor<$left> for $literal {
            type Own = $right;
            type Output = $product;

            #[track_caller]
            fn operand(self) -> Node<$right> {
                self.into_node()
            }
        }
    )*};
}

/// A matrix of columns and rows, with its vectors.
macro_rules! with_vectors {
    ($($matrix:ident of $scalar:ident: $column:ident by $row:ident;)*) => {
        products! { $(
            $matrix * $scalar = $matrix;
            $scalar * $matrix = $matrix;
            $matrix * $row = $column;
            $column * $matrix = $row;
        )* }
        literal_factors! { $(
            $matrix * [$scalar as $scalar] = $matrix;
            $matrix * [$row as $row] = $column;
        )* }
        $(
            impl Operand<$matrix> for $matrix {
                type Own = $matrix;
                type Output = $matrix;

                #[track_caller]
                fn operand(self) -> Node<$matrix> {
                    self.into_node()
                }
            }
        )*
    };
}

macro_rules! families {
    ($($scalar:ident $variant:ident $word:literal ($two:ident $three:ident $four:ident):
       ($m22:ident $f22:ident, $m23:ident $f23:ident, $m24:ident $f24:ident)
       ($m32:ident $f32:ident, $m33:ident $f33:ident, $m34:ident $f34:ident)
       ($m42:ident $f42:ident, $m43:ident $f43:ident, $m44:ident $f44:ident);)*) => {$(
        with_vectors! {
            $m22 of $scalar: $two by $two;
            $m23 of $scalar: $three by $two;
            $m24 of $scalar: $four by $two;
            $m32 of $scalar: $two by $three;
            $m33 of $scalar: $three by $three;
            $m34 of $scalar: $four by $three;
            $m42 of $scalar: $two by $four;
            $m43 of $scalar: $three by $four;
            $m44 of $scalar: $four by $four;
        }
        products! {
            $m22 * $m22 = $m22; $m22 * $m32 = $m32; $m22 * $m42 = $m42;
            $m23 * $m22 = $m23; $m23 * $m32 = $m33; $m23 * $m42 = $m43;
            $m24 * $m22 = $m24; $m24 * $m32 = $m34; $m24 * $m42 = $m44;
            $m32 * $m23 = $m22; $m32 * $m33 = $m32; $m32 * $m43 = $m42;
            $m33 * $m23 = $m23; $m33 * $m33 = $m33; $m33 * $m43 = $m43;
            $m34 * $m23 = $m24; $m34 * $m33 = $m34; $m34 * $m43 = $m44;
            $m42 * $m24 = $m22; $m42 * $m34 = $m32; $m42 * $m44 = $m42;
            $m43 * $m24 = $m23; $m43 * $m34 = $m33; $m43 * $m44 = $m43;
            $m44 * $m24 = $m24; $m44 * $m34 = $m34; $m44 * $m44 = $m44;
        }
        literal_on_the_left!(Mul mul Multiply: $scalar as $scalar:
            $m22, $m23, $m24, $m32, $m33, $m34, $m42, $m43, $m44;);
    )*};
}

for_each_matrix_family!(families);

/// The literals of an `f16` are Rust's of an `f32`.
macro_rules! literals_of_halves {
    ($($matrix:ident),*) => {
        literal_factors! { $($matrix * [f32 as f16] = $matrix;)* }
        literal_on_the_left!(Mul mul Multiply: f32 as f16: $($matrix),*;);
    };
}

literals_of_halves!(
    HMat2, HMat2x3, HMat2x4, HMat3x2, HMat3, HMat3x4, HMat4x2, HMat4x3, HMat4
);
