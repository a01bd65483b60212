//! Heads of functions and kernels that no shader could have.

use bitonic_dsl::*;

#[shader_fn]
fn generic<'a>(x: u32) -> u32 {
    x
}

#[shader_fn]
async fn awaited(x: u32) -> u32 {
    x
}

#[shader_fn]
unsafe fn unchecked(x: u32) -> u32 {
    x
}

#[shader_fn]
const fn constant(x: u32) -> u32 {
    x
}

#[shader_fn]
fn changed(mut x: u32) -> u32 {
    x
}

#[shader_fn]
fn pattern((x, y): (u32, u32)) -> u32 {
    x
}

#[shader_fn]
fn slice(x: &[u32]) -> u32 {
    1
}

#[shader_fn]
fn size(x: usize) -> u32 {
    1
}

#[shader_fn]
fn pair(x: u32) -> (u32, u32) {
    x
}

#[shader_fn]
fn many(a: u32, b: u32, c: u32, d: u32, e: u32, f: u32, g: u32, h: u32, i: u32) -> u32 {
    a
}

#[shader_fn(workgroup_size(64))]
fn option(x: u32) -> u32 {
    x
}

#[kernel(threads(64))]
fn kernel_option(out: &mut [u32]) {
    out[0] = 1;
}

#[kernel(workgroup_size())]
fn no_size(out: &mut [u32]) {
    out[0] = 1;
}

#[kernel]
fn returns(out: &mut [u32]) -> u32 {
    out[0] = 1;
}

#[kernel]
fn one(out: &mut u32) {
    return;
}

#[kernel]
fn writes(input: &[u32], settings: Uniform<u32>, output: &mut [u32]) {
    input[0] = 1;
    settings = 2;
    output = 3;
    let x = input;
    let tile = workgroup_array::<u32>("tile", 64);
    return 1;
}

struct Type;

impl Type {
    #[shader_fn]
    fn method(&self) -> u32 {
        1
    }
}

fn main() {}
