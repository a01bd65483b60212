//! Sort keys: how each key type maps to unsigned words whose natural order is
//! the sort's order, on the host and in a kernel.
//!
//! Keys travel through buffers as the words that hold their bits, whatever their
//! type: no device then flushes a denormal or rewrites a NaN on the way.

use bitonic_dsl::types::HostShareable;
use bitonic_dsl::{IntoNode, Node, select, uint};

/// The bit that holds the sign of an `i32` or `f32`.
const SIGN: u32 = 1 << 31;

/// The bits of the first float past positive infinity's neighbours in the order
/// of magnitudes: the number of NaNs of one sign, less the infinity.
const NEGATIVE_NAN_COUNT: u32 = 0x007F_FFFF;

/// A type whose values can be sorted.
///
/// [`Key::encode`] maps the bits of a key one to one to a word; words in unsigned
/// order are keys in sorted order. Integers sort naturally; floats sort as
/// numbers with `-0.0` before `+0.0`, then all NaNs, positive before negative.
/// Bits are preserved.
pub trait Key: HostShareable + PartialEq + std::fmt::Debug {
    /// What the type is called in the names of kernels.
    const NAME: &'static str;

    /// The bits of the key.
    fn to_bits(self) -> u32;

    /// The key of these bits.
    fn from_bits(bits: u32) -> Self;

    /// The word of a key's bits.
    fn encode(bits: u32) -> u32;

    /// The bits of a key's word.
    fn decode(word: u32) -> u32;

    /// [`Key::encode`] in a kernel.
    fn encode_node(bits: Node<u32>) -> Node<u32>;

    /// [`Key::decode`] in a kernel.
    fn decode_node(word: Node<u32>) -> Node<u32>;
}
