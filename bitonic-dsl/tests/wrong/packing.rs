//! Packing of the wrong types.

use bitonic_dsl::*;

fn main() {
    let _ = kernel("wrong").build(|k| {
        let (b, i, u) = (k.param::<u32>("b").lt(1), k.param::<i32>("i"), k.param::<u32>("u"));
        let (f, h) = (k.param::<f32>("f"), k.param::<f16>("h"));
        let (v2, v4) = (k.param::<Vec2>("v2"), k.param::<Vec4>("v4"));
        let _ = v2.pack4x8snorm(); //~ pack4x8snorm
        let _ = v2.pack4x8unorm(); //~ pack4x8unorm
        let _ = u.pack4xi8(); //~ pack4xI8
        let _ = u.pack4xu8(); //~ pack4xU8
        let _ = v4.pack4xi8_clamp(); //~ pack4xI8Clamp
        let _ = v4.pack4xu8_clamp(); //~ pack4xU8Clamp
        let _ = v4.pack2x16snorm(); //~ pack2x16snorm
        let _ = v4.pack2x16unorm(); //~ pack2x16unorm
        let _ = f.pack2x16float(); //~ pack2x16float
        let _ = i.unpack4x8snorm(); //~ unpack4x8snorm
        let _ = i.unpack4x8unorm(); //~ unpack4x8unorm
        let _ = i.unpack4xi8(); //~ unpack4xI8
        let _ = i.unpack4xu8(); //~ unpack4xU8
        let _ = f.unpack2x16snorm(); //~ unpack2x16snorm
        let _ = f.unpack2x16unorm(); //~ unpack2x16unorm
        let _ = i.unpack2x16float(); //~ unpack2x16float
    });
}
