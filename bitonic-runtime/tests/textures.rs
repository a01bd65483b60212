//! Kernels with textures on every executor: what they read and write is what the WGSL
//! specification says, worked out by hand.

mod common;

use bitonic_dsl::interface::BindingKind;
use bitonic_dsl::*;
use bitonic_runtime::Gpu;

/// A texture to be bound: its dimensions, its format, and the bytes of each level.
struct Texture {
    name: &'static str,
    dimension: wgpu::TextureDimension,
    size: [u32; 3],
    format: wgpu::TextureFormat,
    levels: Vec<Vec<u8>>,
}

impl Texture {
    fn d2(
        name: &'static str,
        size: [u32; 2],
        format: wgpu::TextureFormat,
        level: Vec<u8>,
    ) -> Texture {
        Texture {
            name,
            dimension: wgpu::TextureDimension::D2,
            size: [size[0], size[1], 1],
            format,
            levels: vec![level],
        }
    }

    fn upload(&self, gpu: &Gpu, usage: wgpu::TextureUsages) -> wgpu::Texture {
        let [width, height, depth_or_array_layers] = self.size;
        let texture = gpu.device().create_texture(&wgpu::TextureDescriptor {
            label: Some(self.name),
            size: wgpu::Extent3d {
                width,
                height,
                depth_or_array_layers,
            },
            mip_level_count: self.levels.len() as u32,
            sample_count: 1,
            dimension: self.dimension,
            format: self.format,
            usage: usage | wgpu::TextureUsages::COPY_DST | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        });
        for (mip_level, bytes) in (0..).zip(&self.levels) {
            self.fill(gpu, &texture, mip_level, bytes);
        }
        texture
    }

    fn fill(&self, gpu: &Gpu, texture: &wgpu::Texture, mip_level: u32, bytes: &[u8]) {
        let size = texture.size().mip_level_size(mip_level, self.dimension);
        let texel = self.format.block_copy_size(None).unwrap();
        gpu.queue().write_texture(
            wgpu::TexelCopyTextureInfo {
                texture,
                mip_level,
                origin: wgpu::Origin3d::ZERO,
                aspect: wgpu::TextureAspect::All,
            },
            bytes,
            wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(size.width * texel),
                rows_per_image: Some(size.height),
            },
            size,
        );
    }
}

/// A texture on a device, and the view that a kernel is given.
struct Made {
    name: &'static str,
    texture: wgpu::Texture,
    view: wgpu::TextureView,
}

impl Made {
    /// The bytes of layer `z` of the first level, row by row.
    fn layer(&self, gpu: &Gpu, z: u32) -> Vec<u8> {
        let size = wgpu::Extent3d {
            depth_or_array_layers: 1,
            ..self.texture.size()
        };
        let row = size.width * self.texture.format().block_copy_size(None).unwrap();
        let stride = row.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let copied = gpu
            .zeroed::<u32>((stride * size.height / 4) as usize)
            .unwrap();
        let mut encoder = gpu.device().create_command_encoder(&Default::default());
        encoder.copy_texture_to_buffer(
            wgpu::TexelCopyTextureInfo {
                origin: wgpu::Origin3d {
                    z,
                    ..wgpu::Origin3d::ZERO
                },
                ..self.texture.as_image_copy()
            },
            wgpu::TexelCopyBufferInfo {
                buffer: copied.wgpu_buffer(),
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(stride),
                    rows_per_image: Some(size.height),
                },
            },
            size,
        );
        gpu.queue().submit([encoder.finish()]);
        let bytes = words(&copied.read().unwrap());
        let rows = bytes.chunks(stride as usize);
        rows.flat_map(|bytes| bytes[..row as usize].to_vec())
            .collect()
    }
}

