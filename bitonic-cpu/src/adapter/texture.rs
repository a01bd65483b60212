//! Textures: making them, their usages, and their memory.
//!
//! Views of them are in `texture_view`, copies in `texture_transfer`. A texture may be made to be drawn
//! to, though nothing here draws.

use std::sync::{Arc, Mutex};

use wgpu::{
    ErrorFilter, Limits, TextureDimension, TextureFormat, TextureFormatFeatureFlags,
    TextureFormatFeatures, TextureUsages,
    custom::{DispatchTextureView, TextureInterface},
};

use super::{
    device_state::DeviceState,
    error_sink::ApiError,
    lock::lock,
    object::{Handle, Identity, Kind, ObjectError},
    texture_format::{self, FormatError, usage_names},
    texture_view,
    unsupported::Unsupported,
};
use crate::image;

/// What a texture was asked to be.
pub(super) type Descriptor = wgpu::wgt::TextureDescriptor<(), Vec<TextureFormat>>;

/// A texture that was made without error.
#[derive(Debug)]
pub(super) struct Texture {
    pub(super) desc: Descriptor,
    /// None after `destroy`.
    memory: Mutex<Option<Arc<image::Texture>>>,
}

impl Kind for Texture {
    const NAME: &'static str = "Texture";
}

/// Why a texture cannot be made.
#[derive(Debug, thiserror::Error)]
pub(super) enum CreateTextureError {
    #[error("A texture needs at least one usage, and none that is unknown: requested {0}")]
    InvalidUsage(String),
    #[error("Dimension {0} of the texture is zero")]
    EmptyDimension(char),
    #[error("Dimension {axis} of {given} texels exceeds the limit {name} {limit}")]
    DimensionTooLarge {
        axis: char,
        given: u32,
        name: &'static str,
        limit: u32,
    },
    #[error("Sample count {0} is not a power of two, or too great for textures of this dimension")]
    InvalidSampleCount(u32),
    #[error("A texture of format {format:?} cannot be of dimension {dimension:?}")]
    InvalidDimension {
        format: TextureFormat,
        dimension: TextureDimension,
    },
    #[error("Usages {usages} are not allowed on a texture of dimension {dimension:?}")]
    InvalidDimensionUsages {
        usages: String,
        dimension: TextureDimension,
    },
    #[error(
        "Mip level count {requested} is invalid, the most that this texture can have is {maximum}"
    )]
    InvalidMipLevelCount { requested: u32, maximum: u32 },
    #[error(
        "A transient texture has the usages TRANSIENT_ATTACHMENT | RENDER_ATTACHMENT, one level, one layer and no view formats"
    )]
    InvalidTransient,
    #[error(transparent)]
    Format(#[from] FormatError),
    #[error("A multisampled texture has one layer, not {0}")]
    MultisampledLayers(u32),
    #[error("A multisampled texture cannot have the usage STORAGE_BINDING")]
    MultisampledStorage,
    #[error("A multisampled texture needs the usage RENDER_ATTACHMENT")]
    MultisampledWithoutAttachment,
    #[error("Sample count {count} is not supported by format {format:?}")]
    UnsupportedSampleCount { count: u32, format: TextureFormat },
    #[error("Texture usages {usages} are not allowed on a texture of format {format:?}")]
    InvalidFormatUsages {
        usages: String,
        format: TextureFormat,
    },
    #[error(
        "View format {view:?} is not compatible with texture format {format:?}: only being sRGB may differ"
    )]
    InvalidViewFormat {
        view: TextureFormat,
        format: TextureFormat,
    },
    #[error("The host cannot allocate the texture")]
    OutOfMemory,
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
}

impl ApiError for CreateTextureError {
    fn filter(&self) -> ErrorFilter {
        match self {
            Self::OutOfMemory => ErrorFilter::OutOfMemory,
            Self::InvalidUsage(_)
            | Self::EmptyDimension(_)
            | Self::DimensionTooLarge { .. }
            | Self::InvalidSampleCount(_)
            | Self::InvalidDimension { .. }
            | Self::InvalidDimensionUsages { .. }
            | Self::InvalidMipLevelCount { .. }
            | Self::InvalidTransient
            | Self::Format(_)
            | Self::MultisampledLayers(_)
            | Self::MultisampledStorage
            | Self::MultisampledWithoutAttachment
            | Self::UnsupportedSampleCount { .. }
            | Self::InvalidFormatUsages { .. }
            | Self::InvalidViewFormat { .. }
            | Self::Unsupported(_) => ErrorFilter::Validation,
        }
    }
}

