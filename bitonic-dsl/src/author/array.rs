//! Arrays of fixed length as values: from nodes, and from the host's arrays.

use super::node::{IntoNode, Node};
use crate::graph::NodeKind;
use crate::types::Value;

/// An array of these elements: nodes, or Rust values.
///
/// ```
/// # use bitonic_dsl::*;
/// # let kernel = kernel("weights").build(|k| {
/// # let out = k.storage_mut::<f32>("out");
/// # let (a, b) = (out.element(0).load(), out.element(1).load());
/// let weights = array([a, b, a + b]).to_var("weights");
/// out.element(2).assign(weights.element(instance_index() % 3).load());
/// # });
/// # assert!(kernel.is_ok());
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn array<T: Value, const N: usize>(elements: [impl IntoNode<T>; N]) -> Node<[T; N]> {
    let mut parts = Vec::with_capacity(N);
    for element in elements {
        parts.push(element.into_node().operand());
    }
    Node::make(NodeKind::Compose(parts))
}

/// Elements that convert one by one make an array.
impl<T: Value, E: IntoNode<T>, const N: usize> IntoNode<[T; N]> for [E; N] {
    #[track_caller]
    fn into_node(self) -> Node<[T; N]> {
        array(self)
    }
}
