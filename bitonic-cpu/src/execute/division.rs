//! Division of a column by one word, without a division for each lane.
//!
//! By a power of two it is a shift or a mask; else a multiplication by the reciprocal (Granlund and
//! Montgomery, "Division by Invariant Integers using Multiplication", 1994, figure 4.1).

use crate::value::Binary;

/// Divides or takes the remainder by a word; false if `function` does neither, with nothing done.
#[inline(always)]
pub(super) fn by_word(function: Binary, target: &mut [u32], lhs: &[u32], rhs: u32) -> bool {
    match function {
        Binary::DivideUnsigned if rhs.is_power_of_two() => {
            let shift = rhs.trailing_zeros();
            map(target, lhs, |x| x >> shift);
        }
        Binary::RemainderUnsigned if rhs.is_power_of_two() => map(target, lhs, |x| x & (rhs - 1)),
        Binary::DivideUnsigned if rhs > 1 => {
            let divisor = Reciprocal::of(rhs);
            map(target, lhs, |x| divisor.quotient(x));
        }
        Binary::RemainderUnsigned if rhs > 1 => {
            let divisor = Reciprocal::of(rhs);
            map(target, lhs, |x| {
                x.wrapping_sub(divisor.quotient(x).wrapping_mul(rhs))
            });
        }
        Binary::DivideSigned if rhs.cast_signed().unsigned_abs() > 1 => {
            let divisor = Reciprocal::of(rhs.cast_signed().unsigned_abs());
            map(target, lhs, |x| divisor.signed_quotient(x, rhs));
        }
        Binary::RemainderSigned if rhs.cast_signed().unsigned_abs() > 1 => {
            let divisor = Reciprocal::of(rhs.cast_signed().unsigned_abs());
            map(target, lhs, |x| {
                x.wrapping_sub(divisor.signed_quotient(x, rhs).wrapping_mul(rhs))
            });
        }
        _ => return false,
    }
    true
}

#[inline(always)]
fn map(target: &mut [u32], source: &[u32], function: impl Fn(u32) -> u32) {
    for (target, &x) in target.iter_mut().zip(source) {
        *target = function(x);
    }
}

/// A divisor of at least 2, ready to be multiplied by.
#[derive(Clone, Copy)]
struct Reciprocal {
    multiplier: u32,
    shift: u32,
}

impl Reciprocal {
    fn of(divisor: u32) -> Self {
        let log = 32 - (divisor - 1).leading_zeros();
        let excess = (1u64 << log) - u64::from(divisor);
        Self {
            multiplier: ((excess << 32) / u64::from(divisor) + 1) as u32,
            shift: log - 1,
        }
    }

    fn quotient(self, x: u32) -> u32 {
        let high = ((u64::from(x) * u64::from(self.multiplier)) >> 32) as u32;
        (((x - high) >> 1) + high) >> self.shift
    }

    /// Truncates: the quotient of the magnitudes, with the sign of the product.
    fn signed_quotient(self, x: u32, divisor: u32) -> u32 {
        let magnitude = self.quotient(x.cast_signed().unsigned_abs());
        let sign = ((x ^ divisor).cast_signed() >> 31).cast_unsigned();
        (magnitude ^ sign).wrapping_sub(sign)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every function, by divisors and dividends at the borders, against the scalar meaning.
    #[test]
    fn equals_the_scalar_operations() {
        let borders = [
            0,
            1,
            2,
            3,
            5,
            7,
            10,
            1 << 15,
            1 << 16,
            (1 << 31) - 1,
            1 << 31,
        ];
        let around = |&x: &u32| {
            [
                x,
                x.wrapping_add(1),
                x.wrapping_neg(),
                !x,
                x.wrapping_mul(641),
            ]
        };
        let words: Vec<u32> = borders.iter().flat_map(around).collect();
        for function in [
            Binary::DivideUnsigned,
            Binary::RemainderUnsigned,
            Binary::DivideSigned,
            Binary::RemainderSigned,
        ] {
            for &rhs in &words {
                let mut target = vec![0; words.len()];
                if by_word(function, &mut target, &words, rhs) {
                    let expected: Vec<u32> =
                        words.iter().map(|&x| function.scalar(x, rhs)).collect();
                    assert_eq!(target, expected, "{function:?} by {rhs}");
                }
            }
        }
    }

    #[test]
    fn other_functions_are_left_alone() {
        assert!(!by_word(Binary::Add, &mut [0], &[1], 2));
        assert!(!by_word(Binary::DivideUnsigned, &mut [0], &[1], 0));
    }
}
