//! The words of keys: unsigned integers of 16, 32 or 64 bits, how they lie in a buffer of
//! `array<u32>`, and how a kernel holds them. Nothing here knows a key type.
//!
//! No word needs a device that has integers of its width: two of 16 bits share a `u32`, the
//! earlier key in the lower half, and one of 64 bits takes two, the lesser first.

use std::fmt::Debug;
use std::ops::Not;

use bitonic_dsl::types::{HostShareable, UVec2, Value};
use bitonic_dsl::{Access, Node, Storage, StorageMut, uvec2};

mod sealed {
    /// The integers that can be words.
    pub trait Sealed {}

    impl Sealed for u16 {}
    impl Sealed for u32 {}
    impl Sealed for u64 {}
}

/// An unsigned integer that stands for a key: `u16`, `u32` or `u64`.
pub trait KeyWord: sealed::Sealed + Copy + Ord + Debug + Not<Output = Self> + 'static {
    /// What the integer is called in the names of kernels.
    const NAME: &'static str;

    /// Its bits.
    const BITS: u32;

    /// What holds it in a kernel: `u32`, of which a word of 16 bits takes the lower half, or
    /// `UVec2`, the lesser half first.
    type InKernel: Value;

    /// The words whose bytes are these, the least byte of each first. What is left of a last,
    /// partial word is ignored.
    fn words_of(bytes: &[u8]) -> Vec<Self>;

    /// The words that share one `u32`, so that one invocation must write them together.
    #[doc(hidden)]
    const TOGETHER: u32 = 1;

    /// The words of [`KeyWord::TOGETHER`] keys, the first of them at `index`.
    #[doc(hidden)]
    #[track_caller]
    fn load<A: Access>(keys: Storage<u32, A>, index: Node<u32>) -> Vec<Node<Self::InKernel>>;

    /// Writes the words of [`KeyWord::TOGETHER`] keys, the first of them at `index`.
    #[doc(hidden)]
    #[track_caller]
    fn store(keys: StorageMut<u32>, index: Node<u32>, words: &[Node<Self::InKernel>]);

    /// The complement of a word.
    #[doc(hidden)]
    #[track_caller]
    fn complement(word: Node<Self::InKernel>) -> Node<Self::InKernel>;

    /// A word as `u32`s, the most significant first: one, or two.
    #[doc(hidden)]
    #[track_caller]
    fn split(word: Node<Self::InKernel>) -> Vec<Node<u32>>;

    /// The word of what [`KeyWord::split`] gave.
    #[doc(hidden)]
    #[track_caller]
    fn join(parts: &[Node<u32>]) -> Node<Self::InKernel>;
}

/// The bits of a word of 16.
const HALF: u32 = 0xFFFF;

impl KeyWord for u16 {
    const NAME: &'static str = "u16";
    const BITS: u32 = u16::BITS;
    const TOGETHER: u32 = 2;

    type InKernel = u32;

    fn words_of(bytes: &[u8]) -> Vec<u16> {
        let words = bytes.chunks_exact(2);
        let words = words.map(|word| u16::from_le_bytes([word[0], word[1]]));
        words.collect()
    }

    fn load<A: Access>(keys: Storage<u32, A>, index: Node<u32>) -> Vec<Node<u32>> {
        let both = keys.element(index >> 1).load();
        vec![both & HALF, both >> 16]
    }

    fn store(keys: StorageMut<u32>, index: Node<u32>, words: &[Node<u32>]) {
        let both = words[0] | (words[1] << 16);
        keys.element(index >> 1).assign(both);
    }

    fn complement(word: Node<u32>) -> Node<u32> {
        word ^ HALF
    }

    fn split(word: Node<u32>) -> Vec<Node<u32>> {
        vec![word]
    }

    fn join(parts: &[Node<u32>]) -> Node<u32> {
        parts[0]
    }
}

impl KeyWord for u32 {
    const NAME: &'static str = "u32";
    const BITS: u32 = u32::BITS;

    type InKernel = u32;

    fn words_of(bytes: &[u8]) -> Vec<u32> {
        u32::values_of(bytes)
    }

    fn load<A: Access>(keys: Storage<u32, A>, index: Node<u32>) -> Vec<Node<u32>> {
        vec![keys.element(index).load()]
    }

    fn store(keys: StorageMut<u32>, index: Node<u32>, words: &[Node<u32>]) {
        keys.element(index).assign(words[0]);
    }

    fn complement(word: Node<u32>) -> Node<u32> {
        !word
    }

    fn split(word: Node<u32>) -> Vec<Node<u32>> {
        vec![word]
    }

    fn join(parts: &[Node<u32>]) -> Node<u32> {
        parts[0]
    }
}

impl KeyWord for u64 {
    const NAME: &'static str = "u64";
    const BITS: u32 = u64::BITS;

    type InKernel = UVec2;

    fn words_of(bytes: &[u8]) -> Vec<u64> {
        u64::values_of(bytes)
    }

    fn load<A: Access>(keys: Storage<u32, A>, index: Node<u32>) -> Vec<Node<UVec2>> {
        let first = index << 1;
        let low = keys.element(first).load();
        vec![uvec2(low, keys.element(first + 1).load())]
    }

    fn store(keys: StorageMut<u32>, index: Node<u32>, words: &[Node<UVec2>]) {
        let first = index << 1;
        keys.element(first).assign(words[0].x());
        keys.element(first + 1).assign(words[0].y());
    }

    fn complement(word: Node<UVec2>) -> Node<UVec2> {
        !word
    }

    fn split(word: Node<UVec2>) -> Vec<Node<u32>> {
        vec![word.y(), word.x()]
    }

    fn join(parts: &[Node<u32>]) -> Node<UVec2> {
        uvec2(parts[1], parts[0])
    }
}
