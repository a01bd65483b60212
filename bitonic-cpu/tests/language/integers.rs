//! Integers of all widths: wrapping, division, shifts and the functions of bits.

use super::rows::{Rows, Ty, check_signed};

const SIGNED: &[Ty] = &[Ty::I16, Ty::I32, Ty::I64];
const MIN: i64 = i64::MIN;
const MAX: i64 = i64::MAX;

/// Signed and unsigned types, with their bits.
const PAIRS: [(Ty, Ty, u32); 3] = [
    (Ty::I16, Ty::U16, 16),
    (Ty::I32, Ty::U32, 32),
    (Ty::I64, Ty::U64, 64),
];

#[test]
fn signed_integers_wrap_and_divide_as_the_specification_says() {
    check_signed(SIGNED, "a + b", &[([MAX, 1], MIN), ([-3, 5], 2)]);
    check_signed(SIGNED, "a - b", &[([MIN, 1], MAX), ([3, 5], -2)]);
    check_signed(
        SIGNED,
        "a * b",
        &[([MIN, -1], MIN), ([-7, 6], -42), ([MAX, 2], -2)],
    );
    check_signed(SIGNED, "-a", &[([MIN], MIN), ([5], -5)]);
    check_signed(SIGNED, "abs(a)", &[([MIN], MIN), ([-5], 5), ([7], 7)]);
    check_signed(SIGNED, "sign(a)", &[([MIN], -1), ([0], 0), ([9], 1)]);
    check_signed(
        SIGNED,
        "a / b",
        &[
            ([7, 0], 7),
            ([MIN, -1], MIN),
            ([-7, 2], -3),
            ([7, -2], -3),
            ([MIN, MIN], 1),
        ],
    );
    check_signed(
        SIGNED,
        "a % b",
        &[([7, 0], 0), ([MIN, -1], 0), ([-7, 2], -1), ([7, -2], 1)],
    );
    check_signed(SIGNED, "min(a, b)", &[([MIN, 3], MIN), ([4, 3], 3)]);
    check_signed(SIGNED, "max(a, b)", &[([MIN, 3], 3), ([4, 3], 4)]);
    check_signed(
        SIGNED,
        "clamp(a, b, c)",
        &[([9, -2, 5], 5), ([-9, -2, 5], -2), ([1, -2, 5], 1)],
    );
    check_signed(SIGNED, "a & b", &[([-1, 12], 12)]);
    check_signed(SIGNED, "a | b", &[([-8, 3], -5)]);
    check_signed(SIGNED, "a ^ b", &[([-1, 3], -4)]);
    check_signed(SIGNED, "~a", &[([0], -1), ([MIN], MAX)]);
    check_signed(SIGNED, "select(a, b, a < b)", &[([MIN, 0], 0), ([3, 2], 3)]);
    check_signed(
        SIGNED,
        "select(a, b, a >= b)",
        &[([MIN, 0], MIN), ([3, 3], 3), ([3, 2], 2)],
    );
    check_signed(
        SIGNED,
        "select(a, b, a == b)",
        &[([MIN, MIN], MIN), ([3, 2], 3)],
    );
}

#[test]
fn unsigned_integers_compare_and_divide_as_such() {
    for (_, ty, bits) in PAIRS {
        let max = u64::MAX >> (64 - bits);
        Rows::of(ty, "a + b").check(&[([max, 2], 1)]);
        Rows::of(ty, "a - b").check(&[([1, 2], max)]);
        Rows::of(ty, "a * b").check(&[([max, max], 1)]);
        Rows::of(ty, "a / b").check(&[([max, 10], max / 10), ([7, 0], 7)]);
        Rows::of(ty, "a % b").check(&[([max, 10], max % 10), ([7, 0], 0)]);
        Rows::of(ty, "min(a, b)").check(&[([max, 1], 1)]);
        Rows::of(ty, "max(a, b)").check(&[([max, 1], max)]);
        Rows::of(ty, "select(a, b, a <= b)").check(&[([max, 1], max), ([1, max], max)]);
        Rows::of(ty, "abs(a)").check(&[([max], max)]);
        Rows::of(ty, "dot(vec2(a, b), vec2(b, a))").check(&[([3, 5], 30), ([max, 1], max - 1)]);
    }
}

