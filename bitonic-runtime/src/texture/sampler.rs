//! Samplers: how a kernel's `sample_level` reads a texture.

use crate::device::Gpu;
use crate::error::Error;
use crate::plan::{Edge, Filter, Sampling};

/// A sampler of a device. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Sampler {
    pub(crate) gpu: Gpu,
    pub(crate) sampler: wgpu::Sampler,
    sampling: Sampling,
}

impl Gpu {
    /// A sampler that reads as `sampling` says: [`Sampling::NEAREST`], [`Sampling::LINEAR`].
    ///
    /// # Errors
    ///
    /// The device was lost or has no room.
    pub fn sampler(&self, sampling: Sampling) -> Result<Sampler, Error> {
        let address = match sampling.edge {
            Edge::Clamp => wgpu::AddressMode::ClampToEdge,
            Edge::Repeat => wgpu::AddressMode::Repeat,
            Edge::Mirror => wgpu::AddressMode::MirrorRepeat,
        };
        let texels = match sampling.texels {
            Filter::Nearest => wgpu::FilterMode::Nearest,
            Filter::Linear => wgpu::FilterMode::Linear,
        };
        let sampler = self.scoped("making a sampler", || {
            self.device().create_sampler(&wgpu::SamplerDescriptor {
                address_mode_u: address,
                address_mode_v: address,
                address_mode_w: address,
                mag_filter: texels,
                min_filter: texels,
                mipmap_filter: match sampling.levels {
                    Filter::Nearest => wgpu::MipmapFilterMode::Nearest,
                    Filter::Linear => wgpu::MipmapFilterMode::Linear,
                },
                ..Default::default()
            })
        })?;
        Ok(Sampler {
            gpu: self.clone(),
            sampler,
            sampling,
        })
    }
}

impl Sampler {
    /// How it reads.
    #[must_use]
    pub fn sampling(&self) -> Sampling {
        self.sampling
    }

    /// The sampler of wgpu, for work beside this library.
    #[must_use]
    pub fn wgpu_sampler(&self) -> &wgpu::Sampler {
        &self.sampler
    }
}
