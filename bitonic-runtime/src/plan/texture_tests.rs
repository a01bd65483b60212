//! Every rule of textures and samplers in plans, a row each, and the printed form of a plan
//! with them. No device.

use bitonic_dsl::types::{StorageFormat, Type};
use bitonic_dsl::*;

use super::{
    Edge, Grid, KernelId, Limits, Plan, PlanFormat, Role, SamplerId, Sampling, TextureId,
    TextureSize,
};
use crate::error::ErrorKind;

const ONE: Grid = Grid::new([1, 1, 1]);
const WEBGPU: Limits = Limits::WEBGPU;
const RGBA8: StorageFormat = StorageFormat::Rgba8Unorm;

/// `output[at] = input` as the sampler reads it, half as large.
fn halve() -> Kernel {
    let built = kernel("halve").workgroup_size([8, 8, 1]).build(|k| {
        let input = k.texture_2d::<f32>("input");
        let smooth = k.sampler("smooth");
        let output = k.storage_texture_2d::<Rgba8Unorm, WriteOnly>("output");
        let at = global_invocation_id().xy();
        let position = (at.to_f32() + 0.5) / output.dimensions().to_f32();
        output.store(at, input.sample_level(smooth, position, 0.0));
    });
    built.expect("a right kernel")
}

/// `cells[0] += words[0]`.
fn count() -> Kernel {
    let built = kernel("count").workgroup_size(1).build(|k| {
        let words = k.storage::<u32>("words");
        let cells = k.storage_texture_1d::<R32Uint, ReadWrite>("cells");
        let sum = cells.load(0).x() + words.element(0).load();
        cells.store(0, splat::<UVec4>(sum));
    });
    built.expect("a right kernel")
}

/// A plan being put together: two images of three levels, a scratch image, a sampler.
struct Parts {
    plan: Plan,
    photo: TextureId,
    small: TextureId,
    scratch: TextureId,
    smooth: SamplerId,
    halve: KernelId,
}

impl Parts {
    fn new() -> Parts {
        let mut plan = Plan::new("test");
        let extent = TextureSize::d2(64, 48);
        Parts {
            photo: plan.add_texture("photo", Role::Input, RGBA8, extent),
            small: plan.add_texture("small", Role::Output, RGBA8, extent.with_levels(3)),
            scratch: plan.add_texture("scratch", Role::Scratch, RGBA8, [32, 24]),
            smooth: plan.add_sampler("smooth", Sampling::LINEAR),
            halve: plan.add_kernel(halve()),
            plan,
        }
    }

    fn halve(
        &mut self,
        label: &str,
        from: impl Into<super::ResourceId>,
        to: impl Into<super::ResourceId>,
    ) {
        let bindings = (from, self.smooth, to);
        self.plan.add_step(label, self.halve, bindings, ONE);
    }

    fn texture(&mut self, label: &str, format: StorageFormat, extent: TextureSize) -> TextureId {
        self.plan
            .add_texture(label, Role::InputOutput, format, extent)
    }
}

/// What is expected of a plan: the kind of its fault, and words of it.
type Rule = (ErrorKind, &'static [&'static str], fn(&mut Parts));

