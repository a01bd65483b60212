//! Normalised integers of the packing functions.

/// Clamps to [-1, 1] and scales to a signed integer, rounding to nearest.
pub(crate) fn signed_normalized(x: u32, scale: f32) -> u32 {
    let clamped = f32::from_bits(x).clamp(-1.0, 1.0);
    ((0.5 + scale * clamped).floor() as i32).cast_unsigned()
}

/// Clamps to [0, 1] and scales to an unsigned integer, rounding to nearest.
pub(crate) fn unsigned_normalized(x: u32, scale: f32) -> u32 {
    let clamped = f32::from_bits(x).clamp(0.0, 1.0);
    (0.5 + scale * clamped).floor() as u32
}

/// A sign-extended integer as a float of [-1, 1].
pub(crate) fn from_signed_normalized(x: u32, scale: f32) -> u32 {
    (x.cast_signed() as f32 / scale).max(-1.0).to_bits()
}

/// An integer as a float of [0, 1].
pub(crate) fn from_unsigned_normalized(x: u32, scale: f32) -> u32 {
    (x as f32 / scale).to_bits()
}
