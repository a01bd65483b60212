//! What one line of text says: an integer, a decimal, or nothing that is a number.
//! Which type of key all lines together have is the business of `column`.

/// A number as it is written.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Number {
    /// Digits, with or without a sign.
    Integer(Integer),
    /// A number with a point or an exponent, an infinity or a NaN: the nearest `f32`.
    Decimal(f32),
}

/// An integer, of any size.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Integer {
    /// Its value; `None` where 64 bits cannot hold it.
    pub(crate) value: Option<i64>,
    /// The `f32` that is equal to it, `-0.0` for `-0`; `None` where there is none.
    pub(crate) float: Option<f32>,
}

impl Integer {
    /// Whether it is `-0`, which no integer type tells from `0`.
    pub(crate) fn is_negative_zero(self) -> bool {
        self.float
            .is_some_and(|float| float.to_bits() == (-0.0_f32).to_bits())
    }
}

/// Why a text is no number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    NotANumber,
    /// A finite number past the largest `f32`.
    TooLarge,
}

/// Reads a number: `[+-]` digits, with a fraction and an exponent if there are any;
/// or `inf`, `infinity` or `nan` in letters of either case.
pub(crate) fn parse(text: &str) -> Result<Number, Fault> {
    // The standard library reads exactly these forms, and rounds to nearest, ties
    // to even.
    let float: f32 = text.parse().map_err(|_| Fault::NotANumber)?;
    if float.is_nan() {
        return Ok(Number::Decimal(nan(text)));
    }
    if float.is_infinite() && text.bytes().any(|byte| byte.is_ascii_digit()) {
        return Err(Fault::TooLarge);
    }
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(Number::Integer(Integer {
            value: text.parse().ok(),
            float: is_equal(float, digits).then_some(float),
        }));
    }
    Ok(Number::Decimal(float))
}

/// The quiet NaN of no payload, with the sign that is written.
fn nan(text: &str) -> f32 {
    let quiet = f32::from_bits(0x7FC0_0000);
    match text.starts_with('-') {
        true => -quiet,
        false => quiet,
    }
}

