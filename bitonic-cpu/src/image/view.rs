//! A part of a texture as a shader sees it: some levels and layers, and a format that may differ from the
//! texture's in being sRGB.

use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use super::{format::Format, texture::Texture};

/// What a view looks like to a shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are WGSL's")]
pub enum ViewDimension {
    D1,
    D2,
    D2Array,
    Cube,
    CubeArray,
    D3,
}

/// A view of a texture.
#[derive(Clone, Debug)]
pub struct TextureView {
    /// What is looked at.
    pub texture: Arc<Texture>,
    /// How texels are read; as many bytes as the texture's own format.
    pub format: Format,
    /// How a shader sees it.
    pub dimension: ViewDimension,
    /// First level of detail.
    pub base_level: u32,
    /// Levels of detail.
    pub levels: u32,
    /// First layer of the texture.
    pub base_layer: u32,
    /// Layers of the texture; six for a cube.
    pub layers: u32,
}

/// The coordinates of a texel's sample, as a shader gives them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Texel {
    /// x, y and z; zero along axes that the view has not.
    pub coordinates: [u32; 3],
    /// Array layer; the layer of a cube is six times its index, and its face.
    pub layer: u32,
    /// Level of detail.
    pub level: u32,
    /// Sample of a multisampled texture.
    pub sample: u32,
}

/// One of the coordinates of a texel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of a texel's coordinates")]
pub enum TexelAxis {
    X,
    Y,
    Z,
    Layer,
    Level,
    Sample,
}

impl TextureView {
    /// Texels of a level along x, y and z; the nearest level's where there is no such level.
    #[must_use]
    pub fn size(&self, level: u32) -> [u32; 3] {
        let level = level.min(self.levels.saturating_sub(1));
        let shape = self.texture.shape();
        let [width, height, depth] = shape.level_size(self.base_level.saturating_add(level));
        match self.dimension {
            ViewDimension::D1 => [width, 1, 1],
            ViewDimension::D2
            | ViewDimension::D2Array
            | ViewDimension::Cube
            | ViewDimension::CubeArray => [width, height, 1],
            ViewDimension::D3 => [width, height, depth],
        }
    }

    /// Elements of an array of textures, or of cubes.
    #[must_use]
    pub fn elements(&self) -> u32 {
        match self.dimension {
            ViewDimension::D1 | ViewDimension::D2 | ViewDimension::D3 | ViewDimension::Cube => 1,
            ViewDimension::D2Array => self.layers,
            ViewDimension::CubeArray => self.layers / 6,
        }
    }

    /// Samples of a texel.
    #[must_use]
    pub fn samples(&self) -> u32 {
        self.texture.shape().samples
    }

    /// The first coordinate of `texel` that is out of range, and how many there are along it.
    #[must_use]
    pub fn outside(&self, texel: &Texel) -> Option<(TexelAxis, u32, u32)> {
        let [width, height, depth] = self.size(texel.level);
        let [x, y, z] = texel.coordinates;
        let checks = [
            (TexelAxis::Level, texel.level, self.levels),
            (TexelAxis::X, x, width),
            (TexelAxis::Y, y, height),
            (TexelAxis::Z, z, depth),
            (TexelAxis::Layer, texel.layer, self.layers),
            (TexelAxis::Sample, texel.sample, self.samples()),
        ];
        let mut checks = checks.into_iter();
        checks.find(|&(_, value, count)| value >= count)
    }

    fn byte(&self, texel: &Texel) -> Option<usize> {
        if self.outside(texel).is_some() {
            return None;
        }
        let [x, y, z] = texel.coordinates;
        let slice = match self.dimension {
            ViewDimension::D3 => z,
            ViewDimension::D1
            | ViewDimension::D2
            | ViewDimension::D2Array
            | ViewDimension::Cube
            | ViewDimension::CubeArray => self.base_layer + texel.layer,
        };
        let level = self.base_level + texel.level;
        self.texture.byte(level, [x, y, slice], texel.sample)
    }

    /// A number for the texel within its texture, for who tells texels apart; `None` outside the view.
    #[must_use]
    pub fn number(&self, texel: &Texel) -> Option<u32> {
        let byte = self.byte(texel)?;
        u32::try_from(byte / self.format.bytes() as usize).ok()
    }

    /// The words of a texel; zeros outside the view.
    #[must_use]
    pub fn load(&self, texel: &Texel) -> [u32; 4] {
        match self.byte(texel) {
            Some(byte) => self.format.decode(self.texture.read(byte)),
            None => [0; 4],
        }
    }

    /// Stores the words of a texel; does nothing outside the view.
    pub fn store(&self, texel: &Texel, words: [u32; 4]) {
        if let Some(byte) = self.byte(texel) {
            self.texture.write(byte, self.format.encode(words));
        }
    }

    /// The word of a texel of 32 bits, for atomics; `None` outside the view.
    pub(crate) fn word(&self, texel: &Texel) -> Option<&AtomicU32> {
        let byte = self.byte(texel)?;
        self.texture.word(byte)
    }
}
