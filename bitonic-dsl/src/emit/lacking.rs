//! What the languages lack: a kernel that needs it has no text there, and the error
//! names the capability and the line that asks for it.

use crate::capabilities::Capability;
use crate::diagnostic::Diagnostic;
use crate::validate::Validated;

/// A language that a kernel is emitted in, as far as they differ in what they have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Language {
    BrowserWgsl,
    Hlsl,
    Msl,
    GlslEs,
    GlslCore,
}

impl Language {
    fn words(self) -> &'static str {
        match self {
            Language::BrowserWgsl => "WGSL of browsers",
            Language::Hlsl => "HLSL",
            Language::Msl => "MSL",
            Language::GlslEs => "GLSL ES",
            Language::GlslCore => "GLSL",
        }
    }

    /// Whether the language has `capability`, as far as naga can write it.
    pub(super) fn has(self, capability: Capability) -> bool {
        match (self, capability) {
            (
                Language::BrowserWgsl | Language::GlslEs | Language::GlslCore,
                Capability::Int64AtomicMinMax
                | Capability::Int64Atomics
                | Capability::Float32Atomics,
            )
            | (Language::Hlsl, Capability::Float32Atomics)
            | (Language::Msl, Capability::Int64Atomics)
            | (Language::BrowserWgsl, Capability::Int64 | Capability::Float64)
            | (Language::Msl, Capability::Float64)
            | (Language::GlslEs, Capability::Float16 | Capability::Int64 | Capability::Float64)
            | (Language::GlslCore, Capability::Float16 | Capability::Int64) => false,
            (
                Language::Hlsl,
                Capability::Immediates
                | Capability::Float16
                | Capability::Int64
                | Capability::Float64
                | Capability::Int64AtomicMinMax
                | Capability::Int64Atomics,
            )
            | (Language::Msl, Capability::Int64AtomicMinMax | Capability::Float32Atomics)
            | (Language::BrowserWgsl, Capability::Immediates | Capability::Float16)
            | (Language::Msl, Capability::Immediates | Capability::Float16 | Capability::Int64)
            | (Language::GlslEs, Capability::Immediates)
            | (Language::GlslCore, Capability::Immediates | Capability::Float64) => true,
            (
                Language::BrowserWgsl | Language::Hlsl | Language::Msl | Language::GlslCore,
                Capability::StorageFormats
                | Capability::ReadWriteFormats
                | Capability::Norm16Formats
                | Capability::Bgra8UnormStorage,
            ) => self != Language::GlslCore || capability != Capability::Bgra8UnormStorage,
            (
                Language::GlslEs,
                Capability::StorageFormats
                | Capability::ReadWriteFormats
                | Capability::Norm16Formats
                | Capability::Bgra8UnormStorage,
            ) => false,
            (_, Capability::Subgroups) => true,
            // GLSL's waits for the whole workgroup, HLSL has none.
            (_, Capability::SubgroupBarrier) => self == Language::Msl,
        }
    }
}

/// Refuses `kernel` where `language` lacks what it needs.
///
/// # Errors
///
/// One fault for each capability that is lacking, at its first use.
pub(super) fn check(kernel: &Validated, language: Language) -> Result<(), Vec<Diagnostic>> {
    let needed = kernel.interface().capabilities.iter();
    let lacking = needed.filter(|(capability, _)| !language.has(*capability));
    let faults: Vec<Diagnostic> = lacking
        .map(|(capability, at)| {
            let message = format!("{} has no {capability}", language.words());
            Diagnostic::new(message, at)
                .caption("first used here")
                .help(help(capability))
        })
        .collect();
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults)
    }
}

fn help(capability: Capability) -> &'static str {
    match capability {
        Capability::Immediates => "pass the parameters in a dynamic-offset uniform",
        Capability::Float16 => "compute with `f32`, or emit another language",
        Capability::Int64 => "compute with two words of 32 bits, or emit another language",
        Capability::Float64 => "compute with `f32`, or emit another language",
        Capability::Int64AtomicMinMax | Capability::Int64Atomics => {
            "count in atomics of `u32`, or emit another language"
        }
        Capability::Float32Atomics => {
            "add in atomics of `i32`, for instance in units of 1/1024, or emit another language"
        }
        Capability::ReadWriteFormats => {
            "read and write `R32Float`, `R32Uint` or `R32Sint`, or read from one texture and write \
             to another"
        }
        Capability::StorageFormats | Capability::Norm16Formats | Capability::Bgra8UnormStorage => {
            "choose another format: `Rgba8Unorm`, `R32Float` .., or emit another language"
        }
        Capability::Subgroups => "share values through workgroup memory, or emit another language",
        Capability::SubgroupBarrier => {
            "wait for the whole workgroup with `workgroup_barrier`, or emit another language"
        }
    }
}
