//! IEEE binary16 as bits in the low half of a word, for `quantizeToF16` and the packing functions.

/// The nearest binary16 of an f32, ties to even; beyond the range, infinity.
pub(super) fn from_f32(x: u32) -> u32 {
    let sign = (x >> 16) & 0x8000;
    let magnitude = x & 0x7FFF_FFFF;
    if magnitude > 0x7F80_0000 {
        // A NaN that came from binary16 goes back as it was; another keeps what fits of it.
        let payload = (magnitude >> 13) & 0x3FF;
        return sign | 0x7C00 | if payload == 0 { 0x200 } else { payload };
    }
    // 65520, half a step above the greatest binary16, is where rounding reaches infinity.
    if magnitude >= 0x477F_F000 {
        return sign | 0x7C00;
    }
    let value = f32::from_bits(magnitude);
    // Below 2^-14 the spacing is constant, 2^-24: counting it rounds to even by float arithmetic.
    if magnitude < 0x3880_0000 {
        return sign | (value * 16_777_216.0).round_ties_even() as u32;
    }
    let rounded = magnitude + 0xFFF + ((magnitude >> 13) & 1);
    sign | ((rounded - 0x3800_0000) >> 13)
}

/// The nearest binary16 of an f64, ties to even, rounded once.
pub(super) fn from_f64(x: f64) -> u32 {
    let nearest = x as f32;
    if !nearest.is_finite() || f64::from(nearest) == x {
        return from_f32(nearest.to_bits());
    }
    // Rounded to odd, the f32 remembers on which side of a tie x lies (Boldo and Melquiond, 2008).
    let toward_zero = if f64::from(nearest).abs() > x.abs() {
        nearest.to_bits() - 1
    } else {
        nearest.to_bits()
    };
    from_f32(toward_zero | 1)
}

/// The f32 equal to the binary16 in the low half of `bits`.
pub(super) fn to_f32(bits: u32) -> u32 {
    let sign = (bits & 0x8000) << 16;
    let exponent = (bits >> 10) & 0x1F;
    let fraction = bits & 0x3FF;
    let magnitude = match exponent {
        0 => (fraction as f32 / 16_777_216.0).to_bits(),
        0x1F => 0x7F80_0000 | (fraction << 13),
        _ => ((exponent + 112) << 23) | (fraction << 13),
    };
    sign | magnitude
}
