//! MSL 2.1, for Metal on macOS 10.14, iOS 12 and later; MSL 2.3 where 64-bit integers
//! are used.
//!
//! Metal numbers all buffers in one row: the kernel's, in the order of declaration,
//! then the parameters, then the sizes of the buffers. An index outside of its array
//! is confined to it, as WGSL demands; that is what the sizes are for.

use naga::back::msl;
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use naga::{GlobalVariable, Handle, Module, TypeInner};

use super::emitted::{Emitted, Register, Resource, Slot};
use super::lacking;
use super::slots::{self, slots};
use crate::capabilities::Capability;
use crate::diagnostic::Diagnostic;
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
    let slots = slots(kernel, &place, extra(kernel));
    if let Some(slot) = slots.get(MOST_BUFFERS as usize) {
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

/// Buffers of 64-bit integers came with MSL 2.3.
fn version(kernel: &Validated) -> (u8, u8) {
    match kernel.interface().capabilities.contains(&Capability::Int64) {
        true => (2, 3),
        false => (2, 1),
    }
}

fn place(_: &slots::Bound<'_>, position: u32) -> Register {
    Register::Buffer(position)
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
    for (slot, index) in slots.iter().zip(0..) {
        let target = msl::BindTarget {
            buffer: Some(index),
            mutable: slots::is_written(interface, slot.resource),
            ..msl::BindTarget::default()
        };
        match (slot.resource, slots::binding(interface, slot.resource)) {
            (Resource::BufferSizes, _) => resources.sizes_buffer = Some(index),
            (_, Some(binding)) => {
                resources.resources.insert(binding, target);
            }
            (_, None) => resources.immediates_buffer = Some(index),
        }
    }
    resources
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
