//! Structures: how `#[derive(ShaderType)]` gives the author its fields.

use super::node::Node;
use super::place::{Access, Place};
use crate::graph::{NodeKind, PlaceKind};
use crate::types::{HostShareable, ShaderType};

/// A structure whose fields the shader can name; made by `#[derive(ShaderType)]`.
pub trait StructType: HostShareable {
    /// The fields of a value, each a [`Node`]. Of a structure that holds an atomic there
    /// are none, for it is no value.
    type Nodes;
    /// The fields of a place in memory, each a [`Place`].
    type Places<A: Access>;

    /// The fields of `value`.
    #[track_caller]
    fn nodes(value: Node<Self>) -> Self::Nodes;

    /// The places of the fields of `place`.
    #[track_caller]
    fn places<A: Access>(place: Place<Self, A>) -> Self::Places<A>;
}

impl<T: StructType> Node<T> {
    /// The structure's fields.
    #[track_caller]
    pub fn fields(self) -> T::Nodes {
        T::nodes(self)
    }

    /// The field at `index`, which is an `F`. Only the derive knows that it is.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[doc(hidden)]
    #[track_caller]
    pub fn field<F: ShaderType>(self, index: u32) -> Node<F> {
        Node::make(NodeKind::Field(self.operand(), index))
    }
}

impl<T: StructType, A: Access> Place<T, A> {
    /// The places of the structure's fields.
    #[track_caller]
    pub fn fields(self) -> T::Places<A> {
        T::places(self)
    }

    /// The place of the field at `index`, which is an `F`. Only the derive knows that
    /// it is.
    #[doc(hidden)]
    #[track_caller]
    pub fn field<F: ShaderType>(self, index: u32) -> Place<F, A> {
        self.inner(|base| PlaceKind::Field(base, index))
    }
}
