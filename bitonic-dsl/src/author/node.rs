//! [`Node`]: a value of the shader, and what converts to one.

use std::fmt;
use std::marker::PhantomData;

use super::place::Var;
use super::recorder::{self, Handle};
use crate::diagnostic::Diagnostic;
use crate::graph::{Literal, NodeId, NodeKind};
use crate::types::{
    BVec2, BVec3, BVec4, IVec2, IVec3, IVec4, ShaderType, Type, UVec2, UVec3, UVec4, Value, Vec2,
    Vec3, Vec4,
};

/// A value of the shader: immutable, and fixed where it was made.
///
/// A node is a name, not a number: it can be copied freely, but it has no value
/// that Rust could compare or print. `a.lt(b)` gives a `Node<bool>` for [`If`] and
/// [`select`]; `==` and `<` do not exist for nodes.
///
/// [`If`]: crate::If
/// [`select`]: crate::select
#[must_use = "a value that nothing uses leaves no trace in the shader"]
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
    #[track_caller]
    pub fn to_const(self, name: &str) -> Node<T> {
        let id = self.operand();
        recorder::with(|recorder| recorder.body.nodes[id].name = Some(name.to_owned()));
        self
    }
}

/// What converts to a value of type `T`: a node, or a Rust value of exactly that type. So a literal takes the type of the other operand, and
/// nothing is converted silently.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shader value of type `{T}`",
    label = "expected a value of type `{T}`",
    note = "a variable or a place in memory is an address: read its value with `.load()`",
    note = "a value of another type is converted by name: `.to_u32()`, `.to_i32()`, `.to_f32()`, `.to_bool()`, or `.bitcast()`",
    note = "a Rust value must be of exactly the type: `2.0`, `2_u32`, `n as u32`"
)]
pub trait IntoNode<T: Value>: Sized {
    /// The value as a node.
    #[track_caller]
    fn into_node(self) -> Node<T>;

    /// A variable that holds this value: [`Node::to_var`] for Rust values.
    #[track_caller]
    fn to_var(self, name: &str) -> Var<T> {
        self.into_node().to_var(name)
    }

    /// This value under a name: [`Node::to_const`] for Rust values.
    #[track_caller]
    fn to_const(self, name: &str) -> Node<T> {
        self.into_node().to_const(name)
    }
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

macro_rules! literal {
    ($($ty:ty as $variant:ident),*) => {$(
        impl IntoNode<$ty> for $ty {
            #[track_caller]
            fn into_node(self) -> Node<$ty> {
                Node::make(NodeKind::Literal(Literal::$variant(self)))
            }
        }
    )*};
}

literal!(bool as Bool, u32 as U32, i32 as I32);

impl IntoNode<f32> for f32 {
    #[track_caller]
    fn into_node(self) -> Node<f32> {
        if !self.is_finite() {
            let at = crate::diagnostic::SourceLocation::caller();
            recorder::fault(
                Diagnostic::new(format!("`{self}` cannot be written as a literal"), at)
                    .caption("the shading language has literals for finite floats only")
                    .help("pass it in a parameter or a buffer"),
            );
        }
        Node::make(NodeKind::Literal(Literal::F32(self.to_bits())))
    }
}

macro_rules! literal_vectors {
    ($($vector:ident { $($field:ident),* })*) => {$(
        impl IntoNode<$vector> for $vector {
            #[track_caller]
            fn into_node(self) -> Node<$vector> {
                let parts = vec![$(self.$field.into_node().operand()),*];
                Node::make(NodeKind::Compose(parts))
            }
        }
    )*};
}

literal_vectors! {
    UVec2 { x, y } UVec3 { x, y, z } UVec4 { x, y, z, w }
    IVec2 { x, y } IVec3 { x, y, z } IVec4 { x, y, z, w }
    Vec2 { x, y } Vec3 { x, y, z } Vec4 { x, y, z, w }
    BVec2 { x, y } BVec3 { x, y, z } BVec4 { x, y, z, w }
}
