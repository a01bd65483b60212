//! Sort keys: how each key type maps to unsigned words whose natural order is
//! the sort's order, on the host and in a kernel.
//!
//! Keys lie in buffers as the words that hold their bits, whatever their type: no
//! device then flushes a denormal or rewrites a NaN on the way.

use bitonic_dsl::Node;
use bitonic_dsl::nodes::{bits_to_key, key_to_bits};
use bitonic_dsl::types::HostShareable;

/// The bit that holds the sign of an `i32` or `f32`.
const SIGN: u32 = 1 << 31;

/// The NaNs of one sign: the floats of either sign past its infinity.
const NANS_OF_A_SIGN: u32 = 0x007F_FFFF;

/// A type whose values can be sorted.
///
/// Each key has a word, one to one; words in unsigned order are keys in sorted
/// order. Integers sort naturally. Floats sort as numbers, `-0.0` before `+0.0`,
/// then NaNs: positive ones by rising bits, negative ones by falling bits. The
/// map for floats turns the order of the bits into the order of numbers, as in M.
/// Herf, "Radix Tricks" (2001), and then rotates the negative NaNs to the end.
pub trait Key: HostShareable {
    /// What the type is called in the names of kernels.
    const NAME: &'static str;

    /// The key's word.
    fn to_word(self) -> u32;

    /// The key of a word.
    fn from_word(word: u32) -> Self;

    /// The word of a key's bits, in a kernel.
    #[track_caller]
    fn encode(bits: Node<u32>) -> Node<u32>;

    /// The bits of a word's key, in a kernel.
    #[track_caller]
    fn decode(word: Node<u32>) -> Node<u32>;
}

impl Key for u32 {
    const NAME: &'static str = "u32";

    fn to_word(self) -> u32 {
        self
    }

    fn from_word(word: u32) -> u32 {
        word
    }

    fn encode(bits: Node<u32>) -> Node<u32> {
        bits
    }

    fn decode(word: Node<u32>) -> Node<u32> {
        word
    }
}

impl Key for i32 {
    const NAME: &'static str = "i32";

    fn to_word(self) -> u32 {
        self.cast_unsigned() ^ SIGN
    }

    fn from_word(word: u32) -> i32 {
        (word ^ SIGN).cast_signed()
    }

    fn encode(bits: Node<u32>) -> Node<u32> {
        bits_to_key::<i32>(bits)
    }

    fn decode(word: Node<u32>) -> Node<u32> {
        key_to_bits::<i32>(word)
    }
}

impl Key for f32 {
    const NAME: &'static str = "f32";

    fn to_word(self) -> u32 {
        let bits = self.to_bits();
        let mask = if bits >= SIGN { u32::MAX } else { SIGN };
        (bits ^ mask).wrapping_sub(NANS_OF_A_SIGN)
    }

    fn from_word(word: u32) -> f32 {
        let rotated = word.wrapping_add(NANS_OF_A_SIGN);
        let mask = if rotated >= SIGN { SIGN } else { u32::MAX };
        f32::from_bits(rotated ^ mask)
    }

    fn encode(bits: Node<u32>) -> Node<u32> {
        bits_to_key::<f32>(bits)
    }

    fn decode(word: Node<u32>) -> Node<u32> {
        key_to_bits::<f32>(word)
    }
}

/// Which ends of a sort a kernel stands at, known while it is built: the first
/// step turns keys into words as it reads them, the last one turns words into keys
/// as it writes them, and those between know neither the key type nor the order.
///
/// A descending sort is an ascending one of the complements of the words. Words are
/// one to one with keys, so that it gives the exact reverse.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Coding {
    /// The kernel reads keys, not words.
    pub encode: bool,
    /// The kernel writes keys, not words.
    pub decode: bool,
    /// The words are complements. `false` in [`Coding::NONE`]: a kernel that only
    /// moves words serves both orders.
    pub descending: bool,
}

impl Coding {
    /// Reads and writes words.
    pub const NONE: Coding = Coding {
        encode: false,
        decode: false,
        descending: false,
    };
    /// Reads and writes keys, ascending: a step that stands alone.
    pub const BOTH: Coding = Coding {
        encode: true,
        decode: true,
        descending: false,
    };
    /// Reads and writes keys, descending: a step that stands alone.
    pub const BOTH_DESCENDING: Coding = Coding {
        descending: true,
        ..Coding::BOTH
    };

