//! Textures and samplers of this library through `gpu.run` and through plans, on every
//! executor: what is uploaded, what kernels make of it, what comes back. Right values are
//! worked out by hand. What kernels can say of textures is in `textures`.

mod common;

use bitonic_dsl::types::{StorageAccess, StorageFormat};
use bitonic_dsl::*;
use bitonic_runtime::error::ErrorKind;
use bitonic_runtime::plan::{Edge, Extent, Grid, Plan, Role, Sampling};
use bitonic_runtime::{Bound, Error, Gpu, HostTexel, Run};

fn built(kernel: Result<Kernel, bitonic_dsl::Error>) -> Kernel {
    kernel.unwrap_or_else(|error| panic!("{error}"))
}

/// `output[at] = 1 - input[at]`, of an image.
fn invert() -> Kernel {
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
fn halve() -> Kernel {
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

/// A width that is no multiple of 64 texels, so that rows of copies are padded.
const WIDTH: u32 = 5;

fn gray(values: &[u8]) -> Vec<[u8; 4]> {
    values.iter().map(|&v| [v, v, v, 255]).collect()
}

#[test]
fn an_image_goes_in_and_another_comes_out() {
    for gpu in common::executors() {
        let values: Vec<u8> = (0..WIDTH as u8 * 3).map(|i| i * 10).collect();
        let input = gpu
            .texture::<Rgba8Unorm>([WIDTH, 3], &gray(&values))
            .unwrap();
        let output = gpu.zeroed_texture::<Rgba8Unorm>([WIDTH, 3]).unwrap();
        let run = gpu.run(&invert()).bind_texture("input", &input);
        let run = run.bind_texture("output", &output);
        run.workgroups([2, 1, 1]).unwrap();
        let inverted: Vec<u8> = values.iter().map(|v| 255 - v).collect();
        assert_eq!(output.read().unwrap(), gray(&inverted), "{}", gpu.info());
        assert_eq!(input.read().unwrap(), gray(&values), "{}", gpu.info());
    }
}

/// What is written comes back: every dimension, every level, odd sizes.
#[test]
fn texels_come_back_as_they_were_written() {
    fn round_trip<F: HostTexel>(gpu: &Gpu, extent: Extent, texel: impl Fn(u64) -> F::Host)
    where
        F::Host: PartialEq + std::fmt::Debug,
    {
        let texture = gpu.zeroed_texture::<F>(extent).unwrap();
        let level_texels = |level| -> Vec<F::Host> {
            let count = extent.texels(level);
            (0..count)
                .map(|i| texel(i + u64::from(level) * 100))
                .collect()
        };
        for level in 0..extent.levels() {
            texture.write_level(level, &level_texels(level)).unwrap();
        }
        for level in 0..extent.levels() {
            let found = texture.read_level(level).unwrap();
            assert_eq!(found, level_texels(level), "{extent} on {}", gpu.info());
        }
    }
    for gpu in common::executors() {
        round_trip::<R8Unorm>(&gpu, Extent::d2(7, 5).with_levels(3), |i| i as u8);
        round_trip::<R32Float>(&gpu, Extent::d1(13), |i| i as f32 / 4.0);
        round_trip::<Rgba16Float>(&gpu, Extent::d2_array(3, 2, 4).with_levels(2), |i| {
            [f16::from_f32(i as f32), f16::ONE, f16::ZERO, f16::NEG_ONE]
        });
        round_trip::<Rg32Uint>(&gpu, Extent::d3(3, 5, 7).with_levels(3), |i| [i as u32, 9]);
        round_trip::<Rgba32Sint>(&gpu, Extent::d2(65, 2), |i| [-(i as i32), 1, 2, 3]);
        round_trip::<Rgb10a2Unorm>(&gpu, Extent::d2(2, 2), |i| 0x4000_0000 | i as u32);
    }
}

#[test]
fn a_level_is_bound_alone() {
    for gpu in common::executors() {
        let extent = Extent::d2(4, 4).with_levels(2);
        let chain = gpu.texture::<Rgba8Unorm>(extent, &gray(&[80; 16])).unwrap();
        let smooth = gpu.sampler(Sampling::LINEAR).unwrap();
        let run = gpu.run(&halve()).bind_sampler("smooth", &smooth);
        let run = run.bind_texture("input", chain.level(0));
        let run = run.bind_texture("output", chain.level(1));
        run.workgroups([1, 1, 1]).unwrap();
        assert_eq!(
            chain.read_level(1).unwrap(),
            gray(&[80; 4]),
            "{}",
            gpu.info()
        );
    }
}

#[test]
fn wgpus_own_textures_views_and_samplers_are_bound() {
    for gpu in common::executors() {
        let device = gpu.device();
        let texture = device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: wgpu::Extent3d {
                width: 2,
                height: 2,
                depth_or_array_layers: 1,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rgba8UnormSrgb,
            usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
            view_formats: &[],
        });
        let sampler = device.create_sampler(&wgpu::SamplerDescriptor::default());
        let layout = wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(8),
            rows_per_image: None,
        };
        // 255 is 1 in sRGB as without.
        let white = [255; 16];
        gpu.queue()
            .write_texture(texture.as_image_copy(), &white, layout, texture.size());
        let view = texture.create_view(&Default::default());
        for by_view in [false, true] {
            let output = gpu.zeroed_texture::<Rgba8Unorm>([1, 1]).unwrap();
            let run = gpu.run(&halve()).bind_sampler("smooth", &sampler);
            let run = match by_view {
                true => run.bind_texture("input", &view),
                false => run.bind_texture("input", &texture),
            };
            run.bind_texture("output", &output)
                .workgroups([1, 1, 1])
                .unwrap();
            assert_eq!(output.read().unwrap(), [[255; 4]], "{}", gpu.info());
        }
        // One layer stands where an array is wanted, too.
        let layers = built(kernel("layers").workgroup_size(1).build(|k| {
            let input = k.texture_2d_array::<f32>("input");
            let out = k.storage_mut::<u32>("out");
            out.element(0).assign(input.layers());
        }));
        let out = gpu.zeroed::<u32>(1).unwrap();
        let run = gpu
            .run(&layers)
            .bind_texture("input", &texture)
            .bind("out", &out);
        run.workgroups([1, 1, 1]).unwrap();
        assert_eq!(out.read().unwrap(), [1], "{}", gpu.info());
    }
}

