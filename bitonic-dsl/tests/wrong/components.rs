//! Components that are not there.

use bitonic_dsl::*;

fn main() {
    let _ = kernel("wrong").build(|k| {
        let (b, i, u) = (k.param::<u32>("b").lt(1), k.param::<i32>("i"), k.param::<u32>("u"));
        let (f, h) = (k.param::<f32>("f"), k.param::<f16>("h"));
        let (l, w, d) = (k.param::<i64>("l"), k.param::<u64>("w"), k.param::<f64>("d"));
        let (v2, v3, v4) = (k.param::<Vec2>("v2"), k.param::<Vec3>("v3"), k.param::<Vec4>("v4"));
        let _ = v2.z(); //~ swizzle, read
        v3.to_var("v").xx().assign(v2); //~ swizzle, assigned
        let _ = v2.element(f); //~ element of a vector, dynamic
        let _ = k.param::<Mat2>("m").element(0) + v3; //~ element of a matrix, static
        let _ = k.param::<Mat2>("n").element(i); //~ element of a matrix, dynamic
        let _ = array([u, u]).element(1) + i; //~ element of an array, static
        let _ = array([u, u]).element(h); //~ element of an array, dynamic
        let _ = v3.element(-1); //~ element of a vector, static
    });
}
