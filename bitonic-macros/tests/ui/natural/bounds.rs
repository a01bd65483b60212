//! Bounds that a generic kernel lacks, and what it says to an atomic.

use bitonic_dsl::types::{Numeric, Value};
use bitonic_dsl::*;

#[kernel]
fn no_layout<T: Value>(data: &mut [T]) {
    data[0] = data[1];
}

#[kernel]
fn no_arithmetic<T: Value + types::HostShareable>(data: &mut [T]) {
    data[0] += data[1];
}

#[shader_fn]
fn no_rust_value<T: Numeric>(x: T, #[host] by: T) -> T {
    x + by
}

#[kernel]
fn counted(hist: &mut [Atomic<u32>]) {
    hist[instance_index()] += 1;
}

#[kernel]
fn marked(flags: &mut [Atomic<u32>]) {
    flags[0] |= 1;
}

#[kernel]
fn mixed(x: &[f32], out: &mut [f32]) {
    let i = instance_index();
    out[i] = x[i] * i;
    out[i] = x[i] + i;
    out[i] = i;
}

fn main() {}
