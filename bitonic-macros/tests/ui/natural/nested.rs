//! Functions within a body, and loops whose turns end with a tail: each mistake is one message.

use bitonic_dsl::*;

#[kernel]
fn no_closure(out: &mut [u32]) {
    #[shader_fn]
    let five = 5u32;
    out[0] = five;
}

#[kernel]
fn no_name(out: &mut [u32]) {
    #[shader_fn]
    let (a, b) = |x: u32| out[x] = 1;
    a(1);
}

#[kernel]
fn mutable(out: &mut [u32]) {
    #[shader_fn]
    let mut put = |x: u32| out[x] = 1;
    put(1);
}

#[kernel]
fn no_types(out: &mut [u32]) {
    #[shader_fn]
    let put = |x| out[x] = 1;
    put(1);
}

#[kernel]
fn no_result_type(out: &mut [u32]) {
    #[shader_fn]
    let next = |x: u32| {
        out[x] = 1;
        x + 1
    };
    out[1] = next(2);
}

#[kernel]
fn a_buffer(out: &mut [u32]) {
    #[shader_fn]
    let put = |of: &mut [u32], x: u32| of[x] = 1;
    put(out, 1);
}

#[kernel]
fn a_pattern(out: &mut [u32]) {
    #[shader_fn]
    let put = |(x, y): UVec2| out[x] = y;
    put(uvec2(1, 2));
}

#[kernel]
fn changed_parameter(out: &mut [u32]) {
    #[shader_fn]
    let put = |mut x: u32| out[x] = 1;
    put(1);
}

#[kernel]
fn too_many(out: &mut [u32]) {
    #[shader_fn]
    let put = |a: u32, b: u32, c: u32, d: u32, e: u32, f: u32, g: u32, h: u32, i: u32| out[a] = i;
    put(1, 2, 3, 4, 5, 6, 7, 8, 9);
}

#[kernel]
fn marks_a_loop(out: &mut [u32]) {
    #[shader_fn]
    for i in 0u32..3 {
        out[i] = 1;
    }
}

#[kernel]
fn is_no_value(out: &mut [u32]) {
    #[shader_fn]
    let put = |x: u32| out[x] = 1;
    out[0] = put;
}

#[kernel]
fn continues(out: &mut [u32]) {
    let mut n = 0u32;
    loop {
        'turn: {
            if out[n] == 1 {
                continue;
            }
            out[n] = 1;
        }
        n += 1;
        if n > 9 {
            break;
        }
    }
}

#[kernel]
fn breaks(out: &mut [u32]) {
    let mut n = 0u32;
    loop {
        'turn: {
            if out[n] == 1 {
                break;
            }
            out[n] = 1;
        }
        n += 1;
    }
}

#[kernel]
fn unknown_label(out: &mut [u32]) {
    let mut n = 0u32;
    loop {
        'turn: {
            if out[n] == 1 {
                break 'other;
            }
        }
        n += 1;
    }
}

#[kernel]
fn leaves_the_tail(out: &mut [u32]) {
    let mut n = 0u32;
    loop {
        'turn: {
            out[n] = 1;
        }
        if n == 7 {
            break;
        }
        n += 1;
    }
}

#[kernel]
fn returns_from_the_tail(out: &mut [u32]) {
    let mut n = 0u32;
    loop {
        'turn: {
            out[n] = 1;
        }
        if n == 7 {
            return;
        }
        n += 1;
    }
}

#[shader_fn]
fn by_run_time(n: u32) -> u32 {
    let mut sum = 0u32;
    for i in (0..n).multiply(2, 3) {
        sum += i;
    }
    sum
}

fn main() {}
