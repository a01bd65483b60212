//! Storage textures as the author reaches them: texels read and written by position.
//! Textures that are only read, with levels and samplers, are in `texture`.

use std::marker::PhantomData;

use super::node::{IntoNode, Node};
use super::place::{Read, ReadWrite};
use super::recorder::{self, Handle};
use super::resource::declare;
use super::scope::KernelScope;
use super::texture::ask;
use crate::graph::{self, ResourceId, Space, StatementKind, Texel, TextureClass, TextureQuery};
use crate::types::texture::for_each_texel_format;
use crate::types::{
    D1, D2, D2Array, D3, ShaderType, SingleTexture, StorageAccess, Supports, TexelCoordinate,
    TexelIndex, TextureAccess, TextureShape, formats,
};

/// Texels are written and never read.
#[derive(Clone, Copy, Debug)]
pub enum WriteOnly {}

impl TextureAccess for Read {
    const ACCESS: StorageAccess = StorageAccess::Read;
}

impl TextureAccess for WriteOnly {
    const ACCESS: StorageAccess = StorageAccess::Write;
}

impl TextureAccess for ReadWrite {
    const ACCESS: StorageAccess = StorageAccess::ReadWrite;
}

/// An access by which texels are read: [`Read`] or [`ReadWrite`].
#[diagnostic::on_unimplemented(
    message = "the texels of a storage texture with the access `{Self}` cannot be read",
    note = "declare it with `Read` or `ReadWrite`"
)]
pub trait Reads: TextureAccess {}

/// An access by which texels are written: [`WriteOnly`] or [`ReadWrite`].
#[diagnostic::on_unimplemented(
    message = "the texels of a storage texture with the access `{Self}` cannot be written",
    note = "declare it with `WriteOnly` or `ReadWrite`"
)]
pub trait Writes: TextureAccess {}

impl Reads for Read {}
impl Reads for ReadWrite {}
impl Writes for WriteOnly {}
impl Writes for ReadWrite {}

macro_rules! supports {
    ($name:ident All) => { supports!($name: Read WriteOnly ReadWrite); };
    ($name:ident Tier2) => { supports!($name: Read WriteOnly ReadWrite); };
    ($name:ident Tier1Tier2) => { supports!($name: Read WriteOnly ReadWrite); };
    ($name:ident Core) => { supports!($name: Read WriteOnly); };
    ($name:ident Tier1) => { supports!($name: Read WriteOnly); };
    ($name:ident Norm16) => { supports!($name: Read WriteOnly); };
    ($name:ident Bgra) => { supports!($name: WriteOnly); };
    ($name:ident: $($access:ident)*) => {
        $(impl Supports<$access> for formats::$name {})*
    };
}

macro_rules! all_support {
    ($($name:ident $wgsl:literal $scalar:ident $texel:ident $rule:ident;)*) => {
        $(supports!($name $rule);)*
    };
}

for_each_texel_format!(all_support);

/// A texture whose texels are read or written by position; `D` says its dimensions, `F`
/// the format of its texels, `A` what the kernel does with them.
///
/// Declared by [`KernelScope::storage_texture_2d`] and its siblings. A texel in the
/// shader is four `f32`, `i32` or `u32`, as the format's channels are. Beyond the
/// texture, a read gives some texel or zero, and a write does nothing.
///
/// ```
/// use bitonic_dsl::*;
///
/// // The negative of an image; what runs it starts a workgroup for each 8 by 8 texels.
/// let negative = kernel("negative").workgroup_size([8, 8]).build(|k| {
///     let image = k.storage_texture_2d::<Rgba8Unorm, Read>("image");
///     let result = k.storage_texture_2d::<Rgba8Unorm, WriteOnly>("result");
///     let at = global_invocation_id().xy();
///     If(all(at.lt(image.dimensions())), || {
///         let texel = image.load(at);
///         result.store(at, from_parts((1.0 - texel.xyz(), texel.w())));
///     });
/// })?;
/// # Ok::<(), Error>(())
/// ```
pub struct StorageTexture<D, F, A> {
    handle: Handle<ResourceId>,
    of: PhantomData<*const (D, F, A)>,
}

/// A storage texture of one dimension.
pub type StorageTexture1d<F, A> = StorageTexture<D1, F, A>;
/// A storage texture of two dimensions.
pub type StorageTexture2d<F, A> = StorageTexture<D2, F, A>;
/// An array of storage textures of two dimensions.
pub type StorageTexture2dArray<F, A> = StorageTexture<D2Array, F, A>;
/// A storage texture of three dimensions.
pub type StorageTexture3d<F, A> = StorageTexture<D3, F, A>;

