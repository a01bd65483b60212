//! `match`, `loop`, short circuit, the order of evaluation, overloads, and functions given
//! as WGSL text.

use std::ops::Mul;

use bitonic::types::Numeric;
use bitonic::*;

use super::{Twin, twins};
use crate::corpus::flow;

#[kernel(workgroup_size(8))]
fn switch_in_a_loop(result: &mut [u32]) {
    let lane = local_invocation_index();
    let mut sum = 0u32;
    for i in 0u32..10 {
        match (i * 3 + lane) % 8 {
            0 | 1 => {
                sum += 1000;
                continue;
            }
            6 => {
                if i > 2 {
                    break;
                } else {
                    sum += 100_000;
                }
            }
            2 => {
                match lane % 2 {
                    1 => break,
                    _ => {}
                }
                sum += 10_000;
            }
            _ => sum += 1,
        }
        sum += 10;
    }
    result[lane] = sum;
}

#[kernel(workgroup_size(5))]
fn switch_of_signed(data: &[i32], result: &mut [u32]) {
    let i = local_invocation_index();
    match data[i] {
        -1 => result[i] = 1,
        i32::MIN | i32::MAX => result[i] = 2,
        0 | 1 => result[i] = 4,
        _ => result[i] = 9,
    }
}

#[shader_fn]
fn pick(x: u32) -> u32 {
    match x {
        0 => return 5,
        1 | 2 => return x + 105,
        _ => {}
    }
    100
}

#[kernel(workgroup_size(4))]
fn switch_that_returns(result: &mut [u32]) {
    let i = local_invocation_index();
    result[i] = pick(i);
}

#[kernel(workgroup_size(4))]
fn repeat_until(data: &[u32], result: &mut [u32]) {
    let i = local_invocation_index();
    let mut n = data[i];
    let mut turns = 0u32;
    loop {
        'turn: {
            if n % 2 == 0 {
                n >>= 1;
                break 'turn;
            }
            n = n * 3 + 1;
        }
        turns += 1;
        if n <= 1 {
            break;
        }
    }
    result[i] = turns;
}

#[kernel(workgroup_size(4))]
fn short_circuit(data: &[u32], asked: &mut [u32], result: &mut [u32]) {
    #[shader_fn]
    let is_set = |i: u32| -> bool {
        asked[i] += 1;
        data[i] != 0
    };
    #[shader_fn]
    let outside = |i: u32| -> bool {
        asked[i] += 10;
        i >= 2
    };
    let i = local_invocation_index();
    let set = i < data.len() && is_set(i);
    if set {
        result[i] += 1;
    }
    // Where the first holds, the second is not asked; it is asked in every lane.
    if i > 9 || outside(i) || set {
        result[i] += 10;
    }
}

#[kernel(workgroup_size(1))]
fn counts_up_and_down(data: &mut [u32], signed: &mut [i32]) {
    data[0] += 1;
    data[1] -= 1;
    data[2] += 1;
    signed[0] += 1;
    signed[1] -= 1;
}

#[shader_fn]
fn pair(a: u32, b: u32) -> u32 {
    a * 1000 + b
}

#[kernel(workgroup_size(1))]
fn evaluated_once_in_order(count: &mut [u32], result: &mut [u32]) {
    #[shader_fn]
    let next = || -> u32 {
        let before = count[0];
        count[0] += 1;
        before
    };
    // Index 0, value 1 - 1.
    let at = next();
    result[at] += next() - 1;
    // Index 2, value 3.
    let at = next();
    result[at] = next();
    // Index 4, value 5, then 5 * 3.
    let at = next();
    result[at] = next();
    result[at] *= 3;
    // 6 comes before 7.
    let a = next();
    let b = next();
    result[6] = select(a < b, 1, 0);
    let a = next();
    let b = next();
    result[7] = pair(a, b);
}

#[shader_fn]
fn square<T: Numeric>(x: T) -> T
where
    Node<T>: Mul<Node<T>, Output = Node<T>>,
{
    x * x
}

#[kernel(workgroup_size(1))]
fn overloads_by_type(result: &mut [u32], floats: &mut [f32]) {
    result[0] = square::<u32>(3);
    let both = square(uvec2(4, 5));
    result[1] = both.x;
    result[2] = both.y;
    floats[0] = square::<f32>(1.5);
    // The same again is the same function.
    floats[1] = square::<f32>(2.5);
}

#[kernel(workgroup_size(4))]
fn written_in_wgsl(result: &mut [u32]) {
    #[host]
    let (weigh, note) = (flow::weigh(), flow::note());
    let i = local_invocation_index();
    note.call(i);
    result[i] = weigh.call(i, uvec2(i, 0));
}

pub(super) fn twins() -> Vec<Twin> {
    twins![
        switch_in_a_loop,
        switch_of_signed,
        switch_that_returns,
        repeat_until,
        short_circuit,
        counts_up_and_down,
        evaluated_once_in_order,
        overloads_by_type,
        written_in_wgsl,
    ]
}
