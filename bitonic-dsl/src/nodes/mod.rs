//! Reusable nodes: functions of the shading language that any kernel can call.
//!
//! What is here is written as a user's own would be: in natural Rust, or in the calls of the
//! author layer where much is decided by Rust itself, as in `numeric`, which a macro makes for
//! each type, and in the corners of a cell of `noise`.

mod bitonic;
mod hash;
mod inverse;
mod noise;
mod numeric;
mod order;
mod subgroup;
mod workgroup;

pub use bitonic::{bitonic_disperse_indices, bitonic_flip_indices};
pub use hash::{hash, pcg, pcg2d, pcg3d, pcg4d, random_below, random_between, unit_interval};
pub use inverse::{Invertible, inverse};
pub use noise::{
    gradient_noise_2d, gradient_noise_3d, interleaved_gradient_noise, value_noise_2d,
    value_noise_3d,
};
pub use numeric::{Cbrt, cbrt, remap, remap_clamp};
pub use order::{Ordered, bits_to_key, from_key, key_to_bits, to_key};
pub use subgroup::{
    subgroup_exclusive_scan, subgroup_inclusive_scan, subgroup_position, subgroup_reduce,
    workgroup_exclusive_scan_by_subgroups, workgroup_inclusive_scan_by_subgroups,
    workgroup_reduce_by_subgroups,
};
pub use workgroup::{workgroup_exclusive_scan, workgroup_inclusive_scan, workgroup_reduce};
