//! Planned sorts, with no device: which kernels stand where.

use bitonic_dsl::types::{Vec3, f16};

use super::info::{ReadBuffer, SortInfo};
use super::plan::{SortPlan, sort_plan};
use super::record::{Payload, Record, Told};
use super::restore::restore_plan;
use crate::kernels::Key;
use crate::plan::bitonic::Schedule;
use crate::plan::{Limits, Plan, ResourceId};

fn planned<K: Key>(count: usize, workgroup_size: u32) -> Plan {
    planned_in_order::<K>(count, workgroup_size, false)
}

fn planned_in_order<K: Key>(count: usize, workgroup_size: u32, descending: bool) -> Plan {
    let record = Record {
        descending,
        ..Record::default()
    };
    planned_as::<K>(count, workgroup_size, &record).plan
}

fn planned_as<K: Key>(count: usize, workgroup_size: u32, record: &Record) -> SortPlan {
    let schedule = Schedule::new(count, workgroup_size).expect("a power of two");
    let planned = sort_plan::<K>(&schedule, record, &Limits::WEBGPU).expect("a right plan");
    planned.plan.check(&Limits::WEBGPU).expect("a right plan");
    planned
}

fn told(told: Told) -> Record {
    Record {
        told,
        ..Record::default()
    }
}

fn kernel_names(plan: &Plan) -> Vec<&str> {
    let name = |step: &crate::plan::Step| plan.kernels()[step.kernel.index()].name();
    plan.steps().iter().map(name).collect()
}

#[test]
fn one_tile_is_one_step_without_a_second_buffer() {
    let plan = planned::<f32>(512, 256);
    assert_eq!(kernel_names(&plan), ["swap_local_blocked_f32"]);
    assert_eq!(plan.buffers().len(), 1);
}

#[test]
fn only_the_ends_of_a_sort_know_the_key_type() {
    let plan = planned::<f32>(513, 64);
    assert_eq!(
        kernel_names(&plan),
        [
            "swap_local_blocked_f32",
            "flip_global_u32",
            "disperse_local_blocked_u32",
            "flip_global_u32",
            "disperse_global_u32",
            "disperse_local_blocked_u32",
            "flip_global_u32",
            "disperse_global_u32",
            "disperse_global_u32",
            "disperse_local_blocked_f32",
        ]
    );
}

#[test]
fn only_the_ends_of_a_sort_know_the_order() {
    let plan = planned_in_order::<u32>(257, 64, true);
    let names = kernel_names(&plan);
    assert_eq!(names.first(), Some(&"swap_local_blocked_u32_descending"));
    assert_eq!(
        names[1..names.len() - 2],
        [
            "flip_global_u32",
            "disperse_local_blocked_u32",
            "flip_global_u32",
            "disperse_global_u32"
        ]
    );
    assert_eq!(
        names[names.len() - 2..],
        ["disperse_local_blocked_u32_descending", "copy_u32"]
    );
    let alone = planned_in_order::<i32>(100, 64, true);
    assert_eq!(kernel_names(&alone), ["swap_local_blocked_i32_descending"]);
}

#[test]
fn an_odd_number_of_moves_ends_with_a_copy() {
    let plan = planned::<i32>(1000, 256);
    assert_eq!(
        kernel_names(&plan),
        [
            "swap_local_blocked_i32",
            "flip_global_u32",
            "disperse_local_blocked_i32",
            "copy_u32"
        ]
    );
}

#[test]
fn nothing_to_sort_is_no_step() {
    for count in [0, 1] {
        assert!(planned::<u32>(count, 64).steps().is_empty());
    }
}

#[test]
fn nothing_is_odd_about_a_sort() {
    for count in [0, 1, 2, 500, 513, 1000, 5000] {
        for descending in [false, true] {
            let plan = planned_in_order::<f32>(count, 64, descending);
            assert_eq!(plan.warnings(), [""; 0], "{count}");
        }
    }
}

fn with_payload(stable: bool) -> Record {
    Record {
        stable,
        payload: Payload::of::<Vec3>(),
        told: Told::BySteps,
        ..Record::default()
    }
}

