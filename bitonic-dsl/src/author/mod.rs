//! What an author writes: nodes, places, control flow, functions and kernels.
//!
//! Every call here records into the kernel under way on this thread; nothing is
//! computed and nothing is checked that the types do not already promise, but for
//! what only the recorder can see. Public items are re-exported at the crate's root.

mod builtins;
mod control;
mod counted;
mod function;
mod node;
mod operators;
mod place;
mod place_operators;
mod range;
mod recorder;
mod resource;
mod scope;
mod short_circuit;
mod structure;
mod switch;
mod vector;
mod wgsl_function;

pub use builtins::{
    abs, clamp, global_invocation_id, instance_index, local_invocation_id, local_invocation_index,
    max, min, num_workgroups, select, workgroup_id, workgroup_index,
};
pub use control::{
    Break, Continue, If, IfChain, Repeat, Repetition, Return, While, storage_barrier,
    workgroup_barrier,
};
pub use counted::Loop;
pub use function::{Fn, Function, FunctionBody, FunctionResult};
pub use node::{IntoNode, Node};
pub use operators::Operand;
pub use place::{Access, Place, Read, ReadWrite, Var, Writable};
pub use range::{Counter, Range, range, range_inclusive};
pub use resource::{Storage, StorageMut, Uniform, WorkgroupArray, workgroup_array};
pub use scope::{KernelBuilder, KernelScope, WorkgroupSize, kernel};
pub use structure::StructType;
pub use switch::{Selector, Selectors, Switch, SwitchChain};
pub use vector::{
    bvec2, bvec3, bvec4, ivec2, ivec3, ivec4, splat, uvec2, uvec3, uvec4, vec2, vec3, vec4,
};
pub use wgsl_function::{WgslArguments, WgslFn, WgslResult};
