//! Textures and samplers: texels read by position and level, stored in every access and
//! dimension, sampled at a level; sizes, levels and layers. The formats are in `formats`.

use bitonic::runtime::plan::{Edge, Sampling, TextureSize};
use bitonic::*;

use super::texels::Texels;
use super::{Case, Data};

fn texels_by_position_and_level() -> Result<Kernel, Error> {
    let kernel = kernel("texels_by_position_and_level").workgroup_size(1);
    kernel.build(|k| {
        let row = k.texture_1d::<i32>("row");
        let image = k.texture_2d::<u32>("image");
        let layers = k.texture_2d_array::<u32>("layers");
        let block = k.texture_3d::<f32>("block");
        let out = k.storage_mut::<u32>("out");
        out.element(0).assign(row.load(2, 0).x().bitcast::<u32>());
        out.element(1).assign(image.load(uvec2(3, 1), 0).x());
        out.element(2).assign(image.load(ivec2(1, 0), 1).x());
        out.element(3).assign(layers.load(uvec2(0, 1), 2, 0).x());
        out.element(4)
            .assign(layers.load(uvec2(0, 0), 1u32, 1i32).x());
        out.element(5)
            .assign(block.load(uvec3(1, 0, 1), 0).y().to_u32());
        // Channels that the format lacks are 0, the last 1.
        out.element(6).assign(image.load(uvec2(0, 0), 0).z());
        out.element(7).assign(image.load(uvec2(0, 0), 0).w());
    })
}

fn sizes_levels_and_layers() -> Result<Kernel, Error> {
    let kernel = kernel("sizes_levels_and_layers").workgroup_size(1);
    kernel.build(|k| {
        let row = k.texture_1d::<i32>("row");
        let image = k.texture_2d::<u32>("image");
        let layers = k.texture_2d_array::<u32>("layers");
        let block = k.texture_3d::<f32>("block");
        let made = k.storage_texture_2d_array::<R32Uint, WriteOnly>("made");
        let out = k.storage_mut::<u32>("out");
        let put = |i: u32, value: Node<u32>| out.element(i).assign(value);
        put(0, row.dimensions());
        let image_size = image.dimensions().to_const("image_size");
        put(1, image_size.x());
        put(2, image_size.y());
        let smaller = image.dimensions_at(1).to_const("smaller");
        put(3, smaller.x());
        put(4, smaller.y());
        put(5, image.levels());
        put(6, layers.dimensions().x());
        put(7, layers.layers());
        put(8, layers.levels());
        let block_size = block.dimensions().to_const("block_size");
        put(9, block_size.x());
        put(10, block_size.y());
        put(11, block_size.z());
        put(12, block.dimensions_at(1u32).z());
        put(13, made.dimensions().y());
        put(14, made.layers());
        made.store(uvec2(0, 0), 0, splat::<UVec4>(0));
    })
}

fn row() -> Texels {
    Texels::of::<R32Sint>(TextureSize::d1(3), &[&[1, 2, -3]])
}

/// 4 x 2 and 2 x 1.
fn image() -> Texels {
    let extent = TextureSize::d2(4, 2).with_levels(2);
    Texels::of::<R32Uint>(extent, &[&[10, 11, 12, 13, 20, 21, 22, 23], &[70, 71]])
}

/// Three layers of 2 x 2, and of 1 x 1.
fn layers() -> Texels {
    let extent = TextureSize::d2_array(2, 2, 3).with_levels(2);
    let texels = [0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23];
    Texels::of::<R32Uint>(extent, &[&texels, &[50, 51, 52]])
}

/// 2 x 1 x 2, and one texel.
fn block() -> Texels {
    let texels = [[1.0, 10.0], [2.0, 20.0], [3.0, 30.0], [4.0, 40.0]];
    let extent = TextureSize::d3(2, 1, 2).with_levels(2);
    Texels::of::<Rg32Float>(extent, &[&texels, &[[9.0, 90.0]]])
}

fn stores_in_every_dimension() -> Result<Kernel, Error> {
    let kernel = kernel("stores_in_every_dimension").workgroup_size(4);
    kernel.build(|k| {
        let row = k.storage_texture_1d::<R32Sint, WriteOnly>("row");
        let image = k.storage_texture_2d::<R32Float, WriteOnly>("image");
        let layers = k.storage_texture_2d_array::<Rgba8Unorm, WriteOnly>("layers");
        let block = k.storage_texture_3d::<R32Uint, WriteOnly>("block");
        let i = local_invocation_index();
        row.store(i, splat::<IVec4>(-i.to_i32()));
        let at = uvec2(i % 2, i / 2).to_const("at");
        image.store(at, splat::<Vec4>(i.to_f32() * 0.5));
        // 0.2 * 255 = 51; what is outside of 0 to 1 is clamped to it.
        layers.store(at, i % 2, vec4(0.2, 2.0, -1.0, 1.0));
        block.store(uvec3(i % 2, 0, i / 2), splat::<UVec4>(i + 100));
    })
}

