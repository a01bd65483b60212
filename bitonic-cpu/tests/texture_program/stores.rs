//! What stores leave in memory: every storage format of WebGPU, and stores beyond the edge.

use super::*;

const SIZE: [u32; 3] = [5, 3, 1];

/// A format: its name in WGSL, what is stored as a function of `k`, 0 to 14, and the bytes of each
/// channel.
struct Case {
    format: TextureFormat,
    wgsl: &'static str,
    value: &'static str,
    channels: usize,
    bytes: fn(u32) -> Vec<u8>,
}

/// Values that lie on the steps of the format, each channel another.
const CASES: &[Case] = &[
    Case {
        format: TextureFormat::Rgba8Unorm,
        wgsl: "rgba8unorm",
        value: "vec4f(k * 17 + c) / 255.0",
        channels: 4,
        bytes: |v| vec![(v & 0xFF) as u8],
    },
    Case {
        format: TextureFormat::Rgba8Snorm,
        wgsl: "rgba8snorm",
        value: "vec4f(k * 17 + c - 127) / 127.0",
        channels: 4,
        bytes: |v| vec![(v as i32 - 127).min(127) as u8],
    },
    Case {
        format: TextureFormat::Rgba8Uint,
        wgsl: "rgba8uint",
        value: "vec4u(k * 17 + c)",
        channels: 4,
        bytes: |v| vec![v as u8],
    },
    Case {
        format: TextureFormat::Rgba8Sint,
        wgsl: "rgba8sint",
        value: "(k * 17 + c - 128)",
        channels: 4,
        bytes: |v| vec![(v as i32 - 128) as u8],
    },
    Case {
        format: TextureFormat::Rgba16Uint,
        wgsl: "rgba16uint",
        value: "vec4u((k * 17 + c) * 257)",
        channels: 4,
        bytes: |v| ((v * 257) as u16).to_le_bytes().to_vec(),
    },
    Case {
        format: TextureFormat::Rgba16Sint,
        wgsl: "rgba16sint",
        value: "((k * 17 + c - 128) * 255)",
        channels: 4,
        bytes: |v| ((v as i32 - 128) * 255).to_le_bytes()[..2].to_vec(),
    },
    Case {
        format: TextureFormat::Rgba16Float,
        wgsl: "rgba16float",
        value: "vec4f(k * 17 + c - 128)",
        channels: 4,
        bytes: |v| half_of_integer(v as i32 - 128).to_le_bytes().to_vec(),
    },
    Case {
        format: TextureFormat::R32Uint,
        wgsl: "r32uint",
        value: "vec4u(k * 17 + c) * 16909060u",
        channels: 1,
        bytes: |v| v.wrapping_mul(16_909_060).to_le_bytes().to_vec(),
    },
    Case {
        format: TextureFormat::R32Sint,
        wgsl: "r32sint",
        value: "(k * 17 + c - 128) * 70000",
        channels: 1,
        bytes: |v| ((v as i32 - 128) * 70000).to_le_bytes().to_vec(),
    },
    Case {
        format: TextureFormat::R32Float,
        wgsl: "r32float",
        value: "vec4f(k * 17 + c) * 0.125",
        channels: 1,
        bytes: |v| (v as f32 * 0.125).to_le_bytes().to_vec(),
    },
    Case {
        format: TextureFormat::Rg32Uint,
        wgsl: "rg32uint",
        value: "vec4u(k * 17 + c) * 16909060u",
        channels: 2,
        bytes: |v| v.wrapping_mul(16_909_060).to_le_bytes().to_vec(),
    },
    Case {
        format: TextureFormat::Rg32Sint,
        wgsl: "rg32sint",
        value: "(k * 17 + c - 128) * 70000",
        channels: 2,
        bytes: |v| ((v as i32 - 128) * 70000).to_le_bytes().to_vec(),
    },
    Case {
        format: TextureFormat::Rg32Float,
        wgsl: "rg32float",
        value: "vec4f(k * 17 + c) * 0.125",
        channels: 2,
        bytes: |v| (v as f32 * 0.125).to_le_bytes().to_vec(),
    },
    Case {
        format: TextureFormat::Rgba32Uint,
        wgsl: "rgba32uint",
        value: "vec4u(k * 17 + c) * 16909060u",
        channels: 4,
        bytes: |v| v.wrapping_mul(16_909_060).to_le_bytes().to_vec(),
    },
    Case {
        format: TextureFormat::Rgba32Sint,
        wgsl: "rgba32sint",
        value: "(k * 17 + c - 128) * 70000",
        channels: 4,
        bytes: |v| ((v as i32 - 128) * 70000).to_le_bytes().to_vec(),
    },
    Case {
        format: TextureFormat::Rgba32Float,
        wgsl: "rgba32float",
        value: "vec4f(k * 17 + c) * 0.125",
        channels: 4,
        bytes: |v| (v as f32 * 0.125).to_le_bytes().to_vec(),
    },
];

