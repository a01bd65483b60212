//! The order of keys and their words, on the host: stated here on its own, by comparisons of
//! numbers and lists of bits.

use std::cmp::Ordering;
use std::fmt::Debug;

use bitonic_dsl::types::f16;

use super::key::Key;
use super::word::KeyWord;

/// Words that probe every border of exponent and sign, and a stride between.
fn samples() -> impl Iterator<Item = u64> {
    let borders = (0..64).flat_map(|bit| {
        let power = 1u64 << bit;
        [power.wrapping_sub(1), power, power.wrapping_add(1), !power]
    });
    let spread = (0..20_000u64).map(|index| index.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    borders.chain(spread)
}

/// Those in 32 bits: the lower half and the upper half.
fn narrow_samples() -> impl Iterator<Item = u32> {
    samples().flat_map(|word| [word as u32, (word >> 32) as u32])
}

fn check_bijection<K: Key>(words: impl Iterator<Item = K::Word>) {
    for word in words {
        let key = K::from_word(word);
        assert_eq!(key.to_word(), word, "{}", K::NAME);
        let bytes = K::bytes_of(&[key]).into_owned();
        let bits = K::Word::words_of(&bytes);
        let read = K::values_of(&bytes);
        assert_eq!(read[0].to_word(), word, "{} {bits:x?}", K::NAME);
    }
}

#[test]
fn words_and_keys_are_one_to_one() {
    check_bijection::<u32>(narrow_samples());
    check_bijection::<i32>(narrow_samples());
    check_bijection::<f32>(narrow_samples());
    check_bijection::<u64>(samples());
    check_bijection::<i64>(samples());
    check_bijection::<f64>(samples());
}

/// All of them: each bit pattern has another word.
#[test]
fn words_of_halves_are_one_to_one() {
    check_bijection::<f16>(0..=u16::MAX);
    let mut words: Vec<u16> = (0..=u16::MAX)
        .map(|bits| f16::from_bits(bits).to_word())
        .collect();
    words.sort_unstable();
    assert!(words.into_iter().eq(0..=u16::MAX));
}

#[test]
fn words_of_integers_are_in_natural_order() {
    let keys = [i32::MIN, i32::MIN + 1, -2, -1, 0, 1, 2, i32::MAX];
    assert!(keys.is_sorted_by_key(|key| key.to_word()));
    assert_eq!((i32::MIN.to_word(), i32::MAX.to_word()), (0, u32::MAX));
    let keys = [
        i64::MIN,
        i64::MIN + 1,
        -(1 << 32),
        -1,
        0,
        1,
        1 << 32,
        i64::MAX,
    ];
    assert!(keys.is_sorted_by_key(|key| key.to_word()));
    assert_eq!((i64::MIN.to_word(), i64::MAX.to_word()), (0, u64::MAX));
}

/// A float by its bits.
trait Float: Key + PartialOrd + Debug {
    /// The bits of: infinity, the least quiet NaN, all ones without the sign, one.
    const BORDERS: [u64; 4];
    /// Bits of the type.
    const WIDTH: u32;

    fn of_bits(bits: u64) -> Self;
}

macro_rules! floats {
    ($($float:ident by $bits:ident: $borders:expr;)*) => {$(
        impl Float for $float {
            const BORDERS: [u64; 4] = $borders;
            const WIDTH: u32 = $bits::BITS;

            fn of_bits(bits: u64) -> $float {
                $float::from_bits(bits as $bits)
            }
        }
    )*};
}

floats! {
    f16 by u16: [0x7C00, 0x7E00, 0x7FFF, 0x3C00];
    f32 by u32: [0x7F80_0000, 0x7FC0_0000, 0x7FFF_FFFF, 0x3F80_0000];
    f64 by u64: [
        0x7FF0_0000_0000_0000, 0x7FF8_0000_0000_0000, 0x7FFF_FFFF_FFFF_FFFF, 0x3FF0_0000_0000_0000
    ];
}

/// From the least to the greatest key, with the first and the last word.
fn check_borders<F: Float>() {
    let sign = 1u64 << (F::WIDTH - 1);
    let [infinity, quiet, ones, one] = F::BORDERS;
    let ascending = [
        sign | infinity,
        sign | (infinity - 1), // the least finite number
        sign | one,
        sign | 1, // the greatest negative denormal
        sign,     // -0
        0,        // +0
        1,        // the least positive denormal
        one,
        infinity - 1,
        infinity,
        infinity + 1, // NaNs
        quiet,
        ones,
        sign | ones,
        sign | quiet,
        sign | (infinity + 1),
    ];
    let words = ascending.map(|bits| F::of_bits(bits).to_word());
    assert!(words.windows(2).all(|pair| pair[0] < pair[1]), "{words:x?}");
    let zero = K0::<F>::words_of(&[0; 8])[0];
    assert_eq!((words[0], words[15]), (zero, !zero), "{}", F::NAME);
}

type K0<F> = <F as Key>::Word;

#[test]
fn words_of_floats_put_numbers_first_and_nans_last() {
    check_borders::<f16>();
    check_borders::<f32>();
    check_borders::<f64>();
}

/// Sorted by words, numbers are sorted as numbers.
fn check_numbers<F: Float>(bits: impl Iterator<Item = u64>) {
    let mut numbers: Vec<F> = bits.map(F::of_bits).collect();
    numbers.retain(|number| number.partial_cmp(number) == Some(Ordering::Equal));
    numbers.sort_by_key(|number| number.to_word());
    assert!(numbers.is_sorted(), "partial_cmp agrees on {}", F::NAME);
}

#[test]
fn numbers_keep_their_own_order() {
    check_numbers::<f16>(0..1 << 16);
    check_numbers::<f32>(narrow_samples().map(u64::from));
    check_numbers::<f64>(samples());
}
