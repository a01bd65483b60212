//! Every format of storage textures.

use bitonic::*;

use super::{Twin, twins};

#[kernel(workgroup_size(3, 2, 1), name = name)]
fn copied<F: Supports<Read> + Supports<WriteOnly>>(
    #[host] name: &str,
    from: StorageTexture2d<F, Read>,
    to: StorageTexture2d<F, WriteOnly>,
) {
    let at = local_invocation_id().xy;
    to.store(at, from.load(at));
}

#[kernel(workgroup_size(3, 2, 1), name = name)]
fn mirrored<F: Supports<ReadWrite>>(#[host] name: &str, image: StorageTexture2d<F, ReadWrite>) {
    let at = local_invocation_id().xy;
    let texel = image.load(at);
    texture_barrier();
    image.store(uvec2(2 - at.x, at.y), texel);
}

#[kernel(workgroup_size(1))]
fn blue_first(to: StorageTexture2d<Bgra8Unorm, WriteOnly>) {
    to.store(uvec2(0, 0), vec4(0.2, 0.4, 0.6, 0.8));
}

/// Rows of the formats: the kernel's name, the format.
macro_rules! of_formats {
    ($kernel:ident: $($name:ident $format:ident;)*) => {
        twins![$($name = $kernel::<$format>(stringify!($name))),*]
    };
}

pub(super) fn twins() -> Vec<Twin> {
    let mut twins = twins![blue_first];
    twins.extend(of_formats! { copied:
        copied_r8unorm R8Unorm;
        copied_r8snorm R8Snorm;
        copied_r8uint R8Uint;
        copied_r8sint R8Sint;
        copied_r16unorm R16Unorm;
        copied_r16snorm R16Snorm;
        copied_r16uint R16Uint;
        copied_r16sint R16Sint;
        copied_r16float R16Float;
        copied_rg8unorm Rg8Unorm;
        copied_rg8snorm Rg8Snorm;
        copied_rg8uint Rg8Uint;
        copied_rg8sint Rg8Sint;
        copied_r32uint R32Uint;
        copied_r32sint R32Sint;
        copied_r32float R32Float;
        copied_rg16unorm Rg16Unorm;
        copied_rg16snorm Rg16Snorm;
        copied_rg16uint Rg16Uint;
        copied_rg16sint Rg16Sint;
        copied_rg16float Rg16Float;
        copied_rgba8unorm Rgba8Unorm;
        copied_rgba8snorm Rgba8Snorm;
        copied_rgba8uint Rgba8Uint;
        copied_rgba8sint Rgba8Sint;
        copied_rgb10a2uint Rgb10a2Uint;
        copied_rgb10a2unorm Rgb10a2Unorm;
        copied_rg11b10ufloat Rg11b10Ufloat;
        copied_rg32uint Rg32Uint;
        copied_rg32sint Rg32Sint;
        copied_rg32float Rg32Float;
        copied_rgba16unorm Rgba16Unorm;
        copied_rgba16snorm Rgba16Snorm;
        copied_rgba16uint Rgba16Uint;
        copied_rgba16sint Rgba16Sint;
        copied_rgba16float Rgba16Float;
        copied_rgba32uint Rgba32Uint;
        copied_rgba32sint Rgba32Sint;
        copied_rgba32float Rgba32Float;
    });
    twins.extend(of_formats! { mirrored:
        mirrored_r8unorm R8Unorm;
        mirrored_r8uint R8Uint;
        mirrored_r8sint R8Sint;
        mirrored_r16uint R16Uint;
        mirrored_r16sint R16Sint;
        mirrored_r16float R16Float;
        mirrored_r32uint R32Uint;
        mirrored_r32sint R32Sint;
        mirrored_r32float R32Float;
        mirrored_rgba8unorm Rgba8Unorm;
        mirrored_rgba8uint Rgba8Uint;
        mirrored_rgba8sint Rgba8Sint;
        mirrored_rgba16uint Rgba16Uint;
        mirrored_rgba16sint Rgba16Sint;
        mirrored_rgba16float Rgba16Float;
        mirrored_rgba32uint Rgba32Uint;
        mirrored_rgba32sint Rgba32Sint;
        mirrored_rgba32float Rgba32Float;
    });
    twins
}
