//! An ordinary wgpu compute program about textures, in parts. Nothing here knows what it runs on.

mod arrays;
mod formats;
mod gathers;
mod images;
mod native;
mod queries;
mod samples;
mod stores;

pub(crate) use native::{FEATURES, native};

use std::num::NonZeroU64;

use wgpu::{
    BindGroupEntry, BindingResource, Buffer, BufferUsages, ComputePipeline, Device, Extent3d,
    Queue, Texture, TextureDimension, TextureFormat, TextureUsages, TextureView,
};

/// What a part computed.
#[derive(Clone, Debug)]
pub(crate) enum Values {
    /// Must be equal.
    Words(Vec<u32>),
    /// May differ by as much.
    Floats(Vec<f32>, f32),
}

/// What a part of the program computed, and what it should have.
pub(crate) struct Outcome {
    pub part: String,
    pub computed: Values,
    pub expected: Values,
}

impl Outcome {
    fn words(part: impl Into<String>, computed: Vec<u32>, expected: Vec<u32>) -> Self {
        Self {
            part: part.into(),
            computed: Values::Words(computed),
            expected: Values::Words(expected),
        }
    }

    fn floats(
        part: impl Into<String>,
        computed: Vec<u32>,
        expected: Vec<f32>,
        tolerance: f32,
    ) -> Self {
        let computed = computed.into_iter().map(f32::from_bits).collect();
        Self {
            part: part.into(),
            computed: Values::Floats(computed, tolerance),
            expected: Values::Floats(expected, tolerance),
        }
    }
}

/// The device that a part runs on.
pub(crate) struct Gpu<'a> {
    pub device: &'a Device,
    pub queue: &'a Queue,
}

