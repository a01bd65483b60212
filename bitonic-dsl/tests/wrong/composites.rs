//! Composites of the wrong type.

use bitonic_dsl::*;

#[derive(Clone, Copy, ShaderType)]
struct Item {
    weight: f32,
}

#[derive(Clone, Copy, ShaderType)]
struct Pair {
    first: Item,
    count: u32,
}

#[derive(Clone, Copy, ShaderType)]
struct Summary {
    count: Atomic<u32>,
}

fn main() {
    let _ = kernel("wrong").build(|k| {
        let (b, i, u) = (k.param::<u32>("b").lt(1), k.param::<i32>("i"), k.param::<u32>("u"));
        let (f, h) = (k.param::<f32>("f"), k.param::<f16>("h"));
        let (l, w, d) = (k.param::<i64>("l"), k.param::<u64>("w"), k.param::<f64>("d"));
        let (v2, v3, v4) = (k.param::<Vec2>("v2"), k.param::<Vec3>("v3"), k.param::<Vec4>("v4"));
        let (h2, h3, h4) = (v2.to_f16(), v3.to_f16(), v4.to_f16());
        let _ = bvec2(b, u); //~ vec2<bool>
        let _ = bvec3(b, b, u); //~ vec3<bool>
        let _ = bvec4(b, b, b, u); //~ vec4<bool>
        let _ = ivec2(i, f); //~ vec2<i32>
        let _ = ivec3(i, i, f); //~ vec3<i32>
        let _ = ivec4(i, i, i, f); //~ vec4<i32>
        let _ = uvec2(u, i); //~ vec2<u32>
        let _ = uvec3(u, u, i); //~ vec3<u32>
        let _ = uvec4(u, u, u, i); //~ vec4<u32>
        let _ = vec2(f, u); //~ vec2<f32>
        let _ = vec3(f, f, u); //~ vec3<f32>
        let _ = vec4(f, f, f, u); //~ vec4<f32>
        let _ = hvec2(h, f); //~ vec2<f16>
        let _ = hvec3(h, h, f); //~ vec3<f16>
        let _ = hvec4(h, h, h, f); //~ vec4<f16>
        let _ = i64vec2(l, i); //~ vec2<i64>
        let _ = i64vec3(l, l, i); //~ vec3<i64>
        let _ = i64vec4(l, l, l, i); //~ vec4<i64>
        let _ = u64vec2(w, l); //~ vec2<u64>
        let _ = u64vec3(w, w, l); //~ vec3<u64>
        let _ = u64vec4(w, w, w, l); //~ vec4<u64>
        let _ = dvec2(d, f); //~ vec2<f64>
        let _ = dvec3(d, d, f); //~ vec3<f64>
        let _ = dvec4(d, d, d, f); //~ vec4<f64>
        let _ = mat2(v2, v3); //~ mat2x2<f32>
        let _ = mat2x3(v3, v4); //~ mat2x3<f32>
        let _ = mat2x4(v4, v2); //~ mat2x4<f32>
        let _ = mat3x2(v2, v2, v3); //~ mat3x2<f32>
        let _ = mat3(v3, v3, v4); //~ mat3x3<f32>
        let _ = mat3x4(v4, v4, v2); //~ mat3x4<f32>
        let _ = mat4x2(v2, v2, v2, v3); //~ mat4x2<f32>
        let _ = mat4x3(v3, v3, v3, v4); //~ mat4x3<f32>
        let _ = mat4(v4, v4, v4, v2); //~ mat4x4<f32>
        let _ = hmat2(h2, h3); //~ mat2x2<f16>
        let _ = hmat2x3(h3, h4); //~ mat2x3<f16>
        let _ = hmat2x4(h4, h2); //~ mat2x4<f16>
        let _ = hmat3x2(h2, h2, h3); //~ mat3x2<f16>
        let _ = hmat3(h3, h3, h4); //~ mat3x3<f16>
        let _ = hmat3x4(h4, h4, h2); //~ mat3x4<f16>
        let _ = hmat4x2(h2, h2, h2, h3); //~ mat4x2<f16>
        let _ = hmat4x3(h3, h3, h3, h4); //~ mat4x3<f16>
        let _ = hmat4(h4, h4, h4, h2); //~ mat4x4<f16>
        let _ = array([u, u]).to_var("a").element(0).assign(f); //~ fixed array
        let _ = array([[u, u], [u, u]]).element(0) + u; //~ nested array
        let _ = k.storage::<u32>("read").element(0).assign(u); //~ runtime array
        let _ = k.param::<Item>("item").fields().length; //~ struct
        let _ = k.param::<Pair>("pair").fields().first.count; //~ nested struct
        let _ = k.storage_mut::<Summary>("summaries").element(0).load(); //~ struct with atomics
        let _ = k.storage_mut::<Atomic<u32>>("words").element(0).load(); //~ atomic<u32>
        k.storage_mut::<Atomic<i32>>("numbers").element(0).assign(i); //~ atomic<i32>
        let _ = k.storage_mut::<Atomic<u64>>("long").element(0).atomic_add(u); //~ atomic<u64>
        let _ = k.storage_mut::<Atomic<i64>>("wide").element(0).atomic_add(w); //~ atomic<i64>
        let _ = k.storage_mut::<Atomic<f32>>("floats").element(0).atomic_min(f); //~ atomic<f32>
        let _ = k.storage_struct::<Item>("items"); //~ struct with a runtime array last
    });
}
