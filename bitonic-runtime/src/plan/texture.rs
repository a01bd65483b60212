//! Textures and samplers of a plan as plain data: sizes, levels, formats, and how a sampler
//! reads. What steps do with them is checked in `check_textures` and `hazards`.

use std::fmt;

use bitonic_dsl::types::{ScalarType, StorageFormat, TextureDimension};

use super::Role;

/// The size of a texture: its dimensions, its texels in each, and its levels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TextureSize {
    dimension: TextureDimension,
    /// Width, height, and depth or the number of layers; 1 where there is none.
    size: [u32; 3],
    levels: u32,
}

impl TextureSize {
    /// A row of texels.
    #[must_use]
    pub const fn d1(width: u32) -> TextureSize {
        TextureSize::of(TextureDimension::D1, [width, 1, 1])
    }

    /// An image.
    #[must_use]
    pub const fn d2(width: u32, height: u32) -> TextureSize {
        TextureSize::of(TextureDimension::D2, [width, height, 1])
    }

    /// Images of one size.
    #[must_use]
    pub const fn d2_array(width: u32, height: u32, layers: u32) -> TextureSize {
        TextureSize::of(TextureDimension::D2Array, [width, height, layers])
    }

    /// A block of texels.
    #[must_use]
    pub const fn d3(width: u32, height: u32, depth: u32) -> TextureSize {
        TextureSize::of(TextureDimension::D3, [width, height, depth])
    }

    const fn of(dimension: TextureDimension, size: [u32; 3]) -> TextureSize {
        TextureSize {
            dimension,
            size,
            levels: 1,
        }
    }

    /// The same with `levels` levels, each half as large as the one before; at least 1 and
    /// at most [`TextureSize::most_levels`].
    #[must_use]
    pub const fn with_levels(self, levels: u32) -> TextureSize {
        TextureSize { levels, ..self }
    }

    /// The dimensions.
    #[must_use]
    pub const fn dimension(self) -> TextureDimension {
        self.dimension
    }

    /// The number of levels.
    #[must_use]
    pub const fn levels(self) -> u32 {
        self.levels
    }

    /// The most levels that a texture of this size may have: one more than its longest side
    /// can be halved; 1 for a row, as WebGPU has it.
    #[must_use]
    pub fn most_levels(self) -> u32 {
        let [width, height, depth] = self.size;
        let longest = match self.dimension {
            TextureDimension::D1 => 1,
            TextureDimension::D2 | TextureDimension::D2Array => width.max(height),
            TextureDimension::D3 => width.max(height).max(depth),
        };
        longest.max(1).ilog2() + 1
    }

    /// Width, height, and depth or the number of layers of a level; 1 where there is none.
    /// A level has half of the texels of the one before along each side, rounded down, and
    /// at least 1; layers stay as many.
    #[must_use]
    pub fn level(self, level: u32) -> [u32; 3] {
        let halved = |side: u32| side.checked_shr(level).unwrap_or(0).max(1);
        let [width, height, depth] = self.size;
        match self.dimension {
            TextureDimension::D1 => [halved(width), 1, 1],
            TextureDimension::D2 => [halved(width), halved(height), 1],
            TextureDimension::D2Array => [halved(width), halved(height), depth],
            TextureDimension::D3 => [halved(width), halved(height), halved(depth)],
        }
    }

    /// The texels of a level, in all layers.
    #[must_use]
    pub fn texels(self, level: u32) -> u64 {
        let sides = self.level(level).into_iter().map(u64::from);
        sides.fold(1, u64::saturating_mul)
    }

    /// Width, height, and depth or the number of layers.
    pub(crate) fn size(self) -> [u32; 3] {
        self.size
    }
}

/// An image: `[width, height]`.
impl From<[u32; 2]> for TextureSize {
    fn from([width, height]: [u32; 2]) -> TextureSize {
        TextureSize::d2(width, height)
    }
}

/// "64 x 48", "64 x 48 x 3", with the layers of an array as "64 x 48, 3 layers".
impl fmt::Display for TextureSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [width, height, depth] = self.size;
        f.pad(&match self.dimension {
            TextureDimension::D1 => width.to_string(),
            TextureDimension::D2 => format!("{width} x {height}"),
            TextureDimension::D2Array => format!("{width} x {height}, {depth} layers"),
            TextureDimension::D3 => format!("{width} x {height} x {depth}"),
        })
    }
}

/// The format of a texture's texels.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum PlanFormat {
    /// One of those that storage textures have on some device.
    Known(StorageFormat),
    /// Another one, of a texture that the caller gives and kernels only read.
    Other {
        /// Its name.
        name: String,
        /// What a channel is in the shader: `f32`, `i32` or `u32`.
        channel: ScalarType,
    },
}