/// Whether the magnitude of `float` is just what `digits` say.
fn is_equal(float: f32, digits: &str) -> bool {
    // Integers of fewer than eight digits are below 2^24, and so all floats.
    let digits = digits.trim_start_matches('0');
    if digits.len() < 8 {
        return true;
    }
    // A float of this size is an integer, and its digits are printed exactly.
    format!("{:.0}", float.abs()) == digits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(text: &str) -> u32 {
        match parse(text) {
            Ok(Number::Decimal(float)) => float.to_bits(),
            other => panic!("`{text}` is {other:?}"),
        }
    }

    fn integer(text: &str) -> Integer {
        match parse(text) {
            Ok(Number::Integer(integer)) => integer,
            other => panic!("`{text}` is {other:?}"),
        }
    }

    /// Bits worked out by hand from IEEE 754: sign, exponent + 127, fraction.
    #[test]
    fn decimals_are_the_nearest_float() {
        let rows = [
            ("1.0", 0x3F80_0000),
            ("-1.5", 0xBFC0_0000),
            ("+.5", 0x3F00_0000),
            ("2.", 0x4000_0000),
            ("1e3", 0x447A_0000),
            ("1E3", 0x447A_0000),
            ("25e-2", 0x3E80_0000),
            ("-0.0", 0x8000_0000),
            ("0e99", 0),
            // 0.1 is between 0x3DCCCCCC and 0x3DCCCCCD, and nearer to the latter.
            ("0.1", 0x3DCC_CCCD),
            // Half-way between 2^24 and its successor: to the even one.
            ("16777217.0", 0x4B80_0000),
            ("16777219.0", 0x4B80_0002),
            // The largest float, and the largest decimal that still rounds to it.
            ("3.4028235e38", 0x7F7F_FFFF),
            ("3.40282356e38", 0x7F7F_FFFF),
            // The smallest denormal, and half of it: to the even one, which is zero.
            ("1e-45", 1),
            ("7e-46", 0),
            ("-1e-60", 0x8000_0000),
            ("inf", 0x7F80_0000),
            ("-inf", 0xFF80_0000),
            ("+Infinity", 0x7F80_0000),
            ("nan", 0x7FC0_0000),
            ("NaN", 0x7FC0_0000),
            ("-NAN", 0xFFC0_0000),
        ];
        for (text, bits) in rows {
            assert_eq!(decimal(text), bits, "{text}: {:#010x}", decimal(text));
        }
    }

    /// How far a positive float is from `millionths`, in units of 2^-64 millionths.
    /// Exact: below 2^21, and not below 2^-21, where its last bit is 2^-44.
    fn distance(bits: u32, millionths: u64) -> u128 {
        let fraction = u128::from(bits & 0x007F_FFFF | 0x0080_0000);
        // The value is `fraction` * 2^(exponent - 150).
        let float = (fraction << ((bits >> 23) + 64 - 150)) * 1_000_000;
        float.abs_diff(u128::from(millionths) << 64)
    }

    /// Against arithmetic on integers alone.
    #[test]
    fn no_other_float_is_nearer_to_a_decimal() {
        let mut random = fastrand::Rng::with_seed(13);
        for _ in 0..20_000 {
            let millionths = random.u64(1..1_000_000_000_000) >> random.u32(0..40);
            let millionths = millionths.max(1);
            let text = format!("{}.{:06}", millionths / 1_000_000, millionths % 1_000_000);
            let bits = decimal(&text);
            let found = distance(bits, millionths);
            for neighbour in [bits - 1, bits + 1] {
                let other = distance(neighbour, millionths);
                let is_even = bits.is_multiple_of(2);
                assert!(
                    found < other || found == other && is_even,
                    "{text}: {bits:#010x}"
                );
            }
        }
    }

    #[test]
    fn integers_keep_their_value_and_their_equal_float() {
        let rows: [(&str, Option<i64>, bool); 14] = [
            ("0", Some(0), true),
            ("+4", Some(4), true),
            ("-17", Some(-17), true),
            ("007", Some(7), true),
            ("9999999", Some(9_999_999), true),
            ("16777216", Some(1 << 24), true),
            ("16777217", Some((1 << 24) + 1), false),
            ("-16777217", Some(-(1 << 24) - 1), false),
            ("000000016777218", Some((1 << 24) + 2), true),
            ("4294967295", Some(u32::MAX.into()), false),
            ("4294967296", Some(1 << 32), true),
            ("9223372036854775808", None, true),
            ("9223372036854775807", Some(i64::MAX), false),
            ("100000000000000000000000000000", None, false),
        ];
        for (text, value, is_float) in rows {
            let found = integer(text);
            assert_eq!(found.value, value, "{text}");
            assert_eq!(found.float.is_some(), is_float, "{text}");
        }
        assert_eq!(integer("9223372036854775808").float, Some(2_f32.powi(63)));
        assert!(integer("-0").is_negative_zero() && integer("-000").is_negative_zero());
        assert!(!integer("0").is_negative_zero() && !integer("-1").is_negative_zero());
    }

    /// Against arithmetic that knows nothing of text: an integer is a float when
    /// its odd part has at most 24 bits.
    #[test]
    fn the_equal_float_agrees_with_the_width_of_the_odd_part() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..20_000 {
            let value = random.u64(1..1 << 63) >> random.u32(0..40);
            let value = (value >> random.u32(0..24)).max(1) << random.u32(0..20) & (u64::MAX >> 1);
            if value == 0 {
                continue;
            }
            let odd = value >> value.trailing_zeros();
            let found = integer(&value.to_string()).float;
            assert_eq!(found.is_some(), odd < 1 << 24, "{value}");
        }
    }

    #[test]
    fn what_is_no_number_is_told_from_what_is_too_large() {
        let no_numbers = [
            "", "+", "-", ".", "e5", "1e", "1e+", "--1", "+-1", "1 2", "1,5", "0x10", "1_000",
            "1f", "in", "infin", "nano", "nan(1)", "one", "\u{661}", "1\u{a0}", "½",
        ];
        for text in no_numbers {
            assert_eq!(parse(text), Err(Fault::NotANumber), "{text}");
        }
        // Half a unit past the largest float, and far past it.
        for text in ["3.4028236e38", "-1e39", "1e999999999", &"9".repeat(39)] {
            assert_eq!(parse(text), Err(Fault::TooLarge), "{text}");
        }
    }
}
