//! The rules of textures and samplers in a step: kind, dimension, format, levels and size
//! fit the binding and the device. Buffers are in `check`.

use bitonic_dsl::interface::{Binding, BindingKind};
use bitonic_dsl::types::{ScalarType, StorageFormat, TextureDimension};

use super::check::{Resource, StepChecker, aside};
use super::{PlanFormat, PlanTexture, TextureSize};
use crate::error::{Error, ErrorKind};

impl StepChecker<'_> {
    /// What is bound is not of the binding's kind.
    pub(super) fn another_kind(&self, binding: &Binding, resource: &Resource<'_>) -> Error {
        let (name, kind) = (&binding.name, kind_of(binding));
        let (given, label) = match resource {
            Resource::Buffer(buffer) => ("buffer", &buffer.label),
            Resource::Texture(texture, _) => ("texture", &texture.label),
            Resource::Sampler(sampler) => ("sampler", &sampler.label),
        };
        let what = format!("binding `{name}` is {kind}, the {given} `{label}` is bound to it");
        let help = match binding.kind {
            BindingKind::StorageRead | BindingKind::StorageReadWrite | BindingKind::Uniform => {
                "bind a buffer of the plan: `Plan::add_buffer`"
            }
            BindingKind::StorageTexture { .. } | BindingKind::Texture { .. } => {
                "bind a texture of the plan: `Plan::add_texture`"
            }
            BindingKind::Sampler => "bind a sampler of the plan: `Plan::add_sampler`",
        };
        self.fault(ErrorKind::Plan, what).with_help(help)
    }

    /// A texture behind the binding of a storage texture of this format and dimension.
    pub(super) fn storage_texture_fits(
        &self,
        binding: &Binding,
        (format, dimension): (StorageFormat, TextureDimension),
        (texture, level): (&PlanTexture, Option<u32>),
    ) -> Result<(), Error> {
        self.extent_fits(texture)?;
        self.dimension_fits(binding, dimension, texture)?;
        self.level_fits(binding, texture, level)?;
        if texture.format == PlanFormat::Known(format) {
            return Ok(());
        }
        let (name, holds) = (&binding.name, &texture.format);
        let label = aside(name, [&texture.label]);
        let what = format!(
            "binding `{name}` has the format `{format}`, the texture bound to it{label} holds `{holds}`"
        );
        Err(self.fault(ErrorKind::Plan, what))
    }

    /// A texture behind a binding that only reads, with such channels and dimension.
    pub(super) fn texture_fits(
        &self,
        binding: &Binding,
        (channel, dimension): (ScalarType, TextureDimension),
        (texture, level): (&PlanTexture, Option<u32>),
    ) -> Result<(), Error> {
        self.extent_fits(texture)?;
        self.dimension_fits(binding, dimension, texture)?;
        self.level_fits(binding, texture, level)?;
        let held = texture.format.channel();
        if held == channel {
            return Ok(());
        }
        let name = &binding.name;
        let label = aside(name, [&texture.label, &texture.format.to_string()]);
        let what = format!(
            "binding `{name}` has channels of `{channel}`, the texture bound to it{label} of `{held}`"
        );
        Err(self.fault(ErrorKind::Plan, what))
    }

    fn dimension_fits(
        &self,
        binding: &Binding,
        dimension: TextureDimension,
        texture: &PlanTexture,
    ) -> Result<(), Error> {
        let held = texture.extent.dimension();
        if held == dimension {
            return Ok(());
        }
        let name = &binding.name;
        let label = aside(name, [&texture.label]);
        let (expected, held) = (words(dimension), words(held));
        let what =
            format!("binding `{name}` is {expected}, the texture bound to it{label} is {held}");
        Err(self.fault(ErrorKind::Plan, what))
    }

    fn level_fits(
        &self,
        binding: &Binding,
        texture: &PlanTexture,
        level: Option<u32>,
    ) -> Result<(), Error> {
        let levels = texture.extent.levels();
        match level {
            Some(level) if level >= levels => {
                let (name, label) = (&binding.name, &texture.label);
                let what = format!(
                    "level {level} of `{label}` is bound to `{name}`, it has {levels} levels, counted from 0"
                );
                Err(self.fault(ErrorKind::Plan, what))
            }
            Some(_) | None => Ok(()),
        }
    }

    fn extent_fits(&self, texture: &PlanTexture) -> Result<(), Error> {
        let (label, extent) = (&texture.label, texture.extent);
        match extent.fault(self.limits) {
            None => Ok(()),
            Some((kind, what)) => Err(self.fault(kind, format!("texture `{label}` {what}"))),
        }
    }

    /// The device has room for all textures and samplers of the kernel.
    pub(super) fn texture_bindings_fit(&self) -> Result<(), Error> {
        let mut used = [0, 0, 0];
        for binding in &self.interface.bindings {
            match binding.kind {
                BindingKind::StorageTexture { .. } => used[0] += 1,
                BindingKind::Texture { .. } => used[1] += 1,
                BindingKind::Sampler => used[2] += 1,
                BindingKind::StorageRead | BindingKind::StorageReadWrite | BindingKind::Uniform => {
                }
            }
        }
        let limits = [
            (
                "storage textures",
                self.limits.storage_textures,
                "maxStorageTexturesPerShaderStage",
            ),
            (
                "sampled textures",
                self.limits.sampled_textures,
                "maxSampledTexturesPerShaderStage",
            ),
            (
                "samplers",
                self.limits.samplers,
                "maxSamplersPerShaderStage",
            ),
        ];
        for (used, (what, most, name)) in used.into_iter().zip(limits) {
            if used > most {
                let what = format!("{used} {what} are bound, the device allows {most} ({name})");
                return Err(self.fault(ErrorKind::Limit, what));
            }
        }
        Ok(())
    }
}

