//! Built-in functions and methods, generated from the table, and `select`.
//!
//! Methods are TSL's: what comes first is the first argument, but `step`, `smoothstep`
//! and `mix` are methods of the value that is looked up, their last one.

use half::f16;

use super::node::{IntoNode, Node};
use crate::builtins::for_each_builtin;
use crate::graph::{Builtin, NodeId, NodeKind, frexp_result, modf_result};
use crate::types::families::for_each_numeric_family;
use crate::types::{
    BVec2, BVec3, BVec4, Comparable, DVec2, DVec3, DVec4, Float, FloatVector, FloatVector3, HVec2,
    HVec3, HVec4, I64Vec2, I64Vec3, I64Vec4, IVec2, IVec3, IVec4, Logical, Matrix, Numeric,
    NumericVector, ShortFloat, Signed, Single, SquareMatrix, U64Vec2, U64Vec3, U64Vec4, UVec2,
    UVec3, UVec4, Value, Vec2, Vec3, Vec4, Vector, Word,
};

/// What `modf` gives: a number without its fraction, and the fraction.
#[derive(Clone, Copy, Debug)]
#[must_use = "a value that nothing uses leaves no trace in the shader"]
pub struct Modf<T: ShortFloat> {
    fract: Node<T>,
    whole: Node<T>,
}

/// The parts of a [`Modf`], by name.
#[derive(Clone, Copy, Debug)]
pub struct ModfNodes<T: ShortFloat> {
    /// What lies behind the point, of the number's sign.
    pub fract: Node<T>,
    /// The number rounded towards 0.
    pub whole: Node<T>,
}

impl<T: ShortFloat> Modf<T> {
    /// Both parts, as the fields of a structure are reached.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    pub fn fields(self) -> ModfNodes<T> {
        ModfNodes {
            fract: self.fract,
            whole: self.whole,
        }
    }

    /// What lies behind the point, of the number's sign.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    pub fn fract(self) -> Node<T> {
        self.fract
    }

    /// The number rounded towards 0.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    pub fn whole(self) -> Node<T> {
        self.whole
    }
}

/// What `frexp` gives: `fract * 2^exp` is the number.
#[derive(Clone, Copy, Debug)]
#[must_use = "a value that nothing uses leaves no trace in the shader"]
pub struct Frexp<T: ShortFloat> {
    fract: Node<T>,
    exp: Node<T::SignedInteger>,
}

/// The parts of a [`Frexp`], by name.
#[derive(Clone, Copy, Debug)]
pub struct FrexpNodes<T: ShortFloat> {
    /// 0, or of a magnitude in `0.5 .. 1` and the number's sign.
    pub fract: Node<T>,
    /// The exponent of 2.
    pub exp: Node<T::SignedInteger>,
}

impl<T: ShortFloat> Frexp<T> {
    /// Both parts, as the fields of a structure are reached.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    pub fn fields(self) -> FrexpNodes<T> {
        FrexpNodes {
            fract: self.fract,
            exp: self.exp,
        }
    }

    /// 0, or of a magnitude in `0.5 .. 1` and the number's sign.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    pub fn fract(self) -> Node<T> {
        self.fract
    }

    /// The exponent of 2.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    pub fn exp(self) -> Node<T::SignedInteger> {
        self.exp
    }
}

/// What a built-in gives, made of the node that computes it.
trait Made {
    #[track_caller]
    fn made(kind: NodeKind) -> Self;
}

impl<T: Value> Made for Node<T> {
    #[track_caller]
    fn made(kind: NodeKind) -> Self {
        Node::make(kind)
    }
}

impl<T: ShortFloat> Made for Modf<T> {
    #[track_caller]
    fn made(kind: NodeKind) -> Self {
        let parts = Node::<T>::make_as(kind, modf_result(&T::ty())).operand();
        Modf {
            fract: Node::make(NodeKind::Field(parts, 0)),
            whole: Node::make(NodeKind::Field(parts, 1)),
        }
    }
}

impl<T: ShortFloat> Made for Frexp<T> {
    #[track_caller]
    fn made(kind: NodeKind) -> Self {
        let parts = Node::<T>::make_as(kind, frexp_result(&T::ty())).operand();
        Frexp {
            fract: Node::make(NodeKind::Field(parts, 0)),
            exp: Node::make(NodeKind::Field(parts, 1)),
        }
    }
}

