//! Built-in functions and inputs, generated from the table where it has them.

use super::node::{IntoNode, Node};
use crate::builtins::for_each_builtin;
use crate::graph::{Builtin, Input, NodeKind};
use crate::types::{Comparable, Numeric, UVec3};

macro_rules! builtin_functions {
    ($($function:ident: $variant:ident $wgsl:literal ($first:ident $(, $rest:ident)*) $bound:ident => $naga:ident, $doc:literal;)*) => {
        $(
            #[doc = $doc]
            #[track_caller]
            pub fn $function<T: $bound>(
                $first: impl IntoNode<T>
                $(, $rest: impl IntoNode<T>)*
            ) -> Node<T> {
                let arguments = vec![
                    $first.into_node().operand()
                    $(, $rest.into_node().operand())*
                ];
                Node::make(NodeKind::Builtin(Builtin::$variant, arguments))
            }
        )*

        $(
            impl<T: $bound> Node<T> {
                #[doc = $doc]
                #[track_caller]
                pub fn $function(self $(, $rest: impl IntoNode<T>)*) -> Node<T> {
                    $function(self $(, $rest)*)
                }
            }
        )*
    };
}

for_each_builtin!(builtin_functions);

/// `accept` where `condition` holds, else `reject`, for each component. Both are
/// evaluated.
#[track_caller]
pub fn select<T: Comparable>(
    condition: impl IntoNode<T::Bool>,
    accept: impl IntoNode<T>,
    reject: impl IntoNode<T>,
) -> Node<T> {
    let condition = condition.into_node().operand();
    let accept = accept.into_node().operand();
    let reject = reject.into_node().operand();
    Node::make(NodeKind::Select {
        condition,
        accept,
        reject,
    })
}

macro_rules! inputs {
    ($($function:ident: $ty:ty = $input:ident, $doc:literal;)*) => {$(
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
}
