//! Where a shader and a pipeline layout meet: checking a given layout against the buffers that the
//! shader uses, or deriving one from them. What is peculiar to textures is in `opaque_interface`.

use wgpu::{BufferBindingType, Limits, ShaderStages};

use super::{
    bind_group_layout::{
        BindGroupLayout, BufferEntry, Entries, Entry, Exclusive, TooManyBindings, check_counts,
    },
    opaque_entry::OpaqueType,
    opaque_interface::{self, FilteringError, OpaqueMismatch},
    pipeline_layout::PipelineLayout,
};
use crate::decode::{OpaqueResources, Program, Resource, ResourceAccess};

/// How a shader disagrees with the layout of its pipeline.
#[derive(Debug, thiserror::Error)]
pub(super) enum InterfaceError {
    #[error("Shader global {0} is not available in the pipeline layout")]
    Binding(String, #[source] BindingMismatch),
    #[error(transparent)]
    Filtering(#[from] FilteringError),
    #[error("Unable to derive a pipeline layout from the shader")]
    TooMany(#[from] TooManyBindings),
    #[error(
        "Shader global {global} has binding index {binding}, the limit max_bindings_per_bind_group is {limit}"
    )]
    BindingTooLarge {
        global: String,
        binding: u32,
        limit: u32,
    },
    #[error("Shader global {global} has group index {group}, the limit max_bind_groups is {limit}")]
    GroupTooLarge {
        global: String,
        group: u32,
        limit: u32,
    },
    #[error("The shader's immediates take {shader} bytes, the pipeline layout gives {layout}")]
    Immediates { shader: u64, layout: u32 },
    #[error("The shader's immediates take {shader} bytes, the limit max_immediate_size is {limit}")]
    ImmediatesTooLarge { shader: u64, limit: u32 },
}

/// How one buffer variable disagrees with its entry in the layout.
#[derive(Debug, thiserror::Error)]
pub(super) enum BindingMismatch {
    #[error("The binding is missing from the pipeline layout")]
    Missing,
    #[error("The visibility of the binding does not include COMPUTE")]
    Invisible,
    #[error(transparent)]
    Opaque(#[from] OpaqueMismatch),
    #[error("The layout declares {layout}, the shader {shader}")]
    Access {
        layout: &'static str,
        shader: &'static str,
    },
    #[error(
        "The shader needs at least {needed} bytes (an array without a size counts as one element), the layout's min_binding_size is {given}"
    )]
    Size { needed: u64, given: u64 },
}

/// Checks that `layout` gives a shader all that it uses.
pub(super) fn check(layout: &PipelineLayout, program: &Program) -> Result<(), InterfaceError> {
    for resource in program.resources() {
        check_resource(layout, resource)
            .map_err(|mismatch| InterfaceError::Binding(describe(resource), mismatch))?;
    }
    check_opaque(layout, program.opaque_resources())?;
    let immediate_bytes = program.immediate_bytes();
    if immediate_bytes > u64::from(layout.immediate_size) {
        return Err(InterfaceError::Immediates {
            shader: immediate_bytes,
            layout: layout.immediate_size,
        });
    }
    Ok(())
}

/// The entry of a binding, which compute shaders must see.
fn visible(layout: &PipelineLayout, group: u32, binding: u32) -> Result<&Entry, BindingMismatch> {
    let entry = layout
        .group(group)
        .and_then(|group| group.entries().get(&binding))
        .ok_or(BindingMismatch::Missing)?;
    if !entry.visibility().contains(ShaderStages::COMPUTE) {
        return Err(BindingMismatch::Invisible);
    }
    Ok(entry)
}

/// The type of a texture's or sampler's entry.
fn opaque(
    layout: &PipelineLayout,
    group: u32,
    binding: u32,
    shader: &'static str,
) -> Result<OpaqueType, BindingMismatch> {
    let entry = visible(layout, group, binding)?;
    match entry {
        Entry::Opaque(opaque) => Ok(opaque.ty),
        Entry::Buffer(_) => Err(OpaqueMismatch::Type {
            layout: entry.name(),
            shader,
        }
        .into()),
    }
}

/// Checks the textures and samplers, and which samples which.
fn check_opaque(
    layout: &PipelineLayout,
    resources: &OpaqueResources,
) -> Result<(), InterfaceError> {
    let mut textures = Vec::new();
    for texture in &resources.textures {
        let name = || describe_place(texture.group, texture.binding, &texture.name);
        let entry = opaque(layout, texture.group, texture.binding, "a texture")
            .map_err(|mismatch| InterfaceError::Binding(name(), mismatch))?;
        opaque_interface::check_texture(&entry, texture)
            .map_err(|mismatch| InterfaceError::Binding(name(), mismatch.into()))?;
        textures.push((entry, name()));
    }
    let mut samplers = Vec::new();
    for sampler in &resources.samplers {
        let name = || describe_place(sampler.group, sampler.binding, &sampler.name);
        let entry = opaque(layout, sampler.group, sampler.binding, "a sampler")
            .map_err(|mismatch| InterfaceError::Binding(name(), mismatch))?;
        opaque_interface::check_sampler(&entry, sampler)
            .map_err(|mismatch| InterfaceError::Binding(name(), mismatch.into()))?;
        samplers.push((entry, name()));
    }
    for &(texture, sampler) in &resources.pairs {
        let (texture, texture_name) = &textures[texture];
        let (sampler, sampler_name) = &samplers[sampler];
        if let Some(sample_type) = opaque_interface::refused_filter(texture, sampler) {
            return Err(InterfaceError::Filtering(FilteringError {
                texture: texture_name.clone(),
                sampler: sampler_name.clone(),
                sample_type,
            }));
        }
    }
    Ok(())
}

