//! Parameters of a dispatch: values that change from one dispatch to the next.

use std::marker::PhantomData;

use super::node::{IntoNode, Node};
use super::recorder::{self, Handle};
use crate::graph::{NodeKind, ParameterId};
use crate::types::Value;

/// A value given with each dispatch; declared by
/// [`KernelScope::param`](crate::KernelScope::param).
///
/// It is the same for every invocation and never changes while they run. How it
/// travels, as an immediate or in a uniform buffer, is the target's affair.
pub struct Param<T> {
    handle: Handle<ParameterId>,
    of: PhantomData<*const T>,
}

impl<T> Clone for Param<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Param<T> {}

impl<T: Value> Param<T> {
    pub(super) fn from_handle(handle: Handle<ParameterId>) -> Param<T> {
        Param {
            handle,
            of: PhantomData,
        }
    }
}

impl<T: Value> IntoNode<T> for Param<T> {
    #[track_caller]
    fn into_node(self) -> Node<T> {
        if recorder::claim(self.handle.scope, &"a parameter", self.handle.at) {
            Node::make(NodeKind::Parameter(self.handle.id))
        } else {
            Node::make(NodeKind::Poison)
        }
    }
}

impl<T: Value> IntoNode<T> for &Param<T> {
    #[track_caller]
    fn into_node(self) -> Node<T> {
        (*self).into_node()
    }
}
