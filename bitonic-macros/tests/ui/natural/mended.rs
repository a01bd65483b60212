//! What a newcomer writes first, and what the message says of it.

use bitonic_dsl::types::Vec3;
use bitonic_dsl::*;

#[derive(Clone, Copy, ShaderType)]
struct Particle {
    position: Vec3,
    age: f32,
}

#[shader_fn]
fn value_is_no_place(n: u32) -> u32 {
    let r = &n;
    *r + 1
}

#[kernel]
fn written_through_a_read(xs: &[u32]) {
    let x = &mut xs[0];
    *x += 1;
    let mut y = &xs[0];
    let z: &u32 = &xs[0];
}

#[shader_fn]
fn no_result(x: f32) {
    x * 2.0
}

#[kernel]
fn no_result_of_a_kernel(x: f32) {
    x * 2.0
}

#[shader_fn]
fn breaks_too(x: u32) -> u32 {
    loop {
        if x > 1 {
            return x;
        }
        break;
    }
}

#[kernel]
fn returns_in_a_closure(out: &mut [u32]) {
    let f = |x: u32| {
        if x > 1 {
            return 2;
        }
        x
    };
    out[0] = f(1);
}

#[kernel]
fn outer_label(out: &mut [u32]) {
    'outer: loop {
        loop {
            out[0] += 1;
            break 'outer;
        }
        break;
    }
}

#[kernel]
fn refused_once(mut out: &[u32], xs: &Vec<f32>, ys: &mut Vec<u32>, (a, b): (u32, u32)) {
    out[0] = 1;
    ys[0] += 1;
    a += 1;
    let late;
    late = xs[0];
    out[0] = late;
}

#[kernel]
fn memory_by_reference(tile: &mut Workgroup<[f32; 64]>) {
    tile[0] = 1.0;
}

#[kernel]
fn memory_as_array(mut given: u32, shared: [f32; 64]) {
    shared[0] = 1.0;
}

#[shader_fn]
fn lists(xs: &Vec<f32>, ys: &mut Vec<u32>) {
    ys[0] = 1;
}

#[shader_fn]
fn vector_as_struct(x: f32) -> Vec3 {
    Vec3 { x: 1.0, y: x, z: 0.0 }
}

#[kernel]
fn prints(out: &mut [u32]) {
    println!("{}", out[0]);
}

fn main() {}
