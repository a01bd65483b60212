//! Bind group layouts: buffers, textures and samplers by binding number, and when two layouts mean the
//! same.
//!
//! Whether a shader agrees with a layout is decided in `shader_interface`; what an entry of a texture or
//! sampler may say is in `opaque_entry`.

use std::{collections::BTreeMap, sync::Arc};

use wgpu::{
    BindGroupLayoutEntry, BindingType, BufferBindingType, Limits, ShaderStages,
    custom::{BindGroupLayoutInterface, DispatchBindGroupLayout},
};

use super::{
    device_state::DeviceState,
    error_sink::ApiError,
    object::{Handle, Kind},
    opaque_entry::{self, OpaqueEntry, OpaqueEntryError, OpaqueType},
    unsupported::Unsupported,
};

/// What a binding holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    Buffer(BufferEntry),
    Opaque(OpaqueEntry),
}

impl Entry {
    pub(super) fn visibility(&self) -> ShaderStages {
        match self {
            Self::Buffer(buffer) => buffer.visibility,
            Self::Opaque(opaque) => opaque.visibility,
        }
    }

    /// What the binding holds, in words.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Buffer(_) => "a buffer",
            Self::Opaque(opaque) => opaque.ty.name(),
        }
    }
}

/// A binding that holds a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BufferEntry {
    pub(super) visibility: ShaderStages,
    pub(super) ty: BufferBindingType,
    pub(super) has_dynamic_offset: bool,
    /// Zero if the size is left to be checked at the dispatch.
    pub(super) min_size: u64,
}

/// The entries of a layout by binding number.
pub(super) type Entries = BTreeMap<u32, Entry>;

/// A layout that was made without error.
#[derive(Debug)]
pub(super) struct BindGroupLayout {
    entries: Entries,
    /// Set for the layouts that a pipeline derived from its shader: WebGPU lets them be used with
    /// that pipeline alone.
    exclusive: Option<Exclusive>,
}

/// Names the pipeline that derived a layout; equal to itself and its clones alone.
#[derive(Clone, Debug)]
pub(super) struct Exclusive(Arc<str>);

impl Exclusive {
    pub(super) fn new(pipeline_label: &str) -> Self {
        Self(pipeline_label.into())
    }
}

impl PartialEq for Exclusive {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Kind for BindGroupLayout {
    const NAME: &'static str = "BindGroupLayout";
}

impl BindGroupLayoutInterface for Handle<BindGroupLayout> {}

impl BindGroupLayout {
    /// The layout of a group that has no bindings.
    pub(super) fn empty() -> Self {
        Self {
            entries: Entries::new(),
            exclusive: None,
        }
    }

    /// A layout of a pipeline's own.
    pub(super) fn derived(entries: Entries, pipeline: &Exclusive) -> Self {
        Self {
            entries,
            exclusive: Some(pipeline.clone()),
        }
    }

    pub(super) fn entries(&self) -> &Entries {
        &self.entries
    }

    /// The label of the pipeline that alone may use this layout.
    pub(super) fn exclusive_to(&self) -> Option<&str> {
        self.exclusive.as_ref().map(|pipeline| &*pipeline.0)
    }

    /// Why a bind group of the layout `assigned` may not stand where this layout is expected: the
    /// first difference, in words.
    pub(super) fn difference(&self, assigned: &Self) -> Option<String> {
        if std::ptr::eq(self, assigned) {
            return None;
        }
        if self.exclusive != assigned.exclusive {
            return Some("one of them belongs to a pipeline with an automatic layout".to_owned());
        }
        let missing_or_other = self.entries.iter().find_map(|(binding, expected)| {
            match assigned.entries.get(binding) {
                None => Some(format!("binding {binding} is missing")),
                Some(entry) if entry == expected => None,
                Some(_) => Some(format!("binding {binding} is declared differently")),
            }
        });
        let mut extra = assigned.entries.keys();
        missing_or_other.or_else(|| {
            let extra = extra.find(|binding| !self.entries.contains_key(binding))?;
            Some(format!("binding {extra} is not expected"))
        })
    }
}

/// Why a bind group layout cannot be made.
#[derive(Debug, thiserror::Error)]
pub(super) enum CreateBindGroupLayoutError {
    #[error("Binding {0} is declared twice")]
    Duplicate(u32),
    #[error(
        "Binding index {binding} must be less than the limit max_bindings_per_bind_group {limit}"
    )]
    BindingTooLarge { binding: u32, limit: u32 },
    #[error("Binding {0} is visible to a shader stage that is unknown")]
    InvalidVisibility(u32),
    #[error("Binding {0}: a vertex shader cannot see a read-write storage buffer")]
    WritableInVertex(u32),
    #[error("Binding {binding} cannot be used")]
    Binding {
        binding: u32,
        #[source]
        source: Unsupported,
    },
    #[error("Binding {binding} cannot be used")]
    Opaque {
        binding: u32,
        #[source]
        source: OpaqueEntryError,
    },
    #[error(transparent)]
    TooMany(#[from] TooManyBindings),
}

