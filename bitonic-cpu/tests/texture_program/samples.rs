//! Samples, against weights computed here in f64 straight from Vulkan's formulas.
//!
//! Hardware may take 8 bits of a weight (`subTexelPrecisionBits`, `mipmapPrecisionBits`), so each axis
//! that is interpolated, and the final rounding, may be off by 1/256 of the range of values.

use super::*;
use wgpu::{AddressMode, FilterMode, MipmapFilterMode, SamplerDescriptor};

pub(super) const STEP: f32 = 1.0 / 256.0;

pub(super) fn run(gpu: &Gpu<'_>) -> Vec<Outcome> {
    let modes = [
        AddressMode::ClampToEdge,
        AddressMode::Repeat,
        AddressMode::MirrorRepeat,
    ];
    let filters = [FilterMode::Nearest, FilterMode::Linear];
    let mut outcomes = Vec::new();
    for mode in modes {
        for filter in filters {
            outcomes.push(flat(gpu, mode, filter));
        }
    }
    outcomes.extend([
        levels(gpu, MipmapFilterMode::Nearest),
        levels(gpu, MipmapFilterMode::Linear),
        volume(gpu),
        row(gpu),
        within_edge(gpu),
        gradients(gpu),
        layers(gpu),
    ]);
    outcomes
}

/// Where a row of `size` texels is sampled: indices and weights.
pub(super) fn taps(
    coordinate: f64,
    size: u32,
    mode: AddressMode,
    filter: FilterMode,
    offset: i64,
) -> [(usize, f64); 2] {
    let n = i64::from(size);
    let wrap = |index: i64| match mode {
        AddressMode::ClampToEdge | AddressMode::ClampToBorder => index.clamp(0, n - 1),
        AddressMode::Repeat => index.rem_euclid(n),
        AddressMode::MirrorRepeat => {
            let mirror = |a: i64| if a >= 0 { a } else { -(1 + a) };
            (n - 1) - mirror(index.rem_euclid(2 * n) - n)
        }
    } as usize;
    let place = coordinate * f64::from(size);
    match filter {
        FilterMode::Nearest => [(wrap(place.floor() as i64 + offset), 1.0), (0, 0.0)],
        FilterMode::Linear => {
            let first = (place - 0.5).floor();
            let weight = place - 0.5 - first;
            let index = first as i64 + offset;
            [(wrap(index), 1.0 - weight), (wrap(index + 1), weight)]
        }
    }
}

/// A level of bytes, one a texel.
struct Level {
    size: [u32; 3],
    bytes: Vec<u8>,
}

impl Level {
    fn noise(size: [u32; 3], seed: u32) -> Self {
        let bytes = Noise(seed).bytes(size.iter().product::<u32>() as usize);
        Self { size, bytes }
    }

    fn sample(&self, at: [f64; 3], mode: AddressMode, filter: FilterMode, offset: [i64; 3]) -> f64 {
        let axis = |axis: usize| taps(at[axis], self.size[axis], mode, filter, offset[axis]);
        let [width, height, _] = self.size.map(|size| size as usize);
        let mut sum = 0.0;
        for (z, wz) in axis(2) {
            for (y, wy) in axis(1) {
                for (x, wx) in axis(0) {
                    let texel = f64::from(self.bytes[(z * height + y) * width + x]) / 255.0;
                    sum += texel * wx * wy * wz;
                }
            }
        }
        sum
    }
}

/// Points within and beyond the texture, none where rounding decides which texel is nearest.
fn points() -> Vec<[f32; 2]> {
    let mut noise = Noise(9);
    let mut next = || (noise.next() % 4096) as f32 / 1024.0 - 1.5 + 0.000_31;
    (0..64).map(|_| [next(), next()]).collect()
}

fn wgsl_points(points: &[[f32; 2]]) -> String {
    let points = points.iter().map(|[x, y]| format!("vec2f({x:?}, {y:?})"));
    format!(
        "const points = array({});",
        points.collect::<Vec<_>>().join(", ")
    )
}

