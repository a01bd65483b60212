//! Constants of the wrong type.

use bitonic_dsl::*;

fn main() {
    let _ = kernel("wrong").build(|k| {
        let u = k.param::<u32>("u");
        let _ = constant("powers", [1u32, 10]).element(u) + 0.5; //~ array of constants
        let _ = pipeline_override::<UVec2>("pair"); //~ pipeline override
        let _ = kernel("k").workgroup_size(pipeline_override::<f32>("width")); //~ override as workgroup size
        let _ = u * 1.5; //~ literal
        let _ = constant("flag", true); //~ const
    });
}
