//! What is wrong with textures and samplers in runs and plans is an error that names the
//! kernel and the binding, before anything runs. What is right is in `texture_runs`.

mod common;

use bitonic_dsl::types::{StorageAccess, StorageFormat};
use bitonic_dsl::*;
use bitonic_runtime::error::ErrorKind;
use bitonic_runtime::plan::{Sampling, TextureSize};
use bitonic_runtime::{Bound, Error, Gpu, Run};
use common::images::{built, halve, invert, pyramid};

/// What is wrong with a call, the sort of fault, and words of its message.
type Fault = (
    fn(&Gpu) -> Result<(), Error>,
    ErrorKind,
    &'static [&'static str],
);

/// A run of `invert` on images of 4 x 4.
fn inverting(gpu: &Gpu, give: impl FnOnce(Run) -> Run) -> Result<(), Error> {
    give(gpu.run(&invert())).workgroups([1, 1, 1])
}

const FAULTS: &[Fault] = &[
    (
        |gpu| inverting(gpu, |run| run),
        ErrorKind::Plan,
        &[
            "kernel `invert`: nothing is bound to `input`, a `texture_2d<f32>`",
            "add `.bind_texture(\"input\", &texture)`",
        ],
    ),
    (
        |gpu| {
            let buffer = gpu.zeroed::<u32>(4)?;
            inverting(gpu, |run| run.bind("input", &buffer))
        },
        ErrorKind::Plan,
        &[
            "kernel `invert`: `input` is a `texture_2d<f32>`, not a buffer",
            "bind what it is: `.bind_texture(\"input\", &texture)`",
        ],
    ),
    (
        |gpu| inverting(gpu, |run| run.uniform("output", &1u32)),
        ErrorKind::Plan,
        &["`output` is a `texture_storage_2d<rgba8unorm, write>`, not a uniform"],
    ),
    (
        |gpu| {
            let sampler = gpu.sampler(Sampling::NEAREST)?;
            inverting(gpu, |run| run.bind_sampler("input", &sampler))
        },
        ErrorKind::Plan,
        &["`input` is a `texture_2d<f32>`, not a sampler"],
    ),
    (
        |gpu| {
            let image = gpu.zeroed_texture::<Rgba8Unorm>([4, 4])?;
            let run = gpu.run(&halve()).bind_texture("smooth", &image);
            run.workgroups([1, 1, 1])
        },
        ErrorKind::Plan,
        &[
            "kernel `halve`: `smooth` is a `sampler`, not a texture",
            "`.bind_sampler(\"smooth\", &sampler)`",
        ],
    ),
    (
        |gpu| {
            let one = gpu.zeroed_texture::<Rgba8Unorm>([4, 4])?;
            let run = |run: Run| run.bind_texture("input", &one).bind_texture("input", &one);
            inverting(gpu, run)
        },
        ErrorKind::Plan,
        &["`input` is bound twice"],
    ),
    (
        |gpu| {
            let one = gpu.zeroed_texture::<Rgba8Unorm>([4, 4])?;
            let run = |run: Run| run.bind_texture("input", &one).bind_texture("output", &one);
            inverting(gpu, run)
        },
        ErrorKind::Plan,
        &["the same texture is bound to `input` and `output`, and one of them is written"],
    ),
    (
        |gpu| {
            let one = gpu.zeroed_texture::<Rgba8Unorm>([4, 4])?;
            let other = gpu.zeroed_texture::<Rgba8Snorm>([4, 4])?;
            let run = |run: Run| {
                run.bind_texture("input", &one)
                    .bind_texture("output", &other)
            };
            inverting(gpu, run)
        },
        ErrorKind::Plan,
        &[
            "kernel `invert`: binding `output` has the format `rgba8unorm`, the texture bound to it holds `rgba8snorm`",
        ],
    ),
    (
        |gpu| {
            let one = gpu.zeroed_texture::<Rgba8Uint>([4, 4])?;
            let other = gpu.zeroed_texture::<Rgba8Unorm>([4, 4])?;
            let run = |run: Run| {
                run.bind_texture("input", &one)
                    .bind_texture("output", &other)
            };
            inverting(gpu, run)
        },
        ErrorKind::Plan,
        &["binding `input` has channels of `f32`, the texture bound to it (`rgba8uint`) of `u32`"],
    ),
    (
        |gpu| {
            let one = gpu.zeroed_texture::<Rgba8Unorm>(TextureSize::d3(4, 4, 4))?;
            let other = gpu.zeroed_texture::<Rgba8Unorm>([4, 4])?;
            let run = |run: Run| {
                run.bind_texture("input", &one)
                    .bind_texture("output", &other)
            };
            inverting(gpu, run)
        },
        ErrorKind::Plan,
        &["binding `input` is of two dimensions, the texture bound to it is of three dimensions"],
    ),
    (
        |gpu| {
            let one = gpu.zeroed_texture::<Rgba8Unorm>([4, 4])?;
            let other = gpu.zeroed_texture::<Rgba8Unorm>([4, 4])?;
            let run = |run: Run| {
                let run = run.bind_texture("input", one.level(1));
                run.bind_texture("output", &other)
            };
            inverting(gpu, run)
        },
        ErrorKind::Plan,
        &["level 1 of `input` is bound to `input`, it has 1 levels"],
    ),
    (
        |gpu| {
            let device = gpu.device();
            let texture = device.create_texture(&wgpu::TextureDescriptor {
                label: None,
                size: wgpu::Extent3d::default(),
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format: wgpu::TextureFormat::Rgba8Unorm,
                usage: wgpu::TextureUsages::TEXTURE_BINDING,
                view_formats: &[],
            });
            let one = gpu.zeroed_texture::<Rgba8Unorm>([4, 4])?;
            let run = |run: Run| {
                run.bind_texture("input", &one)
                    .bind_texture("output", &texture)
            };
            inverting(gpu, run)
        },
        ErrorKind::Plan,
        &[
            "kernel `invert`: the texture bound to `output` was made without the usage `STORAGE_BINDING`",
        ],
    ),
    (
        |gpu| gpu.texture::<R32Float>([4, 4], &[1.0; 15]).map(drop),
        ErrorKind::Plan,
        &[
            "15 texels were written to level 0 of a texture, which has 4 x 4",
            "write 16 texels",
        ],
    ),
    (
        |gpu| gpu.zeroed_texture::<R32Float>([4, 0]).map(drop),
        ErrorKind::Plan,
        &["a texture has no texels: 4 x 0"],
    ),
    (
        |gpu| {
            gpu.zeroed_texture::<R32Float>(TextureSize::d1(4).with_levels(2))
                .map(drop)
        },
        ErrorKind::Plan,
        &["a texture has 2 levels, of 4 there are 1 to 1"],
    ),
    (
        |gpu| gpu.zeroed_texture::<R32Float>([u32::MAX, 1]).map(drop),
        ErrorKind::Limit,
        &["maxTextureDimension2D"],
    ),
    (
        |gpu| {
            gpu.zeroed_texture::<R32Float>([4, 4])?
                .read_level(1)
                .map(drop)
        },
        ErrorKind::Plan,
        &["level 1 of a texture with 1 levels"],
    ),
];

