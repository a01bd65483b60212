//! What native features add: more formats, 16-bit normalised ones, atomics, borders, clears, and filters
//! of 32-bit floats. Parts whose features the device lacks are left out.

use super::*;
use wgpu::{AddressMode, Features, FilterMode, SamplerDescriptor};

/// The features that the parts use.
pub(crate) const FEATURES: Features = Features::TEXTURE_FORMAT_16BIT_NORM
    .union(Features::TEXTURE_ADAPTER_SPECIFIC_FORMAT_FEATURES)
    .union(Features::TEXTURE_ATOMIC)
    .union(Features::CLEAR_TEXTURE)
    .union(Features::ADDRESS_MODE_CLAMP_TO_BORDER)
    .union(Features::BGRA8UNORM_STORAGE)
    .union(Features::FLOAT32_FILTERABLE);

type Part = fn(&Gpu<'_>) -> Outcome;

/// The parts that a device can run.
pub(crate) fn native(device: &Device, queue: &Queue) -> Vec<Outcome> {
    let gpu = Gpu { device, queue };
    let specific = Features::TEXTURE_ADAPTER_SPECIFIC_FORMAT_FEATURES;
    let parts: [(Features, Part); 7] = [
        (specific, small_stores),
        (
            specific | Features::TEXTURE_FORMAT_16BIT_NORM,
            normalized_stores,
        ),
        (Features::TEXTURE_ATOMIC, atomics),
        (Features::CLEAR_TEXTURE, clear),
        (Features::ADDRESS_MODE_CLAMP_TO_BORDER, border),
        (Features::BGRA8UNORM_STORAGE, bgra),
        (Features::FLOAT32_FILTERABLE, wide_filter),
    ];
    let possible = parts
        .iter()
        .filter(|(needed, _)| device.features().contains(*needed));
    possible.map(|(_, part)| part(&gpu)).collect()
}

fn widened(bytes: Vec<u8>) -> Vec<u32> {
    bytes.into_iter().map(u32::from).collect()
}

/// Stores `value` at each x of a texture of a row of 8; its bytes.
fn stored(gpu: &Gpu<'_>, format: TextureFormat, wgsl: &str, value: &str) -> Vec<u32> {
    let texture = gpu.texture(Make::flat(8, 1, format).storage());
    let source = format!(
        "@group(0) @binding(0) var out: texture_storage_2d<{wgsl}, write>;
        @compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {{
            let x = id.x;
            textureStore(out, id.xy, {value});
        }}"
    );
    let resources = [BindingResource::TextureView(&view(&texture))];
    gpu.dispatch(&source, &resources, [1, 1, 1]);
    let texel = format.block_copy_size(None).expect("it has texels");
    widened(gpu.read(&texture, 0, [8, 1, 1], texel))
}

/// Texels that share a word.
fn small_stores(gpu: &Gpu<'_>) -> Outcome {
    let mut computed = stored(
        gpu,
        TextureFormat::R8Unorm,
        "r8unorm",
        "vec4f(f32(x) / 255.0)",
    );
    computed.extend(stored(
        gpu,
        TextureFormat::Rg8Uint,
        "rg8uint",
        "vec4u(x, x * 2u, 9u, 9u)",
    ));
    computed.extend(stored(
        gpu,
        TextureFormat::R16Sint,
        "r16sint",
        "vec4i(-i32(x))",
    ));
    let value = "vec4u(x, 1023u - x, x * 3u, x % 4u)";
    computed.extend(stored(
        gpu,
        TextureFormat::Rgb10a2Uint,
        "rgb10a2uint",
        value,
    ));
    let mut expected: Vec<u32> = (0..8).collect();
    expected.extend((0..8).flat_map(|x| [x, x * 2]));
    expected.extend((0..8i16).flat_map(|x| (-x).to_le_bytes()).map(u32::from));
    let packed = (0..8u32).map(|x| x | (1023 - x) << 10 | (x * 3) << 20 | (x % 4) << 30);
    expected.extend(packed.flat_map(u32::to_le_bytes).map(u32::from));
    Outcome::words("stores of small texels", computed, expected)
}

fn normalized_stores(gpu: &Gpu<'_>) -> Outcome {
    let value = "vec4f(f32(x * 9000u) / 65535.0)";
    let mut computed = stored(gpu, TextureFormat::R16Unorm, "r16unorm", value);
    let value = "vec4f(f32(x) * 4000.0 - 16000.0) / 32767.0";
    computed.extend(stored(gpu, TextureFormat::Rg16Snorm, "rg16snorm", value));
    let unorm = (0..8).flat_map(|x: u16| (x * 9000).to_le_bytes());
    let snorm = (0..8).flat_map(|x: i16| [(x * 4000 - 16000).to_le_bytes(); 2].concat());
    let expected = unorm.chain(snorm).map(u32::from).collect();
    Outcome::words("stores of 16-bit normalised texels", computed, expected)
}

fn atomics(gpu: &Gpu<'_>) -> Outcome {
    let texture = gpu.texture(Make {
        usage: ALL | TextureUsages::STORAGE_BINDING | TextureUsages::STORAGE_ATOMIC,
        ..Make::flat(4, 1, TextureFormat::R32Uint)
    });
    let source = "@group(0) @binding(0) var counts: texture_storage_2d<r32uint, atomic>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
            textureAtomicAdd(counts, vec2u(0), id.x);
            textureAtomicMax(counts, vec2u(1, 0), id.x * 7u % 1000u);
            textureAtomicOr(counts, vec2u(2, 0), 1u << (id.x % 20u));
            textureAtomicXor(counts, vec2u(3, 0), id.x * 77u);
        }";
    let resources = [BindingResource::TextureView(&view(&texture))];
    gpu.dispatch(source, &resources, [10, 1, 1]);
    let bytes = gpu.read(&texture, 0, [4, 1, 1], 4);
    let words = bytes.as_chunks::<4>().0.iter();
    let computed = words.map(|word| u32::from_le_bytes(*word)).collect();
    let ids = 0..640u32;
    let most = ids.clone().map(|id| id * 7 % 1000).max().unwrap_or(0);
    let xor = ids.clone().fold(0, |all, id| all ^ (id * 77));
    Outcome::words(
        "atomics",
        computed,
        vec![ids.sum(), most, (1 << 20) - 1, xor],
    )
}

