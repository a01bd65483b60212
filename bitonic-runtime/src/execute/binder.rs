//! From a plan's steps to dispatches: bind groups made, parameters placed.

use std::collections::HashMap;
use std::sync::Arc;

use bitonic_dsl::interface::{Binding, BindingKind, Interface, ParameterPassing, Parameters};
use bitonic_dsl::types::{TextureDimension, Type};

use crate::buffer::RawBuffer;
use crate::device::{Gpu, Pipeline};
use crate::error::Error;
use crate::plan::{KernelId, Plan, ResourceId, Step, TextureId, pack};
use crate::texture::AnyTexture;

/// One step, ready to record.
#[derive(Debug)]
pub(super) struct Dispatch {
    pipeline: Arc<Pipeline>,
    groups: Arc<Vec<wgpu::BindGroup>>,
    parameters: Option<StepParameters>,
    workgroups: Workgroups,
}

/// How many workgroups a step starts.
#[derive(Debug)]
enum Workgroups {
    Known([u32; 3]),
    /// As many as lie at the start of a buffer by then.
    In(wgpu::Buffer),
}

/// How a step's parameters reach its kernel.
#[derive(Debug)]
enum StepParameters {
    /// At this offset of the uniform in this group.
    Offset { group: u32, offset: u32 },
    /// With the command.
    Immediates(Vec<u8>),
}

impl Dispatch {
    pub(super) fn record(&self, pass: &mut wgpu::ComputePass<'_>) {
        if let Workgroups::Known(workgroups) = self.workgroups
            && workgroups.contains(&0)
        {
            return;
        }
        pass.set_pipeline(&self.pipeline.pipeline);
        for (group, bind_group) in (0..).zip(self.groups.iter()) {
            match &self.parameters {
                Some(StepParameters::Offset { group: of, offset }) if *of == group => {
                    pass.set_bind_group(group, bind_group, &[*offset]);
                }
                Some(_) | None => pass.set_bind_group(group, bind_group, &[]),
            }
        }
        if let Some(StepParameters::Immediates(bytes)) = &self.parameters {
            pass.set_immediates(0, bytes);
        }
        match &self.workgroups {
            Workgroups::Known([x, y, z]) => pass.dispatch_workgroups(*x, *y, *z),
            Workgroups::In(buffer) => pass.dispatch_workgroups_indirect(buffer, 0),
        }
    }
}

/// What stands behind a plan's ids, by their places.
#[derive(Debug)]
pub(super) struct Resources {
    pub(super) buffers: Vec<RawBuffer>,
    pub(super) textures: Vec<AnyTexture>,
    pub(super) samplers: Vec<wgpu::Sampler>,
}

/// Binds the steps of one plan.
pub(super) struct Binder<'a> {
    gpu: &'a Gpu,
    plan: &'a Plan,
    pipelines: &'a [Arc<Pipeline>],
    resources: &'a Resources,
    /// The parameters of all steps, and where those of each step begin.
    uniform: Option<RawBuffer>,
    offsets: Vec<u32>,
    /// Steps that bind the same to the same kernel share their groups.
    groups: HashMap<(KernelId, Vec<ResourceId>), Arc<Vec<wgpu::BindGroup>>>,
}