const RULES: &[Rule] = &[
    // Hazards.
    (
        ErrorKind::Plan,
        &[
            "kernel `halve`: reads `scratch`, which no step has written",
            "let a step write `scratch`, or give it the role `Input`",
        ],
        |parts| parts.halve("halve", parts.scratch, parts.small),
    ),
    (
        ErrorKind::Plan,
        &[
            "step 1 `second`, kernel `halve`: reads level 1 of `small`, which no step has written",
            "step 2 `third` writes level 1 of `small`: let it run earlier",
        ],
        |parts| {
            parts.halve("first", parts.photo, parts.small);
            parts.halve("second", parts.small.level(1), parts.scratch);
            parts.halve("third", parts.photo, parts.small.level(1));
        },
    ),
    (
        ErrorKind::Plan,
        &["reads level 1 of `small`, which no step has written"],
        |parts| {
            // All levels are bound, one was written.
            parts.halve("first", parts.photo, parts.small);
            parts.halve("second", parts.small, parts.scratch);
        },
    ),
    (
        ErrorKind::Plan,
        &[
            "step 1 `back`, kernel `halve`: `photo` is an input and would be written",
            "give it the role `InputOutput`, or write another texture",
        ],
        |parts| {
            parts.halve("forth", parts.photo, parts.scratch);
            parts.halve("back", parts.scratch, parts.photo);
        },
    ),
    (
        ErrorKind::Plan,
        &["plan `test` reads back level 1 of `small`, which no step writes"],
        |parts| {
            parts.halve("halve", parts.photo, parts.small);
            parts.plan.add_texture_read_back(parts.small);
        },
    ),
    (
        ErrorKind::Plan,
        &["plan `test` reads back a texture of another plan"],
        |parts| parts.plan.add_texture_read_back(TextureId(9)),
    ),
    // Kinds.
    (
        ErrorKind::Plan,
        &[
            "kernel `halve`: binding `input` is a `texture_2d<f32>`, the buffer `words` is bound to it",
            "Plan::add_texture",
        ],
        |parts| {
            let words = parts.plan.add_buffer("words", Role::Input, Type::U32, 4);
            parts.halve("halve", words, parts.small);
        },
    ),
    (
        ErrorKind::Plan,
        &[
            "kernel `count`: binding `words` is a storage buffer of `array<u32>`, the texture `cells` is bound to it",
            "Plan::add_buffer",
        ],
        |parts| {
            let cells = parts.texture("cells", StorageFormat::R32Uint, TextureSize::d1(4));
            let count = parts.plan.add_kernel(count());
            parts.plan.add_step("count", count, [cells, cells], ONE);
        },
    ),
    (
        ErrorKind::Plan,
        &[
            "binding `smooth` is a `sampler`, the texture `photo` is bound to it",
            "Plan::add_sampler",
        ],
        |parts| {
            let bindings = [parts.photo, parts.photo, parts.small];
            parts.plan.add_step("halve", parts.halve, bindings, ONE);
        },
    ),
    (
        ErrorKind::Plan,
        &[
            "`output` is a `texture_storage_2d<rgba8unorm, write>`, the sampler `smooth` is bound to it",
        ],
        |parts| parts.halve("halve", parts.photo, parts.smooth),
    ),
    (
        ErrorKind::Plan,
        &["2 resources are bound, it has 3 bindings: `input`, `smooth` and `output`"],
        |parts| {
            let bindings = (parts.photo, parts.smooth);
            parts.plan.add_step("halve", parts.halve, bindings, ONE);
        },
    ),
    (
        ErrorKind::Plan,
        &["kernel `halve`: ", "names a texture of another plan"],
        |parts| parts.halve("halve", TextureId(9), parts.small),
    ),
    (
        ErrorKind::Plan,
        &["kernel `halve`: ", "names a sampler of another plan"],
        |parts| {
            parts.smooth = SamplerId(9);
            parts.halve("halve", parts.photo, parts.small);
        },
    ),
    // Dimensions, formats, levels.
    (
        ErrorKind::Plan,
        &[
            "binding `input` is of two dimensions, the texture bound to it (`layers`) is an array of two dimensions",
        ],
        |parts| {
            let layers = parts.texture("layers", RGBA8, TextureSize::d2_array(8, 8, 2));
            parts.halve("halve", layers, parts.small);
        },
    ),
    (
        ErrorKind::Plan,
        &[
            "binding `output` is of two dimensions, the texture bound to it (`block`) is of three dimensions",
        ],
        |parts| {
            let block = parts.texture("block", RGBA8, TextureSize::d3(8, 8, 2));
            parts.halve("halve", parts.photo, block);
        },
    ),
    (
        ErrorKind::Plan,
        &[
            "binding `output` has the format `rgba8unorm`, the texture bound to it (`other`) holds `rgba8snorm`",
        ],
        |parts| {
            let other = parts.texture("other", StorageFormat::Rgba8Snorm, TextureSize::d2(8, 8));
            parts.halve("halve", parts.photo, other);
        },
    ),
    (
        ErrorKind::Plan,
        &[
            "binding `input` has channels of `f32`, the texture bound to it (`counts`, `rgba8uint`) of `u32`",
        ],
        |parts| {
            let counts = parts.texture("counts", StorageFormat::Rgba8Uint, TextureSize::d2(8, 8));
            parts.halve("halve", counts, parts.small);
        },
    ),
    (
        ErrorKind::Plan,
        &["level 3 of `small` is bound to `output`, it has 3 levels, counted from 0"],
        |parts| parts.halve("halve", parts.photo, parts.small.level(3)),
    ),
    (
        ErrorKind::Plan,
        &[
            "the same texture is bound to `input` and `output`, and one of them is written (texture `scratch`)",
        ],
        |parts| parts.halve("halve", parts.scratch, parts.scratch),
    ),
    (
        ErrorKind::Plan,
        &[
            "the same level of a texture is bound to `input` and `output`",
            "(texture `small`)",
        ],
        |parts| parts.halve("halve", parts.small, parts.small.level(1)),
    ),
    // Sizes.
    (
        ErrorKind::Plan,
        &["texture `none` has no texels: 0 x 8"],
        |parts| {
            let none = parts.texture("none", RGBA8, TextureSize::d2(0, 8));
            parts.halve("halve", none, parts.small);
        },
    ),
    (
        ErrorKind::Plan,
        &["texture `deep` has 5 levels, of 8 x 8 there are 1 to 4"],
        |parts| {
            let deep = parts.texture("deep", RGBA8, TextureSize::d2(8, 8).with_levels(5));
            parts.halve("halve", deep, parts.small);
        },
    ),
    (
        ErrorKind::Limit,
        &[
            "texture `wide` is 9000 x 8, the device allows 8192 along a side (maxTextureDimension2D)",
        ],
        |parts| {
            let wide = parts.texture("wide", RGBA8, TextureSize::d2(9000, 8));
            parts.halve("halve", wide, parts.small);
        },
    ),
];

