//! Planned sorts, with no device: which kernels stand where.

use super::plan::sort_plan;
use super::record::Record;
use crate::kernels::Key;
use crate::plan::bitonic::Schedule;
use crate::plan::{Limits, Plan};

fn planned<K: Key>(count: usize, workgroup_size: u32) -> Plan {
    planned_in_order::<K>(count, workgroup_size, false)
}

fn planned_in_order<K: Key>(count: usize, workgroup_size: u32, descending: bool) -> Plan {
    let schedule = Schedule::new(count, workgroup_size).expect("a power of two");
    let record = Record {
        descending,
        ..Record::default()
    };
    let planned = sort_plan::<K>(&schedule, &record, &Limits::WEBGPU).expect("a right plan");
    planned.plan.check(&Limits::WEBGPU).expect("a right plan");
    planned.plan
}

fn kernel_names(plan: &Plan) -> Vec<&str> {
    let name = |step: &crate::plan::Step| plan.kernels()[step.kernel.index()].name();
    plan.steps().iter().map(name).collect()
}

#[test]
fn one_tile_is_one_step_without_a_second_buffer() {
    let plan = planned::<f32>(512, 256);
    assert_eq!(kernel_names(&plan), ["swap_local_f32"]);
    assert_eq!(plan.buffers().len(), 1);
}

#[test]
fn only_the_ends_of_a_sort_know_the_key_type() {
    let plan = planned::<f32>(513, 64);
    assert_eq!(
        kernel_names(&plan),
        [
            "swap_local_f32",
            "flip_global_u32",
            "disperse_local_u32",
            "flip_global_u32",
            "disperse_global_u32",
            "disperse_local_u32",
            "flip_global_u32",
            "disperse_global_u32",
            "disperse_global_u32",
            "disperse_local_f32",
        ]
    );
}

#[test]
fn only_the_ends_of_a_sort_know_the_order() {
    let plan = planned_in_order::<u32>(257, 64, true);
    let names = kernel_names(&plan);
    assert_eq!(names.first(), Some(&"swap_local_u32_descending"));
    assert_eq!(
        names[1..names.len() - 2],
        [
            "flip_global_u32",
            "disperse_local_u32",
            "flip_global_u32",
            "disperse_global_u32"
        ]
    );
    assert_eq!(
        names[names.len() - 2..],
        ["disperse_local_u32_descending", "copy_u32"]
    );
    let alone = planned_in_order::<i32>(100, 64, true);
    assert_eq!(kernel_names(&alone), ["swap_local_i32_descending"]);
}

#[test]
fn an_odd_number_of_moves_ends_with_a_copy() {
    let plan = planned::<i32>(1000, 256);
    assert_eq!(
        kernel_names(&plan),
        [
            "swap_local_i32",
            "flip_global_u32",
            "disperse_local_i32",
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
