//! Where a shader and a pipeline layout meet: checking a given layout against the buffers that the
//! shader uses, or deriving one from them.

use wgpu::{BufferBindingType, Limits, ShaderStages};

use super::{
    bind_group_layout::{
        BindGroupLayout, BufferEntry, Entries, Exclusive, TooManyBindings, check_counts,
    },
    pipeline_layout::PipelineLayout,
};
use crate::decode::{Resource, ResourceAccess};

/// How a shader disagrees with the layout of its pipeline.
#[derive(Debug, thiserror::Error)]
pub(super) enum InterfaceError {
    #[error("Shader global {0} is not available in the pipeline layout")]
    Binding(String, #[source] BindingMismatch),
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
pub(super) fn check(
    layout: &PipelineLayout,
    resources: &[Resource],
    immediate_bytes: u64,
) -> Result<(), InterfaceError> {
    for resource in resources {
        check_resource(layout, resource)
            .map_err(|mismatch| InterfaceError::Binding(describe(resource), mismatch))?;
    }
    if immediate_bytes > u64::from(layout.immediate_size) {
        return Err(InterfaceError::Immediates {
            shader: immediate_bytes,
            layout: layout.immediate_size,
        });
    }
    Ok(())
}

fn check_resource(layout: &PipelineLayout, resource: &Resource) -> Result<(), BindingMismatch> {
    let entry = layout
        .group(resource.group)
        .and_then(|group| group.entries().get(&resource.binding))
        .ok_or(BindingMismatch::Missing)?;
    if !entry.visibility.contains(ShaderStages::COMPUTE) {
        return Err(BindingMismatch::Invisible);
    }
    let wanted = binding_type(resource.access);
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
    resources: &[Resource],
    pipeline: &Exclusive,
) -> Result<Vec<BindGroupLayout>, InterfaceError> {
    let mut groups: Vec<Entries> = Vec::new();
    for resource in resources {
        check_place(limits, resource)?;
        let group = resource.group as usize;
        if groups.len() <= group {
            groups.resize_with(group + 1, Entries::new);
        }
        groups[group].insert(
            resource.binding,
            BufferEntry {
                visibility: ShaderStages::COMPUTE,
                ty: binding_type(resource.access),
                has_dynamic_offset: false,
                min_size: resource.min_size,
            },
        );
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

fn check_place(limits: &Limits, resource: &Resource) -> Result<(), InterfaceError> {
    let limit = limits.max_bind_groups;
    if resource.group >= limit {
        return Err(InterfaceError::GroupTooLarge {
            global: describe(resource),
            group: resource.group,
            limit,
        });
    }
    let limit = limits.max_bindings_per_bind_group;
    if resource.binding >= limit {
        return Err(InterfaceError::BindingTooLarge {
            global: describe(resource),
            binding: resource.binding,
            limit,
        });
    }
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
    let (group, binding) = (resource.group, resource.binding);
    match &resource.name {
        Some(name) => format!("`{name}` at @group({group}) @binding({binding})"),
        None => format!("at @group({group}) @binding({binding})"),
    }
}
