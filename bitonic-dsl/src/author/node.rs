//! [`Node`]: a value of the shader, and what converts to one.

use std::fmt;
use std::marker::PhantomData;

use super::place::Var;
use super::recorder::{self, Handle};
use crate::graph::{NodeId, NodeKind};
use crate::types::{ShaderType, Type, Value};

/// A value of the shader: immutable, and fixed where it was made.
///
/// A node is a name, not a number: it can be copied freely, but it has no value
/// that Rust could compare or print. `a.lt(b)` gives a `Node<bool>` for [`If`] and
/// [`select`]; `==` and `<` do not exist for nodes.
///
/// What computes a node, and does nothing else, is `#[must_use]`. A call and an atomic
/// function also do something: their values may be dropped.
///
/// [`If`]: crate::If
/// [`select`]: crate::select
pub struct Node<T> {
    pub(super) handle: Handle<NodeId>,
    // A raw pointer, so that a node stays on the thread of its recorder.
    of: PhantomData<*const T>,
}

impl<T> Clone for Node<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Node<T> {}

impl<T: ShaderType> fmt::Debug for Node<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "n{}: {}", self.handle.id.index(), T::ty())
    }
}

impl<T: ShaderType> Node<T> {
    pub(super) fn from_handle(handle: Handle<NodeId>) -> Node<T> {
        Node {
            handle,
            of: PhantomData,
        }
    }

    /// Records a node of this type.
    #[track_caller]
    pub(super) fn make(kind: NodeKind) -> Node<T> {
        Node::from_handle(recorder::make(kind, T::ty()))
    }

    /// Records a node whose type in the graph is `ty`, which no Rust type stands for.
    #[track_caller]
    pub(super) fn make_as(kind: NodeKind, ty: Type) -> Node<T> {
        Node::from_handle(recorder::make(kind, ty))
    }

    /// The node as an operand of what is recorded now.
    #[track_caller]
    pub(super) fn operand(self) -> NodeId {
        recorder::operand(self.handle)
    }
}

impl<T: Value> Node<T> {
    /// A variable of the function that holds this value from here on. Inside a loop it
    /// starts anew with each turn.
    #[track_caller]
    pub fn to_var(self, name: &str) -> Var<T> {
        Var::declare(name, self)
    }

    /// The same value under a name that the emitted text keeps.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn to_const(self, name: &str) -> Node<T> {
        let id = self.operand();
        recorder::with(|recorder| recorder.body.nodes[id].name = Some(name.into()));
        self
    }
}

/// What converts to a value of type `T`: a node, or a Rust value of exactly that type (and
/// an `f32`, which Rust has literals for, to an `f16`). So a literal takes the type of the
/// other operand, and nothing is converted silently.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shader value of type `{T}`",
    label = "expected a value of type `{T}`",
    note = "a variable or a place in memory is an address: read its value with `.load()`",
    note = "a value of another type is converted by name: `x as u32` in natural Rust, `.to_u32()`, `.to_i32()`, `.to_f32()`, `.to_bool()` .., or `.bitcast()`",
    note = "a Rust value must be of exactly the type: `2.0`, `2_u32`, `n as u32`; one of a generic type has the bound `T: HostValue`"
)]
pub trait IntoNode<T: Value>: Sized {
    /// The value as a node.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    fn into_node(self) -> Node<T>;
}

impl<T: Value> IntoNode<T> for Node<T> {
    fn into_node(self) -> Node<T> {
        self
    }
}

impl<T: Value> IntoNode<T> for &Node<T> {
    fn into_node(self) -> Node<T> {
        *self
    }
}
