//! The greatest word that a result can be: enough to see that the index of an invocation lies in
//! its workgroup's array, so that neither clamp nor check is needed.

use crate::value::Binary;

/// An operand: the greatest word that it can be, and its bits if it is a constant.
#[derive(Clone, Copy)]
pub(super) struct Bound {
    pub(super) most: u32,
    pub(super) constant: Option<u32>,
}

/// The greatest result of `function`.
pub(super) fn most(function: Binary, lhs: Bound, rhs: Bound) -> u32 {
    match (function, rhs.constant) {
        (Binary::Add, _) => lhs.most.saturating_add(rhs.most),
        (Binary::Multiply, _) => lhs.most.saturating_mul(rhs.most),
        (Binary::And | Binary::MinUnsigned, _) => lhs.most.min(rhs.most),
        (Binary::MaxUnsigned, _) => lhs.most.max(rhs.most),
        (Binary::Or | Binary::Xor, _) => all_bits(lhs.most | rhs.most),
        (Binary::ShiftRightUnsigned, Some(amount)) => lhs.most >> (amount % 32),
        (Binary::DivideUnsigned, Some(divisor)) => lhs.most / divisor.max(1),
        (Binary::RemainderUnsigned, Some(divisor)) => lhs.most.min(divisor.saturating_sub(1)),
        // x / 0 is x; neither operation makes a word greater.
        (Binary::ShiftRightUnsigned | Binary::DivideUnsigned | Binary::RemainderUnsigned, None) => {
            lhs.most
        }
        _ => u32::MAX,
    }
}

/// Ones from the highest set bit down.
fn all_bits(word: u32) -> u32 {
    u32::MAX.checked_shr(word.leading_zeros()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For small ranges, every result stays within the bound, for constants on the right and not.
    #[test]
    fn no_result_exceeds_its_bound() {
        let functions = [
            Binary::Add,
            Binary::Subtract,
            Binary::Multiply,
            Binary::And,
            Binary::Or,
            Binary::Xor,
            Binary::MinUnsigned,
            Binary::MaxUnsigned,
            Binary::ShiftLeft,
            Binary::ShiftRightUnsigned,
            Binary::DivideUnsigned,
            Binary::RemainderUnsigned,
            Binary::DivideSigned,
            Binary::LessUnsigned,
        ];
        for function in functions {
            for (left, right) in (0..9).flat_map(|left| (0..9).map(move |right| (left, right))) {
                let bound = |most, constant| Bound { most, constant };
                let any = most(function, bound(left, None), bound(right, None));
                let fixed = most(function, bound(left, None), bound(right, Some(right)));
                for x in 0..=left {
                    assert!(
                        function.scalar(x, right) <= fixed,
                        "{function:?} {x} {right}"
                    );
                    for y in 0..=right {
                        assert!(function.scalar(x, y) <= any, "{function:?} {x} {y}");
                    }
                }
            }
        }
    }

    #[test]
    fn overflow_leaves_no_bound() {
        let large = Bound {
            most: 1 << 31,
            constant: None,
        };
        assert_eq!(most(Binary::Add, large, large), u32::MAX);
        assert_eq!(most(Binary::Multiply, large, large), u32::MAX);
    }
}
