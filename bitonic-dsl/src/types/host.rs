//! Values as the host sees them: the bytes that a buffer holds.

use std::borrow::Cow;

use half::f16;

use super::{Layout, ShaderType};

/// A type that host and shader share: its bytes in a buffer are WGSL's layout.
///
/// Implemented for the numeric scalars, the vectors and matrices of them, and by
/// `#[derive(ShaderType)]` for structures. `bool` is not host-shareable.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be shared between host and shader",
    label = "has no layout in a buffer",
    note = "a `bool` travels as a `u32`: store 0 or 1 and compare with `.ne(0)`",
    note = "a structure is shared with `#[derive(ShaderType)]`",
    note = "a `Vec<T>` is the last field of a structure, and that structure is bound alone: `k.storage_struct::<S>(name)`"
)]
pub trait HostShareable: ShaderType + Copy {
    /// Writes the value to `bytes`, whose length is the type's
    /// [`Layout::size`]. Padding is left as it is.
    fn write(&self, bytes: &mut [u8]);

    /// Reads a value from `bytes`, whose length is the type's [`Layout::size`].
    fn read(bytes: &[u8]) -> Self;

    /// The bytes of an array of `values`, each at a multiple of the stride; padding is
    /// zero. Scalars are lent as they lie in memory.
    fn bytes_of(values: &[Self]) -> Cow<'_, [u8]> {
        let layout = Layout::of(&Self::ty());
        let (size, stride) = (layout.size as usize, layout.stride() as usize);
        let mut bytes = vec![0; values.len() * stride];
        for (value, place) in values.iter().zip(bytes.chunks_exact_mut(stride)) {
            value.write(&mut place[..size]);
        }
        Cow::Owned(bytes)
    }

    /// Reads an array from `bytes` into `values`, as many as both hold.
    fn read_into(bytes: &[u8], values: &mut [Self]) {
        let layout = Layout::of(&Self::ty());
        let (size, stride) = (layout.size as usize, layout.stride() as usize);
        for (place, value) in bytes.chunks_exact(stride).zip(values) {
            *value = Self::read(&place[..size]);
        }
    }

    /// The values of an array in `bytes`; what is left of a last, partial
    /// element is ignored.
    fn values_of(bytes: &[u8]) -> Vec<Self> {
        let layout = Layout::of(&Self::ty());
        let (size, stride) = (layout.size as usize, layout.stride() as usize);
        bytes
            .chunks_exact(stride)
            .map(|place| Self::read(&place[..size]))
            .collect()
    }
}

macro_rules! host_shareable_scalars {
    ($($scalar:ty),*) => {$(
        impl HostShareable for $scalar {
            fn write(&self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_le_bytes());
            }

            fn read(bytes: &[u8]) -> Self {
                bytemuck::pod_read_unaligned(bytes)
            }

            fn bytes_of(values: &[Self]) -> Cow<'_, [u8]> {
                Cow::Borrowed(bytemuck::cast_slice(values))
            }

            fn read_into(bytes: &[u8], values: &mut [Self]) {
                let count = values.len().min(bytes.len() / size_of::<Self>());
                let whole = count * size_of::<Self>();
                bytemuck::cast_slice_mut(&mut values[..count]).copy_from_slice(&bytes[..whole]);
            }

            fn values_of(bytes: &[u8]) -> Vec<Self> {
                let whole = bytes.len() - bytes.len() % size_of::<Self>();
                let mut values = vec![Self::default(); whole / size_of::<Self>()];
                Self::read_into(bytes, &mut values);
                values
            }
        }
    )*};
}

host_shareable_scalars!(u32, i32, u64, i64, f16, f32, f64);
