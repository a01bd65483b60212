//! Making vectors: from components, from parts, from one value. Taking them apart is in
//! `swizzle`.

use half::f16;

use super::node::{IntoNode, Node};
use crate::graph::{NodeId, NodeKind};
use crate::types::families::for_each_numeric_family;
use crate::types::*;

macro_rules! constructor {
    ($function:ident: $vector:ident of $scalar:ident ($($component:ident),*)) => {
        #[must_use = "a value that nothing uses leaves no trace in the shader"]
        #[doc = concat!(
            "A vector of these components, a `", stringify!($vector), "`; of parts that are vectors: ",
            "[`from_parts`].",
        )]
        #[track_caller]
        pub fn $function($($component: impl IntoNode<$scalar>),*) -> Node<$vector> {
            let parts = vec![$($component.into_node().operand()),*];
            Node::make(NodeKind::Compose(parts))
        }
    };
}

macro_rules! constructors {
    ($($scalar:ident $variant:ident $bits:literal $word:literal:
       $two:ident $make_two:ident $two_bits:literal,
       $three:ident $make_three:ident $three_bits:literal,
       $four:ident $make_four:ident $four_bits:literal;)*) => {$(
        constructor! { $make_two: $two of $scalar (x, y) }
        constructor! { $make_three: $three of $scalar (x, y, z) }
        constructor! { $make_four: $four of $scalar (x, y, z, w) }
        parts! { $scalar $two $three $four }
    )*};
}

/// A vector with `value` in each component.
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn splat<V: Vector>(value: impl IntoNode<V::Component>) -> Node<V>
where
    V::Component: Value,
{
    Node::make(NodeKind::Splat(value.into_node().operand()))
}

/// A vector of `parts`, scalars and shorter vectors, from left to right:
/// `from_parts::<Vec4>((v.xy(), 0.0, 1.0))`. There are two or three of them, and together
/// they have as many components as the vector.
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn from_parts<V: Vector>(parts: impl Parts<V>) -> Node<V> {
    Node::make(NodeKind::Compose(parts.operands()))
}

/// A number of components.
#[doc(hidden)]
#[derive(Debug)]
pub enum Count<const COMPONENTS: usize> {}

/// A part of a vector whose components are `S`: an `S`, or a vector of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no part of a vector of `{S}`",
    label = "expected a `{S}`, or a vector of two or three",
    note = "a variable or a place in memory is an address: read its value with `.load()`"
)]
pub trait Part<S> {
    /// How many components it has.
    type Count;

    #[doc(hidden)]
    #[track_caller]
    fn operand(self) -> NodeId;
}

/// Two or three [`Part`]s that make a `V`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the parts of a `{V}`",
    label = "expected two or three parts, as a tuple"
)]
pub trait Parts<V: Vector> {
    #[doc(hidden)]
    #[track_caller]
    fn operands(self) -> Vec<NodeId>;
}

/// Numbers of components that fill a `V`.
#[diagnostic::on_unimplemented(
    message = "these parts do not have as many components as a `{V}`",
    label = "these parts do not have as many components as a `{V}`"
)]
pub trait Fills<V> {}

impl<V: Vector, A: Part<V::Component>, B: Part<V::Component>> Parts<V> for (A, B)
where
    (A::Count, B::Count): Fills<V>,
{
    #[track_caller]
    fn operands(self) -> Vec<NodeId> {
        vec![self.0.operand(), self.1.operand()]
    }
}

impl<V: Vector, A, B, C> Parts<V> for (A, B, C)
where
    A: Part<V::Component>,
    B: Part<V::Component>,
    C: Part<V::Component>,
    (A::Count, B::Count, C::Count): Fills<V>,
{
    #[track_caller]
    fn operands(self) -> Vec<NodeId> {
        vec![self.0.operand(), self.1.operand(), self.2.operand()]
    }
}

macro_rules! part {
    ($scalar:ident: $($part:ty as $own:ident of $count:literal),*) => {$(
        impl Part<$scalar> for $part {
            type Count = Count<$count>;

            #[track_caller]
            fn operand(self) -> NodeId {
                IntoNode::<$own>::into_node(self).operand()
            }
        }
    )*};
}

macro_rules! parts {
    ($scalar:ident $two:ident $three:ident $four:ident) => {
        part! { $scalar:
            $scalar as $scalar of 1, Node<$scalar> as $scalar of 1,
            $two as $two of 2, Node<$two> as $two of 2,
            $three as $three of 3, Node<$three> as $three of 3
        }

        impl Fills<$three> for (Count<1>, Count<2>) {}
        impl Fills<$three> for (Count<2>, Count<1>) {}
        impl Fills<$four> for (Count<2>, Count<2>) {}
        impl Fills<$four> for (Count<1>, Count<3>) {}
        impl Fills<$four> for (Count<3>, Count<1>) {}
        impl Fills<$four> for (Count<1>, Count<1>, Count<2>) {}
        impl Fills<$four> for (Count<1>, Count<2>, Count<1>) {}
        impl Fills<$four> for (Count<2>, Count<1>, Count<1>) {}
    };
}

for_each_numeric_family!(constructors);

part! { f16: f32 as f16 of 1 }

constructor! { bvec2: BVec2 of bool (x, y) }
constructor! { bvec3: BVec3 of bool (x, y, z) }
constructor! { bvec4: BVec4 of bool (x, y, z, w) }
parts! { bool BVec2 BVec3 BVec4 }
