//! Pointers: parameters of functions that lead to a variable of the caller.

use std::marker::PhantomData;
use std::ops::Deref;
use std::panic::Location;

use super::node::IntoNode;
use super::place::{Place, ReadWrite, Var};
use super::private::PrivateVar;
use super::recorder;
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{self, NodeId, NodeKind, PlaceId, PlaceKind, Space};
use crate::types::{Type, Value};

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::InFunction {}
    impl Sealed for super::InPrivate {}
}

/// Where a [`Pointer`] leads: [`InFunction`] or [`InPrivate`]. Memory that invocations
/// share is no such place: a function reaches it by its name.
pub trait PointerSpace: sealed::Sealed + 'static {
    #[doc(hidden)]
    const SPACE: graph::PointerSpace;
}

/// To a variable of a function, of the caller or of one that called it: `to_var`.
#[derive(Clone, Copy, Debug)]
pub enum InFunction {}

/// To a private variable: [`private_var`](crate::private_var).
#[derive(Clone, Copy, Debug)]
pub enum InPrivate {}

impl PointerSpace for InFunction {
    const SPACE: graph::PointerSpace = graph::PointerSpace::Function;
}

impl PointerSpace for InPrivate {
    const SPACE: graph::PointerSpace = graph::PointerSpace::Private;
}

/// A parameter of a [`Fn()`](crate::Fn()) that leads to a variable of the caller: a
/// [`Place`], `ptr<function, T>` or `ptr<private, T>`. A call is given the variable, a
/// place within it, or a pointer that the caller was given.
///
/// Two pointers of one call must not lead into one variable, nor one to a private variable
/// that the function uses by its name, if the function writes there.
///
/// ```
/// use bitonic_dsl::*;
///
/// let swap = Fn("swap", ["a", "b"], |a: Pointer<u32>, b: Pointer<u32>| {
///     let first = a.load();
///     a.assign(b.load());
///     b.assign(first);
/// });
/// let kernel = kernel("swapped").build(move |k| {
///     let out = k.storage_mut::<u32>("out");
///     let (x, y) = (1u32.to_var("x"), 2u32.to_var("y"));
///     swap.call(x, y);
///     out.element(0).assign(x.load() * 10 + y.load());
/// })?;
/// assert!(kernel.wgsl(Dialect::Browser)?.contains("fn swap(a: ptr<function, u32>, b: ptr<function, u32>)"));
/// # Ok::<(), Error>(())
/// ```
pub struct Pointer<T, S = InFunction> {
    place: Place<T>,
    of: PhantomData<S>,
}

impl<T, S> Clone for Pointer<T, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, S> Copy for Pointer<T, S> {}

impl<T, S> Deref for Pointer<T, S> {
    type Target = Place<T>;

    fn deref(&self) -> &Place<T> {
        &self.place
    }
}

impl<T: Value, S: PointerSpace> Pointer<T, S> {
    /// The parameter at `position` of the function under way.
    pub(super) fn parameter(position: u32, at: &'static Location<'static>) -> Pointer<T, S> {
        let handle = recorder::make_place_at(PlaceKind::Argument(position), T::ty(), at);
        Pointer {
            place: Place::from_handle(handle),
            of: PhantomData,
        }
    }
}

/// What can be passed for a parameter `P` of a function: a value for a value, and a
/// variable for a [`Pointer`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be passed for a parameter of type `{P}`",
    note = "a variable of the function is passed for a `Pointer<T>`, a private one for a `Pointer<T, InPrivate>`",
    note = "for a value, a variable or a place in memory is read with `.load()`",
    note = "a value of another type is converted by name: `.to_u32()`, `.to_i32()`, `.to_f32()`, `.to_bool()` .., or `.bitcast()`",
    note = "a Rust value must be of exactly the type: `2.0`, `2_u32`, `n as u32`"
)]
pub trait PassedAs<P> {
    #[doc(hidden)]
    #[track_caller]
    fn pass(self) -> NodeId;
}

impl<T: Value, N: IntoNode<T>> PassedAs<T> for N {
    #[track_caller]
    fn pass(self) -> NodeId {
        self.into_node().operand()
    }
}

impl<T: Value> PassedAs<Pointer<T, InFunction>> for Var<T> {
    #[track_caller]
    fn pass(self) -> NodeId {
        address::<T, InFunction>(*self)
    }
}

