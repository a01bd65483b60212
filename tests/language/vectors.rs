//! Vectors of each scalar.

use bitonic::*;

use super::entry::{Entry, entry};

pub(crate) fn entries() -> Vec<Entry> {
    [logical(), integers(), floats(), long()]
        .into_iter()
        .flatten()
        .collect()
}

fn logical() -> Vec<Entry> {
    vec![
        entry("vec2<bool>")
            .maps(
                |x: Node<u32>| all(bvec2(x.lt(5), x.gt(1))).to_u32(),
                &[3, 0],
                &[1, 0_u32],
            )
            .emits("vec2<bool>("),
        entry("vec3<bool>")
            .maps(
                |x: Node<u32>| all(bvec3(x.lt(5), x.gt(1), x.eq(3))).to_u32(),
                &[3, 0],
                &[1, 0_u32],
            )
            .emits("vec3<bool>("),
        entry("vec4<bool>")
            .maps(
                |x: Node<u32>| all(bvec4(x.lt(5), x.gt(1), x.eq(3), x.ne(2))).to_u32(),
                &[3, 0],
                &[1, 0_u32],
            )
            .emits("vec4<bool>("),
    ]
}

fn integers() -> Vec<Entry> {
    vec![
        entry("vec2<i32>")
            .maps(
                |x: Node<IVec2>| x + ivec2(1, -2),
                &[IVec2::new(-10, 20)],
                &[IVec2::new(-9, 18)],
            )
            .emits("x[i] + vec2<i32>(1i, -2i)"),
        entry("vec3<i32>")
            .maps(
                |x: Node<IVec3>| x + ivec3(1, -2, 3),
                &[IVec3::new(-10, 20, -30)],
                &[IVec3::new(-9, 18, -27)],
            )
            .emits("x[i] + vec3<i32>(1i, -2i, 3i)"),
        entry("vec4<i32>")
            .maps(
                |x: Node<IVec4>| x + ivec4(1, -2, 3, -4),
                &[IVec4::new(-10, 20, -30, 40)],
                &[IVec4::new(-9, 18, -27, 36)],
            )
            .emits("x[i] + vec4<i32>(1i, -2i, 3i, -4i)"),
        entry("vec2<u32>")
            .maps(
                |x: Node<UVec2>| x + uvec2(1, 2),
                &[UVec2::new(10, 20)],
                &[UVec2::new(11, 22)],
            )
            .emits("x[i] + vec2<u32>(1u, 2u)"),
        entry("vec3<u32>")
            .maps(
                |x: Node<UVec3>| x + uvec3(1, 2, 3),
                &[UVec3::new(10, 20, 30)],
                &[UVec3::new(11, 22, 33)],
            )
            .emits("x[i] + vec3<u32>(1u, 2u, 3u)"),
        entry("vec4<u32>")
            .maps(
                |x: Node<UVec4>| x + uvec4(1, 2, 3, 4),
                &[UVec4::new(10, 20, 30, 40)],
                &[UVec4::new(11, 22, 33, 44)],
            )
            .emits("x[i] + vec4<u32>(1u, 2u, 3u, 4u)"),
    ]
}

fn floats() -> Vec<Entry> {
    vec![
        entry("vec2<f32>")
            .maps(
                |x: Node<Vec2>| x + vec2(0.5, -0.25),
                &[Vec2::new(1.0, 2.0)],
                &[Vec2::new(1.5, 1.75)],
            )
            .emits("x[i] + vec2<f32>("),
        entry("vec3<f32>")
            .maps(
                |x: Node<Vec3>| x + vec3(0.5, -0.25, 1.5),
                &[Vec3::new(1.0, 2.0, 3.0)],
                &[Vec3::new(1.5, 1.75, 4.5)],
            )
            .emits("x[i] + vec3<f32>("),
        entry("vec4<f32>")
            .maps(
                |x: Node<Vec4>| x + vec4(0.5, -0.25, 1.5, 2.0),
                &[Vec4::new(1.0, 2.0, 3.0, 4.0)],
                &[Vec4::new(1.5, 1.75, 4.5, 6.0)],
            )
            .emits("x[i] + vec4<f32>("),
        entry("vec2<f16>")
            .maps(
                |x: Node<HVec2>| x + hvec2(0.5, -0.25),
                &[HVec2::new(half(1.0), half(2.0))],
                &[HVec2::new(half(1.5), half(1.75))],
            )
            .emits("x[i] + vec2<f16>("),
        entry("vec3<f16>")
            .maps(
                |x: Node<HVec3>| x + hvec3(0.5, -0.25, 1.5),
                &[HVec3::new(half(1.0), half(2.0), half(3.0))],
                &[HVec3::new(half(1.5), half(1.75), half(4.5))],
            )
            .emits("x[i] + vec3<f16>("),
        entry("vec4<f16>")
            .maps(
                |x: Node<HVec4>| x + hvec4(0.5, -0.25, 1.5, 2.0),
                &[HVec4::new(half(1.0), half(2.0), half(3.0), half(4.0))],
                &[HVec4::new(half(1.5), half(1.75), half(4.5), half(6.0))],
            )
            .emits("x[i] + vec4<f16>("),
    ]
}

