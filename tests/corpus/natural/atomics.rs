//! Atomics in buffers and in workgroup memory.

use bitonic::*;

use super::{Twin, twins};
use crate::corpus::atomics::{Bins, Summaries, Summary};

// Each function, by one invocation, on an atomic that starts with the first operand.
#[shader_fn]
fn each_function<T: AtomicInteger>(
    cell: &Atomic<T>,
    operands: &[T],
    old: &mut [T],
    exchanged: &mut [u32],
) {
    cell.atomic_store(operands[0]);
    old[0] = cell.atomic_load();
    old[1] = cell.atomic_add(operands[1]);
    old[2] = cell.atomic_sub(operands[2]);
    old[3] = cell.atomic_max(operands[3]);
    old[4] = cell.atomic_min(operands[4]);
    old[5] = cell.atomic_and(operands[5]);
    old[6] = cell.atomic_or(operands[6]);
    old[7] = cell.atomic_xor(operands[7]);
    old[8] = cell.atomic_exchange(operands[8]);
    // What it does not hold: never exchanged.
    let refused = cell.atomic_compare_exchange_weak(operands[9], operands[0]);
    old[9] = refused.old_value();
    exchanged[0] = refused.exchanged() as u32;
    // What it holds: exchanged, if not at once.
    for _ in 0u32..100 {
        let done = cell.atomic_compare_exchange_weak(operands[8], operands[10]);
        old[10] = done.old_value();
        exchanged[1] = done.exchanged() as u32;
        if done.exchanged() {
            break;
        }
    }
    // Nothing asks what these found.
    cell.atomic_add(operands[1]);
    cell.atomic_exchange(operands[10]);
    cell.atomic_compare_exchange_weak(operands[9], operands[0]);
    old[11] = cell.atomic_load();
}

#[kernel(workgroup_size(1))]
fn atomics_in_storage<T: AtomicInteger + HostShareable>(
    cells: &mut [Atomic<T>],
    operands: &[T],
    old: &mut [T],
    exchanged: &mut [u32],
) {
    each_function(&cells[1], operands, old, exchanged);
}

#[kernel(workgroup_size(1))]
fn atomics_in_workgroup<T: AtomicInteger + HostShareable>(
    cell: Workgroup<Atomic<T>>,
    operands: &[T],
    old: &mut [T],
    exchanged: &mut [u32],
) {
    each_function(&cell, operands, old, exchanged);
}

#[kernel(workgroup_size(32))]
fn tickets(next: &mut [Atomic<u32>], drawn: &mut [u32]) {
    let ticket = next[0].atomic_add(1);
    drawn[ticket] += ticket + 1;
}

#[kernel(workgroup_size(16))]
fn histogram(data: &[u32], bins: &mut [Atomic<u32>], local_bins: Workgroup<[Atomic<u32>; 8]>) {
    let i = instance_index();
    let local = local_invocation_index();
    if i < data.len() {
        local_bins[data[i]].atomic_add(1);
    }
    workgroup_barrier();
    if local < 8 {
        let count = local_bins[local].atomic_load();
        bins[local].atomic_add(count);
    }
}

#[kernel(workgroup_size(8))]
fn extremes(data: &[i32], signed: &mut [Atomic<i32>], unsigned: &mut [Atomic<u32>]) {
    let value = data[instance_index()];
    let bits = value.bitcast::<u32>();
    atomic_min(&signed[0], value);
    atomic_max(&signed[1], value);
    atomic_sub(&signed[2], value);
    atomic_min(&unsigned[0], bits);
    atomic_max(&unsigned[1], bits);
    atomic_and(&unsigned[2], bits);
    atomic_or(&unsigned[3], bits);
    atomic_xor(&unsigned[4], bits);
}

#[kernel(workgroup_size(8))]
fn product_by_compare_exchange(product: &mut [Atomic<u32>]) {
    let mut seen = product[0].atomic_load();
    loop {
        let old = seen;
        let exchange = product[0].atomic_compare_exchange_weak(old, old * 3);
        if exchange.exchanged() {
            break;
        }
        seen = exchange.old_value();
    }
}