impl<T: Value> PassedAs<Pointer<T, InFunction>> for &Var<T> {
    #[track_caller]
    fn pass(self) -> NodeId {
        address::<T, InFunction>(**self)
    }
}

impl<T: Value> PassedAs<Pointer<T, InPrivate>> for PrivateVar<T> {
    #[track_caller]
    fn pass(self) -> NodeId {
        address::<T, InPrivate>(self.place())
    }
}

impl<T: Value, S: PointerSpace> PassedAs<Pointer<T, S>> for Pointer<T, S> {
    #[track_caller]
    fn pass(self) -> NodeId {
        address::<T, S>(self.place)
    }
}

impl<T: Value, S: PointerSpace> PassedAs<Pointer<T, S>> for Place<T, ReadWrite> {
    #[track_caller]
    fn pass(self) -> NodeId {
        address::<T, S>(self)
    }
}

/// The address of `place`, which must lie where a pointer of `S` leads.
#[track_caller]
fn address<T: Value, S: PointerSpace>(place: Place<T>) -> NodeId {
    let Some(id) = recorder::place_operand(place.handle) else {
        return recorder::make(NodeKind::Poison, T::ty()).id;
    };
    if let Some(fault) = refuse(id, S::SPACE, SourceLocation::caller()) {
        recorder::fault(fault);
        return recorder::make(NodeKind::Poison, T::ty()).id;
    }
    recorder::make(NodeKind::Address(id), T::ty()).id
}

fn refuse(place: PlaceId, wanted: graph::PointerSpace, at: SourceLocation) -> Option<Diagnostic> {
    if is_component(place) {
        return Some(
            Diagnostic::new("a component of a vector has no address", at)
                .help("pass the whole vector, or a variable that holds the component"),
        );
    }
    let found = space_of(place);
    let due = wanted.words();
    let help = if found == graph::PointerSpace::Private.words() {
        "declare the argument as a `Pointer<T, InPrivate>`"
    } else if found == graph::PointerSpace::Function.words() {
        "declare the argument as a `Pointer<T>`"
    } else {
        "a function reaches buffers and workgroup memory by name: write it in the kernel that \
         declares them"
    };
    (found != due).then(|| {
        let message = format!("a pointer to {due} is due, and this place lies in {found}");
        Diagnostic::new(message, at).help(help)
    })
}

/// Whether `place` is a component of a vector.
pub(super) fn is_component(place: PlaceId) -> bool {
    recorder::with(|recorder| {
        let places = &recorder.body.places;
        match places[place].kind {
            PlaceKind::Component(..) => true,
            PlaceKind::Element(base, _) => matches!(places[base].ty, Type::Vector(..)),
            PlaceKind::Resource(_)
            | PlaceKind::Local(_)
            | PlaceKind::Argument(_)
            | PlaceKind::Field(..) => false,
        }
    })
}

/// Where workgroup memory lies, in words.
pub(super) const IN_WORKGROUP: &str = "workgroup memory";

/// Where the variable lies that `place` is in, in words.
pub(super) fn space_of(mut place: PlaceId) -> &'static str {
    let root = recorder::with(|recorder| {
        while let Some(base) = recorder.body.places[place].kind.base() {
            place = base;
        }
        (
            recorder.body.places[place].kind,
            recorder.argument_spaces().to_vec(),
        )
    });
    let function = graph::PointerSpace::Function.words();
    match root {
        (PlaceKind::Argument(position), spaces) => {
            let space = spaces.get(position as usize).copied().flatten();
            space.map_or(function, graph::PointerSpace::words)
        }
        (PlaceKind::Resource(resource), _) => {
            let space = recorder::with_kernel(|resources, _, _| resources[resource].space);
            match space {
                Some(Space::Private) => graph::PointerSpace::Private.words(),
                Some(Space::StorageRead | Space::StorageReadWrite) => "a storage buffer",
                Some(Space::Uniform) => "a uniform buffer",
                Some(Space::Texture(_)) => "a texture",
                Some(Space::Sampler) => "a sampler",
                Some(Space::Workgroup) | None => IN_WORKGROUP,
            }
        }
        (
            PlaceKind::Local(_)
            | PlaceKind::Element(..)
            | PlaceKind::Component(..)
            | PlaceKind::Field(..),
            _,
        ) => function,
    }
}