fn clear(gpu: &Gpu<'_>) -> Outcome {
    let texture = gpu.texture(Make {
        size: [4, 2, 3],
        levels: 2,
        ..Make::flat(0, 0, TextureFormat::R8Uint)
    });
    gpu.write(&texture, 0, [4, 2, 3], &[7; 24]);
    gpu.write(&texture, 1, [2, 1, 3], &[9; 6]);
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    encoder.clear_texture(
        &texture,
        &wgpu::ImageSubresourceRange {
            base_mip_level: 0,
            mip_level_count: Some(1),
            base_array_layer: 1,
            array_layer_count: Some(1),
            ..Default::default()
        },
    );
    gpu.queue.submit([encoder.finish()]);
    let mut computed = gpu.read(&texture, 0, [4, 2, 3], 1);
    computed.extend(gpu.read(&texture, 1, [2, 1, 3], 1));
    let expected = [[7; 8], [0; 8], [7; 8]].concat();
    let expected = expected.into_iter().chain([9; 6]).collect();
    Outcome::words("a clear of one layer", widened(computed), expected)
}

/// Reads `image` at the points of a row through `sampler`.
fn sampled(gpu: &Gpu<'_>, image: &Texture, sampler: &wgpu::Sampler) -> Vec<u32> {
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<f32>;
        @group(0) @binding(1) var image: texture_2d<f32>;
        @group(0) @binding(2) var s: sampler;
        @compute @workgroup_size(16) fn main(@builtin(local_invocation_index) i: u32) {
            out[i] = textureSampleLevel(image, s, vec2f(f32(i) * 0.125 - 0.5, 0.5), 0.0).x;
        }";
    let resources = [
        BindingResource::TextureView(&view(image)),
        BindingResource::Sampler(sampler),
    ];
    gpu.fill(source, 16, &resources, [1, 1, 1])
}

/// Beyond the edge is white.
fn border(gpu: &Gpu<'_>) -> Outcome {
    let texture = gpu.texture(Make::flat(2, 1, TextureFormat::Rgba8Unorm));
    let sampler = gpu.device.create_sampler(&SamplerDescriptor {
        address_mode_u: AddressMode::ClampToBorder,
        mag_filter: FilterMode::Linear,
        border_color: Some(wgpu::SamplerBorderColor::OpaqueWhite),
        ..Default::default()
    });
    let computed = sampled(gpu, &texture, &sampler);
    // The two texels cover [0, 1]; a quarter within, all is theirs, a quarter beyond, nothing.
    let white = |i: i32| {
        let x = i as f32 * 0.125 - 0.5;
        let beyond = (-x).max(x - 1.0);
        ((beyond + 0.25) * 2.0).clamp(0.0, 1.0)
    };
    let expected = (0..16).map(white).collect();
    Outcome::floats("a white border", computed, expected, 2.0 / 256.0)
}

fn bgra(gpu: &Gpu<'_>) -> Outcome {
    let value = "vec4f(f32(x), f32(x) * 2.0, f32(x) * 3.0, 255.0) / 255.0";
    let computed = stored(gpu, TextureFormat::Bgra8Unorm, "bgra8unorm", value);
    let expected = (0..8).flat_map(|x| [x * 3, x * 2, x, 255]).collect();
    Outcome::words("stores of bgra8unorm", computed, expected)
}

fn wide_filter(gpu: &Gpu<'_>) -> Outcome {
    let texture = gpu.texture(Make::flat(2, 1, TextureFormat::R32Float));
    let bytes = [(-3.0f32).to_le_bytes(), 1.0f32.to_le_bytes()].concat();
    gpu.write(&texture, 0, [2, 1, 1], &bytes);
    let sampler = gpu.device.create_sampler(&SamplerDescriptor {
        mag_filter: FilterMode::Linear,
        ..Default::default()
    });
    let computed = sampled(gpu, &texture, &sampler);
    let value = |i: i32| {
        let x = i as f32 * 0.125 - 0.5;
        -3.0 + 4.0 * (x * 2.0 - 0.5).clamp(0.0, 1.0)
    };
    // The two texels are 4 apart.
    let expected = (0..16).map(value).collect();
    Outcome::floats("filters of 32-bit floats", computed, expected, 4.0 / 256.0)
}