#[test]
fn shifts_take_the_amount_modulo_the_width() {
    for (signed, unsigned, bits) in PAIRS {
        let top = 1u64 << (bits - 1);
        let all = u64::MAX >> (64 - bits);
        let rows = [(1, [bits], 1), (1, [bits + 1], 2), (3, [bits - 1], top)];
        Rows::of(unsigned, "a << m").check_words(&rows);
        Rows::of(signed, "a << m").check_words(&rows);
        let rows = [(8, [bits], 8), (8, [bits + 3], 1), (top, [bits - 1], 1)];
        Rows::of(unsigned, "a >> m").check_words(&rows);
        let rows = [
            (top, [bits - 1], all),
            (u64::MAX << 3, [bits + 1], u64::MAX << 2),
        ];
        Rows::of(signed, "a >> m").check_words(&rows);
    }
}

/// What drivers other than ours were not asked for: naga writes these for 32 bits only.
const WORDS_ONLY: &str = "SPIR-V has these functions for words alone";

fn of_bits<'a>(ty: Ty, expression: &'a str) -> Rows<'a> {
    let rows = Rows::of(ty, expression);
    if ty.bytes() == 4 {
        rows
    } else {
        rows.not_on_vulkan(WORDS_ONLY)
    }
}

#[test]
fn functions_of_bits() {
    for (signed, unsigned, bits) in PAIRS {
        let all = u64::MAX >> (64 - bits);
        let top = 1u64 << (bits - 1);
        let width = u64::from(bits);
        for ty in [signed, unsigned] {
            of_bits(ty, "countOneBits(a)").check(&[([0], 0), ([all], width), ([top | 5], 3)]);
            of_bits(ty, "countLeadingZeros(a)").check(&[
                ([0], width),
                ([all], 0),
                ([1], width - 1),
            ]);
            of_bits(ty, "countTrailingZeros(a)").check(&[
                ([0], width),
                ([top], width - 1),
                ([8], 3),
            ]);
            of_bits(ty, "reverseBits(a)").check(&[
                ([1], top),
                ([all - 1], all >> 1),
                ([6], 3 * (top >> 2)),
            ]);
            of_bits(ty, "firstTrailingBit(a)").check(&[([0], all), ([top], width - 1), ([12], 2)]);
        }
        of_bits(unsigned, "firstLeadingBit(a)").check(&[([0], all), ([all], width - 1), ([9], 3)]);
        of_bits(signed, "firstLeadingBit(a)").check(&[
            ([0], all),
            ([all], all),
            ([top], width - 2),
            ([all - 4], 2),
            ([9], 3),
        ]);
    }
}

#[test]
fn fields_of_bits_end_at_the_width() {
    for (signed, unsigned, bits) in PAIRS {
        let all = u64::MAX >> (64 - bits);
        let last = bits - 1;
        of_bits(unsigned, "extractBits(a, m, n)").check_words(&[
            (all, [0, bits], all),
            (0xB4, [2, 4], 0xD),
            (all, [last, 9], 1),
            (all, [bits, 4], 0),
            (all, [bits + 9, u32::MAX], 0),
            (all, [3, 0], 0),
            (all, [4, u32::MAX], all >> 4),
        ]);
        of_bits(signed, "extractBits(a, m, n)").check_words(&[
            (0xB4, [2, 4], all - 2),
            // The five bits from the second on are 0b01101.
            (0xB4, [2, 5], 0b01101),
            (all, [last, 9], all),
            (all, [3, 0], 0),
            (all, [bits, 4], 0),
        ]);
        for ty in [signed, unsigned] {
            of_bits(ty, "insertBits(a, ~a, m, n)").check_words(&[
                (0, [0, bits], all),
                (0, [4, 3], 0x70),
                (0, [last, 9], 1 << last),
                (5, [bits, 3], 5),
                (5, [2, 0], 5),
                (all, [8, u32::MAX], 0xFF),
            ]);
        }
    }
}
