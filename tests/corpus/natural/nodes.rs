//! The node library where its values are exact.

use bitonic::nodes::*;
use bitonic::*;

use super::{Twin, twins};

/// No power of two, so that the tree has ragged ends.
const WORKGROUP: u32 = 37;

/// No digits: times 1, plus 0.
pub(super) const IDENTITY: u32 = 1 << 16;

/// Affine maps modulo 251, composed: associative, and not commutative.
#[shader_fn(inline)]
pub(super) fn compose(first: u32, second: u32) -> u32 {
    let scale = (first >> 16) * (second >> 16) % 251;
    let value = ((first & 0xFFFF) * (second >> 16) + (second & 0xFFFF)) % 251;
    (scale << 16) | value
}

#[kernel(workgroup_size(64))]
fn hashes(data: &mut [u32], units: &mut [f32], dice: &mut [u32]) {
    let i = local_invocation_index();
    let seed = data[i];
    let bits = pcg(seed);
    units[i] = hash(seed);
    dice[i] = random_below(bits, 1000);
    data[i] = bits;
}

#[kernel(workgroup_size(64))]
fn keys_of_numbers(
    data: &[i32],
    signed: &mut [u32],
    single: &mut [u32],
    half: &mut [u32],
    back: &mut [u32],
) {
    let i = local_invocation_index();
    let number = data[i];
    let bits = number.bitcast::<u32>();
    signed[i] = to_key(number);
    single[i] = bits_to_key::<f32>(bits);
    half[i] = bits_to_key::<f16>(bits);
    // What the inverses miss, in one word.
    let signed = from_key::<i32>(to_key(number)).bitcast::<u32>() ^ bits;
    let single = key_to_bits::<f32>(bits_to_key::<f32>(bits)) ^ bits;
    let half = key_to_bits::<f16>(bits_to_key::<f16>(bits)) ^ (bits & 0xFFFF);
    back[i] = signed | single | half;
}

#[kernel(workgroup_size(WORKGROUP))]
fn scans_of_a_workgroup(
    digits: &[u32],
    inclusive: &mut [u32],
    exclusive: &mut [u32],
    all: &mut [u32],
    scratch: Workgroup<[u32; WORKGROUP]>,
) {
    let i = local_invocation_index();
    let map = digits[i] + (11 << 16);
    inclusive[i] = workgroup_inclusive_scan(&scratch, map, compose);
    exclusive[i] = workgroup_exclusive_scan(&scratch, map, IDENTITY, compose);
    all[i] = workgroup_reduce(&scratch, map, compose);
}

pub(super) fn twins() -> Vec<Twin> {
    twins![hashes, keys_of_numbers, scans_of_a_workgroup]
}
