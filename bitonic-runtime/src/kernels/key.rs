//! Sort keys: how each key type maps to words whose natural order is the sort's order, on
//! the host and in a kernel. What words are is in `word`, where the maps are applied in
//! `coding`.
//!
//! Keys lie in buffers as the words that hold their bits, whatever their type: no
//! device then flushes a denormal or rewrites a NaN on the way.

use bitonic_dsl::nodes::{bits_to_key, key_to_bits};
use bitonic_dsl::types::{HostShareable, UVec2, f16};
use bitonic_dsl::{Node, select, shader_fn, uvec2};

use super::word::KeyWord;

/// A word of `K`, or the bits of a key, in a kernel.
pub(crate) type WordOf<K> = Node<<<K as Key>::Word as KeyWord>::InKernel>;

/// A type whose values can be sorted: `u32`, `i32`, `f32`, `f16`, `u64`, `i64`, `f64`.
///
/// Each key has a word, one to one; words in unsigned order are keys in sorted
/// order. Integers sort naturally. Floats sort as numbers, `-0.0` before `+0.0`,
/// then NaNs: positive ones by rising bits, negative ones by falling bits. The
/// map for floats turns the order of the bits into the order of numbers, as in M.
/// Herf, "Radix Tricks" (2001), and then rotates the negative NaNs to the end.
///
/// A key is sorted by its bits as integers of 32 bits: no device needs `f16`, `f64` or
/// integers of 64 bits for it.
///
/// ```
/// use bitonic_runtime::Key;
///
/// let mut keys = [1.5, f64::NAN, -0.0, 0.0, f64::NEG_INFINITY];
/// keys.sort_by_key(|key| key.to_word());
/// assert_eq!(keys[..4], [f64::NEG_INFINITY, -0.0, 0.0, 1.5]);
/// assert!(keys[1].is_sign_negative() && keys[4].is_nan());
/// ```
pub trait Key: HostShareable {
    /// What the type is called in the names of kernels.
    const NAME: &'static str;

    /// The integer of a key, as wide as the key.
    type Word: KeyWord;

    /// The key's word.
    fn to_word(self) -> Self::Word;

    /// The key of a word.
    fn from_word(word: Self::Word) -> Self;

    /// The word of a key's bits, in a kernel.
    #[track_caller]
    fn encode(
        bits: Node<<Self::Word as KeyWord>::InKernel>,
    ) -> Node<<Self::Word as KeyWord>::InKernel>;

    /// The bits of a word's key, in a kernel.
    #[track_caller]
    fn decode(
        word: Node<<Self::Word as KeyWord>::InKernel>,
    ) -> Node<<Self::Word as KeyWord>::InKernel>;
}

/// Unsigned integers are their own words.
macro_rules! unsigned_keys {
    ($($key:ident),*) => {$(
        impl Key for $key {
            const NAME: &'static str = stringify!($key);

            type Word = $key;

            fn to_word(self) -> $key {
                self
            }

            fn from_word(word: $key) -> $key {
                word
            }

            fn encode(bits: WordOf<$key>) -> WordOf<$key> {
                bits
            }

            fn decode(word: WordOf<$key>) -> WordOf<$key> {
                word
            }
        }
    )*};
}

unsigned_keys!(u32, u64);

/// Signed integers: the sign bit, inverted. In a kernel, by the two functions that are named.
macro_rules! signed_keys {
    ($($key:ident by $word:ident: $encode:expr, $decode:expr;)*) => {$(
        impl Key for $key {
            const NAME: &'static str = stringify!($key);

            type Word = $word;

            fn to_word(self) -> $word {
                (self ^ $key::MIN).cast_unsigned()
            }

            fn from_word(word: $word) -> $key {
                word.cast_signed() ^ $key::MIN
            }

            fn encode(bits: WordOf<$key>) -> WordOf<$key> {
                $encode(bits)
            }

            fn decode(word: WordOf<$key>) -> WordOf<$key> {
                $decode(word)
            }
        }
    )*};
}

signed_keys! {
    i32 by u32: bits_to_key::<i32>, key_to_bits::<i32>;
    i64 by u64: inverted_sign, inverted_sign;
}

/// Floats, with the number of NaNs of one sign. In a kernel, by the two functions that are named.
macro_rules! float_keys {
    ($($key:ident by $word:ident, $nans:expr, $encode:expr, $decode:expr;)*) => {$(
        impl Key for $key {
            const NAME: &'static str = stringify!($key);

            type Word = $word;

            fn to_word(self) -> $word {
                const SIGN: $word = 1 << ($word::BITS - 1);
                let bits = self.to_bits();
                let mask = if bits >= SIGN { $word::MAX } else { SIGN };
                (bits ^ mask).wrapping_sub($nans)
            }

            fn from_word(word: $word) -> $key {
                const SIGN: $word = 1 << ($word::BITS - 1);
                let rotated = word.wrapping_add($nans);
                let mask = if rotated >= SIGN { SIGN } else { $word::MAX };
                $key::from_bits(rotated ^ mask)
            }

            fn encode(bits: WordOf<$key>) -> WordOf<$key> {
                $encode(bits)
            }

            fn decode(word: WordOf<$key>) -> WordOf<$key> {
                $decode(word)
            }
        }
    )*};
}

float_keys! {
    f16 by u16, 0x03FF, bits_to_key::<f16>, key_to_bits::<f16>;
    f32 by u32, 0x007F_FFFF, bits_to_key::<f32>, key_to_bits::<f32>;
    f64 by u64, 0x000F_FFFF_FFFF_FFFF, f64_bits_to_word, f64_word_to_bits;
}

/// The bit that holds the sign, in the upper half of 64 bits.
const SIGN: u32 = 1 << 31;

/// 2^52 in the upper half of 64 bits: one more than the NaNs of a sign.
const NANS_AND_ONE: u32 = 1 << 20;

/// The bits of an `i64`, or its word, from the other.
#[track_caller]
fn inverted_sign(bits: Node<UVec2>) -> Node<UVec2> {
    bits ^ uvec2(0, SIGN)
}

/// The word of an `f64`'s bits. With a set sign bit, all bits are inverted, else that bit; then
/// the number of NaNs of a sign is subtracted, which is to add 1 and to subtract 2^52.
#[shader_fn]
fn f64_bits_to_word(bits: UVec2) -> UVec2 {
    let mask = select(bits.y >= SIGN, u32::MAX, 0u32);
    let low = (bits.x ^ mask) + 1;
    let carry = select(low == 0, 1u32, 0u32);
    uvec2(low, (bits.y ^ (mask | SIGN)) + carry - NANS_AND_ONE)
}

/// The bits of an `f64`'s word: the inverse of [`f64_bits_to_word`].
#[shader_fn]
fn f64_word_to_bits(word: UVec2) -> UVec2 {
    let borrow = select(word.x == 0, 1u32, 0u32);
    let high = word.y + NANS_AND_ONE - borrow;
    let mask = select(high >= SIGN, 0u32, u32::MAX);
    uvec2((word.x - 1) ^ mask, high ^ (mask | SIGN))
}