fn flat(gpu: &Gpu<'_>, mode: AddressMode, filter: FilterMode) -> Outcome {
    let level = Level::noise([7, 5, 1], 4);
    let texture = gpu.texture(Make::flat(7, 5, TextureFormat::R8Unorm));
    gpu.write(&texture, 0, level.size, &level.bytes);
    let sampler = gpu.device.create_sampler(&SamplerDescriptor {
        address_mode_u: mode,
        address_mode_v: mode,
        mag_filter: filter,
        min_filter: filter,
        ..Default::default()
    });
    let points = points();
    let source = format!(
        "{}
        @group(0) @binding(0) var<storage, read_write> out: array<vec2f>;
        @group(0) @binding(1) var image: texture_2d<f32>;
        @group(0) @binding(2) var s: sampler;
        @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {{
            var points = points;
            let plain = textureSampleLevel(image, s, points[i], 0.0);
            let moved = textureSampleLevel(image, s, points[i], 0.0, vec2i(-2, 3));
            out[i] = vec2f(plain.x, moved.x);
        }}",
        wgsl_points(&points)
    );
    let resources = [
        BindingResource::TextureView(&view(&texture)),
        BindingResource::Sampler(&sampler),
    ];
    let computed = gpu.fill(&source, 128, &resources, [1, 1, 1]);
    let expected = points.iter().flat_map(|&[x, y]| {
        let at = [x.into(), y.into(), 0.0];
        [[0; 3], [-2, 3, 0]].map(|offset| level.sample(at, mode, filter, offset) as f32)
    });
    let part = format!("samples, {mode:?}, {filter:?}");
    let expected: Vec<f32> = expected.collect();
    Outcome::floats(part, computed, expected, 3.0 * STEP)
}

fn levels(gpu: &Gpu<'_>, mipmap: MipmapFilterMode) -> Outcome {
    let chain: Vec<Level> = (0..4)
        .map(|level| Level::noise([8 >> level, 8 >> level, 1], 20 + level))
        .collect();
    let texture = gpu.texture(Make {
        levels: 4,
        ..Make::flat(8, 8, TextureFormat::R8Unorm)
    });
    for (index, level) in (0..).zip(&chain) {
        gpu.write(&texture, index, level.size, &level.bytes);
    }
    let sampler = gpu.device.create_sampler(&SamplerDescriptor {
        mag_filter: FilterMode::Nearest,
        min_filter: FilterMode::Linear,
        mipmap_filter: mipmap,
        lod_min_clamp: 0.0,
        lod_max_clamp: 2.75,
        ..Default::default()
    });
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<f32>;
        @group(0) @binding(1) var image: texture_2d<f32>;
        @group(0) @binding(2) var s: sampler;
        @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
            let at = vec2f(f32(i % 8u) * 0.13 + 0.01, f32(i / 8u) * 0.11 + 0.02);
            out[i] = textureSampleLevel(image, s, at, f32(i) / 15.7 - 0.6).x;
        }";
    let resources = [
        BindingResource::TextureView(&view(&texture)),
        BindingResource::Sampler(&sampler),
    ];
    let computed = gpu.fill(source, 64, &resources, [1, 1, 1]);
    let expected = (0..64).map(|i| {
        let at = [
            f64::from(i % 8) * 0.13 + 0.01,
            f64::from(i / 8) * 0.11 + 0.02,
            0.0,
        ];
        let detail = (f64::from(i) / 15.7 - 0.6).clamp(0.0, 2.75);
        let filter = if detail <= 0.0 {
            FilterMode::Nearest
        } else {
            FilterMode::Linear
        };
        let one = |level: usize| chain[level].sample(at, AddressMode::ClampToEdge, filter, [0; 3]);
        let value = match mipmap {
            MipmapFilterMode::Nearest => one((detail + 0.5).ceil() as usize - 1),
            MipmapFilterMode::Linear => {
                let below = detail.floor();
                let weight = detail - below;
                one(below as usize) * (1.0 - weight) + one((below as usize + 1).min(3)) * weight
            }
        };
        value as f32
    });
    let part = format!("levels of detail, {mipmap:?}");
    let expected: Vec<f32> = expected.collect();
    Outcome::floats(part, computed, expected, 4.0 * STEP)
}

