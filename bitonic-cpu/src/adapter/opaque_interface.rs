//! Where a shader's textures and samplers meet a pipeline layout: checking a given layout, or deriving
//! one.

use naga::{ImageClass, ImageDimension, ScalarKind, StorageAccess};
use wgpu::{
    SamplerBindingType, ShaderStages, StorageTextureAccess, TextureSampleType, TextureViewDimension,
};

use super::{
    opaque_entry::{OpaqueEntry, OpaqueType},
    texture_format,
};
use crate::decode::{OpaqueResources, SamplerResource, TextureResource};

/// How a texture or sampler variable disagrees with its entry in the layout.
#[derive(Debug, thiserror::Error)]
pub(super) enum OpaqueMismatch {
    #[error("The layout declares {layout}, the shader {shader}")]
    Type {
        layout: &'static str,
        shader: &'static str,
    },
    #[error("The layout declares {layout:?}, the shader {shader:?}")]
    Sampler {
        layout: SamplerBindingType,
        shader: SamplerBindingType,
    },
    #[error("The layout declares view dimension {layout:?}, the shader {shader:?}")]
    Dimension {
        layout: TextureViewDimension,
        shader: TextureViewDimension,
    },
    #[error("The layout declares {layout}, the shader {shader}")]
    Class { layout: String, shader: String },
}

/// A texture that a filtering sampler samples although its layout forbids it.
#[derive(Debug, thiserror::Error)]
#[error(
    "Texture {texture} is sampled with {sampler}, whose layout is Filtering, but its own layout is {sample_type:?}"
)]
pub(super) struct FilteringError {
    pub(super) texture: String,
    pub(super) sampler: String,
    pub(super) sample_type: TextureSampleType,
}

/// The view dimension of a texture variable.
fn dimension(texture: &TextureResource) -> TextureViewDimension {
    match (texture.dimension, texture.arrayed) {
        (ImageDimension::D1, _) => TextureViewDimension::D1,
        (ImageDimension::D2, false) => TextureViewDimension::D2,
        (ImageDimension::D2, true) => TextureViewDimension::D2Array,
        (ImageDimension::D3, _) => TextureViewDimension::D3,
        (ImageDimension::Cube, false) => TextureViewDimension::Cube,
        (ImageDimension::Cube, true) => TextureViewDimension::CubeArray,
    }
}

/// What a texture variable needs of a layout. `filtered` says whether a sampler samples it.
fn texture_type(texture: &TextureResource, filtered: bool) -> OpaqueType {
    let dimension = dimension(texture);
    let (sample_type, multisampled) = match texture.class {
        ImageClass::Storage { format, access } => {
            return OpaqueType::StorageTexture {
                access: storage_access(access),
                format: texture_format::from_storage(format),
                dimension,
            };
        }
        ImageClass::Depth { multi } => (TextureSampleType::Depth, multi),
        ImageClass::Sampled { kind, multi } => {
            let ty = match kind {
                ScalarKind::Sint => TextureSampleType::Sint,
                ScalarKind::Uint => TextureSampleType::Uint,
                // naga's validator lets no other kinds be.
                ScalarKind::Float
                | ScalarKind::Bool
                | ScalarKind::AbstractInt
                | ScalarKind::AbstractFloat => TextureSampleType::Float {
                    filterable: filtered,
                },
            };
            (ty, multi)
        }
        // Decoding refuses them.
        ImageClass::External => (TextureSampleType::Float { filterable: true }, false),
    };
    OpaqueType::Texture {
        sample_type,
        dimension,
        multisampled,
    }
}

fn storage_access(access: StorageAccess) -> StorageTextureAccess {
    let (load, store) = (StorageAccess::LOAD, StorageAccess::STORE);
    if access.contains(StorageAccess::ATOMIC) {
        StorageTextureAccess::Atomic
    } else if access.contains(load | store) {
        StorageTextureAccess::ReadWrite
    } else if access.contains(store) {
        StorageTextureAccess::WriteOnly
    } else {
        StorageTextureAccess::ReadOnly
    }
}

fn sampler_type(sampler: &SamplerResource) -> SamplerBindingType {
    if sampler.comparison {
        SamplerBindingType::Comparison
    } else {
        SamplerBindingType::Filtering
    }
}

/// The entry that a derived layout has for a texture.
pub(super) fn derive_texture(resources: &OpaqueResources, index: usize) -> OpaqueEntry {
    let filtered = resources.pairs.iter().any(|&(texture, _)| texture == index);
    OpaqueEntry {
        visibility: ShaderStages::COMPUTE,
        ty: texture_type(&resources.textures[index], filtered),
    }
}