/// The Rust type of a kind, inside a function of the operand type `T`.
macro_rules! ty {
    (T) => {
        T
    };
    (Component) => {
        <T as Comparable>::Component
    };
    (Exponent) => {
        <T as Comparable>::SignedInteger
    };
    (Scalar) => {
        <T as Matrix>::Scalar
    };
    (Transposed) => {
        <T as Matrix>::Transposed
    };
    (Bool) => {
        bool
    };
    (U32) => {
        u32
    };
    (I32) => {
        i32
    };
    ($vector:ident) => {
        $vector
    };
}

/// What an argument of a kind takes.
macro_rules! argument {
    (Factor) => { impl Blend<T> };
    ($kind:ident) => { impl IntoNode<ty!($kind)> };
}

/// The type of a result.
macro_rules! result {
    (Modf) => { Modf<T> };
    (Frexp) => { Frexp<T> };
    ($kind:ident) => { Node<ty!($kind)> };
}

/// An argument as an operand.
macro_rules! operand {
    (Factor $argument:ident) => {
        Blend::<T>::blend($argument).0
    };
    ($kind:ident $argument:ident) => {
        IntoNode::<ty!($kind)>::into_node($argument).operand()
    };
}

/// The method of a row.
macro_rules! method {
    (step $($row:tt)*) => {};
    (smoothstep $($row:tt)*) => {};
    (mix $($row:tt)*) => {};
    ($function:ident [$($class:ident)?] ($first:ident: $own:ident $(, $rest:ident: $kind:ident)*) -> $result:ident, $doc:literal) => {
        impl$(<T: $class>)? Node<ty!($own)> {
            #[must_use = "a value that nothing uses leaves no trace in the shader"]
            #[doc = $doc]
            #[track_caller]
            pub fn $function(self $(, $rest: argument!($kind))*) -> result!($result) {
                $function(self $(, $rest)*)
            }
        }
    };
}

macro_rules! builtin_functions {
    ($($function:ident: $variant:ident $wgsl:literal [$($class:ident)?] ($($argument:ident: $kind:ident),*) -> $result:ident => $group:ident $naga:ident, $doc:literal;)*) => {$(
        #[must_use = "a value that nothing uses leaves no trace in the shader"]
        #[doc = $doc]
        #[track_caller]
        pub fn $function$(<T: $class>)?($($argument: argument!($kind)),*) -> result!($result) {
            let operands = vec![$(operand!($kind $argument)),*];
            Made::made(NodeKind::Builtin(Builtin::$variant, operands))
        }

        method!($function [$($class)?] ($($argument: $kind),*) -> $result, $doc);
    )*};
}

for_each_builtin!(builtin_functions);

impl<T: Float> Node<T> {
    /// 1 where `edge` is no more than this value, else 0: `step(edge, self)`.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn step(self, edge: impl IntoNode<T>) -> Node<T> {
        step(edge, self)
    }

    /// 0 up to `low`, 1 from `high` on, and a smooth curve between:
    /// `smoothstep(low, high, self)`.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn smoothstep(self, low: impl IntoNode<T>, high: impl IntoNode<T>) -> Node<T> {
        smoothstep(low, high, self)
    }

    /// From `a` where this value is 0 to `b` where it is 1: `mix(a, b, self)`.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn mix<V: Float>(self, a: impl IntoNode<V>, b: impl IntoNode<V>) -> Node<V>
    where
        Self: Blend<V>,
    {
        mix(a, b, self)
    }
}

/// How far `mix` goes between two values of type `T`: a `T`, or its scalar.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot say how far to go between two values of type `{T}`",
    label = "expected a `{T}`, or the scalar of that vector",
    note = "scalars are mixed by a scalar: `splat` makes vectors of both ends",
    note = "a variable or a place in memory is an address: read its value with `.load()`"
)]
pub trait Blend<T> {
    /// The factor as an operand.
    #[doc(hidden)]
    #[track_caller]
    fn blend(self) -> BlendNode;
}

/// A recorded factor.
#[doc(hidden)]
pub struct BlendNode(NodeId);

macro_rules! blends {
    ($($literal:ty as $scalar:ident: $($of:ident),*;)*) => {$($(
        impl Blend<$of> for $literal {
            #[track_caller]
            fn blend(self) -> BlendNode {
                BlendNode(IntoNode::<$scalar>::into_node(self).operand())
            }
        }
    )*)*};
}

macro_rules! blend_nodes {
    ($($factor:ident: $($of:ident),*;)*) => {$($(
        impl Blend<$of> for Node<$factor> {
            #[track_caller]
            fn blend(self) -> BlendNode {
                BlendNode(self.operand())
            }
        }

        impl Blend<$of> for &Node<$factor> {
            #[track_caller]
            fn blend(self) -> BlendNode {
                BlendNode((*self).operand())
            }
        }
    )*)*};
}

