//! The logical built-in functions, and those that pack and unpack.

use bitonic::*;

use super::entry::{Entry, entry};

pub(crate) fn logical() -> Vec<Entry> {
    vec![
        entry("all")
            .maps(
                |x: Node<UVec3>| all(x.gt(splat::<UVec3>(2))).to_u32(),
                &[UVec3::new(3, 4, 5), UVec3::new(3, 2, 5)],
                &[1, 0_u32],
            )
            .emits("all("),
        entry("any")
            .maps(
                |x: Node<UVec3>| any(x.eq(splat::<UVec3>(2))).to_u32(),
                &[UVec3::new(3, 4, 5), UVec3::new(3, 2, 5)],
                &[0, 1_u32],
            )
            .emits("any("),
        entry("select")
            .maps2(
                |x: Node<UVec2>, y: Node<UVec2>| select(x.lt(y), x, y * 10),
                (&[UVec2::new(1, 8)], &[UVec2::new(2, 4)]),
                &[UVec2::new(1, 40)],
            )
            .emits("select("),
    ]
}

pub(crate) fn entries() -> Vec<Entry> {
    [packs(), unpacks()].into_iter().flatten().collect()
}

fn packs() -> Vec<Entry> {
    let bytes = [IVec4::new(1, -1, 300, -200)];
    vec![
        // Fractions of 127, with values that the scaled ones meet, so that no rounding shows.
        entry("pack4x8snorm")
            .maps(
                |x: Node<Vec4>| pack4x8snorm(x),
                &[Vec4::new(0.0, 1.0, -1.0, 7.0)],
                &[0x7F81_7F00_u32],
            )
            .emits("pack4x8snorm("),
        entry("pack4x8unorm")
            .maps(
                |x: Node<Vec4>| pack4x8unorm(x),
                &[Vec4::new(0.0, 1.0, 0.2, 7.0)],
                &[0xFF33_FF00_u32],
            )
            .emits("pack4x8unorm("),
        entry("pack4xI8")
            .maps(|x: Node<IVec4>| pack4xi8(x), &bytes, &[0x382C_FF01_u32])
            .emits("pack4xI8("),
        entry("pack4xU8")
            .maps(
                |x: Node<UVec4>| pack4xu8(x),
                &[UVec4::new(1, 255, 300, 0x1234)],
                &[0x342C_FF01_u32],
            )
            .emits("pack4xU8("),
        entry("pack4xI8Clamp")
            .maps(
                |x: Node<IVec4>| pack4xi8_clamp(x),
                &bytes,
                &[0x807F_FF01_u32],
            )
            .emits("pack4xI8Clamp("),
        entry("pack4xU8Clamp")
            .maps(
                |x: Node<UVec4>| pack4xu8_clamp(x),
                &[UVec4::new(1, 255, 300, 7)],
                &[0x07FF_FF01_u32],
            )
            .emits("pack4xU8Clamp("),
        entry("pack2x16snorm")
            .maps(
                |x: Node<Vec2>| pack2x16snorm(x),
                &[Vec2::new(1.0, -1.0), Vec2::new(-9.0, 0.0)],
                &[0x8001_7FFF, 0x0000_8001_u32],
            )
            .emits("pack2x16snorm("),
        entry("pack2x16unorm")
            .maps(
                |x: Node<Vec2>| pack2x16unorm(x),
                &[Vec2::new(1.0, 0.2), Vec2::new(-9.0, 3.0)],
                &[0x3333_FFFF, 0xFFFF_0000_u32],
            )
            .emits("pack2x16unorm("),
        entry("pack2x16float")
            .maps(
                |x: Node<Vec2>| pack2x16float(x),
                &[Vec2::new(1.0, -2.0)],
                &[0xC000_3C00_u32],
            )
            .emits("pack2x16float("),
    ]
}

fn unpacks() -> Vec<Entry> {
    vec![
        entry("unpack4x8snorm")
            .computes(|x: Node<u32>| unpack4x8snorm(x), &[0x8081_7F00_u32])
            .near(&[0.0, 1.0, -1.0, -1.0], 1e-6)
            .emits("unpack4x8snorm("),
        entry("unpack4x8unorm")
            .computes(|x: Node<u32>| unpack4x8unorm(x), &[0xFF33_0100_u32])
            .near(&[0.0, 1.0 / 255.0, 0.2, 1.0], 1e-6)
            .emits("unpack4x8unorm("),
        entry("unpack4xI8")
            .maps(
                |x: Node<u32>| unpack4xi8(x),
                &[0x80FF_7F01_u32],
                &[IVec4::new(1, 127, -1, -128)],
            )
            .emits("unpack4xI8("),
        entry("unpack4xU8")
            .maps(
                |x: Node<u32>| unpack4xu8(x),
                &[0x80FF_7F01_u32],
                &[UVec4::new(1, 127, 255, 128)],
            )
            .emits("unpack4xU8("),
        entry("unpack2x16snorm")
            .computes(|x: Node<u32>| unpack2x16snorm(x), &[0x8000_7FFF_u32])
            .near(&[1.0, -1.0], 1e-6)
            .emits("unpack2x16snorm("),
        entry("unpack2x16unorm")
            .computes(|x: Node<u32>| unpack2x16unorm(x), &[0x3333_FFFF_u32])
            .near(&[1.0, 0.2], 1e-6)
            .emits("unpack2x16unorm("),
        entry("unpack2x16float")
            .maps(
                |x: Node<u32>| unpack2x16float(x),
                &[0xC000_3C00_u32],
                &[Vec2::new(1.0, -2.0)],
            )
            .emits("unpack2x16float("),
    ]
}
