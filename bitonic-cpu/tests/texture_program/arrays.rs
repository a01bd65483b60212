//! Arrays, volumes, rows and cubes.

use super::*;

pub(super) fn run(gpu: &Gpu<'_>) -> Vec<Outcome> {
    vec![
        array_stores(gpu),
        one_layer(gpu),
        volume_stores(gpu),
        row(gpu),
        cube_faces(gpu),
        cube_texels(gpu),
        level_stores(gpu),
    ]
}

fn words(bytes: &[u8]) -> Vec<u32> {
    let words = bytes.as_chunks::<4>().0.iter();
    words.map(|word| u32::from_le_bytes(*word)).collect()
}

fn array_stores(gpu: &Gpu<'_>) -> Outcome {
    let size = [4, 3, 5];
    let texture = gpu.texture(
        Make {
            size,
            ..Make::flat(4, 3, TextureFormat::R32Uint)
        }
        .storage(),
    );
    let source = "
        @group(0) @binding(0) var image: texture_storage_2d_array<r32uint, write>;
        @compute @workgroup_size(4, 3) fn main(@builtin(global_invocation_id) id: vec3u) {
            // Layer 5 does not exist.
            textureStore(image, id.xy, id.z + 1u, vec4u(id.x + id.y * 10u + id.z * 100u));
        }";
    let resources = [BindingResource::TextureView(&view(&texture))];
    gpu.dispatch(source, &resources, [1, 1, 5]);
    let computed = words(&gpu.read(&texture, 0, size, 4));
    let layer = |z: u32| (0..3).flat_map(move |y| (0..4).map(move |x| x + y * 10 + z * 100));
    let expected = [0; 12].into_iter().chain((0..4).flat_map(layer));
    Outcome::words("stores to layers", computed, expected.collect())
}

/// A view of one level and two layers, seen as an array.
fn one_layer(gpu: &Gpu<'_>) -> Outcome {
    let size = [4, 4, 6];
    let texture = gpu.texture(Make {
        size,
        levels: 2,
        ..Make::flat(4, 4, TextureFormat::R8Uint)
    });
    let bytes = Noise(3).bytes(2 * 2 * 6);
    gpu.write(&texture, 1, [2, 2, 6], &bytes);
    let view = texture.create_view(&wgpu::TextureViewDescriptor {
        dimension: Some(wgpu::TextureViewDimension::D2Array),
        base_mip_level: 1,
        base_array_layer: 3,
        array_layer_count: Some(2),
        ..Default::default()
    });
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @group(0) @binding(1) var image: texture_2d_array<u32>;
        @compute @workgroup_size(2, 2, 2) fn main(@builtin(local_invocation_id) id: vec3u) {
            out[id.x + id.y * 2u + id.z * 4u] = textureLoad(image, id.xy, id.z, 0).x;
        }";
    let computed = gpu.fill(source, 8, &[BindingResource::TextureView(&view)], [1, 1, 1]);
    let expected = bytes[3 * 4..5 * 4]
        .iter()
        .map(|&byte| byte.into())
        .collect();
    Outcome::words("a view of two layers of a level", computed, expected)
}

fn volume_stores(gpu: &Gpu<'_>) -> Outcome {
    let size = [3, 4, 5];
    let texture = gpu.texture(
        Make {
            dimension: TextureDimension::D3,
            size,
            ..Make::flat(0, 0, TextureFormat::Rg32Uint)
        }
        .storage(),
    );
    let source = "
        @group(0) @binding(0) var image: texture_storage_3d<rg32uint, write>;
        @compute @workgroup_size(4, 4, 4) fn main(@builtin(global_invocation_id) id: vec3u) {
            textureStore(image, id, vec4u(id.x + id.y * 10u, id.z, 9u, 9u));
        }";
    let resources = [BindingResource::TextureView(&view(&texture))];
    gpu.dispatch(source, &resources, [1, 1, 2]);
    let computed = words(&gpu.read(&texture, 0, size, 8));
    let rows = (0..5).flat_map(|z| (0..4).map(move |y| (y, z)));
    let expected = rows.flat_map(|(y, z)| (0..3).flat_map(move |x| [x + y * 10, z]));
    Outcome::words("stores to a volume", computed, expected.collect())
}

