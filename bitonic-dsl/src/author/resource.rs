//! Buffers and workgroup memory as the author reaches them.

use std::marker::PhantomData;
use std::panic::Location;
use std::sync::Arc;

use super::node::{IntoNode, Node};
use super::overridable::Extent;
use super::place::{Access, Place, Read, ReadWrite};
use super::recorder::{self, Handle, source};
use super::scope::declared_twice;
use super::structure::{RuntimeSized, StructType};
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{
    ConstantValue, Literal, NodeId, NodeKind, Override, PlaceId, PlaceKind, Resource, ResourceId,
    Space,
};
use crate::types::{HostShareable, Layout, ShaderType, Type, Value};
use crate::validate::array_length;

/// Declares a module-scope variable of the kernel under way.
#[track_caller]
pub(super) fn declare(name: &str, ty: Type, space: Space) -> Handle<ResourceId> {
    declare_with(name, ty, space, None, None)
}

/// Declares a module-scope variable that starts with `init`, or an array whose length an
/// override says.
#[track_caller]
pub(super) fn declare_with(
    name: &str,
    ty: Type,
    space: Space,
    init: Option<ConstantValue>,
    length: Option<Arc<Override>>,
) -> Handle<ResourceId> {
    let at = Location::caller();
    let declared = recorder::with_kernel(|resources, diagnostics, scope| {
        if let Some((_, known)) = resources.iter().find(|(_, known)| known.name == name) {
            diagnostics.push(declared_twice(name, source(at), known.at));
        }
        let id = resources.push(Resource {
            name: name.to_owned(),
            ty,
            space,
            length,
            init,
            at: source(at),
        });
        Handle { id, scope, at }
    });
    declared.unwrap_or_else(|| {
        recorder::fault(
            Diagnostic::new(
                format!("`{name}` is declared outside of a kernel"),
                source(at),
            )
            .help("declare it in the closure of `kernel(..).build(|k| ..)`"),
        );
        let scope = recorder::with(|recorder| recorder.scope);
        Handle {
            id: ResourceId::new(0),
            scope,
            at,
        }
    })
}

/// The place of a whole resource. Where it may not be used, the fault is recorded
/// and the place never reaches lowering.
#[track_caller]
fn whole(handle: Handle<ResourceId>, ty: Type) -> PlaceId {
    recorder::claim(handle.scope, &"a resource", handle.at);
    recorder::make_place(PlaceKind::Resource(handle.id), ty).id
}

/// Records a fault where `index` is a literal that no array of `element`s can reach.
#[track_caller]
pub(super) fn check_reach(index: NodeId, element: &Type) {
    let at = SourceLocation::caller();
    let stride = u64::from(Layout::of(element).stride());
    recorder::with(|recorder| {
        let NodeKind::Literal(Literal::U32(value)) = recorder.body.nodes[index].kind else {
            return;
        };
        if (u64::from(value) + 1) * stride > u64::from(u32::MAX) {
            let message = format!("element {value} lies beyond every buffer");
            let help = format!(
                "use a smaller index: a buffer holds fewer than 2^32 bytes, and an element takes {stride}"
            );
            recorder
                .diagnostics
                .push(Diagnostic::new(message, at).help(help));
        }
    });
}

/// The place of an element of an array of `T`.
#[track_caller]
fn element<T: ShaderType, A: Access>(
    handle: Handle<ResourceId>,
    array: Type,
    index: impl IntoNode<u32>,
) -> Place<T, A> {
    let index = index.into_node().operand();
    check_reach(index, &T::ty());
    let base = whole(handle, array);
    Place::make(PlaceKind::Element(base, index))
}

/// A storage buffer: an array of `T` whose length is that of the bound range.
///
/// Declared by [`KernelScope::storage`](crate::KernelScope::storage) (`A` is [`Read`]) or
/// [`storage_mut`](crate::KernelScope::storage_mut) ([`ReadWrite`]).
pub struct Storage<T, A = Read> {
    handle: Handle<ResourceId>,
    of: PhantomData<*const (T, A)>,
}

/// A storage buffer that the kernel reads and writes.
pub type StorageMut<T> = Storage<T, ReadWrite>;

impl<T, A> Clone for Storage<T, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, A> Copy for Storage<T, A> {}

impl<T: HostShareable, A: Access> Storage<T, A> {
    pub(super) fn from_handle(handle: Handle<ResourceId>) -> Self {
        Storage {
            handle,
            of: PhantomData,
        }
    }

    /// The place of element `index`, from 0.
    ///
    /// Beyond [`len`](Storage::len), a read gives some value of the buffer or zero and
    /// a write does nothing outside of it.
    #[track_caller]
    pub fn element(&self, index: impl IntoNode<u32>) -> Place<T, A> {
        element(self.handle, Type::runtime_array(T::ty()), index)
    }

    /// The number of elements of the bound range: 1 or more, since an empty buffer is bound as
    /// the place of one. A kernel that must tell these apart takes the number as a parameter.
    // There is no `is_empty`: a binding holds at least one element.
    #[allow(
        clippy::len_without_is_empty,
        reason = "a value of the shader, not of the host"
    )]
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn len(&self) -> Node<u32> {
        if recorder::claim(self.handle.scope, &"a resource", self.handle.at) {
            Node::make(NodeKind::ArrayLength(self.handle.id))
        } else {
            Node::make(NodeKind::Poison)
        }
    }
}

