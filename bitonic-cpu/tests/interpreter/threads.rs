//! Dispatches spread over threads: the same words as on one.

use std::{num::NonZeroUsize, sync::Arc, thread};

use bitonic_cpu::execute::{RunOptions, SharedBinding, SharedDispatch, run_shared};

use crate::kernel::{decode, memory, words};

/// What is left in `data` after `source` ran on so many threads.
fn shared(source: &str, before: &[u32], workgroups: [u32; 3], threads: Option<usize>) -> Vec<u32> {
    let source =
        format!("@group(0) @binding(0) var<storage, read_write> data: array<u32>;\n{source}");
    let data = Arc::new(memory(before));
    let dispatch = SharedDispatch {
        program: Arc::new(decode(&source).expect("supported")),
        bindings: vec![SharedBinding {
            memory: Arc::clone(&data),
            offset: 0,
            size: data.byte_len(),
        }],
        textures: Default::default(),
        immediates: Vec::new(),
        workgroups,
    };
    let options = RunOptions {
        threads: threads.and_then(NonZeroUsize::new),
        ..RunOptions::default()
    };
    run_shared(dispatch, &options).expect("no loop is endless");
    words(&data)
}

const REVERSE: &str = "var<workgroup> tile: array<u32, 64>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3<u32>) {
    tile[63u - i] = data[group.x * 64u + i];
    workgroupBarrier();
    var x = tile[i];
    for (var k = 0u; k < 8u; k++) { x = x * 5u + k; }
    data[group.x * 64u + i] = x;
}";

fn reversed(before: &[u32]) -> Vec<u32> {
    let word = |&x: &u32| (0..8).fold(x, |x, k| x.wrapping_mul(5).wrapping_add(k));
    before
        .chunks(64)
        .flat_map(|tile| tile.iter().rev().map(word))
        .collect()
}

#[test]
fn any_number_of_threads_gives_the_same() {
    let before: Vec<u32> = (0..64 * 1001).collect();
    for threads in [None, Some(1), Some(2), Some(100)] {
        let after = shared(REVERSE, &before, [1001, 1, 1], threads);
        assert_eq!(after, reversed(&before), "{threads:?} threads");
    }
}

#[test]
fn small_and_empty_dispatches() {
    let before: Vec<u32> = (0..64).collect();
    assert_eq!(shared(REVERSE, &before, [1, 1, 1], None), reversed(&before));
    assert_eq!(shared(REVERSE, &before, [0, 1, 1], None), before);
}

#[test]
fn several_callers_share_the_workers() {
    thread::scope(|scope| {
        for seed in 0..4 {
            scope.spawn(move || {
                let before: Vec<u32> = (seed..seed + 64 * 500).collect();
                for _ in 0..5 {
                    let after = shared(REVERSE, &before, [500, 1, 1], None);
                    assert_eq!(after, reversed(&before));
                }
            });
        }
    });
}

#[test]
fn atomics_count_every_invocation() {
    let source = "@group(0) @binding(0) var<storage, read_write> total: array<atomic<u32>>;
    @compute @workgroup_size(64) fn main() { atomicAdd(&total[0], 3u); }";
    let data = Arc::new(memory(&[0]));
    let dispatch = SharedDispatch {
        program: Arc::new(decode(source).expect("supported")),
        bindings: vec![SharedBinding {
            memory: Arc::clone(&data),
            offset: 0,
            size: 4,
        }],
        textures: Default::default(),
        immediates: Vec::new(),
        workgroups: [100, 100, 1],
    };
    run_shared(dispatch, &RunOptions::default()).expect("there is no loop");
    assert_eq!(words(&data), [3 * 64 * 10_000]);
}

/// Small workgroups that share nothing run side by side in one column; each must see its own ids, in
/// grids that end within a column, and whichever threads run them.
#[test]
fn small_workgroups_side_by_side_are_themselves() {
    for size in [1, 7, 32, 255, 256] {
        let source = format!(
            "@compute @workgroup_size({size})
            fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3<u32>,
                    @builtin(num_workgroups) n: vec3<u32>) {{
                let at = ((group.z * n.y + group.y) * n.x + group.x) * {size}u + i;
                var x = i;
                if group.x % 3u == 1u {{ x += 1000u; }}
                for (var turn = 0u; turn < group.y; turn++) {{ x = x * 3u + group.z; }}
                data[at] += x;
            }}"
        );
        let [x, y, z] = [19, 5, 3];
        let before: Vec<u32> = (0..x * y * z * size).collect();
        let expected: Vec<u32> = before
            .iter()
            .map(|&at| {
                let (group, i) = (at / size, at % size);
                let start = if group % x % 3 == 1 { i + 1000 } else { i };
                at + (0..group / x % y).fold(start, |word, _| word * 3 + group / x / y)
            })
            .collect();
        for threads in [1, 3] {
            let after = shared(&source, &before, [x, y, z], Some(threads));
            assert!(after == expected, "workgroups of {size}, {threads} threads");
        }
    }
}
