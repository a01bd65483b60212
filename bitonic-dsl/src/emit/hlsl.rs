//! HLSL of shader model 5.1, which both of Direct3D 12's compilers read; of 6.0 where
//! 64-bit integers or subgroup operations are used, of 6.2 (with 16-bit types enabled)
//! for 16-bit floats.
//!
//! A resource keeps the numbers that it has in WGSL: its binding is the register, its
//! group the space. Parameters are at `b0, space1` however they travel. Direct3D does
//! not say how many workgroups a dispatch has; a kernel that asks finds them at
//! `b0, space2`. Samplers live in a heap at `s0, space0`: which of it each is says a
//! buffer of indices at `t0, space3`.

use naga::back::hlsl;
use naga::{BuiltIn, FunctionArgument};

use super::emitted::{Emitted, HlslRegister, Register, Resource, Slot};
use super::lacking;
use super::slots::{self, Bound, slots};
use crate::capabilities::Capability;
use crate::diagnostic::Diagnostic;
use crate::interface::BindingKind;
use crate::lower::internal_fault;
use crate::validate::Validated;

/// Behind the groups of buffers and of parameters.
const WORKGROUP_COUNTS_SPACE: u32 = 2;
const SAMPLER_INDICES_SPACE: u32 = 3;
/// The group that all samplers are in.
const SAMPLERS: hlsl::SamplerIndexBufferKey = hlsl::SamplerIndexBufferKey { group: 0 };

/// The kernel as HLSL.
///
/// # Errors
///
/// A capability that HLSL lacks, or a fault of the compiler.
pub(crate) fn hlsl(kernel: &Validated) -> Result<Emitted, Vec<Diagnostic>> {
    lacking::check(kernel, lacking::Language::Hlsl)?;
    let mut slots = slots(kernel, &place, extra(kernel));
    slots.extend(sampler_indices(&slots));
    let options = options(kernel, &slots);
    let pipeline = hlsl::PipelineOptions::default();
    let mut text = String::new();
    let mut writer = hlsl::Writer::new(&mut text, &options, &pipeline);
    let written = writer.write(kernel.module(), kernel.info(), None).ok();
    let entry_point = written.and_then(|info| info.entry_point_names.into_iter().next()?.ok());
    let refused = || internal_fault("the HLSL writer refused the kernel", kernel.at());
    let entry_point = entry_point.ok_or_else(|| vec![refused()])?;
    Ok(Emitted {
        text,
        entry_point,
        slots,
    })
}

fn place(bound: &Bound<'_>, _: u32) -> Register {
    let register = |register, space| HlslRegister { register, space };
    match bound {
        Bound::Buffer(buffer) => {
            let register = register(buffer.binding, buffer.group);
            match buffer.kind {
                BindingKind::StorageRead => Register::ShaderResource(register),
                BindingKind::StorageReadWrite | BindingKind::StorageTexture { .. } => {
                    Register::UnorderedAccess(register)
                }
                BindingKind::Texture { .. } => Register::ShaderResource(register),
                BindingKind::Sampler => Register::SamplerIndex(buffer.binding),
                BindingKind::Uniform => Register::ConstantBuffer(register),
            }
        }
        Bound::Parameters(block) => Register::ConstantBuffer(register(block.binding, block.group)),
        Bound::Extra => Register::ConstantBuffer(register(0, WORKGROUP_COUNTS_SPACE)),
    }
}

/// The buffer of the indices of samplers, where the kernel has any.
fn sampler_indices(slots: &[Slot]) -> Option<Slot> {
    let is_sampler = |slot: &Slot| matches!(slot.register, Register::SamplerIndex(_));
    slots.iter().any(is_sampler).then(|| Slot {
        name: "sampler indices".to_owned(),
        resource: Resource::SamplerIndices,
        register: Register::ShaderResource(HlslRegister {
            register: 0,
            space: SAMPLER_INDICES_SPACE,
        }),
    })
}

/// The number of workgroups, where the kernel asks for it.
fn extra(kernel: &Validated) -> Option<(&'static str, Resource)> {
    let entry_points = &kernel.module().entry_points;
    let mut arguments = entry_points.iter().flat_map(|one| &one.function.arguments);
    let asked = arguments.any(is_workgroup_count);
    asked.then_some(("workgroup counts", Resource::WorkgroupCounts))
}

fn is_workgroup_count(argument: &FunctionArgument) -> bool {
    argument.binding == Some(naga::Binding::BuiltIn(BuiltIn::NumWorkGroups))
}

fn options(kernel: &Validated, slots: &[Slot]) -> hlsl::Options {
    let mut options = hlsl::Options {
        shader_model: shader_model(kernel),
        fake_missing_bindings: false,
        ..hlsl::Options::default()
    };
    for slot in slots {
        let target = target(&slot.register);
        match (
            slot.resource,
            slots::binding(kernel.interface(), slot.resource),
        ) {
            (Resource::WorkgroupCounts, _) => options.special_constants_binding = target,
            (Resource::SamplerIndices, _) => {
                let target = target.map(|one| (SAMPLERS, one));
                options.sampler_buffer_binding_map.extend(target);
            }
            (_, Some(binding)) => options.binding_map.extend(target.map(|one| (binding, one))),
            (_, None) => options.immediates_target = target,
        }
    }
    options
}

/// The least that has all that the kernel uses.
fn shader_model(kernel: &Validated) -> hlsl::ShaderModel {
    let models = kernel.interface().capabilities.iter();
    let models = models.map(|(capability, _)| match capability {
        Capability::Immediates
        | Capability::Float64
        | Capability::StorageFormats
        | Capability::ReadWriteFormats
        | Capability::Norm16Formats
        | Capability::Bgra8UnormStorage
        // Refused before.
        | Capability::Float32Atomics => hlsl::ShaderModel::V5_1,
        Capability::Int64 | Capability::Subgroups | Capability::SubgroupBarrier => {
            hlsl::ShaderModel::V6_0
        }
        Capability::Float16 => hlsl::ShaderModel::V6_2,
        Capability::Int64AtomicMinMax | Capability::Int64Atomics => hlsl::ShaderModel::V6_6,
    });
    models.fold(hlsl::ShaderModel::V5_1, |least, model| {
        if model > least { model } else { least }
    })
}

fn target(register: &Register) -> Option<hlsl::BindTarget> {
    match register {
        Register::ShaderResource(at)
        | Register::UnorderedAccess(at)
        | Register::ConstantBuffer(at) => Some(hlsl::BindTarget {
            space: u8::try_from(at.space).ok()?,
            register: at.register,
            restrict_indexing: true,
            ..hlsl::BindTarget::default()
        }),
        Register::SamplerIndex(index) => Some(hlsl::BindTarget {
            register: *index,
            ..hlsl::BindTarget::default()
        }),
        Register::Buffer(_)
        | Register::Texture(_)
        | Register::Sampler(_)
        | Register::TextureUnit(_)
        | Register::SamplerUnit(_)
        | Register::ImageUnit(_)
        | Register::StorageBlock(_)
        | Register::UniformBlock(_)
        | Register::Uniform(_) => None,
    }
}