fn reads_in_every_dimension() -> Result<Kernel, Error> {
    let kernel = kernel("reads_in_every_dimension").workgroup_size(4);
    kernel.build(|k| {
        let row = k.storage_texture_1d::<R32Sint, Read>("row");
        let image = k.storage_texture_2d::<R32Float, Read>("image");
        let layers = k.storage_texture_2d_array::<Rgba8Uint, Read>("layers");
        let block = k.storage_texture_3d::<R32Uint, Read>("block");
        let out = k.storage_mut::<u32>("out");
        let i = local_invocation_index();
        let at = uvec2(i % 2, i / 2).to_const("at");
        out.element(i).assign(row.load(i).x().bitcast::<u32>());
        out.element(i + 4)
            .assign(image.load(at).x().bitcast::<u32>());
        out.element(i + 8).assign(layers.load(at, 1).z());
        out.element(i + 12)
            .assign(block.load(uvec3(i % 2, 0, i / 2)).x());
    })
}

fn reads_and_stores_in_every_dimension() -> Result<Kernel, Error> {
    let kernel = kernel("reads_and_stores_in_every_dimension").workgroup_size(4);
    kernel.build(|k| {
        let row = k.storage_texture_1d::<R32Sint, ReadWrite>("row");
        let image = k.storage_texture_2d::<R32Float, ReadWrite>("image");
        let layers = k.storage_texture_2d_array::<R32Uint, ReadWrite>("layers");
        let block = k.storage_texture_3d::<R32Uint, ReadWrite>("block");
        let i = local_invocation_index();
        let at = uvec2(i % 2, i / 2).to_const("at");
        row.store(i, row.load(i) * 2);
        image.store(at, image.load(at) + 0.25);
        let layer = (i % 2).to_const("layer");
        layers.store(at, layer, layers.load(at, layer) + 1);
        let at = uvec3(i % 2, 0, i / 2).to_const("at");
        block.store(at, splat::<UVec4>(block.load(at).x() ^ 1));
    })
}

/// A read gives what was stored before it; those of others are seen after a barrier.
fn texels_in_turn() -> Result<Kernel, Error> {
    kernel("texels_in_turn").workgroup_size(4).build(|k| {
        let row = k.storage_texture_1d::<R32Uint, ReadWrite>("row");
        let out = k.storage_mut::<u32>("out");
        let i = local_invocation_index();
        let before = row.load(i).x().to_const("before");
        texture_barrier();
        row.store(3 - i, splat::<UVec4>(before * 10));
        texture_barrier();
        out.element(i).assign(before + row.load(i).x());
    })
}

fn samples_between_texels_and_levels() -> Result<Kernel, Error> {
    let kernel = kernel("samples_between_texels_and_levels").workgroup_size(1);
    kernel.build(|k| {
        let image = k.texture_2d::<f32>("image");
        let smooth = k.sampler("smooth");
        let nearest = k.sampler("nearest");
        let out = k.storage_mut::<u32>("out");
        let put = |i: u32, value: Node<Vec4>| {
            out.element(i).assign((value.x() * 255.0).round().to_u32());
        };
        put(0, image.sample_level(smooth, vec2(0.5, 0.5), 0.0));
        put(1, image.sample_level(smooth, vec2(0.25, 0.5), 0.0));
        put(2, image.sample_level(smooth, vec2(1.0, 0.5), 0.0));
        put(3, image.sample_level(smooth, vec2(0.5, 0.5), 1.0));
        // Half of the way from 150 to 50.
        put(4, image.sample_level(smooth, vec2(0.5, 0.5), 0.5));
        put(5, image.sample_level(nearest, vec2(0.4, 0.5), 0.0));
        put(6, image.sample_level(nearest, vec2(0.6, 0.5), 0.0));
        // Beyond the edge it begins anew.
        put(7, image.sample_level(nearest, vec2(1.1, 0.5), 0.0));
    })
}

fn samples_of_layers_and_blocks() -> Result<Kernel, Error> {
    let kernel = kernel("samples_of_layers_and_blocks").workgroup_size(1);
    kernel.build(|k| {
        let layers = k.texture_2d_array::<f32>("layers");
        let block = k.texture_3d::<f32>("block");
        let smooth = k.sampler("smooth");
        let out = k.storage_mut::<u32>("out");
        let put = |i: u32, value: Node<Vec4>| {
            out.element(i).assign((value.x() * 255.0).round().to_u32());
        };
        put(0, layers.sample_level(smooth, vec2(0.5, 0.5), 0, 0.0));
        put(1, layers.sample_level(smooth, vec2(0.5, 0.5), 1u32, 0.0));
        put(2, block.sample_level(smooth, vec3(0.5, 0.5, 0.25), 0.0));
        put(3, block.sample_level(smooth, vec3(0.5, 0.5, 0.5), 0.0));
    })
}

