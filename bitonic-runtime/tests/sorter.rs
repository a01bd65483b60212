//! Sorting buffers that stay on the device: again and again, step by step, and in
//! the caller's own encoder.

mod common;

use bitonic_runtime::plan::bitonic::StepKind;
use bitonic_runtime::{Gpu, SortOptions};
use common::{executors, scattered};

const OPTIONS: SortOptions = SortOptions {
    workgroup_size: Some(32),
    descending: false,
};

fn floats(count: usize) -> Vec<f32> {
    scattered(count).map(|word| word as i32 as f32).collect()
}

fn sorted(mut keys: Vec<f32>) -> Vec<f32> {
    keys.sort_by(f32::total_cmp);
    keys
}

#[test]
fn a_buffer_sorts_in_place_and_again() {
    for gpu in executors() {
        let keys = floats(1000);
        let buffer = gpu.buffer(&keys).expect("room");
        let mut sorter = gpu.sorter(&buffer, &OPTIONS).expect("it fits");
        for turn in 0..3 {
            let turned: Vec<f32> = keys.iter().map(|key| key * (turn as f32 - 1.0)).collect();
            buffer.write(&turned).expect("as many keys");
            sorter.run().expect("it runs");
            let expected = sorted(turned);
            assert_eq!(bits(&buffer.read().expect("it is there")), bits(&expected));
        }
        let report = gpu.sort_buffer(&buffer).expect("sorted keys sort too");
        assert_eq!(report.n, 1000);
    }
}

fn bits(keys: &[f32]) -> Vec<u32> {
    keys.iter().map(|key| key.to_bits()).collect()
}

/// No step loses a key, and those that are left finish the sort.
#[test]
fn steps_keep_the_keys_and_the_rest_finishes() {
    for gpu in executors() {
        for steps in [0, 1, 2, 5, 6] {
            let keys = floats(300);
            let expected = sorted(keys.clone());
            let buffer = gpu.buffer(&keys).expect("room");
            let mut sorter = gpu.sorter(&buffer, &OPTIONS).expect("it fits");
            for _ in 0..steps {
                sorter.step().expect("it runs");
                let between = sorter.keys().expect("it is there");
                assert_eq!(sorted(between), expected, "a permutation after each step");
            }
            sorter.run().expect("it runs");
            assert_eq!(
                buffer.read().expect("it is there"),
                expected,
                "{steps} steps"
            );
            assert_eq!(sorter.keys().expect("it is there"), expected);
        }
    }
}

/// The keys between two steps are keys, not complements of their words.
#[test]
fn steps_of_a_descending_sort_keep_the_keys() {
    let descending = SortOptions {
        descending: true,
        ..OPTIONS
    };
    for gpu in executors() {
        let keys = floats(300);
        let mut expected = sorted(keys.clone());
        let buffer = gpu.buffer(&keys).expect("room");
        let mut sorter = gpu.sorter(&buffer, &descending).expect("it fits");
        while sorter.step().expect("it runs").is_some() {
            let between = sorter.keys().expect("it is there");
            assert_eq!(sorted(between), expected, "a permutation after each step");
        }
        expected.reverse();
        assert_eq!(bits(&buffer.read().expect("there")), bits(&expected));
    }
}

#[test]
fn steps_come_in_the_order_of_the_schedule() {
    for gpu in executors() {
        let buffer = gpu.buffer(&floats(200)).expect("room");
        let mut sorter = gpu.sorter(&buffer, &OPTIONS).expect("it fits");
        let mut kinds = Vec::new();
        while let Some(step) = sorter.step().expect("it runs") {
            kinds.push((step.kind, step.span));
        }
        assert_eq!(
            kinds,
            [
                (StepKind::SwapLocal, 2),
                (StepKind::FlipGlobal, 128),
                (StepKind::DisperseLocal, 64),
                (StepKind::FlipGlobal, 256),
                (StepKind::DisperseGlobal, 128),
                (StepKind::DisperseLocal, 64),
                (StepKind::Align, 0),
            ]
        );
        assert!(sorter.next_step().is_some(), "it is at the start again");
    }
}

#[test]
fn the_callers_encoder_carries_two_sorts() {
    for gpu in executors() {
        let (first, second) = (floats(500), floats(777));
        let (one, two) = (gpu.buffer(&first), gpu.buffer(&second));
        let (one, two) = (one.expect("room"), two.expect("room"));
        let sorters = [&one, &two].map(|buffer| gpu.sorter(buffer, &OPTIONS).expect("it fits"));
        let mut encoder = gpu.device().create_command_encoder(&Default::default());
        for sorter in &sorters {
            sorter.recording().record(&mut encoder);
            sorter.recording().record(&mut encoder);
        }
        gpu.queue().submit([encoder.finish()]);
        assert_eq!(one.read().expect("it is there"), twice_sorted(first));
        assert_eq!(two.read().expect("it is there"), twice_sorted(second));
    }
}

/// Sorting sorted keys changes nothing.
fn twice_sorted(keys: Vec<f32>) -> Vec<f32> {
    sorted(sorted(keys))
}

#[test]
fn a_device_that_the_caller_opened_sorts() {
    for gpu in executors() {
        let own = Gpu::from_wgpu(gpu.device().clone(), gpu.queue().clone());
        let mut keys = [2i32, -5, 9, i32::MIN, i32::MAX, 0];
        own.sort(&mut keys).expect("sorts");
        assert_eq!(keys, [i32::MIN, -5, 0, 2, 9, i32::MAX]);
        assert_eq!(own.info().name, gpu.info().name);
    }
}