/// A half of a number that one holds.
fn half(value: f32) -> f16 {
    f16::from_f32(value)
}

fn long() -> Vec<Entry> {
    vec![
        entry("vec2<i64>")
            .maps(
                |x: Node<I64Vec2>| x + i64vec2(1, 2),
                &[I64Vec2::new(1 << 40, -1)],
                &[I64Vec2::new((1 << 40) + 1, 1)],
            )
            .emits("x[i] + vec2<i64>("),
        entry("vec3<i64>")
            .maps(
                |x: Node<I64Vec3>| x + i64vec3(1, 2, 3),
                &[I64Vec3::new(1 << 40, -1, 0)],
                &[I64Vec3::new((1 << 40) + 1, 1, 3)],
            )
            .emits("x[i] + vec3<i64>("),
        entry("vec4<i64>")
            .maps(
                |x: Node<I64Vec4>| x + i64vec4(1, 2, 3, 4),
                &[I64Vec4::new(1 << 40, -1, 0, i64::MAX)],
                &[I64Vec4::new((1 << 40) + 1, 1, 3, i64::MIN + 3)],
            )
            .emits("x[i] + vec4<i64>("),
        entry("vec2<u64>")
            .maps(
                |x: Node<U64Vec2>| x + u64vec2(1, 2),
                &[U64Vec2::new(1 << 40, u64::MAX)],
                &[U64Vec2::new((1 << 40) + 1, 1)],
            )
            .emits("x[i] + vec2<u64>("),
        entry("vec3<u64>")
            .maps(
                |x: Node<U64Vec3>| x + u64vec3(1, 2, 3),
                &[U64Vec3::new(1 << 40, u64::MAX, 0)],
                &[U64Vec3::new((1 << 40) + 1, 1, 3)],
            )
            .emits("x[i] + vec3<u64>("),
        entry("vec4<u64>")
            .maps(
                |x: Node<U64Vec4>| x + u64vec4(1, 2, 3, 4),
                &[U64Vec4::new(1 << 40, u64::MAX, 0, 7)],
                &[U64Vec4::new((1 << 40) + 1, 1, 3, 11)],
            )
            .emits("x[i] + vec4<u64>("),
        entry("vec2<f64>")
            .maps(
                |x: Node<DVec2>| x + dvec2(0.5, -0.25),
                &[DVec2::new(1e300, 2.0)],
                &[DVec2::new(1e300, 1.75)],
            )
            .emits("x[i] + vec2<f64>("),
        entry("vec3<f64>")
            .maps(
                |x: Node<DVec3>| x + dvec3(0.5, -0.25, 1.5),
                &[DVec3::new(1e300, 2.0, 3.0)],
                &[DVec3::new(1e300, 1.75, 4.5)],
            )
            .emits("x[i] + vec3<f64>("),
        entry("vec4<f64>")
            .maps(
                |x: Node<DVec4>| x + dvec4(0.5, -0.25, 1.5, 2.0),
                &[DVec4::new(1e300, 2.0, 3.0, 4.0)],
                &[DVec4::new(1e300, 1.75, 4.5, 6.0)],
            )
            .emits("x[i] + vec4<f64>("),
    ]
}