#[test]
fn each_rule_is_told_with_step_and_binding() {
    for (kind, words, breaks) in RULES {
        let mut parts = Parts::new();
        breaks(&mut parts);
        let error = parts.plan.check(&WEBGPU).expect_err(words[0]);
        assert_eq!(error.kind(), *kind, "{error}");
        for words in *words {
            assert!(error.to_string().contains(words), "{words:?} in {error}");
        }
    }
}

#[test]
fn limits_of_a_kernel_are_told() {
    let narrow = [
        (
            Limits {
                storage_textures: 0,
                ..WEBGPU
            },
            "1 storage textures are bound, the device allows 0 (maxStorageTexturesPerShaderStage)",
        ),
        (
            Limits {
                sampled_textures: 0,
                ..WEBGPU
            },
            "1 sampled textures are bound, the device allows 0 (maxSampledTexturesPerShaderStage)",
        ),
        (
            Limits {
                samplers: 0,
                ..WEBGPU
            },
            "1 samplers are bound, the device allows 0 (maxSamplersPerShaderStage)",
        ),
    ];
    for (limits, words) in narrow {
        let mut parts = Parts::new();
        parts.halve("halve", parts.photo, parts.small);
        let error = parts.plan.check(&limits).expect_err(words);
        assert_eq!(error.kind(), ErrorKind::Limit);
        assert!(error.to_string().contains(words), "{words:?} in {error}");
    }
    let error = TextureSize::d2_array(4, 4, 257)
        .fault(&WEBGPU)
        .expect("too many layers");
    assert!(
        error.1.contains("the device allows 256 layers"),
        "{}",
        error.1
    );
}