impl<'a> Binder<'a> {
    pub(super) fn new(
        gpu: &'a Gpu,
        plan: &'a Plan,
        pipelines: &'a [Arc<Pipeline>],
        resources: &'a Resources,
    ) -> Result<Binder<'a>, Error> {
        let (block, offsets) = parameter_block(plan, gpu.limits().uniform_offset_alignment);
        let uniform = match block.is_empty() {
            true => None,
            false => Some(RawBuffer::lent_with(
                gpu,
                Type::U32,
                block.len() / 4,
                &block,
            )?),
        };
        Ok(Binder {
            gpu,
            plan,
            pipelines,
            resources,
            uniform,
            offsets,
            groups: HashMap::new(),
        })
    }

    /// One dispatch for each step, and the buffer of their parameters.
    pub(super) fn dispatches(mut self) -> Result<(Vec<Dispatch>, Option<RawBuffer>), Error> {
        let plan = self.plan;
        let numbered = plan.steps().iter().enumerate();
        let dispatches = numbered.map(|(index, step)| self.dispatch(index, step));
        let dispatches = dispatches.collect::<Result<_, _>>()?;
        Ok((dispatches, self.uniform))
    }

    fn dispatch(&mut self, index: usize, step: &Step) -> Result<Dispatch, Error> {
        let interface = self.plan.kernels()[step.kernel.index()].interface();
        let parameters = interface
            .parameters
            .as_ref()
            .map(|parameters| match parameters.passing {
                ParameterPassing::Immediates => {
                    StepParameters::Immediates(pack(parameters, &step.parameters))
                }
                ParameterPassing::DynamicUniform => StepParameters::Offset {
                    group: parameters.group,
                    offset: self.offsets[index],
                },
            });
        Ok(Dispatch {
            pipeline: self.pipelines[step.kernel.index()].clone(),
            groups: self.groups_of(step, interface)?,
            parameters,
            workgroups: match step.indirect {
                Some(id) => Workgroups::In(self.resources.buffers[id.index()].buffer.clone()),
                None => Workgroups::Known(step.grid.workgroups),
            },
        })
    }

    fn groups_of(
        &mut self,
        step: &Step,
        interface: &Interface,
    ) -> Result<Arc<Vec<wgpu::BindGroup>>, Error> {
        let key = (step.kernel, step.bindings.clone());
        if let Some(groups) = self.groups.get(&key) {
            return Ok(groups.clone());
        }
        let pipeline = &self.pipelines[step.kernel.index()];
        let what = format!("binding step `{}`", step.label);
        let made = self.gpu.scoped(&what, || {
            let layouts = (0..).zip(&pipeline.groups);
            let group = |(group, layout)| self.bind_group(step, interface, group, layout);
            layouts.map(group).collect::<Vec<_>>()
        })?;
        let groups = Arc::new(made);
        self.groups.insert(key, groups.clone());
        Ok(groups)
    }

    fn bind_group(
        &self,
        step: &Step,
        interface: &Interface,
        group: u32,
        layout: &wgpu::BindGroupLayout,
    ) -> wgpu::BindGroup {
        let pairs = interface.bindings.iter().zip(&step.bindings);
        let here = pairs.filter(|(binding, _)| binding.group == group);
        let bound: Vec<_> = here
            .map(|(binding, id)| (binding.binding, self.behind(binding, *id)))
            .collect();
        let mut entries: Vec<_> = bound
            .iter()
            .map(|(binding, behind)| wgpu::BindGroupEntry {
                binding: *binding,
                resource: behind.resource(),
            })
            .collect();
        if let Some(parameters) = &interface.parameters
            && parameters.group == group
        {
            entries.extend(self.parameter_entry(parameters));
        }
        self.gpu
            .device()
            .create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some(&step.label),
                layout,
                entries: &entries,
            })
    }

    fn behind(&self, binding: &Binding, id: ResourceId) -> Behind<'a> {
        let texture = |id: TextureId, level| {
            let texture = &self.resources.textures[id.index()];
            Behind::Texture(view(texture, binding, level))
        };
        match id {
            ResourceId::Buffer(id) => Behind::Buffer(&self.resources.buffers[id.index()]),
            ResourceId::Texture(id) => texture(id, None),
            ResourceId::Level(id, level) => texture(id, Some(level)),
            ResourceId::Sampler(id) => Behind::Sampler(&self.resources.samplers[id.index()]),
        }
    }

    fn parameter_entry(&self, parameters: &Parameters) -> Option<wgpu::BindGroupEntry<'_>> {
        let buffer = &self.uniform.as_ref()?.buffer;
        match parameters.passing {
            ParameterPassing::Immediates => None,
            ParameterPassing::DynamicUniform => Some(wgpu::BindGroupEntry {
                binding: parameters.binding,
                resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                    buffer,
                    offset: 0,
                    size: wgpu::BufferSize::new(u64::from(parameters.size)),
                }),
            }),
        }
    }
}

/// What is bound, alive until the group is made.
enum Behind<'a> {
    Buffer(&'a RawBuffer),
    Texture(wgpu::TextureView),
    Sampler(&'a wgpu::Sampler),
}

impl Behind<'_> {
    fn resource(&self) -> wgpu::BindingResource<'_> {
        match self {
            Behind::Buffer(buffer) => whole(buffer),
            Behind::Texture(view) => wgpu::BindingResource::TextureView(view),
            Behind::Sampler(sampler) => wgpu::BindingResource::Sampler(sampler),
        }
    }
}

/// The levels of a texture that a binding reaches: one where it stores or one is named.
fn view(texture: &AnyTexture, binding: &Binding, level: Option<u32>) -> wgpu::TextureView {
    let (dimension, count) = match binding.kind {
        BindingKind::StorageTexture { dimension, .. } => (dimension, Some(1)),
        BindingKind::Texture { dimension, .. } => (dimension, level.map(|_| 1)),
        // The plan was checked: no texture stands behind these.
        BindingKind::StorageRead
        | BindingKind::StorageReadWrite
        | BindingKind::Uniform
        | BindingKind::Sampler => (TextureDimension::D2, None),
    };
    texture.view(dimension, level.unwrap_or(0), count)
}

/// All values of a buffer; the place of one value where it has none.
fn whole(raw: &RawBuffer) -> wgpu::BindingResource<'_> {
    wgpu::BindingResource::Buffer(wgpu::BufferBinding {
        buffer: &raw.buffer,
        offset: 0,
        size: wgpu::BufferSize::new(raw.bound_bytes()),
    })
}

/// The parameters of all steps, each at a multiple of `alignment`, and the
/// offset of each step's.
fn parameter_block(plan: &Plan, alignment: u32) -> (Vec<u8>, Vec<u32>) {
    let mut block = Vec::new();
    let mut offsets = Vec::new();
    for step in plan.steps() {
        let interface = plan.kernels()[step.kernel.index()].interface();
        offsets.push(block.len() as u32);
        if let Some(parameters) = &interface.parameters
            && parameters.passing == ParameterPassing::DynamicUniform
        {
            block.extend(pack(parameters, &step.parameters));
            block.resize(block.len().next_multiple_of(alignment as usize), 0);
        }
    }
    (block, offsets)
}