fn volume(gpu: &Gpu<'_>) -> Outcome {
    let level = Level::noise([5, 4, 3], 6);
    let texture = gpu.texture(Make {
        dimension: TextureDimension::D3,
        size: level.size,
        ..Make::flat(0, 0, TextureFormat::R8Unorm)
    });
    gpu.write(&texture, 0, level.size, &level.bytes);
    let sampler = gpu.device.create_sampler(&SamplerDescriptor {
        address_mode_u: AddressMode::Repeat,
        address_mode_v: AddressMode::Repeat,
        address_mode_w: AddressMode::Repeat,
        mag_filter: FilterMode::Linear,
        ..Default::default()
    });
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<f32>;
        @group(0) @binding(1) var image: texture_3d<f32>;
        @group(0) @binding(2) var s: sampler;
        @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
            let k = f32(i);
            out[i] = textureSampleLevel(image, s, vec3f(k * 0.07, k * 0.05 - 1.0, k * 0.03), 0.0).x;
        }";
    let resources = [
        BindingResource::TextureView(&view(&texture)),
        BindingResource::Sampler(&sampler),
    ];
    let computed = gpu.fill(source, 64, &resources, [1, 1, 1]);
    let expected = (0..64).map(|i| {
        let k = f64::from(i);
        let at = [k * 0.07, k * 0.05 - 1.0, k * 0.03];
        level.sample(at, AddressMode::Repeat, FilterMode::Linear, [0; 3]) as f32
    });
    Outcome::floats("a volume", computed, expected.collect(), 4.0 * STEP)
}

fn row(gpu: &Gpu<'_>) -> Outcome {
    let level = Level::noise([9, 1, 1], 7);
    let texture = gpu.texture(Make {
        dimension: TextureDimension::D1,
        size: level.size,
        ..Make::flat(0, 0, TextureFormat::R8Unorm)
    });
    gpu.write(&texture, 0, level.size, &level.bytes);
    let sampler = gpu.device.create_sampler(&SamplerDescriptor {
        address_mode_u: AddressMode::MirrorRepeat,
        mag_filter: FilterMode::Linear,
        ..Default::default()
    });
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<f32>;
        @group(0) @binding(1) var image: texture_1d<f32>;
        @group(0) @binding(2) var s: sampler;
        @compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
            out[i] = textureSampleLevel(image, s, f32(i) * 0.11 - 1.2, 0.0).x;
        }";
    let resources = [
        BindingResource::TextureView(&view(&texture)),
        BindingResource::Sampler(&sampler),
    ];
    let computed = gpu.fill(source, 32, &resources, [1, 1, 1]);
    let expected = (0..32).map(|i| {
        let at = [f64::from(i) * 0.11 - 1.2, 0.0, 0.0];
        level.sample(at, AddressMode::MirrorRepeat, FilterMode::Linear, [0; 3]) as f32
    });
    Outcome::floats("a row", computed, expected.collect(), 2.0 * STEP)
}

/// `textureSampleBaseClampToEdge`, whatever the sampler's modes.
fn within_edge(gpu: &Gpu<'_>) -> Outcome {
    let level = Level::noise([7, 5, 1], 8);
    let texture = gpu.texture(Make::flat(7, 5, TextureFormat::R8Unorm));
    gpu.write(&texture, 0, level.size, &level.bytes);
    let sampler = gpu.device.create_sampler(&SamplerDescriptor {
        address_mode_u: AddressMode::Repeat,
        address_mode_v: AddressMode::Repeat,
        mag_filter: FilterMode::Linear,
        ..Default::default()
    });
    let points = points();
    let source = format!(
        "{}
        @group(0) @binding(0) var<storage, read_write> out: array<f32>;
        @group(0) @binding(1) var image: texture_2d<f32>;
        @group(0) @binding(2) var s: sampler;
        @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {{
            var points = points;
            out[i] = textureSampleBaseClampToEdge(image, s, points[i]).x;
        }}",
        wgsl_points(&points)
    );
    let resources = [
        BindingResource::TextureView(&view(&texture)),
        BindingResource::Sampler(&sampler),
    ];
    let computed = gpu.fill(&source, 64, &resources, [1, 1, 1]);
    let expected = points.iter().map(|&[x, y]| {
        let at = [x.into(), y.into(), 0.0];
        level.sample(at, AddressMode::ClampToEdge, FilterMode::Linear, [0; 3]) as f32
    });
    let expected = expected.collect();
    Outcome::floats("within the edge", computed, expected, 3.0 * STEP)
}

