//! Dispatches whose workgroups a kernel before them wrote, on every executor.

mod common;

use bitonic_dsl::types::{ShaderType, UVec3};
use bitonic_dsl::{
    Atomic, Error, If, Kernel, global_invocation_id, instance_index, kernel, num_workgroups,
};
use bitonic_runtime::Bound;
use bitonic_runtime::plan::{Grid, Plan, Role};
use common::executors;

/// Writes the workgroups that hold `count` invocations of 4.
fn workgroups_of() -> Result<Kernel, Error> {
    kernel("workgroups_of").workgroup_size(1).build(|k| {
        let count = k.storage::<u32>("count");
        let workgroups = k.storage_mut::<u32>("workgroups");
        let needed = (count.element(0).load() + 3) / 4;
        workgroups.element(0).assign(needed);
        workgroups.element(1).assign(1);
        workgroups.element(2).assign(1);
    })
}

/// Marks each invocation.
fn mark() -> Result<Kernel, Error> {
    kernel("mark").workgroup_size(4).build(|k| {
        let marks = k.storage_mut::<u32>("marks");
        let i = instance_index();
        If(i.lt(marks.len()), || marks.element(i).add_assign(1));
    })
}

#[test]
fn as_many_workgroups_run_as_a_kernel_wrote() {
    let (write, mark) = (workgroups_of().expect("right"), mark().expect("right"));
    for gpu in executors() {
        let workgroups = gpu.buffer(&[9u32, 9, 9]).expect("room");
        for count in [0u32, 1, 4, 5, 17] {
            let marks = gpu.zeroed::<u32>(30).expect("room");
            gpu.run(&write)
                .bind("count", &gpu.buffer(&[count]).expect("room"))
                .bind("workgroups", &workgroups)
                .dispatch(1)
                .expect("it runs");
            gpu.run(&mark)
                .bind("marks", &marks)
                .indirect(&workgroups)
                .expect("it runs");
            let marked = marks.read().expect("it is there");
            let expected = (0..30).map(|i| u32::from(i < count.next_multiple_of(4)));
            assert!(marked.into_iter().eq(expected), "{count} on {}", gpu.info());
        }
    }
}

#[test]
fn a_plan_counts_and_then_works() {
    for gpu in executors() {
        let mut plan = Plan::new("indirect");
        let count = plan.add_buffer("count", Role::Input, u32::ty(), 1);
        let workgroups = plan.add_buffer("workgroups", Role::Scratch, u32::ty(), 3);
        let marks = plan.add_buffer("marks", Role::InputOutput, u32::ty(), 30);
        let write = plan.add_kernel(workgroups_of().expect("right"));
        let mark = plan.add_kernel(mark().expect("right"));
        plan.add_step("count", write, [count, workgroups], Grid::new([1, 1, 1]));
        plan.add_indirect_step("mark", mark, [marks], workgroups);
        let (given, marked) = (gpu.buffer(&[6u32]), gpu.zeroed::<u32>(30));
        let (given, marked) = (given.expect("room"), marked.expect("room"));
        let bound = Bound::new().with(count, &given).with(marks, &marked);
        let recording = gpu.prepare(plan, bound).expect("a right plan");
        recording.submit().expect("it runs");
        recording.submit().expect("it runs again");
        let marks = marked.read().expect("it is there");
        assert!(
            marks
                .into_iter()
                .eq((0..30).map(|i| if i < 8 { 2 } else { 0 }))
        );
    }
}

/// The three dimensions in their order, for a kernel that also reads them.
#[test]
fn a_kernel_may_read_what_starts_it() {
    let kernel = kernel("positions").workgroup_size(1).build(|k| {
        let workgroups = k.storage::<UVec3>("workgroups");
        let same = k.storage_mut::<Atomic<u32>>("same");
        let far = k.storage_mut::<Atomic<u32>>("far");
        let known = workgroups.element(0).load();
        If(bitonic_dsl::all(known.eq(num_workgroups())), || {
            let _ = same.element(0).atomic_add(1);
        });
        let at = global_invocation_id();
        let _ = far
            .element(0)
            .atomic_max(at.x() + at.y() * 10 + at.z() * 100);
    });
    let kernel = kernel.expect("a right kernel");
    for gpu in executors() {
        let workgroups = gpu.buffer(&[UVec3::new(4, 3, 2)]).expect("room");
        let (same, far) = (gpu.zeroed::<u32>(1), gpu.zeroed::<u32>(1));
        let (same, far) = (same.expect("room"), far.expect("room"));
        gpu.run(&kernel)
            .bind("workgroups", &workgroups)
            .bind("same", &same)
            .bind("far", &far)
            .indirect(&workgroups)
            .expect("it runs");
        assert_eq!(same.read().expect("there"), [24], "{}", gpu.info());
        assert_eq!(far.read().expect("there"), [123], "{}", gpu.info());
    }
}

/// WebGPU: counts beyond the limit are as a dispatch of none.
#[test]
fn more_than_the_limit_starts_nothing() {
    let mark = mark().expect("right");
    for gpu in executors() {
        let most = gpu.limits().workgroups_per_dimension;
        for counts in [
            [most + 1, 1, 1],
            [1, most + 1, 1],
            [1, 1, u32::MAX],
            [1, 0, 1],
        ] {
            let marks = gpu.zeroed::<u32>(5).expect("room");
            gpu.run(&mark)
                .bind("marks", &marks)
                .indirect(&gpu.buffer(&counts).expect("room"))
                .expect("it runs");
            assert_eq!(
                marks.read().expect("there"),
                [0; 5],
                "{counts:?} on {}",
                gpu.info()
            );
        }
    }
}

#[test]
fn what_cannot_start_a_run_is_refused() {
    let mark = mark().expect("right");
    for gpu in executors() {
        let marks = gpu.zeroed::<u32>(5).expect("room");
        let short = gpu.zeroed::<u32>(2).expect("room");
        let floats = gpu.zeroed::<f32>(3).expect("room");
        let run = || gpu.run(&mark).bind("marks", &marks);
        let said =
            |result: Result<(), bitonic_runtime::Error>| result.expect_err("wrong").to_string();
        let told = said(run().indirect(&short));
        assert!(told.contains("which holds 2 `u32`"), "{told}");
        let told = said(run().indirect(&floats));
        assert!(
            told.contains(
                "kernel `mark`: the workgroups are read from `workgroups`, which holds `f32`"
            ),
            "{told}"
        );
        let told = said(run().indirect(&marks));
        assert!(
            told.contains("which is bound to `marks` and may be written"),
            "{told}"
        );
        let told = said(gpu.run(&mark).indirect(&short));
        assert!(told.contains("nothing is bound to `marks`"), "{told}");
    }
}

/// A buffer of another device is told, where it is bound and where it starts a run.
#[test]
fn a_buffer_of_another_device_is_refused() {
    let mark = mark().expect("right");
    let (here, there) = (executors().remove(0), executors().remove(0));
    let marks = here.zeroed::<u32>(5).expect("room");
    let theirs = there.buffer(&[1u32, 1, 1]).expect("room");
    let error = here
        .run(&mark)
        .bind("marks", &marks)
        .indirect(&theirs)
        .expect_err("wrong");
    assert!(error.to_string().contains("`workgroups`"), "{error}");
}