fn check_resource(layout: &PipelineLayout, resource: &Resource) -> Result<(), BindingMismatch> {
    let wanted = binding_type(resource.access);
    let entry = match visible(layout, resource.group, resource.binding)? {
        Entry::Buffer(entry) => entry,
        Entry::Opaque(opaque) => {
            return Err(BindingMismatch::Access {
                layout: opaque.ty.name(),
                shader: type_name(wanted),
            });
        }
    };
    if entry.ty != wanted {
        return Err(BindingMismatch::Access {
            layout: type_name(entry.ty),
            shader: type_name(wanted),
        });
    }
    if entry.min_size != 0 && entry.min_size < resource.min_size {
        return Err(BindingMismatch::Size {
            needed: resource.min_size,
            given: entry.min_size,
        });
    }
    Ok(())
}

/// The layouts of the groups that a shader uses, by group number.
pub(super) fn derive(
    limits: &Limits,
    program: &Program,
    pipeline: &Exclusive,
) -> Result<Vec<BindGroupLayout>, InterfaceError> {
    let mut groups: Vec<Entries> = Vec::new();
    for resource in program.resources() {
        let entry = BufferEntry {
            visibility: ShaderStages::COMPUTE,
            ty: binding_type(resource.access),
            has_dynamic_offset: false,
            min_size: resource.min_size,
        };
        let place = (resource.group, resource.binding, &resource.name);
        declare(&mut groups, limits, place, Entry::Buffer(entry))?;
    }
    let opaque = program.opaque_resources();
    for (index, texture) in opaque.textures.iter().enumerate() {
        let entry = opaque_interface::derive_texture(opaque, index);
        let place = (texture.group, texture.binding, &texture.name);
        declare(&mut groups, limits, place, Entry::Opaque(entry))?;
    }
    for sampler in &opaque.samplers {
        let entry = opaque_interface::derive_sampler(sampler);
        let place = (sampler.group, sampler.binding, &sampler.name);
        declare(&mut groups, limits, place, Entry::Opaque(entry))?;
    }
    check_counts(limits, &groups)?;
    Ok(groups
        .into_iter()
        .map(|entries| BindGroupLayout::derived(entries, pipeline))
        .collect())
}

/// The size of the immediates that a derived layout gives.
pub(super) fn immediate_size(limits: &Limits, bytes: u64) -> Result<u32, InterfaceError> {
    let limit = limits.max_immediate_size;
    u32::try_from(bytes)
        .ok()
        .filter(|size| *size <= limit)
        .ok_or(InterfaceError::ImmediatesTooLarge {
            shader: bytes,
            limit,
        })
}

/// Adds the entry of a variable to the layouts of the groups.
fn declare(
    groups: &mut Vec<Entries>,
    limits: &Limits,
    (group, binding, name): (u32, u32, &Option<String>),
    entry: Entry,
) -> Result<(), InterfaceError> {
    let global = || describe_place(group, binding, name);
    let limit = limits.max_bind_groups;
    if group >= limit {
        return Err(InterfaceError::GroupTooLarge {
            global: global(),
            group,
            limit,
        });
    }
    let limit = limits.max_bindings_per_bind_group;
    if binding >= limit {
        return Err(InterfaceError::BindingTooLarge {
            global: global(),
            binding,
            limit,
        });
    }
    let index = group as usize;
    if groups.len() <= index {
        groups.resize_with(index + 1, Entries::new);
    }
    groups[index].insert(binding, entry);
    Ok(())
}

fn binding_type(access: ResourceAccess) -> BufferBindingType {
    match access {
        ResourceAccess::Uniform => BufferBindingType::Uniform,
        ResourceAccess::StorageRead => BufferBindingType::Storage { read_only: true },
        ResourceAccess::StorageReadWrite => BufferBindingType::Storage { read_only: false },
    }
}

fn type_name(ty: BufferBindingType) -> &'static str {
    match ty {
        BufferBindingType::Uniform => "a uniform buffer",
        BufferBindingType::Storage { read_only: true } => "a read-only storage buffer",
        BufferBindingType::Storage { read_only: false } => "a read-write storage buffer",
    }
}

/// The variable as its declaration in WGSL names it.
pub(super) fn describe(resource: &Resource) -> String {
    describe_place(resource.group, resource.binding, &resource.name)
}

/// A variable as its declaration in WGSL names it.
pub(super) fn describe_place(group: u32, binding: u32, name: &Option<String>) -> String {
    match name {
        Some(name) => format!("`{name}` at @group({group}) @binding({binding})"),
        None => format!("at @group({group}) @binding({binding})"),
    }
}
