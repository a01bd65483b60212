//! GLSL for compute shaders of OpenGL and OpenGL ES.
//!
//! Storage and uniform blocks are numbered apart, each in the order of declaration,
//! the parameters last. Parameters that travel as immediates are uniforms of the
//! default block, found by their names. Textures and images have numbers of their own;
//! a sampler is bound to the unit of each texture that it reads. An index outside of its buffer is left to
//! the driver: ask for a context with robust buffer access.

use naga::back::glsl;
use naga::proc::BoundsCheckPolicies;

use super::emitted::{Emitted, Register, Resource, Slot};
use super::lacking::{self, Language};
use super::slots;
use crate::capabilities::Capability;
use crate::diagnostic::Diagnostic;
use crate::interface::{BindingKind, Interface, ParameterPassing};
use crate::lower::internal_fault;
use crate::validate::Validated;

/// A version of GLSL.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GlslVersion {
    /// GLSL ES 3.10, for OpenGL ES 3.1: the first with compute shaders.
    #[default]
    Es310,
    /// GLSL 4.50, for OpenGL 4.5.
    Core450,
}

/// The kernel as GLSL.
///
/// # Errors
///
/// More blocks of a kind than can be numbered, or a capability that the version lacks.
pub(crate) fn glsl(kernel: &Validated, version: GlslVersion) -> Result<Emitted, Vec<Diagnostic>> {
    lacking::check(kernel, language(version))?;
    let mut slots = numbered(kernel.interface());
    let options = glsl::Options {
        version: match version {
            GlslVersion::Es310 => glsl::Version::new_gles(310),
            GlslVersion::Core450 => glsl::Version::Desktop(450),
        },
        writer_flags: glsl::WriterFlags::empty(),
        binding_map: binding_map(kernel, &slots)?,
        ..glsl::Options::default()
    };
    let pipeline = glsl::PipelineOptions {
        shader_stage: naga::ShaderStage::Compute,
        entry_point: kernel.interface().entry_point.clone(),
        multiview: None,
    };
    let (module, info) = (kernel.module(), kernel.info());
    let policies = BoundsCheckPolicies::default();
    let mut text = String::new();
    let writer = glsl::Writer::new(&mut text, module, info, &options, &pipeline, policies);
    let written = writer.and_then(|mut writer| writer.write());
    let refused = |_| internal_fault("the GLSL writer refused the kernel", kernel.at());
    let written = written.map_err(|error| vec![refused(error)])?;
    require_subgroups(kernel, &mut text);
    slots.extend(uniforms(kernel.interface(), &written.immediates_items));
    slots.extend(samplers(kernel, &slots, &written));
    Ok(Emitted {
        text: with_sizes_of_images(&text),
        entry_point: "main".to_owned(),
        slots,
    })
}

/// naga 30 asks a storage texture for its layers with a level, `imageSize(name, 0)`, which
/// GLSL has not: here they are asked without.
fn with_sizes_of_images(text: &str) -> String {
    let mut parts = text.split("imageSize(");
    let mut mended = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        mended += "imageSize(";
        let is_name = |name: &str| name.chars().all(|c| c.is_alphanumeric() || c == '_');
        match part.split_once(", 0)") {
            Some((name, rest)) if is_name(name) => mended.extend([name, ")", rest]),
            Some(_) | None => mended += part,
        }
    }
    mended
}

/// naga asks for subgroups where there are operations, not where there are inputs alone.
fn require_subgroups(kernel: &Validated, text: &mut String) {
    const EXTENSION: &str = "GL_KHR_shader_subgroup_basic";
    let needs = &kernel.interface().capabilities;
    if needs.contains(&Capability::Subgroups) && !text.contains(EXTENSION) {
        // Behind the version, which stands first.
        let line = text.find('\n').map_or(0, |end| end + 1);
        text.insert_str(line, &format!("#extension {EXTENSION} : require\n"));
    }
}

fn language(version: GlslVersion) -> Language {
    match version {
        GlslVersion::Es310 => Language::GlslEs,
        GlslVersion::Core450 => Language::GlslCore,
    }
}