/// Each level from the one before: no level is read before it is written, none is read and
/// written at once.
#[test]
fn a_chain_of_levels_passes_and_prints() {
    let mut parts = Parts::new();
    let small = parts.small;
    parts.halve("first", parts.photo, small);
    parts.halve("second", small.level(0), small.level(1));
    parts.halve("third", small.level(1), small.level(2));
    parts.halve("last", small, parts.scratch);
    parts.plan.add_texture_read_back(small);
    parts.plan.add_texture_read_back(parts.scratch);
    parts.plan.check(&WEBGPU).expect("nothing is wrong");
    assert!(parts.plan.warnings().is_empty());
    let expected = "\
test

| texture | role    | format     |    size | levels | read back |
|---------|---------|------------|---------|--------|-----------|
| photo   | input   | rgba8unorm | 64 x 48 |      1 |           |
| small   | output  | rgba8unorm | 64 x 48 |      3 | yes       |
| scratch | scratch | rgba8unorm | 32 x 24 |      1 | yes       |

| sampler | reads                                |
|---------|--------------------------------------|
| smooth  | linear, linear between levels, clamp |

| # | step   | kernel | bindings                                                             | workgroups | parameters |
|---|--------|--------|----------------------------------------------------------------------|------------|------------|
| 0 | first  | halve  | input = photo, smooth = smooth, output = small                       |          1 |            |
| 1 | second | halve  | input = small (level 0), smooth = smooth, output = small (level 1)   |          1 |            |
| 2 | third  | halve  | input = small (level 1), smooth = smooth, output = small (level 2)   |          1 |            |
| 3 | last   | halve  | input = small, smooth = smooth, output = scratch                     |          1 |            |";
    let printed = parts.plan.to_string();
    assert_eq!(
        super::tests::squeezed(&printed),
        super::tests::squeezed(expected)
    );
}

/// Reading and writing at once counts as writing; two readers may share a texture.
#[test]
fn what_looks_like_a_hazard_and_is_none_passes() {
    let mut parts = Parts::new();
    let words = parts.plan.add_buffer("words", Role::Input, Type::U32, 4);
    let cells = parts.plan.add_texture(
        "cells",
        Role::Output,
        StorageFormat::R32Uint,
        TextureSize::d1(4),
    );
    let count = parts.plan.add_kernel(count());
    parts.plan.add_step("count", count, (words, cells), ONE);
    parts.plan.add_step("again", count, (words, cells), ONE);
    let both = kernel("both").workgroup_size(1).build(|k| {
        let one = k.texture_2d::<f32>("one");
        let two = k.texture_2d::<f32>("two");
        let output = k.storage_texture_2d::<Rgba8Unorm, WriteOnly>("output");
        let at = uvec2(0, 0);
        output.store(at, one.load(at, 0) + two.load(at, 0));
    });
    let both = parts.plan.add_kernel(both.expect("a right kernel"));
    let bindings = [parts.photo, parts.photo, parts.small];
    parts.plan.add_step("both", both, bindings, ONE);
    parts.plan.add_texture_read_back(cells);
    parts.plan.check(&WEBGPU).expect("nothing is wrong");
}

#[test]
fn what_is_odd_is_told() {
    let mut parts = Parts::new();
    parts.plan.add_given_sampler("idle");
    parts.halve("halve", parts.photo, parts.scratch);
    let expected = [
        "no step uses texture `small`",
        "step 0 `halve` writes `scratch`, which nothing reads afterwards",
        "no step uses sampler `idle`",
    ];
    assert_eq!(parts.plan.warnings(), expected);
    let printed = parts.plan.to_string();
    assert!(printed.contains("as the caller's"), "{printed}");
}

#[test]
fn other_formats_print_by_name_and_fit_by_channel() {
    let srgb = PlanFormat::Other {
        name: "Rgba8UnormSrgb".to_owned(),
        channel: bitonic_dsl::types::ScalarType::F32,
    };
    let mut parts = Parts::new();
    let given = parts.plan.add_texture("given", Role::Input, srgb, [8, 8]);
    let repeat = Sampling::NEAREST.with_edge(Edge::Repeat);
    parts.smooth = parts.plan.add_sampler("tiles", repeat);
    parts.halve("halve", given, parts.scratch);
    parts.plan.check(&WEBGPU).expect("nothing is wrong");
    assert!(parts.plan.to_string().contains("Rgba8UnormSrgb"));
}