impl<D, F, A> Clone for StorageTexture<D, F, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D, F, A> Copy for StorageTexture<D, F, A> {}

macro_rules! declarations {
    ($($name:ident $shape:ident $doc:literal;)*) => {
        impl KernelScope {
            $(
                #[doc = $doc]
                #[track_caller]
                pub fn $name<F: Supports<A>, A: TextureAccess>(
                    &self,
                    name: &str,
                ) -> StorageTexture<$shape, F, A> {
                    StorageTexture::declare(name)
                }
            )*
        }
    };
}

declarations! {
    storage_texture_1d D1 "A row of texels of the format `F`, with the access `A`.";
    storage_texture_2d D2 "An image of texels of the format `F`, with the access `A`.";
    storage_texture_2d_array D2Array "Images of one size, of texels of the format `F`, with the access `A`.";
    storage_texture_3d D3 "A block of texels of the format `F`, with the access `A`.";
}

impl<D: TextureShape, F: Supports<A>, A: TextureAccess> StorageTexture<D, F, A> {
    #[track_caller]
    fn declare(name: &str) -> Self {
        let texture = graph::Texture {
            dimension: D::DIMENSION,
            class: TextureClass::Storage(F::FORMAT, A::ACCESS),
        };
        StorageTexture {
            handle: declare(name, F::Texel::ty(), Space::Texture(texture)),
            of: PhantomData,
        }
    }

    /// Texels in each direction: a `u32`, or a vector of them.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn dimensions(&self) -> Node<D::Size> {
        ask(self.handle, TextureQuery::Dimensions(None))
    }

    #[track_caller]
    fn read(&self, texel: Texel) -> Node<F::Texel> {
        let query = match A::ACCESS.is_written() {
            true => TextureQuery::ReadNow(texel),
            false => TextureQuery::Read(texel),
        };
        ask(self.handle, query)
    }

    #[track_caller]
    fn write(&self, texel: Texel, value: impl IntoNode<F::Texel>) {
        let value = value.into_node().operand();
        if recorder::claim(self.handle.scope, &"a texture", self.handle.at) {
            recorder::statement(StatementKind::StoreTexel(self.handle.id, texel, value));
        }
    }
}

impl<D: SingleTexture, F: Supports<A>, A: TextureAccess> StorageTexture<D, F, A> {
    /// The texel at `coordinate`, as it is now.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn load<C: TexelCoordinate<D>>(&self, coordinate: impl IntoNode<C>) -> Node<F::Texel>
    where
        A: Reads,
    {
        let coordinate = coordinate.into_node().operand();
        let layer = None;
        self.read(Texel { coordinate, layer })
    }

    /// Writes the texel at `coordinate`.
    #[track_caller]
    pub fn store<C: TexelCoordinate<D>>(
        &self,
        coordinate: impl IntoNode<C>,
        value: impl IntoNode<F::Texel>,
    ) where
        A: Writes,
    {
        let coordinate = coordinate.into_node().operand();
        let layer = None;
        self.write(Texel { coordinate, layer }, value);
    }
}

impl<F: Supports<A>, A: TextureAccess> StorageTexture<D2Array, F, A> {
    /// The texel at `coordinate` of a layer, as it is now.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn load<C: TexelCoordinate<D2Array>, L: TexelIndex>(
        &self,
        coordinate: impl IntoNode<C>,
        layer: impl IntoNode<L>,
    ) -> Node<F::Texel>
    where
        A: Reads,
    {
        let coordinate = coordinate.into_node().operand();
        let layer = Some(layer.into_node().operand());
        self.read(Texel { coordinate, layer })
    }

    /// Writes the texel at `coordinate` of a layer.
    #[track_caller]
    pub fn store<C: TexelCoordinate<D2Array>, L: TexelIndex>(
        &self,
        coordinate: impl IntoNode<C>,
        layer: impl IntoNode<L>,
        value: impl IntoNode<F::Texel>,
    ) where
        A: Writes,
    {
        let coordinate = coordinate.into_node().operand();
        let layer = Some(layer.into_node().operand());
        self.write(Texel { coordinate, layer }, value);
    }

    /// The number of layers.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn layers(&self) -> Node<u32> {
        ask(self.handle, TextureQuery::Layers)
    }
}
