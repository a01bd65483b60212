//! Nodes of the library on the wrong types.

use bitonic_dsl::nodes::*;
use bitonic_dsl::*;

fn main() {
    let _ = kernel("wrong").build(|k| {
        let (b, i, u) = (k.param::<u32>("b").lt(1), k.param::<i32>("i"), k.param::<u32>("u"));
        let (f, h) = (k.param::<f32>("f"), k.param::<f16>("h"));
        let (l, w, d) = (k.param::<i64>("l"), k.param::<u64>("w"), k.param::<f64>("d"));
        let (v2, m2x3) = (k.param::<Vec2>("v2"), k.param::<Mat2x3>("m"));
        let scratch = workgroup_array::<u32>("scratch", 4);
        let _ = bitonic_flip_indices(i, 4); //~ bitonic_flip_indices
        let _ = bitonic_disperse_indices(u, f); //~ bitonic_disperse_indices
        let _ = to_key(f).lt(f); //~ key of f32
        let _ = to_key(h).lt(h); //~ key of f16
        let _ = to_key(d).lt(u); //~ key of f64
        let _ = to_key(i).lt(i); //~ key of i32
        let _ = from_key::<f32>(f); //~ inverse of the key map
        let _ = pcg(i); //~ hash (PCG)
        let _ = hash(f); //~ uniform random
        let _ = remap(f, 0.0, 10.0, u, 1.0); //~ remap
        let _ = remap_clamp(u, 0, 10, 0, 1); //~ remap_clamp
        let _ = cbrt(u); //~ cbrt
        let _ = inverse(m2x3); //~ matrix inverse
        let _ = workgroup_reduce(&scratch, f, |a, b| a + b); //~ reduce in a workgroup
        let _ = workgroup_inclusive_scan(&scratch, u, |a, _| a.to_f32()); //~ scan in a workgroup
        let _ = value_noise_2d(f); //~ value noise
        let _ = gradient_noise_3d(v2); //~ gradient noise
        let _ = interleaved_gradient_noise(v2.to_f16()); //~ interleaved gradient noise
        let _ = subgroup_reduce(b, |a, _| a); //~ reduce in a subgroup
        let _ = subgroup_inclusive_scan(u, |a, _| a.to_f32()); //~ scan in a subgroup
    });
}
