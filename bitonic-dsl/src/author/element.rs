//! Elements by an index: components of a vector, columns of a matrix, elements of an
//! array.

use super::node::{IntoNode, Node};
use super::place::{Access, Place};
use crate::graph::{NodeKind, PlaceKind};
use crate::types::{Indexed, Value};

impl<T: Indexed<Element: Value> + Value> Node<T> {
    /// The element at `index`, from 0: a component of a vector, a column of a matrix,
    /// an element of an array. A constant index must lie within; one found at run time
    /// that does not gives some element, or zero.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn element(self, index: impl IntoNode<u32>) -> Node<T::Element> {
        let index = index.into_node();
        Node::make(NodeKind::Element(self.operand(), index.operand()))
    }
}

impl<T: Indexed, A: Access> Place<T, A> {
    /// The place of the element at `index`, from 0: a component of a vector, a column of a
    /// matrix, an element of an array. A constant index must lie within; one found at run
    /// time that does not reaches some element of this place, or none.
    #[track_caller]
    pub fn element(self, index: impl IntoNode<u32>) -> Place<T::Element, A> {
        let index = index.into_node().operand();
        self.inner(|base| PlaceKind::Element(base, index))
    }
}
