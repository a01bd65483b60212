//! Operators and integer functions, at the values where executors differ.

use crate::kernel::{check_rows, result};

pub(crate) const MIN: u32 = i32::MIN.cast_unsigned();
const MAX: u32 = i32::MAX.cast_unsigned();
pub(crate) const NAN: u32 = 0x7FC0_0000;

pub(crate) fn int(value: i32) -> u32 {
    value.cast_unsigned()
}

pub(crate) fn f(value: f32) -> u32 {
    value.to_bits()
}

#[test]
fn integers_wrap() {
    check_rows("a + b", &[([u32::MAX, 2], 1), ([7, 8], 15)]);
    check_rows("a - b", &[([1, 2], u32::MAX)]);
    check_rows("a * b", &[([0x1_0001, 0x1_0001], 0x2_0001)]);
    check_rows("u32(-i32(a))", &[([MIN], MIN), ([5], int(-5))]);
    check_rows(
        "u32(abs(i32(a)))",
        &[([MIN], MIN), ([int(-5)], 5), ([5], 5)],
    );
    check_rows("abs(a)", &[([u32::MAX], u32::MAX)]);
}

#[test]
fn shifts_take_the_amount_modulo_the_width() {
    check_rows("a << b", &[([1, 32], 1), ([1, 33], 2), ([3, 31], 1 << 31)]);
    check_rows("a >> b", &[([8, 32], 8), ([8, 35], 1), ([1 << 31, 31], 1)]);
    check_rows(
        "u32(i32(a) >> b)",
        &[([MIN, 31], u32::MAX), ([int(-8), 33], int(-4)), ([8, 2], 2)],
    );
}

#[test]
fn division_by_zero_gives_the_dividend_and_remainder_zero() {
    check_rows(
        "a / b",
        &[([7, 0], 7), ([7, 2], 3), ([u32::MAX, 10], 429_496_729)],
    );
    check_rows("a % b", &[([7, 0], 0), ([7, 2], 1), ([u32::MAX, 10], 5)]);
    check_rows(
        "u32(i32(a) / i32(b))",
        &[
            ([int(-7), 0], int(-7)),
            ([MIN, int(-1)], MIN),
            ([int(-7), 2], int(-3)),
            ([7, int(-2)], int(-3)),
            ([MIN, 2], int(-(1 << 30))),
            ([MIN, MIN], 1),
        ],
    );
    check_rows(
        "u32(i32(a) % i32(b))",
        &[
            ([int(-7), 0], 0),
            ([MIN, int(-1)], 0),
            ([int(-7), 2], int(-1)),
            ([7, int(-2)], 1),
            ([MAX, MIN], MAX),
        ],
    );
}

#[test]
fn division_of_a_column_by_a_uniform_divisor() {
    // The divisor is one word of the buffer, the same for all invocations.
    let kernel = |operator: &str, ty: &str| {
        format!(
            "@compute @workgroup_size(4)
            fn main(@builtin(local_invocation_index) i: u32) {{
                let x = bitcast<{ty}>(data[i + 1u]);
                let y = bitcast<{ty}>(data[0]);
                data[i + 1u] = bitcast<u32>(x {operator} y);
            }}"
        )
    };
    let dividends = [0, 1_000_003, u32::MAX, MIN];
    for divisor in [0, 1, 2, 3, 7, 64, 641, MIN, u32::MAX, int(-3), int(-64)] {
        let before: Vec<u32> = [divisor].into_iter().chain(dividends).collect();
        let unsigned = |f: fn(u32, u32) -> Option<u32>, zero: fn(u32) -> u32| {
            dividends.map(|x| f(x, divisor).unwrap_or_else(|| zero(x)))
        };
        let quotients = unsigned(u32::checked_div, |x| x);
        let remainders = unsigned(u32::checked_rem, |_| 0);
        assert_eq!(
            result(&kernel("/", "u32"), &before)[1..],
            quotients,
            "{divisor}"
        );
        assert_eq!(
            result(&kernel("%", "u32"), &before)[1..],
            remainders,
            "{divisor}"
        );
        // Rust's checked forms fail exactly where WGSL names a result of its own.
        let signed = |f: fn(i32, i32) -> Option<i32>, other: fn(i32) -> i32| {
            let divisor = divisor.cast_signed();
            dividends.map(|x| {
                let x = x.cast_signed();
                f(x, divisor).unwrap_or_else(|| other(x)).cast_unsigned()
            })
        };
        let quotients = signed(i32::checked_div, |x| x);
        let remainders = signed(i32::checked_rem, |_| 0);
        assert_eq!(
            result(&kernel("/", "i32"), &before)[1..],
            quotients,
            "{divisor}"
        );
        assert_eq!(
            result(&kernel("%", "i32"), &before)[1..],
            remainders,
            "{divisor}"
        );
    }
}

