//! What a texel of each format is on the host: channels side by side, as WebGPU lays them
//! out; packed formats are one word.

use bitonic_dsl::types::{TexelFormat, f16, formats};
use bytemuck::Pod;

/// A format with what a texel of it is on the host.
///
/// | format | a texel |
/// | --- | --- |
/// | one channel | a number: `u8` for `r8unorm`, `i16` for `r16snorm`, `f16` for `r16float` .. |
/// | two and four channels | an array of them: `[u8; 4]` for `rgba8unorm` |
/// | `rgb10a2uint`, `rgb10a2unorm`, `rg11b10ufloat` | a `u32`, the first channel in the lowest bits |
///
/// Normalised channels are integers here: 255 of a `u8` is 1.0 in the shader, 127 of an `i8`
/// is 1.0 and -127 is -1.0. Of `bgra8unorm`, blue comes first.
pub trait HostTexel: TexelFormat {
    /// A texel.
    type Host: Pod;
}

macro_rules! host_texels {
    ($($host:ty: $($format:ident)*;)*) => {$($(
        impl HostTexel for formats::$format {
            type Host = $host;
        }
    )*)*};
}

host_texels! {
    u8: R8Unorm R8Uint;
    i8: R8Snorm R8Sint;
    u16: R16Unorm R16Uint;
    i16: R16Snorm R16Sint;
    f16: R16Float;
    [u8; 2]: Rg8Unorm Rg8Uint;
    [i8; 2]: Rg8Snorm Rg8Sint;
    u32: R32Uint Rgb10a2Uint Rgb10a2Unorm Rg11b10Ufloat;
    i32: R32Sint;
    f32: R32Float;
    [u16; 2]: Rg16Unorm Rg16Uint;
    [i16; 2]: Rg16Snorm Rg16Sint;
    [f16; 2]: Rg16Float;
    [u8; 4]: Rgba8Unorm Rgba8Uint Bgra8Unorm;
    [i8; 4]: Rgba8Snorm Rgba8Sint;
    [u32; 2]: Rg32Uint;
    [i32; 2]: Rg32Sint;
    [f32; 2]: Rg32Float;
    [u16; 4]: Rgba16Unorm Rgba16Uint;
    [i16; 4]: Rgba16Snorm Rgba16Sint;
    [f16; 4]: Rgba16Float;
    [u32; 4]: Rgba32Uint;
    [i32; 4]: Rgba32Sint;
    [f32; 4]: Rgba32Float;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::storage_format;

    fn size<F: HostTexel>() -> (u32, u32) {
        let bytes = storage_format(F::FORMAT).block_copy_size(None);
        (
            size_of::<F::Host>() as u32,
            bytes.expect("it is copied whole"),
        )
    }

    /// Each type is as large as wgpu says that a texel is.
    macro_rules! sizes {
        ($($format:ident)*) => {
            [$((stringify!($format), size::<formats::$format>())),*]
        };
    }

    #[test]
    fn a_texel_has_as_many_bytes_on_the_host_as_on_the_device() {
        let all = sizes! {
            R8Unorm R8Snorm R8Uint R8Sint R16Unorm R16Snorm R16Uint R16Sint R16Float Rg8Unorm
            Rg8Snorm Rg8Uint Rg8Sint R32Uint R32Sint R32Float Rg16Unorm Rg16Snorm Rg16Uint
            Rg16Sint Rg16Float Rgba8Unorm Rgba8Snorm Rgba8Uint Rgba8Sint Bgra8Unorm Rgb10a2Uint
            Rgb10a2Unorm Rg11b10Ufloat Rg32Uint Rg32Sint Rg32Float Rgba16Unorm Rgba16Snorm
            Rgba16Uint Rgba16Sint Rgba16Float Rgba32Uint Rgba32Sint Rgba32Float
        };
        assert_eq!(all.len(), bitonic_dsl::types::StorageFormat::ALL.len());
        for (name, (host, device)) in all {
            assert_eq!(host, device, "{name}");
        }
    }
}
