//! What an author writes: nodes, places, control flow, functions and kernels.
//!
//! Every call here records into the kernel under way on this thread; nothing is
//! computed and nothing is checked that the types do not already promise, but for
//! what only the recorder can see. Public items are re-exported at the crate's root.

mod arguments;
mod array;
mod atomic;
mod builtins;
mod constant;
mod control;
mod convert;
mod counted;
mod element;
mod function;
mod held;
mod inputs;
mod literal;
mod marker;
mod matrix;
pub mod natural;
mod node;
mod operators;
mod overridable;
mod place;
mod place_operators;
mod place_swizzle;
mod pointer;
mod private;
mod product;
mod range;
mod recorder;
mod resource;
mod results;
mod scope;
mod short_circuit;
mod storage_texture;
mod structure;
mod subgroup;
mod switch;
mod swizzle;
mod texture;
mod vector;
mod wgsl_function;
mod workgroup;

pub use array::array;
pub use atomic::{
    CompareExchange, CompareExchangeNodes, atomic_add, atomic_and, atomic_compare_exchange_weak,
    atomic_exchange, atomic_load, atomic_max, atomic_min, atomic_or, atomic_store, atomic_sub,
    atomic_xor,
};
pub use builtins::{
    Blend, BlendNode, ChosenBy, Condition, ConditionNode, Frexp, FrexpNodes, Modf, ModfNodes, abs,
    acos, acosh, all, any, asin, asinh, atan, atan2, atanh, ceil, clamp, cos, cosh,
    count_leading_zeros, count_one_bits, count_trailing_zeros, cross, degrees, determinant,
    distance, dot, dot4_i8_packed, dot4_u8_packed, exp, exp2, extract_bits, face_forward,
    first_leading_bit, first_trailing_bit, floor, fma, fract, frexp, insert_bits, inverse_sqrt,
    ldexp, length, log, log2, max, min, mix, modf, normalize, pack2x16float, pack2x16snorm,
    pack2x16unorm, pack4x8snorm, pack4x8unorm, pack4xi8, pack4xi8_clamp, pack4xu8, pack4xu8_clamp,
    pow, quantize_to_f16, radians, reflect, refract, reverse_bits, round, saturate, select, sign,
    sin, sinh, smoothstep, sqrt, step, tan, tanh, transpose, trunc, unpack2x16float,
    unpack2x16snorm, unpack2x16unorm, unpack4x8snorm, unpack4x8unorm, unpack4xi8, unpack4xu8,
};
pub use constant::constant;
pub use control::{
    Break, Continue, If, IfChain, Repeat, Repetition, Return, While, storage_barrier,
    texture_barrier, workgroup_barrier,
};
pub use counted::Loop;
pub use function::{Fn, Function, FunctionBody, FunctionParameter, FunctionResult};
pub use inputs::{
    global_invocation_id, instance_index, local_invocation_id, local_invocation_index,
    num_subgroups, num_workgroups, subgroup_id, subgroup_invocation_id, subgroup_size,
    workgroup_id, workgroup_index,
};
pub use literal::{HostValue, zero};
pub use marker::{Private, Workgroup, WorkgroupLength};
pub use matrix::{
    diagonal, dmat2, dmat2x3, dmat2x4, dmat3, dmat3x2, dmat3x4, dmat4, dmat4x2, dmat4x3, hmat2,
    hmat2x3, hmat2x4, hmat3, hmat3x2, hmat3x4, hmat4, hmat4x2, hmat4x3, identity, mat2, mat2x3,
    mat2x4, mat3, mat3x2, mat3x4, mat4, mat4x2, mat4x3,
};
pub use node::{IntoNode, Node};
pub use operators::Operand;
pub use overridable::{Extent, Overridable, Override, WorkgroupSize, pipeline_override};
pub use place::{Access, Place, Read, ReadWrite, Var, Writable};
pub use place_swizzle::PlaceComponents;
pub use pointer::{InFunction, InPrivate, PassedAs, Pointer, PointerSpace};
pub use private::{PrivateVar, private_var, private_zero};
pub use product::Factor;
pub use range::{Counter, Range, range, range_inclusive};
pub use resource::{
    Storage, StorageMut, StorageStruct, StorageStructMut, Uniform, WorkgroupArray, workgroup_array,
};
pub use scope::{KernelBuilder, KernelScope, kernel};
pub use storage_texture::{
    StorageTexture, StorageTexture1d, StorageTexture2d, StorageTexture2dArray, StorageTexture3d,
    WriteOnly,
};
pub use structure::{RuntimeArray, RuntimeSized, StructType};
pub use subgroup::{
    quad_broadcast, quad_swap_diagonal, quad_swap_x, quad_swap_y, subgroup_add, subgroup_all,
    subgroup_and, subgroup_any, subgroup_ballot, subgroup_barrier, subgroup_broadcast,
    subgroup_broadcast_first, subgroup_elect, subgroup_exclusive_add, subgroup_exclusive_mul,
    subgroup_inclusive_add, subgroup_inclusive_mul, subgroup_max, subgroup_min, subgroup_mul,
    subgroup_or, subgroup_shuffle, subgroup_shuffle_down, subgroup_shuffle_up,
    subgroup_shuffle_xor, subgroup_xor,
};
pub use switch::{Selector, Selectors, Switch, SwitchChain};
pub use texture::{Sampler, Texture, Texture1d, Texture2d, Texture2dArray, Texture3d};
pub use vector::{
    Fills, Part, Parts, bvec2, bvec3, bvec4, dvec2, dvec3, dvec4, from_parts, hvec2, hvec3, hvec4,
    i64vec2, i64vec3, i64vec4, ivec2, ivec3, ivec4, splat, u64vec2, u64vec3, u64vec4, uvec2, uvec3,
    uvec4, vec2, vec3, vec4,
};
pub use wgsl_function::{WgslArguments, WgslFn, WgslResult};
pub use workgroup::{
    HasPlace, UniformlyLoaded, WorkgroupVar, workgroup_uniform_load, workgroup_var,
};
