//! What an atomic on 64 bits does to the value that it finds.

/// An atomic on a 64-bit integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WideUpdate {
    Load,
    Store,
    Add,
    Subtract,
    And,
    Or,
    Xor,
    MinSigned,
    MinUnsigned,
    MaxSigned,
    MaxUnsigned,
    Exchange,
    CompareExchange,
}

impl WideUpdate {
    /// The value that replaces `old`; only a comparison looks at `expected`.
    pub(crate) fn apply(self, old: u64, operand: u64, expected: u64) -> u64 {
        let signed = |choose: fn(i64, i64) -> i64| {
            choose(old.cast_signed(), operand.cast_signed()).cast_unsigned()
        };
        match self {
            Self::Load => old,
            Self::Store | Self::Exchange => operand,
            Self::Add => old.wrapping_add(operand),
            Self::Subtract => old.wrapping_sub(operand),
            Self::And => old & operand,
            Self::Or => old | operand,
            Self::Xor => old ^ operand,
            Self::MinSigned => signed(i64::min),
            Self::MaxSigned => signed(i64::max),
            Self::MinUnsigned => old.min(operand),
            Self::MaxUnsigned => old.max(operand),
            Self::CompareExchange if old == expected => operand,
            Self::CompareExchange => old,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::WideUpdate::*;

    /// One bit below the border of the low word, and the sign.
    const LOW: u64 = 0xFFFF_FFFF;
    const SIGN: u64 = 1 << 63;

    #[test]
    fn updates_carry_between_the_words_and_know_the_sign() {
        for (update, old, operand, expected, new) in [
            (Load, LOW, 1, 0, LOW),
            (Store, LOW, 1, 0, 1),
            (Exchange, LOW, SIGN, 0, SIGN),
            (Add, LOW, 1, 0, LOW + 1),
            (Add, u64::MAX, 1, 0, 0),
            (Subtract, LOW + 1, 1, 0, LOW),
            (Subtract, 0, 1, 0, u64::MAX),
            (And, SIGN | 6, SIGN | 3, 0, SIGN | 2),
            (Or, SIGN, 3, 0, SIGN | 3),
            (Xor, SIGN | 1, SIGN, 0, 1),
            (MinSigned, SIGN, 5, 0, SIGN),
            (MinUnsigned, SIGN, 5, 0, 5),
            (MaxSigned, SIGN, 5, 0, 5),
            (MaxUnsigned, SIGN, 5, 0, SIGN),
            (CompareExchange, LOW, 7, LOW, 7),
            (CompareExchange, LOW, 7, LOW | SIGN, LOW),
        ] {
            assert_eq!(
                update.apply(old, operand, expected),
                new,
                "{update:?} {old:x}"
            );
        }
    }
}
