//! Bindings of textures and samplers: what a layout declares, and what a bind group may put there.

use wgpu::{
    BindGroupLayoutEntry, BindingType, Features, SamplerBindingType, ShaderStages,
    StorageTextureAccess, TextureFormat, TextureFormatFeatureFlags, TextureSampleType,
    TextureUsages, TextureViewDimension,
};

use super::{
    device_state::DeviceState,
    object::{Handle, ObjectError},
    query_set::{MissingFeature, require},
    sampler::Sampler,
    texture::MissingTextureUsage,
    texture_format::{self, FormatError},
    texture_view::TextureView,
};

/// A binding that holds a texture or a sampler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpaqueEntry {
    pub(super) visibility: ShaderStages,
    pub(super) ty: OpaqueType,
}

/// What the binding holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OpaqueType {
    Texture {
        sample_type: TextureSampleType,
        dimension: TextureViewDimension,
        multisampled: bool,
    },
    StorageTexture {
        access: StorageTextureAccess,
        format: TextureFormat,
        dimension: TextureViewDimension,
    },
    Sampler(SamplerBindingType),
}

/// What is wrong with a texture or sampler entry of a layout.
#[derive(Debug, thiserror::Error)]
pub(super) enum OpaqueEntryError {
    #[error("A multisampled texture cannot be of the sample type Float {{ filterable: true }}")]
    FilterableMultisampled,
    #[error("A multisampled texture must be of view dimension D2, not {0:?}")]
    MultisampledDimension(TextureViewDimension),
    #[error("A storage texture cannot be of view dimension {0:?}")]
    StorageCube(TextureViewDimension),
    #[error(transparent)]
    MissingFeature(#[from] MissingFeature),
    #[error(transparent)]
    Format(#[from] FormatError),
    #[error("Storage access {access:?} is not supported for texture format {format:?}")]
    Access {
        access: StorageTextureAccess,
        format: TextureFormat,
    },
    #[error("A vertex shader cannot see a storage texture that is written")]
    WritableInVertex,
}

/// The entry of a layout if it holds a texture or a sampler.
pub(super) fn declare(
    device: &DeviceState,
    entry: &BindGroupLayoutEntry,
) -> Result<Option<OpaqueEntry>, OpaqueEntryError> {
    let ty = match entry.ty {
        BindingType::Texture {
            sample_type,
            view_dimension,
            multisampled,
        } => OpaqueType::Texture {
            sample_type,
            dimension: view_dimension,
            multisampled,
        },
        BindingType::StorageTexture {
            access,
            format,
            view_dimension,
        } => OpaqueType::StorageTexture {
            access,
            format,
            dimension: view_dimension,
        },
        BindingType::Sampler(ty) => OpaqueType::Sampler(ty),
        BindingType::Buffer { .. }
        | BindingType::AccelerationStructure { .. }
        | BindingType::ExternalTexture => return Ok(None),
    };
    let entry = OpaqueEntry {
        visibility: entry.visibility,
        ty,
    };
    entry.check(device)?;
    Ok(Some(entry))
}

impl OpaqueEntry {
    fn check(&self, device: &DeviceState) -> Result<(), OpaqueEntryError> {
        match self.ty {
            OpaqueType::Texture {
                sample_type,
                dimension,
                multisampled: true,
            } => {
                if sample_type == (TextureSampleType::Float { filterable: true }) {
                    Err(OpaqueEntryError::FilterableMultisampled)
                } else if dimension != TextureViewDimension::D2 {
                    Err(OpaqueEntryError::MultisampledDimension(dimension))
                } else {
                    Ok(())
                }
            }
            OpaqueType::StorageTexture {
                access,
                format,
                dimension,
            } => self.check_storage(device, access, format, dimension),
            OpaqueType::Texture {
                multisampled: false,
                ..
            }
            | OpaqueType::Sampler(_) => Ok(()),
        }
    }

    fn check_storage(
        &self,
        device: &DeviceState,
        access: StorageTextureAccess,
        format: TextureFormat,
        dimension: TextureViewDimension,
    ) -> Result<(), OpaqueEntryError> {
        if let TextureViewDimension::Cube | TextureViewDimension::CubeArray = dimension {
            return Err(OpaqueEntryError::StorageCube(dimension));
        }
        let (flag, needed) = match access {
            StorageTextureAccess::WriteOnly => (
                TextureFormatFeatureFlags::STORAGE_WRITE_ONLY,
                Features::empty(),
            ),
            StorageTextureAccess::ReadOnly => (
                TextureFormatFeatureFlags::STORAGE_READ_ONLY,
                Features::empty(),
            ),
            StorageTextureAccess::ReadWrite => (
                TextureFormatFeatureFlags::STORAGE_READ_WRITE,
                Features::empty(),
            ),
            StorageTextureAccess::Atomic => (
                TextureFormatFeatureFlags::STORAGE_ATOMIC,
                Features::TEXTURE_ATOMIC,
            ),
        };
        require(device, needed)?;
        if !texture_format::describe(device, format)?
            .flags
            .contains(flag)
        {
            return Err(OpaqueEntryError::Access { access, format });
        }
        let written = access != StorageTextureAccess::ReadOnly;
        if written && self.visibility.contains(ShaderStages::VERTEX) {
            return Err(OpaqueEntryError::WritableInVertex);
        }
        Ok(())
    }
}

/// A view at one binding.
#[derive(Clone, Debug)]
pub(super) struct BoundTexture {
    pub(super) binding: u32,
    pub(super) entry: OpaqueEntry,
    pub(super) view: Handle<TextureView>,
}

/// A sampler at one binding.
#[derive(Clone, Debug)]
pub(super) struct BoundSampler {
    pub(super) binding: u32,
    pub(super) sampler: Handle<Sampler>,
}

/// What is wrong with a texture or a sampler at a binding.
#[derive(Debug, thiserror::Error)]
pub(super) enum OpaqueBindingError {
    #[error(transparent)]
    Object(#[from] ObjectError),
    #[error(transparent)]
    Usage(#[from] MissingTextureUsage),
    #[error("The layout expects multisampled = {expected}, the view has {samples} samples")]
    Multisampled { expected: bool, samples: u32 },
    #[error(
        "The layout expects sample type {expected:?}, the view of format {format:?} has {actual}"
    )]
    SampleType {
        expected: TextureSampleType,
        format: TextureFormat,
        actual: String,
    },
    #[error("The layout expects view dimension {expected:?}, the view has {actual:?}")]
    Dimension {
        expected: TextureViewDimension,
        actual: TextureViewDimension,
    },
    #[error("The layout expects storage format {expected:?}, the view has {actual:?}")]
    StorageFormat {
        expected: TextureFormat,
        actual: TextureFormat,
    },
    #[error("A storage texture is bound with one mip level, the view has {0}")]
    StorageLevels(u32),
    #[error("The layout expects comparison = {expected}, the sampler has {actual}")]
    Comparison { expected: bool, actual: bool },
    #[error("The layout expects no filtering, but the sampler filters")]
    Filtering,
    #[error("The layout expects {expected}, {given} is given")]
    OtherType {
        expected: &'static str,
        given: &'static str,
    },
}

impl OpaqueType {
    /// What the binding holds, in words.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Texture { .. } => "a texture",
            Self::StorageTexture { .. } => "a storage texture",
            Self::Sampler(_) => "a sampler",
        }
    }
}

