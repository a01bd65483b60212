//! Operators, comparisons and conversions of nodes.

use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Rem, Shl, Shr, Sub};

use super::node::{IntoNode, Node};
use crate::graph::{BinaryOperator, NodeKind, UnaryOperator};
use crate::types::{
    Bitwise, Comparable, IVec2, IVec3, IVec4, Integer, Numeric, SameBits, Signed, UVec2, UVec3,
    UVec4, Value, Vec2, Vec3, Vec4,
};

/// What can stand on the right of an arithmetic operator whose left is a `T`: a
/// value of the same type, or the scalar of a vector beside that vector.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an operand beside a `{T}`",
    label = "expected a value of type `{T}`",
    note = "a variable or a place in memory is an address: read its value with `.load()`",
    note = "a value of another type is converted by name: `.to_u32()`, `.to_i32()`, `.to_f32()`",
    note = "a Rust value must be of exactly the type: `2.0`, `2_u32`, `n as u32`"
)]
pub trait Operand<T: Value> {
    /// This operand's own type.
    type Own: Value;
    /// The type of the result.
    type Output: Value;

    /// The operand as a node.
    #[track_caller]
    fn operand(self) -> Node<Self::Own>;
}

impl<T: Value> Operand<T> for Node<T> {
    type Own = T;
    type Output = T;

    fn operand(self) -> Node<T> {
        self
    }
}

macro_rules! operand_through_into_node {
    ($([$($generics:tt)*] $own:ty, $operand:ty, $beside:ty => $output:ty;)*) => {$(
        impl<$($generics)*> Operand<$beside> for $operand {
            type Own = $own;
            type Output = $output;

            #[track_caller]
            fn operand(self) -> Node<$own> {
                self.into_node()
            }
        }
    )*};
}

operand_through_into_node! {
    [] u32, u32, u32 => u32;
    [] i32, i32, i32 => i32;
    [] f32, f32, f32 => f32;
}

macro_rules! mixed_operands {
    ($($scalar:ty: $($vector:ty),*;)*) => {$($(
        operand_through_into_node! {
            [] $vector, $vector, $vector => $vector;
            [] $scalar, $scalar, $vector => $vector;
            [] $scalar, Node<$scalar>, $vector => $vector;
            [] $vector, Node<$vector>, $scalar => $vector;
        }
    )*)*};
}

mixed_operands! {
    u32: UVec2, UVec3, UVec4;
    i32: IVec2, IVec3, IVec4;
    f32: Vec2, Vec3, Vec4;
}

#[track_caller]
pub(super) fn binary<L: Value, R: Value, T: Value>(
    operator: BinaryOperator,
    lhs: Node<L>,
    rhs: Node<R>,
) -> Node<T> {
    Node::make(NodeKind::Binary(operator, lhs.operand(), rhs.operand()))
}

#[track_caller]
fn unary<T: Value>(operator: UnaryOperator, operand: Node<T>) -> Node<T> {
    Node::make(NodeKind::Unary(operator, operand.operand()))
}

macro_rules! arithmetic {
    ($($trait:ident $method:ident $operator:ident;)*) => {$(
        impl<T: Numeric, R: Operand<T>> $trait<R> for Node<T> {
            type Output = Node<R::Output>;

            #[track_caller]
            fn $method(self, rhs: R) -> Self::Output {
                binary(BinaryOperator::$operator, self, rhs.operand())
            }
        }

        literal_on_the_left!($trait $method $operator:
            u32: u32, UVec2, UVec3, UVec4;
            i32: i32, IVec2, IVec3, IVec4;
            f32: f32, Vec2, Vec3, Vec4;
        );
    )*};
}

macro_rules! literal_on_the_left {
    ($trait:ident $method:ident $operator:ident: $($scalar:ty: $($other:ty),*;)*) => {$($(
        impl $trait<Node<$other>> for $scalar {
            type Output = Node<$other>;

            #[track_caller]
            fn $method(self, rhs: Node<$other>) -> Node<$other> {
                binary(BinaryOperator::$operator, self.into_node(), rhs)
            }
        }
    )*)*};
}

arithmetic! {
    Add add Add;
    Sub sub Subtract;
    Mul mul Multiply;
    Div div Divide;
    Rem rem Remainder;
}

macro_rules! shift {
    ($($trait:ident $method:ident $operator:ident;)*) => {$(
        impl<T: Integer, R: IntoNode<T::Unsigned>> $trait<R> for Node<T> {
            type Output = Node<T>;

            #[track_caller]
            fn $method(self, rhs: R) -> Node<T> {
                binary(BinaryOperator::$operator, self, rhs.into_node())
            }
        }

        literal_on_the_left!($trait $method $operator: u32: u32;);
    )*};
}

