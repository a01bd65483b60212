//! Constructors and conversions of the wrong type.

use bitonic_dsl::*;

fn main() {
    let _ = kernel("wrong").build(|k| {
        let (b, i, u) = (k.param::<u32>("b").lt(1), k.param::<i32>("i"), k.param::<u32>("u"));
        let (f, h) = (k.param::<f32>("f"), k.param::<f16>("h"));
        let (l, w, d) = (k.param::<i64>("l"), k.param::<u64>("w"), k.param::<f64>("d"));
        let (v2, v3, v4) = (k.param::<Vec2>("v2"), k.param::<Vec3>("v3"), k.param::<Vec4>("v4"));
        let _ = uvec3(u, 7, f); //~ from components
        let _ = from_parts::<Vec4>((v2, 3.0)); //~ from parts
        let _ = splat::<IVec4>(u); //~ splat
        let _ = v3 + zero::<Vec2>(); //~ zero value
        let _ = b.to_f32() + u; //~ numeric conversion
        let _ = f.bitcast::<UVec2>(); //~ bitcast
    });
}
