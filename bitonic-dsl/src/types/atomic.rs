//! Atomics: scalars in memory that invocations change without disturbing each other.

use bytemuck::{Pod, Zeroable};

use super::host::lend_plain_data;
use super::{FixedFootprint, HostShareable, Layout, Scalar, ScalarType, ShaderType, Type};

/// `atomic<T>`: a scalar that several invocations may read and change at once.
///
/// Atomics live in buffers that the kernel writes
/// ([`storage_mut`](crate::KernelScope::storage_mut)) and in workgroup memory, alone, in arrays
/// `[Atomic<T>; N]`, as fields of structures and in the array `Vec<Atomic<T>>` at the end of
/// one. There they are no values: they are neither
/// loaded nor assigned, only reached by the atomic functions, such as
/// [`atomic_add`](crate::Place::atomic_add).
///
/// They order nothing but themselves (WGSL specification, "Memory model": relaxed). What an
/// invocation wrote elsewhere before it changed an atomic, others of its workgroup see behind
/// a barrier ([`workgroup_barrier`](crate::workgroup_barrier),
/// [`storage_barrier`](crate::storage_barrier)), other workgroups in the next dispatch.
///
/// On the host it is a number like any other, in a wrapper for the type's sake: made by
/// `Atomic(7)`, read by `.0`. A buffer of `u32` can be bound where a kernel has atomics of `u32`.
///
/// | `T` | functions | runs on |
/// | --- | --- | --- |
/// | `u32`, `i32` | all | every device |
/// | `u64`, `i64` | all | devices with 64-bit atomics; no browser |
/// | `f32` | load, store, add, sub, exchange, in storage buffers | devices with atomics of `f32`; no browser |
///
/// ```
/// use bitonic_dsl::*;
///
/// #[derive(Clone, Copy, ShaderType)]
/// struct Summary {
///     count: Atomic<u32>,
///     largest: Atomic<i32>,
/// }
///
/// let summarise = kernel("summarise").build(|k| {
///     let data = k.storage::<i32>("data");
///     let summary = k.storage_mut::<Summary>("summary").element(0).fields();
///     let i = instance_index();
///     If(i.lt(data.len()), || {
///         summary.count.atomic_add(1);
///         summary.largest.atomic_max(data.element(i).load());
///     });
/// })?;
/// assert!(summarise.wgsl(Dialect::Browser)?.contains("atomicAdd(&"));
/// // What the buffer starts with.
/// let start = Summary { count: Atomic(0), largest: Atomic(i32::MIN) };
/// # let _ = start;
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Pod, Zeroable)]
#[repr(transparent)]
pub struct Atomic<T>(
    /// What it holds.
    pub T,
);

impl<T> From<T> for Atomic<T> {
    fn from(value: T) -> Self {
        Atomic(value)
    }
}

impl<T: AtomicScalar> ShaderType for Atomic<T> {
    fn ty() -> Type {
        Type::Atomic(T::SCALAR)
    }
}

impl<T: AtomicScalar> FixedFootprint for Atomic<T> {}

impl<T: AtomicScalar> HostShareable for Atomic<T> {
    const LAYOUT: Layout = T::LAYOUT;
    const IS_PLAIN: bool = T::IS_PLAIN;

    #[inline]
    fn write(&self, bytes: &mut [u8]) {
        self.0.write(bytes);
    }

    #[inline]
    fn read(bytes: &[u8]) -> Self {
        Atomic(T::read(bytes))
    }

    lend_plain_data! {}
}

mod sealed {
    pub trait Sealed {}
}

/// A scalar that can be atomic: `u32`, `i32`, `u64`, `i64` or `f32`.
#[diagnostic::on_unimplemented(
    message = "there is no atomic of `{Self}`",
    note = "atomics are of `u32` and `i32`, and of `u64`, `i64` and `f32` where the device has them"
)]
pub trait AtomicScalar: Scalar + Pod + sealed::Sealed {
    /// The scalar, as data.
    const SCALAR: ScalarType;
}

/// An integer that can be atomic: `u32`, `i32`, `u64` or `i64`.
#[diagnostic::on_unimplemented(
    message = "an atomic of `{Self}` has no such function",
    label = "not for `{Self}`",
    note = "atomics of `f32` can be loaded, stored, added to, subtracted from and exchanged"
)]
pub trait AtomicInteger: AtomicScalar {}

macro_rules! atomics {
    ($($scalar:ident $name:ident;)*) => {$(
        impl sealed::Sealed for $scalar {}

        impl AtomicScalar for $scalar {
            const SCALAR: ScalarType = ScalarType::$name;
        }
    )*};
}

atomics! {
    u32 U32;
    i32 I32;
    u64 U64;
    i64 I64;
    f32 F32;
}

impl AtomicInteger for u32 {}
impl AtomicInteger for i32 {}
impl AtomicInteger for u64 {}
impl AtomicInteger for i64 {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_atomic_lies_in_memory_as_its_scalar_does() {
        let mut bytes = [0; 8];
        Atomic(-2_i64).write(&mut bytes);
        assert_eq!(bytes, (-2_i64).to_le_bytes());
        assert_eq!(Atomic::<i64>::read(&bytes), Atomic(-2));
        let counts = [Atomic(1_u32), Atomic(2)];
        assert_eq!(
            HostShareable::bytes_of(&counts).as_ref(),
            [1, 0, 0, 0, 2, 0, 0, 0]
        );
    }
}
