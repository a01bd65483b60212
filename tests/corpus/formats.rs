//! Every format of storage textures: texels that are read from one texture and written to
//! another come out as they were, and where the format allows both at once, in place.

use bitonic::runtime::plan::TextureSize;
use bitonic::*;

use super::Case;
use super::texels::Texels;

const SIZE: TextureSize = TextureSize::d2(3, 2);

/// `to[at] = from[at]` of storage textures of the format `F`.
fn copied<F: Supports<Read> + Supports<WriteOnly>>(name: &str) -> Result<Kernel, Error> {
    kernel(name).workgroup_size([3, 2, 1]).build(|k| {
        let from = k.storage_texture_2d::<F, Read>("from");
        let to = k.storage_texture_2d::<F, WriteOnly>("to");
        let at = local_invocation_id().xy().to_const("at");
        to.store(at, from.load(at));
    })
}

/// Each row mirrored, in place.
fn mirrored<F: Supports<ReadWrite>>(name: &str) -> Result<Kernel, Error> {
    kernel(name).workgroup_size([3, 2, 1]).build(|k| {
        let image = k.storage_texture_2d::<F, ReadWrite>("image");
        let at = local_invocation_id().xy().to_const("at");
        let texel = image.load(at).to_const("texel");
        texture_barrier();
        image.store(uvec2(2 - at.x(), at.y()), texel);
    })
}

/// The third of each row goes first.
fn mirror<T: Copy>([a, b, c, d, e, f]: [T; 6]) -> [T; 6] {
    [c, b, a, f, e, d]
}

/// Blue is the first byte of a texel of `bgra8unorm`, which is only written.
fn blue_first() -> Result<Kernel, Error> {
    kernel("blue_first").workgroup_size(1).build(|k| {
        let to = k.storage_texture_2d::<Bgra8Unorm, WriteOnly>("to");
        to.store(uvec2(0, 0), vec4(0.2, 0.4, 0.6, 0.8));
    })
}

/// Rows of the formats: the case's name, the format, six texels.
macro_rules! copies {
    ($($name:literal $format:ident $texels:expr;)*) => {
        vec![$({
            let texels = $texels;
            Case::new($name, || copied::<$format>($name))
                .texture("from", Texels::of::<$format>(SIZE, &[&texels]))
                .texture("to", Texels::of::<$format>(SIZE, &[]))
                .leaves("to", Texels::of::<$format>(SIZE, &[&texels]))
        }),*]
    };
}

macro_rules! mirrors {
    ($($name:literal $format:ident $texels:expr;)*) => {
        vec![$({
            let texels = $texels;
            Case::new($name, || mirrored::<$format>($name))
                .texture("image", Texels::of::<$format>(SIZE, &[&texels]))
                .leaves("image", Texels::of::<$format>(SIZE, &[&mirror(texels)]))
        }),*]
    };
}

const U8: [u8; 6] = [0, 1, 51, 128, 254, 255];
/// Without -128, which is -1 as -127 is.
const I8: [i8; 6] = [0, 1, -1, 64, 127, -127];
const U16: [u16; 6] = [0, 1, 300, 0x8000, 0xFFFE, 0xFFFF];
const I16: [i16; 6] = [0, 1, -1, 300, 0x7FFF, -0x7FFF];
const U32: [u32; 6] = [0, 1, 0x1_0000, 0x8000_0000, 0xFFFF_FFFE, 0xFFFF_FFFF];
const I32: [i32; 6] = [0, 1, -1, 70_000, i32::MAX, i32::MIN];
const F32: [f32; 6] = [0.0, 1.0, -1.5, 0.1, 3.0e38, 1.0e-30];

fn f16s() -> [f16; 6] {
    [0.0, 1.0, -1.5, 0.1, 65_504.0, -0.25].map(f16::from_f32)
}

/// Two channels that differ.
fn two<T: Copy>(of: [T; 6]) -> [[T; 2]; 6] {
    [0, 1, 2, 3, 4, 5].map(|i| [of[i], of[(i + 1) % 6]])
}

/// Four channels that differ.
fn four<T: Copy>(of: [T; 6]) -> [[T; 4]; 6] {
    [0, 1, 2, 3, 4, 5].map(|i| [of[i], of[(i + 1) % 6], of[(i + 2) % 6], of[(i + 3) % 6]])
}

