//! The checker: what it reports, and that it changes no result.

use bitonic_cpu::check::{Checker, FaultKind};
use bitonic_cpu::execute::{Invocation, Unobserved};

use crate::kernel::result_of;

/// The faults of a kernel, each as its text in the source and its message.
#[track_caller]
fn faults(body: &str, before: &[u32], workgroups: [u32; 3]) -> Vec<(String, String)> {
    let mut checker = Checker::default();
    let checked = result_of(body, before, workgroups, &mut checker);
    assert_eq!(
        checked,
        result_of(body, before, workgroups, &mut Unobserved)
    );
    let source =
        format!("@group(0) @binding(0) var<storage, read_write> data: array<u32>;\n{body}");
    let faults = checker.faults().iter();
    faults
        .map(|fault| {
            let text = fault.span.to_range().map(|range| source[range].to_owned());
            (text.unwrap_or_default(), fault.to_string())
        })
        .collect()
}

#[test]
fn accesses_out_of_range_are_reported_once_for_each_place() {
    let found = faults(
        "var<workgroup> tile: array<u32, 4>;
        @compute @workgroup_size(4) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            let x = data[id.x + 1u];
            if id.x < 2u { data[id.x + 7u] = x; }
            tile[id.x] = x;
        }",
        &[0; 6],
        [2, 1, 1],
    );
    let expected = [
        (
            "data[id.x + 1u]",
            "index 6 is out of range for `data`, which has 6 elements (invocation [1, 0, 0] of \
             workgroup [1, 0, 0]); 2 more like it",
        ),
        (
            "tile[id.x]",
            "index 4 is out of range for `tile`, which has 4 elements (invocation [0, 0, 0] of \
             workgroup [1, 0, 0]); 3 more like it",
        ),
        (
            "data[id.x + 7u]",
            "index 7 is out of range for `data`, which has 6 elements (invocation [0, 0, 0] of \
             workgroup [0, 0, 0]); 1 more like it",
        ),
    ];
    let mut found: Vec<_> = found
        .iter()
        .map(|(a, b)| (a.as_str(), b.as_str()))
        .collect();
    found.sort_by_key(|(text, _)| expected.iter().position(|(other, _)| other == text));
    assert_eq!(found, expected);
}

#[test]
fn guarded_accesses_are_not_reported() {
    let found = faults(
        "@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
            if i < arrayLength(&data) { data[i] += 1u; }
            var a: array<u32, 4>;
            if i < 4u { a[i] = 1u; }
        }",
        &[0; 5],
        [1, 1, 1],
    );
    assert_eq!(found, []);
}

#[test]
fn constant_indices_are_checked_against_the_binding() {
    let found = faults(
        "@compute @workgroup_size(1) fn main() { data[3] = 1u; data[1] = data[5]; }",
        &[0; 4],
        [1, 1, 1],
    );
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].0, "data[5]");
}

#[test]
fn barriers_in_divergent_control_flow_are_reported() {
    let body = "@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
        workgroupBarrier();
        if i < 3u { workgroupBarrier(); }
        data[0] = 1u;
    }";
    let mut checker = Checker::default();
    result_of(body, &[0; 4], [2, 1, 1], &mut checker);
    assert_eq!(checker.faults().len(), 1);
    assert_eq!(checker.faults()[0].count, 2);
    assert_eq!(
        checker.faults()[0].kind,
        FaultKind::DivergentBarrier {
            workgroup_id: [0, 0, 0],
            reached: 3,
            expected: 8,
        }
    );
}

#[test]
fn faults_are_bounded_in_number() {
    let mut checker = Checker::with_limit(1);
    let body = "@compute @workgroup_size(1) fn main() { let i = data[0]; data[i] = 1u; data[i + 1u] = 1u; }";
    result_of(body, &[7], [1, 1, 1], &mut checker);
    assert_eq!(checker.faults().len(), 1);
    assert_eq!(checker.dropped(), 1);
    let FaultKind::OutOfRange { invocation, .. } = &checker.faults()[0].kind else {
        panic!("{:?}", checker.faults());
    };
    let first = Invocation {
        workgroup_id: [0; 3],
        local_id: [0; 3],
    };
    assert_eq!(*invocation, first);
}

#[test]
fn small_workgroups_are_told_apart() {
    let mut checker = Checker::default();
    let body = "@compute @workgroup_size(2, 2) fn main(
        @builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) i: u32) {
        if group.y == 1u && i == 3u { data[group.x + 9u] = 1u; }
    }";
    result_of(body, &[0], [3, 2, 1], &mut checker);
    assert_eq!(checker.faults().len(), 1);
    assert_eq!(checker.faults()[0].count, 3);
    let FaultKind::OutOfRange { invocation, .. } = &checker.faults()[0].kind else {
        panic!("{:?}", checker.faults());
    };
    let first = Invocation {
        workgroup_id: [0, 1, 0],
        local_id: [1, 1, 0],
    };
    assert_eq!(*invocation, first);
}
