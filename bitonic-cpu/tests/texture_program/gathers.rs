//! Texels around a point, and comparisons of depths.

use super::samples::{STEP, taps};
use super::*;
use wgpu::{AddressMode, FilterMode, SamplerDescriptor};

pub(super) fn run(gpu: &Gpu<'_>) -> Vec<Outcome> {
    vec![gathers(gpu), comparisons(gpu)]
}

/// The four texels around a point, of floats and of integers.
fn gathers(gpu: &Gpu<'_>) -> Outcome {
    let bytes = Noise(10).bytes(6 * 4 * 4);
    let floats = gpu.texture(Make::flat(6, 4, TextureFormat::Rgba8Unorm));
    let integers = gpu.texture(Make::flat(6, 4, TextureFormat::Rgba8Sint));
    gpu.write(&floats, 0, [6, 4, 1], &bytes);
    gpu.write(&integers, 0, [6, 4, 1], &bytes);
    let sampler = gpu.device.create_sampler(&SamplerDescriptor {
        address_mode_u: AddressMode::Repeat,
        address_mode_v: AddressMode::ClampToEdge,
        ..Default::default()
    });
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<vec4i>;
        @group(0) @binding(1) var floats: texture_2d<f32>;
        @group(0) @binding(2) var integers: texture_2d<i32>;
        @group(0) @binding(3) var s: sampler;
        @compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
            let at = vec2f(f32(i) * 0.137 - 0.8, f32(i) * 0.061 - 0.3);
            out[2u * i] = vec4i(round(textureGather(2, floats, s, at) * 255.0));
            out[2u * i + 1u] = textureGather(1, integers, s, at, vec2i(1, -1));
        }";
    let resources = [
        BindingResource::TextureView(&view(&floats)),
        BindingResource::TextureView(&view(&integers)),
        BindingResource::Sampler(&sampler),
    ];
    let computed = gpu.fill(source, 256, &resources, [1, 1, 1]);
    let around = |i: u32, channel: usize, offset: [i64; 2]| {
        let i = f64::from(i);
        let linear = FilterMode::Linear;
        let x = taps(i * 0.137 - 0.8, 6, AddressMode::Repeat, linear, offset[0]);
        let y = taps(
            i * 0.061 - 0.3,
            4,
            AddressMode::ClampToEdge,
            linear,
            offset[1],
        );
        [(0, 1), (1, 1), (1, 0), (0, 0)].map(|(a, b)| bytes[(y[b].0 * 6 + x[a].0) * 4 + channel])
    };
    let expected = (0..32).flat_map(|i| {
        let unsigned = around(i, 2, [0, 0]).map(u32::from);
        let signed = around(i, 1, [1, -1]).map(|byte| i32::from(byte as i8) as u32);
        unsigned.into_iter().chain(signed)
    });
    Outcome::words("gathers", computed, expected.collect())
}

/// Depths compared with a reference: one by one, filtered and gathered.
fn comparisons(gpu: &Gpu<'_>) -> Outcome {
    let texture = gpu.texture(Make::flat(4, 4, TextureFormat::Depth16Unorm));
    let depths: Vec<u16> = (0..16).map(|k| k * 4096 + 77).collect();
    let bytes: Vec<u8> = depths
        .iter()
        .flat_map(|depth| depth.to_le_bytes())
        .collect();
    gpu.write(&texture, 0, [4, 4, 1], &bytes);
    let compare = |filter| {
        gpu.device.create_sampler(&SamplerDescriptor {
            mag_filter: filter,
            compare: Some(wgpu::CompareFunction::LessEqual),
            ..Default::default()
        })
    };
    let (nearest, linear) = (compare(FilterMode::Nearest), compare(FilterMode::Linear));
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<f32>;
        @group(0) @binding(1) var depths: texture_depth_2d;
        @group(0) @binding(2) var nearest: sampler_comparison;
        @group(0) @binding(3) var linear: sampler_comparison;
        @compute @workgroup_size(16) fn main(@builtin(local_invocation_index) i: u32) {
            let middle = (vec2f(f32(i % 4u), f32(i / 4u)) + 0.5) / 4.0;
            let at = middle + vec2f(0.0625, 0.03125);
            out[i * 7u] = textureSampleCompareLevel(depths, nearest, at, 0.5);
            out[i * 7u + 1u] = textureSampleCompareLevel(depths, linear, at, 0.6);
            let four = textureGatherCompare(depths, nearest, at, 0.4);
            out[i * 7u + 2u] = four.x;
            out[i * 7u + 3u] = four.y;
            out[i * 7u + 4u] = four.z;
            out[i * 7u + 5u] = four.w;
            out[i * 7u + 6u] = textureLoad(depths, vec2u(i % 4u, i / 4u), 0);
        }";
    let resources = [
        BindingResource::TextureView(&view(&texture)),
        BindingResource::Sampler(&nearest),
        BindingResource::Sampler(&linear),
    ];
    let computed = gpu.fill(source, 112, &resources, [1, 1, 1]);
    let depth = |x: usize, y: usize| f64::from(depths[y * 4 + x]) / 65535.0;
    let passes = |reference: f64, x, y| f64::from(u8::from(reference <= depth(x, y)));
    let expected = (0..16usize).flat_map(|i| {
        let (x, y) = (i % 4, i / 4);
        let at = |index: usize, step: f64| (index as f64 + 0.5) / 4.0 + step;
        let axis = |index, step| {
            taps(
                at(index, step),
                4,
                AddressMode::ClampToEdge,
                FilterMode::Linear,
                0,
            )
        };
        let (xs, ys) = (axis(x, 0.0625), axis(y, 0.03125));
        let pairs = (0..4).map(|corner| (xs[corner & 1], ys[corner >> 1]));
        let filtered: f64 = pairs
            .map(|((x, a), (y, b))| a * b * passes(0.6, x, y))
            .sum();
        let four = [(0, 1), (1, 1), (1, 0), (0, 0)];
        let gathered = four.map(|(a, b)| passes(0.4, xs[a].0, ys[b].0));
        let mut values = vec![passes(0.5, x, y), filtered];
        values.extend(gathered);
        values.push(depth(x, y));
        values
    });
    let expected = expected.map(|value| value as f32).collect();
    Outcome::floats("comparisons", computed, expected, 3.0 * STEP)
}
