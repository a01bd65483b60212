//! Textures as plain data and as Rust types: dimensions, formats of texels, and what may
//! be done with each. The formats are one table, [`for_each_texel_format`]; who needs a
//! row's device features is told in `lower`. No resource and no node is known here.

use std::fmt;

use super::traits::Value;
use super::{IVec2, IVec3, IVec4, ScalarType, UVec2, UVec3, UVec4, Vec2, Vec3, Vec4};

/// The dimensions of a texture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TextureDimension {
    /// A row of texels.
    D1,
    /// An image.
    D2,
    /// Images of one size, numbered from 0.
    D2Array,
    /// A block of texels.
    D3,
}

/// What a kernel may do with the texels of a storage texture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StorageAccess {
    /// Read them.
    Read,
    /// Write them.
    Write,
    /// Both.
    ReadWrite,
}

impl StorageAccess {
    /// Whether texels can be written.
    #[must_use]
    pub fn is_written(self) -> bool {
        match self {
            StorageAccess::Read => false,
            StorageAccess::Write | StorageAccess::ReadWrite => true,
        }
    }
}

/// What WebGPU lets a kernel do with a storage texture of some format (WebGPU
/// specification, "Texture Format Capabilities").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AccessRule {
    /// Every device reads, writes, and does both.
    All,
    /// Every device reads or writes; both at once takes tier 2 of the formats.
    Tier2,
    /// Every device reads or writes; none does both.
    Core,
    /// Reading or writing takes tier 1 of the formats, both at once tier 2.
    Tier1Tier2,
    /// Reading or writing takes tier 1; nothing does both.
    Tier1,
    /// Reading or writing takes the normalised formats of 16 bits; nothing does both.
    Norm16,
    /// Writing takes a feature of its own; nothing reads.
    Bgra,
}

impl AccessRule {
    /// Whether any device allows `access`.
    #[must_use]
    pub fn allows(self, access: StorageAccess) -> bool {
        match (self, access) {
            (AccessRule::All | AccessRule::Tier2 | AccessRule::Tier1Tier2, _)
            | (
                AccessRule::Core | AccessRule::Tier1 | AccessRule::Norm16,
                StorageAccess::Read | StorageAccess::Write,
            )
            | (AccessRule::Bgra, StorageAccess::Write) => true,
            (
                AccessRule::Core | AccessRule::Tier1 | AccessRule::Norm16,
                StorageAccess::ReadWrite,
            )
            | (AccessRule::Bgra, StorageAccess::Read | StorageAccess::ReadWrite) => false,
        }
    }
}

/// The formats of storage textures: Rust name, name in WGSL, scalar of a channel, rule.
macro_rules! for_each_texel_format {
    ($callback:ident) => {
        $callback! {
            R8Unorm "r8unorm" F32 Vec4 Tier1Tier2;
            R8Snorm "r8snorm" F32 Vec4 Tier1;
            R8Uint "r8uint" U32 UVec4 Tier1Tier2;
            R8Sint "r8sint" I32 IVec4 Tier1Tier2;
            R16Unorm "r16unorm" F32 Vec4 Norm16;
            R16Snorm "r16snorm" F32 Vec4 Norm16;
            R16Uint "r16uint" U32 UVec4 Tier1Tier2;
            R16Sint "r16sint" I32 IVec4 Tier1Tier2;
            R16Float "r16float" F32 Vec4 Tier1Tier2;
            Rg8Unorm "rg8unorm" F32 Vec4 Tier1;
            Rg8Snorm "rg8snorm" F32 Vec4 Tier1;
            Rg8Uint "rg8uint" U32 UVec4 Tier1;
            Rg8Sint "rg8sint" I32 IVec4 Tier1;
            R32Uint "r32uint" U32 UVec4 All;
            R32Sint "r32sint" I32 IVec4 All;
            R32Float "r32float" F32 Vec4 All;
            Rg16Unorm "rg16unorm" F32 Vec4 Norm16;
            Rg16Snorm "rg16snorm" F32 Vec4 Norm16;
            Rg16Uint "rg16uint" U32 UVec4 Tier1;
            Rg16Sint "rg16sint" I32 IVec4 Tier1;
            Rg16Float "rg16float" F32 Vec4 Tier1;
            Rgba8Unorm "rgba8unorm" F32 Vec4 Tier2;
            Rgba8Snorm "rgba8snorm" F32 Vec4 Core;
            Rgba8Uint "rgba8uint" U32 UVec4 Tier2;
            Rgba8Sint "rgba8sint" I32 IVec4 Tier2;
            Bgra8Unorm "bgra8unorm" F32 Vec4 Bgra;
            Rgb10a2Uint "rgb10a2uint" U32 UVec4 Tier1;
            Rgb10a2Unorm "rgb10a2unorm" F32 Vec4 Tier1;
            Rg11b10Ufloat "rg11b10ufloat" F32 Vec4 Tier1;
            Rg32Uint "rg32uint" U32 UVec4 Core;
            Rg32Sint "rg32sint" I32 IVec4 Core;
            Rg32Float "rg32float" F32 Vec4 Core;
            Rgba16Unorm "rgba16unorm" F32 Vec4 Norm16;
            Rgba16Snorm "rgba16snorm" F32 Vec4 Norm16;
            Rgba16Uint "rgba16uint" U32 UVec4 Tier2;
            Rgba16Sint "rgba16sint" I32 IVec4 Tier2;
            Rgba16Float "rgba16float" F32 Vec4 Tier2;
            Rgba32Uint "rgba32uint" U32 UVec4 Tier2;
            Rgba32Sint "rgba32sint" I32 IVec4 Tier2;
            Rgba32Float "rgba32float" F32 Vec4 Tier2;
        }
    };
}

