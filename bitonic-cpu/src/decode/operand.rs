//! What operations name beside registers: words of memory, rows of registers, functions of atomics.
//! The operations themselves are in `operation`.

use super::operation::Space;
use crate::value::Binary;

/// A runtime-sized array: the last member of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RuntimeArray {
    /// Index of the program's resources.
    pub(crate) resource: u32,
    /// Words before the first element.
    pub(crate) offset: u32,
    /// Words from an element to the next.
    pub(crate) stride: u32,
}

impl RuntimeArray {
    /// Whole elements in a binding of `words`.
    pub(crate) fn length(self, words: usize) -> u32 {
        let tail = words.saturating_sub(self.offset as usize);
        u32::try_from(tail / self.stride.max(1) as usize).unwrap_or(u32::MAX)
    }
}

/// Elements that an index may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Length {
    /// As declared.
    Fixed(u32),
    /// As bound.
    Runtime(RuntimeArray),
}

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

/// The word that a memory operation touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Place<R> {
    pub(crate) space: Space,
    /// Word address, beyond all ends where an index was out of range.
    pub(crate) address: R,
    /// Words added to the address.
    pub(crate) offset: u32,
    /// Where the source makes the access.
    pub(crate) site: u32,
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

impl<R: Copy> Place<R> {
    pub(super) fn map<S>(self, mut register: impl FnMut(R) -> S) -> Place<S> {
        Place {
            space: self.space,
            address: register(self.address),
            offset: self.offset,
            site: self.site,
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
