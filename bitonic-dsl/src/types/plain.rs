//! Whether a type is plain old data, asked by code that the derive writes: there the type
//! is known, and the compiler takes what belongs to such types alone before what a trait
//! gives to all. Nothing here is for authors.

use std::marker::PhantomData;

use bytemuck::Pod;

/// Asks about `T`. What stands here exists only where `T` is [`Pod`]; elsewhere the names
/// mean those of [`NotPlain`].
#[doc(hidden)]
#[derive(Debug)]
pub struct Plain<T>(PhantomData<T>);

impl<T: Pod> Plain<T> {
    pub const IS_POD: bool = true;

    /// The values as they lie in memory.
    pub fn lend(values: &[T]) -> Option<&[u8]> {
        Some(bytemuck::cast_slice(values))
    }

    /// The values as they lie in memory, to be written.
    pub fn lend_mut(values: &mut [T]) -> Option<&mut [u8]> {
        Some(bytemuck::cast_slice_mut(values))
    }

    /// The whole values at the start of `bytes`, if they are aligned for them.
    pub fn view(bytes: &[u8]) -> Option<&[T]> {
        let whole = bytes.len() - bytes.len() % size_of::<T>();
        bytemuck::try_cast_slice(&bytes[..whole]).ok()
    }
}

/// What [`Plain`] says of every other type.
#[doc(hidden)]
pub trait NotPlain {
    type Value;
    const IS_POD: bool = false;

    fn lend(_values: &[Self::Value]) -> Option<&[u8]> {
        None
    }

    fn lend_mut(_values: &mut [Self::Value]) -> Option<&mut [u8]> {
        None
    }

    fn view(_bytes: &[u8]) -> Option<&[Self::Value]> {
        None
    }
}

impl<T> NotPlain for Plain<T> {
    type Value = T;
}
