//! Texel formats, as a table: bytes of a texel, and its channels.
//!
//! Which formats a device offers, and for what, is the adapter's business; how a channel is read and
//! written is in `channel`.

use super::channel::{Channel, Codec, shared_exponent};
use Codec::{Float, SharedExponent, Sint, Snorm, Srgb, Uint, Unorm};

/// The channels of a format in the order red, green, blue, alpha; those that lack are `None`.
type Channels = [Option<Channel>; 4];

/// A row of the table.
#[derive(Debug)]
struct Row {
    /// Bytes of a texel.
    bytes: u32,
    channels: Channels,
}

const fn channel(shift: u32, bits: u32, codec: Codec) -> Option<Channel> {
    Some(Channel { shift, bits, codec })
}

/// `count` channels of equal width, red in the lowest bits.
const fn even(count: u32, bits: u32, codec: Codec) -> Channels {
    let mut channels = [None; 4];
    let mut index = 0;
    while index < count {
        channels[index as usize] = channel(index * bits, bits, codec);
        index += 1;
    }
    channels
}

/// Three equal bytes and an alpha that is never on a curve.
const fn srgb(red: u32, blue: u32) -> Channels {
    [
        channel(red, 8, Srgb),
        channel(8, 8, Srgb),
        channel(blue, 8, Srgb),
        channel(24, 8, Unorm),
    ]
}

/// Blue in the lowest bits.
const BGRA: Channels = [
    channel(16, 8, Unorm),
    channel(8, 8, Unorm),
    channel(0, 8, Unorm),
    channel(24, 8, Unorm),
];

const fn ten_ten_ten_two(codec: Codec) -> Channels {
    [
        channel(0, 10, codec),
        channel(10, 10, codec),
        channel(20, 10, codec),
        channel(30, 2, codec),
    ]
}

const ELEVEN_ELEVEN_TEN: Channels = [
    channel(0, 11, Float),
    channel(11, 11, Float),
    channel(22, 10, Float),
    None,
];

macro_rules! formats {
    ($($name:ident, $bytes:literal, $channels:expr;)*) => {
        /// A texel format without blocks, named as wgpu names it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "the names are the table")]
        pub enum Format { $($name,)* }

        impl Format {
            /// Every format.
            pub const ALL: &[Self] = &[$(Self::$name,)*];
        }

        const ROWS: &[Row] = &[$(Row { bytes: $bytes, channels: $channels },)*];
    };
}

formats! {
    R8Unorm, 1, even(1, 8, Unorm);
    R8Snorm, 1, even(1, 8, Snorm);
    R8Uint, 1, even(1, 8, Uint);
    R8Sint, 1, even(1, 8, Sint);
    R16Uint, 2, even(1, 16, Uint);
    R16Sint, 2, even(1, 16, Sint);
    R16Unorm, 2, even(1, 16, Unorm);
    R16Snorm, 2, even(1, 16, Snorm);
    R16Float, 2, even(1, 16, Float);
    Rg8Unorm, 2, even(2, 8, Unorm);
    Rg8Snorm, 2, even(2, 8, Snorm);
    Rg8Uint, 2, even(2, 8, Uint);
    Rg8Sint, 2, even(2, 8, Sint);
    R32Uint, 4, even(1, 32, Uint);
    R32Sint, 4, even(1, 32, Sint);
    R32Float, 4, even(1, 32, Float);
    Rg16Uint, 4, even(2, 16, Uint);
    Rg16Sint, 4, even(2, 16, Sint);
    Rg16Unorm, 4, even(2, 16, Unorm);
    Rg16Snorm, 4, even(2, 16, Snorm);
    Rg16Float, 4, even(2, 16, Float);
    Rgba8Unorm, 4, even(4, 8, Unorm);
    Rgba8UnormSrgb, 4, srgb(0, 16);
    Rgba8Snorm, 4, even(4, 8, Snorm);
    Rgba8Uint, 4, even(4, 8, Uint);
    Rgba8Sint, 4, even(4, 8, Sint);
    Bgra8Unorm, 4, BGRA;
    Bgra8UnormSrgb, 4, srgb(16, 0);
    Rgb9e5Ufloat, 4, even(3, 9, SharedExponent);
    Rgb10a2Uint, 4, ten_ten_ten_two(Uint);
    Rgb10a2Unorm, 4, ten_ten_ten_two(Unorm);
    Rg11b10Ufloat, 4, ELEVEN_ELEVEN_TEN;
    Rg32Uint, 8, even(2, 32, Uint);
    Rg32Sint, 8, even(2, 32, Sint);
    Rg32Float, 8, even(2, 32, Float);
    Rgba16Uint, 8, even(4, 16, Uint);
    Rgba16Sint, 8, even(4, 16, Sint);
    Rgba16Unorm, 8, even(4, 16, Unorm);
    Rgba16Snorm, 8, even(4, 16, Snorm);
    Rgba16Float, 8, even(4, 16, Float);
    Rgba32Uint, 16, even(4, 32, Uint);
    Rgba32Sint, 16, even(4, 32, Sint);
    Rgba32Float, 16, even(4, 32, Float);
    Stencil8, 1, even(1, 8, Uint);
    Depth16Unorm, 2, even(1, 16, Unorm);
    // At least 24 bits; no copy shows how many.
    Depth24Plus, 4, even(1, 32, Float);
    Depth32Float, 4, even(1, 32, Float);
}

impl Format {
    fn row(self) -> &'static Row {
        // The rows stand in the order of the variants.
        &ROWS[self as usize]
    }

    /// Bytes of a texel: 1, 2, 4, 8 or 16.
    #[must_use]
    pub fn bytes(self) -> u32 {
        self.row().bytes
    }

    /// Whether a shader sees integers.
    #[must_use]
    pub fn is_integer(self) -> bool {
        let first = self.row().channels[0];
        first.is_some_and(|channel| matches!(channel.codec, Uint | Sint))
    }

    /// Whether all values lie in [0, 1] or [-1, 1].
    pub(crate) fn is_normalized(self) -> bool {
        let first = self.row().channels[0];
        first.is_some_and(|channel| matches!(channel.codec, Unorm | Snorm | Srgb))
    }

    /// The words that a shader sees in a texel: red, green, blue and alpha. Those that lack are 0, alpha 1.
    #[must_use]
    pub fn decode(self, texel: [u32; 4]) -> [u32; 4] {
        let mut words = [0, 0, 0, self.one()];
        for (word, channel) in words.iter_mut().zip(&self.row().channels) {
            if let Some(channel) = channel {
                *word = channel.decode(texel);
            }
        }
        words
    }

    /// The texel in which a shader's words are stored.
    #[must_use]
    pub fn encode(self, words: [u32; 4]) -> [u32; 4] {
        if self == Self::Rgb9e5Ufloat {
            return [shared_exponent([words[0], words[1], words[2]]), 0, 0, 0];
        }
        let mut texel = [0; 4];
        for (&word, channel) in words.iter().zip(&self.row().channels) {
            if let Some(channel) = channel {
                channel.encode(&mut texel, word);
            }
        }
        texel
    }

    /// The word of the number 1.
    fn one(self) -> u32 {
        if self.is_integer() { 1 } else { 1f32.to_bits() }
    }
}