/// A storage buffer that holds one structure whose last field is an array as long as the
/// bound range allows.
///
/// Declared by [`KernelScope::storage_struct`](crate::KernelScope::storage_struct) (`A` is
/// [`Read`]) or [`storage_struct_mut`](crate::KernelScope::storage_struct_mut)
/// ([`ReadWrite`]).
pub struct StorageStruct<T, A = Read> {
    handle: Handle<ResourceId>,
    of: PhantomData<*const (T, A)>,
}

/// A storage buffer of one structure that the kernel reads and writes.
pub type StorageStructMut<T> = StorageStruct<T, ReadWrite>;

impl<T, A> Clone for StorageStruct<T, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, A> Copy for StorageStruct<T, A> {}

impl<T: RuntimeSized, A: Access> StorageStruct<T, A> {
    pub(super) fn from_handle(handle: Handle<ResourceId>) -> Self {
        StorageStruct {
            handle,
            of: PhantomData,
        }
    }

    /// The places of the structure's fields; the last is a
    /// [`RuntimeArray`](crate::RuntimeArray).
    #[track_caller]
    pub fn fields(&self) -> T::Places<A> {
        recorder::claim(self.handle.scope, &"a resource", self.handle.at);
        T::places(Place::make(PlaceKind::Resource(self.handle.id)))
    }
}

/// A uniform buffer that holds one `T`; declared by
/// [`KernelScope::uniform`](crate::KernelScope::uniform).
pub struct Uniform<T> {
    handle: Handle<ResourceId>,
    of: PhantomData<*const T>,
}

impl<T> Clone for Uniform<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Uniform<T> {}

impl<T: Value + HostShareable> Uniform<T> {
    pub(super) fn from_handle(handle: Handle<ResourceId>) -> Self {
        Uniform {
            handle,
            of: PhantomData,
        }
    }

    /// The place of the whole value.
    #[track_caller]
    pub fn place(&self) -> Place<T, Read> {
        recorder::claim(self.handle.scope, &"a resource", self.handle.at);
        Place::make(PlaceKind::Resource(self.handle.id))
    }

    /// The whole value.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn load(&self) -> Node<T> {
        self.place().load()
    }
}

impl<T: StructType + Value> Uniform<T> {
    /// The places of the structure's fields. `.load().fields()` gives their values at once.
    #[track_caller]
    pub fn fields(&self) -> T::Places<Read> {
        self.place().fields()
    }
}

/// Memory that the invocations of a workgroup share; made by [`workgroup_array`].
pub struct WorkgroupArray<T> {
    handle: Handle<ResourceId>,
    length: u32,
    is_overridable: bool,
    of: PhantomData<*const T>,
}

impl<T> Clone for WorkgroupArray<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for WorkgroupArray<T> {}

/// An array of `length` elements that the invocations of a workgroup share. It is
/// zero when a workgroup begins; what one invocation writes, the others see after a
/// [`workgroup_barrier`](crate::workgroup_barrier). `T` may be an [`Atomic`](crate::Atomic),
/// or hold some, which all of them change at once. A single variable is made by
/// [`workgroup_var`](crate::workgroup_var).
///
/// The length is a number, or an [`Override`](crate::Override) of type `u32`, so that it is
/// given when a pipeline is made: `workgroup_array::<f32>("tile", &width)`.
///
/// Two dimensions are an array of arrays:
///
/// ```
/// # use bitonic_dsl::*;
/// # kernel("transpose").workgroup_size([16, 16]).build(|k| {
/// # let data = k.storage_mut::<f32>("data");
/// let tile = workgroup_array::<[f32; 16]>("tile", 16);
/// let (x, y) = (local_invocation_id().x(), local_invocation_id().y());
/// tile.element(y).element(x).assign(data.element(y * 16 + x).load());
/// workgroup_barrier();
/// data.element(y * 16 + x).assign(tile.element(x).element(y).load());
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[track_caller]
pub fn workgroup_array<T: ShaderType>(name: &str, length: impl Into<Extent>) -> WorkgroupArray<T> {
    let at = SourceLocation::caller();
    let Extent {
        value: length,
        given,
    } = length.into();
    let is_overridable = given.is_some();
    // The values of an override, also its default, are looked at as a whole.
    if !is_overridable && let Some(fault) = array_length(name, length, at) {
        recorder::fault(fault);
    }
    let ty = Type::array(T::ty(), length);
    let handle = declare_with(name, ty, Space::Workgroup, None, given);
    WorkgroupArray {
        handle,
        length,
        is_overridable,
        of: PhantomData,
    }
}

impl<T: ShaderType> WorkgroupArray<T> {
    /// The place of element `index`, from 0. An index beyond the length reaches some
    /// element of this array, never other memory.
    #[track_caller]
    pub fn element(&self, index: impl IntoNode<u32>) -> Place<T> {
        element(self.handle, Type::array(T::ty(), self.length), index)
    }

    /// The number of elements, known while the kernel is built. That of an array whose
    /// length is an override is not: asking for it is a fault.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "a length of 0 is a fault")]
    #[track_caller]
    pub fn len(&self) -> u32 {
        if self.is_overridable {
            recorder::fault(
                Diagnostic::new(
                    "the length of this workgroup array is not known while the kernel is built",
                    SourceLocation::caller(),
                )
                .label(source(self.handle.at), "its length is an override")
                .help("use the override itself as a value: `width.node()`, `range(0, &width)`"),
            );
        }
        self.length
    }
}
