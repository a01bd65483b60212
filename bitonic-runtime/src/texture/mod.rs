//! Textures and samplers on a device: made from texels, read and written as texels. `host`
//! says what a texel is on the host, `read` how texels come back, `sampler` makes samplers,
//! `any` takes what the caller made with wgpu. What is bound where is the business of
//! `execute`.

mod any;
mod host;
mod read;
mod sampler;

use std::marker::PhantomData;

use bitonic_dsl::types::StorageFormat;

use crate::device::{Gpu, storage_format};
use crate::error::{Error, ErrorKind};
use crate::plan::{Limits, TextureSize};

pub use any::{AnySampler, AnyTexture};
pub use host::HostTexel;
pub use sampler::Sampler;

/// Texels in a device's memory, of the format `F`: [`Rgba8Unorm`](bitonic_dsl::Rgba8Unorm),
/// [`R32Float`](bitonic_dsl::R32Float) .. Cheap to clone: clones share the memory.
///
/// Texels lie as the format says, row by row, then layer by layer:
/// [`HostTexel::Host`] is one of them. What the device allows of the format can be done with
/// every texture of it: bound to be read, sampled or stored to, copied.
///
/// ```no_run
/// use bitonic_dsl::Rgba8Unorm;
///
/// let gpu = bitonic_runtime::Gpu::auto()?;
/// let red = [[255, 0, 0, 255]; 64 * 48];
/// let image = gpu.texture::<Rgba8Unorm>([64, 48], &red)?;
/// assert_eq!(image.read()?, red);
/// # Ok::<(), bitonic_runtime::Error>(())
/// ```
pub struct Texture<F> {
    raw: RawTexture,
    format: PhantomData<fn() -> F>,
}

/// A [`Texture`] that keeps its format as data.
#[derive(Clone, Debug)]
pub(crate) struct RawTexture {
    pub(crate) gpu: Gpu,
    pub(crate) texture: wgpu::Texture,
    pub(crate) format: StorageFormat,
    pub(crate) extent: TextureSize,
}

impl<F> Clone for Texture<F> {
    fn clone(&self) -> Self {
        Texture::from_raw(self.raw.clone())
    }
}

impl<F> std::fmt::Debug for Texture<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.raw.fmt(f)
    }
}

impl Gpu {
    /// A texture whose first level holds `texels`; further ones are zero. `extent` is
    /// `[width, height]` for an image, [`TextureSize::d1`] and its siblings for others.
    ///
    /// # Errors
    ///
    /// Another number of texels than the first level has; a size or a number of levels that
    /// no texture has or that is more than the device allows; a format that it lacks.
    pub fn texture<F: HostTexel>(
        &self,
        extent: impl Into<TextureSize>,
        texels: &[F::Host],
    ) -> Result<Texture<F>, Error> {
        let texture = self.zeroed_texture::<F>(extent)?;
        texture.write(texels)?;
        Ok(texture)
    }

    /// A texture whose bytes are all zero.
    ///
    /// # Errors
    ///
    /// As [`Gpu::texture`].
    pub fn zeroed_texture<F: HostTexel>(
        &self,
        extent: impl Into<TextureSize>,
    ) -> Result<Texture<F>, Error> {
        let raw = RawTexture::zeroed(self, F::FORMAT, extent.into(), None)?;
        Ok(Texture::from_raw(raw))
    }
}

impl<F> Texture<F> {
    pub(crate) fn from_raw(raw: RawTexture) -> Texture<F> {
        Texture {
            raw,
            format: PhantomData,
        }
    }

    /// Its size.
    #[must_use]
    pub fn extent(&self) -> TextureSize {
        self.raw.extent
    }

    /// The texture of wgpu, for work beside this library.
    #[must_use]
    pub fn wgpu_texture(&self) -> &wgpu::Texture {
        &self.raw.texture
    }

    /// One level, to be bound instead of all: 0 is the largest. The kernel sees a texture of
    /// one level.
    #[must_use]
    pub fn level(&self, level: u32) -> AnyTexture {
        AnyTexture::from(self).at(level)
    }
}

