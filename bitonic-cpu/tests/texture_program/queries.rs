//! What a shader is told of the shape of its textures.

use super::*;

pub(super) fn run(gpu: &Gpu<'_>) -> Vec<Outcome> {
    vec![shapes(gpu), samples(gpu)]
}

const SHAPES: &str = "
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@group(0) @binding(1) var row: texture_1d<u32>;
@group(0) @binding(2) var plane: texture_2d<f32>;
@group(0) @binding(3) var layered: texture_2d_array<f32>;
@group(0) @binding(4) var volume: texture_3d<f32>;
@group(0) @binding(5) var cube: texture_cube<f32>;
@group(0) @binding(6) var cubes: texture_cube_array<f32>;
@group(0) @binding(7) var stored: texture_storage_2d_array<rgba8unorm, write>;
var<private> next: u32;
fn put(word: u32) { out[next] = word; next += 1u; }
fn put2(words: vec2u) { put(words.x); put(words.y); }
@compute @workgroup_size(1) fn main() {
    put(textureDimensions(row));
    put(textureNumLevels(row));
    for (var level = 0u; level < 3u; level++) { put2(textureDimensions(plane, level)); }
    put(textureNumLevels(plane));
    put2(textureDimensions(layered));
    put(textureNumLayers(layered));
    let solid = textureDimensions(volume, 1);
    put2(solid.xy);
    put(solid.z);
    put2(textureDimensions(cube));
    put2(textureDimensions(cubes, 1));
    put(textureNumLayers(cubes));
    put2(textureDimensions(stored));
    put(textureNumLayers(stored));
}";

fn shapes(gpu: &Gpu<'_>) -> Outcome {
    let format = TextureFormat::Rgba8Unorm;
    let row = gpu.texture(Make {
        dimension: TextureDimension::D1,
        size: [11, 1, 1],
        ..Make::flat(0, 0, TextureFormat::R16Uint)
    });
    let flat = gpu.texture(Make {
        levels: 4,
        ..Make::flat(13, 6, format)
    });
    let layers = |size, levels| {
        gpu.texture(
            Make {
                size,
                levels,
                ..Make::flat(0, 0, format)
            }
            .storage(),
        )
    };
    let array = layers([5, 7, 3], 1);
    let volume = gpu.texture(Make {
        dimension: TextureDimension::D3,
        size: [9, 4, 6],
        levels: 2,
        ..Make::flat(0, 0, format)
    });
    let cubes = layers([8, 8, 12], 2);
    let as_cube = |dimension, count| {
        cubes.create_view(&wgpu::TextureViewDescriptor {
            dimension: Some(dimension),
            array_layer_count: Some(count),
            ..Default::default()
        })
    };
    // The view's own levels count, not the texture's.
    let upper = flat.create_view(&wgpu::TextureViewDescriptor {
        base_mip_level: 1,
        ..Default::default()
    });
    let views = [
        view(&row),
        upper,
        view(&array),
        view(&volume),
        as_cube(wgpu::TextureViewDimension::Cube, 6),
        as_cube(wgpu::TextureViewDimension::CubeArray, 12),
        view(&array),
    ];
    // A sampled and a stored texture may not be one.
    let stored = layers([2, 3, 4], 1);
    let stored = view(&stored);
    let resources = views.iter().take(6).chain([&stored]);
    let resources: Vec<_> = resources.map(BindingResource::TextureView).collect();
    let computed = gpu.fill(SHAPES, 24, &resources, [1, 1, 1]);
    let expected = vec![
        11, 1, 6, 3, 3, 1, 1, 1, 3, 5, 7, 3, 4, 2, 3, 8, 8, 4, 4, 2, 2, 3, 4, 0,
    ];
    Outcome::words("shapes", computed, expected)
}

fn samples(gpu: &Gpu<'_>) -> Outcome {
    let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: extent([3, 2, 1]),
        mip_level_count: 1,
        sample_count: 4,
        dimension: TextureDimension::D2,
        format: TextureFormat::Rgba8Unorm,
        usage: TextureUsages::TEXTURE_BINDING | TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    });
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @group(0) @binding(1) var image: texture_multisampled_2d<f32>;
        @compute @workgroup_size(1) fn main() {
            out[0] = textureNumSamples(image);
            let size = textureDimensions(image);
            out[1] = size.x;
            out[2] = size.y;
            out[3] = u32(textureLoad(image, vec2u(2, 1), 3).x) + 5u;
        }";
    let resources = [BindingResource::TextureView(&view(&texture))];
    let computed = gpu.fill(source, 4, &resources, [1, 1, 1]);
    Outcome::words("samples of a texel", computed, vec![4, 3, 2, 5])
}
