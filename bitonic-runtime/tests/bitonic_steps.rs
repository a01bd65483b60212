//! The steps of `BitonicSort`: their order, what the device says after each, and that any
//! number of them, whichever way they are taken, leads to sorted keys.

mod common;

use ReadBuffer::{Data, Temp};
use StepKind::{DisperseGlobal, DisperseLocal, FlipGlobal, SwapLocal};
use bitonic_runtime::plan::bitonic::StepKind;
use bitonic_runtime::{BitonicSort, Buffer, Gpu, Key, ReadBuffer, SortInfo};
use common::order::{in_order, mixed, same};
use common::{executors, scattered};

/// The steps of 16384 keys in workgroups of 64: kind, span, the buffer that holds the keys
/// before and after, and `info` after it. Found from the rules of three.js: each round flips
/// twice the span of the last, halves it through global memory while it is above 128, and
/// ends in workgroup memory; a step through global memory changes buffers.
const STEPS: [(StepKind, u32, ReadBuffer, ReadBuffer, [u32; 3]); 36] = [
    (SwapLocal, 2, Data, Data, [3, 256, 256]),
    (FlipGlobal, 256, Data, Temp, [2, 128, 256]),
    (DisperseLocal, 128, Temp, Temp, [3, 512, 512]),
    (FlipGlobal, 512, Temp, Data, [4, 256, 512]),
    (DisperseGlobal, 256, Data, Temp, [2, 128, 512]),
    (DisperseLocal, 128, Temp, Temp, [3, 1024, 1024]),
    (FlipGlobal, 1024, Temp, Data, [4, 512, 1024]),
    (DisperseGlobal, 512, Data, Temp, [4, 256, 1024]),
    (DisperseGlobal, 256, Temp, Data, [2, 128, 1024]),
    (DisperseLocal, 128, Data, Data, [3, 2048, 2048]),
    (FlipGlobal, 2048, Data, Temp, [4, 1024, 2048]),
    (DisperseGlobal, 1024, Temp, Data, [4, 512, 2048]),
    (DisperseGlobal, 512, Data, Temp, [4, 256, 2048]),
    (DisperseGlobal, 256, Temp, Data, [2, 128, 2048]),
    (DisperseLocal, 128, Data, Data, [3, 4096, 4096]),
    (FlipGlobal, 4096, Data, Temp, [4, 2048, 4096]),
    (DisperseGlobal, 2048, Temp, Data, [4, 1024, 4096]),
    (DisperseGlobal, 1024, Data, Temp, [4, 512, 4096]),
    (DisperseGlobal, 512, Temp, Data, [4, 256, 4096]),
    (DisperseGlobal, 256, Data, Temp, [2, 128, 4096]),
    (DisperseLocal, 128, Temp, Temp, [3, 8192, 8192]),
    (FlipGlobal, 8192, Temp, Data, [4, 4096, 8192]),
    (DisperseGlobal, 4096, Data, Temp, [4, 2048, 8192]),
    (DisperseGlobal, 2048, Temp, Data, [4, 1024, 8192]),
    (DisperseGlobal, 1024, Data, Temp, [4, 512, 8192]),
    (DisperseGlobal, 512, Temp, Data, [4, 256, 8192]),
    (DisperseGlobal, 256, Data, Temp, [2, 128, 8192]),
    (DisperseLocal, 128, Temp, Temp, [3, 16384, 16384]),
    (FlipGlobal, 16384, Temp, Data, [4, 8192, 16384]),
    (DisperseGlobal, 8192, Data, Temp, [4, 4096, 16384]),
    (DisperseGlobal, 4096, Temp, Data, [4, 2048, 16384]),
    (DisperseGlobal, 2048, Data, Temp, [4, 1024, 16384]),
    (DisperseGlobal, 1024, Temp, Data, [4, 512, 16384]),
    (DisperseGlobal, 512, Data, Temp, [4, 256, 16384]),
    (DisperseGlobal, 256, Temp, Data, [2, 128, 16384]),
    (DisperseLocal, 128, Data, Data, [1, 2, 2]),
];

