//! Places: addresses that are read and written, never values themselves.

use std::marker::PhantomData;
use std::ops::Deref;

use super::node::{IntoNode, Node};
use super::operators::{Operand, binary};
use super::product::Factor;
use super::recorder::{self, Handle};
use crate::diagnostic::SourceLocation;
use crate::graph::{BinaryOperator, NodeKind, PlaceId, PlaceKind, StatementKind};
use crate::types::{Arithmetic, Bitwise, Integer, Numeric, ShaderType, Value};

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Read {}
    impl Sealed for super::ReadWrite {}
}

/// What may be done with a place: [`Read`] or [`ReadWrite`].
pub trait Access: sealed::Sealed + 'static {}

/// The place can be read.
#[derive(Clone, Copy, Debug)]
pub enum Read {}

/// The place can be read and written.
#[derive(Clone, Copy, Debug)]
pub enum ReadWrite {}

impl Access for Read {}
impl Access for ReadWrite {}

/// A place that can be written: [`ReadWrite`].
#[diagnostic::on_unimplemented(
    message = "this place can only be read",
    label = "cannot be written",
    note = "declare the buffer with `k.storage_mut(..)`, or `k.storage_struct_mut(..)`, to write it; a uniform is never written"
)]
pub trait Writable: Access {}

impl Writable for ReadWrite {}

/// An address that holds a `T`: an element of a buffer, a field, a component.
///
/// It is no value: [`load`](Place::load) reads it where it is written, and
/// [`assign`](Place::assign) writes it. The indices on the way to it were fixed
/// when it was made.
#[must_use = "a place does nothing until it is read with `.load()` or written with `.assign(..)`"]
pub struct Place<T, A = ReadWrite> {
    pub(super) handle: Handle<PlaceId>,
    of: PhantomData<*const (T, A)>,
}

impl<T, A> Clone for Place<T, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, A> Copy for Place<T, A> {}

impl<T: ShaderType, A: Access> Place<T, A> {
    pub(super) fn from_handle(handle: Handle<PlaceId>) -> Place<T, A> {
        Place {
            handle,
            of: PhantomData,
        }
    }

    /// Records a place of this type.
    #[track_caller]
    pub(super) fn make(kind: PlaceKind) -> Place<T, A> {
        Place::from_handle(recorder::make_place(kind, T::ty()))
    }

    /// A place within this one.
    #[track_caller]
    pub(super) fn inner<U: ShaderType>(
        self,
        kind: impl FnOnce(PlaceId) -> PlaceKind,
    ) -> Place<U, A> {
        // After a fault, the place itself stands in: lowering never sees it.
        let base = recorder::place_operand(self.handle).unwrap_or(PlaceId::new(0));
        Place::make(kind(base))
    }
}

impl<T: ShaderType, A: Access> Place<T, A> {
    /// The value that the place holds now. An atomic's is read by
    /// [`atomic_load`](Place::atomic_load).
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn load(self) -> Node<T>
    where
        T: Value,
    {
        match recorder::place_operand(self.handle) {
            Some(place) => Node::make(NodeKind::Load(place)),
            None => Node::make(NodeKind::Poison),
        }
    }

    /// Writes `value`. An atomic is written by [`atomic_store`](Place::atomic_store).
    #[track_caller]
    pub fn assign(self, value: impl IntoNode<T>)
    where
        T: Value,
        A: Writable,
    {
        let value = value.into_node().operand();
        if let Some(place) = recorder::place_operand(self.handle) {
            recorder::statement(StatementKind::Store(place, value));
        }
    }
}

macro_rules! compound_assignments {
    ($bound:ident: $($(#[$doc:meta])* $method:ident $operator:ident by $operand:ident;)*) => {
        impl<T: ShaderType, A: Access> Place<T, A> {
            $(
                $(#[$doc])*
                #[track_caller]
                pub fn $method(self, value: impl $operand<T, Output = T>)
                where
                    T: $bound,
                    A: Writable,
                {
                    let value = value.operand();
                    self.assign(binary::<_, _, T>(BinaryOperator::$operator, self.load(), value));
                }
            )*
        }
    };
}

compound_assignments! { Arithmetic:
    /// Adds `value` to what the place holds.
    add_assign Add by Operand;
    /// Subtracts `value` from what the place holds.
    sub_assign Subtract by Operand;
    /// Multiplies what the place holds by `value`, which stands on the right.
    mul_assign Multiply by Factor;
}

compound_assignments! { Numeric:
    /// Divides what the place holds by `value`.
    div_assign Divide by Operand;
    /// Leaves the remainder of what the place holds divided by `value`.
    rem_assign Remainder by Operand;
}

impl<T: ShaderType, A: Access> Place<T, A> {
    /// Leaves the bits, or the truth, that the place and `value` share.
    #[track_caller]
    pub fn bitand_assign(self, value: impl IntoNode<T>)
    where
        T: Bitwise,
        A: Writable,
    {
        let value = value.into_node();
        self.assign(self.load() & value);
    }

    /// Adds the bits, or the truth, of `value`.
    #[track_caller]
    pub fn bitor_assign(self, value: impl IntoNode<T>)
    where
        T: Bitwise,
        A: Writable,
    {
        let value = value.into_node();
        self.assign(self.load() | value);
    }
}

impl<T: Integer, A: Access> Place<T, A> {
    /// Inverts the bits that are set in `value`.
    #[track_caller]
    pub fn bitxor_assign(self, value: impl IntoNode<T>)
    where
        A: Writable,
    {
        let value = value.into_node();
        self.assign(self.load() ^ value);
    }

    /// Shifts what the place holds to the left; the amount counts modulo the
    /// number of bits.
    #[track_caller]
    pub fn shl_assign(self, amount: impl IntoNode<T::Unsigned>)
    where
        A: Writable,
    {
        let amount = amount.into_node();
        self.assign(self.load() << amount);
    }

    /// Shifts what the place holds to the right; the amount counts modulo the
    /// number of bits.
    #[track_caller]
    pub fn shr_assign(self, amount: impl IntoNode<T::Unsigned>)
    where
        A: Writable,
    {
        let amount = amount.into_node();
        self.assign(self.load() >> amount);
    }
}

macro_rules! counted {
    ($($integer:ident),*) => {$(
        impl<A: Writable> Place<$integer, A> {
            /// Adds 1 to what the place holds; past the largest value it wraps.
            #[track_caller]
            pub fn increment(self) {
                self.add_assign(1 as $integer);
            }

            /// Subtracts 1 from what the place holds; past the least value it wraps.
            #[track_caller]
            pub fn decrement(self) {
                self.sub_assign(1 as $integer);
            }
        }
    )*};
}

counted!(u32, i32, u64, i64);

/// A variable of the function: a [`Place`] that the function owns; made by
/// [`HostValue::to_var`](crate::HostValue::to_var).
#[derive(Clone, Copy)]
pub struct Var<T> {
    place: Place<T>,
}

impl<T: Value> Var<T> {
    #[track_caller]
    pub(super) fn declare(name: &str, value: Node<T>) -> Var<T> {
        let at = SourceLocation::caller();
        let value = value.operand();
        let local = recorder::with(|recorder| recorder.declare(name, T::ty(), value, at));
        Var {
            place: Place::make(PlaceKind::Local(local)),
        }
    }

    /// The variable whose place is `handle`.
    pub(super) fn from_handle(handle: Handle<PlaceId>) -> Var<T> {
        Var {
            place: Place::from_handle(handle),
        }
    }
}

impl<T> Deref for Var<T> {
    type Target = Place<T>;

    fn deref(&self) -> &Place<T> {
        &self.place
    }
}
