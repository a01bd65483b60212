//! Texel formats between wgpu, naga and the interpreter, and what a device can do with each.
//!
//! wgpu's own tables say what WebGPU guarantees; with `TEXTURE_ADAPTER_SPECIFIC_FORMAT_FEATURES` every
//! format that WGSL can name as a storage texel is one, to read and to write.

use naga::StorageFormat;
use wgpu::{
    Features, TextureAspect, TextureFormat, TextureFormatFeatureFlags, TextureFormatFeatures,
    TextureUsages,
};

use super::{
    device_state::DeviceState,
    query_set::{MissingFeature, require},
    unsupported::Unsupported,
};
use crate::image::Format;

/// Features that concern textures and samplers.
pub(super) const FEATURES: Features = Features::TEXTURE_FORMAT_16BIT_NORM
    .union(Features::TEXTURE_ADAPTER_SPECIFIC_FORMAT_FEATURES)
    .union(Features::TEXTURE_ATOMIC)
    .union(Features::CLEAR_TEXTURE)
    .union(Features::ADDRESS_MODE_CLAMP_TO_BORDER)
    .union(Features::ADDRESS_MODE_CLAMP_TO_ZERO)
    .union(Features::BGRA8UNORM_STORAGE)
    .union(Features::FLOAT32_FILTERABLE);

/// Maps by name, from wgpu's formats to those of another enum.
macro_rules! by_name {
    ($format:expr, $to:ident, $($name:ident)*) => {
        match $format {
            $(TextureFormat::$name => Some($to::$name),)*
            _ => None,
        }
    };
}

/// The interpreter's format; `None` for blocks, planes, and depth together with stencil.
pub(super) fn of(format: TextureFormat) -> Option<Format> {
    by_name!(format, Format,
        R8Unorm R8Snorm R8Uint R8Sint
        R16Uint R16Sint R16Unorm R16Snorm R16Float Rg8Unorm Rg8Snorm Rg8Uint Rg8Sint
        R32Uint R32Sint R32Float Rg16Uint Rg16Sint Rg16Unorm Rg16Snorm Rg16Float
        Rgba8Unorm Rgba8UnormSrgb Rgba8Snorm Rgba8Uint Rgba8Sint Bgra8Unorm Bgra8UnormSrgb
        Rgb9e5Ufloat Rgb10a2Uint Rgb10a2Unorm Rg11b10Ufloat
        Rg32Uint Rg32Sint Rg32Float Rgba16Uint Rgba16Sint Rgba16Unorm Rgba16Snorm Rgba16Float
        Rgba32Uint Rgba32Sint Rgba32Float
        Stencil8 Depth16Unorm Depth24Plus Depth32Float
    )
}

/// The formats of storage textures, as wgpu and naga name them alike.
macro_rules! storage_formats {
    ($macro:ident, $format:expr) => {
        $macro!($format, StorageFormat,
            R8Unorm R8Snorm R8Uint R8Sint
            R16Uint R16Sint R16Unorm R16Snorm R16Float Rg8Unorm Rg8Snorm Rg8Uint Rg8Sint
            R32Uint R32Sint R32Float Rg16Uint Rg16Sint Rg16Unorm Rg16Snorm Rg16Float
            Rgba8Unorm Rgba8Snorm Rgba8Uint Rgba8Sint Bgra8Unorm
            Rgb10a2Uint Rgb10a2Unorm Rg11b10Ufloat R64Uint
            Rg32Uint Rg32Sint Rg32Float Rgba16Uint Rgba16Sint Rgba16Unorm Rgba16Snorm Rgba16Float
            Rgba32Uint Rgba32Sint Rgba32Float
        )
    };
}

macro_rules! from_naga {
    ($format:expr, $from:ident, $($name:ident)*) => {
        match $format { $($from::$name => TextureFormat::$name,)* }
    };
}

/// naga's format of a storage texture; `None` if there is none.
pub(super) fn to_storage(format: TextureFormat) -> Option<StorageFormat> {
    storage_formats!(by_name, format)
}

/// wgpu's format of a storage texture.
pub(super) fn from_storage(format: StorageFormat) -> TextureFormat {
    storage_formats!(from_naga, format)
}

