//! Single variables of workgroup memory, and the load that is the same for a whole
//! workgroup. Arrays of workgroup memory are in `resource`.

use std::marker::PhantomData;

use super::node::{IntoNode, Node};
use super::place::{Place, ReadWrite, Var};
use super::pointer::{IN_WORKGROUP, Pointer, PointerSpace, is_component, space_of};
use super::private::PrivateVar;
use super::recorder::{self, Handle};
use super::resource::declare;
use super::structure::StructType;
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{NodeKind, PlaceId, PlaceKind, ResourceId, Space};
use crate::types::{Atomic, AtomicScalar, FixedFootprint, Indexed, ShaderType, Value};

/// A variable that the invocations of a workgroup share; made by [`workgroup_var`].
pub struct WorkgroupVar<T> {
    handle: Handle<ResourceId>,
    of: PhantomData<*const T>,
}

impl<T> Clone for WorkgroupVar<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for WorkgroupVar<T> {}

/// A variable that the invocations of a workgroup share. It is zero when a workgroup
/// begins; what one invocation writes, the others see after a
/// [`workgroup_barrier`](crate::workgroup_barrier).
///
/// ```
/// use bitonic_dsl::*;
///
/// let count_ones = kernel("count_ones").workgroup_size(64).build(|k| {
///     let data = k.storage::<u32>("data");
///     let counts = k.storage_mut::<u32>("counts");
///     let total = workgroup_var::<Atomic<u32>>("total");
///     let bits = data.element(instance_index()).load().count_one_bits();
///     total.atomic_add(bits);
///     workgroup_barrier();
///     If(local_invocation_index().eq(0), || {
///         counts.element(workgroup_index()).assign(total.atomic_load());
///     });
/// })?;
/// assert!(count_ones.wgsl(Dialect::Browser)?.contains("var<workgroup> total: atomic<u32>;"));
/// # Ok::<(), Error>(())
/// ```
#[track_caller]
pub fn workgroup_var<T: FixedFootprint>(name: &str) -> WorkgroupVar<T> {
    WorkgroupVar {
        handle: declare(name, T::ty(), Space::Workgroup),
        of: PhantomData,
    }
}

impl<T: ShaderType> WorkgroupVar<T> {
    /// The place of the whole variable.
    #[track_caller]
    pub fn place(&self) -> Place<T> {
        recorder::claim(self.handle.scope, &"a resource", self.handle.at);
        Place::make(PlaceKind::Resource(self.handle.id))
    }
}

impl<T: Value> WorkgroupVar<T> {
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

impl<T: Indexed> WorkgroupVar<T> {
    /// The place of the element at `index`, from 0: as [`Place::element`].
    #[track_caller]
    pub fn element(&self, index: impl IntoNode<u32>) -> Place<T::Element> {
        self.place().element(index)
    }
}

impl<T: StructType> WorkgroupVar<T> {
    /// The places of the structure's fields.
    #[track_caller]
    pub fn fields(&self) -> T::Places<ReadWrite> {
        self.place().fields()
    }
}

/// What has a place that can be written: a [`Place`], a variable, or a pointer.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no place that can be written",
    label = "expected a place in memory",
    note = "places are elements of buffers made by `storage_mut`, and what lies in workgroup memory"
)]
pub trait HasPlace {
    /// What lies there.
    type Of: ShaderType;

    /// The place.
    #[track_caller]
    fn to_place(&self) -> Place<Self::Of>;
}

impl<T: ShaderType> HasPlace for Place<T> {
    type Of = T;

    fn to_place(&self) -> Place<T> {
        *self
    }
}

impl<T: ShaderType> HasPlace for WorkgroupVar<T> {
    type Of = T;

    #[track_caller]
    fn to_place(&self) -> Place<T> {
        self.place()
    }
}

impl<T: Value> HasPlace for Var<T> {
    type Of = T;

    fn to_place(&self) -> Place<T> {
        **self
    }
}

impl<T: Value> HasPlace for PrivateVar<T> {
    type Of = T;

    #[track_caller]
    fn to_place(&self) -> Place<T> {
        self.place()
    }
}

impl<T: Value, S: PointerSpace> HasPlace for Pointer<T, S> {
    type Of = T;

    fn to_place(&self) -> Place<T> {
        **self
    }
}

impl<P: HasPlace> HasPlace for &P {
    type Of = P::Of;

    #[track_caller]
    fn to_place(&self) -> Place<P::Of> {
        P::to_place(self)
    }
}

/// What [`workgroup_uniform_load`] loads: a value, or an atomic's scalar.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be loaded for a whole workgroup",
    note = "values can, and single atomics; of an array or a structure that holds atomics, load its elements or fields"
)]
pub trait UniformlyLoaded: ShaderType {
    /// What the load gives.
    type Loaded: Value;
}

impl<T: Value> UniformlyLoaded for T {
    type Loaded = T;
}

impl<T: AtomicScalar> UniformlyLoaded for Atomic<T> {
    type Loaded = T;
}

/// What lies at a place in workgroup memory, the same for every invocation: it waits until
/// the whole workgroup is here, loads, and waits again.
///
/// The value is uniform, so that barriers and subgroup operations may depend on it. As with
/// [`workgroup_barrier`](crate::workgroup_barrier), every invocation of the workgroup must
/// reach it together, and with the same place.
///
/// ```
/// use bitonic_dsl::*;
///
/// let rounds = kernel("rounds").workgroup_size(64).build(|k| {
///     let data = k.storage_mut::<u32>("data");
///     let count = workgroup_var::<u32>("count");
///     If(local_invocation_index().eq(0), || {
///         count.assign(data.element(workgroup_index()).load());
///     });
///     let count = workgroup_uniform_load(&count).to_const("turns");
///     Loop(range(0, count), |_| workgroup_barrier());
/// })?;
/// assert!(rounds.wgsl(Dialect::Browser)?.contains("let turns = workgroupUniformLoad(&count);"));
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn workgroup_uniform_load<P>(place: P) -> Node<<P::Of as UniformlyLoaded>::Loaded>
where
    P: HasPlace<Of: UniformlyLoaded>,
{
    let at = SourceLocation::caller();
    let place = recorder::place_operand(place.to_place().handle);
    match place.map(|place| (place, refuse(place, at))) {
        Some((place, None)) => Node::make(NodeKind::UniformLoad(place)),
        Some((_, Some(fault))) => {
            recorder::fault(fault);
            Node::make(NodeKind::Poison)
        }
        None => Node::make(NodeKind::Poison),
    }
}

fn refuse(place: PlaceId, at: SourceLocation) -> Option<Diagnostic> {
    if is_component(place) {
        let fault = Diagnostic::new("a component of a vector has no address", at);
        return Some(fault.help("load the whole vector, and take the component of its value"));
    }
    let found = space_of(place);
    (found != IN_WORKGROUP).then(|| {
        let message =
            format!("this place lies in {found}, `workgroup_uniform_load` reads {IN_WORKGROUP}");
        Diagnostic::new(message, at)
            .help("let one invocation write the value to a `workgroup_var`, and load that")
    })
}
