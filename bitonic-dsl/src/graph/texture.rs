//! Textures in a graph: what a texture is, and what is asked of one.

use std::fmt;

use super::{NodeId, ResourceId};
use crate::types::{ScalarType, StorageAccess, StorageFormat, TextureDimension};

/// The kind of a texture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Texture {
    /// Its dimensions.
    pub dimension: TextureDimension,
    /// What its texels are, and who may write them.
    pub class: TextureClass,
}

/// What the texels of a texture are, and who may write them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TextureClass {
    /// Read by position or through a sampler; never written. Channels are `f32`,
    /// `i32` or `u32`.
    Sampled(ScalarType),
    /// Read or written by position, one level.
    Storage(StorageFormat, StorageAccess),
}

impl Texture {
    /// Whether the kernel may write its texels.
    #[must_use]
    pub fn is_written(self) -> bool {
        match self.class {
            TextureClass::Sampled(_) => false,
            TextureClass::Storage(_, access) => access.is_written(),
        }
    }
}

/// As WGSL writes the type.
impl fmt::Display for Texture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dimension = self.dimension;
        match self.class {
            TextureClass::Sampled(scalar) => {
                let scalar = crate::types::Type::Scalar(scalar);
                write!(f, "texture_{dimension}<{scalar}>")
            }
            TextureClass::Storage(format, access) => {
                write!(f, "texture_storage_{dimension}<{format}, {access}>")
            }
        }
    }
}

/// The address of a texel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Texel {
    /// `i32` or `u32`, one for each dimension.
    pub coordinate: NodeId,
    /// The layer of an array: `i32` or `u32`.
    pub layer: Option<NodeId>,
}

impl Texel {
    /// The nodes that it is made of.
    pub fn operands(self) -> impl Iterator<Item = NodeId> {
        [Some(self.coordinate), self.layer].into_iter().flatten()
    }
}

/// What is asked of a texture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TextureQuery {
    /// Texels in each direction, of a level or of the first.
    Dimensions(Option<NodeId>),
    /// The number of levels.
    Levels,
    /// The number of layers.
    Layers,
    /// A texel of a sampled texture's level.
    Load(Texel, NodeId),
    /// A texel of a storage texture that is only read.
    Read(Texel),
    /// A texel of a storage texture that is also written, as it is when the node's
    /// statement is reached.
    ReadNow(Texel),
    /// What a sampler makes of the texels around a position.
    Sample {
        /// The sampler.
        sampler: ResourceId,
        /// `f32` for each dimension.
        position: NodeId,
        /// The layer of an array: `i32` or `u32`.
        layer: Option<NodeId>,
        /// `f32`.
        level: NodeId,
    },
}

impl TextureQuery {
    /// The nodes that it is made of, left to right.
    pub fn operands(self) -> impl Iterator<Item = NodeId> {
        let operands = match self {
            TextureQuery::Dimensions(level) => [level, None, None],
            TextureQuery::Levels | TextureQuery::Layers => [None, None, None],
            TextureQuery::Load(texel, level) => [Some(texel.coordinate), texel.layer, Some(level)],
            TextureQuery::Read(texel) | TextureQuery::ReadNow(texel) => {
                [Some(texel.coordinate), texel.layer, None]
            }
            TextureQuery::Sample {
                sampler: _,
                position,
                layer,
                level,
            } => [Some(position), layer, Some(level)],
        };
        operands.into_iter().flatten()
    }

    /// Replaces each operand by what `replace` gives for it, left to right.
    pub(super) fn replace_operands(&mut self, mut replace: impl FnMut(NodeId) -> NodeId) {
        let operands = match self {
            TextureQuery::Dimensions(level) => [level.as_mut(), None, None],
            TextureQuery::Levels | TextureQuery::Layers => [None, None, None],
            TextureQuery::Load(texel, level) => [
                Some(&mut texel.coordinate),
                texel.layer.as_mut(),
                Some(level),
            ],
            TextureQuery::Read(texel) | TextureQuery::ReadNow(texel) => {
                [Some(&mut texel.coordinate), texel.layer.as_mut(), None]
            }
            TextureQuery::Sample {
                sampler: _,
                position,
                layer,
                level,
            } => [Some(position), layer.as_mut(), Some(level)],
        };
        for operand in operands.into_iter().flatten() {
            *operand = replace(*operand);
        }
    }

    /// Whether the answer depends on the operands alone: nothing that the kernel
    /// writes changes it.
    #[must_use]
    pub fn is_pure(self) -> bool {
        match self {
            TextureQuery::ReadNow(_) => false,
            TextureQuery::Dimensions(_)
            | TextureQuery::Levels
            | TextureQuery::Layers
            | TextureQuery::Load(..)
            | TextureQuery::Read(_)
            | TextureQuery::Sample { .. } => true,
        }
    }
}
