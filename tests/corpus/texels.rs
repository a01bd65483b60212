//! Contents of a texture of any format.
#![allow(dead_code, reason = "the tests of texts need no data")]

use std::rc::Rc;

use bitonic::Gpu;
use bitonic::runtime::plan::TextureSize;
use bitonic::runtime::{Error, HostTexel, Run, Texture};

/// The texels of each level of a texture.
#[derive(Clone)]
pub(crate) struct Texels(Rc<dyn Typed>);

impl Texels {
    /// A texture of format `F` with these texels in its levels; those that are left out are
    /// zero.
    pub(crate) fn of<F: HostTexel>(extent: TextureSize, levels: &[&[F::Host]]) -> Texels {
        let levels = levels.iter().map(|level| level.to_vec()).collect();
        Texels(Rc::new(Content::<F> { extent, levels }))
    }

    pub(crate) fn upload(&self, gpu: &Gpu) -> Result<Box<dyn BoundTexture>, Error> {
        self.0.upload(gpu)
    }

    /// The bytes of a level, row by row.
    pub(crate) fn bytes(&self, level: u32) -> Vec<u8> {
        self.0.bytes(level)
    }

    pub(crate) fn levels(&self) -> u32 {
        self.0.levels()
    }
}

/// A texture of some format on a device.
pub(crate) trait BoundTexture {
    fn bind(&self, run: Run, name: &str) -> Run;
    fn download(&self, level: u32) -> Vec<u8>;
}

struct Content<F: HostTexel> {
    extent: TextureSize,
    levels: Vec<Vec<F::Host>>,
}

trait Typed {
    fn upload(&self, gpu: &Gpu) -> Result<Box<dyn BoundTexture>, Error>;
    fn bytes(&self, level: u32) -> Vec<u8>;
    fn levels(&self) -> u32;
}

impl<F: HostTexel> Typed for Content<F> {
    fn upload(&self, gpu: &Gpu) -> Result<Box<dyn BoundTexture>, Error> {
        let texture = gpu.zeroed_texture::<F>(self.extent)?;
        for (level, texels) in (0..).zip(&self.levels) {
            texture.write_level(level, texels)?;
        }
        Ok(Box::new(texture))
    }

    fn bytes(&self, level: u32) -> Vec<u8> {
        bytemuck::cast_slice(&self.levels[level as usize]).to_vec()
    }

    fn levels(&self) -> u32 {
        self.levels.len() as u32
    }
}

impl<F: HostTexel> BoundTexture for Texture<F> {
    fn bind(&self, run: Run, name: &str) -> Run {
        run.bind_texture(name, self)
    }

    fn download(&self, level: u32) -> Vec<u8> {
        bytemuck::cast_slice(&self.read_level(level).unwrap()).to_vec()
    }
}
