//! Bind groups: ranges of buffers, views and samplers in the places that a layout declares.

use std::{ops::Range, sync::Arc};

use wgpu::{
    BindGroupEntry, BindingResource, BufferBinding, BufferBindingType, BufferUsages, Limits,
    custom::{BindGroupInterface, DispatchBindGroup},
};

use super::{
    bind_group_layout::{BindGroupLayout, BufferEntry, Entry},
    buffer::{Buffer, BufferUnavailable, MissingUsage},
    device_state::DeviceState,
    error_sink::ApiError,
    object::{Handle, Identity, Kind, ObjectError, resolve},
    opaque_entry::{self, BoundSampler, BoundTexture, OpaqueBindingError, OpaqueEntry},
    sampler::Sampler,
    texture_view::TextureView,
    unsupported::Unsupported,
};

/// The sizes of storage bindings are multiples of this.
const STORAGE_SIZE_ALIGNMENT: u64 = 4;

/// A bind group that was made without error.
#[derive(Debug)]
pub(super) struct BindGroup {
    pub(super) layout: Handle<BindGroupLayout>,
    /// By binding number, which is also the order of the dynamic offsets.
    pub(super) buffers: Vec<BoundBuffer>,
    pub(super) textures: Vec<BoundTexture>,
    pub(super) samplers: Vec<BoundSampler>,
}

/// A range of a buffer at one binding.
#[derive(Clone, Debug)]
pub(super) struct BoundBuffer {
    pub(super) binding: u32,
    pub(super) entry: BufferEntry,
    pub(super) range: BufferRange,
}

/// A range of a buffer in bytes.
#[derive(Clone, Debug)]
pub(super) struct BufferRange {
    pub(super) buffer: Handle<Buffer>,
    pub(super) offset: u64,
    pub(super) size: u64,
}

impl BufferRange {
    /// The bytes from first to one past the last.
    pub(super) fn bytes(&self) -> Range<u64> {
        self.offset..self.offset + self.size
    }
}

impl Kind for BindGroup {
    const NAME: &'static str = "BindGroup";
}

impl BindGroupInterface for Handle<BindGroup> {}

/// Why a bind group cannot be made.
#[derive(Debug, thiserror::Error)]
pub(super) enum CreateBindGroupError {
    #[error(transparent)]
    Object(#[from] ObjectError),
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    #[error(
        "Number of bindings in the bind group ({actual}) does not match the number in its layout ({expected})"
    )]
    Count { actual: usize, expected: usize },
    #[error("Binding {0} is not declared in the layout")]
    Undeclared(u32),
    #[error("Binding {0} is given twice")]
    Duplicate(u32),
    #[error("Binding {binding} cannot be used")]
    Binding {
        binding: u32,
        #[source]
        source: BindingError,
    },
    #[error("Binding {binding} cannot be used")]
    Opaque {
        binding: u32,
        #[source]
        source: OpaqueBindingError,
    },
}

impl ApiError for CreateBindGroupError {}

