//! The bind groups that a pass has set, and their agreement with a pipeline at a dispatch.

use std::ops::Range;

use wgpu::Limits;

use super::{
    bind_group::{BindGroup, BoundBuffer, BufferRange, offset_alignment},
    bind_group_layout::BindGroupLayout,
    compute_pipeline::ComputePipeline,
    object::{Handle, Identity},
    sampler::Sampler,
    shader_interface::{describe, describe_place},
    texture_scope::TextureConflict,
    texture_view::TextureView,
    usage_scope::{UsageConflict, UsageScope},
};
use crate::decode::Resource;

/// A bind group at a group index, its dynamic offsets applied.
#[derive(Debug)]
struct Assigned {
    group: Handle<BindGroup>,
    buffers: Vec<BoundBuffer>,
}

/// The bind groups of a pass by index.
#[derive(Debug, Default)]
pub(super) struct Binder {
    groups: Vec<Option<Assigned>>,
}

/// What a dispatch works on, each in the order of the program's resources.
#[derive(Debug)]
pub(super) struct Bindings {
    pub(super) buffers: Vec<BufferRange>,
    pub(super) textures: Vec<Handle<TextureView>>,
    pub(super) samplers: Vec<Handle<Sampler>>,
}

/// Why a bind group cannot be set.
#[derive(Debug, thiserror::Error)]
pub(super) enum SetBindGroupError {
    #[error("Bind group index {index} must be less than the limit max_bind_groups {limit}")]
    IndexOutOfRange { index: u32, limit: u32 },
    #[error("{group} at index {index} expects {expected} dynamic offsets, {actual} were given")]
    OffsetCount {
        group: Identity,
        index: u32,
        expected: usize,
        actual: usize,
    },
    #[error(
        "Dynamic offset {offset} of binding {binding} is not a multiple of the limit {name} {alignment}"
    )]
    UnalignedOffset {
        binding: u32,
        offset: u32,
        name: &'static str,
        alignment: u32,
    },
    #[error(
        "Dynamic offset {offset} of binding {binding} moves its range {}..{} out of {buffer}, which has {size} bytes", .range.start, .range.end
    )]
    OutOfBounds {
        binding: u32,
        offset: u32,
        range: Range<u64>,
        buffer: Identity,
        size: u64,
    },
}

