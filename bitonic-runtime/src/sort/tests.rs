//! Planned sorts: which kernels stand where, and that folded grids run right.

use super::plan::sort_plan;
use crate::device::Gpu;
use crate::execute::Bound;
use crate::kernels::Key;
use crate::plan::bitonic::Schedule;
use crate::plan::{Limits, Plan};

fn planned<K: Key>(count: usize, workgroup_size: u32) -> Plan {
    let schedule = Schedule::new(count, workgroup_size).expect("a power of two");
    let planned = sort_plan::<K>(&schedule, &Limits::WEBGPU).expect("a right plan");
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

/// With a limit of 7 workgroups in a dimension every grid folds into y and z.
#[test]
fn folded_grids_sort() {
    let names = ["software", "vulkan"];
    for gpu in names.into_iter().filter_map(|name| Gpu::named(name).ok()) {
        for count in [300, 1000, 1024] {
            let schedule = Schedule::new(count, 2).expect("a power of two");
            let narrow = Limits {
                workgroups_per_dimension: 7,
                ..*gpu.limits()
            };
            let mix = |index: u32| index.wrapping_mul(2_654_435_761);
            let keys: Vec<u32> = (0..count as u32).map(mix).collect();
            let buffer = gpu.buffer(&keys).expect("room for the keys");
            let planned = sort_plan::<u32>(&schedule, &narrow).expect("a right plan");
            let folds = |step: &crate::plan::Step| step.grid.workgroups[2] > 1;
            assert!(planned.plan.steps().iter().all(folds));
            let bound = Bound::new().with(planned.keys, &buffer);
            let recording = gpu.prepare(planned.plan, bound).expect("it fits");
            recording.submit().expect("it runs");
            let mut expected = keys;
            expected.sort_unstable();
            assert_eq!(buffer.read().expect("it is there"), expected);
        }
    }
}
