//! Textures: stored to, loaded from and sampled.

use bitonic::runtime::plan::{Sampling, TextureSize};
use bitonic::*;

use super::entry::{Entry, entry};
use super::images::Texels;

pub(crate) fn entries() -> Vec<Entry> {
    [shapes(), accesses(), sampled(), queries()]
        .into_iter()
        .flatten()
        .collect()
}

fn shapes() -> Vec<Entry> {
    vec![
        entry("storage texture 1D")
            .says(|k, _, i| {
                let row = k.storage_texture_1d::<R32Uint, WriteOnly>("row");
                row.store(3 - i, splat::<UVec4>(i * 10));
            })
            .texture(
                Texels::<R32Uint>::new("row", TextureSize::d1(4), &[9; 4]).leaves(&[30, 20, 10, 0]),
            )
            .gives(&[0_u32; 4])
            .emits("row: texture_storage_1d<r32uint, write>;")
            .emits("textureStore(row, "),
        entry("storage texture 2D")
            .says(|k, _, i| {
                let image = k.storage_texture_2d::<R32Sint, WriteOnly>("image");
                image.store(uvec2(i % 2, i / 2), splat::<IVec4>(i.to_i32() - 2));
            })
            .texture(Texels::<R32Sint>::new("image", [2, 2], &[9; 4]).leaves(&[-2, -1, 0, 1]))
            .gives(&[0_u32; 4])
            .emits("image: texture_storage_2d<r32sint, write>;"),
        entry("storage texture 2D-array")
            .says(|k, _, i| {
                let images = k.storage_texture_2d_array::<R32Float, WriteOnly>("images");
                images.store(uvec2(0, i / 2), i % 2, splat::<Vec4>(i.to_f32()));
            })
            // Of two layers, one by two.
            .texture(
                Texels::<R32Float>::new("images", TextureSize::d2_array(1, 2, 2), &[9.0; 4])
                    .leaves(&[0.0, 2.0, 1.0, 3.0]),
            )
            .gives(&[0_u32; 4])
            .emits("images: texture_storage_2d_array<r32float, write>;"),
        entry("storage texture 3D")
            .says(|k, _, i| {
                let block = k.storage_texture_3d::<Rgba8Uint, WriteOnly>("block");
                block.store(uvec3(0, 0, i), uvec4(i, 1, 2, 3));
            })
            .texture(
                Texels::<Rgba8Uint>::new("block", TextureSize::d3(1, 1, 4), &[[9; 4]; 4])
                    .leaves(&[[0, 1, 2, 3], [1, 1, 2, 3], [2, 1, 2, 3], [3, 1, 2, 3]]),
            )
            .gives(&[0_u32; 4])
            .emits("block: texture_storage_3d<rgba8uint, write>;"),
    ]
}

fn accesses() -> Vec<Entry> {
    vec![
        entry("access: read")
            .says(|k, out, i| {
                let image = k.storage_texture_2d::<R32Uint, Read>("image");
                out.element(i).assign(image.load(uvec2(i, 0)).x() + 1);
            })
            .texture(Texels::<R32Uint>::new("image", [4, 1], &[5, 6, 7, 8]))
            .gives(&[6_u32, 7, 8, 9])
            .emits("image: texture_storage_2d<r32uint, read>;")
            .emits("textureLoad(image, "),
        // 0.2 * 255 is 51; what is outside of 0 to 1 is clamped to it.
        entry("access: write")
            .says(|k, _, i| {
                let image = k.storage_texture_2d::<Rgba8Unorm, WriteOnly>("image");
                image.store(uvec2(i, 0), vec4(0.2, 2.0, -1.0, i.to_f32()));
            })
            .texture(
                Texels::<Rgba8Unorm>::new("image", [2, 1], &[[9; 4]; 2])
                    .leaves(&[[51, 255, 0, 0], [51, 255, 0, 255]]),
            )
            .gives(&[0_u32; 4])
            .emits("image: texture_storage_2d<rgba8unorm, write>;"),
        entry("access: read_write")
            .says(|k, _, i| {
                let image = k.storage_texture_2d::<R32Uint, ReadWrite>("image");
                let at = uvec2(i, 0).to_const("at");
                image.store(at, image.load(at) * 3);
            })
            .texture(
                Texels::<R32Uint>::new("image", [4, 1], &[5, 6, 7, 8]).leaves(&[15, 18, 21, 24]),
            )
            .gives(&[0_u32; 4])
            .emits("image: texture_storage_2d<r32uint, read_write>;"),
    ]
}

