//! Overrides of kernels: their values reach the pipeline, and what cannot be is told before
//! anything runs.

mod common;

use bitonic_dsl::interface::OverrideValue;
use bitonic_dsl::{
    Kernel, instance_index, kernel, local_invocation_index, pipeline_override, workgroup_array,
    workgroup_barrier,
};
use bitonic_runtime::error::ErrorKind;
use bitonic_runtime::plan::{Grid, Plan, Role};
use bitonic_runtime::{Bound, Gpu, Run};
use common::executors;

/// `data[i] += i * factor`, a workgroup of `width` at a time.
fn steps() -> Kernel {
    let width = pipeline_override::<u32>("width").with_default(64);
    let factor = pipeline_override::<i32>("factor").with_id(3);
    let built = kernel("steps").workgroup_size(&width).build(|k| {
        let data = k.storage_mut::<i32>("data");
        let tile = workgroup_array::<i32>("tile", &width);
        let local = local_invocation_index();
        let i = instance_index();
        tile.element(local).assign(i.to_i32() * &factor);
        workgroup_barrier();
        data.element(i).add_assign(tile.element(local).load());
    });
    built.expect("a right kernel")
}

fn run(gpu: &Gpu, values: &[(&str, OverrideValue)], threads: usize) -> Vec<i32> {
    let data = gpu.buffer(&vec![5i32; threads]).expect("room");
    let mut run = gpu.run(&steps()).bind("data", &data);
    for (name, value) in values {
        run = run.set_override(name, *value);
    }
    run.dispatch(threads).expect("it runs");
    data.read().expect("it is there")
}

#[test]
fn values_reach_the_pipeline() {
    for gpu in executors() {
        let expected = |factor: i32| (0..256).map(|i| 5 + i * factor).collect::<Vec<i32>>();
        let factor = |factor: i32| ("factor", factor.into());
        assert_eq!(run(&gpu, &[factor(7)], 256), expected(7));
        assert_eq!(run(&gpu, &[factor(-2)], 256), expected(-2));
        let narrow = [("width", 8u32.into()), factor(3)];
        assert_eq!(run(&gpu, &narrow, 256), expected(3));
    }
}

/// Grids count workgroups of the width that is given, also where they fold.
#[test]
fn grids_know_the_width() {
    for gpu in executors() {
        let most = gpu.limits().workgroups_per_dimension as usize;
        let threads = 2 * (most + 1);
        let values = [("width", 2u32.into()), ("factor", 1.into())];
        let found = run(&gpu, &values, threads);
        assert!(
            (5..)
                .zip(&found)
                .all(|(expected, value)| expected == *value)
        );
    }
}

#[test]
fn pipelines_are_kept_by_values() {
    let gpu = Gpu::named("software").expect("it is always there");
    let compiled = || gpu.counts().pipelines;
    let before = compiled();
    for values in [[1, 2], [1, 2]] {
        for factor in values {
            run(&gpu, &[("factor", factor.into())], 64);
        }
    }
    assert_eq!(compiled() - before, 2);
}

#[track_caller]
fn refused(change: impl FnOnce(Run) -> Run, kind: ErrorKind, words: &[&str]) {
    let gpu = Gpu::named("software").expect("it is always there");
    let data = gpu.buffer(&[0i32; 64]).expect("room");
    let run = change(gpu.run(&steps()).bind("data", &data));
    let error = run.dispatch(64).expect_err("it cannot run");
    let text = error.to_string();
    for word in words {
        assert!(text.contains(word), "`{word}` in:\n{text}");
    }
    assert_eq!(error.kind(), kind, "{text}");
    let data = data.read().expect("it is there");
    assert!(data.iter().all(|&value| value == 0), "nothing ran");
}

