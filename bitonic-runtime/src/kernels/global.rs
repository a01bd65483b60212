//! The kernels that exchange keys wider apart than a tile, each from one buffer
//! to another, and the copy that brings the result home.

use bitonic_dsl::nodes::{bitonic_disperse_indices, bitonic_flip_indices};
use bitonic_dsl::{instance_index, kernel};

use super::exchange::exchange_global;
use super::key::{Coding, Key};

/// One flip: each key against its mirror image in its block of `span` keys.
///
/// # Arguments
///
/// `input` and `output`, of equal length `n`; `span`, a power of two. It takes
/// `ceil(n / span) * span / 2` invocations.
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
#[kernel(workgroup_size(workgroup_size), name = coding.kernel_name::<K>("flip_global"))]
pub fn flip_global<K: Key>(
    #[host] workgroup_size: u32,
    #[host] coding: Coding,
    input: &[u32],
    output: &mut [u32],
    span: u32,
) {
    let pair = bitonic_flip_indices(instance_index(), span);
    exchange_global::<K>(input, output, pair, coding);
}

/// One disperse: each key against the one half a block of `span` keys further.
///
/// # Arguments
///
/// `input` and `output`, of equal length `n`; `span`, a power of two. It takes
/// `ceil(n / span) * span / 2` invocations.
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
#[kernel(workgroup_size(workgroup_size), name = coding.kernel_name::<K>("disperse_global"))]
pub fn disperse_global<K: Key>(
    #[host] workgroup_size: u32,
    #[host] coding: Coding,
    input: &[u32],
    output: &mut [u32],
    span: u32,
) {
    let pair = bitonic_disperse_indices(instance_index(), span);
    exchange_global::<K>(input, output, pair, coding);
}

/// Copies words one by one.
///
/// # Arguments
///
/// `input` and `output`, of equal length. It takes one invocation for each word.
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
#[kernel(workgroup_size(workgroup_size), name = "copy_u32")]
pub fn copy(#[host] workgroup_size: u32, input: &[u32], output: &mut [u32]) {
    if instance_index() < input.len() {
        output[instance_index()] = input[instance_index()];
    }
}
