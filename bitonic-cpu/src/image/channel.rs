//! One channel of a texel: the bits that it has, and what number they stand for.
//!
//! The transfer functions are those of WGSL's table of channel formats; the small floats and the shared
//! exponent follow the Khronos Data Format Specification 1.3, sections 10.3, 10.4 and 11.1. Which format
//! has which channels is in `format`.

use std::sync::LazyLock;

use crate::value::{Unary, pack};

/// How the bits of a channel become what a shader sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Codec {
    /// An integer over the greatest one: [0, 1].
    Unorm,
    /// The same on the curve of sRGB; a shader sees the linear value.
    Srgb,
    /// A signed integer over the greatest one: [-1, 1].
    Snorm,
    Uint,
    Sint,
    /// IEEE binary32 or binary16; of 11 or 10 bits, a binary16 without sign and with fewer digits.
    Float,
    /// Nine digits, scaled by the five bits of exponent at the end of the texel.
    SharedExponent,
}

/// Where a channel lies in its texel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Channel {
    /// First bit; no channel crosses from one word to the next.
    pub(super) shift: u32,
    /// Bits, at most 32.
    pub(super) bits: u32,
    pub(super) codec: Codec,
}

/// Exponent bias, digits and greatest biased exponent of a shared exponent.
const SHARED_BIAS: i32 = 15;
const SHARED_DIGITS: i32 = 9;
const SHARED_MAX: i32 = 31;

/// Where the shared exponent of `Rgb9e5Ufloat` begins.
const SHARED_SHIFT: u32 = 27;

impl Channel {
    fn mask(self) -> u32 {
        u32::MAX >> (32 - self.bits)
    }

    /// The greatest integer, as the scale of normalised channels.
    fn scale(self) -> f32 {
        match self.codec {
            Codec::Snorm => (self.mask() >> 1) as f32,
            Codec::Unorm
            | Codec::Srgb
            | Codec::Uint
            | Codec::Sint
            | Codec::Float
            | Codec::SharedExponent => self.mask() as f32,
        }
    }

    /// The channel's bits of a texel.
    fn extract(self, texel: [u32; 4]) -> u32 {
        (texel[(self.shift / 32) as usize] >> (self.shift % 32)) & self.mask()
    }

    /// Puts the channel's bits into a texel where they are zero.
    fn insert(self, texel: &mut [u32; 4], raw: u32) {
        texel[(self.shift / 32) as usize] |= (raw & self.mask()) << (self.shift % 32);
    }

    fn sign_extend(self, raw: u32) -> u32 {
        let unused = 32 - self.bits;
        ((raw << unused).cast_signed() >> unused).cast_unsigned()
    }

    /// The word that a shader sees.
    pub(super) fn decode(self, texel: [u32; 4]) -> u32 {
        let raw = self.extract(texel);
        match self.codec {
            Codec::Unorm => pack::from_unsigned_normalized(raw, self.scale()),
            Codec::Srgb => LINEAR[(raw & 0xFF) as usize],
            Codec::Snorm => pack::from_signed_normalized(self.sign_extend(raw), self.scale()),
            Codec::Uint => raw,
            Codec::Sint => self.sign_extend(raw),
            Codec::Float => match self.bits {
                32 => raw,
                bits => Unary::FloatFromHalfBits.scalar(raw << half_shift(bits)),
            },
            Codec::SharedExponent => {
                let exponent = (texel[0] >> SHARED_SHIFT).cast_signed();
                (raw as f32 * power_of_two(exponent - SHARED_BIAS - SHARED_DIGITS)).to_bits()
            }
        }
    }

    /// Stores what a shader gives. Integers out of range become the nearest that there is. The channels
    /// of a shared exponent are stored together, by [`shared_exponent`].
    pub(super) fn encode(self, texel: &mut [u32; 4], word: u32) {
        let raw = match self.codec {
            Codec::Unorm => pack::unsigned_normalized(word, self.scale()),
            Codec::Srgb => {
                pack::unsigned_normalized(from_linear(f32::from_bits(word)).to_bits(), self.scale())
            }
            Codec::Snorm => pack::signed_normalized(word, self.scale()),
            Codec::Uint => word.min(self.mask()),
            Codec::Sint => {
                let most = (self.mask() >> 1).cast_signed();
                word.cast_signed().clamp(-most - 1, most).cast_unsigned()
            }
            Codec::Float => match self.bits {
                32 => word,
                16 => Unary::HalfBits.scalar(word),
                bits => small_float(word, bits),
            },
            Codec::SharedExponent => return,
        };
        self.insert(texel, raw);
    }
}

/// How far a float of `bits` is from a binary16; the unsigned ones have no sign bit.
fn half_shift(bits: u32) -> u32 {
    if bits == 16 { 0 } else { 15 - bits }
}

fn power_of_two(exponent: i32) -> f32 {
    f32::from_bits(((exponent + 127) << 23).cast_unsigned())
}

/// A float of 11 or 10 bits: no sign, five bits of exponent. Negative numbers become 0, finite ones that
/// are too great the greatest finite one; others round to the nearest, ties to even.
fn small_float(word: u32, bits: u32) -> u32 {
    let digits = bits - 5;
    let infinity = 0x1F << digits;
    let value = f32::from_bits(word);
    if value.is_nan() {
        return infinity | 1;
    }
    if value == f32::INFINITY {
        return infinity;
    }
    if value <= 0.0 {
        return 0;
    }
    // The spacing of the numbers around `value`; from 2^-14 down it is constant.
    let exponent = ((word >> 23).cast_signed() - 127).max(-14);
    let spacing = power_of_two(exponent - digits.cast_signed());
    let steps = (value / spacing).round_ties_even() as u32;
    let biased = (exponent + 14).cast_unsigned();
    // A step count that reaches the next power of two carries into the exponent.
    ((biased << digits) + steps).min(infinity - 1)
}

/// The texel of three numbers with a shared exponent.
pub(super) fn shared_exponent(rgb: [u32; 3]) -> u32 {
    let most = (f32::from(511_u16)) * power_of_two(SHARED_MAX - SHARED_BIAS - SHARED_DIGITS);
    // NaN becomes 0.
    let rgb = rgb.map(|word| f32::from_bits(word).max(0.0).min(most));
    let greatest = rgb.into_iter().fold(0.0, f32::max);
    let exponent = (greatest.to_bits() >> 23).cast_signed() - 127;
    let first = exponent.max(-SHARED_BIAS - 1) + 1 + SHARED_BIAS;
    let spacing = |exponent: i32| power_of_two(exponent - SHARED_BIAS - SHARED_DIGITS);
    let rounded = |value: f32, exponent| (value / spacing(exponent) + 0.5).floor() as u32;
    let shared = first + i32::from(rounded(greatest, first) == 1 << SHARED_DIGITS);
    let [red, green, blue] = rgb.map(|value| rounded(value, shared));
    red | green << 9 | blue << 18 | shared.cast_unsigned() << SHARED_SHIFT
}

/// The linear value of each sRGB byte.
static LINEAR: LazyLock<[u32; 256]> = LazyLock::new(|| {
    std::array::from_fn(|byte| {
        let encoded = byte as f32 / 255.0;
        let linear = if encoded <= 0.04045 {
            encoded / 12.92
        } else {
            ((encoded + 0.055) / 1.055).powf(2.4)
        };
        linear.to_bits()
    })
});

/// The sRGB curve of a linear value.
fn from_linear(linear: f32) -> f32 {
    if linear <= 0.003_130_8 {
        linear * 12.92
    } else {
        1.055 * linear.powf(1.0 / 2.4) - 0.055
    }
}
