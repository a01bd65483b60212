//! An independent sort, to check the device's by: the standard library's, by the
//! total order of keys as a comparison, not by the bijection that the kernels use.

use std::cmp::Ordering;
use std::fmt::LowerHex;

use bitonic_dsl::f16;

use crate::failure::Failure;
use crate::keys::{Dtype, Keys, Words};

/// Fails unless `sorted` is, bit for bit, what sorting `original` gives; the
/// original is sorted in its own memory.
pub(crate) fn check(original: Keys, sorted: &Keys, descending: bool) -> Result<(), Failure> {
    let expected = sort(original, descending);
    match (&expected, &sorted.words) {
        (Words::Half(expected), Words::Half(found)) => compare(expected, found),
        (Words::Single(expected), Words::Single(found)) => compare(expected, found),
        (Words::Double(expected), Words::Double(found)) => compare(expected, found),
        (Words::Half(_) | Words::Single(_) | Words::Double(_), _) => {
            let what = "the sorted keys are of another width than they were".to_owned();
            Err(Failure::new(what, MEND))
        }
    }
}

const MEND: &str = "nothing was written; try another device with `--adapter`, and report this one";

fn compare<W: PartialEq + LowerHex>(expected: &[W], found: &[W]) -> Result<(), Failure> {
    let wrong = expected.iter().zip(found).position(|(a, b)| a != b);
    let Some(index) = wrong.or_else(|| (expected.len() != found.len()).then_some(0)) else {
        return Ok(());
    };
    Err(Failure::new(
        format!(
            "the sorted keys are wrong, first at index {index} of {}: found bits {}, expected {}",
            expected.len(),
            hexadecimal(found.get(index)),
            hexadecimal(expected.get(index)),
        ),
        MEND,
    ))
}

fn hexadecimal<W: LowerHex>(bits: Option<&W>) -> String {
    let digits = 2 + 2 * size_of::<W>();
    bits.map_or("none".to_owned(), |bits| format!("{bits:#0digits$x}"))
}

fn sort(keys: Keys, descending: bool) -> Words {
    let Keys { dtype, mut words } = keys;
    let directed = |order: Ordering| match descending {
        true => order.reverse(),
        false => order,
    };
    match (dtype, &mut words) {
        (Dtype::I32, Words::Single(words)) => {
            words.sort_unstable_by(|a, b| directed(a.cast_signed().cmp(&b.cast_signed())));
        }
        (Dtype::I64, Words::Double(words)) => {
            words.sort_unstable_by(|a, b| directed(a.cast_signed().cmp(&b.cast_signed())));
        }
        (Dtype::F16, Words::Half(words)) => {
            words.sort_unstable_by(|a, b| directed(order(f16::from_bits(*a), f16::from_bits(*b))));
        }
        (Dtype::F32, Words::Single(words)) => {
            words.sort_unstable_by(|a, b| directed(order(f32::from_bits(*a), f32::from_bits(*b))));
        }
        (Dtype::F64, Words::Double(words)) => {
            words.sort_unstable_by(|a, b| directed(order(f64::from_bits(*a), f64::from_bits(*b))));
        }
        (_, Words::Half(words)) => words.sort_unstable_by(|a, b| directed(a.cmp(b))),
        (_, Words::Single(words)) => words.sort_unstable_by(|a, b| directed(a.cmp(b))),
        (_, Words::Double(words)) => words.sort_unstable_by(|a, b| directed(a.cmp(b))),
    }
    words
}

/// A float that knows IEEE 754's total order.
trait Float: Copy {
    fn is_last(self) -> bool;
    fn total(self, other: Self) -> Ordering;
}

macro_rules! floats {
    ($($float:ident)*) => {$(
        impl Float for $float {
            fn is_last(self) -> bool {
                self.is_nan() && self.is_sign_negative()
            }

            fn total(self, other: $float) -> Ordering {
                self.total_cmp(&other)
            }
        }
    )*};
}

floats!(f16 f32 f64);

