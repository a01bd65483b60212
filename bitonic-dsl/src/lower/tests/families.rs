//! Matrices, swizzles, parts, elements, and the scalars of 16 and 64 bits, in text.

use super::{build, count, statements};
use crate::*;

#[test]
fn matrices_are_multiplied_as_wgsl_does() {
    let lines = statements(|k| {
        let m = k.storage::<Mat3x4>("m");
        let n = k.storage::<Mat2x3>("n");
        let v = k.storage_mut::<Vec4>("v");
        let w = k.storage_mut::<Vec3>("w");
        let p = k.storage_mut::<Mat2x4>("p");
        let (a, b) = (m.element(0).load(), n.element(0).load());
        v.element(0).assign(a * w.element(1).load());
        w.element(0).assign(v.element(1).load() * a);
        p.element(0).assign(a * b);
        p.element(1).assign(2.0 * p.element(2).load() * 0.5);
        p.element(3)
            .add_assign(mat2x4(vec4(1.0, 2.0, 3.0, 4.0), zero::<Vec4>()));
        p.element(4).element(1).y().assign(a.element(2).element(3));
    });
    assert_eq!(count(&lines, "p[4u][1u][1] = "), 1, "{lines:#?}");
    assert_eq!(
        count(&lines, "mat2x4<f32>(vec4<f32>(1f, 2f, 3f, 4f)"),
        1,
        "{lines:#?}"
    );
}

#[test]
fn every_shape_of_every_float_is_made_and_converted() {
    macro_rules! shapes {
        ($($wide:ident $half:ident $double:ident),*) => {$({
            build(|k| {
                let wide = k.storage_mut::<$wide>("wide");
                let half = k.storage_mut::<$half>("half");
                let double = k.storage_mut::<$double>("double");
                let value = wide.element(0).load();
                half.element(0).assign(value.to_f16() * 0.5);
                double.element(0).assign(value.to_f64() - zero::<$double>());
                wide.element(1).assign(half.element(1).load().to_f32() + $wide::default());
            });
        })*};
    }
    shapes!(
        Mat2 HMat2 DMat2, Mat2x3 HMat2x3 DMat2x3, Mat2x4 HMat2x4 DMat2x4,
        Mat3x2 HMat3x2 DMat3x2, Mat3 HMat3 DMat3, Mat3x4 HMat3x4 DMat3x4,
        Mat4x2 HMat4x2 DMat4x2, Mat4x3 HMat4x3 DMat4x3, Mat4 HMat4 DMat4
    );
}

#[test]
fn a_swizzle_is_assigned_component_by_component_and_its_value_computed_once() {
    let lines = statements(|k| {
        let v = k.storage_mut::<Vec4>("v");
        let i = local_invocation_index() * 3;
        v.element(i).wx().assign(v.element(1).load().rg() * 2.0);
        v.element(0).bgr().add_assign(vec3(1.0, 2.0, 3.0));
    });
    assert_eq!(count(&lines, ".xy * 2f)"), 1, "{lines:#?}");
    for stored in [".w = ", ".x = ", ".y = ", ".z = "] {
        assert!(count(&lines, stored) >= 1, "{stored}: {lines:#?}");
    }
}

#[test]
fn vectors_are_made_of_parts() {
    let lines = statements(|k| {
        let v = k.storage_mut::<Vec4>("v");
        let a = v.element(0).load();
        v.element(1).assign(from_parts((a.xy(), a.zw())));
        v.element(2).assign(from_parts((a.xyz(), 1.0)));
        v.element(3).assign(from_parts((0.5, a.yz(), 1.0)));
        v.element(4)
            .assign(from_parts((2.0, from_parts::<Vec3>((a.x(), a.xw())))));
    });
    for text in [
        ".xy, ",
        ".xyz, 1f)",
        "vec4<f32>(0.5f, ",
        "vec4<f32>(2f, vec3<f32>(",
    ] {
        assert!(count(&lines, text) >= 1, "{text}: {lines:#?}");
    }
}

#[test]
fn long_integers_and_doubles_have_their_operators() {
    build(|k| {
        let u = k.storage_mut::<u64>("u");
        let i = k.storage_mut::<I64Vec3>("i");
        let d = k.storage_mut::<DVec2>("d");
        let a = u.element(0).load();
        u.element(1)
            .assign((a << 40 >> 3) ^ !a | (a % 7) & 0xFFFF_FFFF_FFFF);
        u.element(2).increment();
        i.element(0)
            .assign(-i.element(1).load() * 2 + splat::<I64Vec3>(i64::MIN));
        d.element(0).assign(d.element(1).load() / 3.0 - f64::MAX);
        u.element(3).assign(d.element(2).load().to_u64().x());
        d.element(3)
            .assign(u.element(4).load().bitcast::<f64>() + d.element(1).load());
        u.element(5)
            .assign(uvec2(1, 2).bitcast::<u64>() + a.bitcast::<UVec2>().to_u64().y());
    });
}

#[test]
fn halves_are_packed_in_words() {
    build(|k| {
        let u = k.storage_mut::<UVec2>("u");
        let h = k.storage_mut::<HVec4>("h");
        h.element(0)
            .assign(u.element(0).load().bitcast::<HVec4>() + 0.5);
        u.element(1).assign(h.element(1).load().bitcast::<UVec2>());
        let truncated = h.element(2).load().to_i32();
        u.element(2).assign(truncated.xy().bitcast::<UVec2>());
    });
}

#[test]
fn a_square_matrix_has_an_identity() {
    let lines = statements(|k| {
        let m = k.storage_mut::<Mat2>("m");
        m.element(0)
            .assign(identity::<Mat2>() + diagonal(vec2(2.0, 3.0)));
    });
    assert_eq!(count(&lines, "mat2x2<f32>("), 1, "{lines:#?}");
}