/// Channels of 10, 10, 10 and 2 bits; the first in the lowest.
const PACKED: [u32; 6] = [0, 0x3FF, 0x3FF << 10, 0x201 << 20, 3 << 30, 0x8765_4321];
/// Floats of 11, 11 and 10 bits without sign: exponents of 5 bits, biased by 15.
const FLOATS: [u32; 6] = [0, 0x3C0, 0x3C0 << 11, 0x1E0 << 22, 0x7802_03C1, 0x4200_1200];

/// The cases of this room.
pub(crate) fn cases() -> Vec<Case> {
    let blue = Texels::of::<Bgra8Unorm>(TextureSize::d2(1, 1), &[&[[153, 102, 51, 204]]]);
    let blue = Case::new("blue_first", blue_first)
        .texture("to", Texels::of::<Bgra8Unorm>(TextureSize::d2(1, 1), &[]))
        .leaves("to", blue);
    let copies = copies! {
        "copied_r8unorm" R8Unorm U8;
        "copied_r8snorm" R8Snorm I8;
        "copied_r8uint" R8Uint U8;
        "copied_r8sint" R8Sint I8;
        "copied_r16unorm" R16Unorm U16;
        "copied_r16snorm" R16Snorm I16;
        "copied_r16uint" R16Uint U16;
        "copied_r16sint" R16Sint I16;
        "copied_r16float" R16Float f16s();
        "copied_rg8unorm" Rg8Unorm two(U8);
        "copied_rg8snorm" Rg8Snorm two(I8);
        "copied_rg8uint" Rg8Uint two(U8);
        "copied_rg8sint" Rg8Sint two(I8);
        "copied_r32uint" R32Uint U32;
        "copied_r32sint" R32Sint I32;
        "copied_r32float" R32Float F32;
        "copied_rg16unorm" Rg16Unorm two(U16);
        "copied_rg16snorm" Rg16Snorm two(I16);
        "copied_rg16uint" Rg16Uint two(U16);
        "copied_rg16sint" Rg16Sint two(I16);
        "copied_rg16float" Rg16Float two(f16s());
        "copied_rgba8unorm" Rgba8Unorm four(U8);
        "copied_rgba8snorm" Rgba8Snorm four(I8);
        "copied_rgba8uint" Rgba8Uint four(U8);
        "copied_rgba8sint" Rgba8Sint four(I8);
        "copied_rgb10a2uint" Rgb10a2Uint PACKED;
        "copied_rgb10a2unorm" Rgb10a2Unorm PACKED;
        "copied_rg11b10ufloat" Rg11b10Ufloat FLOATS;
        "copied_rg32uint" Rg32Uint two(U32);
        "copied_rg32sint" Rg32Sint two(I32);
        "copied_rg32float" Rg32Float two(F32);
        "copied_rgba16unorm" Rgba16Unorm four(U16);
        "copied_rgba16snorm" Rgba16Snorm four(I16);
        "copied_rgba16uint" Rgba16Uint four(U16);
        "copied_rgba16sint" Rgba16Sint four(I16);
        "copied_rgba16float" Rgba16Float four(f16s());
        "copied_rgba32uint" Rgba32Uint four(U32);
        "copied_rgba32sint" Rgba32Sint four(I32);
        "copied_rgba32float" Rgba32Float four(F32);
    };
    let mirrors = mirrors! {
        "mirrored_r8unorm" R8Unorm U8;
        "mirrored_r8uint" R8Uint U8;
        "mirrored_r8sint" R8Sint I8;
        "mirrored_r16uint" R16Uint U16;
        "mirrored_r16sint" R16Sint I16;
        "mirrored_r16float" R16Float f16s();
        "mirrored_r32uint" R32Uint U32;
        "mirrored_r32sint" R32Sint I32;
        "mirrored_r32float" R32Float F32;
        "mirrored_rgba8unorm" Rgba8Unorm four(U8);
        "mirrored_rgba8uint" Rgba8Uint four(U8);
        "mirrored_rgba8sint" Rgba8Sint four(I8);
        "mirrored_rgba16uint" Rgba16Uint four(U16);
        "mirrored_rgba16sint" Rgba16Sint four(I16);
        "mirrored_rgba16float" Rgba16Float four(f16s());
        "mirrored_rgba32uint" Rgba32Uint four(U32);
        "mirrored_rgba32sint" Rgba32Sint four(I32);
        "mirrored_rgba32float" Rgba32Float four(F32);
    };
    [vec![blue], copies, mirrors]
        .into_iter()
        .flatten()
        .collect()
}