#[test]
fn nothing_is_odd_about_a_sort_with_a_payload() {
    fn check<K: Key>() {
        for count in [0, 1, 2, 500, 513, 1000, 5001] {
            for told in [Told::Nowhere, Told::BySteps, Told::Separately] {
                let record = Record {
                    told,
                    ..with_payload(true)
                };
                let plan = planned_as::<K>(count, 64, &record).plan;
                assert_eq!(plan.warnings(), [""; 0], "{count} {} {told:?}", K::NAME);
            }
        }
    }
    check::<u32>();
    check::<f16>();
    check::<f64>();
}

/// Between the ends only words are known, and the index that moves with them; behind the last
/// step the payload comes.
#[test]
fn a_payload_is_moved_once_at_the_end() {
    let plan = planned_as::<f64>(1000, 256, &with_payload(true)).plan;
    assert_eq!(
        kernel_names(&plan),
        [
            "swap_local_f64_stable_writes_info",
            "flip_global_u64_stable_writes_info",
            "disperse_local_f64_stable_writes_info",
            "copy_u32",
            "gather_rows",
            "copy_u32",
        ]
    );
    // The result lay in the other place before the copy, and so do the indices.
    let buffer = |id: usize| plan.buffers()[id].label.as_str();
    let bound = |step: usize| {
        let ids = plan.steps()[step].bindings.iter();
        let ids = ids.filter_map(|id| match id {
            ResourceId::Buffer(id) => Some(buffer(id.index())),
            _ => None,
        });
        ids.collect::<Vec<_>>()
    };
    assert_eq!(bound(1), ["keys", "spare", "index", "spare index", "info"]);
    assert_eq!(bound(3), ["spare", "keys"]);
    assert_eq!(bound(4), ["spare index", "payload", "spare payload"]);
    assert_eq!(bound(5), ["spare payload", "payload"]);
}

/// Equal keys alone are the same bits: nothing can tell whether they kept their order.
#[test]
fn keys_alone_are_stable_without_an_index() {
    let record = Record {
        stable: true,
        ..Record::default()
    };
    let plan = planned_as::<i64>(100, 64, &record).plan;
    assert_eq!(kernel_names(&plan), ["swap_local_i64"]);
}

/// Eight storage buffers in a stage are WebGPU's default limit, and 16 KiB of workgroup memory.
#[test]
fn the_widest_record_fits_the_default_limits() {
    let plan = planned_as::<f64>(5000, 256, &with_payload(true)).plan;
    let most = plan.steps().iter().map(|step| step.bindings.len()).max();
    assert_eq!(most, Some(5), "keys and indices, each in and out, and info");
    assert_eq!(with_payload(true).bytes_per_invocation::<f64>(), 24);
    assert_eq!(with_payload(false).bytes_per_invocation::<f16>(), 16);
    assert_eq!(Record::default().bytes_per_invocation::<u32>(), 8);
}

/// Each invocation owns whole words: half as many pairs of words as there are pairs of keys.
#[test]
fn keys_that_share_a_word_take_half_the_invocations() {
    let of = |plan: &Plan| -> Vec<u64> {
        let groups = |step: &crate::plan::Step| step.grid.workgroups.map(u64::from);
        plan.steps()
            .iter()
            .map(|step| groups(step).into_iter().product())
            .collect()
    };
    let (halves, words) = (planned::<f16>(4096, 64), planned::<u32>(4096, 64));
    let pairs = of(&halves).into_iter().zip(of(&words)).zip(halves.steps());
    for ((half, whole), step) in pairs {
        let expected = match step.label.contains("local") {
            // A workgroup has a tile of halves, and eight tiles of words.
            true => whole * 8,
            false => whole / 2,
        };
        assert_eq!(half, expected, "{}", step.label);
    }
    assert_eq!(halves.buffers()[0].count, 2048);
    assert_eq!(
        planned::<f16>(5, 64).buffers()[0].count,
        3,
        "the last is half filled"
    );
    assert_eq!(planned::<f64>(5, 64).buffers()[0].count, 10);
}

/// A dispatch of one invocation behind each step, and at the end the copy before it.
#[test]
fn separate_dispatches_stand_behind_the_steps() {
    let planned = planned_as::<i32>(1000, 256, &told(Told::Separately));
    assert_eq!(
        kernel_names(&planned.plan),
        [
            "swap_local_blocked_i32",
            "advance_info",
            "flip_global_u32_reads_info",
            "advance_info",
            "disperse_local_blocked_i32",
            "copy_u32",
            "reset_info",
        ]
    );
    assert_eq!(planned.dispatches, [0..2, 2..4, 4..7]);
    let spans = planned
        .plan
        .steps()
        .iter()
        .map(|step| step.parameters.len());
    assert_eq!(spans.sum::<usize>(), 0, "spans are read from `info`");
}

