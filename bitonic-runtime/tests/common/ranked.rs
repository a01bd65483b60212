//! Key types with an order that is stated here on its own, and keys that sorts get wrong.

use bitonic_dsl::types::f16;
use bitonic_runtime::Key;

use super::scattered;

/// A key type, and where each of its keys stands among all.
pub(crate) trait Ranked: Key + std::fmt::Debug + Copy {
    /// The key's place: of two keys, the lesser one comes first. Equal places are equal bits.
    fn rank(self) -> i128;

    /// The key of as many bits as it has.
    fn of_bits(bits: u64) -> Self;
}

macro_rules! ranked_integers {
    ($($key:ident),*) => {$(
        impl Ranked for $key {
            fn rank(self) -> i128 {
                i128::from(self)
            }

            #[allow(clippy::cast_possible_wrap, reason = "bits")]
            fn of_bits(bits: u64) -> $key {
                bits as $key
            }
        }
    )*};
}

ranked_integers!(u32, i32, u64, i64);

/// Numbers by sign and magnitude, then NaNs: by rising bits without a sign, by falling bits with
/// one.
macro_rules! ranked_floats {
    ($($key:ident: $bits:ident;)*) => {$(
        impl Ranked for $key {
            fn rank(self) -> i128 {
                let magnitude = i128::from(self.to_bits() & ($bits::MAX >> 1));
                match (self.is_nan(), self.is_sign_negative()) {
                    (false, false) => magnitude,
                    (false, true) => -1 - magnitude,
                    (true, false) => (1 << 65) + magnitude,
                    (true, true) => (1 << 67) - magnitude,
                }
            }

            fn of_bits(bits: u64) -> $key {
                $key::from_bits(bits as $bits)
            }
        }
    )*};
}

ranked_floats! {
    f16: u16;
    f32: u32;
    f64: u64;
}

/// Keys with repeats, and with the bits that keys of `width` bytes are strange at.
pub(crate) fn keys<K: Ranked>(count: usize, salt: usize) -> Vec<K> {
    let width = K::bytes_of(&[K::of_bits(0)]).len() as u32 * 8;
    let sign = 1u64 << (width - 1);
    let exponent = match width {
        16 => 0x7C00,
        32 => 0x7F80_0000,
        _ => 0x7FF0_0000_0000_0000,
    };
    let edges = [
        0,
        sign,
        exponent,
        exponent | sign,
        exponent + 1,
        u64::MAX,
        sign - 1,
        1,
    ];
    let words: Vec<u32> = scattered(2 * count + salt).skip(salt).collect();
    let key = |pair: &[u32]| {
        let wide = u64::from(pair[0]) << 32 | u64::from(pair[1]);
        K::of_bits(match pair[1] % 5 {
            0 => edges[(pair[0] >> 8) as usize % edges.len()],
            1 => wide % 7,
            // The upper half alone tells some apart, and the lower half others.
            2 => wide & !0xFFFF_FFFF | 3,
            _ => wide,
        })
    };
    words.chunks_exact(2).map(key).collect()
}

/// Where each key of the sorted order was: equal keys in the order that they had.
pub(crate) fn order<K: Ranked>(keys: &[K], descending: bool) -> Vec<usize> {
    let mut order: Vec<usize> = (0..keys.len()).collect();
    let sign = if descending { -1 } else { 1 };
    order.sort_by_key(|&index| keys[index].rank() * sign);
    order
}

/// The keys in the order that a sort shall give them.
pub(crate) fn in_order<K: Ranked>(keys: &[K], descending: bool) -> Vec<K> {
    order(keys, descending)
        .into_iter()
        .map(|index| keys[index])
        .collect()
}

/// Whether they are the same, bit for bit.
pub(crate) fn same<K: Ranked>(left: &[K], right: &[K]) -> bool {
    K::bytes_of(left) == K::bytes_of(right)
}
