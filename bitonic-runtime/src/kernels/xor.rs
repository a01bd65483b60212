//! The bitonic sort with direction bits: one pass over all keys, in place, and the ways into and
//! out of a buffer that is padded to a power of two.

use bitonic_dsl::{instance_index, kernel, max, min, select};

use super::coding::Coding;
use super::key::Key;

/// The greatest word: no key is above it.
const GREATEST: u32 = u32::MAX;

/// One pass: each key against the one whose index differs in the bit `stride`, ascending where
/// the bit `span` of the index is 0.
///
/// The textbook form (K. E. Batcher, "Sorting networks and their applications", 1968), but that an
/// invocation stands for a pair and not for a key: no half of them waits.
///
/// # Arguments
///
/// `keys`, read and written in place, as many as a power of two; `stride`, a power of two below
/// their number; `span`, a power of two above `stride`. It takes one invocation for each pair.
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
#[kernel(workgroup_size(workgroup_size), name = coding.kernel_name::<K>("xor_exchange"))]
pub fn xor_exchange<K: Key<Word = u32>>(
    #[host] workgroup_size: u32,
    #[host] coding: Coding,
    keys: &mut [u32],
    stride: u32,
    span: u32,
) {
    let pair = instance_index();
    // The bits from `stride` up move one place, so that its own is 0.
    let index = pair + (pair & !(stride - 1));
    let partner = index ^ stride;
    if partner < keys.len() {
        let a = coding.read::<K>(keys[index]);
        let b = coding.read::<K>(keys[partner]);
        let lesser = min(a, b);
        let greater = max(a, b);
        let ascending = index & span == 0;
        keys[index] = coding.written::<K>(select(ascending, lesser, greater));
        keys[partner] = coding.written::<K>(select(ascending, greater, lesser));
    }
}

/// Copies keys as words, and fills what is left with the greatest word.
///
/// # Arguments
///
/// `keys`; `padded`, at least as long. It takes one invocation for each element of `padded`.
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
#[kernel(workgroup_size(workgroup_size), name = coding.kernel_name::<K>("pad"))]
pub fn pad<K: Key<Word = u32>>(
    #[host] workgroup_size: u32,
    #[host] coding: Coding,
    keys: &[u32],
    padded: &mut [u32],
) {
    let index = instance_index();
    if index < keys.len() {
        padded[index] = coding.read::<K>(keys[index]);
    } else if index < padded.len() {
        padded[index] = GREATEST;
    }
}

/// Copies the first words back, as keys.
///
/// # Arguments
///
/// `padded`; `keys`, no longer. It takes one invocation for each element of `keys`.
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
#[kernel(workgroup_size(workgroup_size), name = coding.kernel_name::<K>("unpad"))]
pub fn unpad<K: Key<Word = u32>>(
    #[host] workgroup_size: u32,
    #[host] coding: Coding,
    padded: &[u32],
    keys: &mut [u32],
) {
    let index = instance_index();
    if index < keys.len() {
        keys[index] = coding.written::<K>(padded[index]);
    }
}