#[test]
fn comparisons_know_signs_and_nan() {
    check_rows("u32(a < b)", &[([1, MIN], 1), ([MIN, 1], 0), ([1, 1], 0)]);
    check_rows("u32(i32(a) < i32(b))", &[([1, MIN], 0), ([MIN, 1], 1)]);
    check_rows(
        "u32(i32(a) >= i32(b))",
        &[([1, MIN], 1), ([MIN, 1], 0), ([1, 1], 1)],
    );
    check_rows("u32(a > b)", &[([1, MIN], 0), ([MIN, 1], 1), ([1, 1], 0)]);
    let float = |operator: &str| format!("u32(bitcast<f32>(a) {operator} bitcast<f32>(b))");
    let zeros = [f(0.0), f(-0.0)];
    for (operator, with_nan, of_zeros) in [
        ("==", 0, 1),
        ("!=", 1, 0),
        ("<", 0, 0),
        ("<=", 0, 1),
        (">", 0, 0),
        (">=", 0, 1),
    ] {
        check_rows(
            &float(operator),
            &[
                ([NAN, f(1.0)], with_nan),
                ([f(1.0), NAN], with_nan),
                (zeros, of_zeros),
            ],
        );
    }
    check_rows(
        &float("<"),
        &[([f(-1.5), f(1.0)], 1), ([f(2.0), f(1.0)], 0)],
    );
}

#[test]
fn bits_and_booleans() {
    check_rows("a & b", &[([12, 10], 8)]);
    check_rows("a | b", &[([12, 10], 14)]);
    check_rows("a ^ b", &[([12, 10], 6)]);
    check_rows("~a", &[([0], u32::MAX)]);
    check_rows(
        "u32(a == 1u && b == 1u)",
        &[([1, 1], 1), ([1, 0], 0), ([0, 1], 0)],
    );
    check_rows(
        "u32(a == 1u || b == 1u)",
        &[([1, 0], 1), ([0, 1], 1), ([0, 0], 0)],
    );
    check_rows("u32(!(a == 1u))", &[([1], 0), ([0], 1)]);
    check_rows("u32((a == 1u) & (b == 1u))", &[([1, 1], 1), ([1, 2], 0)]);
    check_rows("u32((a == 1u) != (b == 1u))", &[([1, 1], 0), ([1, 2], 1)]);
    check_rows("select(a, b, c == 1u)", &[([4, 2, 1], 2), ([4, 2, 0], 4)]);
    check_rows("u32(bool(a))", &[([8], 1), ([0], 0)]);
    check_rows(
        "u32(bool(bitcast<f32>(a)))",
        &[([f(-0.0)], 0), ([f(0.5)], 1), ([NAN], 1)],
    );
    check_rows("bitcast<u32>(f32(a == 1u))", &[([1], f(1.0)), ([0], 0)]);
}

#[test]
fn bit_functions() {
    check_rows(
        "countOneBits(a)",
        &[([0], 0), ([u32::MAX], 32), ([0b1011], 3)],
    );
    check_rows("countLeadingZeros(a)", &[([0], 32), ([1], 31), ([MIN], 0)]);
    check_rows("countTrailingZeros(a)", &[([0], 32), ([8], 3)]);
    check_rows("reverseBits(a)", &[([1], MIN), ([0xF0], 0x0F00_0000)]);
    check_rows(
        "firstLeadingBit(a)",
        &[([0], u32::MAX), ([1], 0), ([0x8001], 15)],
    );
    check_rows(
        "u32(firstLeadingBit(i32(a)))",
        &[
            ([0], u32::MAX),
            ([u32::MAX], u32::MAX),
            ([1], 0),
            ([int(-2)], 0),
            ([int(-3)], 1),
            ([MIN], 30),
        ],
    );
    check_rows("firstTrailingBit(a)", &[([0], u32::MAX), ([8], 3)]);
    check_rows(
        "extractBits(a, b, c)",
        &[
            ([0xABCD, 4, 8], 0xBC),
            ([0xABCD, 0, 32], 0xABCD),
            ([0xABCD, 4, 0], 0),
            ([0xFFFF_FFFF, 30, 9], 3),
            ([0xFFFF_FFFF, 40, 9], 0),
        ],
    );
    check_rows(
        "u32(extractBits(i32(a), b, c))",
        &[
            ([0xABCD, 4, 8], int(-0x44)),
            ([0x7F, 0, 8], 0x7F),
            ([0xFF, 0, 8], u32::MAX),
            ([5, 3, 0], 0),
        ],
    );
    check_rows(
        "insertBits(a, 0xFu, b, c)",
        &[
            ([0, 4, 4], 0xF0),
            ([0, 4, 2], 0x30),
            ([0, 30, 9], 0xC000_0000),
            ([7, 40, 9], 7),
            ([7, 0, 0], 7),
            ([0, 0, 32], 15),
        ],
    );
}

#[test]
fn integer_functions() {
    check_rows("min(a, b)", &[([1, u32::MAX], 1)]);
    check_rows("max(a, b)", &[([1, u32::MAX], u32::MAX)]);
    check_rows("u32(min(i32(a), i32(b)))", &[([1, u32::MAX], u32::MAX)]);
    check_rows("u32(max(i32(a), i32(b)))", &[([1, u32::MAX], 1)]);
    check_rows(
        "clamp(a, b, c)",
        &[([9, 1, 5], 5), ([0, 1, 5], 1), ([3, 1, 5], 3)],
    );
    check_rows(
        "u32(clamp(i32(a), i32(b), 5))",
        &[([int(-9), int(-2)], int(-2))],
    );
    check_rows(
        "u32(sign(i32(a)))",
        &[([int(-9)], int(-1)), ([0], 0), ([3], 1)],
    );
}
