//! Texels of every uncompressed colour format, written as noise and loaded by a shader.
//!
//! The expected values are computed here from WGSL's table of channel formats, in f64.

use super::*;

pub(super) fn run(gpu: &Gpu<'_>) -> Vec<Outcome> {
    FORMATS.iter().map(|row| format(gpu, row)).collect()
}

/// How a channel is read; its bits come in the order of the memory.
#[derive(Clone, Copy)]
enum Channel {
    Unorm(u32),
    Srgb,
    Snorm(u32),
    Uint(u32),
    Sint(u32),
    Float(u32),
    /// Nine bits, with the exponent in the last five of the texel.
    Shared,
}

use Channel::{Float, Shared, Sint, Snorm, Srgb, Uint, Unorm};

impl Channel {
    fn bits(self) -> u32 {
        match self {
            Unorm(bits) | Snorm(bits) | Uint(bits) | Sint(bits) | Float(bits) => bits,
            Srgb => 8,
            Shared => 9,
        }
    }

    fn value(self, raw: u32, texel: u128) -> f64 {
        let signed = |bits: u32| f64::from(((raw << (32 - bits)) as i32) >> (32 - bits));
        let most = |bits: u32| (2f64.powi(bits as i32)) - 1.0;
        match self {
            Unorm(bits) => f64::from(raw) / most(bits),
            Srgb => {
                let encoded = f64::from(raw) / 255.0;
                if encoded <= 0.04045 {
                    encoded / 12.92
                } else {
                    ((encoded + 0.055) / 1.055).powf(2.4)
                }
            }
            Snorm(bits) => (signed(bits) / most(bits - 1)).max(-1.0),
            Uint(_) => f64::from(raw),
            Sint(bits) => signed(bits),
            Float(32) => f64::from(f32::from_bits(raw)),
            Float(bits) => small_float(raw, bits),
            Shared => f64::from(raw) * 2f64.powi((texel >> 27) as i32 - 15 - 9),
        }
    }
}

/// Floats of five bits of exponent: 16 with a sign, 11 and 10 without.
fn small_float(raw: u32, bits: u32) -> f64 {
    let digits = if bits == 16 { 10 } else { bits - 5 };
    let negative = bits == 16 && raw >> 15 == 1;
    let exponent = (raw >> digits & 31) as i32;
    let fraction = f64::from(raw & ((1 << digits) - 1)) / 2f64.powi(digits as i32);
    let magnitude = if exponent == 0 {
        fraction * 2f64.powi(-14)
    } else {
        (1.0 + fraction) * 2f64.powi(exponent - 15)
    };
    if negative { -magnitude } else { magnitude }
}

/// A format: its channels in the order of the memory, and which of red, green, blue and alpha each is.
struct Row(TextureFormat, &'static [Channel], &'static [usize]);

const RGBA: &[usize] = &[0, 1, 2, 3];
const BGRA: &[usize] = &[2, 1, 0, 3];

const FORMATS: &[Row] = &[
    Row(TextureFormat::R8Unorm, &[Unorm(8)], RGBA),
    Row(TextureFormat::R8Snorm, &[Snorm(8)], RGBA),
    Row(TextureFormat::R8Uint, &[Uint(8)], RGBA),
    Row(TextureFormat::R8Sint, &[Sint(8)], RGBA),
    Row(TextureFormat::R16Uint, &[Uint(16)], RGBA),
    Row(TextureFormat::R16Sint, &[Sint(16)], RGBA),
    Row(TextureFormat::R16Float, &[Float(16)], RGBA),
    Row(TextureFormat::Rg8Unorm, &[Unorm(8); 2], RGBA),
    Row(TextureFormat::Rg8Snorm, &[Snorm(8); 2], RGBA),
    Row(TextureFormat::Rg8Uint, &[Uint(8); 2], RGBA),
    Row(TextureFormat::Rg8Sint, &[Sint(8); 2], RGBA),
    Row(TextureFormat::R32Uint, &[Uint(32)], RGBA),
    Row(TextureFormat::R32Sint, &[Sint(32)], RGBA),
    Row(TextureFormat::R32Float, &[Float(32)], RGBA),
    Row(TextureFormat::Rg16Uint, &[Uint(16); 2], RGBA),
    Row(TextureFormat::Rg16Sint, &[Sint(16); 2], RGBA),
    Row(TextureFormat::Rg16Float, &[Float(16); 2], RGBA),
    Row(TextureFormat::Rgba8Unorm, &[Unorm(8); 4], RGBA),
    Row(
        TextureFormat::Rgba8UnormSrgb,
        &[Srgb, Srgb, Srgb, Unorm(8)],
        RGBA,
    ),
    Row(TextureFormat::Rgba8Snorm, &[Snorm(8); 4], RGBA),
    Row(TextureFormat::Rgba8Uint, &[Uint(8); 4], RGBA),
    Row(TextureFormat::Rgba8Sint, &[Sint(8); 4], RGBA),
    Row(TextureFormat::Bgra8Unorm, &[Unorm(8); 4], BGRA),
    Row(
        TextureFormat::Bgra8UnormSrgb,
        &[Srgb, Srgb, Srgb, Unorm(8)],
        BGRA,
    ),
    Row(TextureFormat::Rgb9e5Ufloat, &[Shared; 3], RGBA),
    Row(
        TextureFormat::Rgb10a2Uint,
        &[Uint(10), Uint(10), Uint(10), Uint(2)],
        RGBA,
    ),
    Row(
        TextureFormat::Rgb10a2Unorm,
        &[Unorm(10), Unorm(10), Unorm(10), Unorm(2)],
        RGBA,
    ),
    Row(
        TextureFormat::Rg11b10Ufloat,
        &[Float(11), Float(11), Float(10)],
        RGBA,
    ),
    Row(TextureFormat::Rg32Uint, &[Uint(32); 2], RGBA),
    Row(TextureFormat::Rg32Sint, &[Sint(32); 2], RGBA),
    Row(TextureFormat::Rg32Float, &[Float(32); 2], RGBA),
    Row(TextureFormat::Rgba16Uint, &[Uint(16); 4], RGBA),
    Row(TextureFormat::Rgba16Sint, &[Sint(16); 4], RGBA),
    Row(TextureFormat::Rgba16Float, &[Float(16); 4], RGBA),
    Row(TextureFormat::Rgba32Uint, &[Uint(32); 4], RGBA),
    Row(TextureFormat::Rgba32Sint, &[Sint(32); 4], RGBA),
    Row(TextureFormat::Rgba32Float, &[Float(32); 4], RGBA),
];