/// Makes a texture, all zero.
pub(super) fn create(
    device: &DeviceState,
    desc: &wgpu::TextureDescriptor<'_>,
) -> Result<Texture, CreateTextureError> {
    let desc: Descriptor = desc.map_label_and_view_formats(|_| (), |formats| formats.to_vec());
    if desc.usage.is_empty() || !TextureUsages::all().contains(desc.usage) {
        return Err(CreateTextureError::InvalidUsage(usage_names(desc.usage)));
    }
    check_size(device.limits(), &desc)?;
    check_dimension(&desc)?;
    check_levels(&desc)?;
    check_transient(&desc)?;
    let able = texture_format::describe(device, desc.format)?;
    check_samples(&desc, &able)?;
    check_usages(&desc, &able)?;
    check_view_formats(&desc)?;
    let memory = allocate(&desc)?;
    Ok(Texture {
        desc,
        memory: Mutex::new(Some(Arc::new(memory))),
    })
}

fn check_size(limits: &Limits, desc: &Descriptor) -> Result<(), CreateTextureError> {
    let one = ("of textures of this dimension,", 1);
    let row = ("max_texture_dimension_1d", limits.max_texture_dimension_1d);
    let flat = ("max_texture_dimension_2d", limits.max_texture_dimension_2d);
    let solid = ("max_texture_dimension_3d", limits.max_texture_dimension_3d);
    let layers = ("max_texture_array_layers", limits.max_texture_array_layers);
    let (most, samples) = match desc.dimension {
        TextureDimension::D1 => ([row, one, one], 1),
        TextureDimension::D2 => ([flat, flat, layers], 32),
        TextureDimension::D3 => ([solid; 3], 1),
    };
    let size = desc.size;
    let given = [
        ('X', size.width),
        ('Y', size.height),
        ('Z', size.depth_or_array_layers),
    ];
    for ((axis, given), (name, limit)) in given.into_iter().zip(most) {
        if given == 0 {
            return Err(CreateTextureError::EmptyDimension(axis));
        }
        if given > limit {
            return Err(CreateTextureError::DimensionTooLarge {
                axis,
                given,
                name,
                limit,
            });
        }
    }
    let count = desc.sample_count;
    if count > samples || !count.is_power_of_two() {
        return Err(CreateTextureError::InvalidSampleCount(count));
    }
    Ok(())
}

fn check_dimension(desc: &Descriptor) -> Result<(), CreateTextureError> {
    let (format, dimension) = (desc.format, desc.dimension);
    let is_flat = dimension == TextureDimension::D2;
    let is_row = dimension == TextureDimension::D1;
    if format.is_depth_stencil_format() && !is_flat || format.is_compressed() && is_row {
        return Err(CreateTextureError::InvalidDimension { format, dimension });
    }
    let mut refused = TextureUsages::empty();
    refused.set(TextureUsages::TRANSIENT_ATTACHMENT, !is_flat);
    refused.set(TextureUsages::RENDER_ATTACHMENT, is_row);
    let refused = refused & desc.usage;
    if !refused.is_empty() {
        return Err(CreateTextureError::InvalidDimensionUsages {
            usages: usage_names(refused),
            dimension,
        });
    }
    Ok(())
}

fn check_levels(desc: &Descriptor) -> Result<(), CreateTextureError> {
    let requested = desc.mip_level_count;
    let maximum = if desc.sample_count > 1 {
        1
    } else {
        desc.size.max_mips(desc.dimension)
    };
    if requested == 0 || requested > maximum {
        return Err(CreateTextureError::InvalidMipLevelCount { requested, maximum });
    }
    Ok(())
}

