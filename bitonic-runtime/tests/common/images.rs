//! Kernels of images, and a plan of them, that the tests of textures share.

use bitonic_dsl::types::StorageFormat;
use bitonic_dsl::*;
use bitonic_runtime::plan::{Grid, Plan, Role, Sampling, TextureId, TextureSize};

pub(crate) fn built(kernel: Result<Kernel, bitonic_dsl::Error>) -> Kernel {
    kernel.unwrap_or_else(|error| panic!("{error}"))
}

/// `output[at] = 1 - input[at]`, of an image.
pub(crate) fn invert() -> Kernel {
    built(kernel("invert").workgroup_size([4, 4, 1]).build(|k| {
        let input = k.texture_2d::<f32>("input");
        let output = k.storage_texture_2d::<Rgba8Unorm, WriteOnly>("output");
        let at = global_invocation_id().xy();
        If(all(at.lt(output.dimensions())), || {
            let texel = input.load(at, 0);
            output.store(
                at,
                vec4(1.0 - texel.x(), 1.0 - texel.y(), 1.0 - texel.z(), texel.w()),
            );
        });
    }))
}

/// Half the size: each texel is the mean of four, by a sampler.
pub(crate) fn halve() -> Kernel {
    built(kernel("halve").workgroup_size([4, 4, 1]).build(|k| {
        let input = k.texture_2d::<f32>("input");
        let smooth = k.sampler("smooth");
        let output = k.storage_texture_2d::<Rgba8Unorm, WriteOnly>("output");
        let at = global_invocation_id().xy();
        If(all(at.lt(output.dimensions())), || {
            let position = (at.to_f32() + 0.5) / output.dimensions().to_f32();
            output.store(at, input.sample_level(smooth, position, 0.0));
        });
    }))
}

pub(crate) fn gray(values: &[u8]) -> Vec<[u8; 4]> {
    values.iter().map(|&v| [v, v, v, 255]).collect()
}

/// The image of the plan, its halves, and the inverse of the smallest.
pub(crate) fn pyramid() -> (Plan, Ids) {
    let mut plan = Plan::new("pyramid");
    let format = StorageFormat::Rgba8Unorm;
    let photo = plan.add_texture("photo", Role::Input, format, [4, 4]);
    let levels = TextureSize::d2(2, 2).with_levels(2);
    let halves = plan.add_texture("halves", Role::Scratch, format, levels);
    let result = plan.add_texture("result", Role::Output, format, [1, 1]);
    let smooth = plan.add_sampler("smooth", Sampling::LINEAR);
    let (halve, invert) = (plan.add_kernel(halve()), plan.add_kernel(invert()));
    let one = Grid::new([1, 1, 1]);
    plan.add_step("first", halve, (photo, smooth, halves), one);
    plan.add_step(
        "second",
        halve,
        (halves.level(0), smooth, halves.level(1)),
        one,
    );
    plan.add_step("third", invert, (halves.level(1), result), one);
    plan.add_texture_read_back(halves);
    plan.add_texture_read_back(result);
    let ids = Ids {
        photo,
        halves,
        result,
    };
    (plan, ids)
}

pub(crate) struct Ids {
    pub(crate) photo: TextureId,
    pub(crate) halves: TextureId,
    pub(crate) result: TextureId,
}