/// Runs `kernel` in one workgroup: `textures` by name, a buffer of `words` words called
/// `out`, a sampler that interpolates and clamps. Gives the words.
fn run(gpu: &Gpu, kernel: &Kernel, textures: &[Made], words: usize) -> Vec<u32> {
    let out = gpu.zeroed::<u32>(words).unwrap();
    let device = gpu.device();
    let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
        mag_filter: wgpu::FilterMode::Linear,
        min_filter: wgpu::FilterMode::Linear,
        ..Default::default()
    });
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(kernel.wgsl(Dialect::Naga).unwrap().into()),
    });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: Some(&kernel.interface().entry_point),
        compilation_options: Default::default(),
        cache: None,
    });
    let entries: Vec<_> = kernel
        .interface()
        .bindings
        .iter()
        .map(|binding| wgpu::BindGroupEntry {
            binding: binding.binding,
            resource: match binding.kind {
                BindingKind::Sampler => wgpu::BindingResource::Sampler(&sampler),
                BindingKind::Texture { .. } | BindingKind::StorageTexture { .. } => {
                    let named = textures.iter().find(|one| one.name == binding.name);
                    wgpu::BindingResource::TextureView(&named.unwrap().view)
                }
                BindingKind::StorageRead | BindingKind::StorageReadWrite | BindingKind::Uniform => {
                    out.wgpu_buffer().as_entire_binding()
                }
            },
        })
        .collect();
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &entries,
    });
    let mut encoder = device.create_command_encoder(&Default::default());
    let mut pass = encoder.begin_compute_pass(&Default::default());
    pass.set_pipeline(&pipeline);
    pass.set_bind_group(0, &group, &[]);
    pass.dispatch_workgroups(1, 1, 1);
    drop(pass);
    gpu.queue().submit([encoder.finish()]);
    out.read().unwrap()
}

/// Makes `textures` as `kernel` binds them.
fn make(gpu: &Gpu, kernel: &Kernel, textures: &[Texture]) -> Vec<Made> {
    let bindings = &kernel.interface().bindings;
    let make = |texture: &Texture| {
        let binding = bindings.iter().find(|one| one.name == texture.name);
        let (usage, dimension) = match binding.unwrap().kind {
            BindingKind::StorageTexture { dimension, .. } => {
                (wgpu::TextureUsages::STORAGE_BINDING, dimension)
            }
            BindingKind::Texture { dimension, .. } => {
                (wgpu::TextureUsages::TEXTURE_BINDING, dimension)
            }
            BindingKind::StorageRead
            | BindingKind::StorageReadWrite
            | BindingKind::Uniform
            | BindingKind::Sampler => panic!("{} is no texture", texture.name),
        };
        use bitonic_dsl::types::TextureDimension::{D1, D2, D2Array, D3};
        let name = texture.name;
        let texture = texture.upload(gpu, usage);
        let view = texture.create_view(&wgpu::TextureViewDescriptor {
            dimension: Some(match dimension {
                D1 => wgpu::TextureViewDimension::D1,
                D2 => wgpu::TextureViewDimension::D2,
                D2Array => wgpu::TextureViewDimension::D2Array,
                D3 => wgpu::TextureViewDimension::D3,
            }),
            ..Default::default()
        });
        Made {
            name,
            texture,
            view,
        }
    };
    textures.iter().map(make).collect()
}

#[track_caller]
fn check(kernel: Result<Kernel, Error>, textures: &[Texture], expected: &[u32]) {
    let kernel = kernel.unwrap_or_else(|error| panic!("{error}"));
    for gpu in common::executors() {
        let made = make(&gpu, &kernel, textures);
        let found = run(&gpu, &kernel, &made, expected.len());
        assert_eq!(
            found,
            expected,
            "on {}\n{}",
            gpu.info(),
            kernel.wgsl(Dialect::Naga).unwrap()
        );
    }
}

fn words(values: &[u32]) -> Vec<u8> {
    values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect()
}

fn floats(values: &[f32]) -> Vec<u8> {
    values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect()
}