fn check_transient(desc: &Descriptor) -> Result<(), CreateTextureError> {
    let transient = TextureUsages::TRANSIENT_ATTACHMENT;
    let valid = desc.usage == transient | TextureUsages::RENDER_ATTACHMENT
        && desc.mip_level_count == 1
        && desc.size.depth_or_array_layers == 1
        && desc.view_formats.is_empty();
    if desc.usage.contains(transient) && !valid {
        return Err(CreateTextureError::InvalidTransient);
    }
    Ok(())
}

fn check_samples(
    desc: &Descriptor,
    able: &TextureFormatFeatures,
) -> Result<(), CreateTextureError> {
    let count = desc.sample_count;
    if count == 1 {
        return Ok(());
    }
    let layers = desc.size.depth_or_array_layers;
    if layers != 1 {
        return Err(CreateTextureError::MultisampledLayers(layers));
    }
    if desc.usage.contains(TextureUsages::STORAGE_BINDING) {
        return Err(CreateTextureError::MultisampledStorage);
    }
    if !desc.usage.contains(TextureUsages::RENDER_ATTACHMENT) {
        return Err(CreateTextureError::MultisampledWithoutAttachment);
    }
    let four = TextureFormatFeatureFlags::MULTISAMPLE_X4;
    if !able.flags.contains(four) || !able.flags.sample_count_supported(count) {
        let format = desc.format;
        return Err(CreateTextureError::UnsupportedSampleCount { count, format });
    }
    Ok(())
}

fn check_usages(desc: &Descriptor, able: &TextureFormatFeatures) -> Result<(), CreateTextureError> {
    let refused = desc.usage - able.allowed_usages;
    if refused.is_empty() {
        return Ok(());
    }
    Err(CreateTextureError::InvalidFormatUsages {
        usages: usage_names(refused),
        format: desc.format,
    })
}

fn check_view_formats(desc: &Descriptor) -> Result<(), CreateTextureError> {
    let own = desc.format.remove_srgb_suffix();
    let mut formats = desc.view_formats.iter();
    match formats.find(|view| view.remove_srgb_suffix() != own) {
        None => Ok(()),
        Some(&view) => Err(CreateTextureError::InvalidViewFormat {
            view,
            format: desc.format,
        }),
    }
}

fn allocate(desc: &Descriptor) -> Result<image::Texture, CreateTextureError> {
    let format = texture_format::of(desc.format).ok_or(Unsupported("this texture format"))?;
    let shape = image::TextureShape {
        dimension: match desc.dimension {
            TextureDimension::D1 => image::Dimension::D1,
            TextureDimension::D2 => image::Dimension::D2,
            TextureDimension::D3 => image::Dimension::D3,
        },
        format,
        size: [
            desc.size.width,
            desc.size.height,
            desc.size.depth_or_array_layers,
        ],
        levels: desc.mip_level_count,
        samples: desc.sample_count,
    };
    image::Texture::try_zeroed(shape).ok_or(CreateTextureError::OutOfMemory)
}

/// A texture lacks a usage that an operation needs.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{texture} was made with usages {actual}, but {expected} is required")]
pub(super) struct MissingTextureUsage {
    pub(super) texture: Identity,
    pub(super) actual: String,
    pub(super) expected: String,
}

impl Handle<Texture> {
    /// That the texture was made with these usages.
    pub(super) fn check_usage(&self, expected: TextureUsages) -> Result<(), MissingTextureUsage> {
        match self.state() {
            Ok(texture) if !texture.desc.usage.contains(expected) => Err(MissingTextureUsage {
                texture: self.identity().clone(),
                actual: usage_names(texture.desc.usage),
                expected: usage_names(expected),
            }),
            // Using an invalid object is an error of its own.
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// The memory, if the texture is not destroyed.
    pub(super) fn memory(&self) -> Result<Arc<image::Texture>, ObjectError> {
        let memory = lock(&self.state()?.memory).clone();
        memory.ok_or_else(|| ObjectError::Destroyed(self.identity().clone()))
    }
}

impl TextureInterface for Handle<Texture> {
    fn create_view(&self, desc: &wgpu::TextureViewDescriptor<'_>) -> DispatchTextureView {
        let made = texture_view::create(self, desc);
        DispatchTextureView::custom(self.device().make("Texture::create_view", desc.label, made))
    }

    fn destroy(&self) {
        if let Ok(texture) = self.state() {
            *lock(&texture.memory) = None;
        }
    }
}