#[test]
fn steps_that_say_what_comes_next_are_as_many_as_those_that_do_not() {
    for count in [2, 500, 513, 1000, 5000] {
        let silent = planned_as::<f32>(count, 64, &told(Told::Nowhere));
        let telling = planned_as::<f32>(count, 64, &told(Told::BySteps));
        assert_eq!(silent.plan.steps().len(), telling.plan.steps().len());
        assert_eq!(silent.dispatches, telling.dispatches);
        assert!(silent.info.is_none() && telling.info.is_some());
        assert_eq!(telling.plan.warnings(), [""; 0], "{count}");
        let separate = planned_as::<f32>(count, 64, &told(Told::Separately));
        assert_eq!(separate.plan.warnings(), [""; 0], "{count}");
    }
}

/// Workgroups past 65,535 fold into y, whatever the step, up to the most keys.
#[test]
fn grids_of_many_keys_fold() {
    let roomy = Limits {
        storage_binding_bytes: 1 << 40,
        buffer_bytes: 1 << 40,
        ..Limits::WEBGPU
    };
    for log2 in [23, 24, 27, 30, 31] {
        let schedule = Schedule::new(1 << log2, 64).expect("a power of two");
        let planned = sort_plan::<u32>(&schedule, &told(Told::BySteps), &roomy);
        let plan = planned.expect("a right plan").plan;
        plan.check(&roomy).expect("a right plan");
        for step in plan.steps() {
            let [x, y, z] = step.grid.workgroups;
            // A workgroup has 64 pairs, or eight tiles of 64 pairs.
            let is_local = step.label.contains("local");
            let least = 1 << (log2 - if is_local { 10 } else { 7 });
            assert!(step.grid.count() >= least, "{step:?}");
            let folds = least > 65_535;
            assert!(x <= 65_535 && y <= 65_535 && z == 1, "{step:?}");
            assert!(y > 1 || !folds, "{step:?}");
        }
    }
}

/// The words of `info` before each step, of a sort of three rounds.
#[test]
fn info_is_what_comes_next() {
    let schedule = Schedule::new(1000, 64).expect("a power of two");
    let words = |index| SortInfo::before(&schedule, index).words();
    let expected = [
        [1, 2, 2],
        [3, 256, 256],
        [2, 128, 256],
        [3, 512, 512],
        [4, 256, 512],
        [2, 128, 512],
        [3, 1024, 1024],
        [4, 512, 1024],
        [4, 256, 1024],
        [2, 128, 1024],
        [1, 2, 2],
    ];
    for (index, expected) in expected.into_iter().enumerate() {
        assert_eq!(words(index), expected, "before step {index}");
    }
    let kinds = [0, 1, 2, 3, 4, 5].map(|kind| SortInfo::from_words([kind, 0, 0]).step_kind());
    let named = kinds.map(|kind| kind.map_or_else(String::new, |kind| kind.to_string()));
    let names = [
        "",
        "swap local",
        "disperse local",
        "flip global",
        "disperse global",
        "",
    ];
    assert_eq!(named, names);
}

#[test]
fn a_sort_that_ends_early_brings_its_keys_home() {
    let schedule = Schedule::new(1000, 64).expect("a power of two");
    let record = Record {
        descending: true,
        ..Record::default()
    };
    let rows = [
        (ReadBuffer::Data, "restore_f32_descending", 1),
        (ReadBuffer::Temp, "restore_from_f32_descending", 2),
    ];
    for (from, name, buffers) in rows {
        let planned = restore_plan::<f32>(&schedule, &record, from, &Limits::WEBGPU);
        let planned = planned.expect("a right plan");
        planned.plan.check(&Limits::WEBGPU).expect("a right plan");
        assert_eq!(kernel_names(&planned.plan), [name]);
        assert_eq!(planned.plan.buffers().len(), buffers);
        assert_eq!(planned.plan.warnings(), [""; 0]);
    }
}
