//! Operators and comparisons of nodes. What `*` can do beyond is in `product`,
//! conversions in `convert`.

use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Rem, Shl, Shr, Sub};

use half::f16;

use super::node::{IntoNode, Node};
use super::product::Factor;
use crate::graph::{BinaryOperator, NodeKind, UnaryOperator};
use crate::types::families::for_each_numeric_family;
use crate::types::*;

/// What can stand on the right of an arithmetic operator whose left is a `T`: a
/// value of the same type, or the scalar of a vector beside that vector.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an operand beside a `{T}`",
    label = "expected a value of type `{T}`",
    note = "a variable or a place in memory is an address: read its value with `.load()`",
    note = "a value of another type is converted by name: `x as u32` in natural Rust, `.to_u32()`, `.to_i32()`, `.to_f32()`",
    note = "a Rust value must be of exactly the type: `2.0`, `2_u32`, `n as u32`; one of a generic type `T: HostValue` is made a value by `.into_node()`"
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

macro_rules! numeric_operands {
    ($($scalar:ident $variant:ident $bits:literal $word:literal:
       $two:ident $make_two:ident $two_bits:literal,
       $three:ident $make_three:ident $three_bits:literal,
       $four:ident $make_four:ident $four_bits:literal;)*) => {$(
        operand_through_into_node! { [] $scalar, $scalar, $scalar => $scalar; }
        mixed_operands! { $scalar: $two, $three, $four; }
    )*};
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

for_each_numeric_family!(numeric_operands);

// The literals of an `f16` are Rust's of an `f32`.
operand_through_into_node! {
    [] f16, f32, f16 => f16;
    [] f16, f32, HVec2 => HVec2;
    [] f16, f32, HVec3 => HVec3;
    [] f16, f32, HVec4 => HVec4;
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
    ($($trait:ident $method:ident $operator:ident of $bound:ident by $operand:ident;)*) => {$(
        impl<T: $bound, R: $operand<T>> $trait<R> for Node<T> {
            type Output = Node<R::Output>;

            #[track_caller]
            fn $method(self, rhs: R) -> Self::Output {
                binary(BinaryOperator::$operator, self, rhs.operand())
            }
        }

        numeric_literals_on_the_left! { $trait $method $operator }
    )*};
}

macro_rules! numeric_literals_on_the_left {
    ($trait:ident $method:ident $operator:ident) => {
        literal_on_the_left!($trait $method $operator:
            u32 as u32: u32, UVec2, UVec3, UVec4;
            i32 as i32: i32, IVec2, IVec3, IVec4;
            u64 as u64: u64, U64Vec2, U64Vec3, U64Vec4;
            i64 as i64: i64, I64Vec2, I64Vec3, I64Vec4;
            f16 as f16: f16, HVec2, HVec3, HVec4;
            f32 as f16: f16, HVec2, HVec3, HVec4;
            f32 as f32: f32, Vec2, Vec3, Vec4;
            f64 as f64: f64, DVec2, DVec3, DVec4;
        );
    };
}

macro_rules! literal_on_the_left {
    ($trait:ident $method:ident $operator:ident:
     $($literal:ident as $scalar:ident: $($other:ident),*;)*) => {$($(
        impl $trait<Node<$other>> for $literal {
            type Output = Node<$other>;

            #[track_caller]
            fn $method(self, rhs: Node<$other>) -> Node<$other> {
                let lhs = IntoNode::<$scalar>::into_node(self);
                binary(BinaryOperator::$operator, lhs, rhs)
            }
        }
    )*)*};
}

pub(super) use literal_on_the_left;

arithmetic! {
    Add add Add of Arithmetic by Operand;
    Sub sub Subtract of Arithmetic by Operand;
    Mul mul Multiply of Arithmetic by Factor;
    Div div Divide of Numeric by Operand;
    Rem rem Remainder of Numeric by Operand;
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

        literal_on_the_left!($trait $method $operator: u32 as u32: u32;);
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

        literal_on_the_left!($trait $method $operator:
            u32 as u32: u32; i32 as i32: i32; u64 as u64: u64; i64 as i64: i64;);
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

literal_on_the_left!(BitXor bitxor Xor:
    u32 as u32: u32; i32 as i32: i32; u64 as u64: u64; i64 as i64: i64;);

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
                #[must_use = "a value that nothing uses leaves no trace in the shader"]
                #[track_caller]
                pub fn $method(self, rhs: impl IntoNode<T>) -> Node<T::Bool> {
                    binary(BinaryOperator::$operator, self, rhs.into_node())
                }
            )*
        }
    };
}

comparisons! { Numeric:
    /// `self < rhs`, for each component. False where a float is NaN. A vector is compared with
    /// a vector: [`splat`](crate::splat) and [`zero`](crate::zero) make one of a number, and
    /// [`all`](crate::all) or [`any`](crate::any) one truth of the components'.
    ///
    /// ```
    /// # use bitonic_dsl::*;
    /// # kernel("image").workgroup_size([8, 8]).build(|k| {
    /// # let data = k.storage_mut::<f32>("data");
    /// let size = k.param::<UVec2>("size");
    /// let at = global_invocation_id().xy();
    /// If(all(at.lt(size)), || {
    ///     data.element(at.y() * size.x() + at.x()).assign(1.0);
    /// });
    /// # })?;
    /// # Ok::<(), Error>(())
    /// ```
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
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn and(self, rhs: impl IntoNode<bool>) -> Node<bool> {
        self & rhs
    }

    /// Whether one of both holds. Both are evaluated; `|` says the same.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn or(self, rhs: impl IntoNode<bool>) -> Node<bool> {
        self | rhs
    }
}
