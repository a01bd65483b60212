//! Constructs that have no form in the shader: each is one message.

use bitonic_dsl::*;

#[shader_fn]
fn iterates(x: u32) -> u32 {
    let mut sum = 0u32;
    for i in [1, 2, 3] {
        sum += i;
    }
    sum + x
}

#[shader_fn]
fn endless(x: u32) -> u32 {
    let mut sum = x;
    for i in 0u32.. {
        sum += i;
    }
    sum
}

#[shader_fn]
fn untyped() -> u32 {
    let mut sum = 0u32;
    for _ in 0..10 {
        sum += 1;
    }
    sum
}

#[shader_fn]
fn turned_round(n: u32) -> u32 {
    let mut sum = 0u32;
    for i in (0..n).step_by(2).rev() {
        sum += i;
    }
    sum
}

#[shader_fn]
fn changed_counter(n: u32) -> u32 {
    let mut sum = 0u32;
    for mut i in 0..n {
        sum += i;
    }
    sum
}

#[shader_fn]
fn labels(n: u32) -> u32 {
    let mut sum = n;
    'outer: loop {
        loop { sum += 1; break 'outer; }
    }
    sum
}

#[shader_fn]
fn breaks_with_value(n: u32) -> u32 {
    let mut sum = n;
    loop {
        sum += 1;
        break sum;
    }
    sum
}

#[shader_fn]
fn breaks_outside(n: u32) -> u32 {
    if n > 1 {
        break;
    }
    n
}

#[shader_fn]
fn loop_as_value(n: u32) -> u32 {
    let x = loop {
        break n;
    };
    x
}

#[shader_fn]
fn host_condition(n: u32) -> u32 {
    let mut m = n;
    while true {
        m += 1;
    }
    m
}

#[shader_fn]
fn lets(n: u32) -> u32 {
    let deferred;
    let (a, b) = (n, n);
    let mut list = [n, n];
    n
}

#[shader_fn]
fn fails(n: u32) -> Option<u32> {
    n?
}

#[shader_fn]
fn calls(n: u32) -> u32 {
    println!("{n}");
    (f)(n)
}

#[shader_fn]
fn references(n: u32) -> u32 {
    let r = &n;
    *r
}

#[shader_fn]
fn texts(n: u32) -> u32 {
    let t = "text";
    let c = 'c';
    let w = 3usize;
    n
}

#[shader_fn]
fn casts(n: u32) -> u32 {
    let a = n as usize;
    let b = n as bool;
    let c = n as UVec2;
    n
}

#[shader_fn]
fn writes_a_value(n: u32) -> u32 {
    let x = n;
    x += 1;
    n = 2;
    x
}

#[shader_fn]
fn no_else(n: u32) -> u32 {
    let x = if n > 1 { 2 };
    x
}

#[shader_fn]
fn no_value(n: u32) -> u32 {
    let x = if n > 1 {
        2
    } else {
        n + 1;
    };
    x
}

#[shader_fn]
fn no_end(n: u32) -> u32 {
    if n > 1 {
        return 2;
    }
    return;
}

#[shader_fn]
fn call_layer(n: u32) -> u32 {
    let mut x = n;
    x.assign(x.load() + 1);
    If(x > 1, Return(2));
    x
}

#[shader_fn]
fn chained(n: u32) -> u32 {
    let mut a = n;
    let mut b = n;
    a = b = 1;
    a + b
}

#[shader_fn]
fn items(n: u32) -> u32 {
    #[inline]
    let x = n;
    const N: u32 = 1;
    unsafe { x }
}

// The items are there all the same: their callers add no errors.
fn caller(n: Node<u32>) -> Node<u32> {
    iterates(n)
}

fn main() {}