fn sampled() -> Vec<Entry> {
    vec![
        entry("sampled texture by load")
            .lanes(3)
            .says(|k, out, i| {
                let image = k.texture_2d::<u32>("image");
                out.element(i)
                    .assign(image.load(uvec2(i % 2, 0), i / 2).x());
            })
            .texture(Texels::<R32Uint>::new("image", [2, 2], &[5, 6, 7, 8]).level(&[9]))
            .gives(&[5_u32, 6, 9])
            .emits("image: texture_2d<u32>;")
            .emits("textureLoad(image, "),
        // At the middle between two texels a linear sampler gives their mean, beyond the edge
        // of a clamped texture the edge's texel.
        entry("sampled texture at a level")
            .says(|k, out, i| {
                let image = k.texture_2d::<f32>("image");
                let soft = k.sampler("soft");
                let position = vec2((i + 1).to_f32() * 0.25, 0.5);
                let texel = image.sample_level(soft, position, 0.0);
                out.element(i).assign((texel.x() * 255.0).round().to_u32());
            })
            .texture(Texels::<R8Unorm>::new("image", [2, 1], &[100, 200]))
            .sampler("soft", Sampling::LINEAR)
            .gives(&[100_u32, 150, 200, 200])
            .emits("textureSampleLevel(image, soft, "),
    ]
}

fn queries() -> Vec<Entry> {
    vec![
        entry("dimensions")
            .says(|k, out, i| {
                let image = k.texture_2d::<f32>("image");
                let size = select(
                    (i % 2).eq(0),
                    image.dimensions().x(),
                    image.dimensions().y(),
                );
                out.element(i).assign(size);
            })
            .texture(Texels::<R8Unorm>::new("image", [3, 2], &[0; 6]))
            .gives(&[3_u32, 2, 3, 2])
            .emits("textureDimensions(image)"),
        entry("levels")
            .says(|k, out, i| {
                let image = k.texture_2d::<f32>("image");
                out.element(i).assign(image.levels() + i);
            })
            .texture(Texels::<R8Unorm>::new("image", [2, 2], &[0; 4]).level(&[0]))
            .gives(&[2_u32, 3, 4, 5])
            .emits("textureNumLevels(image)"),
        entry("layers")
            .says(|k, out, i| {
                let images = k.texture_2d_array::<f32>("images");
                out.element(i).assign(images.layers() + i);
            })
            .texture(Texels::<R8Unorm>::new(
                "images",
                TextureSize::d2_array(1, 1, 3),
                &[0; 3],
            ))
            .gives(&[3_u32, 4, 5, 6])
            .emits("textureNumLayers(images)"),
    ]
}

pub(crate) fn synchronisation() -> Vec<Entry> {
    vec![
        entry("textureBarrier")
            .says(|k, out, i| {
                let row = k.storage_texture_1d::<R32Uint, ReadWrite>("row");
                row.store(3 - i, row.load(3 - i) + i);
                texture_barrier();
                out.element(i).assign(row.load(i).x());
            })
            .texture(Texels::<R32Uint>::new(
                "row",
                TextureSize::d1(4),
                &[10, 20, 30, 40],
            ))
            .gives(&[13_u32, 22, 31, 40])
            .emits("textureBarrier();")
            .refuses(
                |_, _, i| {
                    If(i.lt(2), texture_barrier);
                },
                "`texture_barrier` in control flow that is not uniform",
            ),
    ]
}
