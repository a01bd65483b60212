//! Sorts of any count, workgroup size, key type, direction and payload, stable or not, begun by
//! steps, perhaps reset, and ended at once: each is held against a sort on the host.

mod common;

use bitonic_dsl::types::{HostShareable, UVec3, f16};
use bitonic_runtime::{BitonicSort, BitonicSortBuilder, Gpu};
use common::order::{Ordered, in_order, mixed, order_of, same};
use common::{executors, scattered};

/// What is tried.
#[derive(Debug)]
struct Case {
    count: usize,
    workgroup_size: u32,
    descending: bool,
    stable: bool,
    separate: bool,
    steps: usize,
    resets: bool,
    salt: usize,
}

impl Case {
    /// The case that five words choose.
    fn of(words: &[u32]) -> Case {
        let bits = words[2] >> 7;
        Case {
            count: words[0] as usize % 900,
            workgroup_size: 1 + words[1] % 300,
            descending: bits & 1 == 1,
            stable: bits & 2 == 2,
            separate: bits & 4 == 4,
            resets: bits & 24 == 0,
            salt: words[3] as usize % 1000,
            steps: words[4] as usize,
        }
    }

    fn shaped<K: Ordered>(&self, mut builder: BitonicSortBuilder<K>) -> BitonicSortBuilder<K> {
        builder = builder.workgroup_size(self.workgroup_size);
        if self.descending {
            builder = builder.descending();
        }
        if self.stable {
            builder = builder.stable();
        }
        match self.separate {
            true => builder.separate_info(),
            false => builder,
        }
    }

    /// Steps, perhaps to the end and on, then perhaps a reset, then the rest.
    fn run<K: Ordered>(&self, sort: &mut BitonicSort<K>) {
        let steps = self.steps % (2 * sort.step_count()).max(1);
        for _ in 0..steps {
            sort.compute_step().expect("it runs");
        }
        if self.resets {
            sort.reset().expect("it runs");
        }
        sort.compute().expect("it runs");
    }
}

/// Keys alone.
fn check_keys<K: Ordered>(gpu: &Gpu, case: &Case) {
    let keys: Vec<K> = mixed(case.count, case.salt);
    let buffer = gpu.buffer(&keys).expect("room");
    let built = case.shaped(gpu.bitonic_sort(&buffer)).build();
    let mut sort = built.expect("it fits");
    case.run(&mut sort);
    let found = buffer.read().expect("it is there");
    let right = same(&found, &in_order(&keys, case.descending));
    assert!(right, "{} on {}: {case:?}", K::NAME, gpu.info());
}

/// Keys with values, each made from the index that it began at.
fn check_payload<K: Ordered, V: HostShareable>(
    gpu: &Gpu,
    case: &Case,
    value: fn(u32) -> V,
    index: fn(V) -> u32,
) {
    let keys: Vec<K> = mixed(case.count, case.salt);
    let values: Vec<V> = (0..case.count as u32).map(value).collect();
    let buffer = gpu.buffer(&keys).expect("room");
    let payload = gpu.buffer(&values).expect("room");
    let builder = case.shaped(gpu.bitonic_sort(&buffer).payload(&payload));
    let mut sort = builder.build().expect("it fits");
    case.run(&mut sort);
    let found = buffer.read().expect("it is there");
    let place = format!("{} on {}: {case:?}", K::NAME, gpu.info());
    assert!(same(&found, &in_order(&keys, case.descending)), "{place}");
    let moved = payload.read().expect("it is there").into_iter().map(index);
    let moved: Vec<u32> = moved.collect();
    // A reset gives equal keys the order that the steps before it gave them.
    if case.stable && !case.resets {
        assert_eq!(moved, order_of(&keys, case.descending), "{place}");
    }
    let followed: Vec<K> = moved.iter().map(|&from| keys[from as usize]).collect();
    assert!(
        same(&followed, &found),
        "each value is beside its key: {place}"
    );
    let mut all = moved;
    all.sort_unstable();
    assert!(
        all.into_iter().eq(0..case.count as u32),
        "none is lost: {place}"
    );
}

fn check<K: Ordered>(gpu: &Gpu, case: &Case, turn: usize) {
    match turn % 3 {
        0 => check_keys::<K>(gpu, case),
        1 => check_payload::<K, u32>(gpu, case, |index| index, |value| value),
        _ => check_payload::<K, UVec3>(
            gpu,
            case,
            |index| UVec3::new(index ^ 0xFFFF, 7, index),
            |value| value.z,
        ),
    }
}

#[test]
fn any_count_workgroup_size_type_direction_and_payload_sorts() {
    for gpu in executors() {
        let words: Vec<u32> = scattered(5 * 147).collect();
        for (turn, words) in words.chunks_exact(5).enumerate() {
            let case = Case::of(words);
            let round = turn / 7;
            match turn % 7 {
                0 => check::<u32>(&gpu, &case, round),
                1 => check::<i32>(&gpu, &case, round),
                2 => check::<f32>(&gpu, &case, round),
                3 => check::<f16>(&gpu, &case, round),
                4 => check::<u64>(&gpu, &case, round),
                5 => check::<i64>(&gpu, &case, round),
                _ => check::<f64>(&gpu, &case, round),
            }
        }
    }
}
