//! What operations name beside registers and places: rows of registers, functions of atomics. Places of
//! memory are in `place`, the operations themselves in `operation`.

use crate::value::Binary;

/// A read-modify-write function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AtomicFunction<R> {
    /// The new value is this function of the old value and the operand.
    Combine(Binary),
    /// The new value is the operand.
    Exchange,
    /// The new value is the operand where the old one equals this register.
    CompareExchange(R),
}

/// Registers in a row, the scalars of a variable that is indexed at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Array<R> {
    pub(crate) first: R,
    pub(crate) length: u32,
}

impl<R: Copy> Array<R> {
    pub(super) fn map<S>(self, mut register: impl FnMut(R) -> S) -> Array<S> {
        Array {
            first: register(self.first),
            length: self.length,
        }
    }
}

impl<R: Copy> AtomicFunction<R> {
    /// The same function over other registers.
    pub(crate) fn map<S>(self, mut register: impl FnMut(R) -> S) -> AtomicFunction<S> {
        match self {
            Self::Combine(function) => AtomicFunction::Combine(function),
            Self::Exchange => AtomicFunction::Exchange,
            Self::CompareExchange(expected) => AtomicFunction::CompareExchange(register(expected)),
        }
    }
}
