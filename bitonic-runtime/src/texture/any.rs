//! What may be bound as a texture or a sampler: this library's, and what the caller made with
//! wgpu, whose format and size are asked of it.

use bitonic_dsl::types::{ScalarType, StorageFormat, TextureDimension};

use super::{RawTexture, Sampler, Texture};
use crate::device::{Gpu, storage_format, view_dimension};
use crate::plan::{PlanFormat, TextureSize};

/// A texture to be bound: a [`Texture`], one level of it ([`Texture::level`]), or a texture
/// or a view of a texture that you made with wgpu on the same device.
///
/// A texture of wgpu with two dimensions and one layer stands where a kernel wants an image
/// and where it wants an array. Of a view only the format can be asked; the rest is checked
/// by wgpu.
#[derive(Clone, Debug)]
pub struct AnyTexture {
    /// The device of a texture of this library's.
    pub(crate) gpu: Option<Gpu>,
    pub(crate) texture: wgpu::Texture,
    pub(crate) view: Option<wgpu::TextureView>,
    pub(crate) format: PlanFormat,
    /// One level alone.
    pub(crate) level: Option<u32>,
    extent: TextureSize,
}

impl AnyTexture {
    fn of_wgpu(texture: &wgpu::Texture) -> AnyTexture {
        let size = texture.size();
        let extent = match (texture.dimension(), size.depth_or_array_layers) {
            (wgpu::TextureDimension::D1, _) => TextureSize::d1(size.width),
            (wgpu::TextureDimension::D2, 1) => TextureSize::d2(size.width, size.height),
            (wgpu::TextureDimension::D2, layers) => {
                TextureSize::d2_array(size.width, size.height, layers)
            }
            (wgpu::TextureDimension::D3, depth) => TextureSize::d3(size.width, size.height, depth),
        };
        AnyTexture {
            gpu: None,
            texture: texture.clone(),
            view: None,
            format: plan_format(texture.format()),
            level: None,
            extent: extent.with_levels(texture.mip_level_count()),
        }
    }

    /// Its dimensions, as far as they can be asked for.
    pub(crate) fn dimension(&self) -> TextureDimension {
        self.extent.dimension()
    }

    /// All its levels.
    pub(crate) fn whole(&self) -> AnyTexture {
        AnyTexture {
            level: None,
            ..self.clone()
        }
    }

    pub(super) fn at(self, level: u32) -> AnyTexture {
        AnyTexture {
            level: Some(level),
            ..self
        }
    }

    /// Its size, where a kernel wants a texture of this dimension.
    pub(crate) fn extent_as(&self, wanted: TextureDimension) -> TextureSize {
        use TextureDimension::{D2, D2Array};
        let [width, height, layers] = self.extent.size();
        let levels = self.extent.levels();
        let is_view = self.view.is_some();
        let extent = match (self.extent.dimension(), wanted) {
            (D2, D2Array) if self.gpu.is_none() => TextureSize::d2_array(width, height, layers),
            (D2Array, D2) if is_view => TextureSize::d2(width, height),
            _ => self.extent,
        };
        extent.with_levels(if is_view { 1 } else { levels })
    }

    /// The view of it that a binding of this dimension is given: `count` levels from `level`
    /// on, all that there are for `None`.
    pub(crate) fn view(
        &self,
        dimension: TextureDimension,
        level: u32,
        count: Option<u32>,
    ) -> wgpu::TextureView {
        if let Some(view) = &self.view {
            return view.clone();
        }
        self.texture.create_view(&wgpu::TextureViewDescriptor {
            dimension: Some(view_dimension(dimension)),
            base_mip_level: level,
            mip_level_count: count,
            ..Default::default()
        })
    }

    /// The texture as one of this library's, where its format is one of those.
    pub(crate) fn raw(&self, gpu: &Gpu, extent: TextureSize) -> Option<RawTexture> {
        match &self.format {
            PlanFormat::Known(format) => Some(RawTexture {
                gpu: gpu.clone(),
                texture: self.texture.clone(),
                format: *format,
                extent,
            }),
            PlanFormat::Other { .. } => None,
        }
    }
}

impl From<RawTexture> for AnyTexture {
    fn from(raw: RawTexture) -> AnyTexture {
        AnyTexture {
            gpu: Some(raw.gpu),
            texture: raw.texture,
            view: None,
            format: PlanFormat::Known(raw.format),
            level: None,
            extent: raw.extent,
        }
    }
}

impl<F> From<&Texture<F>> for AnyTexture {
    fn from(texture: &Texture<F>) -> AnyTexture {
        AnyTexture::from(texture.raw.clone())
    }
}

impl From<&wgpu::Texture> for AnyTexture {
    fn from(texture: &wgpu::Texture) -> AnyTexture {
        AnyTexture::of_wgpu(texture)
    }
}

impl From<&wgpu::TextureView> for AnyTexture {
    fn from(view: &wgpu::TextureView) -> AnyTexture {
        AnyTexture {
            view: Some(view.clone()),
            ..AnyTexture::of_wgpu(view.texture())
        }
    }
}

impl From<&AnyTexture> for AnyTexture {
    fn from(texture: &AnyTexture) -> AnyTexture {
        texture.clone()
    }
}

/// A sampler to be bound: a [`Sampler`], or one that you made with wgpu on the same device.
#[derive(Clone, Debug)]
pub struct AnySampler {
    /// The device of a sampler of this library's.
    pub(crate) gpu: Option<Gpu>,
    pub(crate) sampler: wgpu::Sampler,
}

impl From<&Sampler> for AnySampler {
    fn from(sampler: &Sampler) -> AnySampler {
        AnySampler {
            gpu: Some(sampler.gpu.clone()),
            sampler: sampler.sampler.clone(),
        }
    }
}

impl From<&wgpu::Sampler> for AnySampler {
    fn from(sampler: &wgpu::Sampler) -> AnySampler {
        AnySampler {
            gpu: None,
            sampler: sampler.clone(),
        }
    }
}

/// What wgpu calls textures of such dimensions: layers are no dimension.
pub(super) fn base_dimension(dimension: TextureDimension) -> wgpu::TextureDimension {
    match dimension {
        TextureDimension::D1 => wgpu::TextureDimension::D1,
        TextureDimension::D2 | TextureDimension::D2Array => wgpu::TextureDimension::D2,
        TextureDimension::D3 => wgpu::TextureDimension::D3,
    }
}

fn plan_format(format: wgpu::TextureFormat) -> PlanFormat {
    let mut known = StorageFormat::ALL.iter();
    if let Some(known) = known.find(|known| storage_format(**known) == format) {
        return PlanFormat::Known(*known);
    }
    let channel = match format.sample_type(None, None) {
        Some(wgpu::TextureSampleType::Sint) => ScalarType::I32,
        Some(wgpu::TextureSampleType::Uint) => ScalarType::U32,
        Some(wgpu::TextureSampleType::Float { .. } | wgpu::TextureSampleType::Depth) | None => {
            ScalarType::F32
        }
    };
    PlanFormat::Other {
        name: format!("{format:?}"),
        channel,
    }
}