shift! {
    Shl shl ShiftLeft;
    Shr shr ShiftRight;
}

macro_rules! bitwise {
    ($($trait:ident $method:ident $operator:ident $logical:ident;)*) => {$(
        impl<T: Bitwise, R: IntoNode<T>> $trait<R> for Node<T> {
            type Output = Node<T>;

            #[track_caller]
            fn $method(self, rhs: R) -> Node<T> {
                let operator = if T::LOGICAL {
                    BinaryOperator::$logical
                } else {
                    BinaryOperator::$operator
                };
                binary(operator, self, rhs.into_node())
            }
        }

        literal_on_the_left!($trait $method $operator: u32: u32; i32: i32;);
    )*};
}

bitwise! {
    BitAnd bitand And LogicalAnd;
    BitOr bitor Or LogicalOr;
}

impl<T: Integer, R: IntoNode<T>> BitXor<R> for Node<T> {
    type Output = Node<T>;

    #[track_caller]
    fn bitxor(self, rhs: R) -> Node<T> {
        binary(BinaryOperator::Xor, self, rhs.into_node())
    }
}

literal_on_the_left!(BitXor bitxor Xor: u32: u32; i32: i32;);

impl<T: Signed> Neg for Node<T> {
    type Output = Node<T>;

    #[track_caller]
    fn neg(self) -> Node<T> {
        unary(UnaryOperator::Negate, self)
    }
}

impl<T: Bitwise> Not for Node<T> {
    type Output = Node<T>;

    #[track_caller]
    fn not(self) -> Node<T> {
        let operator = if T::LOGICAL {
            UnaryOperator::LogicalNot
        } else {
            UnaryOperator::BitwiseNot
        };
        unary(operator, self)
    }
}

macro_rules! comparisons {
    ($bound:ident: $($(#[$doc:meta])* $method:ident $operator:ident;)*) => {
        impl<T: $bound> Node<T> {
            $(
                $(#[$doc])*
                #[track_caller]
                pub fn $method(self, rhs: impl IntoNode<T>) -> Node<T::Bool> {
                    binary(BinaryOperator::$operator, self, rhs.into_node())
                }
            )*
        }
    };
}

comparisons! { Numeric:
    /// `self < rhs`, for each component. False where a float is NaN.
    lt Less;
    /// `self <= rhs`, for each component. False where a float is NaN.
    le LessEqual;
    /// `self > rhs`, for each component. False where a float is NaN.
    gt Greater;
    /// `self >= rhs`, for each component. False where a float is NaN.
    ge GreaterEqual;
}

comparisons! { Comparable:
    /// `self == rhs`, for each component. False where a float is NaN.
    eq Equal;
    /// `self != rhs`, for each component. True where a float is NaN.
    ne NotEqual;
}

impl Node<bool> {
    /// Whether both hold. Both are evaluated; `&` says the same.
    #[track_caller]
    pub fn and(self, rhs: impl IntoNode<bool>) -> Node<bool> {
        self & rhs
    }

    /// Whether one of both holds. Both are evaluated; `|` says the same.
    #[track_caller]
    pub fn or(self, rhs: impl IntoNode<bool>) -> Node<bool> {
        self | rhs
    }
}

impl<T: Comparable> Node<T> {
    /// Each component as a `u32`. A float is truncated and saturates, NaN gives 0; an
    /// `i32` keeps its bits; `true` is 1.
    #[track_caller]
    pub fn to_u32(self) -> Node<T::Unsigned> {
        Node::make(NodeKind::Convert(self.operand()))
    }

    /// Each component as an `i32`. A float is truncated and saturates, NaN gives 0; a
    /// `u32` keeps its bits; `true` is 1.
    #[track_caller]
    pub fn to_i32(self) -> Node<T::SignedInteger> {
        Node::make(NodeKind::Convert(self.operand()))
    }

    /// Each component as an `f32`, the nearest one.
    #[track_caller]
    pub fn to_f32(self) -> Node<T::Float> {
        Node::make(NodeKind::Convert(self.operand()))
    }

    /// Whether each component is other than zero.
    #[track_caller]
    pub fn to_bool(self) -> Node<T::Bool> {
        Node::make(NodeKind::Convert(self.operand()))
    }

    /// The same bits read as `U`, a type of the same shape.
    #[track_caller]
    pub fn bitcast<U>(self) -> Node<U>
    where
        T: Numeric,
        U: Numeric + SameBits<Bits = T::Bits>,
    {
        Node::make(NodeKind::Bitcast(self.operand()))
    }
}