fn row(gpu: &Gpu<'_>) -> Outcome {
    let make = || Make {
        dimension: TextureDimension::D1,
        size: [9, 1, 1],
        ..Make::flat(0, 0, TextureFormat::R32Float)
    };
    let (source, target) = (gpu.texture(make()), gpu.texture(make().storage()));
    let values: Vec<f32> = (0..9).map(|k| k as f32 * 1.5 - 4.0).collect();
    let bytes: Vec<u8> = values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect();
    gpu.write(&source, 0, [9, 1, 1], &bytes);
    let text = "
        @group(0) @binding(0) var from_here: texture_1d<f32>;
        @group(0) @binding(1) var to_here: texture_storage_1d<r32float, write>;
        @compute @workgroup_size(16) fn main(@builtin(global_invocation_id) id: vec3u) {
            let last = textureDimensions(from_here) - 1u;
            textureStore(to_here, id.x, textureLoad(from_here, last - min(id.x, last), 0) * 2.0);
        }";
    let (from, to) = (view(&source), view(&target));
    gpu.dispatch(
        text,
        &[&from, &to].map(BindingResource::TextureView),
        [1, 1, 1],
    );
    let computed = words(&gpu.read(&target, 0, [9, 1, 1], 4));
    let expected = values.iter().rev().map(|value| (value * 2.0).to_bits());
    Outcome::words("a row turned around", computed, expected.collect())
}

/// The middle of each face of a cube, which no rule about edges concerns, and two cubes of an array.
fn cube_faces(gpu: &Gpu<'_>) -> Outcome {
    let texture = gpu.texture(Make {
        size: [4, 4, 12],
        ..Make::flat(4, 4, TextureFormat::R8Unorm)
    });
    let bytes: Vec<u8> = (0..12).flat_map(|layer| [layer * 20; 16]).collect();
    gpu.write(&texture, 0, [4, 4, 12], &bytes);
    let cubes = texture.create_view(&wgpu::TextureViewDescriptor {
        dimension: Some(wgpu::TextureViewDimension::CubeArray),
        ..Default::default()
    });
    let second = texture.create_view(&wgpu::TextureViewDescriptor {
        dimension: Some(wgpu::TextureViewDimension::Cube),
        base_array_layer: 6,
        array_layer_count: Some(6),
        ..Default::default()
    });
    let sampler = gpu.device.create_sampler(&wgpu::SamplerDescriptor {
        mag_filter: wgpu::FilterMode::Linear,
        ..Default::default()
    });
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @group(0) @binding(1) var cubes: texture_cube_array<f32>;
        @group(0) @binding(2) var second: texture_cube<f32>;
        @group(0) @binding(3) var s: sampler;
        @compute @workgroup_size(6) fn main(@builtin(local_invocation_index) face: u32) {
            var direction = vec3f(0.1, -0.2, 0.15);
            direction[face / 2u] = select(3.0, -3.0, face % 2u == 1u);
            let first = textureSampleLevel(cubes, s, direction, 0, 0.0).x;
            let also = textureSampleLevel(second, s, direction, 0.0).x;
            let clamped = textureSampleLevel(cubes, s, direction, 7, 0.0).x;
            out[face] = u32(round(first * 255.0));
            out[face + 6u] = u32(round(also * 255.0));
            out[face + 12u] = u32(round(clamped * 255.0));
        }";
    let resources = [
        BindingResource::TextureView(&cubes),
        BindingResource::TextureView(&second),
        BindingResource::Sampler(&sampler),
    ];
    let computed = gpu.fill(source, 18, &resources, [1, 1, 1]);
    let layers = (0..12).chain(6..12);
    let expected = layers.map(|layer| layer * 20).collect();
    Outcome::words("the faces of cubes", computed, expected)
}

/// Which texel of which face a direction meets, after Vulkan's table of cube coordinates.
fn cube_texel([x, y, z]: [f32; 3]) -> [usize; 3] {
    let (layer, s, t, length) = if z.abs() >= x.abs() && z.abs() >= y.abs() {
        if z > 0.0 {
            (4, x, -y, z)
        } else {
            (5, -x, -y, z)
        }
    } else if y.abs() >= x.abs() {
        if y > 0.0 { (2, x, z, y) } else { (3, x, -z, y) }
    } else if x > 0.0 {
        (0, -z, -y, x)
    } else {
        (1, z, -y, x)
    };
    let place = |part: f32| ((part / length.abs() + 1.0) / 2.0 * 4.0) as usize;
    [place(s).min(3), place(t).min(3), layer]
}