#[test]
fn faults_name_the_kernel_and_the_binding() {
    for gpu in common::executors() {
        for (call, kind, words) in FAULTS {
            let error = call(&gpu).expect_err(words[0]);
            assert_eq!(error.kind(), *kind, "{error}");
            for words in *words {
                assert!(error.to_string().contains(words), "{words:?} in {error}");
            }
        }
    }
}

/// Textures of wgpu that no kernel of the language can be given are errors, not panics.
#[test]
fn what_wgpu_refuses_is_an_error() {
    for gpu in common::executors() {
        let texture = |layers, sample_count, usage| {
            gpu.device().create_texture(&wgpu::TextureDescriptor {
                label: None,
                size: wgpu::Extent3d {
                    width: 4,
                    height: 4,
                    depth_or_array_layers: layers,
                },
                mip_level_count: 1,
                sample_count,
                dimension: wgpu::TextureDimension::D2,
                format: wgpu::TextureFormat::Rgba8Unorm,
                usage: usage | wgpu::TextureUsages::TEXTURE_BINDING,
                view_formats: &[],
            })
        };
        let output = gpu.zeroed_texture::<Rgba8Unorm>([4, 4]).unwrap();
        let refused = |input: bitonic_runtime::AnyTexture| {
            let run = gpu.run(&invert()).bind_texture("output", &output);
            let run = run.bind_texture("input", input);
            run.workgroups([1, 1, 1]).unwrap_err()
        };
        let cube = texture(6, 1, wgpu::TextureUsages::empty());
        let error = refused((&cube).into());
        let words = "binding `input` is of two dimensions, the texture bound to it is an array";
        assert!(error.message().contains(words), "{error}");
        let view = cube.create_view(&wgpu::TextureViewDescriptor {
            dimension: Some(wgpu::TextureViewDimension::Cube),
            ..Default::default()
        });
        let error = refused((&view).into());
        assert_eq!(error.kind(), ErrorKind::Device, "{error}");
        assert!(error.message().contains("binding step `invert`"), "{error}");
        // The software adapter has no render targets, and so none with samples.
        if gpu.info().name != Gpu::named("software").unwrap().info().name {
            let samples = texture(1, 4, wgpu::TextureUsages::RENDER_ATTACHMENT);
            let error = refused((&samples).into());
            assert_eq!(error.kind(), ErrorKind::Device, "{error}");
        }
    }
}