/// The image of the plan, its halves, and the inverse of the smallest.
fn pyramid() -> (Plan, Ids) {
    let mut plan = Plan::new("pyramid");
    let format = StorageFormat::Rgba8Unorm;
    let photo = plan.add_texture("photo", Role::Input, format, [4, 4]);
    let levels = Extent::d2(2, 2).with_levels(2);
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

struct Ids {
    photo: bitonic_runtime::plan::TextureId,
    halves: bitonic_runtime::plan::TextureId,
    result: bitonic_runtime::plan::TextureId,
}

#[test]
fn a_plan_of_textures_runs_at_once_and_step_by_step() {
    // Four quarters of one gray each; the mean of all is 100.
    let (a, b, c, d) = (40, 80, 120, 160);
    let rows = [[a, a, b, b], [a, a, b, b], [c, c, d, d], [c, c, d, d]];
    for gpu in common::executors() {
        let photo = gpu.texture::<Rgba8Unorm>([4, 4], &gray(rows.as_flattened()));
        let photo = photo.unwrap();
        let result = gpu.zeroed_texture::<Rgba8Unorm>([1, 1]).unwrap();
        let (plan, ids) = pyramid();
        let bound = Bound::new().with_texture(ids.photo, &photo);
        let bound = bound.with_texture(ids.result, &result);
        let recording = gpu.prepare(plan, bound).unwrap();
        recording.submit_steps(0..1).unwrap();
        let halves = recording.texture::<Rgba8Unorm>(ids.halves).unwrap();
        assert_eq!(
            halves.read().unwrap(),
            gray(&[a, b, c, d]),
            "{}",
            gpu.info()
        );
        assert_eq!(halves.read_level(1).unwrap(), [[0; 4]], "{}", gpu.info());
        recording.submit_steps(1..3).unwrap();
        assert_eq!(
            halves.read_level(1).unwrap(),
            gray(&[100]),
            "{}",
            gpu.info()
        );
        let last = recording.read_back_texture::<Rgba8Unorm>(ids.result);
        assert_eq!(last.unwrap(), gray(&[155]), "{}", gpu.info());

        photo.write(&gray(&[55; 16])).unwrap();
        recording.submit().unwrap();
        let last = recording.read_back_texture_async::<Rgba8Unorm>(ids.result);
        let last = pollster::block_on(last).unwrap();
        assert_eq!(last, gray(&[200]), "{}", gpu.info());

        let wrong = recording.texture::<R32Float>(ids.result).unwrap_err();
        let words = "`result` of plan `pyramid` holds `rgba8unorm`, not `r32float`";
        assert!(wrong.message().contains(words), "{wrong}");
        let hidden = recording.texture::<Rgba8Unorm>(ids.photo).unwrap_err();
        assert!(
            hidden.message().contains("does not read this texture back"),
            "{hidden}"
        );
    }
}

#[test]
fn a_step_reads_and_writes_one_texture() {
    let double = built(kernel("double").workgroup_size(4).build(|k| {
        let row = k.storage_texture_1d::<R32Uint, ReadWrite>("row");
        let i = local_invocation_index();
        row.store(i, splat::<UVec4>(row.load(i).x() * 2));
    }));
    for gpu in common::executors() {
        let row = gpu
            .texture::<R32Uint>(Extent::d1(4), &[1, 2, 3, 4])
            .unwrap();
        let mut plan = Plan::new("twice");
        let id = plan.add_texture(
            "row",
            Role::InputOutput,
            StorageFormat::R32Uint,
            Extent::d1(4),
        );
        let kernel = plan.add_kernel(double.clone());
        plan.add_step("first", kernel, [id], Grid::new([1, 1, 1]));
        plan.add_step("second", kernel, [id], Grid::new([1, 1, 1]));
        let recording = gpu
            .prepare(plan, Bound::new().with_texture(id, &row))
            .unwrap();
        recording.submit().unwrap();
        assert_eq!(row.read().unwrap(), [4, 8, 12, 16], "{}", gpu.info());
    }
}

/// What lies beyond the edge: the values of WebGPU's `GPUAddressMode`, at texel centres.
#[test]
fn samplers_go_on_beyond_edges_as_they_are_told() {
    let look = built(kernel("look").workgroup_size(4).build(|k| {
        let row = k.texture_2d::<f32>("row");
        let sampler = k.sampler("sampler");
        let out = k.storage_mut::<u32>("out");
        let i = local_invocation_index();
        // Texels -2, -1, 2 and 3 of a row of two.
        let texel = select(i.lt(2), i.to_f32() - 2.0, i.to_f32());
        let position = vec2((texel + 0.5) / 2.0, 0.5);
        let value = row.sample_level(sampler, position, 0.0).x();
        out.element(i).assign((value * 255.0).round().to_u32());
    }));
    for gpu in common::executors() {
        let row = gpu.texture::<R8Unorm>([2, 1], &[10, 20]).unwrap();
        for (edge, expected) in [
            (Edge::Clamp, [10, 10, 20, 20]),
            (Edge::Repeat, [10, 20, 10, 20]),
            (Edge::Mirror, [20, 10, 20, 10]),
        ] {
            let sampler = gpu.sampler(Sampling::NEAREST.with_edge(edge)).unwrap();
            assert_eq!(sampler.sampling().edge, edge);
            let out = gpu.zeroed::<u32>(4).unwrap();
            let run = gpu.run(&look).bind_texture("row", &row).bind("out", &out);
            run.bind_sampler("sampler", &sampler)
                .workgroups([1, 1, 1])
                .unwrap();
            assert_eq!(out.read().unwrap(), expected, "{edge:?} on {}", gpu.info());
        }
    }
}

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
            "kernel `invert`: binding `output` has the format `rgba8unorm`, the texture bound to it (`output`) holds `rgba8snorm`",
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
        &[
            "binding `input` has channels of `f32`, the texture bound to it (`input`, `rgba8uint`) of `u32`",
        ],
    ),
    (
        |gpu| {
            let one = gpu.zeroed_texture::<Rgba8Unorm>(Extent::d3(4, 4, 4))?;
            let other = gpu.zeroed_texture::<Rgba8Unorm>([4, 4])?;
            let run = |run: Run| {
                run.bind_texture("input", &one)
                    .bind_texture("output", &other)
            };
            inverting(gpu, run)
        },
        ErrorKind::Plan,
        &[
            "binding `input` is of two dimensions, the texture bound to it (`input`) is of three dimensions",
        ],
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
            gpu.zeroed_texture::<R32Float>(Extent::d1(4).with_levels(2))
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
            .contains("the texture for `input` is on the device"),
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

/// Where the device can, a sampler mixes floats of 32 bits.
#[test]
fn floats_of_32_bits_are_mixed_where_the_device_can() {
    for gpu in common::executors() {
        if !gpu.filters(StorageFormat::R32Float) {
            println!("SKIP: {} does not filter r32float", gpu.info());
            continue;
        }
        let floats = gpu
            .texture::<R32Float>([2, 2], &[0.0, 1.0, 1.0, 0.0])
            .unwrap();
        let output = gpu.zeroed_texture::<Rgba8Unorm>([1, 1]).unwrap();
        let smooth = gpu.sampler(Sampling::LINEAR).unwrap();
        let run = gpu.run(&halve()).bind_texture("input", &floats);
        let run = run
            .bind_texture("output", &output)
            .bind_sampler("smooth", &smooth);
        run.workgroups([1, 1, 1]).unwrap();
        // 0.5 * 255 = 127.5, which may be rounded either way.
        let found = output.read().unwrap()[0][0];
        assert!((127..=128).contains(&found), "{found} on {}", gpu.info());
    }
}