/// What the adapter can do with a format where a device has `features`.
pub(super) fn adapter_features(format: TextureFormat, features: Features) -> TextureFormatFeatures {
    let mut able = format.guaranteed_format_features(features);
    if of(format).is_none() {
        return TextureFormatFeatures {
            allowed_usages: TextureUsages::empty(),
            flags: TextureFormatFeatureFlags::empty(),
        };
    }
    if to_storage(format).is_some() {
        able.allowed_usages |= TextureUsages::STORAGE_BINDING;
        able.flags |= TextureFormatFeatureFlags::STORAGE_READ_ONLY
            | TextureFormatFeatureFlags::STORAGE_WRITE_ONLY
            | TextureFormatFeatureFlags::STORAGE_READ_WRITE;
    }
    let is_float = matches!(
        format.sample_type(None, None),
        Some(wgpu::TextureSampleType::Float { .. })
    );
    able.flags
        .set(TextureFormatFeatureFlags::FILTERABLE, is_float);
    able
}

/// Why a device has no textures of a format.
#[derive(Debug, thiserror::Error)]
pub(super) enum FormatError {
    #[error("There are no textures of format {format:?}")]
    MissingFeature {
        format: TextureFormat,
        source: MissingFeature,
    },
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
}

/// What a device can do with a format.
pub(super) fn describe(
    device: &DeviceState,
    format: TextureFormat,
) -> Result<TextureFormatFeatures, FormatError> {
    require(device, format.required_features())
        .map_err(|source| FormatError::MissingFeature { format, source })?;
    if of(format).is_none() {
        return Err(Unsupported("a texture of blocks, of planes, or of depth and stencil").into());
    }
    let specific = Features::TEXTURE_ADAPTER_SPECIFIC_FORMAT_FEATURES;
    Ok(if device.features().contains(specific) {
        adapter_features(format, device.features())
    } else {
        format.guaranteed_format_features(device.features())
    })
}

/// Whether textures of a format have an aspect.
pub(super) fn has_aspect(format: TextureFormat, aspect: TextureAspect) -> bool {
    match aspect {
        TextureAspect::All => true,
        TextureAspect::DepthOnly => format.has_depth_aspect(),
        TextureAspect::StencilOnly => format.has_stencil_aspect(),
        TextureAspect::Plane0 | TextureAspect::Plane1 | TextureAspect::Plane2 => false,
    }
}

/// Usages by name, as they are written in a program.
pub(super) fn usage_names(usages: TextureUsages) -> String {
    let names: Vec<_> = usages.iter_names().map(|(name, _)| name).collect();
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(" | ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each format's texel is as large as wgpu says, and names agree in both directions.
    #[test]
    fn formats_agree_with_wgpu() {
        for &ours in Format::ALL {
            let name = format!("{ours:?}");
            let formats = every_format();
            let format = formats.iter().find(|f| format!("{f:?}") == name);
            let format = *format.unwrap_or_else(|| panic!("wgpu has no {name}"));
            assert_eq!(of(format), Some(ours));
            if let Some(bytes) = format.block_copy_size(None) {
                assert_eq!(ours.bytes(), bytes, "{name}");
            }
            if let Some(storage) = to_storage(format) {
                assert_eq!(from_storage(storage), format);
                assert_eq!(format!("{storage:?}"), name);
            }
        }
    }

    fn every_format() -> Vec<TextureFormat> {
        use TextureFormat as F;
        vec![
            F::R8Unorm,
            F::R8Snorm,
            F::R8Uint,
            F::R8Sint,
            F::R16Uint,
            F::R16Sint,
            F::R16Unorm,
            F::R16Snorm,
            F::R16Float,
            F::Rg8Unorm,
            F::Rg8Snorm,
            F::Rg8Uint,
            F::Rg8Sint,
            F::R32Uint,
            F::R32Sint,
            F::R32Float,
            F::Rg16Uint,
            F::Rg16Sint,
            F::Rg16Unorm,
            F::Rg16Snorm,
            F::Rg16Float,
            F::Rgba8Unorm,
            F::Rgba8UnormSrgb,
            F::Rgba8Snorm,
            F::Rgba8Uint,
            F::Rgba8Sint,
            F::Bgra8Unorm,
            F::Bgra8UnormSrgb,
            F::Rgb9e5Ufloat,
            F::Rgb10a2Uint,
            F::Rgb10a2Unorm,
            F::Rg11b10Ufloat,
            F::Rg32Uint,
            F::Rg32Sint,
            F::Rg32Float,
            F::Rgba16Uint,
            F::Rgba16Sint,
            F::Rgba16Unorm,
            F::Rgba16Snorm,
            F::Rgba16Float,
            F::Rgba32Uint,
            F::Rgba32Sint,
            F::Rgba32Float,
            F::Stencil8,
            F::Depth16Unorm,
            F::Depth24Plus,
            F::Depth32Float,
        ]
    }
}
