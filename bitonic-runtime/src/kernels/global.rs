//! The kernels that exchange keys wider apart than a tile, each from one buffer
//! to another, and the copy that brings the result home.

use bitonic_dsl::nodes::{bitonic_disperse_indices, bitonic_flip_indices};
use bitonic_dsl::{Error, Kernel, instance_index, kernel, shader_fn};

use super::exchange::exchange_global;
use super::form::Form;
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
pub fn flip_global<K: Key>(workgroup_size: u32, form: impl Into<Form>) -> Result<Kernel, Error> {
    let form = form.into();
    kernel(&form.kernel_name::<K>("flip_global"))
        .doc("One flip: each key against its mirror image in its block of `span` keys.")
        .workgroup_size(workgroup_size)
        .build(|k| {
            let input = k.storage::<u32>("input");
            let output = k.storage_mut::<u32>("output");
            let beside = form.beside(k, true);
            flip::<K>(input, output, beside.span(), form.coding);
            beside.tell();
        })
}

#[shader_fn]
fn flip<K: Key>(input: &[u32], output: &mut [u32], span: u32, #[host] coding: Coding) {
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
pub fn disperse_global<K: Key>(
    workgroup_size: u32,
    form: impl Into<Form>,
) -> Result<Kernel, Error> {
    let form = form.into();
    kernel(&form.kernel_name::<K>("disperse_global"))
        .doc("One disperse: each key against the one half a block of `span` keys further.")
        .workgroup_size(workgroup_size)
        .build(|k| {
            let input = k.storage::<u32>("input");
            let output = k.storage_mut::<u32>("output");
            let beside = form.beside(k, true);
            disperse::<K>(input, output, beside.span(), form.coding);
            beside.tell();
        })
}

#[shader_fn]
fn disperse<K: Key>(input: &[u32], output: &mut [u32], span: u32, #[host] coding: Coding) {
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
