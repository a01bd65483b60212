//! What cannot be generic, given by the host, or a closure.

use bitonic_dsl::types::Scalar;
use bitonic_dsl::*;

#[shader_fn]
fn lifetime<'a, T: Scalar>(x: T) -> T {
    x
}

#[shader_fn]
fn any_lifetime(f: impl for<'a> Fn(u32) -> u32) -> u32 {
    f(1)
}

#[shader_fn]
fn awaited(f: impl AsyncFn(u32) -> u32) -> u32 {
    1
}

#[shader_fn]
fn of_a_slice(f: impl Fn(&[u32]) -> u32) -> u32 {
    1
}

#[shader_fn]
fn of_a_size<F: Fn(u32) -> usize>(f: F) -> u32 {
    1
}

#[shader_fn]
fn as_a_value(f: impl Fn(u32) -> u32) -> u32 {
    let g = f;
    f(1) + f
}

#[shader_fn]
fn written(f: impl Fn(u32) -> u32, #[host] n: u32, x: u32) -> u32 {
    f = 1;
    n += 1;
    x
}

#[shader_fn]
fn left_early(f: impl Fn(u32) -> u32, x: u32) -> u32 {
    if x > 2 {
        return x;
    }
    f(x)
}

#[shader_fn(inline)]
fn left_in_a_loop(x: u32) {
    loop {
        if x > 2 {
            return;
        }
    }
}

#[shader_fn]
fn lent(#[host] text: &str, x: u32) -> u32 {
    x
}

#[shader_fn]
fn marked(#[host(always)] n: u32, #[host] #[host] m: u32, #[unroll] k: u32) -> u32 {
    k
}

#[shader_fn]
fn changed(#[host] mut n: u32, x: u32) -> u32 {
    x + n
}

#[shader_fn]
fn any_value(x: impl Scalar) -> u32 {
    1
}

#[shader_fn(inline, inline)]
fn inline_twice(x: u32) -> u32 {
    x
}

#[shader_fn(inline = true)]
fn inline_with_a_value(x: u32) -> u32 {
    x
}

#[kernel(workgroup_size(64), workgroup_size(32))]
fn two_sizes(out: &mut [u32]) {
    out[0] = 1;
}

#[kernel(name = "one", name = "two")]
fn two_names(out: &mut [u32]) {
    out[0] = 1;
}

#[kernel(name("one"))]
fn name_in_parentheses(out: &mut [u32]) {
    out[0] = 1;
}

#[kernel(inline)]
fn inlined_kernel(out: &mut [u32]) {
    out[0] = 1;
}

#[shader_fn]
#[kernel]
fn both(x: u32) -> u32 {
    x
}

#[kernel]
fn lifetimes<'a>(#[host] name: &'a str, out: &mut [u32], f: impl Fn(u32) -> u32) {
    out[0] = f(1);
}

#[shader_fn]
fn any_type<T>(x: T) -> T {
    x
}

// The items are there all the same: their callers add no errors.
fn caller(n: Node<u32>) -> Node<u32> {
    let _ = lifetimes("name", |x| x * 2);
    left_early(|x| x + 1, written(|x| x, 5, lifetime(n))) + lent("text", 1)
}

fn main() {}