/// The slots of all blocks.
fn numbered(interface: &Interface) -> Vec<Slot> {
    let (mut storage, mut uniform) = (0_u32.., 0_u32..);
    let (mut images, mut textures) = (0_u32.., 0_u32..);
    let mut slots: Vec<Slot> = Vec::new();
    for (position, binding) in interface.bindings.iter().enumerate() {
        let register = match binding.kind {
            BindingKind::StorageRead | BindingKind::StorageReadWrite => {
                storage.next().map(Register::StorageBlock)
            }
            BindingKind::Uniform => uniform.next().map(Register::UniformBlock),
            BindingKind::StorageTexture { .. } => images.next().map(Register::ImageUnit),
            BindingKind::Texture { .. } => textures.next().map(Register::TextureUnit),
            // Behind the textures that it reads.
            BindingKind::Sampler => None,
        };
        slots.extend(register.map(|register| Slot {
            name: binding.name.clone(),
            resource: Resource::Binding(position),
            register,
        }));
    }
    let block = interface.parameters.as_ref();
    if block.is_some_and(|block| block.passing == ParameterPassing::DynamicUniform) {
        slots.extend(uniform.next().map(|number| Slot {
            name: slots::PARAMETERS.to_owned(),
            resource: Resource::Parameters,
            register: Register::UniformBlock(number),
        }));
    }
    slots
}

fn binding_map(kernel: &Validated, slots: &[Slot]) -> Result<glsl::BindingMap, Vec<Diagnostic>> {
    let mut map = glsl::BindingMap::default();
    for slot in slots {
        let number = match slot.register {
            Register::StorageBlock(number)
            | Register::UniformBlock(number)
            | Register::TextureUnit(number)
            | Register::ImageUnit(number) => number,
            Register::Buffer(_)
            | Register::Texture(_)
            | Register::Sampler(_)
            | Register::SamplerIndex(_)
            | Register::SamplerUnit(_)
            | Register::ShaderResource(_)
            | Register::UnorderedAccess(_)
            | Register::ConstantBuffer(_)
            | Register::Uniform(_) => continue,
        };
        let number = u8::try_from(number).map_err(|_| vec![too_many_blocks(slot, kernel)])?;
        let binding = slots::binding(kernel.interface(), slot.resource);
        map.extend(binding.map(|binding| (binding, number)));
    }
    Ok(map)
}

/// For each texture that is read through a sampler, that sampler.
fn samplers(kernel: &Validated, slots: &[Slot], written: &glsl::ReflectionInfo) -> Vec<Slot> {
    let interface = kernel.interface();
    let binding_of = |global: naga::Handle<naga::GlobalVariable>| {
        kernel.module().global_variables[global].binding
    };
    let pairs = written.texture_mapping.values().filter_map(|pair| {
        let texture = binding_of(pair.texture)?;
        let sampler = binding_of(pair.sampler?)?;
        let slot = slots
            .iter()
            .find(|slot| slots::binding(interface, slot.resource) == Some(texture))?;
        let Register::TextureUnit(unit) = slot.register else {
            return None;
        };
        let position = interface
            .bindings
            .iter()
            .position(|one| (one.group, one.binding) == (sampler.group, sampler.binding))?;
        Some(Slot {
            name: interface.bindings[position].name.clone(),
            resource: Resource::Binding(position),
            register: Register::SamplerUnit(unit),
        })
    });
    // The writer's map has no order of its own.
    let mut pairs: Vec<Slot> = pairs.collect();
    pairs.sort_by_key(|slot| slot.register.to_string());
    pairs
}

/// The uniforms that the immediates became.
fn uniforms<'a>(
    interface: &'a Interface,
    items: &'a [glsl::ImmediateItem],
) -> impl Iterator<Item = Slot> + 'a {
    items.iter().filter_map(|item| {
        let fields = &interface.parameters.as_ref()?.fields;
        let position = fields
            .iter()
            .rposition(|field| field.offset <= item.offset)?;
        Some(Slot {
            name: fields[position].name.clone(),
            resource: Resource::Parameter(position),
            register: Register::Uniform(item.access_path.clone()),
        })
    })
}

fn too_many_blocks(slot: &Slot, kernel: &Validated) -> Diagnostic {
    let message = format!(
        "GLSL has no number for `{}`: {} blocks of its kind stand before it",
        slot.name,
        u32::from(u8::MAX) + 1
    );
    Diagnostic::new(message, slots::declared(kernel, slot.resource))
        .help("put several arrays of one type in one buffer")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn storage_textures_have_no_level() {
        let text = "uint(imageSize(made_1, 0).z); imageSize(a).xy; f(imageSize(b).x, 0)";
        let mended = "uint(imageSize(made_1).z); imageSize(a).xy; f(imageSize(b).x, 0)";
        assert_eq!(with_sizes_of_images(text), mended);
        assert_eq!(
            with_sizes_of_images("textureSize(t, 0)"),
            "textureSize(t, 0)"
        );
    }
}
