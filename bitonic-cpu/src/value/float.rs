//! Float operations on the bits of f32.
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