impl TextureSize {
    /// What is wrong with a texture of this size, to be said behind its name.
    pub(crate) fn fault(self, limits: &super::Limits) -> Option<(ErrorKind, String)> {
        let size = self.size();
        if size.contains(&0) {
            let what = format!("has no texels: {self}");
            return Some((ErrorKind::Plan, what));
        }
        let (levels, most) = (self.levels(), self.most_levels());
        if !(1..=most).contains(&levels) {
            let what = format!("has {levels} levels, of {self} there are 1 to {most}");
            return Some((ErrorKind::Plan, what));
        }
        let (sides, most, name) = match self.dimension() {
            TextureDimension::D1 => (&size[..1], limits.texture_sides[0], "1D"),
            TextureDimension::D2 | TextureDimension::D2Array => {
                (&size[..2], limits.texture_sides[1], "2D")
            }
            TextureDimension::D3 => (&size[..], limits.texture_sides[2], "3D"),
        };
        if sides.iter().any(|&side| side > most) {
            let what = format!(
                "is {self}, the device allows {most} along a side (maxTextureDimension{name})"
            );
            return Some((ErrorKind::Limit, what));
        }
        let most = limits.texture_layers;
        let is_array = self.dimension() == TextureDimension::D2Array;
        (is_array && size[2] > most).then(|| {
            let what =
                format!("is {self}, the device allows {most} layers (maxTextureArrayLayers)");
            (ErrorKind::Limit, what)
        })
    }
}

/// What a binding is, as WGSL declares it.
pub(crate) fn kind_of(binding: &Binding) -> String {
    match binding.kind {
        BindingKind::StorageRead | BindingKind::StorageReadWrite => {
            format!("a storage buffer of `{}`", binding.ty)
        }
        BindingKind::Uniform => format!("a uniform of `{}`", binding.ty),
        BindingKind::StorageTexture {
            format,
            access,
            dimension,
        } => format!("a `texture_storage_{dimension}<{format}, {access}>`"),
        BindingKind::Texture {
            channel, dimension, ..
        } => format!("a `texture_{dimension}<{channel}>`"),
        BindingKind::Sampler => "a `sampler`".to_owned(),
    }
}

fn words(dimension: TextureDimension) -> &'static str {
    match dimension {
        TextureDimension::D1 => "of one dimension",
        TextureDimension::D2 => "of two dimensions",
        TextureDimension::D2Array => "an array of two dimensions",
        TextureDimension::D3 => "of three dimensions",
    }
}
