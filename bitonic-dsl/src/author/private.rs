//! Private variables: of module scope, and each invocation has its own.

use std::marker::PhantomData;

use super::constant::constant_value;
use super::node::{IntoNode, Node};
use super::place::Place;
use super::recorder::{self, Handle};
use super::resource::declare_with;
use super::structure::StructType;
use crate::graph::{PlaceKind, ResourceId, Space};
use crate::types::{HostShareable, Indexed, Value};

/// A variable of which each invocation has its own, and which functions written in the
/// kernel see as the kernel does; made by [`private_var`] and [`private_zero`].
pub struct PrivateVar<T> {
    handle: Handle<ResourceId>,
    of: PhantomData<*const T>,
}

impl<T> Clone for PrivateVar<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for PrivateVar<T> {}

/// A private variable that starts with `value`, a constant.
///
/// ```
/// use bitonic_dsl::*;
///
/// let count = kernel("count").build(|k| {
///     let out = k.storage_mut::<u32>("out");
///     let calls = private_var("calls", 0u32);
///     let note = Fn("note", [], move || calls.place().increment());
///     note.call();
///     note.call();
///     out.element(instance_index()).assign(calls.load());
/// })?;
/// assert!(count.wgsl(Dialect::Browser)?.contains("var<private> calls: u32 = 0u;"));
/// # Ok::<(), Error>(())
/// ```
#[track_caller]
pub fn private_var<T: Value + HostShareable>(name: &str, value: T) -> PrivateVar<T> {
    let init = constant_value(&value);
    PrivateVar {
        handle: declare_with(name, T::ty(), Space::Private, Some(init), None),
        of: PhantomData,
    }
}

/// A private variable that starts at zero, of any type that a variable can have.
#[track_caller]
pub fn private_zero<T: Value>(name: &str) -> PrivateVar<T> {
    PrivateVar {
        handle: declare_with(name, T::ty(), Space::Private, None, None),
        of: PhantomData,
    }
}

impl<T: Value> PrivateVar<T> {
    /// The place of the whole variable.
    #[track_caller]
    pub fn place(&self) -> Place<T> {
        recorder::claim(self.handle.scope, &"a private variable", self.handle.at);
        Place::make(PlaceKind::Resource(self.handle.id))
    }

    /// The value that the variable holds now.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn load(&self) -> Node<T> {
        self.place().load()
    }

    /// Writes `value`.
    #[track_caller]
    pub fn assign(&self, value: impl IntoNode<T>) {
        self.place().assign(value);
    }
}

impl<T: Indexed + Value> PrivateVar<T> {
    /// The place of the element at `index`, from 0: as [`Place::element`].
    #[track_caller]
    pub fn element(&self, index: impl IntoNode<u32>) -> Place<T::Element> {
        self.place().element(index)
    }
}

impl<T: StructType + Value> PrivateVar<T> {
    /// The places of the structure's fields.
    #[track_caller]
    pub fn fields(&self) -> T::Places<super::place::ReadWrite> {
        self.place().fields()
    }
}
