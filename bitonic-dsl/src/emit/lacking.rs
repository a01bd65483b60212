//! What the languages lack: a kernel that needs it has no text there, and the error
//! names the capability, or the operation, and the line that asks for it.

use std::collections::HashMap;

use naga::{Expression, Function, GlobalVariable, Handle, ImageQuery};

use super::emitted::Resource;
use super::slots;
use crate::capabilities::Capability;
use crate::diagnostic::Diagnostic;
use crate::interface::BindingKind;
use crate::types::StorageFormat;
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
/// One fault for each capability that is lacking, at its first use, and for each use of an
/// operation that is.
pub(super) fn check(kernel: &Validated, language: Language) -> Result<(), Vec<Diagnostic>> {
    let needed = kernel.interface().capabilities.iter();
    let lacking = needed.filter(|(capability, _)| !language.has(*capability));
    let mut faults: Vec<Diagnostic> = lacking
        .map(|(capability, at)| {
            let message = format!("{} has no {capability}", language.words());
            Diagnostic::new(message, at)
                .caption("first used here")
                .help(help(capability))
        })
        .collect();
    match language {
        Language::GlslEs => {
            faults.extend(formats(kernel, language));
            faults.extend(counts_of_levels(kernel, language));
            faults.extend(second_samplers(kernel, language));
        }
        Language::GlslCore => faults.extend(second_samplers(kernel, language)),
        Language::BrowserWgsl | Language::Hlsl | Language::Msl => {}
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults)
    }
}

/// The storage textures of a format that every device of WebGPU has and OpenGL ES 3.1 has
/// not (GLSL ES 3.10, "Format Layout Qualifiers").
fn formats(kernel: &Validated, language: Language) -> Vec<Diagnostic> {
    let bindings = kernel.interface().bindings.iter().enumerate();
    let lacking = bindings.filter_map(|(index, binding)| match binding.kind {
        BindingKind::StorageTexture { format, .. } => match format {
            StorageFormat::Rg32Uint | StorageFormat::Rg32Sint | StorageFormat::Rg32Float => {
                Some((Resource::Binding(index), format))
            }
            _ => None,
        },
        _ => None,
    });
    let fault = |(resource, format)| {
        let message = format!("{} has no storage textures of `{format}`", language.words());
        Diagnostic::new(message, slots::declared(kernel, resource))
            .caption("declared here")
            .help("choose another format: `Rgba32Float`, `R32Float` .., or emit another language")
    };
    lacking.map(fault).collect()
}

fn functions(kernel: &Validated) -> impl Iterator<Item = &Function> {
    let module = kernel.module();
    let entry_points = module.entry_points.iter().map(|entry| &entry.function);
    let functions = module.functions.iter().map(|(_, function)| function);
    functions.chain(entry_points)
}

/// Where the kernel asks textures for their levels: OpenGL ES does not tell.
fn counts_of_levels(kernel: &Validated, language: Language) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    for function in functions(kernel) {
        for (handle, expression) in function.expressions.iter() {
            let levels = ImageQuery::NumLevels;
            if matches!(expression, Expression::ImageQuery { query, .. } if *query == levels) {
                let place = kernel
                    .sources()
                    .place(function.expressions.get_span(handle));
                let message = format!("{} does not tell a texture's levels", language.words());
                let fault = Diagnostic::new(message, place.unwrap_or(kernel.at()));
                faults.push(
                    fault
                        .caption("asked here")
                        .help("pass the number as a parameter, or emit another language"),
                );
            }
        }
    }
    faults
}

/// Where a texture is read through a second sampler: to GLSL a texture and its sampler are
/// one.
fn second_samplers(kernel: &Validated, language: Language) -> Vec<Diagnostic> {
    let mut samplers: HashMap<Handle<GlobalVariable>, Handle<GlobalVariable>> = HashMap::new();
    let mut faults = Vec::new();
    let variables = &kernel.module().global_variables;
    let name = |handle: Handle<GlobalVariable>| variables[handle].name.as_deref().unwrap_or("?");
    for function in functions(kernel) {
        let global = |handle| match function.expressions[handle] {
            Expression::GlobalVariable(variable) => Some(variable),
            _ => None,
        };
        for (handle, expression) in function.expressions.iter() {
            let Expression::ImageSample { image, sampler, .. } = *expression else {
                continue;
            };
            let (Some(image), Some(sampler)) = (global(image), global(sampler)) else {
                continue;
            };
            let first = *samplers.entry(image).or_insert(sampler);
            if first != sampler {
                let place = kernel
                    .sources()
                    .place(function.expressions.get_span(handle));
                let message = format!(
                    "{} reads a texture through one sampler, `{}` is read through `{}` and `{}`",
                    language.words(),
                    name(image),
                    name(first),
                    name(sampler)
                );
                let fault = Diagnostic::new(message, place.unwrap_or(kernel.at()));
                faults.push(fault.caption("the second sampler").help(
                    "bind the texture a second time, under another name, or emit another language",
                ));
            }
        }
    }
    faults
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
