//! Properties that need more values than a kernel's test holds; the meaning of each operation is
//! tested through kernels, in `tests/interpreter`.

use super::*;

#[test]
fn every_binary16_survives_the_way_through_f32() {
    for bits in 0..=0xFFFF {
        let wide = Unary::FloatFromHalfBits.scalar(bits);
        let back = Unary::HalfBits.scalar(wide);
        assert_eq!(back, bits);
    }
}

#[test]
fn halfway_between_two_binary16_rounds_to_the_even_one() {
    for bits in 0..0x7BFFu32 {
        let low = f64::from(f32::from_bits(Unary::FloatFromHalfBits.scalar(bits)));
        let high = f64::from(f32::from_bits(Unary::FloatFromHalfBits.scalar(bits + 1)));
        // Exact in f32: one bit more than binary16 holds.
        let middle = ((low + high) / 2.0) as f32;
        assert_eq!(Unary::HalfBits.scalar(middle.to_bits()), bits + (bits & 1));
        assert_eq!(Unary::HalfBits.scalar(middle.next_up().to_bits()), bits + 1);
        assert_eq!(Unary::HalfBits.scalar(middle.next_down().to_bits()), bits);
    }
}

#[test]
fn binary16_ends_at_infinity() {
    for (value, bits) in [
        (65504.0, 0x7BFF),
        (65519.9, 0x7BFF),
        (65520.0, 0x7C00),
        (-1e9, 0xFC00),
        (f32::NEG_INFINITY, 0xFC00),
    ] {
        assert_eq!(Unary::HalfBits.scalar(f32::to_bits(value)), bits, "{value}");
    }
}

/// Where f32 sees a tie, f64 knows better.
#[test]
fn a_double_becomes_the_nearest_binary16_at_once() {
    let half =
        |x: f64| Unary::HalfBits.scalar(Wide::HalfFromFloat.scalar([x.to_bits(), 0, 0]) as u32);
    let (tie, hair) = (1.0 + 2f64.powi(-11), 2f64.powi(-40));
    for (value, bits) in [
        (tie, 0x3C00),
        (tie + hair, 0x3C01),
        (tie - hair, 0x3C00),
        (-tie - hair, 0xBC01),
        (tie + 2f64.powi(-10), 0x3C02),
        (tie + 2f64.powi(-10) - hair, 0x3C01),
        (65_520.0 - 2f64.powi(-30), 0x7BFF),
        (65_520.0, 0x7C00),
        (1e-300, 0),
        (f64::NEG_INFINITY, 0xFC00),
    ] {
        assert_eq!(half(value), bits, "{value}");
    }
}

#[test]
fn ldexp_of_doubles_rounds_once() {
    let ldexp = |x: f64, exponent: i32| {
        let exponent = u64::from(exponent.cast_unsigned());
        f64::from_bits(Wide::Ldexp.scalar([x.to_bits(), exponent, 0]))
    };
    let smallest = f64::from_bits(1);
    assert_eq!(ldexp(1.0, -1074), smallest);
    assert_eq!(ldexp(1.0, -1075), 0.0);
    assert_eq!(ldexp(1.5, -1075), smallest);
    assert_eq!(ldexp(3.0, -1075), 2.0 * smallest);
    assert_eq!(ldexp(smallest, 1074 + 1023), 2f64.powi(1023));
    assert_eq!(ldexp(2f64.powi(1023), -2000), 2f64.powi(-977));
    assert_eq!(ldexp(1.0, i32::MAX), f64::INFINITY);
    assert_eq!(ldexp(-1.0, i32::MIN).to_bits(), (-0.0f64).to_bits());
}

#[test]
fn ldexp_undoes_frexp() {
    let smallest = f32::from_bits(1);
    for value in [
        1.0,
        -6.5,
        1e-40,
        smallest,
        f32::MAX,
        f32::MIN_POSITIVE,
        0.0,
        -0.0,
    ] {
        let bits = value.to_bits();
        let fraction = Unary::FrexpFract.scalar(bits);
        let exponent = Unary::FrexpExponent.scalar(bits);
        let magnitude = f32::from_bits(fraction).abs();
        assert!(value == 0.0 || (0.5..1.0).contains(&magnitude), "{value}");
        assert_eq!(Binary::Ldexp.scalar(fraction, exponent), bits, "{value}");
    }
}

#[test]
fn ldexp_reaches_zero_and_infinity() {
    let of = |x: f32, exponent: i32| {
        f32::from_bits(Binary::Ldexp.scalar(x.to_bits(), exponent.cast_unsigned()))
    };
    assert_eq!(of(1.0, i32::MIN), 0.0);
    assert_eq!(of(-1.0, i32::MAX), f32::NEG_INFINITY);
    assert_eq!(of(f32::from_bits(1), 149), 1.0);
}

#[test]
fn a_boolean_selects_by_bits() {
    assert_eq!(Ternary::Select.scalar(boolean(true), 5, 9), 5);
    assert_eq!(Ternary::Select.scalar(boolean(false), 5, 9), 9);
}
