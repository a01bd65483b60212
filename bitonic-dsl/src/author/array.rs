//! Arrays of fixed length as values: from nodes, and from the host's arrays.

use super::node::{IntoNode, Node};
use super::place::{Access, Place};
use crate::graph::NodeKind;
use crate::types::{ShaderType, Value};

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

#[allow(
    clippy::len_without_is_empty,
    reason = "a value of the shader, not of the host"
)]
impl<T: Value, const N: usize> Node<[T; N]> {
    /// The number of elements.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn len(self) -> Node<u32> {
        length(N)
    }
}

#[allow(
    clippy::len_without_is_empty,
    reason = "a value of the shader, not of the host"
)]
impl<T: ShaderType, A: Access, const N: usize> Place<[T; N], A> {
    /// The number of elements.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn len(self) -> Node<u32> {
        length(N)
    }
}

/// No array is longer than a `u32` counts: its type is refused.
#[track_caller]
fn length(length: usize) -> Node<u32> {
    u32::try_from(length).unwrap_or(u32::MAX).into_node()
}