/// The whole program.
pub(crate) fn program(device: &Device, queue: &Queue) -> Vec<Outcome> {
    let gpu = Gpu { device, queue };
    let parts: [fn(&Gpu<'_>) -> Vec<Outcome>; 7] = [
        stores::run,
        images::run,
        samples::run,
        gathers::run,
        arrays::run,
        queries::run,
        formats::run,
    ];
    parts.iter().flat_map(|part| part(&gpu)).collect()
}

const ALL: TextureUsages = TextureUsages::COPY_SRC
    .union(TextureUsages::COPY_DST)
    .union(TextureUsages::TEXTURE_BINDING);

/// A texture to be made.
struct Make {
    dimension: TextureDimension,
    size: [u32; 3],
    levels: u32,
    format: TextureFormat,
    usage: TextureUsages,
}

impl Make {
    fn flat(width: u32, height: u32, format: TextureFormat) -> Self {
        Self {
            dimension: TextureDimension::D2,
            size: [width, height, 1],
            levels: 1,
            format,
            usage: ALL,
        }
    }

    fn storage(self) -> Self {
        Self {
            usage: self.usage | TextureUsages::STORAGE_BINDING,
            ..self
        }
    }
}

fn extent([width, height, depth_or_array_layers]: [u32; 3]) -> Extent3d {
    Extent3d {
        width,
        height,
        depth_or_array_layers,
    }
}

impl Gpu<'_> {
    fn texture(&self, make: Make) -> Texture {
        self.device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: extent(make.size),
            mip_level_count: make.levels,
            sample_count: 1,
            dimension: make.dimension,
            format: make.format,
            usage: make.usage,
            view_formats: &[],
        })
    }

    /// Writes all texels of a level, rows one after the other.
    fn write(&self, texture: &Texture, level: u32, size: [u32; 3], bytes: &[u8]) {
        let texel = bytes.len() as u32 / (size[0] * size[1] * size[2]);
        self.queue.write_texture(
            wgpu::TexelCopyTextureInfo {
                mip_level: level,
                ..texture.as_image_copy()
            },
            bytes,
            wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(size[0] * texel),
                rows_per_image: Some(size[1]),
            },
            extent(size),
        );
    }

    /// All texels of a level, rows one after the other.
    fn read(&self, texture: &Texture, level: u32, size: [u32; 3], texel: u32) -> Vec<u8> {
        let row = (size[0] * texel).next_multiple_of(256);
        let bytes = u64::from(row * size[1] * size[2]);
        let buffer = self.buffer(bytes);
        let mut encoder = self.device.create_command_encoder(&Default::default());
        encoder.copy_texture_to_buffer(
            wgpu::TexelCopyTextureInfo {
                mip_level: level,
                ..texture.as_image_copy()
            },
            wgpu::TexelCopyBufferInfo {
                buffer: &buffer,
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(row),
                    rows_per_image: Some(size[1]),
                },
            },
            extent(size),
        );
        self.queue.submit([encoder.finish()]);
        let bytes = self.bytes(&buffer);
        let rows = bytes.chunks(row as usize);
        rows.flat_map(|bytes| bytes[..(size[0] * texel) as usize].to_vec())
            .collect()
    }

    fn buffer(&self, size: u64) -> Buffer {
        self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size,
            usage: BufferUsages::STORAGE | BufferUsages::COPY_SRC | BufferUsages::COPY_DST,
            mapped_at_creation: false,
        })
    }

    fn bytes(&self, buffer: &Buffer) -> Vec<u8> {
        let copy = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: buffer.size(),
            usage: BufferUsages::MAP_READ | BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let mut encoder = self.device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(buffer, 0, &copy, 0, None);
        self.queue.submit([encoder.finish()]);
        copy.map_async(wgpu::MapMode::Read, .., |mapped| {
            mapped.expect("the map succeeds");
        });
        self.device
            .poll(wgpu::PollType::wait_indefinitely())
            .expect("the device is polled");
        copy.get_mapped_range(..).expect("it is mapped").to_vec()
    }

    fn words(&self, buffer: &Buffer) -> Vec<u32> {
        let bytes = self.bytes(buffer);
        let words = bytes.as_chunks::<4>().0.iter();
        words.map(|word| u32::from_le_bytes(*word)).collect()
    }

    fn pipeline(&self, source: &str) -> ComputePipeline {
        let module = self
            .device
            .create_shader_module(wgpu::ShaderModuleDescriptor {
                label: None,
                source: wgpu::ShaderSource::Wgsl(source.to_owned().into()),
            });
        self.device
            .create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: None,
                layout: None,
                module: &module,
                entry_point: None,
                compilation_options: Default::default(),
                cache: None,
            })
    }

    /// Runs `source` with its resources at the bindings 0, 1 ...
    fn dispatch(&self, source: &str, resources: &[BindingResource<'_>], workgroups: [u32; 3]) {
        let pipeline = self.pipeline(source);
        let entries: Vec<_> = (0..)
            .zip(resources)
            .map(|(binding, resource)| BindGroupEntry {
                binding,
                resource: resource.clone(),
            })
            .collect();
        let group = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &pipeline.get_bind_group_layout(0),
            entries: &entries,
        });
        let mut encoder = self.device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, &group, &[]);
            let [x, y, z] = workgroups;
            pass.dispatch_workgroups(x, y, z);
        }
        self.queue.submit([encoder.finish()]);
    }

    /// Runs `source`, whose binding 0 is a buffer of `count` words that it fills; the words.
    fn fill(
        &self,
        source: &str,
        count: u32,
        resources: &[BindingResource<'_>],
        workgroups: [u32; 3],
    ) -> Vec<u32> {
        let out = self.buffer(u64::from(count) * 4);
        let binding = BindingResource::Buffer(wgpu::BufferBinding {
            buffer: &out,
            offset: 0,
            size: NonZeroU64::new(u64::from(count) * 4),
        });
        let mut all = vec![binding];
        all.extend(resources.iter().cloned());
        self.dispatch(source, &all, workgroups);
        self.words(&out)
    }
}

fn view(texture: &Texture) -> TextureView {
    texture.create_view(&Default::default())
}

/// A sequence without pattern, the same each time.
struct Noise(u32);

impl Noise {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        self.0 >> 8
    }

    fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.next() as u8).collect()
    }
}