/// Numbers from -inf to +inf with -0.0 before +0.0, then NaN of a clear sign bit,
/// then NaN of a set one; within each, IEEE 754's total order.
fn order<F: Float>(a: F, b: F) -> Ordering {
    a.is_last().cmp(&b.is_last()).then(a.total(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The order of the keys `(bits ^ mask) - 0x007F_FFFF`, mask all ones for a
    /// set sign bit and the sign bit alone otherwise, is what `order` must be.
    #[test]
    fn the_order_of_floats_is_that_of_their_keys() {
        let patterns = [
            0xFF80_0000,
            0xFF7F_FFFF,
            0xBF80_0000,
            0x8000_0001,
            0x8000_0000,
            0x0000_0000,
            0x0000_0001,
            0x3F80_0000,
            0x7F7F_FFFF,
            0x7F80_0000,
            0x7F80_0001,
            0x7FC0_0000,
            0x7FFF_FFFF,
            0xFFFF_FFFF,
            0xFFC0_0000,
            0xFF80_0001_u32,
        ];
        let key = |bits: u32| {
            let mask = if bits >> 31 == 1 { u32::MAX } else { 1 << 31 };
            (bits ^ mask).wrapping_sub(0x007F_FFFF)
        };
        for a in patterns {
            for b in patterns {
                let by_order = order(f32::from_bits(a), f32::from_bits(b));
                assert_eq!(by_order, key(a).cmp(&key(b)), "{a:#x} {b:#x}");
            }
        }
        assert!(patterns.is_sorted_by_key(|bits| key(*bits)));
    }

    fn keys(dtype: Dtype, words: &[u32]) -> Keys {
        Keys::new(dtype, words.to_vec())
    }

    /// Whether `found` is taken for `original` sorted.
    fn passes(dtype: Dtype, original: &[u32], found: &[u32], descending: bool) -> bool {
        check(keys(dtype, original), &keys(dtype, found), descending).is_ok()
    }

    const ONE: u32 = 0x3F80_0000;
    const MINUS_ZERO: u32 = 0x8000_0000;
    const NAN: u32 = 0x7FC0_0000;

    #[test]
    fn a_wrong_order_and_a_changed_bit_are_found() {
        let original = [ONE, MINUS_ZERO, 0, NAN];
        let floats = |found: &[u32]| passes(Dtype::F32, &original, found, false);
        assert!(floats(&[MINUS_ZERO, 0, ONE, NAN]));
        assert!(!floats(&[MINUS_ZERO, 0, ONE, NAN + 1]));
        assert!(!floats(&[MINUS_ZERO, 0, ONE]));
        let swapped = keys(Dtype::F32, &[0, MINUS_ZERO, ONE, NAN]);
        let failure = check(keys(Dtype::F32, &original), &swapped, false);
        let failure = failure.unwrap_err().to_string();
        assert!(
            failure.contains("index 0 of 4: found bits 0x00000000, expected 0x80000000"),
            "{failure}"
        );
        assert!(passes(
            Dtype::U32,
            &[3, 1, u32::MAX],
            &[1, 3, u32::MAX],
            false
        ));
        assert!(!passes(Dtype::U32, &[3, 1, 2], &[1, 3, 2], false));
        assert!(passes(
            Dtype::I32,
            &[3, u32::MAX, 2],
            &[u32::MAX, 2, 3],
            false
        ));
    }

    #[test]
    fn other_widths_are_checked_too() {
        let check_of = |original: Keys, sorted: Keys| check(original, &sorted, false);
        let halves = |words: &[u16]| Keys::new(Dtype::F16, words.to_vec());
        // -inf, -0, 0, 1, NaNs.
        let sorted = [0xFC00, 0x8000, 0, 0x3C00, 0x7E00, 0xFE00];
        let shuffled = [0xFE00, 0, 0x3C00, 0x8000, 0x7E00, 0xFC00];
        assert!(check_of(halves(&shuffled), halves(&sorted)).is_ok());
        let failure = check_of(halves(&shuffled), halves(&shuffled)).unwrap_err();
        assert!(failure.to_string().contains("expected 0xfc00"), "{failure}");
        let wide = |dtype, words: &[u64]| Keys::new(dtype, words.to_vec());
        let signed = [u64::MAX, 1 << 32, 5];
        let in_order = wide(Dtype::I64, &[u64::MAX, 5, 1 << 32]);
        assert!(check_of(wide(Dtype::I64, &signed), in_order).is_ok());
        let in_order = wide(Dtype::U64, &[5, 1 << 32, u64::MAX]);
        assert!(check_of(wide(Dtype::U64, &signed), in_order.clone()).is_ok());
        // As floats of 64 bits, the last is a NaN.
        let in_order = Keys::new(Dtype::F64, in_order.words);
        assert!(check_of(wide(Dtype::F64, &signed), in_order).is_ok());
    }

    #[test]
    fn descending_is_the_reverse() {
        let original = [ONE, MINUS_ZERO, 0, NAN];
        assert!(passes(
            Dtype::F32,
            &original,
            &[NAN, ONE, 0, MINUS_ZERO],
            true
        ));
        assert!(!passes(
            Dtype::F32,
            &original,
            &[ONE, 0, MINUS_ZERO, NAN],
            true
        ));
        assert!(passes(
            Dtype::U32,
            &[3, 1, u32::MAX],
            &[u32::MAX, 3, 1],
            true
        ));
        assert!(passes(
            Dtype::I32,
            &[3, u32::MAX, 2],
            &[3, 2, u32::MAX],
            true
        ));
    }
}