fn check_order(gpu: &Gpu, separate: bool) {
    let keys: Vec<u32> = scattered(16_384).collect();
    let buffer = gpu.buffer(&keys).expect("room");
    let mut sort = built(gpu, &buffer, 64, false, separate);
    assert_eq!(sort.info().expect("it is there").words(), [1, 2, 2]);
    for (number, (kind, span, before, after, info)) in STEPS.into_iter().enumerate() {
        assert_eq!((sort.steps_done(), sort.read_buffer()), (number, before));
        let next = sort.next_step().expect("there are steps");
        assert_eq!((next.kind, next.span), (kind, span), "step {number}");
        let said = sort.info().expect("it is there");
        assert_eq!((said.step_kind(), said.span), (Some(kind), span));
        let kernel = sort.kernel(number).expect("it has a kernel").name();
        let name = kind.to_string().replace(' ', "_");
        assert!(
            kernel.starts_with(&name),
            "{kernel} is the kernel of {kind}"
        );
        assert_eq!(sort.compute_step().expect("it runs"), next);
        assert_eq!(sort.read_buffer(), after, "after step {number}");
        let said = sort.info().expect("it is there");
        assert_eq!(said.words(), info, "after step {number} {kind}");
    }
    assert_eq!(sort.steps_done(), 0, "it is at the start again");
    assert!(buffer.read().expect("it is there").is_sorted());
}

#[test]
fn sixteen_thousand_keys_take_the_steps_of_three_js() {
    for gpu in executors() {
        check_order(&gpu, false);
        check_order(&gpu, true);
    }
}

fn built<K: Key>(
    gpu: &Gpu,
    buffer: &Buffer<K>,
    most: u32,
    descending: bool,
    separate: bool,
) -> BitonicSort<K> {
    let mut builder = gpu.bitonic_sort(buffer).workgroup_size(most);
    if descending {
        builder = builder.descending();
    }
    if separate {
        builder = builder.separate_info();
    }
    builder.build().expect("it fits")
}

/// `compute()` ends what any number of steps began, in both orders and both ways to say what
/// comes next.
#[test]
fn the_rest_of_any_number_of_steps_finishes() {
    for gpu in executors() {
        for count in [2, 3, 64, 100, 300, 1000] {
            for separate in [false, true] {
                let keys: Vec<f32> = mixed(count, 3);
                let expected = in_order(&keys, false);
                let buffer = gpu.buffer(&keys).expect("room");
                let mut sort = built(&gpu, &buffer, 16, false, separate);
                for steps in 0..=sort.step_count() {
                    buffer.write(&keys).expect("as many keys");
                    for _ in 0..steps {
                        sort.compute_step().expect("it runs");
                        let between = sort.keys().expect("they are there");
                        assert!(same(&in_order(&between, false), &expected), "a permutation");
                    }
                    sort.compute().expect("it runs");
                    let found = buffer.read().expect("it is there");
                    assert!(same(&found, &expected), "{count} after {steps} steps");
                    assert_eq!(sort.steps_done(), 0);
                    assert_eq!(sort.info().expect("it is there"), SortInfo::START);
                }
            }
        }
    }
}

/// After any number of steps, a reset brings the keys home, and a new sort is a whole one.
#[test]
fn a_reset_brings_the_keys_back_after_any_number_of_steps() {
    for gpu in executors() {
        for count in [2, 100, 300] {
            let keys: Vec<i32> = mixed(count, 11);
            let buffer = gpu.buffer(&keys).expect("room");
            let mut sort = built(&gpu, &buffer, 16, true, false);
            let first = sort.next_step();
            for steps in 0..=sort.step_count() {
                buffer.write(&keys).expect("as many keys");
                for _ in 0..steps {
                    sort.compute_step().expect("it runs");
                }
                let between = sort.keys().expect("they are there");
                sort.reset().expect("it runs");
                assert_eq!((sort.steps_done(), sort.next_step()), (0, first));
                assert_eq!(sort.read_buffer(), Data);
                assert_eq!(sort.info().expect("it is there"), SortInfo::START);
                assert_eq!(buffer.read().expect("it is there"), between);
                assert_eq!(in_order(&between, false), in_order(&keys, false));

                // New keys, and all steps.
                let others: Vec<i32> = keys.iter().map(|key| key.wrapping_mul(3)).collect();
                buffer.write(&others).expect("as many keys");
                sort.compute().expect("it runs");
                assert_eq!(buffer.read().expect("it is there"), in_order(&others, true));
            }
        }
    }
}
