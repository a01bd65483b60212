//! What synchronises a workgroup, on what it does not have.

use bitonic_dsl::*;

fn main() {
    let _ = kernel("wrong").build(|k| {
        let data = k.storage::<u32>("data");
        let _ = workgroup_uniform_load(data.element(0)); //~ workgroupUniformLoad
    });
}