/// A function that reads the texture of its kernel, through a sampler and without.
fn texels_in_functions() -> Result<Kernel, Error> {
    kernel("texels_in_functions").workgroup_size(2).build(|k| {
        let image = k.texture_2d::<f32>("image");
        let nearest = k.sampler("nearest");
        let out = k.storage_mut::<u32>("out");
        let by_position = Fn("by_position", ["x"], move |x: Node<u32>| {
            image.load(uvec2(x, 0), 0).x()
        });
        let by_sampler = Fn("by_sampler", ["x"], move |x: Node<f32>| {
            image.sample_level(nearest, vec2(x, 0.5), 0.0).x()
        });
        let i = local_invocation_index();
        let sum = by_position.call(i) + by_sampler.call((i.to_f32() + 0.5) / 2.0);
        let sum = sum.to_const("sum");
        out.element(i).assign((sum * 255.0).round().to_u32());
    })
}

/// Half as large, by the mean of four texels: what a chain of levels is made by.
fn half_of_an_image() -> Result<Kernel, Error> {
    kernel("half_of_an_image")
        .workgroup_size([2, 2, 1])
        .build(|k| {
            let input = k.texture_2d::<f32>("input");
            let output = k.storage_texture_2d::<Rgba8Unorm, WriteOnly>("output");
            let at = global_invocation_id().xy().to_const("at");
            If(all(at.lt(output.dimensions())), || {
                let sum = zero::<Vec4>().to_var("sum");
                Loop(range(0, 2u32).named("y"), |y| {
                    Loop(range(0, 2u32).named("x"), |x| {
                        sum.add_assign(input.load(at * 2 + uvec2(x, y), 0));
                    });
                });
                output.store(at, sum.load() / 4.0);
            });
        })
}