#[shader_fn(inline)]
fn summarise(shared: &mut Summary, stored: &Summary) {
    shared.count.atomic_add(stored.weight);
    shared.largest.atomic_max(instance_index() as i32);
    shared.bins[local_invocation_index() % 3].atomic_add(1);
}

#[kernel(workgroup_size(4))]
fn structures_with_atomics(
    all: &mut [Summaries],
    total: Workgroup<Summary>,
    parts: Workgroup<[Summary; 2]>,
) {
    summarise(&mut total, &all[0].first);
    summarise(&mut parts[1], &all[0].first);
    workgroup_barrier();
    if local_invocation_index() == 0 {
        total.weight = 5;
        let added = parts[1].count.atomic_load();
        all[0].first.count.atomic_add(added + total.weight);
        let largest = total.largest.atomic_load();
        all[0].first.largest.atomic_max(largest);
        for bin in 0u32..3 {
            let counted = total.bins[bin].atomic_load();
            all[0].first.bins[bin].atomic_add(counted);
        }
        all[0].calls.atomic_sub(1);
    }
}

#[kernel(workgroup_size(4))]
fn atomics_in_functions_and_conditions(work: &mut [Atomic<i32>], done: &mut [Atomic<u32>]) {
    #[shader_fn]
    let claim = || -> i32 { work[0].atomic_sub(1) };
    while claim() > 0 {
        let place = done[0].atomic_add(1);
        done[place % 2 + 1].atomic_add(1);
    }
}

#[kernel(workgroup_size(4))]
fn atomics_as_conditions(left: &mut [Atomic<u32>], turns: &mut [Atomic<u32>]) {
    while left[0].atomic_add(u32::MAX) as i32 > 0 {
        turns[0].atomic_add(1);
    }
    loop {
        'turn: {
            turns[1].atomic_add(1);
        }
        turns[2].atomic_add(1);
        if left[1].atomic_sub(1) as i32 <= 1 {
            break;
        }
    }
    let i = local_invocation_index();
    if i < 3 && left[2].atomic_add(1) < 2 {
        turns[3].atomic_add(1);
    }
    match left[3].atomic_add(1) {
        0 | 1 | 2 => {
            turns[4].atomic_add(1);
        }
        _ => {
            turns[5].atomic_add(1);
        }
    }
}

#[kernel(workgroup_size(8))]
fn atomics_of_run_time_length(data: &mut Bins) {
    let i = local_invocation_index();
    data.total.atomic_add(data.scale);
    data.bins[i % data.bins.len()].atomic_sub(i as i32);
}

/// As a whole: a variable, where an array is reached by its elements.
type Steps = [u32; 2];

#[kernel(workgroup_size(4))]
fn loads_for_a_workgroup(
    out: &mut [u32],
    turns: Workgroup<u32>,
    total: Workgroup<Atomic<u32>>,
    steps: Workgroup<Steps>,
    tile: Workgroup<[u32; 4]>,
) {
    let local = local_invocation_index();
    if local == 2 {
        turns = workgroup_index() + 1;
        steps = [3, 4];
    }
    total.atomic_add(local);
    tile[local] = local;
    let turns = workgroup_uniform_load(&turns);
    let total = workgroup_uniform_load(&total);
    let second = workgroup_uniform_load(&steps)[1];
    // Its value is dropped, its barriers are not.
    let _ = workgroup_uniform_load(&tile[3]);
    for _ in 0..turns {
        let neighbour = tile[(local + 1) % 4];
        workgroup_barrier();
        tile[local] = neighbour;
        workgroup_barrier();
    }
    out[instance_index()] = tile[local] + total * 10 + second * 1000;
}

pub(super) fn twins() -> Vec<Twin> {
    twins![
        atomics_of_u32_in_storage = atomics_in_storage::<u32>(),
        atomics_of_i32_in_storage = atomics_in_storage::<i32>(),
        atomics_of_u32_in_workgroup = atomics_in_workgroup::<u32>(),
        atomics_of_i32_in_workgroup = atomics_in_workgroup::<i32>(),
        tickets,
        histogram,
        extremes,
        product_by_compare_exchange,
        structures_with_atomics,
        atomics_in_functions_and_conditions,
        atomics_as_conditions,
        atomics_of_run_time_length,
        loads_for_a_workgroup,
    ]
}
