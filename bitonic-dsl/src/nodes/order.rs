//! Order-preserving keys: unsigned words whose natural order is the order of the numbers
//! that they stand for.
//!
//! The order is total. Floats come as numbers, `-0.0` before `+0.0`, then NaNs: positive
//! ones by rising bits, negative ones by falling bits. The map turns the order of the
//! bits into the order of numbers as in M. Herf, "Radix Tricks" (2001), and then rotates
//! the negative NaNs to the end: `(bits ^ mask) - nans`, wrapping, where the mask is all
//! ones for a set sign bit and the sign bit alone otherwise.

use bitonic_macros::shader_fn;

use crate::author::{IntoNode, Node, hvec2, select};
use crate::types::{HVec2, Integer, Scalar, f16};

/// A type of number with an order-preserving key.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no order-preserving key",
    note = "`u32`, `i32`, `u64`, `i64`, `f16`, `f32` and `f64` have"
)]
pub trait Ordered: Scalar {
    /// The key, an unsigned integer as wide as the number; a `u32` for an `f16`.
    type Key: Integer + Scalar;

    #[doc(hidden)]
    #[track_caller]
    fn bits(value: Node<Self>) -> Node<Self::Key>;

    #[doc(hidden)]
    #[track_caller]
    fn of_bits(bits: Node<Self::Key>) -> Node<Self>;

    #[doc(hidden)]
    #[track_caller]
    fn encode(bits: Node<Self::Key>) -> Node<Self::Key>;

    #[doc(hidden)]
    #[track_caller]
    fn decode(key: Node<Self::Key>) -> Node<Self::Key>;
}

/// The key of a number: `to_key(a) < to_key(b)` where `a` comes before `b`.
///
/// A device may flush a denormal, or rewrite a NaN, before the bits are seen. Where every
/// bit counts, keep the numbers in a buffer of words and use [`bits_to_key`].
///
/// ```
/// # use bitonic_dsl::{nodes::*, *};
/// # kernel("keys").build(|k| {
/// # let data = k.storage::<f32>("data");
/// # let keys = k.storage_mut::<u32>("keys");
/// let i = instance_index();
/// keys.element(i).assign(to_key(data.element(i).load()));
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn to_key<T: Ordered>(value: Node<T>) -> Node<T::Key> {
    T::encode(T::bits(value))
}

/// The number of a key: the inverse of [`to_key`]. For an `f16`, the lower 16 bits of the
/// key count.
///
/// ```
/// # use bitonic_dsl::{nodes::*, *};
/// # kernel("numbers").build(|k| {
/// # let data = k.storage_mut::<f32>("data");
/// # let keys = k.storage::<u32>("keys");
/// let i = instance_index();
/// data.element(i).assign(from_key::<f32>(keys.element(i).load()));
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn from_key<T: Ordered>(key: impl IntoNode<T::Key>) -> Node<T> {
    T::of_bits(T::decode(key.into_node()))
}

/// The key of the number with these bits, one to one, on every device. Of an `f16` the
/// lower 16 bits are taken, and its keys are less than 65,536.
///
/// ```
/// # use bitonic_dsl::{nodes::*, *};
/// # kernel("keys").build(|k| {
/// # let words = k.storage_mut::<u32>("words");
/// let place = words.element(instance_index());
/// place.assign(bits_to_key::<f32>(place.load()));
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn bits_to_key<T: Ordered>(bits: impl IntoNode<T::Key>) -> Node<T::Key> {
    T::encode(bits.into_node())
}

/// The bits of the number with this key: the inverse of [`bits_to_key`].
///
/// ```
/// # use bitonic_dsl::{nodes::*, *};
/// # kernel("bits").build(|k| {
/// # let words = k.storage_mut::<u32>("words");
/// let place = words.element(instance_index());
/// place.assign(key_to_bits::<i32>(place.load()));
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn key_to_bits<T: Ordered>(key: impl IntoNode<T::Key>) -> Node<T::Key> {
    T::decode(key.into_node())
}