impl ApiError for CreateBindGroupLayoutError {}

/// Makes a layout from its descriptor.
pub(super) fn create(
    device: &Arc<DeviceState>,
    desc: &wgpu::BindGroupLayoutDescriptor<'_>,
) -> DispatchBindGroupLayout {
    let made = collect(device, desc.entries).map(|entries| BindGroupLayout {
        entries,
        exclusive: None,
    });
    DispatchBindGroupLayout::custom(device.make(
        "Device::create_bind_group_layout",
        desc.label,
        made,
    ))
}

fn collect(
    device: &DeviceState,
    declared: &[BindGroupLayoutEntry],
) -> Result<Entries, CreateBindGroupLayoutError> {
    let mut entries = Entries::new();
    for entry in declared {
        let checked = check_entry(device, entry)?;
        if entries.insert(entry.binding, checked).is_some() {
            return Err(CreateBindGroupLayoutError::Duplicate(entry.binding));
        }
    }
    check_counts(device.limits(), [&entries])?;
    Ok(entries)
}

fn check_entry(
    device: &DeviceState,
    entry: &BindGroupLayoutEntry,
) -> Result<Entry, CreateBindGroupLayoutError> {
    let binding = entry.binding;
    let limit = device.limits().max_bindings_per_bind_group;
    if binding >= limit {
        return Err(CreateBindGroupLayoutError::BindingTooLarge { binding, limit });
    }
    if !ShaderStages::all().contains(entry.visibility) {
        return Err(CreateBindGroupLayoutError::InvalidVisibility(binding));
    }
    if entry.count.is_some() {
        let source = Unsupported("an array of bindings");
        return Err(CreateBindGroupLayoutError::Binding { binding, source });
    }
    let opaque = opaque_entry::declare(device, entry)
        .map_err(|source| CreateBindGroupLayoutError::Opaque { binding, source })?;
    if let Some(opaque) = opaque {
        return Ok(Entry::Opaque(opaque));
    }
    let buffer = buffer_entry(entry)
        .map_err(|source| CreateBindGroupLayoutError::Binding { binding, source })?;
    let writable = buffer.ty == BufferBindingType::Storage { read_only: false };
    if writable && entry.visibility.contains(ShaderStages::VERTEX) {
        return Err(CreateBindGroupLayoutError::WritableInVertex(binding));
    }
    Ok(Entry::Buffer(buffer))
}

fn buffer_entry(entry: &BindGroupLayoutEntry) -> Result<BufferEntry, Unsupported> {
    match entry.ty {
        BindingType::Buffer {
            ty,
            has_dynamic_offset,
            min_binding_size,
        } => Ok(BufferEntry {
            visibility: entry.visibility,
            ty,
            has_dynamic_offset,
            min_size: min_binding_size.map_or(0, u64::from),
        }),
        BindingType::Sampler(_)
        | BindingType::Texture { .. }
        | BindingType::StorageTexture { .. } => Err(Unsupported("a texture without a type")),
        BindingType::AccelerationStructure { .. } => {
            Err(Unsupported("an acceleration structure binding"))
        }
        BindingType::ExternalTexture => Err(Unsupported("an external texture binding")),
    }
}

