//! Module-scope variables, and the interface that says how to bind them.
//!
//! Buffers are bindings 0, 1, .. of group 0 in the order of declaration. Parameters
//! are the fields of one structure: a uniform at group 1, binding 0, that is bound
//! with a dynamic offset, or the immediate block.

use super::context::Context;
use super::{atomic, needs, overrides, parameters, texture, types};
use crate::capabilities::{Capabilities, Capability};
use crate::diagnostic::Diagnostic;
use crate::graph::{Graph, Parameter, Resource, ResourceId, Space, TextureClass};
use crate::interface::{
    Binding, BindingKind, Declared, Interface, ParameterField, ParameterPassing, Parameters,
};
use crate::types::{Layout, StructType, Type};

const BUFFER_GROUP: u32 = 0;
const PARAMETER_GROUP: u32 = 1;
const PARAMETER_BINDING: u32 = 0;
/// Uniform blocks and workgroup variables take whole units of this many bytes.
const BLOCK_UNIT: u32 = 16;

/// Describes how to bind `graph`'s kernel, whose operations have the given `needs`;
/// `entry_point` is its emitted name.
pub(super) fn describe(
    graph: &Graph,
    needs: Capabilities,
    passing: ParameterPassing,
    entry_point: String,
) -> Interface {
    let parameters = describe_parameters(graph, passing);
    let mut capabilities = needs;
    needs::of_graph(graph, &mut capabilities);
    if passing == ParameterPassing::Immediates
        && let Some((_, first)) = graph.parameters.iter().next()
    {
        capabilities.need(Capability::Immediates, first.at);
    }
    Interface {
        entry_point,
        workgroup_size: graph.workgroup_size,
        workgroup_bytes: workgroup_bytes(graph),
        overrides: overrides::describe(graph),
        bindings: describe_bindings(graph),
        parameters,
        order: order(graph),
        capabilities,
    }
}

/// Adds the module-scope variables of the kernel to the module.
pub(super) fn declare(context: &mut Context<'_>, passing: ParameterPassing) {
    let graph = context.graph;
    let mut binding = 0;
    for (_, resource) in graph.resources.iter() {
        let declared = declare_resource(context, resource, &mut binding);
        match declared {
            Ok(handle) => context.globals.push(handle),
            Err(fault) => context.faults.push(fault),
        }
    }
    context.faults.extend(parameters::check(graph, passing));
    if let Some(block) = parameters::block(graph, passing) {
        match declare_parameters(context, &block, passing) {
            Ok(handle) => context.parameters = Some(handle),
            Err(fault) => context.faults.push(fault),
        }
    }
}

fn declare_resource(
    context: &mut Context<'_>,
    resource: &Resource,
    binding: &mut u32,
) -> Result<naga::Handle<naga::GlobalVariable>, Diagnostic> {
    atomic::check(resource)?;
    let ty = resource_type(context, resource)?;
    let bound = is_bound(resource.space).then(|| {
        *binding += 1;
        naga::ResourceBinding {
            group: BUFFER_GROUP,
            binding: *binding - 1,
        }
    });
    let init = resource.init.as_ref();
    let init = init.map(|value| context.global_value(&resource.ty, value, resource.at));
    let init = init.transpose()?;
    let variable = naga::GlobalVariable {
        name: Some(resource.name.clone()),
        space: address_space(resource.space),
        binding: bound,
        ty,
        init,
        memory_decorations: naga::MemoryDecorations::empty(),
    };
    let span = context.sources.span(resource.at);
    Ok(context.module.global_variables.append(variable, span))
}

/// The type of a module-scope variable: of a texture or sampler, its own.
fn resource_type(
    context: &mut Context<'_>,
    resource: &Resource,
) -> Result<naga::Handle<naga::Type>, Diagnostic> {
    let inner = match resource.space {
        Space::StorageRead | Space::StorageReadWrite => {
            return context.intern(&resource.ty, resource.at);
        }
        Space::Uniform | Space::Workgroup | Space::Private => {
            if types::is_sized_at_run_time(&resource.ty) {
                let what = format!("`{}` is `{}`", resource.name, resource.ty);
                return Err(types::misplaced_runtime_array(&what, resource.at));
            }
            return match &resource.length {
                Some(length) => context.overridable_array(resource, length),
                None => context.intern(&resource.ty, resource.at),
            };
        }
        Space::Texture(texture) => {
            texture::check(texture, resource)?;
            types::texture(texture)
        }
        Space::Sampler => naga::TypeInner::Sampler { comparison: false },
    };
    let span = context.sources.span(resource.at);
    let ty = naga::Type { name: None, inner };
    Ok(context.module.types.insert(ty, span))
}

