//! Orders from a seed: right programs do not notice, others are found out.

use std::{num::NonZeroUsize, sync::Arc};

use bitonic_cpu::check::{Checker, Checks};
use bitonic_cpu::decode::{DecodeOptions, Program};
use bitonic_cpu::execute::{RunOptions, SharedBinding, SharedDispatch, Textures, run_shared};

use crate::kernel::{decode_with, memory, words};

fn program(source: &str, subgroup_size: u32) -> Arc<Program> {
    let source =
        format!("@group(0) @binding(0) var<storage, read_write> data: array<u32>;\n{source}");
    let options = DecodeOptions { subgroup_size };
    Arc::new(decode_with(&source, options).expect("supported"))
}

fn dispatch(program: &Arc<Program>, before: &[u32], workgroups: u32) -> SharedDispatch {
    let data = Arc::new(memory(before));
    SharedDispatch {
        program: Arc::clone(program),
        bindings: vec![SharedBinding {
            size: data.byte_len(),
            memory: data,
            offset: 0,
        }],
        textures: Textures::default(),
        immediates: Vec::new(),
        workgroups: [workgroups, 1, 1],
    }
}

/// What a program leaves with a seed, on so many threads.
fn run(
    program: &Arc<Program>,
    before: &[u32],
    workgroups: u32,
    order_seed: Option<u64>,
    threads: usize,
) -> Vec<u32> {
    let dispatch = dispatch(program, before, workgroups);
    let data = Arc::clone(&dispatch.bindings[0].memory);
    let options = RunOptions {
        threads: NonZeroUsize::new(threads),
        order_seed,
        ..RunOptions::default()
    };
    run_shared(dispatch, &options).expect("no loop is endless");
    words(&data)
}

/// A sum over each workgroup, first of subgroups, then of what these leave in workgroup memory.
const WORKGROUP_SUM: &str = "
    var<workgroup> sums: array<u32, 64>;
    @compute @workgroup_size(200)
    fn main(@builtin(global_invocation_id) at: vec3<u32>, @builtin(subgroup_invocation_id) id: u32,
            @builtin(subgroup_id) group: u32, @builtin(num_subgroups) count: u32) {
        let sum = subgroupAdd(data[at.x]);
        if id == 0u { sums[group] = sum; }
        workgroupBarrier();
        var all = 0u;
        for (var k = 0u; k < count; k++) { all += sums[k]; }
        data[at.x] = all ^ at.x;
    }";

#[test]
fn programs_that_rely_on_no_order_notice_nothing() {
    let before: Vec<u32> = (0..200 * 33).map(|at| at * at % 1009).collect();
    let expected: Vec<u32> = before
        .chunks(200)
        .enumerate()
        .flat_map(|(group, words)| {
            let sum: u32 = words.iter().sum();
            (0..200).map(move |i| sum ^ (group as u32 * 200 + i))
        })
        .collect();
    for size in [4, 8, 32, 128] {
        let program = program(WORKGROUP_SUM, size);
        for seed in [None, Some(0), Some(1), Some(u64::MAX)] {
            for threads in [1, 2, 5] {
                let found = run(&program, &before, 33, seed, threads);
                assert!(found == expected, "{size} {seed:?} {threads}");
            }
        }
    }
}

/// The last store to a place wins, atomics come in some order, and subgroups are made of somebody:
/// the specification says no more.
#[test]
fn programs_that_rely_on_an_order_are_found_out() {
    for (what, source) in [
        (
            "the last invocation stores last",
            "@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) { data[0] = i; }",
        ),
        (
            "the last workgroup stores last",
            "@compute @workgroup_size(1) fn main(@builtin(workgroup_id) id: vec3<u32>) { data[0] = id.x; }",
        ),
        (
            "atomics are taken in turn",
            "var<workgroup> next: atomic<u32>;
            @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
                data[atomicAdd(&next, 1u)] = i;
            }",
        ),
        (
            "subgroups are neighbours",
            "@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
                data[i] = subgroupMin(i);
            }",
        ),
    ] {
        let program = program(source, 32);
        let natural = run(&program, &[0; 64], 40, None, 1);
        let seeds = (0..8).filter(|&seed| {
            let found = run(&program, &[0; 64], 40, Some(seed), 1);
            assert_eq!(found, run(&program, &[0; 64], 40, Some(seed), 1), "{what}");
            found != natural
        });
        assert!(seeds.count() >= 6, "{what}");
    }
}

/// Reports name the invocation, not the lane that it runs on.
#[test]
fn reports_name_the_same_invocations_in_every_order() {
    let program = program(
        "@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            if id.x == 21u { data[100] = id.x; }
        }",
        8,
    );
    for order_seed in [None, Some(3), Some(4)] {
        let mut checker = Checker::new(Checks {
            races: true,
            ..Checks::default()
        });
        let options = RunOptions {
            order_seed,
            ..RunOptions::default()
        };
        dispatch(&program, &[0; 4], 4).run_with(&options, &mut checker);
        let found: Vec<_> = checker.faults().iter().map(ToString::to_string).collect();
        assert_eq!(
            found,
            [
                "index 100 is out of range for `data`, which has 4 elements (invocation [5, 0, 0] of workgroup [2, 0, 0])"
            ],
            "{order_seed:?}"
        );
    }
}

/// Sums of floats depend on how they are grouped; that depends on nothing but the program.
#[test]
fn threads_change_no_sum_of_floats() {
    let program = program(
        "@compute @workgroup_size(96) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            let x = bitcast<f32>(data[id.x]);
            var y = 0.0;
            if id.x % 7u != 3u { y = subgroupAdd(x) + subgroupInclusiveAdd(x * 0.1); }
            data[id.x] = bitcast<u32>(y + subgroupExclusiveMul(1.0 + x * 0.001));
        }",
        32,
    );
    let before: Vec<u32> = (0..96 * 500)
        .map(|at: u32| (1.0 / (at as f32 + 3.0)).to_bits())
        .collect();
    let one = run(&program, &before, 500, None, 1);
    assert_ne!(one, before);
    for threads in [2, 5] {
        assert!(
            run(&program, &before, 500, None, threads) == one,
            "{threads}"
        );
    }
}
