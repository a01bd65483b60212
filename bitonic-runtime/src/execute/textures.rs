//! The textures and samplers behind a plan's ids: the caller's, or made for this recording;
//! and what the device can do with them, looked at before anything is compiled.

use std::collections::HashMap;

use bitonic_dsl::interface::{Binding, BindingKind};
use bitonic_dsl::types::ScalarType;

use crate::device::Gpu;
use crate::error::{Error, ErrorKind};
use crate::plan::{Plan, PlanFormat, PlanTexture, ResourceId, Role, SamplerId, TextureId, kind_of};
use crate::texture::{AnySampler, AnyTexture, RawTexture};

/// The textures of a plan, by the place of their ids.
pub(super) fn resolve(
    gpu: &Gpu,
    plan: &Plan,
    mut given: HashMap<TextureId, AnyTexture>,
) -> Result<Vec<AnyTexture>, Error> {
    let mut textures = Vec::new();
    for (id, planned) in plan.textures_with_ids() {
        let texture = match (planned.role, given.remove(&id)) {
            (Role::Scratch, None) => scratch(gpu, plan, planned)?,
            (Role::Scratch | Role::Input | Role::Output | Role::InputOutput, Some(given)) => {
                on_this_device(gpu, "texture", &planned.label, given.gpu.as_ref())?;
                as_planned(plan, planned, given)?
            }
            (Role::Input | Role::Output | Role::InputOutput, None) => {
                return Err(missing(plan, "texture", &planned.label));
            }
        };
        textures.push(texture);
    }
    Ok(textures)
}

/// The samplers of a plan, by the place of their ids.
pub(super) fn resolve_samplers(
    gpu: &Gpu,
    plan: &Plan,
    mut given: HashMap<SamplerId, AnySampler>,
) -> Result<Vec<wgpu::Sampler>, Error> {
    let mut samplers = Vec::new();
    for (id, planned) in plan.samplers_with_ids() {
        let sampler = match (planned.sampling, given.remove(&id)) {
            (_, Some(given)) => {
                on_this_device(gpu, "sampler", &planned.label, given.gpu.as_ref())?;
                given.sampler
            }
            (Some(sampling), None) => gpu.sampler(sampling)?.sampler,
            (None, None) => return Err(missing(plan, "sampler", &planned.label)),
        };
        samplers.push(sampler);
    }
    Ok(samplers)
}

fn missing(plan: &Plan, noun: &str, label: &str) -> Error {
    let message = format!("plan `{}`: no {noun} for `{label}`", plan.label());
    let help = format!("give one: `Bound::with_{noun}`");
    Error::new(ErrorKind::Plan, message).with_help(help)
}

fn scratch(gpu: &Gpu, plan: &Plan, planned: &PlanTexture) -> Result<AnyTexture, Error> {
    match planned.format {
        PlanFormat::Known(format) => {
            let label = Some(planned.label.as_str());
            Ok(RawTexture::zeroed(gpu, format, planned.extent, label)?.into())
        }
        PlanFormat::Other { .. } => {
            let (plan, label, format) = (plan.label(), &planned.label, &planned.format);
            let message = format!(
                "plan `{plan}`: `{label}` is scratch of the format `{format}`, which no kernel writes"
            );
            Err(Error::new(ErrorKind::Plan, message).with_help("give it the role `Input`"))
        }
    }
}

/// Binding what another device made would be a panic inside wgpu. Of what the caller made
/// with wgpu nothing is known.
pub(super) fn on_this_device(
    gpu: &Gpu,
    noun: &str,
    label: &str,
    given: Option<&Gpu>,
) -> Result<(), Error> {
    let Some(given) = given.filter(|given| given.device() != gpu.device()) else {
        return Ok(());
    };
    let (here, there) = (&gpu.info().name, &given.info().name);
    let message = match here == there {
        true => {
            format!("the {noun} for `{label}` is on another `Gpu`, also of the device `{here}`")
        }
        false => {
            format!("the {noun} for `{label}` is on the device `{there}`, this runs on `{here}`")
        }
    };
    let help = format!("make the {noun} with the `Gpu` that runs the kernel");
    Err(Error::new(ErrorKind::Plan, message).with_help(help))
}

