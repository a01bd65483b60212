//! Structures: how `#[derive(ShaderType)]` gives the author its fields, also where the last
//! of them is an array whose length the binding decides.

use std::marker::PhantomData;

use super::node::{IntoNode, Node};
use super::place::{Access, Place, ReadWrite};
use super::recorder::{self, Handle};
use super::resource::check_reach;
use crate::graph::{NodeId, NodeKind, PlaceId, PlaceKind};
use crate::types::{HostShareable, ShaderType, Type};

/// A structure whose fields the shader can name; made by `#[derive(ShaderType)]`.
///
/// The struct of nodes, `Nodes`, also converts to a value of the structure:
///
/// ```
/// use bitonic_dsl::*;
///
/// #[derive(Clone, Copy, ShaderType)]
/// struct Ray {
///     origin: Vec3,
///     length: f32,
/// }
///
/// let rays = kernel("rays").build(|k| {
///     let rays = k.storage_mut::<Ray>("rays");
///     let origin = vec3(0.0, 1.0, 0.0);
///     let length = instance_index().to_f32();
///     rays.element(instance_index()).assign(RayNodes { origin, length });
/// })?;
/// assert!(rays.wgsl(Dialect::Browser)?.contains("] = Ray(vec3<f32>(0.0f, 1.0f, 0.0f), "));
/// # Ok::<(), Error>(())
/// ```
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

    /// The structure of these fields. Only the derive knows that they are its own.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[doc(hidden)]
    #[track_caller]
    pub fn composed(fields: Vec<NodeId>) -> Node<T> {
        Node::make(NodeKind::Compose(fields))
    }
}

impl<T> Node<T> {
    /// The node as a field of a structure that is composed.
    #[doc(hidden)]
    #[track_caller]
    pub fn part(self) -> NodeId {
        recorder::operand(self.handle)
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

/// A structure whose last field is a `Vec<T>`: in the shader, an array as long as the bound
/// range allows. Made by `#[derive(ShaderType)]`.
///
/// WGSL has such a structure in storage alone, bound by itself and as a whole: it is never
/// in a uniform, in a variable, in an array or in another structure, and no node holds one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no structure that ends in an array of run-time length",
    label = "has no last field `Vec<T>` under `#[derive(ShaderType)]`",
    note = "a structure of fixed size is bound with `k.storage::<T>(name)`, an array of them, or with `k.uniform::<T>(name)`"
)]
pub trait RuntimeSized: ShaderType {
    /// What the last field holds.
    type Element: HostShareable;
    /// The fields of a place in memory: each a [`Place`], the last a [`RuntimeArray`].
    type Places<A: Access>;

    /// The places of the fields of `place`.
    #[track_caller]
    fn places<A: Access>(place: Place<Self, A>) -> Self::Places<A>
    where
        Self: Sized;

    /// The elements of the last field.
    fn elements(&self) -> &[Self::Element];

    /// Writes the structure to `bytes`, whose length is
    /// [`Layout::bytes`](crate::types::Layout::bytes) of the type and the number of
    /// [`elements`](RuntimeSized::elements). Padding is left as it is.
    fn write(&self, bytes: &mut [u8]);

    /// Reads a structure from `bytes`, with as many elements as lie whole in them; there is
    /// room for the other fields at least.
    fn read(bytes: &[u8]) -> Self;
}

/// The array at the end of a structure, as long as the bound range allows: the last field
/// that [`StorageStruct::fields`](crate::StorageStruct::fields) gives.
pub struct RuntimeArray<T, A = ReadWrite> {
    handle: Handle<PlaceId>,
    of: PhantomData<*const (T, A)>,
}

impl<T, A> Clone for RuntimeArray<T, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, A> Copy for RuntimeArray<T, A> {}

impl<T: RuntimeSized, A: Access> Place<T, A> {
    /// The place of the field at `index`, which is an `F`. Only the derive knows that
    /// it is.
    #[doc(hidden)]
    #[track_caller]
    pub fn sized_field<F: ShaderType>(self, index: u32) -> Place<F, A> {
        self.inner(|base| PlaceKind::Field(base, index))
    }

    /// The array that is the field at `index`, the last. Only the derive knows that it is.
    #[doc(hidden)]
    #[track_caller]
    pub fn runtime_array(self, index: u32) -> RuntimeArray<T::Element, A> {
        let base = recorder::place_operand(self.handle).unwrap_or(PlaceId::new(0));
        let ty = Type::runtime_array(T::Element::ty());
        RuntimeArray {
            handle: recorder::make_place(PlaceKind::Field(base, index), ty),
            of: PhantomData,
        }
    }
}

impl<T: ShaderType, A: Access> RuntimeArray<T, A> {
    /// The place of element `index`, from 0.
    ///
    /// Beyond [`len`](RuntimeArray::len), a read gives some value of the buffer or zero and
    /// a write does nothing outside of it.
    #[track_caller]
    pub fn element(&self, index: impl IntoNode<u32>) -> Place<T, A> {
        let index = index.into_node().operand();
        check_reach(index, &T::ty());
        let base = recorder::place_operand(self.handle).unwrap_or(PlaceId::new(0));
        Place::make(PlaceKind::Element(base, index))
    }

    /// The number of elements that the bound range holds: its bytes less those before the
    /// array, by the stride, rounded down. A range has room for one at least.
    #[allow(
        clippy::len_without_is_empty,
        reason = "a value of the shader, not of the host"
    )]
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn len(&self) -> Node<u32> {
        let place = recorder::place_operand(self.handle);
        let resource = place.and_then(recorder::resource_of);
        Node::make(resource.map_or(NodeKind::Poison, NodeKind::ArrayLength))
    }
}