macro_rules! integers {
    ($($ty:ident by $key:ident: $bits:ident $key_bits:ident;)*) => {$(
        impl Ordered for $ty {
            type Key = $key;

            #[track_caller]
            fn bits(value: Node<$ty>) -> Node<$key> {
                value.bitcast()
            }

            #[track_caller]
            fn of_bits(bits: Node<$key>) -> Node<$ty> {
                bits.bitcast()
            }

            #[track_caller]
            fn encode($bits: Node<$key>) -> Node<$key> {
                flipped!($ty $key $bits)
            }

            #[track_caller]
            fn decode($key_bits: Node<$key>) -> Node<$key> {
                flipped!($ty $key $key_bits)
            }
        }
    )*};
}

/// A signed integer's sign bit, inverted; an unsigned one as it is.
macro_rules! flipped {
    (u32 $key:ident $bits:ident) => {
        $bits
    };
    (u64 $key:ident $bits:ident) => {
        $bits
    };
    ($signed:ident $key:ident $bits:ident) => {
        $bits ^ (1 as $key).rotate_right(1)
    };
}

integers! {
    u32 by u32: bits key;
    i32 by u32: bits key;
    u64 by u64: bits key;
    i64 by u64: bits key;
}

/// The sign bit of the bits of a float.
const SIGN_F16: u32 = 0x8000;
const SIGN_F32: u32 = 1 << 31;
const SIGN_F64: u64 = 1 << 63;

/// How many NaNs there are of one sign.
const NANS_F16: u32 = 0x03FF;
const NANS_F32: u32 = 0x007F_FFFF;
const NANS_F64: u64 = 0x000F_FFFF_FFFF_FFFF;

#[shader_fn]
fn f16_bits_to_key(bits: u32) -> u32 {
    let mask = select(bits >= SIGN_F16, 0xFFFFu32, SIGN_F16);
    ((bits ^ mask) - NANS_F16) & 0xFFFF
}

#[shader_fn]
fn key_to_f16_bits(key: u32) -> u32 {
    let rotated = (key + NANS_F16) & 0xFFFF;
    let mask = select(rotated >= SIGN_F16, SIGN_F16, 0xFFFFu32);
    rotated ^ mask
}

#[shader_fn]
fn f32_bits_to_key(bits: u32) -> u32 {
    let mask = select(bits >= SIGN_F32, u32::MAX, SIGN_F32);
    (bits ^ mask) - NANS_F32
}

#[shader_fn]
fn key_to_f32_bits(key: u32) -> u32 {
    let rotated = key + NANS_F32;
    let mask = select(rotated >= SIGN_F32, SIGN_F32, u32::MAX);
    rotated ^ mask
}

#[shader_fn]
fn f64_bits_to_key(bits: u64) -> u64 {
    let mask = select(bits >= SIGN_F64, u64::MAX, SIGN_F64);
    (bits ^ mask) - NANS_F64
}

#[shader_fn]
fn key_to_f64_bits(key: u64) -> u64 {
    let rotated = key + NANS_F64;
    let mask = select(rotated >= SIGN_F64, SIGN_F64, u64::MAX);
    rotated ^ mask
}

macro_rules! wide_floats {
    ($($ty:ident by $key:ident: $encode:ident, $decode:ident;)*) => {$(
        impl Ordered for $ty {
            type Key = $key;

            #[track_caller]
            fn bits(value: Node<$ty>) -> Node<$key> {
                value.bitcast()
            }

            #[track_caller]
            fn of_bits(bits: Node<$key>) -> Node<$ty> {
                bits.bitcast()
            }

            #[track_caller]
            fn encode(bits: Node<$key>) -> Node<$key> {
                $encode(bits)
            }

            #[track_caller]
            fn decode(key: Node<$key>) -> Node<$key> {
                $decode(key)
            }
        }
    )*};
}

wide_floats! {
    f32 by u32: f32_bits_to_key, key_to_f32_bits;
    f64 by u64: f64_bits_to_key, key_to_f64_bits;
}

impl Ordered for f16 {
    type Key = u32;

    #[track_caller]
    fn bits(value: Node<f16>) -> Node<u32> {
        hvec2(value, 0.0).bitcast()
    }

    #[track_caller]
    fn of_bits(bits: Node<u32>) -> Node<f16> {
        bits.bitcast::<HVec2>().x()
    }

    #[track_caller]
    fn encode(bits: Node<u32>) -> Node<u32> {
        f16_bits_to_key(bits & 0xFFFF)
    }

    #[track_caller]
    fn decode(key: Node<u32>) -> Node<u32> {
        key_to_f16_bits(key & 0xFFFF)
    }
}