fn as_planned(plan: &Plan, planned: &PlanTexture, given: AnyTexture) -> Result<AnyTexture, Error> {
    let extent = given.extent_as(planned.extent.dimension());
    // A view does not tell which levels and layers it shows.
    let fits = extent == planned.extent || given.view.is_some();
    if fits && given.format == planned.format && given.level.is_none() {
        return Ok(given);
    }
    let words = |format: &PlanFormat, extent: crate::plan::TextureSize| {
        let (dimension, levels) = (extent.dimension(), extent.levels());
        format!("{dimension}, {extent}, `{format}`, levels: {levels}")
    };
    let message = format!(
        "plan `{}`: `{}` is planned as a texture ({}), what is given is {}",
        plan.label(),
        planned.label,
        words(&planned.format, planned.extent),
        match given.level {
            Some(level) => format!("level {level} of a texture"),
            None => format!("another ({})", words(&given.format, extent)),
        }
    );
    Err(Error::new(ErrorKind::Plan, message))
}

/// Refuses what the device cannot do with the formats of the steps' textures, and textures of
/// the caller's that were made for another use.
pub(super) fn are_able(gpu: &Gpu, plan: &Plan, textures: &[AnyTexture]) -> Result<(), Error> {
    for (index, step) in plan.steps().iter().enumerate() {
        let interface = plan.kernels()[step.kernel.index()].interface();
        for (binding, id) in interface.bindings.iter().zip(&step.bindings) {
            if let ResourceId::Texture(id) | ResourceId::Level(id, _) = id {
                let fault = fault(gpu, binding, &textures[id.index()]);
                let place = || plan.place_of(index);
                fault.map_err(|error| error.at(&place()))?;
            }
        }
    }
    Ok(())
}

fn fault(gpu: &Gpu, binding: &Binding, texture: &AnyTexture) -> Result<(), Error> {
    let (name, kind) = (&binding.name, kind_of(binding));
    match binding.kind {
        BindingKind::StorageTexture { format, access, .. } => {
            if !gpu.has_storage_texture(format, access) {
                let message = format!(
                    "binding `{name}` is {kind}, which is missing on {}",
                    gpu.info()
                );
                return Err(Error::new(ErrorKind::Device, message)
                    .with_help("choose another format or access, or another adapter: the software adapter is `Gpu::named(\"software\")`"));
            }
            made_for(name, texture, wgpu::TextureUsages::STORAGE_BINDING)
        }
        BindingKind::Texture {
            channel,
            is_sampled,
            ..
        } => {
            if let PlanFormat::Known(format) = texture.format
                && is_sampled
                && channel == ScalarType::F32
                && !gpu.filters(format)
            {
                let message = format!(
                    "binding `{name}` is read by a sampler, and `{format}` cannot be on {}",
                    gpu.info()
                );
                return Err(Error::new(ErrorKind::Device, message).with_help(
                    "read texels with `.load(..)`, or use a format of 8 or 16 bits a channel",
                ));
            }
            made_for(name, texture, wgpu::TextureUsages::TEXTURE_BINDING)
        }
        BindingKind::StorageRead
        | BindingKind::StorageReadWrite
        | BindingKind::Uniform
        | BindingKind::Sampler => Ok(()),
    }
}

fn made_for(name: &str, texture: &AnyTexture, usage: wgpu::TextureUsages) -> Result<(), Error> {
    let made = texture.texture.usage();
    if made.contains(usage) {
        return Ok(());
    }
    let word = match usage.contains(wgpu::TextureUsages::STORAGE_BINDING) {
        true => "STORAGE_BINDING",
        false => "TEXTURE_BINDING",
    };
    let message = format!("the texture bound to `{name}` was made without the usage `{word}`");
    let help = format!("add `wgpu::TextureUsages::{word}` where it is made");
    Err(Error::new(ErrorKind::Plan, message).with_help(help))
}