#[test]
fn texels_are_read_by_position_and_level() {
    // A level of 4 x 2, and one of 2 x 1.
    let kernel = kernel("load").workgroup_size(1).build(|k| {
        let input = k.texture_2d::<u32>("input");
        let out = k.storage_mut::<u32>("out");
        out.element(0).assign(input.load(uvec2(1, 0), 0).x());
        out.element(1).assign(input.load(ivec2(3, 1), 0u32).x());
        out.element(2).assign(input.load(uvec2(1, 0), 1i32).x());
        out.element(3).assign(input.dimensions().x());
        out.element(4).assign(input.dimensions().y());
        out.element(5).assign(input.dimensions_at(1).x());
        out.element(6).assign(input.levels());
        // A channel that the format lacks is 0, the last 1.
        out.element(7).assign(input.load(uvec2(0, 0), 0).y());
        out.element(8).assign(input.load(uvec2(0, 0), 0).w());
    });
    let mut texture = Texture::d2(
        "input",
        [4, 2],
        wgpu::TextureFormat::R32Uint,
        words(&[10, 11, 12, 13, 20, 21, 22, 23]),
    );
    texture.levels.push(words(&[70, 71]));
    check(kernel, &[texture], &[11, 23, 71, 4, 2, 2, 2, 0, 1]);
}

#[test]
fn layers_rows_and_blocks_are_read() {
    let kernel = kernel("shapes").workgroup_size(1).build(|k| {
        let row = k.texture_1d::<i32>("row");
        let layers = k.texture_2d_array::<u32>("layers");
        let block = k.texture_3d::<f32>("block");
        let out = k.storage_mut::<u32>("out");
        out.element(0).assign(row.load(2, 0).x().bitcast::<u32>());
        out.element(1).assign(layers.load(uvec2(1, 1), 2, 0).x());
        out.element(2).assign(layers.layers());
        out.element(3)
            .assign(block.load(uvec3(1, 0, 1), 0).x().to_u32());
        out.element(4).assign(block.dimensions().z());
        out.element(5).assign(row.dimensions());
    });
    let row = Texture {
        dimension: wgpu::TextureDimension::D1,
        ..Texture::d2(
            "row",
            [3, 1],
            wgpu::TextureFormat::R32Sint,
            words(&[1, 2, u32::MAX]),
        )
    };
    let layers = Texture {
        size: [2, 2, 3],
        ..Texture::d2(
            "layers",
            [2, 2],
            wgpu::TextureFormat::R32Uint,
            words(&[0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23]),
        )
    };
    let block = Texture {
        dimension: wgpu::TextureDimension::D3,
        size: [2, 1, 2],
        ..Texture::d2(
            "block",
            [2, 1],
            wgpu::TextureFormat::R32Float,
            floats(&[1.0, 2.0, 3.0, 4.0]),
        )
    };
    check(kernel, &[row, layers, block], &[u32::MAX, 23, 3, 4, 2, 3]);
}

#[test]
fn a_read_of_a_written_texture_happens_where_it_is_written() {
    let kernel = kernel("order").workgroup_size(1).build(|k| {
        let cells = k.storage_texture_2d::<R32Uint, ReadWrite>("cells");
        let out = k.storage_mut::<u32>("out");
        let at = uvec2(1, 1);
        let before = cells.load(at).x();
        cells.store(at, splat::<UVec4>(before + 100));
        let after = cells.load(at).x();
        cells.store(at, splat::<UVec4>(after * 2));
        out.element(0).assign(before);
        out.element(1).assign(after);
        out.element(2).assign(cells.load(at).x());
    });
    let cells = Texture::d2(
        "cells",
        [2, 2],
        wgpu::TextureFormat::R32Uint,
        words(&[1, 2, 3, 7]),
    );
    check(kernel, &[cells], &[7, 107, 214]);
}