/// The level of detail that gradients ask for: a step of 2^k texels is level k.
fn gradients(gpu: &Gpu<'_>) -> Outcome {
    let texture = gpu.texture(Make {
        levels: 4,
        ..Make::flat(8, 8, TextureFormat::R8Unorm)
    });
    for level in 0..4 {
        let size = 8 >> level;
        let bytes = vec![50 * level as u8; (size * size) as usize];
        gpu.write(&texture, level, [size, size, 1], &bytes);
    }
    let sampler = gpu.device.create_sampler(&SamplerDescriptor {
        mipmap_filter: MipmapFilterMode::Linear,
        ..Default::default()
    });
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<f32>;
        @group(0) @binding(1) var image: texture_2d<f32>;
        @group(0) @binding(2) var s: sampler;
        @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
            let step = exp2(f32(i) * 0.5 - 0.5) / 8.0;
            let small = vec2f(0.0, step * 0.25);
            out[i] = textureSampleGrad(image, s, vec2f(0.5), vec2f(step, 0.0), small).x;
            out[i + 8u] = textureSampleGrad(image, s, vec2f(0.5), small.yx, vec2f(0.0, step)).x;
        }";
    let resources = [
        BindingResource::TextureView(&view(&texture)),
        BindingResource::Sampler(&sampler),
    ];
    let computed = gpu.fill(source, 16, &resources, [1, 1, 1]);
    let expected = (0..16).map(|i| {
        let level = ((i % 8) as f32 * 0.5 - 0.5).clamp(0.0, 3.0);
        level * 50.0 / 255.0
    });
    // Gradients need not be taken exactly: an eighth of a level.
    let tolerance = 0.125 * 50.0 / 255.0;
    Outcome::floats("gradients", computed, expected.collect(), tolerance)
}

/// Layers of an array, the index clamped.
fn layers(gpu: &Gpu<'_>) -> Outcome {
    let layers: Vec<Level> = (0..3)
        .map(|layer| Level::noise([4, 4, 1], 30 + layer))
        .collect();
    let texture = gpu.texture(Make {
        size: [4, 4, 3],
        ..Make::flat(4, 4, TextureFormat::R8Unorm)
    });
    let bytes: Vec<u8> = layers
        .iter()
        .flat_map(|layer| layer.bytes.clone())
        .collect();
    gpu.write(&texture, 0, [4, 4, 3], &bytes);
    let sampler = gpu.device.create_sampler(&SamplerDescriptor {
        mag_filter: FilterMode::Linear,
        ..Default::default()
    });
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<f32>;
        @group(0) @binding(1) var image: texture_2d_array<f32>;
        @group(0) @binding(2) var s: sampler;
        @compute @workgroup_size(8, 5) fn main(@builtin(local_invocation_index) i: u32) {
            let at = vec2f(f32(i % 8u) * 0.13, 0.4);
            out[i] = textureSampleLevel(image, s, at, i32(i / 8u) - 1, 0.0).x;
        }";
    let resources = [
        BindingResource::TextureView(&view(&texture)),
        BindingResource::Sampler(&sampler),
    ];
    let computed = gpu.fill(source, 40, &resources, [1, 1, 1]);
    let expected = (0..40i32).map(|i| {
        let layer = (i / 8 - 1).clamp(0, 2) as usize;
        let at = [f64::from(i % 8) * 0.13, 0.4, 0.0];
        layers[layer].sample(at, AddressMode::ClampToEdge, FilterMode::Linear, [0; 3]) as f32
    });
    let part = "layers of an array";
    Outcome::floats(part, computed, expected.collect(), 3.0 * STEP)
}
