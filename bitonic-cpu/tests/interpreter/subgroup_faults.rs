//! What the checker says of subgroup operations.

use bitonic_cpu::check::{Checker, Checks, FaultKind};
use bitonic_cpu::decode::DecodeOptions;
use bitonic_cpu::execute::Unobserved;

use crate::kernel::{decode_with, dispatch, memory, words};

/// The faults of a kernel with subgroups of 4 and workgroups of 10: the place in the text, and the
/// message. The checker must not change what comes out.
#[track_caller]
fn faults(body: &str, workgroups: u32) -> Vec<(String, String)> {
    let checks = Checks {
        races: true,
        ..Checks::default()
    };
    let mut checker = Checker::new(checks);
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
        var<workgroup> tile: array<u32, 16>;
        @compute @workgroup_size(10)
        fn main(@builtin(local_invocation_index) i: u32, @builtin(subgroup_invocation_id) id: u32,
                @builtin(global_invocation_id) at: vec3<u32>) {{
            {body}
        }}"
    );
    let program = decode_with(&source, DecodeOptions { subgroup_size: 4 }).expect("supported");
    let [checked, unchecked] = [(); 2].map(|()| memory(&[0; 20]));
    dispatch(&program, &[&checked], [workgroups, 1, 1], &mut checker);
    dispatch(&program, &[&unchecked], [workgroups, 1, 1], &mut Unobserved);
    assert_eq!(words(&checked), words(&unchecked));
    let faults = checker.faults().iter();
    faults
        .map(|fault| {
            let text = fault.span.to_range().map(|range| source[range].to_owned());
            (text.unwrap_or_default(), fault.to_string())
        })
        .collect()
}

#[track_caller]
fn check(body: &str, workgroups: u32, expected: &[(&str, &str)]) {
    let found = faults(body, workgroups);
    let found: Vec<_> = found
        .iter()
        .map(|(a, b)| (a.as_str(), b.as_str()))
        .collect();
    assert_eq!(found, expected, "{body}");
}

#[test]
fn operations_that_a_part_of_a_subgroup_reaches() {
    check(
        "if i != 6u { data[at.x] = subgroupAdd(i); }",
        2,
        &[(
            "subgroupAdd",
            "`subgroupAdd` in non-uniform control flow: 3 of 4 invocations of subgroup 1 of \
             workgroup [0, 0, 0] reached it, [4, 0, 0] first, without [6, 0, 0]; 1 more like it",
        )],
    );
    check(
        "if i == 9u { return; }
        if subgroupAny(i == 3u) { data[at.x] = 1u; }",
        1,
        &[(
            "subgroupAny",
            "`subgroupAny` in non-uniform control flow: 1 of 2 invocations of subgroup 2 of \
             workgroup [0, 0, 0] reached it, [8, 0, 0] first, without [9, 0, 0]",
        )],
    );
    // The result is not used; the fault is one all the same.
    check(
        "if i == 1u { _ = subgroupBallot(true); }",
        1,
        &[(
            "subgroupBallot",
            "`subgroupBallot` in non-uniform control flow: 1 of 4 invocations of subgroup 0 of \
             workgroup [0, 0, 0] reached it, [1, 0, 0] first, without [0, 0, 0]",
        )],
    );
}

#[test]
fn whole_subgroups_may_part() {
    check(
        "if i < 4u { data[at.x] = subgroupAdd(i); } else { data[at.x] = subgroupShuffleXor(i, 1u); }
        if i >= 8u { subgroupBarrier(); data[at.x] += subgroupBroadcast(i, 1u); }
        for (var turn = 0u; turn < i / 4u; turn++) { data[at.x] += subgroupExclusiveMul(i); }",
        2,
        &[],
    );
}

#[test]
fn values_of_invocations_that_are_not_there() {
    check(
        "data[at.x] = subgroupShuffle(i, id + 1u);",
        1,
        &[(
            "subgroupShuffle",
            "`subgroupShuffle` reads from invocation 4 of its subgroup, which has 4 invocations \
             (invocation [3, 0, 0] of workgroup [0, 0, 0]); 2 more like it",
        )],
    );
    check(
        "data[at.x] = subgroupBroadcast(i, 2u);",
        1,
        &[(
            "subgroupBroadcast",
            "`subgroupBroadcast` reads from invocation 2 of its subgroup, which has 2 invocations \
             (invocation [8, 0, 0] of workgroup [0, 0, 0]); 1 more like it",
        )],
    );
    check(
        "data[at.x] = subgroupShuffleXor(i, 2u) + quadSwapDiagonal(i);",
        1,
        &[
            (
                "subgroupShuffleXor",
                "`subgroupShuffleXor` reads from invocation 2 of its subgroup, which has 2 \
                 invocations (invocation [8, 0, 0] of workgroup [0, 0, 0]); 1 more like it",
            ),
            (
                "quadSwapDiagonal",
                "`quadSwapDiagonal` reads from invocation 3 of its subgroup, which has 2 \
                 invocations (invocation [8, 0, 0] of workgroup [0, 0, 0]); 1 more like it",
            ),
        ],
    );
}

