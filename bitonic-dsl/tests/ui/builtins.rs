//! A built-in function takes the types that WGSL has it for, and no others.

use bitonic_dsl::*;

fn main() {
    let _ = kernel("k").build(|k| {
        let i = instance_index();
        let v = vec2(1.0, 2.0);
        let long = k.storage::<f64>("long").element(0).load();
        let _ = i.sin();
        let _ = sin(i);
        let _ = count_one_bits(1.0);
        let _ = dot(1.0, 2.0);
        let _ = v.cross(v);
        let _ = sin(long);
        let _ = mix(v, v, i);
        let _ = mix(1.0, 2.0, v);
        let _ = extract_bits(i, 0, -1);
        let _ = pack4x8snorm(v);
        let _ = select(bvec3(true, false, true), v, v);
        let _ = all(i);
        let _ = i.sign();
    });
}
