//! Samplers: from wgpu's descriptor to what the interpreter samples with.

use wgpu::{
    CompareFunction, Features, FilterMode, MipmapFilterMode, SamplerBorderColor,
    custom::SamplerInterface,
};

use super::{
    device_state::DeviceState,
    error_sink::ApiError,
    object::{Handle, Kind},
    query_set::{MissingFeature, require},
};
use crate::image::{self, AddressMode, Compare, Filter};

/// A sampler that was made without error.
#[derive(Debug)]
pub(super) struct Sampler {
    pub(super) sampler: image::Sampler,
    /// Whether it filters anything.
    pub(super) filtering: bool,
}

impl Kind for Sampler {
    const NAME: &'static str = "Sampler";
}

impl SamplerInterface for Handle<Sampler> {}

/// Why a sampler cannot be made.
#[derive(Debug, thiserror::Error)]
pub(super) enum CreateSamplerError {
    #[error(transparent)]
    MissingFeature(#[from] MissingFeature),
    #[error("lod_min_clamp {0} must be at least 0")]
    LodMin(f32),
    #[error("lod_max_clamp {max} must be at least lod_min_clamp {min}")]
    LodMax { min: f32, max: f32 },
    #[error("Anisotropy clamp {0} must be at least 1")]
    Anisotropy(u16),
    #[error("With an anisotropy clamp of {0}, all filters must be linear")]
    AnisotropyWithoutFilter(u16),
}

impl ApiError for CreateSamplerError {}

/// Makes a sampler from its descriptor.
pub(super) fn create(
    device: &DeviceState,
    desc: &wgpu::SamplerDescriptor<'_>,
) -> Result<Sampler, CreateSamplerError> {
    check(device, desc)?;
    let filters = [desc.mag_filter, desc.min_filter].map(filter);
    let mipmap = match desc.mipmap_filter {
        MipmapFilterMode::Nearest => Filter::Nearest,
        MipmapFilterMode::Linear => Filter::Linear,
    };
    let modes = [
        desc.address_mode_u,
        desc.address_mode_v,
        desc.address_mode_w,
    ];
    let [magnify, minify] = filters;
    Ok(Sampler {
        sampler: image::Sampler {
            address_modes: modes.map(address_mode),
            magnify,
            minify,
            mipmap,
            min_level: desc.lod_min_clamp,
            max_level: desc.lod_max_clamp,
            compare: desc.compare.map(compare),
            border: border(desc.border_color),
        },
        filtering: [magnify, minify, mipmap].contains(&Filter::Linear),
    })
}

fn check(
    device: &DeviceState,
    desc: &wgpu::SamplerDescriptor<'_>,
) -> Result<(), CreateSamplerError> {
    let mut needed = Features::empty();
    let modes = [
        desc.address_mode_u,
        desc.address_mode_v,
        desc.address_mode_w,
    ];
    needed.set(
        Features::ADDRESS_MODE_CLAMP_TO_BORDER,
        modes.contains(&wgpu::AddressMode::ClampToBorder),
    );
    needed.set(
        Features::ADDRESS_MODE_CLAMP_TO_ZERO,
        desc.border_color == Some(SamplerBorderColor::Zero),
    );
    require(device, needed)?;
    let (min, max) = (desc.lod_min_clamp, desc.lod_max_clamp);
    if min < 0.0 || min.is_nan() {
        return Err(CreateSamplerError::LodMin(min));
    }
    if max < min || max.is_nan() {
        return Err(CreateSamplerError::LodMax { min, max });
    }
    let anisotropy = desc.anisotropy_clamp;
    let linear = desc.mag_filter == FilterMode::Linear
        && desc.min_filter == FilterMode::Linear
        && desc.mipmap_filter == MipmapFilterMode::Linear;
    match anisotropy {
        0 => Err(CreateSamplerError::Anisotropy(anisotropy)),
        2.. if !linear => Err(CreateSamplerError::AnisotropyWithoutFilter(anisotropy)),
        1.. => Ok(()),
    }
}

fn filter(mode: FilterMode) -> Filter {
    match mode {
        FilterMode::Nearest => Filter::Nearest,
        FilterMode::Linear => Filter::Linear,
    }
}

fn address_mode(mode: wgpu::AddressMode) -> AddressMode {
    match mode {
        wgpu::AddressMode::ClampToEdge => AddressMode::ClampToEdge,
        wgpu::AddressMode::Repeat => AddressMode::Repeat,
        wgpu::AddressMode::MirrorRepeat => AddressMode::MirrorRepeat,
        wgpu::AddressMode::ClampToBorder => AddressMode::ClampToBorder,
    }
}

fn compare(function: CompareFunction) -> Compare {
    match function {
        CompareFunction::Never => Compare::Never,
        CompareFunction::Less => Compare::Less,
        CompareFunction::Equal => Compare::Equal,
        CompareFunction::LessEqual => Compare::LessEqual,
        CompareFunction::Greater => Compare::Greater,
        CompareFunction::NotEqual => Compare::NotEqual,
        CompareFunction::GreaterEqual => Compare::GreaterEqual,
        CompareFunction::Always => Compare::Always,
    }
}

fn border(colour: Option<SamplerBorderColor>) -> [f32; 4] {
    match colour {
        None | Some(SamplerBorderColor::TransparentBlack | SamplerBorderColor::Zero) => [0.0; 4],
        Some(SamplerBorderColor::OpaqueBlack) => [0.0, 0.0, 0.0, 1.0],
        Some(SamplerBorderColor::OpaqueWhite) => [1.0; 4],
    }
}
