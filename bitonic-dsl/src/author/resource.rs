//! Buffers and workgroup memory as the author reaches them.

use std::marker::PhantomData;
use std::panic::Location;

use super::node::{IntoNode, Node};
use super::place::{Access, Place, Read, ReadWrite};
use super::recorder::{self, Handle, source};
use super::scope::declared_twice;
use super::structure::StructType;
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{
    ConstantValue, Literal, NodeId, NodeKind, PlaceId, PlaceKind, Resource, ResourceId, Space,
};
use crate::types::{HostShareable, Layout, ShaderType, Type, Value};

/// Declares a module-scope variable of the kernel under way.
#[track_caller]
pub(super) fn declare(name: &str, ty: Type, space: Space) -> Handle<ResourceId> {
    declare_with(name, ty, space, None)
}

/// Declares a module-scope variable that starts with `init`.
#[track_caller]
pub(super) fn declare_with(
    name: &str,
    ty: Type,
    space: Space,
    init: Option<ConstantValue>,
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
fn check_reach(index: NodeId, element: &Type) {
    let at = SourceLocation::caller();
    let stride = u64::from(Layout::of(element).stride());
    recorder::with(|recorder| {
        let NodeKind::Literal(Literal::U32(value)) = recorder.body.nodes[index].kind else {
            return;
        };
        if (u64::from(value) + 1) * stride > u64::from(u32::MAX) {
            let message = format!("element {value} lies beyond every buffer");
            let help = format!("a buffer holds fewer than 2^32 bytes, an element is {stride}");
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

    /// The number of elements of the bound range.
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
    /// The places of the structure's fields.
    #[track_caller]
    pub fn fields(&self) -> T::Places<Read> {
        self.place().fields()
    }
}

/// The most elements of an array of fixed length (WGSL specification, "Limits").
const MOST_ELEMENTS: u32 = 65_535;

/// Memory that the invocations of a workgroup share; made by [`workgroup_array`].
pub struct WorkgroupArray<T> {
    handle: Handle<ResourceId>,
    length: u32,
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
/// [`workgroup_barrier`](crate::workgroup_barrier).
#[track_caller]
pub fn workgroup_array<T: ShaderType>(name: &str, length: u32) -> WorkgroupArray<T> {
    let at = SourceLocation::caller();
    match length {
        0 => recorder::fault(
            Diagnostic::new(format!("workgroup array `{name}` has no elements"), at)
                .help("give it a length of 1 or more"),
        ),
        1..=MOST_ELEMENTS => {}
        _ => recorder::fault(
            Diagnostic::new(
                format!("workgroup array `{name}` has too many elements"),
                at,
            )
            .caption(format!("{length} elements"))
            .help(format!(
                "WGSL's arrays of fixed length hold at most {MOST_ELEMENTS}"
            )),
        ),
    }
    let ty = Type::array(T::ty(), length);
    let handle = declare(name, ty, Space::Workgroup);
    WorkgroupArray {
        handle,
        length,
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

    /// The number of elements, known while the kernel is built.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "a length of 0 is a fault")]
    pub fn len(&self) -> u32 {
        self.length
    }
}