blends! {
    f16 as f16: f16, HVec2, HVec3, HVec4;
    f32 as f16: f16, HVec2, HVec3, HVec4;
    f32 as f32: f32, Vec2, Vec3, Vec4;
    f64 as f64: f64, DVec2, DVec3, DVec4;
    HVec2 as HVec2: HVec2;
    HVec3 as HVec3: HVec3;
    HVec4 as HVec4: HVec4;
    Vec2 as Vec2: Vec2;
    Vec3 as Vec3: Vec3;
    Vec4 as Vec4: Vec4;
    DVec2 as DVec2: DVec2;
    DVec3 as DVec3: DVec3;
    DVec4 as DVec4: DVec4;
}

blend_nodes! {
    f16: f16, HVec2, HVec3, HVec4;
    f32: f32, Vec2, Vec3, Vec4;
    f64: f64, DVec2, DVec3, DVec4;
    HVec2: HVec2;
    HVec3: HVec3;
    HVec4: HVec4;
    Vec2: Vec2;
    Vec3: Vec3;
    Vec4: Vec4;
    DVec2: DVec2;
    DVec3: DVec3;
    DVec4: DVec4;
}

/// What chooses between two values of type `T`: a `bool`, or one for each component.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot choose between values of type `{T}`",
    label = "expected a `bool`, or one for each component",
    note = "numbers are compared first: `.ne(0)`",
    note = "a variable or a place in memory is an address: read its value with `.load()`"
)]
pub trait Condition<T> {
    /// The condition as an operand.
    #[doc(hidden)]
    #[track_caller]
    fn condition(self) -> ConditionNode;
}

/// A recorded condition.
#[doc(hidden)]
pub struct ConditionNode(NodeId);

macro_rules! conditions {
    ($([$($generics:tt)*] $bool:ty;)*) => {$(
        impl<$($generics)*> Condition<T> for $bool {
            #[track_caller]
            fn condition(self) -> ConditionNode {
                ConditionNode(IntoNode::<$bool>::into_node(self).operand())
            }
        }

        impl<$($generics)*> Condition<T> for Node<$bool> {
            #[track_caller]
            fn condition(self) -> ConditionNode {
                ConditionNode(self.operand())
            }
        }

        impl<$($generics)*> Condition<T> for &Node<$bool> {
            #[track_caller]
            fn condition(self) -> ConditionNode {
                ConditionNode((*self).operand())
            }
        }
    )*};
}

conditions! {
    [T: Comparable] bool;
    [T: ChosenBy<BVec2>] BVec2;
    [T: ChosenBy<BVec3>] BVec3;
    [T: ChosenBy<BVec4>] BVec4;
}

/// A vector with a component for each of the vector `B` of `bool`, which can choose
/// between the components of two such.
#[diagnostic::on_unimplemented(
    message = "a `{B}` cannot choose between values of type `{Self}`",
    label = "expected a `bool`, or a vector of `bool` with as many components as `{Self}`",
    note = "a `bool` chooses between whole values, a vector of `bool` between components"
)]
pub trait ChosenBy<B>: Vector {}

macro_rules! chosen_by {
    ($($scalar:ident $variant:ident $bits:literal $word:literal:
       $two:ident $make_two:ident $two_bits:literal,
       $three:ident $make_three:ident $three_bits:literal,
       $four:ident $make_four:ident $four_bits:literal;)*) => {$(
        impl ChosenBy<BVec2> for $two {}
        impl ChosenBy<BVec3> for $three {}
        impl ChosenBy<BVec4> for $four {}
    )*};
}

for_each_numeric_family!(chosen_by);

impl ChosenBy<BVec2> for BVec2 {}
impl ChosenBy<BVec3> for BVec3 {}
impl ChosenBy<BVec4> for BVec4 {}

/// `accept` where `condition` holds, else `reject`: for each component where the
/// condition is a vector, else as a whole. Both are evaluated.
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn select<T: Comparable>(
    condition: impl Condition<T>,
    accept: impl IntoNode<T>,
    reject: impl IntoNode<T>,
) -> Node<T> {
    let ConditionNode(condition) = condition.condition();
    let accept = accept.into_node().operand();
    let reject = reject.into_node().operand();
    Node::make(NodeKind::Select {
        condition,
        accept,
        reject,
    })
}

impl<B: Logical> Node<B> {
    /// `accept` where this holds, else `reject`: [`select`] as a method.
    ///
    /// [`select`]: crate::select
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn select<T: Comparable>(
        self,
        accept: impl IntoNode<T>,
        reject: impl IntoNode<T>,
    ) -> Node<T>
    where
        Self: Condition<T>,
    {
        select(self, accept, reject)
    }
}
