//! The kernels that turn words into keys again where a sort stops before its last step, which
//! would have done so.

use bitonic_dsl::{Access, Error, Kernel, ReadWrite, instance_index, kernel, shader_fn};

use super::coding::Coding;
use super::columns::{Columns, between, in_place, shares_words};
use super::key::Key;

/// Turns words into keys, in place.
///
/// # Arguments
///
/// `keys`, read and written. It takes one invocation for each key; where two keys share a `u32`
/// one for both, and `count` is the number of keys.
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
pub fn restore<K: Key>(workgroup_size: u32, coding: Coding) -> Result<Kernel, Error> {
    kernel(&coding.kernel_name::<K>("restore"))
        .doc("Turns words into keys, in place.")
        .workgroup_size(workgroup_size)
        .build(|k| {
            let keys = in_place::<K>(k, coding.into());
            carry_over(keys, keys);
        })
}

/// Turns words of one buffer into keys of another.
///
/// # Arguments
///
/// `input` and `output`, of equal length. It takes invocations as [`restore`].
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
pub fn restore_from<K: Key>(workgroup_size: u32, coding: Coding) -> Result<Kernel, Error> {
    kernel(&coding.kernel_name::<K>("restore_from"))
        .doc("Turns words of one buffer into keys of another.")
        .workgroup_size(workgroup_size)
        .build(|k| {
            let (input, output) = between::<K>(k, coding.into());
            carry_over(input, output);
        })
}

/// One key, or the two that share a `u32`.
#[shader_fn(inline)]
fn carry_over<K: Key, A: Access>(
    #[host] input: Columns<K, A>,
    #[host] output: Columns<K, ReadWrite>,
) {
    let count = input.count();
    #[host]
    if shares_words::<K>() {
        let at = instance_index() * 2;
        if at < count {
            #[host]
            let records = input.load_two(at, "word");
            let is_full = at + 1 < count;
            output.store_two(at, &records, Some(is_full));
        }
    } else {
        let at = instance_index();
        if at < count {
            #[host]
            let record = input.load(at);
            output.store(at, &record);
        }
    }
}