#[test]
fn what_a_plan_is_given_must_be_what_it_planned() {
    for gpu in common::executors() {
        let small = gpu.zeroed_texture::<Rgba8Unorm>([2, 2]).unwrap();
        let result = gpu.zeroed_texture::<Rgba8Unorm>([1, 1]).unwrap();
        let (plan, ids) = pyramid();
        let bound = Bound::new().with_texture(ids.result, &result);
        let error = gpu.prepare(plan, bound).unwrap_err();
        assert!(
            error
                .message()
                .contains("plan `pyramid`: no texture for `photo`"),
            "{error}"
        );
        let (plan, ids) = pyramid();
        let bound = Bound::new().with_texture(ids.photo, &small);
        let error = gpu
            .prepare(plan, bound.with_texture(ids.result, &result))
            .unwrap_err();
        let words = "`photo` is planned as a texture (2d, 4 x 4, `rgba8unorm`, levels: 1), what is given is another (2d, 2 x 2,";
        assert!(error.message().contains(words), "{error}");
    }
    let one = Gpu::named("software").unwrap();
    let two = Gpu::named("software").unwrap();
    let input = one.zeroed_texture::<Rgba8Unorm>([4, 4]).unwrap();
    let output = two.zeroed_texture::<Rgba8Unorm>([4, 4]).unwrap();
    let run = two.run(&invert()).bind_texture("input", &input);
    let error = run
        .bind_texture("output", &output)
        .workgroups([1, 1, 1])
        .unwrap_err();
    assert!(
        error
            .message()
            .contains("the texture for `input` is on another `Gpu`, also of the device"),
        "{error}"
    );
}

/// A device with no feature of its own, as a browser's.
fn plain() -> Gpu {
    let adapter = bitonic_cpu::instance().request_adapter(&wgpu::RequestAdapterOptions::default());
    let adapter = pollster::block_on(adapter).unwrap();
    let opened = pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor::default()));
    let (device, queue) = opened.unwrap();
    Gpu::from_wgpu(device, queue)
}

#[test]
fn what_a_device_cannot_do_with_a_format_is_refused_before_anything_runs() {
    let gpu = plain();
    assert!(gpu.has_storage_texture(StorageFormat::Rgba8Unorm, StorageAccess::Write));
    assert!(!gpu.has_storage_texture(StorageFormat::Rgba8Unorm, StorageAccess::ReadWrite));
    assert!(!gpu.has_storage_texture(StorageFormat::R8Unorm, StorageAccess::Write));
    assert!(gpu.filters(StorageFormat::R8Unorm) && !gpu.filters(StorageFormat::R32Float));

    // The kernel names its need, with the line.
    let both = built(kernel("both").workgroup_size(1).build(|k| {
        let image = k.storage_texture_2d::<Rgba8Unorm, ReadWrite>("image");
        image.store(uvec2(0, 0), image.load(uvec2(0, 0)));
    }));
    let image = gpu.zeroed_texture::<Rgba8Unorm>([4, 4]).unwrap();
    let error = gpu
        .run(&both)
        .bind_texture("image", &image)
        .workgroups([1, 1, 1]);
    let error = error.unwrap_err();
    let words = "read-write storage textures of tier 2 formats: used at ";
    assert!(error.message().contains(words), "{error}");

    // What a sampler cannot mix.
    let floats = gpu.zeroed_texture::<R32Float>([4, 4]).unwrap();
    let output = gpu.zeroed_texture::<Rgba8Unorm>([4, 4]).unwrap();
    let smooth = gpu.sampler(Sampling::LINEAR).unwrap();
    let run = gpu.run(&halve()).bind_texture("input", &floats);
    let run = run
        .bind_texture("output", &output)
        .bind_sampler("smooth", &smooth);
    let error = run.workgroups([1, 1, 1]).unwrap_err();
    let words = "kernel `halve`: binding `input` is read by a sampler, and `r32float` cannot be on";
    assert!(error.message().contains(words), "{error}");

    let error = gpu.zeroed_texture::<Rgba16Unorm>([4, 4]).unwrap_err();
    let words = "no textures of the format `rgba16unorm` on";
    assert!(error.message().contains(words), "{error}");
}
