//! The kernels that turn words into keys again where a sort stops before its last step, which
//! would have done so.

use bitonic_dsl::{instance_index, kernel};

use super::key::{Coding, Key};

/// Turns words into keys, in place.
///
/// # Arguments
///
/// `keys`, read and written. It takes one invocation for each word.
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
#[kernel(workgroup_size(workgroup_size), name = coding.kernel_name::<K>("restore"))]
pub fn restore<K: Key>(#[host] workgroup_size: u32, #[host] coding: Coding, keys: &mut [u32]) {
    if instance_index() < keys.len() {
        keys[instance_index()] = coding.written::<K>(keys[instance_index()]);
    }
}

/// Turns words of one buffer into keys of another.
///
/// # Arguments
///
/// `input` and `output`, of equal length. It takes one invocation for each word.
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
#[kernel(workgroup_size(workgroup_size), name = coding.kernel_name::<K>("restore_from"))]
pub fn restore_from<K: Key>(
    #[host] workgroup_size: u32,
    #[host] coding: Coding,
    input: &[u32],
    output: &mut [u32],
) {
    if instance_index() < input.len() {
        output[instance_index()] = coding.written::<K>(input[instance_index()]);
    }
}
