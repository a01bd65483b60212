//! Texts and binaries of a validated kernel. Nothing else is taken, so that
//! unvalidated text cannot be expressed.

mod annotate;
mod declared;
mod emitted;
mod glsl;
mod hlsl;
mod lacking;
mod lines;
mod msl;
mod names;
#[cfg(any(test, feature = "snapshot"))]
pub(crate) mod recheck;
mod slots;

pub(crate) use annotate::annotate;
pub use emitted::{Emitted, HlslRegister, Register, Resource, Slot};
pub use glsl::GlslVersion;
pub(crate) use glsl::glsl;
pub(crate) use hlsl::hlsl;
pub(crate) use lines::source_lines;
pub(crate) use msl::msl;

use naga::back::{spv, wgsl as wgsl_writer};

use crate::capabilities::Capability;
use crate::diagnostic::Diagnostic;
use crate::lower::internal_fault;
use crate::validate::Validated;

/// Who reads the WGSL. The dialects differ in the directives at the head.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Dialect {
    /// WebGPU as the specification has it: each extension is asked for by name.
    Browser,
    /// naga, and so wgpu outside browsers: extensions need no directive.
    #[default]
    Naga,
}

/// How naga's writer spells the largest `f32`: rounded up, so that it is no `f32` to others.
const LARGEST_FLOAT: &str = "340282350000000000000000000000000000000f";
/// The same value to the last bit.
const LARGEST_FLOAT_EXACTLY: &str = "0x1.fffffep+127f";

/// The kernel as WGSL.
///
/// # Errors
///
/// A capability that the dialect lacks, at its first use. Else of a validated kernel
/// every expression has a text.
pub(crate) fn wgsl(kernel: &Validated, dialect: Dialect) -> Result<String, Vec<Diagnostic>> {
    if dialect == Dialect::Browser {
        lacking::check(kernel, lacking::Language::BrowserWgsl)?;
    }
    let flags = wgsl_writer::WriterFlags::empty();
    let text = wgsl_writer::write_string(kernel.module(), kernel.info(), flags).map_err(|_| {
        vec![internal_fault(
            "the WGSL writer refused the kernel",
            kernel.at(),
        )]
    })?;
    let text = names::with_author_names(kernel.module(), &text);
    let text = text.replace(LARGEST_FLOAT, LARGEST_FLOAT_EXACTLY);
    Ok(match dialect {
        Dialect::Browser => directives(kernel) + &text,
        Dialect::Naga => text,
    })
}

/// The directives by which a browser's kernel asks for what it uses.
fn directives(kernel: &Validated) -> String {
    let mut text = String::new();
    for (capability, _) in kernel.interface().capabilities.iter() {
        if let Some(directive) = directive(capability) {
            text += directive;
            text.push('\n');
        }
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// What naga's writer does not write itself.
fn directive(capability: Capability) -> Option<&'static str> {
    match capability {
        Capability::Immediates => Some("requires immediate_address_space;"),
        Capability::Float16
        | Capability::Int64
        | Capability::Float64
        | Capability::StorageFormats
        | Capability::ReadWriteFormats
        | Capability::Norm16Formats
        | Capability::Bgra8UnormStorage => None,
    }
}

/// The kernel as words of SPIR-V 1.1.
///
/// # Errors
///
/// A fault of the compiler, or that SPIR-V lacks what the kernel uses.
pub(crate) fn spirv(kernel: &Validated) -> Result<Vec<u32>, Vec<Diagnostic>> {
    let options = spv::Options {
        lang_version: (1, 1),
        ..spv::Options::default()
    };
    spv::write_vec(kernel.module(), kernel.info(), &options, None).map_err(|_| {
        vec![internal_fault(
            "the SPIR-V writer refused the kernel",
            kernel.at(),
        )]
    })
}
