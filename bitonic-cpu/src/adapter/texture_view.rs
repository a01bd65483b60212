//! Views of textures: the defaults that a descriptor leaves open, and what a view may be.

use wgpu::{
    TextureDimension, TextureFormat, TextureUsages, TextureViewDimension,
    custom::TextureViewInterface,
};

use super::{
    error_sink::ApiError,
    object::{Handle, Kind, ObjectError},
    texture::{Descriptor, MissingTextureUsage, Texture},
    texture_format::{self, FormatError, has_aspect, usage_names},
};
use crate::image;

/// A view that was made without error.
#[derive(Debug)]
pub(super) struct TextureView {
    pub(super) texture: Handle<Texture>,
    pub(super) format: TextureFormat,
    pub(super) dimension: TextureViewDimension,
    pub(super) usage: TextureUsages,
    pub(super) aspect: wgpu::TextureAspect,
    pub(super) base_level: u32,
    pub(super) levels: u32,
    pub(super) base_layer: u32,
    pub(super) layers: u32,
    pub(super) samples: u32,
}

impl Kind for TextureView {
    const NAME: &'static str = "TextureView";
}

impl TextureViewInterface for Handle<TextureView> {}

/// Why a view cannot be made.
#[derive(Debug, thiserror::Error)]
pub(super) enum CreateTextureViewError {
    #[error(transparent)]
    Object(#[from] ObjectError),
    #[error(transparent)]
    Format(#[from] FormatError),
    #[error("Texture view usages {view} must be among the texture's own, {texture}")]
    InvalidUsage { view: String, texture: String },
    #[error("Texture view format {format:?} cannot be used as {usage}")]
    FormatUsage {
        format: TextureFormat,
        usage: &'static str,
    },
    #[error("Aspect {aspect:?} is not one of texture format {format:?}")]
    InvalidAspect {
        aspect: wgpu::TextureAspect,
        format: TextureFormat,
    },
    #[error(
        "A view of format {view:?} of a texture of format {texture:?} needs that format among the texture's view_formats"
    )]
    OtherFormat {
        view: TextureFormat,
        texture: TextureFormat,
    },
    #[error("Texture view dimension {0:?} cannot be used with a multisampled texture")]
    Multisampled(TextureViewDimension),
    #[error("Texture view dimension {view:?} does not suit a texture of dimension {texture:?}")]
    InvalidDimension {
        view: TextureViewDimension,
        texture: TextureDimension,
    },
    #[error("Array layer count {requested} does not suit view dimension {dimension:?}")]
    InvalidLayerCount {
        requested: u32,
        dimension: TextureViewDimension,
    },
    #[error("Views of dimension {0:?} need a texture that is as wide as it is high")]
    CubeNotSquare(TextureViewDimension),
    #[error("{what} count is 0")]
    Empty { what: &'static str },
    #[error("The view starts at {what} {first} and spans {count}, but the texture has {total}")]
    TooMany {
        what: &'static str,
        first: u32,
        count: u32,
        total: u32,
    },
}

impl ApiError for CreateTextureViewError {}

/// Makes a view from its descriptor.
pub(super) fn create(
    texture: &Handle<Texture>,
    desc: &wgpu::TextureViewDescriptor<'_>,
) -> Result<TextureView, CreateTextureViewError> {
    let own = &texture.state()?.desc;
    texture.memory()?;
    let view = resolve(texture, own, desc)?;
    check_format(&view, own)?;
    check_dimension(&view, own)?;
    check_ranges(&view, own)?;
    Ok(view)
}

/// Fills in what the descriptor leaves open, as WebGPU does.
fn resolve(
    texture: &Handle<Texture>,
    own: &Descriptor,
    desc: &wgpu::TextureViewDescriptor<'_>,
) -> Result<TextureView, CreateTextureViewError> {
    let specific = own.format.aspect_specific_format(desc.aspect);
    let dimension = desc.dimension.unwrap_or(match own.dimension {
        TextureDimension::D1 => TextureViewDimension::D1,
        TextureDimension::D2 if own.array_layer_count() == 1 => TextureViewDimension::D2,
        TextureDimension::D2 => TextureViewDimension::D2Array,
        TextureDimension::D3 => TextureViewDimension::D3,
    });
    let rest = own.mip_level_count.saturating_sub(desc.base_mip_level);
    let layers = match dimension {
        TextureViewDimension::D1 | TextureViewDimension::D2 | TextureViewDimension::D3 => 1,
        TextureViewDimension::Cube => 6,
        TextureViewDimension::D2Array | TextureViewDimension::CubeArray => own
            .array_layer_count()
            .saturating_sub(desc.base_array_layer),
    };
    let usage = desc.usage.filter(|usage| !usage.is_empty());
    let usage = usage.unwrap_or(own.usage);
    let transient = own.usage.contains(TextureUsages::TRANSIENT_ATTACHMENT);
    if !own.usage.contains(usage) || transient && usage != own.usage {
        return Err(CreateTextureViewError::InvalidUsage {
            view: usage_names(usage),
            texture: usage_names(own.usage),
        });
    }
    Ok(TextureView {
        texture: texture.clone(),
        format: desc.format.or(specific).unwrap_or(own.format),
        dimension,
        usage,
        aspect: desc.aspect,
        base_level: desc.base_mip_level,
        levels: desc.mip_level_count.unwrap_or(rest),
        base_layer: desc.base_array_layer,
        layers: desc.array_layer_count.unwrap_or(layers),
        samples: own.sample_count,
    })
}

fn check_format(view: &TextureView, own: &Descriptor) -> Result<(), CreateTextureViewError> {
    let format = view.format;
    let able = texture_format::describe(view.texture.device(), format)?;
    for (usage, name) in [
        (TextureUsages::RENDER_ATTACHMENT, "a render attachment"),
        (TextureUsages::STORAGE_BINDING, "a storage binding"),
    ] {
        if view.usage.contains(usage) && !able.allowed_usages.contains(usage) {
            let usage = name;
            return Err(CreateTextureViewError::FormatUsage { format, usage });
        }
    }
    if !has_aspect(own.format, view.aspect) {
        return Err(CreateTextureViewError::InvalidAspect {
            aspect: view.aspect,
            format: own.format,
        });
    }
    let known = if view.aspect == wgpu::TextureAspect::All {
        format == own.format || own.view_formats.contains(&format)
    } else {
        Some(format) == own.format.aspect_specific_format(view.aspect)
    };
    if !known {
        return Err(CreateTextureViewError::OtherFormat {
            view: format,
            texture: own.format,
        });
    }
    Ok(())
}

fn check_dimension(view: &TextureView, own: &Descriptor) -> Result<(), CreateTextureViewError> {
    let dimension = view.dimension;
    if own.sample_count > 1 && dimension != TextureViewDimension::D2 {
        return Err(CreateTextureViewError::Multisampled(dimension));
    }
    if own.dimension != dimension.compatible_texture_dimension() {
        return Err(CreateTextureViewError::InvalidDimension {
            view: dimension,
            texture: own.dimension,
        });
    }
    let layers = view.layers;
    let (suits, is_cube) = match dimension {
        TextureViewDimension::D1 | TextureViewDimension::D2 | TextureViewDimension::D3 => {
            (layers == 1, false)
        }
        TextureViewDimension::D2Array => (true, false),
        TextureViewDimension::Cube => (layers == 6, true),
        TextureViewDimension::CubeArray => (layers.is_multiple_of(6), true),
    };
    if !suits {
        return Err(CreateTextureViewError::InvalidLayerCount {
            requested: layers,
            dimension,
        });
    }
    if is_cube && own.size.width != own.size.height {
        return Err(CreateTextureViewError::CubeNotSquare(dimension));
    }
    Ok(())
}

fn check_ranges(view: &TextureView, own: &Descriptor) -> Result<(), CreateTextureViewError> {
    let levels = (view.base_level, view.levels, own.mip_level_count);
    let layers = (view.base_layer, view.layers, own.array_layer_count());
    for (what, (first, count, total)) in [("mip level", levels), ("array layer", layers)] {
        if count == 0 {
            return Err(CreateTextureViewError::Empty { what });
        }
        if first.saturating_add(count) > total {
            return Err(CreateTextureViewError::TooMany {
                what,
                first,
                count,
                total,
            });
        }
    }
    Ok(())
}

impl Handle<TextureView> {
    /// That the view was made with these usages.
    pub(super) fn check_usage(&self, expected: TextureUsages) -> Result<(), MissingTextureUsage> {
        match self.state() {
            Ok(view) if !view.usage.contains(expected) => Err(MissingTextureUsage {
                texture: self.identity().clone(),
                actual: usage_names(view.usage),
                expected: usage_names(expected),
            }),
            // Using an invalid object is an error of its own.
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// What a dispatch works on, if the texture is not destroyed.
    pub(super) fn for_work(&self) -> Result<image::TextureView, ObjectError> {
        let view = self.state()?;
        let texture = view.texture.memory()?;
        // Views of formats that the interpreter has not are refused when they are made.
        let format = texture_format::of(view.format).unwrap_or(texture.shape().format);
        Ok(image::TextureView {
            texture,
            format,
            dimension: dimension(view.dimension),
            base_level: view.base_level,
            levels: view.levels,
            base_layer: view.base_layer,
            layers: view.layers,
        })
    }
}

fn dimension(dimension: TextureViewDimension) -> image::ViewDimension {
    match dimension {
        TextureViewDimension::D1 => image::ViewDimension::D1,
        TextureViewDimension::D2 => image::ViewDimension::D2,
        TextureViewDimension::D2Array => image::ViewDimension::D2Array,
        TextureViewDimension::Cube => image::ViewDimension::Cube,
        TextureViewDimension::CubeArray => image::ViewDimension::CubeArray,
        TextureViewDimension::D3 => image::ViewDimension::D3,
    }
}
