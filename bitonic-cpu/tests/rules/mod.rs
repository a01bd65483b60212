//! The table of rules, by the kind of object that they are about, and what its rows build with.

mod bindings;
mod buffers;
mod encoders;
mod immediates;
mod passes;
mod pipelines;
mod queries;
mod subgroups;
mod texture_bindings;
mod texture_transfers;
mod texture_views;
mod textures;
mod transfers;
mod unsupported;

use wgpu::{
    BindGroup, BindGroupEntry, BindGroupLayout, BindGroupLayoutEntry, BindingResource, BindingType,
    Buffer, BufferBinding, BufferBindingType, BufferSize, BufferUsages, CommandBuffer,
    CommandEncoder, ComputePass, ComputePipeline, PipelineLayout, ShaderModule, ShaderStages,
};

use crate::common::Engine;

/// What wgpu-core makes of a row.
#[derive(Clone, Copy)]
pub(crate) enum OnCore {
    Refuses,
    /// And why it does, or we do not.
    Accepts(&'static str),
}

/// A way to break a rule.
pub(crate) struct Row {
    pub rule: &'static str,
    /// A part of the error.
    pub says: &'static str,
    pub run: fn(&Engine),
    pub on_core: OnCore,
    /// What the device is opened with.
    pub features: wgpu::Features,
}

/// A row that wgpu-core refuses too.
fn refused(rule: &'static str, says: &'static str, run: fn(&Engine)) -> Row {
    let on_core = OnCore::Refuses;
    Row {
        rule,
        says,
        run,
        on_core,
        features: wgpu::Features::empty(),
    }
}

impl Row {
    fn with(mut self, features: wgpu::Features) -> Self {
        self.features = features;
        self
    }

    fn but_core_accepts(mut self, why: &'static str) -> Self {
        self.on_core = OnCore::Accepts(why);
        self
    }
}

/// All rows, by what they are about.
pub(crate) fn sections() -> [(&'static str, Vec<Row>); 13] {
    [
        ("Buffers and maps", buffers::rows()),
        ("Copies, clears and writes", transfers::rows()),
        ("Bind groups and layouts", bindings::rows()),
        ("Shaders and pipelines", pipelines::rows()),
        ("Subgroups and atomics", subgroups::rows()),
        ("Passes and dispatches", passes::rows()),
        ("Immediates", immediates::rows()),
        ("Encoders and submissions", encoders::rows()),
        ("Queries", queries::rows()),
        ("Textures, views and samplers", textures::rows()),
        ("Copies and writes of textures", texture_transfers::rows()),
        (
            "Bindings of textures and samplers",
            texture_bindings::rows(),
        ),
        ("What only a GPU does", unsupported::rows()),
    ]
}

/// All rows.
pub(crate) fn all() -> Vec<Row> {
    let sections = sections().into_iter();
    sections.flat_map(|(_, rows)| rows).collect()
}

const UNIFORM: BufferBindingType = BufferBindingType::Uniform;
const READ: BufferBindingType = BufferBindingType::Storage { read_only: true };
const WRITE: BufferBindingType = BufferBindingType::Storage { read_only: false };

/// A kernel that writes one storage buffer.
const WRITES: &str = "
    @group(0) @binding(0) var<storage, read_write> data: array<u32>;
    @compute @workgroup_size(1) fn main() { data[0] = 1u; }";

/// A kernel that adds one storage buffer to another.
const ADDS: &str = "
    @group(0) @binding(0) var<storage, read> from_here: array<u32>;
    @group(0) @binding(1) var<storage, read_write> to_here: array<u32>;
    @compute @workgroup_size(1) fn main() { to_here[0] += from_here[0]; }";

fn buffer(engine: &Engine, size: u64, usage: BufferUsages) -> Buffer {
    engine.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("b"),
        size,
        usage,
        mapped_at_creation: false,
    })
}

fn storage(engine: &Engine) -> Buffer {
    let usage = BufferUsages::STORAGE | BufferUsages::COPY_SRC | BufferUsages::COPY_DST;
    buffer(engine, 1024, usage)
}

