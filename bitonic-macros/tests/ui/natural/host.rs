//! Rust's own statements among the shader's: each mistake is one message.

use bitonic_dsl::*;

#[shader_fn]
fn guards(x: u32) -> u32 {
    let y = match x {
        0 if x > 1 => 1,
        _ => 2,
    };
    y
}

#[shader_fn]
fn ranges(x: u32) -> u32 {
    let y = match x {
        0..=3 => 1,
        _ => 2,
    };
    y
}

#[shader_fn]
fn binds(x: u32) -> u32 {
    let y = match x {
        0 => 1,
        n => n,
    };
    y
}

#[shader_fn]
fn truths(x: bool) -> u32 {
    let y = match x {
        true => 1,
        false => 2,
    };
    y
}

#[shader_fn]
fn unreached(x: u32) -> u32 {
    let y = match x {
        _ => 1,
        0 => 2,
    };
    y
}

#[shader_fn]
fn iterates(x: u32) -> u32 {
    let mut sum = 0u32;
    for i in [1u32, 2, 3] {
        sum += i;
    }
    sum + x
}

#[shader_fn]
fn unrolls(x: u32) -> u32 {
    let mut sum = 0u32;
    while 1 < 2 {
        sum += x;
    }
    sum
}

#[shader_fn]
fn misplaced(x: u32) -> u32 {
    max(
        #[host]
        3,
        x,
    )
}

#[shader_fn]
fn marks_what_leaves(x: u32) -> u32 {
    loop {
        #[host]
        break;
    }
    x
}

#[shader_fn]
fn labels(x: u32) -> u32 {
    #[host]
    'outer: for _ in 0..3 {
        loop { break 'outer; }
    }
    x
}

#[shader_fn]
fn deferred(x: u32) -> u32 {
    let y;
    y = x;
    y
}

#[shader_fn]
fn leaves_a_closure(x: u32) -> u32 {
    let twice = |x| {
        return x;
    };
    twice(x)
}

#[shader_fn]
fn leaves_a_side(x: bool) -> bool {
    x && {
        if x {
            return x;
        }
        x
    }
}

#[shader_fn]
fn breaks_outside(x: u32) -> u32 {
    #[host]
    if 1 < 2 {
        break;
    }
    x
}

#[shader_fn]
fn assigns(x: u32) -> u32 {
    #[host]
    let list = vec![1u32];
    list.len() = 3;
    x
}

#[shader_fn]
fn formats(x: u32) -> u32 {
    println!("{x:?}");
    x
}

#[shader_fn]
fn takes_apart(x: u32) -> u32 {
    let f = |(a, b)| a + b;
    x
}

#[shader_fn]
fn no_else(x: u32) -> u32 {
    let y = if let Some(n) = host!(Some(1u32)) { n };
    x + y
}

fn main() {}