fn declare_parameters(
    context: &mut Context<'_>,
    block: &StructType,
    passing: ParameterPassing,
) -> Result<naga::Handle<naga::GlobalVariable>, Diagnostic> {
    let at = context.graph.at;
    let (space, binding) = match passing {
        ParameterPassing::Immediates => (naga::AddressSpace::Immediate, None),
        ParameterPassing::DynamicUniform => (
            naga::AddressSpace::Uniform,
            Some(naga::ResourceBinding {
                group: PARAMETER_GROUP,
                binding: PARAMETER_BINDING,
            }),
        ),
    };
    let variable = naga::GlobalVariable {
        name: Some("parameters".to_owned()),
        space,
        binding,
        ty: context.intern_block(block, at)?,
        init: None,
        memory_decorations: naga::MemoryDecorations::empty(),
    };
    let span = context.sources.span(at);
    Ok(context.module.global_variables.append(variable, span))
}

fn describe_parameters(graph: &Graph, passing: ParameterPassing) -> Option<Parameters> {
    let block = parameters::block(graph, passing)?;
    let fields = block.fields.iter().map(|field| ParameterField {
        name: field.name.clone(),
        ty: field.ty.clone(),
        offset: field.offset,
    });
    let size = Layout::of(&Type::Struct(block.clone())).size;
    Some(Parameters {
        passing,
        group: PARAMETER_GROUP,
        binding: PARAMETER_BINDING,
        size: match passing {
            ParameterPassing::DynamicUniform => size.next_multiple_of(BLOCK_UNIT),
            ParameterPassing::Immediates => size,
        },
        fields: fields.collect(),
    })
}

fn describe_bindings(graph: &Graph) -> Vec<Binding> {
    graph
        .resources
        .iter()
        .filter_map(|(id, resource)| Some((id, resource, binding_kind(graph, id)?)))
        .zip(0..)
        .map(|((id, resource, kind), binding)| Binding {
            name: resource.name.clone(),
            group: BUFFER_GROUP,
            binding,
            kind,
            ty: resource.ty.clone(),
            min_size: least_size(resource),
            accumulates: atomic::accumulates(graph, id),
        })
        .collect()
}

/// The bindings and parameters in the order of their declaration.
fn order(graph: &Graph) -> Vec<Declared> {
    let mut order = Vec::new();
    let mut parameters = graph.parameters.iter().zip(0..).peekable();
    let mut bindings = 0;
    let resources = graph.resources.iter().map(|(_, resource)| resource);
    for (index, resource) in resources.enumerate() {
        let is_before = |parameter: &Parameter| parameter.resources_before <= index;
        while let Some((_, number)) = parameters.next_if(|((_, one), _)| is_before(one)) {
            order.push(Declared::Parameter(number));
        }
        if is_bound(resource.space) {
            order.push(Declared::Binding(bindings));
            bindings += 1;
        }
    }
    order.extend(parameters.map(|(_, number)| Declared::Parameter(number)));
    order
}

fn workgroup_bytes(graph: &Graph) -> u32 {
    graph
        .resources
        .iter()
        .filter(|(_, resource)| resource.space == Space::Workgroup)
        .map(|(_, resource)| Layout::of(&resource.ty).size)
        .map(|size| {
            size.checked_next_multiple_of(BLOCK_UNIT)
                .unwrap_or(u32::MAX)
        })
        .fold(0, u32::saturating_add)
}

fn is_bound(space: Space) -> bool {
    match space {
        Space::StorageRead
        | Space::StorageReadWrite
        | Space::Uniform
        | Space::Texture(_)
        | Space::Sampler => true,
        Space::Workgroup | Space::Private => false,
    }
}

fn least_size(resource: &Resource) -> u32 {
    match resource.space {
        Space::StorageRead
        | Space::StorageReadWrite
        | Space::Uniform
        | Space::Workgroup
        | Space::Private => Layout::of(&resource.ty).size,
        Space::Texture(_) | Space::Sampler => 0,
    }
}

fn binding_kind(graph: &Graph, resource: ResourceId) -> Option<BindingKind> {
    match graph.resources[resource].space {
        Space::StorageRead => Some(BindingKind::StorageRead),
        Space::StorageReadWrite => Some(BindingKind::StorageReadWrite),
        Space::Texture(texture) => Some(match texture.class {
            TextureClass::Sampled(channel) => BindingKind::Texture {
                channel,
                dimension: texture.dimension,
                is_sampled: texture::is_sampled(graph, resource),
            },
            TextureClass::Storage(format, access) => BindingKind::StorageTexture {
                format,
                access,
                dimension: texture.dimension,
            },
        }),
        Space::Sampler => Some(BindingKind::Sampler),
        Space::Uniform => Some(BindingKind::Uniform),
        Space::Workgroup | Space::Private => None,
    }
}

fn address_space(space: Space) -> naga::AddressSpace {
    match space {
        Space::StorageRead => naga::AddressSpace::Storage {
            access: naga::StorageAccess::LOAD,
        },
        Space::StorageReadWrite => naga::AddressSpace::Storage {
            access: naga::StorageAccess::LOAD | naga::StorageAccess::STORE,
        },
        Space::Uniform => naga::AddressSpace::Uniform,
        Space::Workgroup => naga::AddressSpace::WorkGroup,
        Space::Texture(_) | Space::Sampler => naga::AddressSpace::Handle,
        Space::Private => naga::AddressSpace::Private,
    }
}