fn module(engine: &Engine, source: &str) -> ShaderModule {
    engine
        .device
        .create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("m"),
            source: wgpu::ShaderSource::Wgsl(source.to_owned().into()),
        })
}

fn pipeline(engine: &Engine, source: &str) -> ComputePipeline {
    pipeline_with(engine, source, None)
}

fn pipeline_with(
    engine: &Engine,
    source: &str,
    layout: Option<&PipelineLayout>,
) -> ComputePipeline {
    engine
        .device
        .create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some("p"),
            layout,
            module: &module(engine, source),
            entry_point: None,
            compilation_options: Default::default(),
            cache: None,
        })
}

fn entry(binding: u32, ty: BufferBindingType) -> BindGroupLayoutEntry {
    BindGroupLayoutEntry {
        binding,
        visibility: ShaderStages::COMPUTE,
        ty: BindingType::Buffer {
            ty,
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    }
}

fn dynamic(binding: u32, ty: BufferBindingType) -> BindGroupLayoutEntry {
    BindGroupLayoutEntry {
        ty: BindingType::Buffer {
            ty,
            has_dynamic_offset: true,
            min_binding_size: None,
        },
        ..entry(binding, ty)
    }
}

fn at_least(size: u64, binding: u32, ty: BufferBindingType) -> BindGroupLayoutEntry {
    BindGroupLayoutEntry {
        ty: BindingType::Buffer {
            ty,
            has_dynamic_offset: false,
            min_binding_size: BufferSize::new(size),
        },
        ..entry(binding, ty)
    }
}

fn layout(engine: &Engine, entries: &[BindGroupLayoutEntry]) -> BindGroupLayout {
    engine
        .device
        .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("l"),
            entries,
        })
}

fn pipeline_layout(engine: &Engine, groups: &[&BindGroupLayout]) -> PipelineLayout {
    let groups: Vec<_> = groups.iter().copied().map(Some).collect();
    engine
        .device
        .create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("pl"),
            bind_group_layouts: &groups,
            immediate_size: 0,
        })
}

/// A range of a buffer; size 0 stands for the rest.
fn range(buffer: &Buffer, offset: u64, size: u64) -> BindingResource<'_> {
    BindingResource::Buffer(BufferBinding {
        buffer,
        offset,
        size: BufferSize::new(size),
    })
}

/// A bind group with its resources at bindings 0, 1 ...
fn group(
    engine: &Engine,
    layout: &BindGroupLayout,
    resources: &[BindingResource<'_>],
) -> BindGroup {
    let entries: Vec<_> = (0..)
        .zip(resources)
        .map(|(binding, resource)| BindGroupEntry {
            binding,
            resource: resource.clone(),
        })
        .collect();
    group_at(engine, layout, &entries)
}

fn group_at(
    engine: &Engine,
    layout: &BindGroupLayout,
    entries: &[BindGroupEntry<'_>],
) -> BindGroup {
    engine.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("g"),
        layout,
        entries,
    })
}

/// A bind group of whole buffers for group 0 of a pipeline.
fn group_of(engine: &Engine, pipeline: &ComputePipeline, buffers: &[&Buffer]) -> BindGroup {
    let resources: Vec<_> = buffers
        .iter()
        .map(|buffer| buffer.as_entire_binding())
        .collect();
    group(engine, &pipeline.get_bind_group_layout(0), &resources)
}

/// Records commands.
fn encode(engine: &Engine, record: impl FnOnce(&mut CommandEncoder)) -> CommandBuffer {
    let mut encoder = engine.device.create_command_encoder(&Default::default());
    record(&mut encoder);
    encoder.finish()
}

/// Records one compute pass.
fn pass(engine: &Engine, record: impl FnOnce(&mut ComputePass<'_>)) -> CommandBuffer {
    encode(engine, |encoder| {
        record(&mut encoder.begin_compute_pass(&Default::default()));
    })
}

/// Another device of the same adapter.
fn other_device(engine: &Engine) -> Engine {
    Engine::open("other", engine.adapter.clone(), wgpu::Features::empty())
}
