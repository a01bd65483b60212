//! Images: a blur from one texture to another, and copies.

use super::*;

pub(super) fn run(gpu: &Gpu<'_>) -> Vec<Outcome> {
    vec![blur(gpu), copies(gpu), zero(gpu)]
}

const WIDTH: u32 = 21;
const HEIGHT: u32 = 13;

const BLUR: &str = "
@group(0) @binding(0) var from_here: texture_2d<f32>;
@group(0) @binding(1) var to_here: texture_storage_2d<rgba8unorm, write>;
@compute @workgroup_size(8, 8) fn main(@builtin(global_invocation_id) id: vec3u) {
    let size = vec2i(textureDimensions(from_here));
    let at = vec2i(id.xy);
    if any(at >= size) { return; }
    var sum = vec4f();
    for (var y = -1; y <= 1; y++) {
        for (var x = -1; x <= 1; x++) {
            let there = clamp(at + vec2i(x, y), vec2i(), size - 1);
            sum += textureLoad(from_here, there, 0);
        }
    }
    textureStore(to_here, at, sum / 9.0);
}";

/// The mean of nine integers is never half way between two, so rounding leaves no choice.
fn blur(gpu: &Gpu<'_>) -> Outcome {
    let source = gpu.texture(Make::flat(WIDTH, HEIGHT, TextureFormat::Rgba8Unorm));
    let target = gpu.texture(Make::flat(WIDTH, HEIGHT, TextureFormat::Rgba8Unorm).storage());
    let pixels = Noise(1).bytes((WIDTH * HEIGHT * 4) as usize);
    gpu.write(&source, 0, [WIDTH, HEIGHT, 1], &pixels);
    let (from, to) = (view(&source), view(&target));
    let resources = [&from, &to].map(BindingResource::TextureView);
    gpu.dispatch(BLUR, &resources, [WIDTH.div_ceil(8), HEIGHT.div_ceil(8), 1]);
    let computed = gpu.read(&target, 0, [WIDTH, HEIGHT, 1], 4);
    let clamp = |at: i32, size: u32| at.clamp(0, size as i32 - 1) as usize;
    let mut expected = Vec::new();
    for y in 0..HEIGHT as i32 {
        for x in 0..WIDTH as i32 {
            for channel in 0..4 {
                let mut sum = 0;
                for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
                    let at = clamp(y + dy, HEIGHT) * WIDTH as usize + clamp(x + dx, WIDTH);
                    sum += u32::from(pixels[at * 4 + channel]);
                }
                expected.push((2 * sum + 9) / 18);
            }
        }
    }
    let computed = computed.into_iter().map(u32::from).collect();
    Outcome::words("a blur", computed, expected)
}

/// Parts of textures to a buffer and back, and from texture to texture.
fn copies(gpu: &Gpu<'_>) -> Outcome {
    let size = [8, 6, 3];
    let make = || Make {
        size,
        ..Make::flat(8, 6, TextureFormat::Rg8Uint)
    };
    let (first, second) = (gpu.texture(make()), gpu.texture(make()));
    let texels = Noise(2).bytes(8 * 6 * 3 * 2);
    gpu.write(&first, 0, size, &texels);
    let buffer = gpu.buffer(256 * 4 * 2 + 64);
    let at = |texture, x, y, z| wgpu::TexelCopyTextureInfo {
        texture,
        mip_level: 0,
        origin: wgpu::Origin3d { x, y, z },
        aspect: wgpu::TextureAspect::All,
    };
    let rows = || wgpu::TexelCopyBufferInfo {
        buffer: &buffer,
        layout: wgpu::TexelCopyBufferLayout {
            offset: 6,
            bytes_per_row: Some(256),
            rows_per_image: Some(4),
        },
    };
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    // Columns 3 to 7, rows 1 to 3, of the last two layers.
    encoder.copy_texture_to_buffer(at(&first, 3, 1, 1), rows(), extent([5, 3, 2]));
    encoder.copy_buffer_to_texture(rows(), at(&second, 0, 2, 0), extent([5, 3, 2]));
    encoder.copy_texture_to_texture(at(&first, 1, 0, 0), at(&second, 5, 4, 2), extent([3, 2, 1]));
    encoder.copy_texture_to_texture(
        at(&second, 0, 2, 0),
        at(&second, 3, 0, 1),
        extent([2, 2, 1]),
    );
    gpu.queue.submit([encoder.finish()]);
    let computed = gpu.read(&second, 0, size, 2);
    let place = |x: usize, y: usize, z: usize| ((z * 6 + y) * 8 + x) * 2;
    let mut expected = vec![0; texels.len()];
    let mut copy = |from: &[u8], source: [usize; 3], target: [usize; 3], box_: [usize; 3]| {
        for z in 0..box_[2] {
            for y in 0..box_[1] {
                let from_at = place(source[0], source[1] + y, source[2] + z);
                let to_at = place(target[0], target[1] + y, target[2] + z);
                let bytes = from[from_at..from_at + box_[0] * 2].to_vec();
                expected[to_at..to_at + box_[0] * 2].copy_from_slice(&bytes);
            }
        }
        expected.clone()
    };
    copy(&texels, [3, 1, 1], [0, 2, 0], [5, 3, 2]);
    let half = copy(&texels, [1, 0, 0], [5, 4, 2], [3, 2, 1]);
    let whole = copy(&half, [0, 2, 0], [3, 0, 1], [2, 2, 1]);
    let widen = |bytes: Vec<u8>| bytes.into_iter().map(u32::from).collect();
    Outcome::words("copies of parts", widen(computed), widen(whole))
}

/// A new texture is zero in all levels.
fn zero(gpu: &Gpu<'_>) -> Outcome {
    let texture = gpu.texture(Make {
        levels: 3,
        ..Make::flat(4, 4, TextureFormat::Rgba32Float)
    });
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<vec4f>;
        @group(0) @binding(1) var image: texture_2d<f32>;
        @compute @workgroup_size(4, 4) fn main(@builtin(local_invocation_id) id: vec3u) {
            var sum = vec4f();
            for (var level = 0u; level < 3u; level++) { sum += textureLoad(image, id.xy >> vec2u(level), level); }
            out[id.x + id.y * 4u] = sum + 1.0;
        }";
    let resources = [BindingResource::TextureView(&view(&texture))];
    let computed = gpu.fill(source, 64, &resources, [1, 1, 1]);
    let part = "new textures are zero";
    Outcome::words(part, computed, vec![1f32.to_bits(); 64])
}
