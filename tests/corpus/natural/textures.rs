//! Textures and samplers.

use bitonic::*;

use super::{Twin, twins};

#[kernel(workgroup_size(1))]
fn texels_by_position_and_level(
    row: Texture1d<i32>,
    image: Texture2d<u32>,
    layers: Texture2dArray<u32>,
    block: Texture3d<f32>,
    out: &mut [u32],
) {
    out[0] = row.load(2, 0).x.bitcast::<u32>();
    out[1] = image.load(uvec2(3, 1), 0).x;
    out[2] = image.load(ivec2(1, 0), 1).x;
    out[3] = layers.load(uvec2(0, 1), 2, 0).x;
    out[4] = layers.load(uvec2(0, 0), 1u32, 1i32).x;
    out[5] = block.load(uvec3(1, 0, 1), 0).y as u32;
    // Channels that the format lacks are 0, the last 1.
    out[6] = image.load(uvec2(0, 0), 0).z;
    out[7] = image.load(uvec2(0, 0), 0).w;
}

#[kernel(workgroup_size(1))]
fn sizes_levels_and_layers(
    row: Texture1d<i32>,
    image: Texture2d<u32>,
    layers: Texture2dArray<u32>,
    block: Texture3d<f32>,
    made: StorageTexture2dArray<R32Uint, WriteOnly>,
    out: &mut [u32],
) {
    out[0] = row.dimensions();
    let image_size = image.dimensions();
    out[1] = image_size.x;
    out[2] = image_size.y;
    let smaller = image.dimensions_at(1);
    out[3] = smaller.x;
    out[4] = smaller.y;
    out[5] = image.levels();
    out[6] = layers.dimensions().x;
    out[7] = layers.layers();
    out[8] = layers.levels();
    let block_size = block.dimensions();
    out[9] = block_size.x;
    out[10] = block_size.y;
    out[11] = block_size.z;
    out[12] = block.dimensions_at(1u32).z;
    out[13] = made.dimensions().y;
    out[14] = made.layers();
    made.store(uvec2(0, 0), 0, splat::<UVec4>(0));
}

#[kernel(workgroup_size(4))]
fn stores_in_every_dimension(
    row: StorageTexture1d<R32Sint, WriteOnly>,
    image: StorageTexture2d<R32Float, WriteOnly>,
    layers: StorageTexture2dArray<Rgba8Unorm, WriteOnly>,
    block: StorageTexture3d<R32Uint, WriteOnly>,
) {
    let i = local_invocation_index();
    row.store(i, splat::<IVec4>(-(i as i32)));
    let at = uvec2(i % 2, i / 2);
    image.store(at, splat::<Vec4>(i as f32 * 0.5));
    // 0.2 * 255 = 51; what is outside of 0 to 1 is clamped to it.
    layers.store(at, i % 2, vec4(0.2, 2.0, -1.0, 1.0));
    block.store(uvec3(i % 2, 0, i / 2), splat::<UVec4>(i + 100));
}

#[kernel(workgroup_size(4))]
fn reads_in_every_dimension(
    row: StorageTexture1d<R32Sint, Read>,
    image: StorageTexture2d<R32Float, Read>,
    layers: StorageTexture2dArray<Rgba8Uint, Read>,
    block: StorageTexture3d<R32Uint, Read>,
    out: &mut [u32],
) {
    let i = local_invocation_index();
    let at = uvec2(i % 2, i / 2);
    out[i] = row.load(i).x.bitcast::<u32>();
    out[i + 4] = image.load(at).x.bitcast::<u32>();
    out[i + 8] = layers.load(at, 1).z;
    out[i + 12] = block.load(uvec3(i % 2, 0, i / 2)).x;
}

#[kernel(workgroup_size(4))]
fn reads_and_stores_in_every_dimension(
    row: StorageTexture1d<R32Sint, ReadWrite>,
    image: StorageTexture2d<R32Float, ReadWrite>,
    layers: StorageTexture2dArray<R32Uint, ReadWrite>,
    block: StorageTexture3d<R32Uint, ReadWrite>,
) {
    let i = local_invocation_index();
    let at = uvec2(i % 2, i / 2);
    row.store(i, row.load(i) * 2);
    image.store(at, image.load(at) + 0.25);
    let layer = i % 2;
    layers.store(at, layer, layers.load(at, layer) + 1);
    let at = uvec3(i % 2, 0, i / 2);
    block.store(at, splat::<UVec4>(block.load(at).x ^ 1));
}