const WIDTH: u32 = 16;
const HEIGHT: u32 = 16;

/// Noise without infinities and NaNs: the exponents of floats lack their topmost value.
fn texel(channels: &[Channel], noise: &mut Noise) -> u128 {
    let mut texel = 0u128;
    let mut shift = 0;
    for channel in channels {
        let bits = channel.bits();
        let mut raw = (noise.next() ^ noise.next() << 11) & (u32::MAX >> (32 - bits));
        let exponent = match channel {
            Float(32) => Some((23, 8)),
            Float(16) => Some((10, 5)),
            Float(bits) => Some((bits - 5, 5)),
            Unorm(_) | Srgb | Snorm(_) | Uint(_) | Sint(_) | Shared => None,
        };
        if let Some((at, bits)) = exponent
            && raw >> at & ((1 << bits) - 1) == (1 << bits) - 1
        {
            raw ^= 1 << at;
        }
        // Denormal f32 may be flushed.
        if matches!(channel, Float(32)) && raw >> 23 & 0xFF == 0 {
            raw |= 64 << 23;
        }
        texel |= u128::from(raw) << shift;
        shift += bits;
    }
    if matches!(channels[0], Shared) {
        texel |= u128::from(noise.next() % 32) << 27;
    }
    texel
}

fn kind(channel: Channel) -> &'static str {
    match channel {
        Uint(_) => "u32",
        Sint(_) => "i32",
        Unorm(_) | Srgb | Snorm(_) | Float(_) | Shared => "f32",
    }
}

fn format(gpu: &Gpu<'_>, Row(format, channels, order): &Row) -> Outcome {
    let texture = gpu.texture(Make::flat(WIDTH, HEIGHT, *format));
    let mut noise = Noise(11);
    let texels: Vec<u128> = (0..WIDTH * HEIGHT)
        .map(|_| texel(channels, &mut noise))
        .collect();
    let size = format.block_copy_size(None).expect("it has texels") as usize;
    let bytes: Vec<u8> = texels
        .iter()
        .flat_map(|texel| texel.to_le_bytes()[..size].to_vec())
        .collect();
    gpu.write(&texture, 0, [WIDTH, HEIGHT, 1], &bytes);
    let kind = kind(channels[0]);
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> out: array<vec4<{kind}>>;
        @group(0) @binding(1) var image: texture_2d<{kind}>;
        @compute @workgroup_size(16, 16) fn main(@builtin(local_invocation_id) id: vec3u) {{
            out[id.x + id.y * 16u] = textureLoad(image, id.xy, 0);
        }}"
    );
    let resources = [BindingResource::TextureView(&view(&texture))];
    let computed = gpu.fill(&source, WIDTH * HEIGHT * 4, &resources, [1, 1, 1]);
    let values: Vec<f64> = texels
        .iter()
        .flat_map(|&texel| colour(texel, channels, order))
        .collect();
    let part = format!("texels of {format:?}");
    if kind == "f32" {
        // Relative to the value: what a division in f32 may be off by, and srgb's curve.
        let scaled = |value: f64| value / (1.0 + value.abs());
        let computed = computed.into_iter().map(|word| {
            let value = f64::from(f32::from_bits(word));
            (scaled(value) as f32).to_bits()
        });
        let expected = values.into_iter().map(|value| scaled(value) as f32);
        let tolerance = match channels[0] {
            // The tables of hardware are good for half a step of eight bits.
            Srgb => 0.5 / 255.0,
            Unorm(_) | Snorm(_) | Uint(_) | Sint(_) | Float(_) | Shared => 1e-6,
        };
        return Outcome::floats(part, computed.collect(), expected.collect(), tolerance);
    }
    let expected = values.into_iter().map(|value| value as i64 as u32);
    Outcome::words(part, computed, expected.collect())
}

/// Red, green, blue and alpha; those that lack are 0, alpha 1.
fn colour(texel: u128, channels: &[Channel], order: &[usize]) -> [f64; 4] {
    let mut colour = [0.0, 0.0, 0.0, 1.0];
    let mut shift = 0;
    for (&channel, &place) in channels.iter().zip(order) {
        let raw = (texel >> shift) as u32 & (u32::MAX >> (32 - channel.bits()));
        colour[place] = channel.value(raw, texel);
        shift += channel.bits();
    }
    colour
}