/// An integer of at most 2^11 as binary16.
fn half_of_integer(value: i32) -> u16 {
    let magnitude = value.unsigned_abs();
    if magnitude == 0 {
        return 0;
    }
    let exponent = 31 - magnitude.leading_zeros();
    let digits = (magnitude << (10 - exponent)) & 0x3FF;
    let sign = if value < 0 { 0x8000 } else { 0 };
    (sign | (exponent + 15) << 10 | digits) as u16
}

pub(super) fn run(gpu: &Gpu<'_>) -> Vec<Outcome> {
    let mut outcomes: Vec<_> = CASES.iter().map(|case| store(gpu, case)).collect();
    outcomes.extend([beyond_the_edge(gpu), clamped(gpu), read_and_write(gpu)]);
    outcomes
}

fn widened(bytes: Vec<u8>) -> Vec<u32> {
    bytes.into_iter().map(u32::from).collect()
}

fn store(gpu: &Gpu<'_>, case: &Case) -> Outcome {
    let texture = gpu.texture(Make::flat(SIZE[0], SIZE[1], case.format).storage());
    let source = format!(
        "@group(0) @binding(0) var out: texture_storage_2d<{}, write>;
        const c = vec4i(0, 1, 2, 3);
        @compute @workgroup_size(2, 2) fn main(@builtin(global_invocation_id) id: vec3u) {{
            let k = vec4i(i32(id.x + id.y * {}u));
            textureStore(out, id.xy, {});
        }}",
        case.wgsl, SIZE[0], case.value
    );
    let resources = [BindingResource::TextureView(&view(&texture))];
    gpu.dispatch(&source, &resources, [3, 2, 1]);
    let expected: Vec<u8> = (0..SIZE[0] * SIZE[1])
        .flat_map(|k| (0..case.channels as u32).flat_map(move |c| (case.bytes)(k * 17 + c)))
        .collect();
    let texel = expected.len() as u32 / (SIZE[0] * SIZE[1]);
    let computed = gpu.read(&texture, 0, SIZE, texel);
    let part = format!("stores of {}", case.wgsl);
    Outcome::words(part, widened(computed), widened(expected))
}

/// Coordinates that are negative, too great, or far away change nothing.
fn beyond_the_edge(gpu: &Gpu<'_>) -> Outcome {
    let texture = gpu.texture(Make::flat(4, 4, TextureFormat::R32Uint).storage());
    let source = "@group(0) @binding(0) var out: texture_storage_2d<r32uint, write>;
        @compute @workgroup_size(8, 8) fn main(@builtin(global_invocation_id) id: vec3u) {
            let at = vec2i(id.xy) - vec2i(2);
            textureStore(out, at, vec4u(100u + id.x + id.y * 8u));
            textureStore(out, at + vec2i(2147483640, 0), vec4u(7u));
        }";
    let resources = [BindingResource::TextureView(&view(&texture))];
    gpu.dispatch(source, &resources, [1, 1, 1]);
    let computed = gpu.read(&texture, 0, [4, 4, 1], 4);
    let texels = (0..4).flat_map(|y| (0..4).map(move |x| 100 + (x + 2) + (y + 2) * 8));
    let expected: Vec<u8> = texels.flat_map(u32::to_le_bytes).collect();
    let part = "stores beyond the edge are skipped";
    Outcome::words(part, widened(computed), widened(expected))
}

/// Normalised channels clamp.
fn clamped(gpu: &Gpu<'_>) -> Outcome {
    let texture = gpu.texture(Make::flat(1, 1, TextureFormat::Rgba8Unorm).storage());
    let source = "@group(0) @binding(0) var out: texture_storage_2d<rgba8unorm, write>;
        @compute @workgroup_size(1) fn main() {
            textureStore(out, vec2i(0), vec4f(-0.5, 1.5, 1e30, 0.25));
        }";
    let resources = [BindingResource::TextureView(&view(&texture))];
    gpu.dispatch(source, &resources, [1, 1, 1]);
    let computed = gpu.read(&texture, 0, [1, 1, 1], 4);
    // 0.25 * 255 = 63.75
    Outcome::words("unorm clamps", widened(computed), vec![0, 255, 255, 64])
}

/// A texture that is read and written by the same invocations.
fn read_and_write(gpu: &Gpu<'_>) -> Outcome {
    let texture = gpu.texture(Make::flat(4, 2, TextureFormat::R32Sint).storage());
    let before: Vec<i32> = (0..8).map(|k| k * k - 20).collect();
    let bytes: Vec<u8> = before.iter().flat_map(|word| word.to_le_bytes()).collect();
    gpu.write(&texture, 0, [4, 2, 1], &bytes);
    let source = "@group(0) @binding(0) var image: texture_storage_2d<r32sint, read_write>;
        @compute @workgroup_size(4, 2) fn main(@builtin(global_invocation_id) id: vec3u) {
            let old = textureLoad(image, id.xy);
            textureStore(image, id.xy, old * 3);
        }";
    let resources = [BindingResource::TextureView(&view(&texture))];
    gpu.dispatch(source, &resources, [1, 1, 1]);
    let computed = gpu.read(&texture, 0, [4, 2, 1], 4);
    let expected: Vec<u8> = before
        .iter()
        .flat_map(|word| (word * 3).to_le_bytes())
        .collect();
    Outcome::words("read and write", widened(computed), widened(expected))
}
