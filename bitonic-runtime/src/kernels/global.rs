//! The kernels that exchange keys wider apart than a tile, each from one buffer
//! to another, and the copy that brings the result home.

use bitonic_dsl::nodes::{bitonic_disperse_indices, bitonic_flip_indices};
use bitonic_dsl::types::UVec2;
use bitonic_dsl::{Error, If, Kernel, Node, instance_index, kernel};

use super::exchange::exchange_global;
use super::key::{Coding, Key};

/// One flip: each key against its mirror image in its block of `span` keys.
///
/// Bindings `input` and `output`, of equal length; parameter `span`, a power of
/// two; `ceil(n / span) * span / 2` invocations.
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
pub fn flip_global<K: Key>(workgroup_size: u32, coding: Coding) -> Result<Kernel, Error> {
    let name = coding.kernel_name::<K>("flip_global");
    global::<K>(&name, workgroup_size, coding, |index, span| {
        bitonic_flip_indices(index, span)
    })
}

/// One disperse: each key against the one half a block of `span` keys further.
///
/// Bindings `input` and `output`, of equal length; parameter `span`, a power of
/// two; `ceil(n / span) * span / 2` invocations.
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
pub fn disperse_global<K: Key>(workgroup_size: u32, coding: Coding) -> Result<Kernel, Error> {
    let name = coding.kernel_name::<K>("disperse_global");
    global::<K>(&name, workgroup_size, coding, |index, span| {
        bitonic_disperse_indices(index, span)
    })
}

#[track_caller]
fn global<K: Key>(
    name: &str,
    workgroup_size: u32,
    coding: Coding,
    indices: impl Fn(Node<u32>, Node<u32>) -> Node<UVec2>,
) -> Result<Kernel, Error> {
    kernel(name).workgroup_size(workgroup_size).build(|k| {
        let input = k.storage::<u32>("input");
        let output = k.storage_mut::<u32>("output");
        let span = k.param::<u32>("span");
        let pair = indices(instance_index(), span);
        exchange_global::<K>(input, output, pair, coding);
    })
}

/// Copies words one by one.
///
/// Bindings `input` and `output`, of equal length; one invocation for each word.
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
pub fn copy(workgroup_size: u32) -> Result<Kernel, Error> {
    kernel("copy_u32")
        .workgroup_size(workgroup_size)
        .build(|k| {
            let input = k.storage::<u32>("input");
            let output = k.storage_mut::<u32>("output");
            let index = instance_index();
            If(index.lt(input.len()), || {
                output.element(index).assign(input.element(index).load());
            });
        })
}