/// More bindings of one kind than the device allows.
#[derive(Debug, thiserror::Error)]
#[error(
    "Too many {kind}: {count}, the limit {name} is {limit}; ask for more in Adapter::request_device"
)]
pub(super) struct TooManyBindings {
    kind: &'static str,
    count: usize,
    name: &'static str,
    limit: u32,
}

/// Checks the numbers of bindings of all layouts together against the limits of a stage and of a
/// pipeline layout.
pub(super) fn check_counts<'a>(
    limits: &Limits,
    layouts: impl IntoIterator<Item = &'a Entries>,
) -> Result<(), TooManyBindings> {
    let all: Vec<_> = layouts.into_iter().flat_map(BTreeMap::values).collect();
    check_opaque_counts(limits, &all)?;
    let buffers = all.iter().filter_map(|entry| match entry {
        Entry::Buffer(buffer) => Some(buffer),
        Entry::Opaque(_) => None,
    });
    let (uniform, storage): (Vec<&BufferEntry>, Vec<_>) =
        buffers.partition(|entry| entry.ty == BufferBindingType::Uniform);
    check_count(
        "uniform buffers in a stage",
        most_in_a_stage(uniform.iter().map(|entry| entry.visibility)),
        "max_uniform_buffers_per_shader_stage",
        limits.max_uniform_buffers_per_shader_stage,
    )?;
    check_count(
        "storage buffers in a stage",
        most_in_a_stage(storage.iter().map(|entry| entry.visibility)),
        "max_storage_buffers_per_shader_stage",
        limits.max_storage_buffers_per_shader_stage,
    )?;
    check_count(
        "uniform buffers with dynamic offsets",
        with_dynamic_offsets(&uniform),
        "max_dynamic_uniform_buffers_per_pipeline_layout",
        limits.max_dynamic_uniform_buffers_per_pipeline_layout,
    )?;
    check_count(
        "storage buffers with dynamic offsets",
        with_dynamic_offsets(&storage),
        "max_dynamic_storage_buffers_per_pipeline_layout",
        limits.max_dynamic_storage_buffers_per_pipeline_layout,
    )
}

fn check_count(
    kind: &'static str,
    count: usize,
    name: &'static str,
    limit: u32,
) -> Result<(), TooManyBindings> {
    if count <= limit as usize {
        return Ok(());
    }
    Err(TooManyBindings {
        kind,
        count,
        name,
        limit,
    })
}

/// The numbers of textures and samplers.
fn check_opaque_counts(limits: &Limits, entries: &[&Entry]) -> Result<(), TooManyBindings> {
    let count = |wanted: fn(&OpaqueType) -> bool| {
        let entries = entries.iter();
        most_in_a_stage(entries.filter_map(|entry| match entry {
            Entry::Opaque(opaque) if wanted(&opaque.ty) => Some(opaque.visibility),
            Entry::Opaque(_) | Entry::Buffer(_) => None,
        }))
    };
    check_count(
        "sampled textures in a stage",
        count(|ty| matches!(ty, OpaqueType::Texture { .. })),
        "max_sampled_textures_per_shader_stage",
        limits.max_sampled_textures_per_shader_stage,
    )?;
    check_count(
        "samplers in a stage",
        count(|ty| matches!(ty, OpaqueType::Sampler(_))),
        "max_samplers_per_shader_stage",
        limits.max_samplers_per_shader_stage,
    )?;
    check_count(
        "storage textures in a stage",
        count(|ty| matches!(ty, OpaqueType::StorageTexture { .. })),
        "max_storage_textures_per_shader_stage",
        limits.max_storage_textures_per_shader_stage,
    )
}

fn most_in_a_stage(seen: impl Iterator<Item = ShaderStages> + Clone) -> usize {
    let seen_by = |stage| {
        seen.clone()
            .filter(|visibility| visibility.contains(stage))
            .count()
    };
    ShaderStages::all().iter().map(seen_by).max().unwrap_or(0)
}

fn with_dynamic_offsets(entries: &[&BufferEntry]) -> usize {
    let entries = entries.iter();
    entries.filter(|entry| entry.has_dynamic_offset).count()
}