/// Directions all around, each to the texel that it meets: every face the right way up.
fn cube_texels(gpu: &Gpu<'_>) -> Outcome {
    let texture = gpu.texture(Make {
        size: [4, 4, 6],
        ..Make::flat(4, 4, TextureFormat::R8Unorm)
    });
    let bytes: Vec<u8> = (0..96).map(|texel| texel * 2).collect();
    gpu.write(&texture, 0, [4, 4, 6], &bytes);
    let cube = texture.create_view(&wgpu::TextureViewDescriptor {
        dimension: Some(wgpu::TextureViewDimension::Cube),
        ..Default::default()
    });
    let mut noise = Noise(12);
    let mut part = || (noise.next() % 2000) as f32 / 1000.0 - 0.999_7;
    let directions: Vec<[f32; 3]> = (0..128).map(|_| [part(), part(), part()]).collect();
    let text = directions
        .iter()
        .map(|[x, y, z]| format!("vec3f({x:?}, {y:?}, {z:?})"));
    let source = format!(
        "const directions = array({});
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @group(0) @binding(1) var cube: texture_cube<f32>;
        @group(0) @binding(2) var s: sampler;
        @compute @workgroup_size(128) fn main(@builtin(local_invocation_index) i: u32) {{
            var directions = directions;
            out[i] = u32(round(textureSampleLevel(cube, s, directions[i], 0.0).x * 255.0));
        }}",
        text.collect::<Vec<_>>().join(", ")
    );
    let sampler = gpu.device.create_sampler(&Default::default());
    let resources = [
        BindingResource::TextureView(&cube),
        BindingResource::Sampler(&sampler),
    ];
    let computed = gpu.fill(&source, 128, &resources, [1, 1, 1]);
    let expected = directions.into_iter().map(|direction| {
        let [x, y, layer] = cube_texel(direction);
        (((layer * 4 + y) * 4 + x) * 2) as u32
    });
    Outcome::words("texels of a cube", computed, expected.collect())
}

/// Each level of a chain is made from the one above it.
fn level_stores(gpu: &Gpu<'_>) -> Outcome {
    let texture = gpu.texture(
        Make {
            levels: 4,
            ..Make::flat(8, 8, TextureFormat::R32Float)
        }
        .storage(),
    );
    let values: Vec<f32> = (0..64).map(|k| (k * 37 % 64) as f32).collect();
    let bytes: Vec<u8> = values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect();
    gpu.write(&texture, 0, [8, 8, 1], &bytes);
    let source = "
        @group(0) @binding(0) var from_here: texture_2d<f32>;
        @group(0) @binding(1) var to_here: texture_storage_2d<r32float, write>;
        @compute @workgroup_size(4, 4) fn main(@builtin(global_invocation_id) id: vec3u) {
            if any(id.xy >= textureDimensions(to_here)) { return; }
            let at = id.xy * 2u;
            var sum = textureLoad(from_here, at, 0) + textureLoad(from_here, at + vec2u(1, 0), 0);
            sum += textureLoad(from_here, at + vec2u(0, 1), 0) + textureLoad(from_here, at + 1u, 0);
            textureStore(to_here, id.xy, sum / 4.0);
        }";
    let level = |level| {
        texture.create_view(&wgpu::TextureViewDescriptor {
            base_mip_level: level,
            mip_level_count: Some(1),
            ..Default::default()
        })
    };
    let mut above = values;
    let mut computed = Vec::new();
    let mut expected = Vec::new();
    for next in 1..4 {
        let (from, to) = (level(next - 1), level(next));
        gpu.dispatch(
            source,
            &[&from, &to].map(BindingResource::TextureView),
            [1, 1, 1],
        );
        let (width, wide) = (8 >> next, 16 >> next);
        let mean = |index: usize| {
            let at = index / width * 2 * wide + index % width * 2;
            (above[at] + above[at + 1] + (above[at + wide] + above[at + wide + 1])) / 4.0
        };
        above = (0..width * width).map(mean).collect();
        let size = [width as u32, width as u32, 1];
        computed.extend(words(&gpu.read(&texture, next, size, 4)));
        expected.extend(above.iter().map(|value| value.to_bits()));
    }
    Outcome::words("a chain of levels", computed, expected)
}