/// Why the bind groups that are set do not suit a pipeline.
#[derive(Debug, thiserror::Error)]
pub(super) enum BinderError {
    #[error("{pipeline} expects a bind group to be set at index {index}")]
    Missing { pipeline: Identity, index: usize },
    #[error(
        "{group} at index {index} is not compatible with the layout that {pipeline} expects: {difference}"
    )]
    Incompatible {
        group: Identity,
        index: usize,
        pipeline: Identity,
        difference: String,
    },
    #[error(
        "Shader global {global} needs at least {needed} bytes (an array without a size counts as one element), {bound} are bound"
    )]
    TooSmall {
        global: String,
        needed: u64,
        bound: u64,
    },
    #[error("Nothing is bound to shader global {0}")]
    Unbound(String),
    #[error(transparent)]
    Conflict(#[from] UsageConflict),
    #[error(transparent)]
    TextureConflict(#[from] TextureConflict),
}

impl Binder {
    /// Sets the group at `index`, or takes it away.
    pub(super) fn set(
        &mut self,
        limits: &Limits,
        index: u32,
        group: Option<(&Handle<BindGroup>, &BindGroup)>,
        offsets: &[u32],
    ) -> Result<(), SetBindGroupError> {
        let limit = limits.max_bind_groups;
        if index >= limit {
            return Err(SetBindGroupError::IndexOutOfRange { index, limit });
        }
        let assigned = match group {
            None => None,
            Some((handle, group)) => Some(Assigned {
                group: handle.clone(),
                buffers: apply_offsets(limits, index, handle.identity(), group, offsets)?,
            }),
        };
        let at = index as usize;
        if self.groups.len() <= at {
            self.groups.resize_with(at + 1, || None);
        }
        self.groups[at] = assigned;
        Ok(())
    }

    /// What a dispatch of `pipeline` works on.
    ///
    /// `scope` already holds other uses of buffers by the dispatch.
    pub(super) fn resolve(
        &self,
        handle: &Handle<ComputePipeline>,
        pipeline: &ComputePipeline,
        mut scope: UsageScope,
    ) -> Result<Bindings, BinderError> {
        for (index, _, expected) in pipeline.layout.used_groups() {
            let assigned = self.compatible(handle, index, expected)?;
            for bound in &assigned.buffers {
                scope.add_binding(index, bound)?;
            }
            let group = assigned.group.state().into_iter();
            for bound in group.flat_map(|group| &group.textures) {
                scope.add_texture(index, bound)?;
            }
        }
        let buffers = pipeline.program.resources().iter();
        let opaque = pipeline.program.opaque_resources();
        let textures = opaque.textures.iter().map(|texture| {
            let (group, binding) = (texture.group, texture.binding);
            let mut bound = self.group(group).into_iter().flat_map(|g| &g.textures);
            let bound = bound.find(|bound| bound.binding == binding);
            bound
                .map(|bound| bound.view.clone())
                .ok_or_else(|| unbound(group, binding, &texture.name))
        });
        let samplers = opaque.samplers.iter().map(|sampler| {
            let (group, binding) = (sampler.group, sampler.binding);
            let mut bound = self.group(group).into_iter().flat_map(|g| &g.samplers);
            let bound = bound.find(|bound| bound.binding == binding);
            bound
                .map(|bound| bound.sampler.clone())
                .ok_or_else(|| unbound(group, binding, &sampler.name))
        });
        Ok(Bindings {
            buffers: buffers
                .map(|resource| self.range_for(resource))
                .collect::<Result<_, _>>()?,
            textures: textures.collect::<Result<_, _>>()?,
            samplers: samplers.collect::<Result<_, _>>()?,
        })
    }

    /// The group at an index, if one is set.
    fn group(&self, index: u32) -> Option<&BindGroup> {
        self.assigned(index as usize)?.group.state().ok()
    }

    /// The group at `index`, whose layout must be the one that `pipeline` expects.
    fn compatible(
        &self,
        pipeline: &Handle<ComputePipeline>,
        index: usize,
        expected: &BindGroupLayout,
    ) -> Result<&Assigned, BinderError> {
        let assigned = self.assigned(index).ok_or_else(|| BinderError::Missing {
            pipeline: pipeline.identity().clone(),
            index,
        })?;
        let group = &assigned.group;
        let difference = match group.state().and_then(|group| group.layout.state()) {
            Ok(layout) => expected.difference(layout),
            Err(error) => Some(error.to_string()),
        };
        match difference {
            None => Ok(assigned),
            Some(difference) => Err(BinderError::Incompatible {
                group: group.identity().clone(),
                index,
                pipeline: pipeline.identity().clone(),
                difference,
            }),
        }
    }

    fn assigned(&self, index: usize) -> Option<&Assigned> {
        self.groups.get(index)?.as_ref()
    }

    /// The range bound to a resource of a pipeline whose layouts have been compared.
    fn range_for(&self, resource: &Resource) -> Result<BufferRange, BinderError> {
        let bound = self.assigned(resource.group as usize).and_then(|assigned| {
            let mut buffers = assigned.buffers.iter();
            buffers.find(|bound| bound.binding == resource.binding)
        });
        let needed = resource.min_size;
        match bound {
            Some(bound) if bound.range.size >= needed => Ok(bound.range.clone()),
            other => Err(BinderError::TooSmall {
                global: describe(resource),
                needed,
                bound: other.map_or(0, |bound| bound.range.size),
            }),
        }
    }
}

fn unbound(group: u32, binding: u32, name: &Option<String>) -> BinderError {
    BinderError::Unbound(describe_place(group, binding, name))
}

fn apply_offsets(
    limits: &Limits,
    index: u32,
    identity: &Identity,
    group: &BindGroup,
    offsets: &[u32],
) -> Result<Vec<BoundBuffer>, SetBindGroupError> {
    let mut buffers = group.buffers.clone();
    let dynamic: Vec<_> = buffers
        .iter_mut()
        .filter(|bound| bound.entry.has_dynamic_offset)
        .collect();
    if dynamic.len() != offsets.len() {
        return Err(SetBindGroupError::OffsetCount {
            group: identity.clone(),
            index,
            expected: dynamic.len(),
            actual: offsets.len(),
        });
    }
    for (bound, &offset) in dynamic.into_iter().zip(offsets) {
        apply_offset(limits, bound, offset)?;
    }
    Ok(buffers)
}

fn apply_offset(
    limits: &Limits,
    bound: &mut BoundBuffer,
    offset: u32,
) -> Result<(), SetBindGroupError> {
    let binding = bound.binding;
    let (name, alignment) = offset_alignment(limits, bound.entry.ty);
    if !offset.is_multiple_of(alignment) {
        return Err(SetBindGroupError::UnalignedOffset {
            binding,
            offset,
            name,
            alignment,
        });
    }
    let size = bound.range.buffer.state().map_or(0, |buffer| buffer.size());
    let range = bound.range.bytes();
    if u64::from(offset) > size - range.end {
        return Err(SetBindGroupError::OutOfBounds {
            binding,
            offset,
            range,
            buffer: bound.range.buffer.identity().clone(),
            size,
        });
    }
    bound.range.offset += u64::from(offset);
    Ok(())
}
