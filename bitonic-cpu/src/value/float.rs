//! Float operations on the bits of f32, and what f64 needs beyond Rust's own.
//!
//! Where WGSL gives an implementation a choice (rounding, NaN operands), the host's IEEE arithmetic
//! is followed; subnormals are kept.

use super::boolean;

/// The sign bit.
pub(super) const SIGN: u32 = 1 << 31;

/// Lifts a function of one float to words.
pub(super) fn of1(function: impl Fn(f32) -> f32) -> impl Fn(u32) -> u32 {
    move |x| function(f32::from_bits(x)).to_bits()
}

/// Lifts a function of two floats to words.
pub(super) fn of2(function: impl Fn(f32, f32) -> f32) -> impl Fn(u32, u32) -> u32 {
    move |x, y| function(f32::from_bits(x), f32::from_bits(y)).to_bits()
}

/// Lifts a comparison of two floats to words.
pub(super) fn comparison(function: impl Fn(f32, f32) -> bool) -> impl Fn(u32, u32) -> u32 {
    move |x, y| boolean(function(f32::from_bits(x), f32::from_bits(y)))
}

/// `i32(x)`: towards zero, clamped to what both types represent exactly; NaN gives 0.
pub(super) fn to_signed(x: u32) -> u32 {
    let greatest = 2_147_483_520.0;
    // `as` saturates below and maps NaN to 0; a NaN passes through this comparison unchanged.
    let x = f32::from_bits(x);
    let clamped = if x > greatest { greatest } else { x };
    (clamped as i32).cast_unsigned()
}

/// `u32(x)`: towards zero, clamped to what both types represent exactly; NaN gives 0.
pub(super) fn to_unsigned(x: u32) -> u32 {
    let greatest = 4_294_967_040.0;
    let x = f32::from_bits(x);
    let clamped = if x > greatest { greatest } else { x };
    clamped as u32
}

/// -1, 0 or 1; NaN gives 0.
pub(super) fn sign(x: f32) -> f32 {
    f32::from(i8::from(x > 0.0) - i8::from(x < 0.0))
}

/// `fract`: x - floor(x).
pub(super) fn fract(x: f32) -> f32 {
    x - x.floor()
}

/// The fractional part of `modf`, with the sign of x.
pub(super) fn modf_fract(x: f32) -> f32 {
    if x.is_infinite() {
        0f32.copysign(x)
    } else {
        x - x.trunc()
    }
}

/// Bits of an f64's fraction.
const DOUBLE_FRACTION_BITS: u32 = 52;
/// The exponent field that puts an f64 into [0.5, 1).
const DOUBLE_HALF: u64 = 1022;

/// The fraction of `frexp`, in [0.5, 1) by magnitude; zero and what is not finite stay as they are.
pub(super) fn frexp_fract(x: f32) -> f32 {
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    // Every f32, subnormals included, is a normal f64.
    let bits = f64::from(x).to_bits();
    let fraction = bits & !(0x7FF << DOUBLE_FRACTION_BITS);
    f64::from_bits(fraction | (DOUBLE_HALF << DOUBLE_FRACTION_BITS)) as f32
}

/// The exponent of `frexp`, an i32; 0 for zero and what is not finite.
pub(super) fn frexp_exponent(x: u32) -> u32 {
    let x = f32::from_bits(x);
    if x == 0.0 || !x.is_finite() {
        return 0;
    }
    let field = (f64::from(x).to_bits() >> DOUBLE_FRACTION_BITS) & 0x7FF;
    (field as u32).wrapping_sub(DOUBLE_HALF as u32)
}

/// `ldexp(x, exponent)`: x times two to the i32 `exponent`, rounded once.
pub(super) fn ldexp(x: u32, exponent: u32) -> u32 {
    // Beyond +-400 every f32 has gone to zero or infinity, and f64 holds all up to there exactly.
    let exponent = exponent.cast_signed().clamp(-400, 400);
    ((f64::from(f32::from_bits(x)) * 2f64.powi(exponent)) as f32).to_bits()
}

/// The greatest f64 that an i64 holds, below 2^63.
const GREATEST_SIGNED: f64 = 9_223_372_036_854_774_784.0;
/// The greatest f64 that a u64 holds, below 2^64.
const GREATEST_UNSIGNED: f64 = 18_446_744_073_709_549_568.0;

/// `i64(x)` of an f64: towards zero, clamped to what both types represent exactly; NaN gives 0.
pub(super) fn to_signed_64(x: f64) -> i64 {
    (if x > GREATEST_SIGNED {
        GREATEST_SIGNED
    } else {
        x
    }) as i64
}

/// `u64(x)` of an f64: towards zero, clamped to what both types represent exactly; NaN gives 0.
pub(super) fn to_unsigned_64(x: f64) -> u64 {
    (if x > GREATEST_UNSIGNED {
        GREATEST_UNSIGNED
    } else {
        x
    }) as u64
}

/// `i64(x)` of an f32: likewise.
pub(super) fn to_signed_64_from_32(x: f32) -> i64 {
    let greatest = 9_223_371_487_098_961_920.0;
    (if x > greatest { greatest } else { x }) as i64
}

/// `u64(x)` of an f32: likewise.
pub(super) fn to_unsigned_64_from_32(x: f32) -> u64 {
    let greatest = 18_446_742_974_197_923_840.0;
    (if x > greatest { greatest } else { x }) as u64
}

/// 2^54 makes every subnormal f64 normal.
const LIFT: i32 = 54;

/// `frexp` of an f64: the fraction, in [0.5, 1) by magnitude, and the exponent. Zero and what is not
/// finite stay as they are, with exponent 0.
pub(super) fn frexp_64(x: f64) -> (f64, i32) {
    if x == 0.0 || !x.is_finite() {
        return (x, 0);
    }
    let lift = if x.is_subnormal() { LIFT } else { 0 };
    let bits = (x * 2f64.powi(lift)).to_bits();
    let field = (bits >> DOUBLE_FRACTION_BITS) & 0x7FF;
    let fraction = bits & !(0x7FF << DOUBLE_FRACTION_BITS);
    let exponent = field as i32 - DOUBLE_HALF as i32 - lift;
    let fraction = f64::from_bits(fraction | (DOUBLE_HALF << DOUBLE_FRACTION_BITS));
    (fraction, exponent)
}

/// Two to an exponent from -1022 to 1023.
fn power_64(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << DOUBLE_FRACTION_BITS)
}

/// `ldexp` of an f64: x times two to `exponent`, rounded once.
pub(super) fn ldexp_64(x: f64, exponent: i32) -> f64 {
    let (fraction, own) = frexp_64(x);
    // Neither has an exponent that could change.
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    let total = own.saturating_add(exponent);
    match total {
        1025.. => f64::INFINITY.copysign(x),
        -1021.. => fraction * 2.0 * power_64(total - 1),
        // The first product is normal, hence exact; the second rounds to a subnormal.
        -1081.. => fraction * power_64(total + 60) * power_64(-60),
        _ => 0f64.copysign(x),
    }
}