/// The cases of this room.
pub(crate) fn cases() -> Vec<Case> {
    let two = TextureSize::d2(2, 1).with_levels(2);
    let pair = || Texels::of::<R8Unorm>(two, &[&[100, 200], &[50]]);
    let repeat = Sampling::NEAREST.with_edge(Edge::Repeat);
    let four = TextureSize::d2(2, 2);
    let quarters = [10, 20, 30, 40].map(|v: u8| [v, v, v, 255]);
    let rows = [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3].map(|i: usize| quarters[i]);
    let painted = [51, 255, 0, 255];
    let none = [0; 4];
    let float = |values: [f32; 4]| values.map(f32::to_bits);
    let read = [
        [1, 2, 3, u32::MAX],
        float([0.5, 1.5, -2.5, 3.5]),
        [14, 18, 22, 26],
        [5, 6, 7, 8],
    ];
    vec![
        Case::new("texels_by_position_and_level", texels_by_position_and_level)
            .texture("row", row())
            .texture("image", image())
            .texture("layers", layers())
            .texture("block", block())
            .given("out", Data::U32(vec![0; 8]))
            .gives(
                "out",
                Data::U32(vec![-3i32 as u32, 23, 71, 22, 51, 40, 0, 1]),
            ),
        Case::new("sizes_levels_and_layers", sizes_levels_and_layers)
            .texture("row", row())
            .texture("image", image())
            .texture("layers", layers())
            .texture("block", block())
            .texture(
                "made",
                Texels::of::<R32Uint>(TextureSize::d2_array(3, 5, 2), &[]),
            )
            .given("out", Data::U32(vec![9; 15]))
            .gives(
                "out",
                Data::U32(vec![3, 4, 2, 2, 1, 2, 2, 3, 2, 2, 1, 2, 1, 5, 2]),
            ),
        Case::new("stores_in_every_dimension", stores_in_every_dimension)
            .texture("row", Texels::of::<R32Sint>(TextureSize::d1(5), &[&[7; 5]]))
            .texture("image", Texels::of::<R32Float>(four, &[&[7.0; 4]]))
            .texture(
                "layers",
                Texels::of::<Rgba8Unorm>(TextureSize::d2_array(2, 2, 2), &[]),
            )
            .texture(
                "block",
                Texels::of::<R32Uint>(TextureSize::d3(2, 1, 2), &[&[7; 4]]),
            )
            .leaves(
                "row",
                Texels::of::<R32Sint>(TextureSize::d1(5), &[&[0, -1, -2, -3, 7]]),
            )
            .leaves(
                "image",
                Texels::of::<R32Float>(four, &[&[0.0, 0.5, 1.0, 1.5]]),
            )
            .leaves(
                "layers",
                Texels::of::<Rgba8Unorm>(
                    TextureSize::d2_array(2, 2, 2),
                    &[&[painted, none, painted, none, none, painted, none, painted]],
                ),
            )
            .leaves(
                "block",
                Texels::of::<R32Uint>(TextureSize::d3(2, 1, 2), &[&[100, 101, 102, 103]]),
            ),
        Case::new("reads_in_every_dimension", reads_in_every_dimension)
            .texture(
                "row",
                Texels::of::<R32Sint>(TextureSize::d1(4), &[&[1, 2, 3, -1]]),
            )
            .texture(
                "image",
                Texels::of::<R32Float>(four, &[&[0.5, 1.5, -2.5, 3.5]]),
            )
            .texture(
                "layers",
                Texels::of::<Rgba8Uint>(
                    TextureSize::d2_array(2, 2, 2),
                    &[&[0, 1, 2, 3, 4, 5, 6, 7].map(|i| [0, i, i * 4 - 2 * (i / 4), 9])],
                ),
            )
            .texture(
                "block",
                Texels::of::<R32Uint>(TextureSize::d3(2, 1, 2), &[&[5, 6, 7, 8]]),
            )
            .given("out", Data::U32(vec![0; 16]))
            .gives("out", Data::U32(read.concat())),
        Case::new(
            "reads_and_stores_in_every_dimension",
            reads_and_stores_in_every_dimension,
        )
        .texture(
            "row",
            Texels::of::<R32Sint>(TextureSize::d1(4), &[&[1, 2, 3, -4]]),
        )
        .texture(
            "image",
            Texels::of::<R32Float>(four, &[&[0.5, 1.5, -2.5, 3.5]]),
        )
        .texture(
            "layers",
            Texels::of::<R32Uint>(TextureSize::d2_array(2, 2, 2), &[&[1, 2, 3, 4, 5, 6, 7, 8]]),
        )
        .texture(
            "block",
            Texels::of::<R32Uint>(TextureSize::d3(2, 1, 2), &[&[5, 6, 7, 8]]),
        )
        .leaves(
            "row",
            Texels::of::<R32Sint>(TextureSize::d1(4), &[&[2, 4, 6, -8]]),
        )
        .leaves(
            "image",
            Texels::of::<R32Float>(four, &[&[0.75, 1.75, -2.25, 3.75]]),
        )
        .leaves(
            "layers",
            Texels::of::<R32Uint>(TextureSize::d2_array(2, 2, 2), &[&[2, 2, 4, 4, 5, 7, 7, 9]]),
        )
        .leaves(
            "block",
            Texels::of::<R32Uint>(TextureSize::d3(2, 1, 2), &[&[4, 7, 6, 9]]),
        ),
        Case::new("texels_in_turn", texels_in_turn)
            .texture(
                "row",
                Texels::of::<R32Uint>(TextureSize::d1(4), &[&[1, 2, 3, 4]]),
            )
            .given("out", Data::U32(vec![0; 4]))
            .gives("out", Data::U32(vec![41, 32, 23, 14]))
            .leaves(
                "row",
                Texels::of::<R32Uint>(TextureSize::d1(4), &[&[40, 30, 20, 10]]),
            ),
        Case::new(
            "samples_between_texels_and_levels",
            samples_between_texels_and_levels,
        )
        .texture("image", pair())
        .sampler("smooth", Sampling::LINEAR)
        .sampler("nearest", repeat)
        .given("out", Data::U32(vec![0; 8]))
        .gives(
            "out",
            Data::U32(vec![150, 100, 200, 50, 100, 100, 200, 100]),
        ),
        Case::new("samples_of_layers_and_blocks", samples_of_layers_and_blocks)
            .texture(
                "layers",
                Texels::of::<R8Unorm>(TextureSize::d2_array(2, 1, 2), &[&[10, 30, 50, 90]]),
            )
            .texture(
                "block",
                Texels::of::<R8Unorm>(TextureSize::d3(2, 1, 2), &[&[10, 30, 50, 90]]),
            )
            .sampler("smooth", Sampling::LINEAR)
            .given("out", Data::U32(vec![0; 4]))
            .gives("out", Data::U32(vec![20, 70, 20, 45])),
        Case::new("texels_in_functions", texels_in_functions)
            .texture("image", pair())
            .sampler("nearest", Sampling::NEAREST)
            .given("out", Data::U32(vec![0; 2]))
            .gives("out", Data::U32(vec![200, 400])),
        Case::new("half_of_an_image", half_of_an_image)
            .texture(
                "input",
                Texels::of::<Rgba8Unorm>(TextureSize::d2(4, 4), &[&rows]),
            )
            .texture("output", Texels::of::<Rgba8Unorm>(four, &[]))
            .leaves("output", Texels::of::<Rgba8Unorm>(four, &[&quarters])),
    ]
}
