//! Matrices of `f32` and `f16`, all nine shapes: columns, and rows in each.

use bitonic::*;

use super::entry::{Entry, entry};

/// Each matrix of columns 1, 2, ..; times a vector of ones it gives the sums of its rows.
pub(crate) fn entries() -> Vec<Entry> {
    [singles(), halves()].into_iter().flatten().collect()
}

fn singles() -> Vec<Entry> {
    vec![
        entry("mat2x2<f32>")
            .maps(
                |x: Node<Vec2>| mat2(x, x * 2.0) * vec2(1.0, 1.0),
                &[Vec2::new(1.0, 2.0)],
                &[Vec2::new(3.0, 6.0)],
            )
            .emits("mat2x2<f32>("),
        entry("mat2x3<f32>")
            .maps(
                |x: Node<Vec3>| mat2x3(x, x * 2.0) * vec2(1.0, 1.0),
                &[Vec3::new(1.0, 2.0, 3.0)],
                &[Vec3::new(3.0, 6.0, 9.0)],
            )
            .emits("mat2x3<f32>("),
        entry("mat2x4<f32>")
            .maps(
                |x: Node<Vec4>| mat2x4(x, x * 2.0) * vec2(1.0, 1.0),
                &[Vec4::new(1.0, 2.0, 3.0, 4.0)],
                &[Vec4::new(3.0, 6.0, 9.0, 12.0)],
            )
            .emits("mat2x4<f32>("),
        entry("mat3x2<f32>")
            .maps(
                |x: Node<Vec2>| mat3x2(x, x * 2.0, x * 3.0) * vec3(1.0, 1.0, 1.0),
                &[Vec2::new(1.0, 2.0)],
                &[Vec2::new(6.0, 12.0)],
            )
            .emits("mat3x2<f32>("),
        entry("mat3x3<f32>")
            .maps(
                |x: Node<Vec3>| mat3(x, x * 2.0, x * 3.0) * vec3(1.0, 1.0, 1.0),
                &[Vec3::new(1.0, 2.0, 3.0)],
                &[Vec3::new(6.0, 12.0, 18.0)],
            )
            .emits("mat3x3<f32>("),
        entry("mat3x4<f32>")
            .maps(
                |x: Node<Vec4>| mat3x4(x, x * 2.0, x * 3.0) * vec3(1.0, 1.0, 1.0),
                &[Vec4::new(1.0, 2.0, 3.0, 4.0)],
                &[Vec4::new(6.0, 12.0, 18.0, 24.0)],
            )
            .emits("mat3x4<f32>("),
        entry("mat4x2<f32>")
            .maps(
                |x: Node<Vec2>| mat4x2(x, x * 2.0, x * 3.0, x * 4.0) * vec4(1.0, 1.0, 1.0, 1.0),
                &[Vec2::new(1.0, 2.0)],
                &[Vec2::new(10.0, 20.0)],
            )
            .emits("mat4x2<f32>("),
        entry("mat4x3<f32>")
            .maps(
                |x: Node<Vec3>| mat4x3(x, x * 2.0, x * 3.0, x * 4.0) * vec4(1.0, 1.0, 1.0, 1.0),
                &[Vec3::new(1.0, 2.0, 3.0)],
                &[Vec3::new(10.0, 20.0, 30.0)],
            )
            .emits("mat4x3<f32>("),
        entry("mat4x4<f32>")
            .maps(
                |x: Node<Vec4>| mat4(x, x * 2.0, x * 3.0, x * 4.0) * vec4(1.0, 1.0, 1.0, 1.0),
                &[Vec4::new(1.0, 2.0, 3.0, 4.0)],
                &[Vec4::new(10.0, 20.0, 30.0, 40.0)],
            )
            .emits("mat4x4<f32>("),
    ]
}

fn halves() -> Vec<Entry> {
    vec![
        entry("mat2x2<f16>")
            .maps(
                |x: Node<HVec2>| hmat2(x, x * 2.0) * hvec2(1.0, 1.0),
                &[HVec2::new(half(1.0), half(2.0))],
                &[HVec2::new(half(3.0), half(6.0))],
            )
            .emits("mat2x2<f16>("),
        entry("mat2x3<f16>")
            .maps(
                |x: Node<HVec3>| hmat2x3(x, x * 2.0) * hvec2(1.0, 1.0),
                &[HVec3::new(half(1.0), half(2.0), half(3.0))],
                &[HVec3::new(half(3.0), half(6.0), half(9.0))],
            )
            .emits("mat2x3<f16>("),
        entry("mat2x4<f16>")
            .maps(
                |x: Node<HVec4>| hmat2x4(x, x * 2.0) * hvec2(1.0, 1.0),
                &[HVec4::new(half(1.0), half(2.0), half(3.0), half(4.0))],
                &[HVec4::new(half(3.0), half(6.0), half(9.0), half(12.0))],
            )
            .emits("mat2x4<f16>("),
        entry("mat3x2<f16>")
            .maps(
                |x: Node<HVec2>| hmat3x2(x, x * 2.0, x * 3.0) * hvec3(1.0, 1.0, 1.0),
                &[HVec2::new(half(1.0), half(2.0))],
                &[HVec2::new(half(6.0), half(12.0))],
            )
            .emits("mat3x2<f16>("),
        entry("mat3x3<f16>")
            .maps(
                |x: Node<HVec3>| hmat3(x, x * 2.0, x * 3.0) * hvec3(1.0, 1.0, 1.0),
                &[HVec3::new(half(1.0), half(2.0), half(3.0))],
                &[HVec3::new(half(6.0), half(12.0), half(18.0))],
            )
            .emits("mat3x3<f16>("),
        entry("mat3x4<f16>")
            .maps(
                |x: Node<HVec4>| hmat3x4(x, x * 2.0, x * 3.0) * hvec3(1.0, 1.0, 1.0),
                &[HVec4::new(half(1.0), half(2.0), half(3.0), half(4.0))],
                &[HVec4::new(half(6.0), half(12.0), half(18.0), half(24.0))],
            )
            .emits("mat3x4<f16>("),
        entry("mat4x2<f16>")
            .maps(
                |x: Node<HVec2>| hmat4x2(x, x * 2.0, x * 3.0, x * 4.0) * hvec4(1.0, 1.0, 1.0, 1.0),
                &[HVec2::new(half(1.0), half(2.0))],
                &[HVec2::new(half(10.0), half(20.0))],
            )
            .emits("mat4x2<f16>("),
        entry("mat4x3<f16>")
            .maps(
                |x: Node<HVec3>| hmat4x3(x, x * 2.0, x * 3.0, x * 4.0) * hvec4(1.0, 1.0, 1.0, 1.0),
                &[HVec3::new(half(1.0), half(2.0), half(3.0))],
                &[HVec3::new(half(10.0), half(20.0), half(30.0))],
            )
            .emits("mat4x3<f16>("),
        entry("mat4x4<f16>")
            .maps(
                |x: Node<HVec4>| hmat4(x, x * 2.0, x * 3.0, x * 4.0) * hvec4(1.0, 1.0, 1.0, 1.0),
                &[HVec4::new(half(1.0), half(2.0), half(3.0), half(4.0))],
                &[HVec4::new(half(10.0), half(20.0), half(30.0), half(40.0))],
            )
            .emits("mat4x4<f16>("),
    ]
}

/// A half of a number that one holds.
fn half(value: f32) -> f16 {
    f16::from_f32(value)
}