#[test]
fn wrong_values_are_told() {
    let kernel = ErrorKind::Kernel;
    refused(
        |run| run,
        ErrorKind::Plan,
        &[
            "override `factor` of type `i32` has no value",
            ".set_override(\"factor\", value)",
        ],
    );
    refused(
        |run| run.set_override("factr", 1),
        kernel,
        &[
            "no override `factr`; its overrides: `width`, `factor`",
            "overrides.rs",
        ],
    );
    refused(
        |run| run.set_override("factor", 1u32),
        kernel,
        &["override `factor` is `i32`, the value given is `u32`"],
    );
    refused(
        |run| run.set_override("factor", 1).set_override("factor", 2),
        ErrorKind::Plan,
        &["override `factor` is set twice"],
    );
    refused(
        |run| run.set_override("factor", 1).set("width", 64u32),
        ErrorKind::Plan,
        &["no parameter `width`", "it is an override: `.set_override("],
    );
    refused(
        |run| run.set_override("factor", 1).set_override("width", 0u32),
        kernel,
        &[
            "workgroup array `tile` has no elements",
            "the override `width`, 0",
        ],
    );
    refused(
        |run| {
            run.set_override("factor", 1)
                .set_override("width", 70_000u32)
        },
        kernel,
        &["workgroup array `tile` has too many elements", "70000"],
    );
    refused(
        |run| run.set_override("factor", 1).set_override("width", 4096u32),
        ErrorKind::Limit,
        &["a workgroup of 4096 x 1 x 1 has 4096 invocations"],
    );
}

/// A plan has a kernel once for each set of values.
#[test]
fn plans_run_kernels_with_values() {
    for gpu in executors() {
        let steps = steps();
        let mut plan = Plan::new("steps");
        let data = plan.add_buffer("data", Role::InputOutput, bitonic_dsl::types::Type::I32, 64);
        for (width, factor) in [(64u32, 1), (16, 10)] {
            let values: [(&str, OverrideValue); 2] =
                [("width", width.into()), ("factor", factor.into())];
            let kernel = plan.add_kernel(steps.with_overrides(values).expect("right values"));
            plan.add_step("step", kernel, [data], Grid::new([64 / width, 1, 1]));
        }
        let buffer = gpu.buffer(&[0i32; 64]).expect("room");
        let recording = gpu.prepare(plan, Bound::new().with(data, &buffer));
        recording.expect("a right plan").submit().expect("it runs");
        let expected: Vec<i32> = (0..64).map(|i| i * 11).collect();
        assert_eq!(buffer.read().expect("it is there"), expected);
    }
}

/// A count of threads needs the workgroup's size before it can be a grid.
#[test]
fn a_size_without_a_value_is_told_first() {
    let gpu = Gpu::named("software").expect("it is always there");
    let width = pipeline_override::<u32>("width");
    let kernel = kernel("wide").workgroup_size(&width).build(|k| {
        let data = k.storage_mut::<u32>("data");
        data.element(instance_index()).assign(1);
    });
    let data = gpu.buffer(&[0u32; 4]).expect("room");
    let run = gpu
        .run(&kernel.expect("a right kernel"))
        .bind("data", &data);
    let error = run.dispatch(1 << 40).expect_err("it has no size");
    assert!(
        error
            .to_string()
            .contains("override `width` of type `u32` has no value"),
        "{error}"
    );
}

/// The checker names the line of the kernel, also where its text declares overrides.
#[test]
fn faults_name_their_lines() {
    let width = pipeline_override::<u32>("width").with_default(2);
    let line = line!() + 4;
    let kernel = kernel("race").workgroup_size(&width).build(|k| {
        let data = k.storage_mut::<u32>("data");
        let local = local_invocation_index();
        data.element(local / &width).assign(local);
    });
    let kernel = kernel.expect("a right kernel");
    let gpu = Gpu::checked().expect("it is always there");
    for values in [&[][..], &[("width", 4u32)][..]] {
        let kernel = kernel
            .with_overrides(values.iter().copied())
            .expect("right values");
        let data = gpu.zeroed::<u32>(4).expect("room");
        let run = gpu.run(&kernel).bind("data", &data);
        let error = run
            .workgroups([1, 1, 1])
            .expect_err("two write one element");
        let place = format!("overrides.rs:{line}:");
        assert!(error.message().contains(&place), "no {place} in: {error}");
        assert_eq!(error.kind(), ErrorKind::Fault, "{error}");
    }
}