#[kernel(workgroup_size(4))]
fn texels_in_turn(row: StorageTexture1d<R32Uint, ReadWrite>, out: &mut [u32]) {
    let i = local_invocation_index();
    let before = row.load(i).x;
    texture_barrier();
    row.store(3 - i, splat::<UVec4>(before * 10));
    texture_barrier();
    out[i] = before + row.load(i).x;
}

#[shader_fn]
fn put(out: &mut [u32], i: u32, value: Vec4) {
    out[i] = (value.x * 255.0).round() as u32;
}

#[kernel(workgroup_size(1))]
fn samples_between_texels_and_levels(
    image: Texture2d<f32>,
    smooth: Sampler,
    nearest: Sampler,
    out: &mut [u32],
) {
    put(out, 0, image.sample_level(smooth, vec2(0.5, 0.5), 0.0));
    put(out, 1, image.sample_level(smooth, vec2(0.25, 0.5), 0.0));
    put(out, 2, image.sample_level(smooth, vec2(1.0, 0.5), 0.0));
    put(out, 3, image.sample_level(smooth, vec2(0.5, 0.5), 1.0));
    // Half of the way from 150 to 50.
    put(out, 4, image.sample_level(smooth, vec2(0.5, 0.5), 0.5));
    put(out, 5, image.sample_level(nearest, vec2(0.4, 0.5), 0.0));
    put(out, 6, image.sample_level(nearest, vec2(0.6, 0.5), 0.0));
    // Beyond the edge it begins anew.
    put(out, 7, image.sample_level(nearest, vec2(1.1, 0.5), 0.0));
}

#[kernel(workgroup_size(1))]
fn samples_of_layers_and_blocks(
    layers: Texture2dArray<f32>,
    block: Texture3d<f32>,
    smooth: Sampler,
    out: &mut [u32],
) {
    put(out, 0, layers.sample_level(smooth, vec2(0.5, 0.5), 0, 0.0));
    put(
        out,
        1,
        layers.sample_level(smooth, vec2(0.5, 0.5), 1u32, 0.0),
    );
    put(
        out,
        2,
        block.sample_level(smooth, vec3(0.5, 0.5, 0.25), 0.0),
    );
    put(out, 3, block.sample_level(smooth, vec3(0.5, 0.5, 0.5), 0.0));
}

#[kernel(workgroup_size(2))]
fn texels_in_functions(image: Texture2d<f32>, nearest: Sampler, out: &mut [u32]) {
    #[shader_fn]
    let by_position = |x: u32| -> f32 { image.load(uvec2(x, 0), 0).x };
    #[shader_fn]
    let by_sampler = |x: f32| -> f32 { image.sample_level(nearest, vec2(x, 0.5), 0.0).x };
    let i = local_invocation_index();
    let sum = by_position(i) + by_sampler((i as f32 + 0.5) / 2.0);
    out[i] = (sum * 255.0).round() as u32;
}

#[kernel(workgroup_size(2, 2, 1))]
fn half_of_an_image(input: Texture2d<f32>, output: StorageTexture2d<Rgba8Unorm, WriteOnly>) {
    let at = global_invocation_id().xy;
    if all(at < output.dimensions()) {
        let mut sum = zero::<Vec4>();
        for y in 0..2u32 {
            for x in 0..2u32 {
                sum += input.load(at * 2 + uvec2(x, y), 0);
            }
        }
        output.store(at, sum / 4.0);
    }
}

pub(super) fn twins() -> Vec<Twin> {
    twins![
        texels_by_position_and_level,
        sizes_levels_and_layers,
        stores_in_every_dimension,
        reads_in_every_dimension,
        reads_and_stores_in_every_dimension,
        texels_in_turn,
        samples_between_texels_and_levels,
        samples_of_layers_and_blocks,
        texels_in_functions,
        half_of_an_image,
    ]
}
