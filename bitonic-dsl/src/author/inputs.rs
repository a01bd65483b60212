//! The built-in inputs of an invocation.

use super::node::Node;
use crate::graph::{Input, NodeKind};
use crate::types::UVec3;

macro_rules! inputs {
    ($($function:ident: $ty:ty = $input:ident, $doc:literal;)*) => {$(
        #[must_use = "a value that nothing uses leaves no trace in the shader"]
        #[doc = $doc]
        #[track_caller]
        pub fn $function() -> Node<$ty> {
            Node::make(NodeKind::Input(Input::$input))
        }
    )*};
}

inputs! {
    global_invocation_id: UVec3 = GlobalInvocationId,
        "This invocation's position in the whole grid. A grid of more than 65,535 workgroups is folded into y, so that `x` alone does not count on: `instance_index` does.";
    local_invocation_id: UVec3 = LocalInvocationId,
        "This invocation's position in its workgroup.";
    local_invocation_index: u32 = LocalInvocationIndex,
        "This invocation's linear position in its workgroup, from 0.";
    workgroup_id: UVec3 = WorkgroupId,
        "The workgroup's position in the grid. A grid that was folded has more than one row: `workgroup_index` counts on.";
    num_workgroups: UVec3 = NumWorkgroups,
        "The number of workgroups of the grid in each dimension, as it was dispatched: folded, if it was.";
    workgroup_index: u32 = WorkgroupIndex,
        "The workgroup's linear position in the grid, from 0; it counts on over a grid that was folded into y.";
    instance_index: u32 = InstanceIndex,
        "This invocation's linear position in the whole grid, from 0: `workgroup_index` times the workgroup's size plus `local_invocation_index`. It counts on over a grid that was folded into y.";
    subgroup_size: u32 = SubgroupSize,
        "Invocations of a subgroup, from 4 to 128: a power of two, the same in the whole dispatch, and known only when it runs. A workgroup's last subgroup may have fewer.";
    subgroup_invocation_id: u32 = SubgroupInvocationId,
        "This invocation's position in its subgroup, from 0. How it follows from `local_invocation_index` is the device's affair. wgpu has it in workgroups of one dimension.";
    subgroup_id: u32 = SubgroupId,
        "The subgroup's position in the workgroup, from 0. wgpu has it in workgroups of one dimension.";
    num_subgroups: u32 = NumSubgroups,
        "The number of subgroups of the workgroup.";
}
