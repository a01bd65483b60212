//! Branches, loops of every kind of range, and what leaves them.

use bitonic::*;

use super::{Twin, twins};

macro_rules! ranges {
    ($($name:ident |$from:ident, $to:ident| $range:expr;)*) => {
        $(
            #[kernel(workgroup_size(1))]
            fn $name(seen: &mut [u32], $from: u32, $to: u32) {
                let mut count = 0u32;
                for i in $range {
                    count += 1;
                    seen[count] = i.bitcast::<u32>();
                    if count >= 15 {
                        break;
                    }
                }
                seen[0] = count;
            }
        )*

        fn range_twins() -> Vec<Twin> {
            twins![$($name),*]
        }
    };
}

ranges! {
    range_counts |from, to| from..to;
    range_of_nothing |from, to| from..to;
    range_backwards_is_empty |from, to| from..to;
    range_inclusive_counts |from, to| from..=to;
    range_inclusive_to_the_top |from, to| from..=to;
    range_reversed |from, to| (from..to).rev();
    range_reversed_of_nothing |from, to| (from..to).rev();
    range_inclusive_reversed |from, to| (from..=to).rev();
    range_steps |from, to| (from..to).step_by(4);
    range_steps_to_the_top |from, to| (from..to).step_by(4);
    range_steps_back |from, to| (from..to).rev().step_by(4);
    range_step_of_run_time |from, to| (1..to).step_by(from);
    range_step_of_zero_ends |from, to| (1..to).step_by(from);
    range_signed |from, to| from.bitcast::<i32>()..to.bitcast::<i32>();
    range_counts_down |from, to| (from as i32..to as i32).step_by(-3);
    range_signed_reversed |from, to| (from.bitcast::<i32>()..to.bitcast::<i32>()).rev();
    range_signed_to_the_bottom |from, to| (from.bitcast::<i32>()..=to.bitcast::<i32>()).rev();
    range_shifts_left |from, to| (from..to).shift_left(1);
    range_shifts_left_from_zero |from, to| (from..to).shift_left(1);
    range_shifts_out_at_the_top |from, to| (from..to).shift_left(1);
    range_shifts_lose_no_bits |from, to| (from..to).shift_left(4);
    range_multiplies |from, to| (from..to).multiply(3);
    range_multiplies_out_at_the_top |from, to| (from..to).multiply(3);
    range_multiplies_by_run_time |from, to| (from..=81).multiply(from + to - to);
    range_multiplies_by_one_ends |from, to| (from..to).multiply(from);
    range_divides |from, to| (from..to).divide(10);
    range_divides_by_zero_ends |from, to| (to..1).divide(from);
    range_updates |from, to| (from..to).update(|i| i * 2 + 1);
    range_updates_down |from, to| (from..to).update_down(|i| i / 2 + 1);
    range_update_that_stays |from, to| (from..to).update(|i| i);
    range_shifts_right |from, to| (from..to).shift_right(1);
    range_shifts_right_to_zero |from, to| (from..=to).shift_right(1);
    range_shifts_right_not_at_all |from, to| (from..to).shift_right(1);
}

#[kernel(workgroup_size(8))]
fn chain_of_branches(result: &mut [u32]) {
    let i = local_invocation_index();
    if i < 2 {
        result[i] = 10;
    } else if i < 4 {
        result[i] = 20;
    } else if i == 5 {
        result[i] = 30;
    } else {
        result[i] = 40;
    }
    if i == 0 {
        result[i] += 1;
    }
    if i == 7 {
        result[i] += 2;
    } else {
        result[i] += 100;
    }
}

#[kernel(workgroup_size(8))]
fn divergent_loops(result: &mut [u32]) {
    let mut sum = 0u32;
    for i in 0u32..10 {
        if i % 2 == 1 {
            continue;
        }
        if i > local_invocation_index() {
            break;
        }
        for j in 0..i {
            if j == 3 {
                break;
            }
            sum += 1;
        }
        sum += 100;
    }
    result[local_invocation_index()] = sum;
}

#[kernel(workgroup_size(4))]
fn while_and_return(result: &mut [u32]) {
    let i = local_invocation_index();
    let mut value = i + 5;
    let mut steps = 0u32;
    while value != 1 {
        value = select(value & 1 == 1, value * 3 + 1, value >> 1);
        steps += 1;
    }
    result[i] = steps;
    if steps > 8 {
        return;
    }
    result[i] += 1000;
}

#[kernel(workgroup_size(1))]
fn variable_starts_anew(result: &mut [u32]) {
    for i in 0u32..3 {
        let mut fresh = 5u32;
        fresh += i;
        result[i] = fresh;
    }
}

#[shader_fn]
fn inner() -> u32 {
    workgroup_index() * 100
}

#[shader_fn]
fn outer(extra: u32) -> u32 {
    inner() + instance_index() + extra
}

#[kernel(workgroup_size(2))]
fn inputs_in_a_function(result: &mut [u32]) {
    result[instance_index()] = outer(7);
}

pub(super) fn twins() -> Vec<Twin> {
    let mut twins = range_twins();
    twins.extend(twins![
        chain_of_branches,
        divergent_loops,
        while_and_return,
        variable_starts_anew,
        inputs_in_a_function,
    ]);
    twins
}
