//! MSL 2.1, for Metal on macOS 10.14, iOS 12 and later; MSL 2.3 where 64-bit integers
//! or subgroup operations are used.
//!
//! Metal numbers all buffers in one row: the kernel's, in the order of declaration,
//! then the parameters, then the sizes of the buffers; textures and samplers have rows
//! of their own. An index outside of its array
//! is confined to it, as WGSL demands; that is what the sizes are for.

use naga::back::msl;
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use naga::{GlobalVariable, Handle, Module, TypeInner};

use super::emitted::{Emitted, Register, Resource, Slot};
use super::lacking;
use super::slots::{self, Bound, slots};
use crate::capabilities::Capability;
use crate::diagnostic::Diagnostic;
use crate::interface::BindingKind;
use crate::lower::internal_fault;
use crate::validate::Validated;

/// The buffers that a Metal kernel can take.
const MOST_BUFFERS: u32 = 31;

/// The kernel as MSL.
///
/// # Errors
///
/// More buffers than Metal has room for, or a capability that it lacks.
pub(crate) fn msl(kernel: &Validated) -> Result<Emitted, Vec<Diagnostic>> {
    lacking::check(kernel, lacking::Language::Msl)?;
    let slots = numbered(slots(kernel, &place, extra(kernel)));
    let too_far = |slot: &&Slot| slot.register == Register::Buffer(MOST_BUFFERS);
    if let Some(slot) = slots.iter().find(too_far) {
        return Err(vec![too_many_buffers(slot, kernel)]);
    }
    let name = &kernel.interface().entry_point;
    let options = msl::Options {
        lang_version: version(kernel),
        per_entry_point_map: [(name.clone(), resources(kernel, &slots))].into(),
        fake_missing_bindings: false,
        bounds_check_policies: BoundsCheckPolicies {
            index: BoundsCheckPolicy::Restrict,
            buffer: BoundsCheckPolicy::Restrict,
            image_load: BoundsCheckPolicy::ReadZeroSkipWrite,
            ..BoundsCheckPolicies::default()
        },
        ..msl::Options::default()
    };
    let pipeline = msl::PipelineOptions::default();
    let written = msl::write_string(kernel.module(), kernel.info(), &options, &pipeline).ok();
    let named = written.and_then(|(text, info)| {
        let entry_point = info.entry_point_names.into_iter().next()?.ok()?;
        Some((text, entry_point))
    });
    let refused = || internal_fault("the MSL writer refused the kernel", kernel.at());
    let (text, entry_point) = named.ok_or_else(|| vec![refused()])?;
    Ok(Emitted {
        text,
        entry_point,
        slots,
    })
}

/// The least that has all that the kernel uses: buffers of 64-bit integers came with MSL
/// 2.3, and to iOS the sums of a SIMD-group; atomics of 64 bits with 2.4, of floats with 3.0.
fn version(kernel: &Validated) -> (u8, u8) {
    let needs = |capability| kernel.interface().capabilities.contains(&capability);
    if needs(Capability::Float32Atomics) {
        (3, 0)
    } else if needs(Capability::Int64AtomicMinMax) {
        (2, 4)
    } else if needs(Capability::Int64) || needs(Capability::Subgroups) {
        (2, 3)
    } else {
        (2, 1)
    }
}

/// Where a resource goes, but for its number.
fn place(bound: &slots::Bound<'_>, _: u32) -> Register {
    match bound {
        Bound::Buffer(bound) => match bound.kind {
            BindingKind::StorageTexture { .. } | BindingKind::Texture { .. } => {
                Register::Texture(0)
            }
            BindingKind::Sampler => Register::Sampler(0),
            BindingKind::StorageRead | BindingKind::StorageReadWrite | BindingKind::Uniform => {
                Register::Buffer(0)
            }
        },
        Bound::Parameters(_) | Bound::Extra => Register::Buffer(0),
    }
}