#[test]
fn written_texels_are_read_by_the_next_invocation_after_a_barrier() {
    let kernel = kernel("turn").workgroup_size(4).build(|k| {
        let row = k.storage_texture_1d::<R32Sint, ReadWrite>("row");
        let out = k.storage_mut::<u32>("out");
        let i = local_invocation_index();
        let value = row.load(i).x();
        texture_barrier();
        row.store(3 - i, splat::<IVec4>(value * 10));
        texture_barrier();
        out.element(i).assign(row.load(i).x().to_u32());
    });
    let row = Texture {
        dimension: wgpu::TextureDimension::D1,
        ..Texture::d2(
            "row",
            [4, 1],
            wgpu::TextureFormat::R32Sint,
            words(&[1, 2, 3, 4]),
        )
    };
    check(kernel, &[row], &[40, 30, 20, 10]);
}

#[test]
fn a_sampler_interpolates_at_a_level() {
    // At the middle between two texels a linear sampler gives their mean, beyond the
    // edge of a clamped texture the edge's texel.
    let kernel = kernel("sample").workgroup_size(1).build(|k| {
        let input = k.texture_2d::<f32>("input");
        let sampler = k.sampler("sampler");
        let out = k.storage_mut::<u32>("out");
        let bits = |position: Node<Vec2>, level: f32| {
            let value = input.sample_level(sampler, position, level);
            (value.x() * 255.0).round().to_u32()
        };
        out.element(0).assign(bits(vec2(0.5, 0.5), 0.0));
        out.element(1).assign(bits(vec2(0.25, 0.5), 0.0));
        out.element(2).assign(bits(vec2(1.0, 0.5), 0.0));
        out.element(3).assign(bits(vec2(0.5, 0.5), 1.0));
    });
    let mut input = Texture::d2(
        "input",
        [2, 1],
        wgpu::TextureFormat::R8Unorm,
        vec![100, 200],
    );
    input.levels.push(vec![50]);
    check(kernel, &[input], &[150, 100, 200, 50]);
}

#[test]
fn normalised_formats_round_and_clamp() {
    // 0.2 * 255 = 51; what is outside of 0 to 1 is clamped to it.
    let write = kernel("write").workgroup_size(1).build(|k| {
        let texels = k.storage_texture_2d_array::<Rgba8Unorm, WriteOnly>("texels");
        let out = k.storage_mut::<u32>("out");
        texels.store(uvec2(0, 1), 1, vec4(0.2, 2.0, -1.0, 1.0));
        out.element(0).assign(texels.layers());
        out.element(1).assign(texels.dimensions().y());
    });
    let write = write.unwrap_or_else(|error| panic!("{error}"));
    let texels = Texture {
        size: [1, 2, 3],
        ..Texture::d2(
            "texels",
            [1, 2],
            wgpu::TextureFormat::Rgba8Unorm,
            vec![7; 24],
        )
    };
    for gpu in common::executors() {
        let made = make(&gpu, &write, std::slice::from_ref(&texels));
        assert_eq!(run(&gpu, &write, &made, 2), [3, 2], "{}", gpu.info());
        let untouched = [7, 7, 7, 7];
        let stored = [untouched, [51, 255, 0, 255]].concat();
        assert_eq!(made[0].layer(&gpu, 1), stored, "{}", gpu.info());
        for other in [0, 2] {
            assert_eq!(
                made[0].layer(&gpu, other),
                untouched.repeat(2),
                "{}",
                gpu.info()
            );
        }
    }
}

#[test]
fn a_function_reads_the_texture_of_its_kernel() {
    let kernel = kernel("captured").workgroup_size(1).build(|k| {
        let input = k.texture_2d::<u32>("input");
        let out = k.storage_mut::<u32>("out");
        let texel = Fn("texel", ["x"], move |x: Node<u32>| {
            input.load(uvec2(x, 0), 0).x()
        });
        out.element(0).assign(texel.call(1) + texel.call(0));
    });
    let input = Texture::d2(
        "input",
        [2, 1],
        wgpu::TextureFormat::R32Uint,
        words(&[3, 4]),
    );
    check(kernel, &[input], &[7]);
}