pub(crate) use for_each_texel_format;

macro_rules! format_enum {
    ($($name:ident $wgsl:literal $scalar:ident $texel:ident $rule:ident;)*) => {
        /// The format of a storage texture's texels.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum StorageFormat {
            $(
                #[doc = concat!("`", $wgsl, "`")]
                $name,
            )*
        }

        impl StorageFormat {
            /// Every format, in the table's order.
            pub const ALL: &'static [StorageFormat] = &[$(StorageFormat::$name),*];

            /// The name in WGSL.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(StorageFormat::$name => $wgsl,)*
                }
            }

            /// What a channel is in the shader.
            #[must_use]
            pub fn channel(self) -> ScalarType {
                match self {
                    $(StorageFormat::$name => ScalarType::$scalar,)*
                }
            }

            /// What may be done with it.
            #[must_use]
            pub fn rule(self) -> AccessRule {
                match self {
                    $(StorageFormat::$name => AccessRule::$rule,)*
                }
            }
        }
    };
}

for_each_texel_format!(format_enum);

impl fmt::Display for StorageFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for StorageAccess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StorageAccess::Read => "read",
            StorageAccess::Write => "write",
            StorageAccess::ReadWrite => "read_write",
        })
    }
}

/// As in WGSL's names of texture types: `2d_array`.
impl fmt::Display for TextureDimension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TextureDimension::D1 => "1d",
            TextureDimension::D2 => "2d",
            TextureDimension::D2Array => "2d_array",
            TextureDimension::D3 => "3d",
        })
    }
}

mod sealed {
    pub trait Sealed {}
}

/// The format of a storage texture's texels, as a Rust type: [`Rgba8Unorm`](crate::Rgba8Unorm) ..
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no format of a storage texture",
    note = "formats have WGSL's names: `Rgba8Unorm`, `R32Float`, `Rgba16Uint` .."
)]
pub trait TexelFormat: sealed::Sealed + 'static {
    /// The format, as data.
    const FORMAT: StorageFormat;
    /// A texel in the shader: four `f32`, `i32` or `u32`. Channels that the format
    /// lacks read as 0, the last as 1, and are dropped when written.
    type Texel: Value;
}

/// What a kernel does with a storage texture, as a Rust type: [`Read`](crate::Read),
/// [`WriteOnly`](crate::WriteOnly) or [`ReadWrite`](crate::ReadWrite).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no access of a storage texture",
    note = "it is `Read`, `WriteOnly` or `ReadWrite`"
)]
pub trait TextureAccess: 'static {
    /// The access, as data.
    const ACCESS: StorageAccess;
}

