//! Textures of entries: made on a device, bound to a run, and compared with what they must
//! hold.

use std::fmt::Debug;

use bitonic::Gpu;
use bitonic::runtime::plan::TextureSize;
use bitonic::runtime::{Error, HostTexel, Run, Texture};

/// The texels of a texture, before the run and after.
pub(crate) struct Texels<F: HostTexel> {
    name: &'static str,
    extent: TextureSize,
    levels: Vec<Vec<F::Host>>,
    wanted: Option<Vec<F::Host>>,
}

impl<F: HostTexel> Texels<F> {
    /// A texture of one level.
    pub(crate) fn new(
        name: &'static str,
        extent: impl Into<TextureSize>,
        texels: &[F::Host],
    ) -> Texels<F> {
        Texels {
            name,
            extent: extent.into(),
            levels: vec![texels.to_vec()],
            wanted: None,
        }
    }

    /// The texels of one level more.
    pub(crate) fn level(mut self, texels: &[F::Host]) -> Texels<F> {
        self.levels.push(texels.to_vec());
        self.extent = self.extent.with_levels(self.levels.len() as u32);
        self
    }

    /// What the first level must hold after the run.
    pub(crate) fn leaves(mut self, texels: &[F::Host]) -> Texels<F> {
        self.wanted = Some(texels.to_vec());
        self
    }
}

/// A texture of any format.
pub(crate) trait Image {
    fn upload(&self, gpu: &Gpu) -> Result<Box<dyn Made + '_>, Error>;
}

/// A texture on a device.
pub(crate) trait Made {
    fn bind(&self, run: Run) -> Run;
    /// What is wrong with its texels.
    fn fault(&self) -> Result<Option<String>, Error>;
}

impl<F: HostTexel<Host: PartialEq + Debug>> Image for Texels<F> {
    fn upload(&self, gpu: &Gpu) -> Result<Box<dyn Made + '_>, Error> {
        let texture = gpu.zeroed_texture::<F>(self.extent)?;
        for (level, texels) in (0..).zip(&self.levels) {
            texture.write_level(level, texels)?;
        }
        Ok(Box::new((self, texture)))
    }
}

impl<F: HostTexel<Host: PartialEq + Debug>> Made for (&Texels<F>, Texture<F>) {
    fn bind(&self, run: Run) -> Run {
        run.bind_texture(self.0.name, &self.1)
    }

    fn fault(&self) -> Result<Option<String>, Error> {
        let (texels, texture) = self;
        let Some(wanted) = &texels.wanted else {
            return Ok(None);
        };
        let found = texture.read()?;
        let name = texels.name;
        let fault = || format!("`{name}` holds {found:?}, not {wanted:?}");
        Ok((found != *wanted).then(fault))
    }
}
