//! An independent sort, to check the device's by: the standard library's, by the
//! total order of keys as a comparison, not by the bijection that the kernels use.

use std::cmp::Ordering;

use crate::failure::Failure;
use crate::npy::Keys;

/// Fails unless `sorted` is, bit for bit, what sorting `original` gives.
pub(crate) fn check(original: &Keys, sorted: &Keys) -> Result<(), Failure> {
    let expected = bits(&sort(original));
    let found = bits(sorted);
    let wrong = expected.iter().zip(&found).position(|(a, b)| a != b);
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
        "nothing was written; try another device with `--adapter`, and report this one",
    ))
}

fn hexadecimal(bits: Option<&u32>) -> String {
    bits.map_or("none".to_owned(), |bits| format!("{bits:#010x}"))
}

fn sort(keys: &Keys) -> Keys {
    match keys.clone() {
        Keys::U32(mut keys) => {
            keys.sort_unstable();
            Keys::U32(keys)
        }
        Keys::I32(mut keys) => {
            keys.sort_unstable();
            Keys::I32(keys)
        }
        Keys::F32(mut keys) => {
            keys.sort_unstable_by(order);
            Keys::F32(keys)
        }
    }
}

/// Numbers from -inf to +inf with -0.0 before +0.0, then NaN of a clear sign bit,
/// then NaN of a set one; within each, IEEE 754's total order.
fn order(a: &f32, b: &f32) -> Ordering {
    let is_last = |x: &f32| x.is_nan() && x.is_sign_negative();
    is_last(a).cmp(&is_last(b)).then(a.total_cmp(b))
}

fn bits(keys: &Keys) -> Vec<u32> {
    match keys {
        Keys::U32(keys) => keys.clone(),
        Keys::I32(keys) => keys.iter().map(|key| key.cast_unsigned()).collect(),
        Keys::F32(keys) => keys.iter().map(|key| key.to_bits()).collect(),
    }
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
                let by_order = order(&f32::from_bits(a), &f32::from_bits(b));
                assert_eq!(by_order, key(a).cmp(&key(b)), "{a:#x} {b:#x}");
            }
        }
        assert!(patterns.is_sorted_by_key(|bits| key(*bits)));
    }

    #[test]
    fn a_wrong_order_and_a_changed_bit_are_found() {
        let original = Keys::F32(vec![1.0, -0.0, 0.0, f32::NAN]);
        let right = Keys::F32(vec![-0.0, 0.0, 1.0, f32::NAN]);
        assert!(check(&original, &right).is_ok());
        let swapped = Keys::F32(vec![0.0, -0.0, 1.0, f32::NAN]);
        let failure = check(&original, &swapped).unwrap_err().to_string();
        assert!(
            failure.contains("index 0 of 4: found bits 0x00000000, expected 0x80000000"),
            "{failure}"
        );
        let other_nan = Keys::F32(vec![-0.0, 0.0, 1.0, f32::from_bits(0x7FC0_0001)]);
        assert!(check(&original, &other_nan).is_err());
        let lost = Keys::F32(vec![-0.0, 0.0, 1.0]);
        assert!(check(&original, &lost).is_err());
        let unsigned = Keys::U32(vec![3, 1, 2]);
        assert!(check(&unsigned, &Keys::U32(vec![1, 2, 3])).is_ok());
        assert!(check(&unsigned, &Keys::U32(vec![1, 3, 2])).is_err());
        let signed = Keys::I32(vec![3, -1, 2]);
        assert!(check(&signed, &Keys::I32(vec![-1, 2, 3])).is_ok());
    }
}
