//! Bins of a counting sort that are none.

use bitonic_dsl::*;
use bitonic_runtime::Gpu;

fn no_closure(gpu: &Gpu) {
    let _ = gpu.counting_sort(3, 9).build();
}

fn no_bin(gpu: &Gpu) {
    let _ = gpu.counting_sort(3, 9, |k, i| {
        k.storage::<u32>("bins").element(i).load();
    });
}

fn a_place(gpu: &Gpu) {
    let _ = gpu.counting_sort(3, 9, |k: &KernelScope, i: Node<u32>| k.storage::<u32>("bins").element(i));
}

fn another_type(gpu: &Gpu) {
    let _ = gpu.counting_sort(3, 9, |k, i| k.storage::<f32>("bins").element(i).load());
}

fn main() {}