impl PlanFormat {
    /// What a channel is in the shader: `f32`, `i32` or `u32`.
    #[must_use]
    pub fn channel(&self) -> ScalarType {
        match self {
            PlanFormat::Known(format) => format.channel(),
            PlanFormat::Other { channel, .. } => *channel,
        }
    }
}

impl From<StorageFormat> for PlanFormat {
    fn from(format: StorageFormat) -> PlanFormat {
        PlanFormat::Known(format)
    }
}

impl fmt::Display for PlanFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlanFormat::Known(format) => f.write_str(format.name()),
            PlanFormat::Other { name, .. } => f.write_str(name),
        }
    }
}

/// A texture that a plan's steps share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanTexture {
    /// What to call it.
    pub label: String,
    /// The format of its texels.
    pub format: PlanFormat,
    /// Its size.
    pub extent: TextureSize,
    /// Where it comes from.
    pub role: Role,
}

/// How texels are weighed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Filter {
    /// The nearest one is taken.
    #[default]
    Nearest,
    /// Those around are mixed by their distance.
    Linear,
}

/// What lies beyond the edges of a texture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Edge {
    /// The texels of the edge, on and on.
    #[default]
    Clamp,
    /// The texture again.
    Repeat,
    /// The texture again, mirrored each other time.
    Mirror,
}

/// How a sampler reads a texture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Sampling {
    /// How the texels of a level are weighed.
    pub texels: Filter,
    /// How two levels are weighed, where the level asked for lies between them.
    pub levels: Filter,
    /// What lies beyond the edges.
    pub edge: Edge,
}

impl Sampling {
    /// The nearest texel of the nearest level; beyond the edge, the edge's.
    pub const NEAREST: Sampling = Sampling {
        texels: Filter::Nearest,
        levels: Filter::Nearest,
        edge: Edge::Clamp,
    };

    /// Texels and levels mixed by distance; beyond the edge, the edge's.
    pub const LINEAR: Sampling = Sampling {
        texels: Filter::Linear,
        levels: Filter::Linear,
        edge: Edge::Clamp,
    };

    /// The same with another way beyond the edges.
    #[must_use]
    pub const fn with_edge(self, edge: Edge) -> Sampling {
        Sampling { edge, ..self }
    }
}

/// "linear, linear between levels, clamp".
impl fmt::Display for Sampling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |filter| match filter {
            Filter::Nearest => "nearest",
            Filter::Linear => "linear",
        };
        let edge = match self.edge {
            Edge::Clamp => "clamp",
            Edge::Repeat => "repeat",
            Edge::Mirror => "mirror",
        };
        let (texels, levels) = (word(self.texels), word(self.levels));
        write!(f, "{texels}, {levels} between levels, {edge}")
    }
}

/// A sampler that a plan's steps share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanSampler {
    /// What to call it.
    pub label: String,
    /// How it reads; `None` where the caller gives a sampler.
    pub sampling: Option<Sampling>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// WebGPU specification, "logical miplevel-specific texture extent" and "maximum
    /// mipLevel count".
    #[test]
    fn levels_halve_and_layers_stay() {
        let image = TextureSize::d2(12, 5);
        let sizes: Vec<_> = (0..4).map(|level| image.level(level)).collect();
        assert_eq!(sizes, [[12, 5, 1], [6, 2, 1], [3, 1, 1], [1, 1, 1]]);
        assert_eq!(image.most_levels(), 4);
        assert_eq!(TextureSize::d2_array(8, 2, 7).level(2), [2, 1, 7]);
        assert_eq!(TextureSize::d2_array(8, 2, 70).most_levels(), 4);
        assert_eq!(TextureSize::d3(8, 2, 9).level(1), [4, 1, 4]);
        assert_eq!(TextureSize::d3(1, 2, 9).most_levels(), 4);
        assert_eq!(TextureSize::d1(1024).most_levels(), 1);
        assert_eq!(TextureSize::d2_array(4, 2, 3).texels(1), 2 * 3);
        assert_eq!(image.level(40), [1, 1, 1]);
    }

    #[test]
    fn sizes_and_samplers_print_in_words() {
        assert_eq!(TextureSize::d1(7).to_string(), "7");
        assert_eq!(TextureSize::from([64, 48]).to_string(), "64 x 48");
        assert_eq!(
            TextureSize::d2_array(4, 3, 2).to_string(),
            "4 x 3, 2 layers"
        );
        assert_eq!(TextureSize::d3(4, 3, 2).to_string(), "4 x 3 x 2");
        let sampling = Sampling::LINEAR.with_edge(Edge::Mirror);
        assert_eq!(
            sampling.to_string(),
            "linear, linear between levels, mirror"
        );
    }
}
