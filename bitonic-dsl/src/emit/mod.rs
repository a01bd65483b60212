//! Texts and binaries of a validated kernel. Nothing else is taken, so that
//! unvalidated text cannot be expressed.

mod annotate;
mod emitted;
mod glsl;
mod hlsl;
mod lacking;
mod msl;
#[cfg(any(test, feature = "snapshot"))]
pub(crate) mod recheck;
mod slots;
mod spirv;
mod tokens;
mod wgsl;

pub(crate) use annotate::annotate;
pub use emitted::{Emitted, HlslRegister, Register, Resource, Slot};
pub use glsl::GlslVersion;
pub(crate) use glsl::glsl;
pub(crate) use hlsl::hlsl;
pub(crate) use msl::msl;
pub(crate) use spirv::spirv;
pub use tokens::{WgslToken, wgsl_tokens};

use crate::diagnostic::{Diagnostic, SourceLocation};
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

/// Whether the WGSL of browsers has `capability`.
#[cfg(any(test, feature = "snapshot"))]
pub(crate) fn browsers_have(capability: crate::capabilities::Capability) -> bool {
    lacking::Language::BrowserWgsl.has(capability)
}

/// A kernel as WGSL, and where each line comes from.
pub(crate) struct Text {
    pub(crate) wgsl: String,
    /// By line: where in the author's source it was written. None for lines on which
    /// nothing is computed, read, written or decided.
    pub(crate) lines: Vec<Option<SourceLocation>>,
}

/// The kernel as WGSL.
///
/// # Errors
///
/// As [`text`].
pub(crate) fn wgsl(kernel: &Validated, dialect: Dialect) -> Result<String, Vec<Diagnostic>> {
    text(kernel, dialect).map(|text| text.wgsl)
}

/// The kernel as WGSL, with the places of its lines.
///
/// # Errors
///
/// What the dialect lacks, with its place; else a fault of the compiler: of a validated
/// kernel every expression has a text.
pub(crate) fn text(kernel: &Validated, dialect: Dialect) -> Result<Text, Vec<Diagnostic>> {
    if dialect == Dialect::Browser {
        lacking::check(kernel, lacking::Language::BrowserWgsl)?;
    }
    let (module, info) = (kernel.module(), kernel.info());
    let written = wgsl::write(module, info, dialect, kernel.needs_subgroup_scope());
    let output = written.map_err(|refusal| vec![refused(kernel, &refusal)])?;
    let places = output.spans.iter();
    Ok(Text {
        lines: places.map(|span| kernel.sources().place(*span)).collect(),
        wgsl: output.text,
    })
}

fn refused(kernel: &Validated, refusal: &wgsl::Refusal) -> Diagnostic {
    let place = kernel.sources().place(refusal.span);
    let at = place.unwrap_or(kernel.at());
    let what = refusal.what;
    if refusal.is_lacking {
        return Diagnostic::new(format!("browsers have no {what}"), at)
            .caption("used here")
            .help("emit the kernel as `Dialect::Naga`, for wgpu outside of browsers");
    }
    internal_fault(&format!("the WGSL writer refused the kernel: {what}"), at)
}