impl<F: HostTexel> Texture<F> {
    /// Replaces the texels of the first level, after all work submitted so far.
    ///
    /// # Errors
    ///
    /// Another number of texels than the level has, or the device was lost.
    pub fn write(&self, texels: &[F::Host]) -> Result<(), Error> {
        self.write_level(0, texels)
    }

    /// Replaces the texels of a level, after all work submitted so far.
    ///
    /// # Errors
    ///
    /// There is no such level, it has another number of texels, or the device was lost.
    pub fn write_level(&self, level: u32, texels: &[F::Host]) -> Result<(), Error> {
        let size = self.raw.level(level)?;
        let extent = self.raw.extent;
        if texels.len() as u64 != extent.texels(level) {
            let [width, height, depth] = size;
            let message = format!(
                "{} texels were written to level {level} of a texture, which has {width} x {height} x {depth}",
                texels.len()
            );
            let help = format!("write {} texels, row by row", extent.texels(level));
            return Err(Error::new(ErrorKind::Plan, message).with_help(help));
        }
        self.raw.write(level, size, bytemuck::cast_slice(texels))
    }
}

impl RawTexture {
    /// A texture whose bytes are all zero: wgpu clears what was never written. `label` names
    /// it in messages.
    pub(crate) fn zeroed(
        gpu: &Gpu,
        format: StorageFormat,
        extent: TextureSize,
        label: Option<&str>,
    ) -> Result<RawTexture, Error> {
        let usage = usages(gpu, format)?;
        is_allowed(extent, gpu.limits(), label)?;
        let what = format!("making a texture of {extent} `{format}`");
        let texture = gpu.scoped(&what, || {
            gpu.device().create_texture(&wgpu::TextureDescriptor {
                label,
                size: wgpu_extent(extent.size()),
                mip_level_count: extent.levels(),
                sample_count: 1,
                dimension: any::base_dimension(extent.dimension()),
                format: storage_format(format),
                usage,
                view_formats: &[],
            })
        })?;
        Ok(RawTexture {
            gpu: gpu.clone(),
            texture,
            format,
            extent,
        })
    }

    /// Width, height, and depth or layers of a level.
    fn level(&self, level: u32) -> Result<[u32; 3], Error> {
        let levels = self.extent.levels();
        if level < levels {
            return Ok(self.extent.level(level));
        }
        let message =
            format!("level {level} of a texture with {levels} levels, which count from 0");
        Err(Error::new(ErrorKind::Plan, message))
    }

    fn write(&self, level: u32, size: [u32; 3], bytes: &[u8]) -> Result<(), Error> {
        let layout = wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(size[0] * self.texel_bytes()),
            rows_per_image: Some(size[1]),
        };
        self.gpu.scoped("writing a texture", || {
            let queue = self.gpu.queue();
            queue.write_texture(self.at_level(level), bytes, layout, wgpu_extent(size));
        })
    }

    fn at_level(&self, mip_level: u32) -> wgpu::TexelCopyTextureInfo<'_> {
        wgpu::TexelCopyTextureInfo {
            mip_level,
            ..self.texture.as_image_copy()
        }
    }

    /// Bytes of a texel.
    fn texel_bytes(&self) -> u32 {
        let bytes = storage_format(self.format).block_copy_size(None);
        bytes.unwrap_or_default()
    }
}

/// What textures of a format may be used for.
fn usages(gpu: &Gpu, format: StorageFormat) -> Result<wgpu::TextureUsages, Error> {
    gpu.texture_usages(format).ok_or_else(|| {
        let message = format!("no textures of the format `{format}` on {}", gpu.info());
        Error::new(ErrorKind::Device, message)
            .with_help("choose another format, or another adapter: the software adapter is `Gpu::named(\"software\")`")
    })
}

fn is_allowed(extent: TextureSize, limits: &Limits, label: Option<&str>) -> Result<(), Error> {
    let Some((kind, what)) = extent.fault(limits) else {
        return Ok(());
    };
    let message = match label {
        Some(label) => format!("the texture `{label}` {what}"),
        None => format!("a texture {what}"),
    };
    Err(Error::new(kind, message))
}

fn wgpu_extent([width, height, depth_or_array_layers]: [u32; 3]) -> wgpu::Extent3d {
    wgpu::Extent3d {
        width,
        height,
        depth_or_array_layers,
    }
}
