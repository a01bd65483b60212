//! Values as the host sees them: the bytes that a buffer holds. Where Rust's memory holds
//! the same bytes they are lent, else copied value by value; which, is a constant of the
//! type.

use std::borrow::Cow;

use half::f16;

use super::{FixedFootprint, Layout, ScalarType};

/// A type that host and shader share: its bytes in a buffer are WGSL's layout.
///
/// Implemented for the numeric scalars, the vectors and matrices of them, and by
/// `#[derive(ShaderType)]` for structures. `bool` is not host-shareable.
///
/// # Without a copy
///
/// Slices of scalars, of vectors of two and four components, of matrices of two and four rows, and of arrays of these
/// lie in Rust's memory as in a buffer, and are handed over as they are. So are structures
/// that are `#[repr(C)]` and [`bytemuck::Pod`] and have each field where WGSL has it. All
/// others are converted, value by value. [`HostShareable::IS_ZERO_COPY`] says which:
///
/// ```
/// use bitonic_dsl::*;
/// use bytemuck::{Pod, Zeroable};
///
/// #[derive(Clone, Copy, Pod, Zeroable, ShaderType)]
/// #[repr(C)]
/// struct Particle {
///     position: Vec3,
///     // Fills the gap that WGSL has behind a vector of three.
///     mass: f32,
///     velocity: Vec2,
///     age: Vec2,
/// }
///
/// const _: () = assert!(Particle::IS_ZERO_COPY && !Vec3::IS_ZERO_COPY);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be shared between host and shader",
    label = "has no layout in a buffer",
    note = "a `bool` travels as a `u32`: store 0 or 1 and compare with `.ne(0)`",
    note = "a structure is shared with `#[derive(ShaderType)]`; a generic type in a buffer has the bounds `T: Value + HostShareable`, or `T: Scalar`",
    note = "a `Vec<T>` is the last field of a structure, and that structure is bound alone: `k.storage_struct::<S>(name)`"
)]
pub trait HostShareable: FixedFootprint + Copy {
    /// The layout of [`ShaderType::ty`](crate::types::ShaderType::ty), for the compiler.
    const LAYOUT: Layout;

    /// Whether one value lies in Rust's memory byte for byte as in a buffer, without
    /// padding. Elements of an array may still lie further apart in a buffer: those of
    /// `Vec3` do.
    const IS_PLAIN: bool = false;

    /// Whether slices of this type are written and read as they lie in memory, without a
    /// conversion.
    const IS_ZERO_COPY: bool =
        Self::IS_PLAIN && size_of::<Self>() == Self::LAYOUT.stride() as usize;

    /// Writes the value to `bytes`, whose length is the type's
    /// [`Layout::size`]. Padding is left as it is.
    fn write(&self, bytes: &mut [u8]);

    /// Reads a value from `bytes`, whose length is the type's [`Layout::size`].
    fn read(bytes: &[u8]) -> Self;

    /// The values as they lie in memory, where [`HostShareable::IS_ZERO_COPY`]; else `None`.
    fn lend(_values: &[Self]) -> Option<&[u8]> {
        None
    }

    /// The values as they lie in memory, to be written, where
    /// [`HostShareable::IS_ZERO_COPY`]; else `None`.
    fn lend_mut(_values: &mut [Self]) -> Option<&mut [u8]> {
        None
    }

    /// The whole values at the start of `bytes`, where [`HostShareable::IS_ZERO_COPY`] and
    /// the bytes are aligned as Rust wants the type; else `None`.
    fn view(_bytes: &[u8]) -> Option<&[Self]> {
        None
    }

    /// The bytes of an array of `values`, each at a multiple of the stride; padding is
    /// zero. Lent where [`HostShareable::IS_ZERO_COPY`].
    fn bytes_of(values: &[Self]) -> Cow<'_, [u8]> {
        match Self::lend(values) {
            Some(bytes) => Cow::Borrowed(bytes),
            None => Cow::Owned(convert(values)),
        }
    }

    /// Reads an array from `bytes` into `values`, as many as both hold.
    fn read_into(bytes: &[u8], values: &mut [Self]) {
        match Self::lend_mut(values) {
            Some(places) => {
                let stride = Self::LAYOUT.stride() as usize;
                let count = places.len().min(bytes.len() / stride * stride);
                places[..count].copy_from_slice(&bytes[..count]);
            }
            None => {
                for (place, value) in places_of::<Self>(bytes).zip(values) {
                    *value = Self::read(place);
                }
            }
        }
    }

    /// The values of an array in `bytes`; what is left of a last, partial
    /// element is ignored.
    fn values_of(bytes: &[u8]) -> Vec<Self> {
        match Self::view(bytes) {
            Some(values) => values.to_vec(),
            None => places_of::<Self>(bytes).map(Self::read).collect(),
        }
    }
}

/// Each of `values` written at a multiple of the stride, zeros between.
fn convert<T: HostShareable>(values: &[T]) -> Vec<u8> {
    let (size, stride) = (T::LAYOUT.size as usize, T::LAYOUT.stride() as usize);
    let mut bytes = vec![0; values.len() * stride];
    for (value, place) in values.iter().zip(bytes.chunks_exact_mut(stride)) {
        value.write(&mut place[..size]);
    }
    bytes
}

/// The bytes of each whole value in `bytes`.
fn places_of<T: HostShareable>(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let (size, stride) = (T::LAYOUT.size as usize, T::LAYOUT.stride() as usize);
    bytes.chunks_exact(stride).map(move |place| &place[..size])
}

/// How values of a type that is plain old data are lent; inside an `impl` of
/// [`HostShareable`].
macro_rules! lend_plain_data {
    () => {
        #[inline]
        fn lend(values: &[Self]) -> Option<&[u8]> {
            Self::IS_ZERO_COPY.then(|| bytemuck::cast_slice(values))
        }

        #[inline]
        fn lend_mut(values: &mut [Self]) -> Option<&mut [u8]> {
            match Self::IS_ZERO_COPY {
                true => Some(bytemuck::cast_slice_mut(values)),
                false => None,
            }
        }

        #[inline]
        fn view(bytes: &[u8]) -> Option<&[Self]> {
            match Self::IS_ZERO_COPY {
                true => $crate::types::Plain::<Self>::view(bytes),
                false => None,
            }
        }
    };
}

pub(super) use lend_plain_data;

macro_rules! host_shareable_scalars {
    ($($scalar:ident $variant:ident),*) => {$(
        impl HostShareable for $scalar {
            const LAYOUT: Layout = Layout::scalar(ScalarType::$variant);
            // Buffers are little-endian.
            const IS_PLAIN: bool = cfg!(target_endian = "little");

            #[inline]
            fn write(&self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_le_bytes());
            }

            #[inline]
            fn read(bytes: &[u8]) -> Self {
                let mut own = [0; size_of::<Self>()];
                own.copy_from_slice(bytes);
                Self::from_le_bytes(own)
            }

            lend_plain_data! {}
        }
    )*};
}

host_shareable_scalars!(u32 U32, i32 I32, u64 U64, i64 I64, f16 F16, f32 F32, f64 F64);