/// What is wrong with one binding of a bind group.
#[derive(Debug, thiserror::Error)]
pub(super) enum BindingError {
    #[error(transparent)]
    Object(#[from] ObjectError),
    #[error(transparent)]
    Usage(#[from] MissingUsage),
    #[error("Offset {offset} is not a multiple of the limit {name} {alignment}")]
    UnalignedOffset {
        offset: u64,
        name: &'static str,
        alignment: u32,
    },
    #[error("{buffer}: offset {offset} and size {size} overrun the buffer's size {buffer_size}")]
    OutOfBounds {
        buffer: Identity,
        offset: u64,
        size: u64,
        buffer_size: u64,
    },
    #[error("The binding of {0} is empty")]
    Empty(Identity),
    #[error("Size {0} of a storage binding is not a multiple of {STORAGE_SIZE_ALIGNMENT}")]
    UnalignedSize(u64),
    #[error("Size {size} exceeds the limit {name} {limit}")]
    TooLarge {
        size: u64,
        name: &'static str,
        limit: u64,
    },
    #[error("Size {size} of {buffer} is less than the layout's min_binding_size {min}")]
    TooSmall {
        buffer: Identity,
        size: u64,
        min: u64,
    },
}

/// Makes a bind group from its descriptor.
pub(super) fn create(
    device: &Arc<DeviceState>,
    desc: &wgpu::BindGroupDescriptor<'_>,
) -> DispatchBindGroup {
    let made = collect(device, desc);
    DispatchBindGroup::custom(device.make("Device::create_bind_group", desc.label, made))
}

fn collect(
    device: &Arc<DeviceState>,
    desc: &wgpu::BindGroupDescriptor<'_>,
) -> Result<BindGroup, CreateBindGroupError> {
    let (handle, layout) = resolve(device, desc.layout.as_custom())?;
    let (actual, expected) = (desc.entries.len(), layout.entries().len());
    if actual != expected {
        return Err(CreateBindGroupError::Count { actual, expected });
    }
    let mut group = BindGroup {
        layout: handle.clone(),
        buffers: Vec::new(),
        textures: Vec::new(),
        samplers: Vec::new(),
    };
    for given in desc.entries {
        group.bind(device, layout, given)?;
    }
    group.buffers.sort_by_key(|bound| bound.binding);
    let mut bindings: Vec<_> = desc.entries.iter().map(|given| given.binding).collect();
    bindings.sort_unstable();
    let mut pairs = bindings.windows(2);
    if let Some(pair) = pairs.find(|pair| pair[0] == pair[1]) {
        return Err(CreateBindGroupError::Duplicate(pair[0]));
    }
    Ok(group)
}

impl BindGroup {
    fn bind(
        &mut self,
        device: &Arc<DeviceState>,
        layout: &BindGroupLayout,
        given: &BindGroupEntry<'_>,
    ) -> Result<(), CreateBindGroupError> {
        let binding = given.binding;
        let entry = *layout
            .entries()
            .get(&binding)
            .ok_or(CreateBindGroupError::Undeclared(binding))?;
        match entry {
            Entry::Buffer(entry) => {
                let given = buffer_of(&given.resource, binding)?;
                let range = bind_buffer(device, &entry, given)
                    .map_err(|source| CreateBindGroupError::Binding { binding, source })?;
                self.buffers.push(BoundBuffer {
                    binding,
                    entry,
                    range,
                });
                Ok(())
            }
            Entry::Opaque(entry) => self.bind_opaque(device, entry, given),
        }
    }

    fn bind_opaque(
        &mut self,
        device: &Arc<DeviceState>,
        entry: OpaqueEntry,
        given: &BindGroupEntry<'_>,
    ) -> Result<(), CreateBindGroupError> {
        let binding = given.binding;
        let refuse = |source| CreateBindGroupError::Opaque { binding, source };
        match &given.resource {
            BindingResource::TextureView(view) => {
                let resolved = resolve::<TextureView>(device, view.as_custom());
                let (view, _) = resolved.map_err(|error| refuse(error.into()))?;
                opaque_entry::check_view(device, &entry.ty, view).map_err(refuse)?;
                self.textures.push(BoundTexture {
                    binding,
                    entry,
                    view: view.clone(),
                });
            }
            BindingResource::Sampler(sampler) => {
                let resolved = resolve::<Sampler>(device, sampler.as_custom());
                let (handle, state) = resolved.map_err(|error| refuse(error.into()))?;
                opaque_entry::check_sampler(&entry.ty, state).map_err(refuse)?;
                self.samplers.push(BoundSampler {
                    binding,
                    sampler: handle.clone(),
                });
            }
            BindingResource::Buffer(_) => {
                return Err(refuse(OpaqueBindingError::OtherType {
                    expected: entry.ty.name(),
                    given: "a buffer",
                }));
            }
            other => return Err(unsupported_resource(other).into()),
        }
        Ok(())
    }
}

fn buffer_of<'a>(
    resource: &'a BindingResource<'a>,
    binding: u32,
) -> Result<&'a BufferBinding<'a>, CreateBindGroupError> {
    let given = match resource {
        BindingResource::Buffer(binding) => return Ok(binding),
        BindingResource::Sampler(_) => "a sampler",
        BindingResource::TextureView(_) => "a texture view",
        other => return Err(unsupported_resource(other).into()),
    };
    let expected = "a buffer";
    let source = OpaqueBindingError::OtherType { expected, given };
    Err(CreateBindGroupError::Opaque { binding, source })
}

/// What cannot be bound to anything.
fn unsupported_resource(resource: &BindingResource<'_>) -> Unsupported {
    Unsupported(match resource {
        BindingResource::BufferArray(_) => "an array of buffers",
        BindingResource::SamplerArray(_) => "an array of samplers",
        BindingResource::TextureViewArray(_) => "an array of textures",
        BindingResource::AccelerationStructure(_)
        | BindingResource::AccelerationStructureArray(_) => "binding an acceleration structure",
        BindingResource::ExternalTexture(_) => "binding an external texture",
        // The enum is open to new kinds of resource.
        _ => "binding this kind of resource",
    })
}

/// The rules of one binding type.
struct Rules {
    usage: BufferUsages,
    alignment: (&'static str, u32),
    max_size: (&'static str, u64),
}

fn rules(limits: &Limits, ty: BufferBindingType) -> Rules {
    match ty {
        BufferBindingType::Uniform => Rules {
            usage: BufferUsages::UNIFORM,
            alignment: offset_alignment(limits, ty),
            max_size: (
                "max_uniform_buffer_binding_size",
                limits.max_uniform_buffer_binding_size,
            ),
        },
        BufferBindingType::Storage { .. } => Rules {
            usage: BufferUsages::STORAGE,
            alignment: offset_alignment(limits, ty),
            max_size: (
                "max_storage_buffer_binding_size",
                limits.max_storage_buffer_binding_size,
            ),
        },
    }
}

/// The limit that offsets into buffers of this type keep to, by name and value.
pub(super) fn offset_alignment(limits: &Limits, ty: BufferBindingType) -> (&'static str, u32) {
    match ty {
        BufferBindingType::Uniform => (
            "min_uniform_buffer_offset_alignment",
            limits.min_uniform_buffer_offset_alignment,
        ),
        BufferBindingType::Storage { .. } => (
            "min_storage_buffer_offset_alignment",
            limits.min_storage_buffer_offset_alignment,
        ),
    }
}

fn bind_buffer(
    device: &Arc<DeviceState>,
    entry: &BufferEntry,
    given: &BufferBinding<'_>,
) -> Result<BufferRange, BindingError> {
    let (handle, buffer) = resolve(device, given.buffer.as_custom())?;
    let rules = rules(device.limits(), entry.ty);
    let (name, alignment) = rules.alignment;
    if !given.offset.is_multiple_of(alignment.into()) {
        return Err(BindingError::UnalignedOffset {
            offset: given.offset,
            name,
            alignment,
        });
    }
    handle.check_usage(rules.usage)?;
    // A mapped buffer may be bound; it is its use that must wait.
    if let Err(BufferUnavailable::Object(destroyed)) = handle.memory_for_work() {
        return Err(destroyed.into());
    }
    let size = bound_size(handle, buffer, given)?;
    check_bound_size(entry, &rules, handle, size)?;
    Ok(BufferRange {
        buffer: handle.clone(),
        offset: given.offset,
        size,
    })
}

/// The size asked for, or the rest of the buffer.
fn bound_size(
    handle: &Handle<Buffer>,
    buffer: &Buffer,
    given: &BufferBinding<'_>,
) -> Result<u64, BindingError> {
    let asked = given.size.map_or(0, u64::from);
    let rest = buffer.size().checked_sub(given.offset);
    let fitting = rest.filter(|rest| asked <= *rest);
    let rest = fitting.ok_or_else(|| BindingError::OutOfBounds {
        buffer: handle.identity().clone(),
        offset: given.offset,
        size: asked,
        buffer_size: buffer.size(),
    })?;
    Ok(given.size.map_or(rest, u64::from))
}

fn check_bound_size(
    entry: &BufferEntry,
    rules: &Rules,
    handle: &Handle<Buffer>,
    size: u64,
) -> Result<(), BindingError> {
    let (name, limit) = rules.max_size;
    let storage = entry.ty != BufferBindingType::Uniform;
    if size == 0 {
        Err(BindingError::Empty(handle.identity().clone()))
    } else if storage && !size.is_multiple_of(STORAGE_SIZE_ALIGNMENT) {
        Err(BindingError::UnalignedSize(size))
    } else if size > limit {
        Err(BindingError::TooLarge { size, name, limit })
    } else if size < entry.min_size {
        Err(BindingError::TooSmall {
            buffer: handle.identity().clone(),
            size,
            min: entry.min_size,
        })
    } else {
        Ok(())
    }
}
