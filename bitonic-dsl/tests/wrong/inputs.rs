//! Inputs of the wrong type.

use bitonic_dsl::*;

fn main() {
    let _ = kernel("wrong").build(|k| {
        let _ = global_invocation_id() + 1.0; //~ global_invocation_id
        let _ = local_invocation_id().w(); //~ local_invocation_id
        let _ = local_invocation_index().x(); //~ local_invocation_index
        let _ = workgroup_id() % uvec2(2, 2); //~ workgroup_id
        let _ = num_workgroups() - 1i32; //~ num_workgroups
        let _ = instance_index() * 0.5; //~ instance_index
        let _ = subgroup_size() / 2.0; //~ subgroup_size
        let _ = subgroup_invocation_id() ^ true; //~ subgroup_invocation_id
        let _ = subgroup_id().x(); //~ subgroup_id
        let _ = num_subgroups().lt(1.5); //~ num_subgroups
    });
}
