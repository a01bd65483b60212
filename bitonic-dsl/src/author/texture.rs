//! Textures that are only read, and samplers: texels by position and level, and what a
//! sampler makes of them. Storage textures are in `storage_texture`.

use std::marker::PhantomData;

use super::node::{IntoNode, Node};
use super::recorder::{self, Handle};
use super::resource::declare;
use super::scope::KernelScope;
use crate::graph::{self, NodeId, NodeKind, ResourceId, Space, Texel, TextureClass, TextureQuery};
use crate::types::{
    Channel, D1, D2, D2Array, D3, Sampleable, ShaderType, SingleTexture, TexelCoordinate,
    TexelIndex, TextureShape, Type, Value, Vec4,
};

/// The answer of the texture `handle` to `query`.
#[track_caller]
pub(super) fn ask<T: Value>(handle: Handle<ResourceId>, query: TextureQuery) -> Node<T> {
    if recorder::claim(handle.scope, &"a texture", handle.at) {
        Node::make(NodeKind::Texture(handle.id, query))
    } else {
        Node::make(NodeKind::Poison)
    }
}

/// A texture that the kernel reads; `D` says its dimensions, `S` what a channel is in the
/// shader: `f32` (also for normalised formats), `i32` or `u32`.
///
/// Declared by [`KernelScope::texture_2d`] and its siblings. A texel is four channels:
/// those that the bound format lacks are 0, the last 1. Beyond the texture or its
/// levels, a read gives some texel or zero.
pub struct Texture<D, S> {
    handle: Handle<ResourceId>,
    of: PhantomData<*const (D, S)>,
}

/// A texture of one dimension.
pub type Texture1d<S> = Texture<D1, S>;
/// A texture of two dimensions.
pub type Texture2d<S> = Texture<D2, S>;
/// An array of textures of two dimensions.
pub type Texture2dArray<S> = Texture<D2Array, S>;
/// A texture of three dimensions.
pub type Texture3d<S> = Texture<D3, S>;

impl<D, S> Clone for Texture<D, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D, S> Copy for Texture<D, S> {}

/// What interpolates between the texels of a texture, and says what lies beyond its
/// edges; declared by [`KernelScope::sampler`]. Whoever binds it chooses how.
#[derive(Clone, Copy)]
pub struct Sampler {
    handle: Handle<ResourceId>,
    on_this_thread: PhantomData<*const ()>,
}

macro_rules! declarations {
    ($($name:ident $shape:ident $doc:literal;)*) => {
        impl KernelScope {
            $(
                #[doc = $doc]
                #[track_caller]
                pub fn $name<S: Channel>(&self, name: &str) -> Texture<$shape, S> {
                    Texture::declare(name)
                }
            )*

            /// A sampler.
            #[track_caller]
            pub fn sampler(&self, name: &str) -> Sampler {
                Sampler {
                    handle: declare(name, Type::F32, Space::Sampler),
                    on_this_thread: PhantomData,
                }
            }
        }
    };
}

declarations! {
    texture_1d D1 "A row of texels that the kernel reads, with channels of `S`.";
    texture_2d D2 "An image that the kernel reads, with channels of `S`.";
    texture_2d_array D2Array "Images of one size that the kernel reads, with channels of `S`.";
    texture_3d D3 "A block of texels that the kernel reads, with channels of `S`.";
}

impl<D: TextureShape, S: Channel> Texture<D, S> {
    #[track_caller]
    fn declare(name: &str) -> Self {
        let texture = graph::Texture {
            dimension: D::DIMENSION,
            class: TextureClass::Sampled(S::SCALAR),
        };
        Texture {
            handle: declare(name, S::Texel::ty(), Space::Texture(texture)),
            of: PhantomData,
        }
    }

    /// Texels in each direction of the first level: a `u32`, or a vector of them.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn dimensions(&self) -> Node<D::Size> {
        ask(self.handle, TextureQuery::Dimensions(None))
    }

    /// Texels in each direction of a level.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn dimensions_at<L: TexelIndex>(&self, level: impl IntoNode<L>) -> Node<D::Size> {
        let level = level.into_node().operand();
        ask(self.handle, TextureQuery::Dimensions(Some(level)))
    }

    /// The number of levels.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn levels(&self) -> Node<u32> {
        ask(self.handle, TextureQuery::Levels)
    }
}

impl<D: SingleTexture, S: Channel> Texture<D, S> {
    /// The texel at `coordinate` of a level, numbered from 0, the largest.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn load<C: TexelCoordinate<D>, L: TexelIndex>(
        &self,
        coordinate: impl IntoNode<C>,
        level: impl IntoNode<L>,
    ) -> Node<S::Texel> {
        let coordinate = coordinate.into_node().operand();
        let level = level.into_node().operand();
        let layer = None;
        ask(
            self.handle,
            TextureQuery::Load(Texel { coordinate, layer }, level),
        )
    }
}

impl<S: Channel> Texture<D2Array, S> {
    /// The texel at `coordinate` of a layer and a level.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn load<C: TexelCoordinate<D2Array>, A: TexelIndex, L: TexelIndex>(
        &self,
        coordinate: impl IntoNode<C>,
        layer: impl IntoNode<A>,
        level: impl IntoNode<L>,
    ) -> Node<S::Texel> {
        let coordinate = coordinate.into_node().operand();
        let layer = Some(layer.into_node().operand());
        let level = level.into_node().operand();
        ask(
            self.handle,
            TextureQuery::Load(Texel { coordinate, layer }, level),
        )
    }

    /// The number of layers.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn layers(&self) -> Node<u32> {
        ask(self.handle, TextureQuery::Layers)
    }
}

impl<D: Sampleable> Texture<D, f32> {
    #[track_caller]
    fn sample(
        &self,
        sampler: Sampler,
        position: impl IntoNode<D::Position>,
        layer: Option<NodeId>,
        level: impl IntoNode<f32>,
    ) -> Node<Vec4> {
        let query = TextureQuery::Sample {
            sampler: sampler.handle.id,
            position: position.into_node().operand(),
            layer,
            level: level.into_node().operand(),
        };
        match recorder::claim(sampler.handle.scope, &"a sampler", sampler.handle.at) {
            true => ask(self.handle, query),
            false => Node::make(NodeKind::Poison),
        }
    }
}

impl<D: SingleTexture + Sampleable> Texture<D, f32> {
    /// What `sampler` makes of the texels around `position`, which goes from 0 to 1
    /// across the texture, at a level; between two levels, as the sampler says.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn sample_level(
        &self,
        sampler: Sampler,
        position: impl IntoNode<D::Position>,
        level: impl IntoNode<f32>,
    ) -> Node<Vec4> {
        self.sample(sampler, position, None, level)
    }
}

impl Texture<D2Array, f32> {
    /// What `sampler` makes of the texels around `position` of a layer, which goes from
    /// 0 to 1 across the texture, at a level; between two levels, as the sampler says.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn sample_level<L: TexelIndex>(
        &self,
        sampler: Sampler,
        position: impl IntoNode<<D2Array as TextureShape>::Position>,
        layer: impl IntoNode<L>,
        level: impl IntoNode<f32>,
    ) -> Node<Vec4> {
        let layer = Some(layer.into_node().operand());
        self.sample(sampler, position, layer, level)
    }
}
