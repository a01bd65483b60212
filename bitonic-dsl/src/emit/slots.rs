//! What the emitters of other languages share: the resources of a kernel in their
//! order, and what each is in the module.

use naga::{GlobalVariable, Handle, ResourceBinding};

use super::emitted::{Register, Resource, Slot};
use crate::diagnostic::SourceLocation;
use crate::interface::{Binding, BindingKind, Interface, ParameterPassing, Parameters};
use crate::validate::Validated;

/// The name of the slot of all parameters.
pub(super) const PARAMETERS: &str = "parameters";

/// What a slot is made for.
pub(super) enum Bound<'a> {
    Buffer(&'a Binding),
    Parameters(&'a Parameters),
    /// What the language asks for beyond the interface.
    Extra,
}

/// The slots of the buffers, the parameters and `extra`, each where `place` puts it,
/// given its position among all.
pub(super) fn slots(
    kernel: &Validated,
    place: &dyn Fn(&Bound<'_>, u32) -> Register,
    extra: Option<(&'static str, Resource)>,
) -> Vec<Slot> {
    let interface = kernel.interface();
    let buffers = interface.bindings.iter().enumerate().map(|(index, one)| {
        let resource = Resource::Binding(index);
        (one.name.as_str(), resource, Bound::Buffer(one))
    });
    let parameters = interface.parameters.iter();
    let parameters =
        parameters.map(|block| (PARAMETERS, Resource::Parameters, Bound::Parameters(block)));
    let extra = extra.into_iter();
    let extra = extra.map(|(name, resource)| (name, resource, Bound::Extra));
    let all = buffers.chain(parameters).chain(extra).zip(0..);
    all.map(|((name, resource, bound), position)| Slot {
        name: name.to_owned(),
        resource,
        register: place(&bound, position),
    })
    .collect()
}

/// The group and number that `resource` has in the module; none for immediates and
/// for what is not of the interface.
pub(super) fn binding(interface: &Interface, resource: Resource) -> Option<ResourceBinding> {
    let (group, binding) = match resource {
        Resource::Binding(index) => {
            let buffer = interface.bindings.get(index)?;
            (buffer.group, buffer.binding)
        }
        Resource::Parameters => {
            let block = interface.parameters.as_ref()?;
            match block.passing {
                ParameterPassing::DynamicUniform => (block.group, block.binding),
                ParameterPassing::Immediates => return None,
            }
        }
        Resource::Parameter(_)
        | Resource::BufferSizes
        | Resource::WorkgroupCounts
        | Resource::SamplerIndices => return None,
    };
    Some(ResourceBinding { group, binding })
}

/// Whether the kernel may write to `resource`.
pub(super) fn is_written(interface: &Interface, resource: Resource) -> bool {
    let Resource::Binding(index) = resource else {
        return false;
    };
    let bound = interface.bindings.get(index);
    bound.is_some_and(|bound| match bound.kind {
        BindingKind::StorageReadWrite => true,
        BindingKind::StorageTexture { access, .. } => access.is_written(),
        BindingKind::StorageRead
        | BindingKind::Uniform
        | BindingKind::Texture { .. }
        | BindingKind::Sampler => false,
    })
}

/// Where the author declared `resource`, or else the kernel.
pub(super) fn declared(kernel: &Validated, resource: Resource) -> SourceLocation {
    let place = variable(kernel, resource).and_then(|variable| {
        let span = kernel.module().global_variables.get_span(variable);
        kernel.sources().place(span)
    });
    place.unwrap_or(kernel.at())
}

fn variable(kernel: &Validated, resource: Resource) -> Option<Handle<GlobalVariable>> {
    let binding = Some(binding(kernel.interface(), resource)?);
    let mut variables = kernel.module().global_variables.iter();
    let found = variables.find(|(_, variable)| variable.binding == binding);
    found.map(|(handle, _)| handle)
}
