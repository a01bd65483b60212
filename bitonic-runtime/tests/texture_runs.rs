//! Textures and samplers of this library through `gpu.run` and through plans, on every
//! executor: what is uploaded, what kernels make of it, what comes back. Right values are
//! worked out by hand. What kernels can say of textures is in `textures`.

mod common;

use bitonic_dsl::types::StorageFormat;
use bitonic_dsl::*;
use bitonic_runtime::plan::{Edge, Grid, Plan, Role, Sampling, TextureSize};
use bitonic_runtime::{Bound, Gpu, HostTexel};
use common::images::{built, gray, halve, invert, pyramid};

/// A width that is no multiple of 64 texels, so that rows of copies are padded.
const WIDTH: u32 = 5;

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
    fn round_trip<F: HostTexel>(gpu: &Gpu, extent: TextureSize, texel: impl Fn(u64) -> F::Host)
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
        round_trip::<R8Unorm>(&gpu, TextureSize::d2(7, 5).with_levels(3), |i| i as u8);
        round_trip::<R32Float>(&gpu, TextureSize::d1(13), |i| i as f32 / 4.0);
        round_trip::<Rgba16Float>(&gpu, TextureSize::d2_array(3, 2, 4).with_levels(2), |i| {
            [f16::from_f32(i as f32), f16::ONE, f16::ZERO, f16::NEG_ONE]
        });
        round_trip::<Rg32Uint>(&gpu, TextureSize::d3(3, 5, 7).with_levels(3), |i| {
            [i as u32, 9]
        });
        round_trip::<Rgba32Sint>(&gpu, TextureSize::d2(65, 2), |i| [-(i as i32), 1, 2, 3]);
        round_trip::<Rgb10a2Unorm>(&gpu, TextureSize::d2(2, 2), |i| 0x4000_0000 | i as u32);
    }
}

#[test]
fn a_level_is_bound_alone() {
    for gpu in common::executors() {
        let extent = TextureSize::d2(4, 4).with_levels(2);
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
            .texture::<R32Uint>(TextureSize::d1(4), &[1, 2, 3, 4])
            .unwrap();
        let mut plan = Plan::new("twice");
        let id = plan.add_texture(
            "row",
            Role::InputOutput,
            StorageFormat::R32Uint,
            TextureSize::d1(4),
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