/// Metal numbers buffers, textures and samplers apart, each in the order of declaration.
fn numbered(mut slots: Vec<Slot>) -> Vec<Slot> {
    let (mut buffers, mut textures, mut samplers) = (0_u32.., 0_u32.., 0_u32..);
    for slot in &mut slots {
        let number = match &mut slot.register {
            Register::Buffer(number) => buffers.next().map(|next| (number, next)),
            Register::Texture(number) => textures.next().map(|next| (number, next)),
            Register::Sampler(number) => samplers.next().map(|next| (number, next)),
            Register::ShaderResource(_)
            | Register::UnorderedAccess(_)
            | Register::ConstantBuffer(_)
            | Register::SamplerIndex(_)
            | Register::TextureUnit(_)
            | Register::SamplerUnit(_)
            | Register::ImageUnit(_)
            | Register::StorageBlock(_)
            | Register::UniformBlock(_)
            | Register::Uniform(_) => None,
        };
        if let Some((number, next)) = number {
            *number = next;
        }
    }
    slots
}

/// The sizes, where the text needs them.
fn extra(kernel: &Validated) -> Option<(&'static str, Resource)> {
    let variables = kernel.module().global_variables.iter();
    let mut used = variables.filter(|(handle, _)| is_used(kernel, *handle));
    let needed = used.any(|(_, variable)| is_sized_at_run_time(kernel.module(), variable));
    needed.then_some(("buffer sizes", Resource::BufferSizes))
}

fn is_used(kernel: &Validated, variable: Handle<GlobalVariable>) -> bool {
    !kernel.info().get_entry_point(0)[variable].is_empty()
}

fn is_sized_at_run_time(module: &Module, variable: &GlobalVariable) -> bool {
    let mut inner = &module.types[variable.ty].inner;
    if let TypeInner::Struct { members, .. } = inner
        && let Some(last) = members.last()
    {
        inner = &module.types[last.ty].inner;
    }
    inner.is_dynamically_sized(&module.types)
}

fn resources(kernel: &Validated, slots: &[Slot]) -> msl::EntryPointResources {
    let interface = kernel.interface();
    let mut resources = msl::EntryPointResources::default();
    for slot in slots {
        let target = target(&slot.register, slots::is_written(interface, slot.resource));
        let index = target.buffer;
        match (slot.resource, slots::binding(interface, slot.resource)) {
            (Resource::BufferSizes, _) => resources.sizes_buffer = index,
            (_, Some(binding)) => {
                resources.resources.insert(binding, target);
            }
            (_, None) => resources.immediates_buffer = index,
        }
    }
    resources
}

fn target(register: &Register, mutable: bool) -> msl::BindTarget {
    let mut target = msl::BindTarget {
        mutable,
        ..msl::BindTarget::default()
    };
    match register {
        Register::Buffer(index) => target.buffer = u8::try_from(*index).ok(),
        Register::Texture(index) => target.texture = u8::try_from(*index).ok(),
        Register::Sampler(index) => {
            let index = u8::try_from(*index).ok();
            target.sampler = index.map(msl::BindSamplerTarget::Resource);
        }
        Register::ShaderResource(_)
        | Register::UnorderedAccess(_)
        | Register::ConstantBuffer(_)
        | Register::SamplerIndex(_)
        | Register::TextureUnit(_)
        | Register::SamplerUnit(_)
        | Register::ImageUnit(_)
        | Register::StorageBlock(_)
        | Register::UniformBlock(_)
        | Register::Uniform(_) => {}
    }
    target
}

fn too_many_buffers(slot: &Slot, kernel: &Validated) -> Diagnostic {
    let message = format!(
        "Metal has no room for `{}`: a kernel there takes {MOST_BUFFERS} buffers, among \
         them one for parameters and one for the sizes of the others",
        slot.name
    );
    Diagnostic::new(message, slots::declared(kernel, slot.resource))
        .help("put several arrays of one type in one buffer")
}
