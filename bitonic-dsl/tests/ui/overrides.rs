//! Overrides are scalars, sizes and lengths are `u32`, and nothing is converted silently.

use bitonic_dsl::*;

fn main() {
    let _ = pipeline_override::<Vec4>("vector");
    let _ = pipeline_override::<u64>("wide");
    let _ = pipeline_override::<u32>("count").with_default(1.5);
    let scale = pipeline_override::<f32>("scale").with_default(1.0);
    let _ = kernel("k").workgroup_size(&scale).build(|k| {
        let _ = workgroup_array::<u32>("tile", &scale);
        let out = k.storage_mut::<u32>("out");
        out.element(0).assign(&scale);
        let _ = instance_index() * &scale;
    });
}
