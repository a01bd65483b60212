//! Constructors, conversion, and components.

use bitonic::*;

use super::entry::{Entry, entry};

pub(crate) fn entries() -> Vec<Entry> {
    vec![
        entry("from components")
            .maps(
                |x: Node<u32>| uvec3(x, 7, x * 2),
                &[5],
                &[UVec3::new(5, 7, 10)],
            )
            .emits("vec3<u32>("),
        entry("from parts")
            .maps(
                |x: Node<Vec2>| from_parts::<Vec4>((x, 3.0, x.x())),
                &[Vec2::new(1.0, 2.0)],
                &[Vec4::new(1.0, 2.0, 3.0, 1.0)],
            )
            .emits("vec4<f32>(x_value, 3.0f, x_value.x)"),
        entry("splat")
            .maps(
                |x: Node<i32>| splat::<IVec4>(x - 1),
                &[8],
                &[IVec4::new(7, 7, 7, 7)],
            )
            .emits("vec4<i32>(x[i] - 1i)"),
        entry("zero value")
            .maps2(
                |x: Node<Vec3>, y: Node<u32>| select(y.eq(0), zero::<Vec3>(), x),
                (&[Vec3::new(1.0, 2.0, 3.0); 2], &[0, 1_u32]),
                &[Vec3::new(0.0, 0.0, 0.0), Vec3::new(1.0, 2.0, 3.0)],
            )
            .emits("vec3<f32>()"),
        entry("numeric conversion")
            .maps(
                |x: Node<f32>| x.to_i32(),
                &[-2.75, 3.5, 1e20, -1e20],
                // The greatest float that is an `i32`, and the least.
                &[-2, 3, 2_147_483_520, i32::MIN],
            )
            .emits("i32("),
        entry("bitcast")
            .maps(
                |x: Node<f32>| x.bitcast::<u32>(),
                &[1.0, -2.0],
                &[0x3F80_0000, 0xC000_0000_u32],
            )
            .emits("bitcast<u32>("),
    ]
}

pub(crate) fn components() -> Vec<Entry> {
    vec![
        entry("swizzle, read")
            .maps(
                |x: Node<UVec4>| x.wzxx() + x.bgra(),
                &[UVec4::new(1, 2, 3, 4)],
                &[UVec4::new(7, 5, 2, 5)],
            )
            .emits(".wzxx"),
        entry("swizzle, assigned")
            .says_of::<UVec4>(|_, out, i| {
                let v = uvec4(1, 2, 3, 4).to_var("v");
                v.zx().assign(uvec2(30, 10));
                v.w().add_assign(i);
                out.element(i).assign(v.load());
            })
            .gives(&[
                UVec4::new(10, 2, 30, 4),
                UVec4::new(10, 2, 30, 5),
                UVec4::new(10, 2, 30, 6),
                UVec4::new(10, 2, 30, 7),
            ])
            .emits("v.z = ")
            .emits("v.x = ")
            .emits("v.w += "),
        entry("element of a vector, static")
            .maps(
                |x: Node<UVec3>| x.element(2),
                &[UVec3::new(4, 5, 6)],
                &[6_u32],
            )
            .emits("x[i][2]")
            .refuses(
                |k, out, _| out.element(0).assign(k.param::<UVec3>("x").element(3)),
                "the constant index 3 is outside the 3 elements",
            ),
        entry("element of a vector, dynamic")
            .says(|_, out, i| {
                let v = uvec4(5, 6, 7, 8).to_var("v");
                v.element(3 - i).add_assign(10);
                out.element(i).assign(v.load().element(i));
            })
            .gives(&[5_u32, 6, 7, 8])
            .emits("v[3u - i] += 10u;")
            .emits("v[i]"),
        entry("element of a matrix, static")
            .maps(
                |x: Node<Mat2>| x.element(1),
                &[Mat2::from_columns([
                    Vec2::new(1.0, 2.0),
                    Vec2::new(3.0, 4.0),
                ])],
                &[Vec2::new(3.0, 4.0)],
            )
            .emits("x[i][1]"),
        entry("element of a matrix, dynamic")
            .maps2(
                |x: Node<Mat2>, y: Node<u32>| x.element(y).element(1 - y),
                (
                    &[Mat2::from_columns([Vec2::new(1.0, 2.0), Vec2::new(3.0, 4.0)]); 2],
                    &[0, 1_u32],
                ),
                &[2.0, 3.0],
            )
            .emits("x[i]"),
        entry("element of an array, static")
            .maps(|x: Node<[u32; 3]>| x.element(1), &[[4, 5, 6]], &[5_u32])
            .emits("x[i][1]"),
        entry("element of an array, dynamic")
            .says(|_, out, i| {
                let v = array([5u32, 6, 7, 8]).to_var("v");
                v.element(i ^ 1).mul_assign(10);
                out.element(i).assign(v.element(i ^ 1).load());
            })
            .gives(&[60_u32, 50, 80, 70])
            .emits("v[bits] *= 10u;"),
    ]
}