/// The entry that a derived layout has for a sampler.
pub(super) fn derive_sampler(sampler: &SamplerResource) -> OpaqueEntry {
    OpaqueEntry {
        visibility: ShaderStages::COMPUTE,
        ty: OpaqueType::Sampler(sampler_type(sampler)),
    }
}

/// Checks a texture variable against its entry.
pub(super) fn check_texture(
    entry: &OpaqueType,
    texture: &TextureResource,
) -> Result<(), OpaqueMismatch> {
    let wanted = texture_type(texture, false);
    let (layout, shader) = match (*entry, wanted) {
        (
            OpaqueType::Texture { dimension: one, .. }
            | OpaqueType::StorageTexture { dimension: one, .. },
            OpaqueType::Texture {
                dimension: other, ..
            }
            | OpaqueType::StorageTexture {
                dimension: other, ..
            },
        ) => (one, other),
        (OpaqueType::Sampler(_), _) | (_, OpaqueType::Sampler(_)) => {
            return Err(OpaqueMismatch::Type {
                layout: entry.name(),
                shader: wanted.name(),
            });
        }
    };
    if layout != shader {
        return Err(OpaqueMismatch::Dimension { layout, shader });
    }
    if same_class(entry, &wanted) {
        return Ok(());
    }
    Err(OpaqueMismatch::Class {
        layout: describe_class(entry),
        shader: describe_class(&wanted),
    })
}

/// Whether a layout's texture will do for a shader's, dimensions apart.
fn same_class(layout: &OpaqueType, shader: &OpaqueType) -> bool {
    use OpaqueType::{StorageTexture, Texture};
    use StorageTextureAccess::{ReadWrite, WriteOnly};
    match (*layout, *shader) {
        (
            Texture {
                sample_type: one,
                multisampled: one_multi,
                ..
            },
            Texture {
                sample_type: other,
                multisampled: other_multi,
                ..
            },
        ) => {
            std::mem::discriminant(&one) == std::mem::discriminant(&other)
                && one_multi == other_multi
        }
        (
            StorageTexture {
                access: one,
                format: one_format,
                ..
            },
            StorageTexture {
                access: other,
                format: other_format,
                ..
            },
        ) => {
            // A shader that only writes may have what can be read as well.
            one_format == other_format && (one == other || (one, other) == (ReadWrite, WriteOnly))
        }
        _ => false,
    }
}

fn describe_class(ty: &OpaqueType) -> String {
    match ty {
        OpaqueType::Texture {
            sample_type,
            multisampled,
            ..
        } => {
            let multi = if *multisampled { "multisampled " } else { "" };
            format!("a {multi}texture of sample type {sample_type:?}")
        }
        OpaqueType::StorageTexture { access, format, .. } => {
            format!("a {access:?} storage texture of format {format:?}")
        }
        OpaqueType::Sampler(_) => ty.name().to_owned(),
    }
}

/// Checks a sampler variable against its entry.
pub(super) fn check_sampler(
    entry: &OpaqueType,
    sampler: &SamplerResource,
) -> Result<(), OpaqueMismatch> {
    let shader = sampler_type(sampler);
    match *entry {
        OpaqueType::Sampler(layout) => {
            let comparison = SamplerBindingType::Comparison;
            if (layout == comparison) == (shader == comparison) {
                return Ok(());
            }
            Err(OpaqueMismatch::Sampler { layout, shader })
        }
        OpaqueType::Texture { .. } | OpaqueType::StorageTexture { .. } => {
            Err(OpaqueMismatch::Type {
                layout: entry.name(),
                shader: "a sampler",
            })
        }
    }
}

/// The sample type of a texture if its layout forbids that the sampler samples it.
pub(super) fn refused_filter(
    texture: &OpaqueType,
    sampler: &OpaqueType,
) -> Option<TextureSampleType> {
    use TextureSampleType::{Depth, Float, Sint, Uint};
    if *sampler != OpaqueType::Sampler(SamplerBindingType::Filtering) {
        return None;
    }
    match *texture {
        OpaqueType::Texture { sample_type, .. } => match sample_type {
            Float { filterable: false } | Sint | Uint => Some(sample_type),
            Float { filterable: true } | Depth => None,
        },
        OpaqueType::StorageTexture { .. } | OpaqueType::Sampler(_) => None,
    }
}
