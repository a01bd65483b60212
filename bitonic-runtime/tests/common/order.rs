//! The order that keys shall have, stated on its own by comparisons of numbers, and the keys
//! that sorters get wrong.

use std::cmp::Ordering;
use std::fmt::Debug;

use bitonic_dsl::f16;
use bitonic_runtime::Key;

use super::scattered;

/// A key type and the order that its keys shall have.
pub(crate) trait Ordered: Key + Debug {
    /// Bits that sorters get wrong.
    const EDGES: [u64; 16];

    /// The key of these bits, of which the lower ones are taken.
    fn of_bits(bits: u64) -> Self;

    /// Ascending.
    fn order(&self, other: &Self) -> Ordering;
}

macro_rules! integers {
    ($($key:ident by $bits:ident),*) => {$(
        impl Ordered for $key {
            const EDGES: [u64; 16] = {
                let sign = 1 << ($bits::BITS - 1);
                let half = 1 << ($bits::BITS / 2);
                [
                    0, 1, 2, half - 1, half, half + 1, sign - 1, sign, sign + 1, sign + half,
                    $bits::MAX as u64, ($bits::MAX - 1) as u64, 0xFFFF, 0x1_0000, 7, sign | 7,
                ]
            };

            fn of_bits(bits: u64) -> $key {
                bits as $bits as $key
            }

            fn order(&self, other: &$key) -> Ordering {
                self.cmp(other)
            }
        }
    )*};
}

integers!(u32 by u32, i32 by u32, u64 by u64, i64 by u64);

/// Floats, with the bits of infinity, of the least quiet NaN and of one.
macro_rules! floats {
    ($($key:ident by $bits:ident: $infinity:expr, $quiet:expr, $one:expr;)*) => {$(
        impl Ordered for $key {
            const EDGES: [u64; 16] = {
                let sign = 1 << ($bits::BITS - 1);
                [
                    0, sign, 1, sign | 1, // zeros and denormals
                    $infinity, sign | $infinity, $infinity - 1, sign | ($infinity - 1),
                    $infinity + 1, sign | ($infinity + 1), $quiet, sign | $quiet, // NaNs
                    sign - 1, $bits::MAX as u64, $one, sign | $one,
                ]
            };

            fn of_bits(bits: u64) -> $key {
                $key::from_bits(bits as $bits)
            }

            /// Numbers as numbers, zeros by sign, then NaNs: positive ones by rising bits,
            /// negative ones by falling bits.
            fn order(&self, other: &$key) -> Ordering {
                let negative = |key: &$key| key.is_sign_negative();
                match (self.is_nan(), other.is_nan()) {
                    (false, false) => {
                        let zeros = || negative(other).cmp(&negative(self));
                        self.partial_cmp(other).expect("numbers compare").then_with(zeros)
                    }
                    (true, true) => match (negative(self), negative(other)) {
                        (false, false) => self.to_bits().cmp(&other.to_bits()),
                        (true, true) => other.to_bits().cmp(&self.to_bits()),
                        (own, other) => own.cmp(&other),
                    },
                    (own, other) => own.cmp(&other),
                }
            }
        }
    )*};
}

floats! {
    f16 by u16: 0x7C00, 0x7E00, 0x3C00;
    f32 by u32: 0x7F80_0000, 0x7FC0_0000, 0x3F80_0000;
    f64 by u64: 0x7FF0_0000_0000_0000, 0x7FF8_0000_0000_0000, 0x3FF0_0000_0000_0000;
}

/// 64 bits without a pattern.
pub(crate) fn scattered_bits(count: usize) -> impl Iterator<Item = u64> {
    let high = scattered(count + 1)
        .skip(1)
        .map(|word| u64::from(word) << 32);
    high.zip(scattered(count))
        .map(|(high, low)| high | u64::from(low))
}

/// Keys that sorters get wrong.
pub(crate) fn shapes<K: Ordered>(count: usize) -> Vec<(&'static str, Vec<K>)> {
    let ramp = || (0..count as u64).map(|index| index * 3);
    let edge = |word: u64| K::EDGES[(word >> 9) as usize % 16];
    let bits: [(&str, Vec<u64>); 8] = [
        ("all equal", vec![7; count]),
        ("all of the greatest bits", vec![u64::MAX; count]),
        ("sorted", ramp().collect()),
        ("reversed", ramp().rev().collect()),
        (
            "two equal halves",
            ramp()
                .map(|bits| bits % (count as u64 * 3 / 2).max(1))
                .collect(),
        ),
        (
            "few distinct",
            scattered_bits(count).map(|bits| bits % 5).collect(),
        ),
        ("edges", scattered_bits(count).map(edge).collect()),
        ("scattered", scattered_bits(count).collect()),
    ];
    let keys =
        |(name, bits): (&'static str, Vec<u64>)| (name, bits.into_iter().map(K::of_bits).collect());
    bits.into_iter().map(keys).collect()
}

/// Keys of which some are equal, some are those that sorters get wrong, and some of 64 bits
/// differ in one half alone.
pub(crate) fn mixed<K: Ordered>(count: usize, salt: usize) -> Vec<K> {
    let key = |bits: u64| match bits % 5 {
        0 => K::EDGES[(bits >> 8) as usize % 16],
        1 => bits % 7,
        2 => bits & !0xFFFF_FFFF | 3,
        _ => bits,
    };
    let bits = scattered_bits(count + salt).skip(salt);
    bits.map(|bits| K::of_bits(key(bits))).collect()
}

/// Where each key of the sorted order was: equal keys in the order that they had.
pub(crate) fn order_of<K: Ordered>(keys: &[K], descending: bool) -> Vec<u32> {
    let mut order: Vec<u32> = (0..keys.len() as u32).collect();
    order.sort_by(|&a, &b| {
        let ascending = keys[a as usize].order(&keys[b as usize]);
        if descending {
            ascending.reverse()
        } else {
            ascending
        }
    });
    order
}

/// The keys in the order that a sort shall give them.
pub(crate) fn in_order<K: Ordered>(keys: &[K], descending: bool) -> Vec<K> {
    let order = order_of(keys, descending);
    order.into_iter().map(|from| keys[from as usize]).collect()
}

/// Whether they are the same, bit for bit.
pub(crate) fn same<K: Ordered>(left: &[K], right: &[K]) -> bool {
    K::bytes_of(left) == K::bytes_of(right)
}