    /// The coding of a step that is the first of its sort, the last, both or none.
    #[must_use]
    pub fn of_step(first: bool, last: bool, descending: bool) -> Coding {
        Coding {
            encode: first,
            decode: last,
            descending: descending && (first || last),
        }
    }

    /// The name of the kernel that does `what` with keys of type `K`.
    pub(crate) fn kernel_name<K: Key>(self, what: &str) -> String {
        match self.descending {
            true => format!("{what}_{}_descending", K::NAME),
            false => format!("{what}_{}", K::NAME),
        }
    }

    /// What was read, as a word.
    #[track_caller]
    pub(crate) fn read<K: Key>(self, value: Node<u32>) -> Node<u32> {
        match (self.encode, self.descending) {
            (true, true) => !K::encode(value),
            (true, false) => K::encode(value),
            (false, _) => value,
        }
    }

    /// A word as it is written.
    #[track_caller]
    pub(crate) fn written<K: Key>(self, word: Node<u32>) -> Node<u32> {
        match (self.decode, self.descending) {
            (true, true) => K::decode(!word),
            (true, false) => K::decode(word),
            (false, _) => word,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bits that probe every border of exponent and sign, and a stride between.
    fn samples() -> impl Iterator<Item = u32> {
        let borders = (0..32).flat_map(|bit| {
            let power = 1u32 << bit;
            [power.wrapping_sub(1), power, power + 1, !power]
        });
        let floats = [0x7F80_0000u32, 0x7FC0_0000, 0x0080_0000, 0x7FFF_FFFF];
        let both_signs = floats.into_iter().flat_map(|bits| {
            [bits - 1, bits, bits.wrapping_add(1)]
                .map(|near| near | SIGN)
                .into_iter()
                .chain([bits])
        });
        let spread = (0..50_000u32).map(|index| index.wrapping_mul(2_654_435_761));
        borders.chain(both_signs).chain(spread)
    }

    fn check_bijection<K: Key>() {
        for bits in samples() {
            let key = K::values_of(&bits.to_le_bytes());
            let word = key[0].to_word();
            let back = [K::from_word(word)];
            assert_eq!(
                *K::bytes_of(&back),
                bits.to_le_bytes(),
                "{} {bits:#x}",
                K::NAME
            );
            assert_eq!(K::from_word(bits).to_word(), bits, "{} {bits:#x}", K::NAME);
        }
    }

    #[test]
    fn words_and_keys_are_one_to_one() {
        check_bijection::<u32>();
        check_bijection::<i32>();
        check_bijection::<f32>();
    }

    #[test]
    fn words_of_integers_are_in_natural_order() {
        let keys = [i32::MIN, i32::MIN + 1, -2, -1, 0, 1, 2, i32::MAX];
        assert!(keys.is_sorted_by_key(|key| key.to_word()));
        assert_eq!(i32::MIN.to_word(), 0);
        assert_eq!(i32::MAX.to_word(), u32::MAX);
    }

    #[test]
    fn words_of_floats_put_numbers_first_and_nans_last() {
        let ascending = [
            0xFF80_0000, // negative infinity
            0xFF7F_FFFF, // the least finite number
            0xBF80_0000, // -1
            0x8080_0000, // the greatest negative normal number
            0x8000_0001, // the greatest negative denormal
            0x8000_0000, // -0
            0x0000_0000, // +0
            0x0000_0001, // the least positive denormal
            0x3F80_0000, // 1
            0x7F80_0000, // infinity
            0x7F80_0001, // NaNs
            0x7FC0_0000,
            0x7FFF_FFFF,
            0xFFFF_FFFF,
            0xFFC0_0000,
            0xFF80_0001,
        ];
        let words = ascending.map(|bits| f32::from_bits(bits).to_word());
        assert!(words.windows(2).all(|pair| pair[0] < pair[1]), "{words:x?}");
        assert_eq!(words[0], 0);
        assert_eq!(words[15], u32::MAX);
    }

    #[test]
    fn numbers_keep_their_own_order() {
        let mut numbers: Vec<f32> = samples().map(f32::from_bits).collect();
        numbers.retain(|number| !number.is_nan());
        numbers.sort_by_key(|number| number.to_word());
        assert!(numbers.is_sorted(), "partial_cmp agrees on numbers");
    }
}