/// Checks a view against what its binding expects.
pub(super) fn check_view(
    device: &DeviceState,
    ty: &OpaqueType,
    handle: &Handle<TextureView>,
) -> Result<(), OpaqueBindingError> {
    let view = handle.state()?;
    view.texture.memory()?;
    let same_dimension = |expected| {
        let actual = view.dimension;
        let differs = OpaqueBindingError::Dimension { expected, actual };
        (expected == actual).then_some(()).ok_or(differs)
    };
    match *ty {
        OpaqueType::Texture {
            sample_type,
            dimension,
            multisampled,
        } => {
            if multisampled != (view.samples != 1) {
                return Err(OpaqueBindingError::Multisampled {
                    expected: multisampled,
                    samples: view.samples,
                });
            }
            check_sample_type(device, sample_type, view)?;
            same_dimension(dimension)?;
            Ok(handle.check_usage(TextureUsages::TEXTURE_BINDING)?)
        }
        OpaqueType::StorageTexture {
            format, dimension, ..
        } => {
            if format != view.format {
                return Err(OpaqueBindingError::StorageFormat {
                    expected: format,
                    actual: view.format,
                });
            }
            same_dimension(dimension)?;
            if view.levels != 1 {
                return Err(OpaqueBindingError::StorageLevels(view.levels));
            }
            Ok(handle.check_usage(TextureUsages::STORAGE_BINDING)?)
        }
        OpaqueType::Sampler(_) => Err(OpaqueBindingError::OtherType {
            expected: ty.name(),
            given: "a texture view",
        }),
    }
}

fn check_sample_type(
    device: &DeviceState,
    expected: TextureSampleType,
    view: &TextureView,
) -> Result<(), OpaqueBindingError> {
    use TextureSampleType::{Depth, Float, Sint, Uint};
    let format = view.format;
    let actual = format.sample_type(Some(view.aspect), Some(device.features()));
    let filterable = || {
        let able = texture_format::describe(device, format);
        able.is_ok_and(|able| able.flags.contains(TextureFormatFeatureFlags::FILTERABLE))
    };
    let suits = match (expected, actual) {
        (Uint, Some(Uint)) | (Sint, Some(Sint)) | (Depth, Some(Depth)) => true,
        (Float { filterable: false }, Some(Float { .. } | Depth)) => true,
        (Float { filterable: true }, Some(Float { filterable: able })) => able || filterable(),
        (Uint | Sint | Depth | Float { .. }, _) => false,
    };
    if suits {
        return Ok(());
    }
    let actual = actual.map_or_else(|| "none".to_owned(), |actual| format!("{actual:?}"));
    Err(OpaqueBindingError::SampleType {
        expected,
        format,
        actual,
    })
}

/// Checks a sampler against what its binding expects.
pub(super) fn check_sampler(ty: &OpaqueType, sampler: &Sampler) -> Result<(), OpaqueBindingError> {
    let OpaqueType::Sampler(expected) = *ty else {
        return Err(OpaqueBindingError::OtherType {
            expected: ty.name(),
            given: "a sampler",
        });
    };
    if expected == SamplerBindingType::NonFiltering && sampler.filtering {
        return Err(OpaqueBindingError::Filtering);
    }
    let (expected, actual) = (
        expected == SamplerBindingType::Comparison,
        sampler.sampler.compare.is_some(),
    );
    if expected != actual {
        return Err(OpaqueBindingError::Comparison { expected, actual });
    }
    Ok(())
}
