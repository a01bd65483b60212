//! The checker: what it reports, and that it changes no result.

use bitonic_cpu::check::{Checker, Checks, FaultKind};
use bitonic_cpu::execute::{Invocation, Unobserved};

use crate::kernel::{decode, dispatch, memory, result_of};

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
    let mut checker = Checker::new(Checks {
        places: 1,
        ..Checks::default()
    });
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

/// The messages about accesses of a kernel, each after its text in the source.
fn access_faults(body: &str, before: &[u32], workgroups: [u32; 3]) -> Vec<String> {
    let mut checker = Checker::new(Checks {
        races: true,
        unwritten: true,
        ..Checks::default()
    });
    result_of(body, before, workgroups, &mut checker);
    let source =
        format!("@group(0) @binding(0) var<storage, read_write> data: array<u32>;\n{body}");
    let faults = checker.faults().iter();
    faults
        .map(|fault| {
            let text = fault.span.to_range().map(|range| source[range].to_owned());
            format!("{}: {fault}", text.unwrap_or_default())
        })
        .collect()
}

/// A workgroup of eight that runs `body` with its index `i` and workgroup memory `tile`.
fn with_tile(body: &str) -> String {
    format!(
        "var<workgroup> tile: array<u32, 8>;
        @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {{ {body} }}"
    )
}

#[test]
fn a_missing_barrier_is_a_race() {
    let body = with_tile("tile[i] = i; data[i] = tile[7u - i];");
    let found = access_faults(&body, &[0; 8], [1, 1, 1]);
    assert_eq!(
        found,
        [
            "tile[7u - i]: data race on word 7 of `tile`: invocation [7, 0, 0] of workgroup \
          [0, 0, 0] writes it and invocation [0, 0, 0] of workgroup [0, 0, 0] reads it, with no \
          barrier between them; 7 more like it"
        ]
    );
    let body = with_tile("tile[i] = i; workgroupBarrier(); data[i] = tile[7u - i];");
    assert_eq!(access_faults(&body, &[0; 8], [1, 1, 1]), [""; 0]);
}

#[test]
fn a_barrier_orders_only_the_memory_that_it_reaches() {
    let kernel =
        |barrier: &str| with_tile(&format!("data[i] = i; {barrier}(); data[7u - i] += 1u;"));
    assert_eq!(
        access_faults(&kernel("storageBarrier"), &[0; 8], [1, 1, 1]),
        [""; 0]
    );
    let found = access_faults(&kernel("workgroupBarrier"), &[0; 8], [1, 1, 1]);
    assert!(
        found[0].contains("data race on word 7 of `data`"),
        "{found:?}"
    );
}

#[test]
fn a_write_after_reads_of_others_is_a_race() {
    // The writer has read the word itself, last of all.
    let body = with_tile(
        "tile[i] = i; workgroupBarrier(); let x = tile[0]; if i == 7u { tile[0] = x; } data[i] = x;",
    );
    let found = access_faults(&body, &[0; 8], [1, 1, 1]);
    assert_eq!(found.len(), 1);
    assert!(
        found[0].starts_with("tile[0]: data race on word 0"),
        "{found:?}"
    );
    assert!(
        found[0].contains("reads it and invocation [7, 0, 0]"),
        "{found:?}"
    );
}

#[test]
fn workgroups_are_never_ordered() {
    let body = "@compute @workgroup_size(2) fn main(@builtin(workgroup_id) group: vec3<u32>) {
        if group.x == 1u { data[0] = 1u; } else { data[1] = data[0]; }
    }";
    let found = access_faults(body, &[0; 2], [2, 1, 1]);
    assert!(
        found.iter().any(|fault| fault.contains("word 0 of `data`")),
        "{found:?}"
    );
    let own = "@compute @workgroup_size(2) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
        data[id.x] += 1u;
    }";
    assert_eq!(access_faults(own, &[0; 8], [4, 1, 1]), [""; 0]);
}

#[test]
fn atomics_do_not_race_with_each_other() {
    let body = "@group(0) @binding(0) var<storage, read_write> data: array<atomic<u32>>;
    @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
        atomicAdd(&data[0], 1u);
        atomicStore(&data[1], atomicLoad(&data[0]));
    }";
    let program = crate::kernel::decode(body).expect("supported");
    let mut checker = Checker::new(Checks {
        races: true,
        ..Checks::default()
    });
    let data = crate::kernel::memory(&[0; 2]);
    crate::kernel::dispatch(&program, &[&data], [2, 1, 1], &mut checker);
    assert_eq!(checker.faults(), []);
}

#[test]
fn workgroup_memory_read_before_it_is_written() {
    let body = with_tile("if i < 4u { tile[i] = 1u; } workgroupBarrier(); data[i] = tile[i];");
    let found = access_faults(&body, &[0; 8], [2, 1, 1]);
    let unwritten: Vec<_> = found
        .iter()
        .filter(|fault| fault.contains("before anything"))
        .collect();
    assert_eq!(
        unwritten,
        [
            "tile[i]: word 4 of `tile` is read before anything is written to it (invocation \
          [4, 0, 0] of workgroup [0, 0, 0]); 7 more like it"
        ]
    );
}

/// What counts with atomics counts from zero, which WGSL puts there.
#[test]
fn atomics_of_a_workgroup_start_at_zero() {
    let body = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
    var<workgroup> counts: array<atomic<u32>, 4>;
    @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
        atomicAdd(&counts[i % 2u], 1u);
        workgroupBarrier();
        data[i] = atomicLoad(&counts[i % 4u]);
    }";
    let program = crate::kernel::decode(body).expect("supported");
    let mut checker = Checker::new(Checks {
        races: true,
        unwritten: true,
        ..Checks::default()
    });
    let data = crate::kernel::memory(&[9; 8]);
    crate::kernel::dispatch(&program, &[&data], [1, 1, 1], &mut checker);
    assert_eq!(checker.faults(), []);
}

#[test]
fn endless_loops_are_stopped() {
    let mut checker = Checker::new(Checks {
        turn_limit: 1000,
        ..Checks::default()
    });
    let body = "@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
        var k = i;
        while k != 3u { k = k / 2u; data[i] += 1u; }
        data[i] = 7u;
    }";
    let after = result_of(body, &[0; 4], [1, 1, 1], &mut checker);
    assert_eq!(after[3], 7);
    assert_eq!(checker.faults().len(), 1);
    assert_eq!(
        checker.faults()[0].to_string(),
        "a loop was stopped after 1000 turns (invocation [0, 0, 0] of workgroup [0, 0, 0])"
    );
}

/// The messages of the races of a kernel over `data: array<f16>` of eight.
fn races_of_halves(statements: &str) -> Vec<String> {
    let source = format!(
        "enable f16;
        @group(0) @binding(0) var<storage, read_write> data: array<f16>;
        @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {{ {statements} }}"
    );
    let program = decode(&source).expect("supported");
    let mut checker = Checker::new(Checks {
        races: true,
        ..Checks::default()
    });
    dispatch(&program, &[&memory(&[0; 4])], [1, 1, 1], &mut checker);
    checker.faults().iter().map(ToString::to_string).collect()
}

#[test]
fn halves_of_a_word_race_by_themselves() {
    assert_eq!(races_of_halves("data[i] = data[i] + 1.0h;"), [""; 0]);
    let races =
        races_of_halves("if i < 2u { data[i] = 1.0h; } else if i == 3u { data[1] = 2.0h; }");
    assert_eq!(races.len(), 1, "{races:?}");
    assert!(
        races[0].contains("data race on word 0 of `data`"),
        "{races:?}"
    );
}
