//! Where the sort of three.js r187 fails, row by row: each is right here, on every executor.
//! What it does not offer at all is in `bitonic_sort` and `sorting`.

mod common;

use bitonic_runtime::Gpu;
use bitonic_runtime::plan::bitonic::StepKind;
use common::{executors, scattered};

/// Sorts scattered keys in workgroups of at most `most`.
fn check(gpu: &Gpu, count: usize, most: u32) -> u32 {
    let mut keys: Vec<u32> = scattered(count).collect();
    let buffer = gpu.buffer(&keys).expect("room");
    let built = gpu.bitonic_sort(&buffer).workgroup_size(most).build();
    let mut sort = built.expect("it fits");
    sort.compute().expect("it runs");
    keys.sort_unstable();
    let found = buffer.read().expect("it is there");
    assert!(found == keys, "{count} in {most} on {}", gpu.info());
    sort.workgroup_size()
}

/// There: invalid shader, data untouched.
#[test]
fn one_key_and_three() {
    for gpu in executors() {
        check(&gpu, 1, 64);
        check(&gpu, 3, 64);
    }
}

/// There: silently the wrong order.
#[test]
fn counts_and_workgroups_that_are_no_power_of_two() {
    for gpu in executors() {
        check(&gpu, 100, 64);
        check(&gpu, 1000, 64);
        check(&gpu, 16_384, 48);
        check(&gpu, 1000, 48);
    }
}

/// There: a pipeline error, and the data unsorted.
#[test]
fn a_workgroup_larger_than_the_device_allows() {
    for gpu in executors() {
        let taken = check(&gpu, 16_384, 512);
        assert!(taken <= gpu.limits().workgroup_invocations);
        let taken = check(&gpu, 16_384, 1 << 20);
        assert!(taken <= gpu.limits().workgroup_invocations);
    }
}

/// There: silently the wrong order.
#[test]
fn more_workgroups_than_a_dimension_has() {
    const COUNT: usize = 1 << 23;
    for gpu in executors() {
        let buffer = gpu.zeroed::<u32>(COUNT).expect("room");
        let sort = gpu.bitonic_sort(&buffer).build().expect("it fits");
        let grids = sort.recording().plan().steps().iter();
        let folded = grids.filter(|step| step.grid.workgroups[1] > 1);
        let exchanges = [StepKind::FlipGlobal, StepKind::DisperseGlobal];
        let global = sort.schedule().steps().iter();
        let global = global.filter(|step| exchanges.contains(&step.kind));
        assert_eq!(folded.count(), global.count(), "2^16 workgroups each");
        assert_eq!(check(&gpu, COUNT, 64), 64);
    }
}

/// There: the wrong order, since the state was not reset.
#[test]
fn a_whole_sort_after_some_steps() {
    for gpu in executors() {
        let mut keys: Vec<u32> = scattered(4096).collect();
        let buffer = gpu.buffer(&keys).expect("room");
        let mut sort = gpu.bitonic_sort(&buffer).build().expect("it fits");
        for _ in 0..7 {
            sort.compute_step().expect("it runs");
        }
        sort.compute().expect("it runs");
        keys.sort_unstable();
        assert!(
            buffer.read().expect("it is there") == keys,
            "{}",
            gpu.info()
        );
    }
}

/// There: a NaN is lost and a neighbour doubled.
#[test]
fn floats_among_which_are_nans() {
    for gpu in executors() {
        let nans = [f32::NAN, -f32::NAN, f32::from_bits(0x7F80_0001)];
        let mut keys: Vec<f32> = scattered(1000).map(|word| word as f32).collect();
        for (at, nan) in [0, 500, 999].into_iter().zip(nans) {
            keys[at] = nan;
        }
        let buffer = gpu.buffer(&keys).expect("room");
        let mut sort = gpu.bitonic_sort(&buffer).build().expect("it fits");
        sort.compute().expect("it runs");
        let found = buffer.read().expect("it is there");
        assert!(found[..997].is_sorted(), "numbers first, none doubled");
        let bits = |keys: &[f32]| {
            let mut bits: Vec<u32> = keys.iter().map(|key| key.to_bits()).collect();
            bits.sort_unstable();
            bits
        };
        assert_eq!(bits(&found), bits(&keys), "none is lost");
        assert!(found[997..].iter().all(|key| key.is_nan()));
    }
}