/// Two faults: the control flow, and the value that nobody gives.
#[test]
fn values_of_inactive_invocations() {
    check(
        "if id != 1u && i < 8u { data[at.x] = subgroupBroadcast(i, 1u); }",
        1,
        &[
            (
                "subgroupBroadcast",
                "`subgroupBroadcast` in non-uniform control flow: 3 of 4 invocations of subgroup 0 \
                 of workgroup [0, 0, 0] reached it, [0, 0, 0] first, without [1, 0, 0]; 1 more like it",
            ),
            (
                "subgroupBroadcast",
                "`subgroupBroadcast` reads from invocation 1 of its subgroup, which is not active \
                 there (invocation [0, 0, 0] of workgroup [0, 0, 0]); 5 more like it",
            ),
        ],
    );
}

/// Shuffles by a distance have an end that the program must know of: reading beyond the size of a
/// subgroup is how they are used, reading where a short subgroup ends is not.
#[test]
fn shifts_may_pass_the_size_of_a_subgroup() {
    check("data[at.x] = subgroupShuffleUp(i, 1u);", 1, &[]);
    check(
        "let below = subgroupShuffleDown(i, 1u); if i < 9u { data[at.x] = below; }",
        1,
        &[(
            "subgroupShuffleDown",
            "`subgroupShuffleDown` reads from invocation 2 of its subgroup, which has 2 invocations \
             (invocation [9, 0, 0] of workgroup [0, 0, 0])",
        )],
    );
}

#[test]
fn a_subgroup_barrier_orders_its_subgroup_only() {
    // Neighbours of one subgroup.
    check(
        "tile[i] = i; subgroupBarrier(); data[at.x] = tile[i ^ 1u];",
        1,
        &[],
    );
    check(
        "tile[i] = i; subgroupBarrier(); data[at.x] = tile[(i + 4u) % 10u];",
        1,
        &[(
            "tile[(i + 4u) % 10u]",
            "data race on word 4 of `tile`: invocation [4, 0, 0] of workgroup [0, 0, 0] writes it \
             and invocation [0, 0, 0] of workgroup [0, 0, 0] reads it, with no barrier between \
             them; 9 more like it",
        )],
    );
    // The other subgroups' barrier orders nothing for the first.
    let found = faults(
        "tile[i] = i; if i >= 4u { subgroupBarrier(); } data[at.x] = tile[i ^ 1u];",
        1,
    );
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0]
            .1
            .starts_with("data race on word 1 of `tile`: invocation [1, 0, 0]")
            && found[0].1.ends_with("; 3 more like it"),
        "{found:?}"
    );
}

#[test]
fn a_subgroup_barrier_wants_the_whole_subgroup() {
    check(
        "if i > 4u { subgroupBarrier(); }",
        1,
        &[(
            "subgroupBarrier",
            "`subgroupBarrier` in non-uniform control flow: 3 of 4 invocations of subgroup 1 of \
             workgroup [0, 0, 0] reached it, [5, 0, 0] first, without [4, 0, 0]",
        )],
    );
}

#[test]
fn faults_have_a_kind_of_their_own() {
    let mut checker = Checker::default();
    let source = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
        @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
            if i < 3u { data[i] = subgroupShuffle(i, 7u); }
        }";
    let program = decode_with(source, DecodeOptions { subgroup_size: 8 }).expect("supported");
    dispatch(&program, &[&memory(&[0; 8])], [1, 1, 1], &mut checker);
    let kinds: Vec<_> = checker.faults().iter().map(|fault| &fault.kind).collect();
    assert!(
        matches!(
            kinds[..],
            [
                FaultKind::DivergentSubgroup {
                    reached: 3,
                    expected: 8,
                    ..
                },
                FaultKind::MissingLane {
                    lane: 7,
                    lanes: 8,
                    ..
                },
            ]
        ),
        "{kinds:?}"
    );
}