/// A format whose storage textures have the access `A` on some device.
#[diagnostic::on_unimplemented(
    message = "storage textures of the format `{Self}` have no access `{A}`",
    note = "WebGPU reads and writes one texture in formats such as `R32Uint`, `R32Sint`, `R32Float` and, where the device can, `Rgba8Unorm`; `Bgra8Unorm` is only written"
)]
pub trait Supports<A>: TexelFormat {}

/// The dimensions of a texture, as a Rust type: [`D1`], [`D2`], [`D2Array`], [`D3`].
pub trait TextureShape: sealed::Sealed + 'static {
    /// The dimensions, as data.
    const DIMENSION: TextureDimension;
    /// Texels in each direction; an array's layers are counted apart.
    type Size: Value;
    /// A position for a sampler, from 0 to 1 across the texture.
    type Position: Value;
}

/// A texture that is not an array of textures.
pub trait SingleTexture: TextureShape {}

/// A texture that WGSL samples at a given level: of two dimensions or three.
#[diagnostic::on_unimplemented(
    message = "a texture of one dimension is not sampled at a level",
    note = "read its texels with `.load(coordinate, level)`"
)]
pub trait Sampleable: TextureShape {}

/// The position of a texel: an `i32` or a `u32` for each dimension.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no position of a texel in this texture",
    note = "it takes an `i32` or `u32` for each dimension: a scalar in one, `IVec2` or `UVec2` in two, `IVec3` or `UVec3` in three"
)]
pub trait TexelCoordinate<D>: Value {}

/// The number of a level or of a layer: `i32` or `u32`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no number of a level or layer",
    note = "levels and layers are numbered by `i32` or `u32`"
)]
pub trait TexelIndex: Value {}

impl TexelIndex for i32 {}
impl TexelIndex for u32 {}

/// What a channel of a sampled texture is: `f32`, `i32` or `u32`.
#[diagnostic::on_unimplemented(
    message = "textures have no channels of `{Self}`",
    note = "a channel is `f32`, `i32` or `u32`"
)]
pub trait Channel: Value {
    /// A channel, as data.
    const SCALAR: ScalarType;
    /// A texel: four channels.
    type Texel: Value;
}

macro_rules! channels {
    ($($channel:ident $scalar:ident $texel:ident),*) => {$(
        impl Channel for $channel {
            const SCALAR: ScalarType = ScalarType::$scalar;
            type Texel = $texel;
        }
    )*};
}

channels!(f32 F32 Vec4, i32 I32 IVec4, u32 U32 UVec4);

macro_rules! shapes {
    ($($name:ident $doc:literal $size:ident $signed:ident $position:ident;)*) => {$(
        #[doc = $doc]
        #[derive(Clone, Copy, Debug)]
        pub enum $name {}

        impl sealed::Sealed for $name {}

        impl TextureShape for $name {
            const DIMENSION: TextureDimension = TextureDimension::$name;
            type Size = $size;
            type Position = $position;
        }

        impl TexelCoordinate<$name> for $size {}
        impl TexelCoordinate<$name> for $signed {}
    )*};
}

shapes! {
    D1 "A texture of one dimension." u32 i32 f32;
    D2 "A texture of two dimensions." UVec2 IVec2 Vec2;
    D2Array "An array of textures of two dimensions." UVec2 IVec2 Vec2;
    D3 "A texture of three dimensions." UVec3 IVec3 Vec3;
}

impl SingleTexture for D1 {}
impl SingleTexture for D2 {}
impl SingleTexture for D3 {}
impl Sampleable for D2 {}
impl Sampleable for D2Array {}
impl Sampleable for D3 {}

/// The formats of storage textures as Rust types, by WGSL's names.
pub mod formats {
    use super::{StorageFormat, TexelFormat, sealed};
    use crate::types::{IVec4, UVec4, Vec4};

    macro_rules! markers {
        ($($name:ident $wgsl:literal $scalar:ident $texel:ident $rule:ident;)*) => {$(
            #[doc = concat!("The format `", $wgsl, "`.")]
            #[derive(Clone, Copy, Debug)]
            pub enum $name {}

            impl sealed::Sealed for $name {}

            impl TexelFormat for $name {
                const FORMAT: StorageFormat = StorageFormat::$name;
                type Texel = $texel;
            }
        )*};
    }

    for_each_texel_format!(markers);
}
