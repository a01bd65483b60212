//! A hasher for keys that come from the graph: a few small numbers each. No key is
//! chosen by an adversary, so that the standard library's defence against collisions
//! would be time lost.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// A map that hashes with [`MultiplyHasher`].
pub(super) type FastMap<Key, Item> = HashMap<Key, Item, BuildHasherDefault<MultiplyHasher>>;

/// The hash of `value`, the same in every run.
pub(super) fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = MultiplyHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Multiplicative hashing (Knuth, The Art of Computer Programming 3, section 6.4),
/// one word at a time.
#[derive(Default)]
pub(super) struct MultiplyHasher {
    state: u64,
}

/// 2^64 divided by the golden ratio, made odd.
const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

impl MultiplyHasher {
    fn word(&mut self, word: u64) {
        self.state = (self.state.rotate_left(23) ^ word).wrapping_mul(MULTIPLIER);
    }
}

impl Hasher for MultiplyHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.word(u64::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.word(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.word(value);
    }

    fn write_usize(&mut self, value: usize) {
        self.word(value as u64);
    }

    fn write_isize(&mut self, value: isize) {
        self.word(value as u64);
    }

    fn finish(&self) -> u64 {
        // The map takes its bucket from the low bits, the best are the high ones.
        self.state.rotate_left(26)
    }
}
