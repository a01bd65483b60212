//! The closure of a counting sort: what it may declare, what is wrong with it or with what it is
//! given, and the kernels and the plan that come of it.

mod common;

use std::cell::Cell;

use bitonic_dsl::{
    Atomic, If, KernelScope, Node, R32Uint, Return, pipeline_override, select, uvec2,
    workgroup_barrier,
};
use bitonic_runtime::{CountingSort, Error, Gpu, PastEnd, counting_sort_cpu};
use common::{executors, scattered};

fn refused(sort: Result<CountingSort, Error>) -> String {
    sort.expect_err("it is refused").to_string()
}

/// Uniforms, parameters, a counter of the closure's own, and a value given anew.
#[test]
fn the_closure_declares_what_it_needs() {
    for gpu in executors() {
        let values: Vec<f32> = scattered(2000).map(|word| (word % 1000) as f32).collect();
        let (buffer, seen) = (
            gpu.buffer(&values).expect("room"),
            gpu.zeroed::<u32>(1).expect("room"),
        );
        let mut sort = gpu
            .counting_sort(2000, 1200, |k, i| {
                let value = k.storage::<f32>("values").element(i).load();
                let seen = k.storage_mut::<Atomic<u32>>("seen");
                let scale = k.uniform::<f32>("scale").load();
                let shift = k.param::<f32>("shift");
                // Each element is asked for once.
                If(value.lt(1e9), || {
                    seen.element(0).atomic_add(1);
                });
                let bin = (value * scale + shift).to_u32();
                select(bin.gt(1000), 1000, bin)
            })
            .bind("values", &buffer)
            .bind("seen", &seen)
            .uniform("scale", &0.5f32)
            .set("shift", 10.0f32)
            .stable()
            .build()
            .expect("it fits");
        let host = |shift: f32| {
            let bin = |i: usize| (values[i] * 0.5 + shift) as u32;
            counting_sort_cpu(2000, 1200, PastEnd::Refuse, |i| bin(i).min(1000)).expect("in range")
        };
        sort.compute().expect("it runs");
        assert!(sort.read().expect("in range") == host(10.0));
        sort.set("shift", 900.0f32).expect("it has one");
        sort.compute().expect("it runs");
        assert!(sort.read().expect("in range") == host(900.0));
        assert_eq!(seen.read().expect("it is there"), [4000]);

        let error = sort.set("shift", 1u32).expect_err("it is an `f32`");
        assert!(
            error
                .message()
                .contains("`shift` is `f32`, the value given is `u32`"),
            "{error}"
        );
        for own in ["element_count", "last_slot"] {
            let error = sort.set(own, 1u32).expect_err("it is the sort's own");
            assert!(error.help().is_some(), "{error}");
        }
        let error = sort.set("slope", 1u32).expect_err("there is none");
        assert!(error.message().contains("no parameter `slope`"), "{error}");
        sort.compute().expect("all is as before");
        assert!(sort.read().expect("in range") == host(900.0));
    }
}

#[test]
fn what_is_wrong_is_told_with_the_mend() {
    for gpu in executors() {
        let read = |k: &bitonic_dsl::KernelScope, i| k.storage::<u32>("distance").element(i).load();
        let three = gpu.zeroed::<u32>(3).expect("room");

        let error = refused(
            gpu.counting_sort(3, 0, read)
                .bind("distance", &three)
                .build(),
        );
        assert!(
            error.contains("0 bins") && error.contains("one more than the greatest bin"),
            "{error}"
        );

        let error = refused(gpu.counting_sort(3, 9, read).build());
        assert!(error.contains("nothing is bound to `distance`"), "{error}");
        assert!(
            error.contains("add `.bind(\"distance\", &buffer)`"),
            "{error}"
        );

        let error = refused(
            gpu.counting_sort(3, 9, read)
                .bind("distances", &three)
                .build(),
        );
        assert!(error.contains("no binding `distances`"), "{error}");

        let error = refused(
            gpu.counting_sort(3, 9, read)
                .bind("distance", &three)
                .bind("distance", &three)
                .build(),
        );
        assert!(error.contains("`distance` is bound twice"), "{error}");

        let floats = gpu.zeroed::<f32>(3).expect("room");
        let error = refused(
            gpu.counting_sort(3, 9, read)
                .bind("distance", &floats)
                .build(),
        );
        assert!(
            error.contains("`array<u32>`") && error.contains("holds `f32`"),
            "{error}"
        );

        let elsewhere = Gpu::named("software")
            .expect("always there")
            .zeroed::<u32>(3)
            .expect("room");
        let error = refused(
            gpu.counting_sort(3, 9, read)
                .bind("distance", &elsewhere)
                .build(),
        );
        assert!(error.contains("device"), "{error}");

        let error = refused(
            gpu.counting_sort(3, 9, |k, _| k.param::<u32>("bin"))
                .build(),
        );
        assert!(error.contains("parameter `bin` has no value"), "{error}");

        let error = refused(gpu.counting_sort(3, u32::MAX, |_, _| 0).build());
        assert!(
            error.contains("17179869184 bytes") && error.contains("use at most"),
            "{error}"
        );

        let error = refused(gpu.counting_sort(1 << 32, 3, |_, _| 0).build());
        assert!(error.contains("2^32 - 1"), "{error}");

        let error = refused(gpu.counting_sort(3, 3, |_, _| 0).workgroup_size(0).build());
        assert!(error.contains("workgroups of 0 invocations"), "{error}");

        // Bindings of the library's own.
        let error = refused(
            gpu.counting_sort(3, 3, |_, _| 0)
                .bind("bin_of_element", &three)
                .build(),
        );
        assert!(error.contains("bound by the library"), "{error}");
    }
}

/// Faults of the closure come with its own line in this file.
#[test]
fn faults_of_the_closure_are_at_its_line() {
    let gpu = Gpu::named("software").expect("always there");
    let line = Cell::new(0);
    let told = |error: String, words: &str| {
        let place = format!("tests/counting_closure.rs:{}", line.get());
        assert!(
            error.contains(&place) && error.contains(words),
            "{place}: {error}"
        );
    };
    let sort = gpu.counting_sort(3, 9, |k, i| {
        let bins = k.storage::<u32>("bins");
        If(i.lt(2), || {
            line.set(line!() + 1);
            workgroup_barrier();
        });
        bins.element(i).load()
    });
    told(refused(sort.build()), "control flow that is not uniform");

    let sort = gpu.counting_sort(3, 9, |_, i| {
        If(i.lt(2), || {
            line.set(line!() + 1);
            Return(());
        });
        0
    });
    told(refused(sort.build()), "would have no bin");

    let sort = gpu.counting_sort(3, 9, |k, i| {
        line.set(line!() + 1);
        let bins = k.storage::<u32>("bin_of_element");
        bins.element(i).load()
    });
    told(refused(sort.build()), "declared twice");

    // A value of a branch, outside of it.
    let sort = gpu.counting_sort(3, 9, |_, i| {
        let inner = Cell::new(i);
        If(i.lt(2), || {
            line.set(line!() + 1);
            inner.set(i * 3);
        });
        inner.get()
    });
    told(refused(sort.build()), "made here");
}

/// Bins from a picture, by a value that is known when the pipeline is made.
#[test]
fn textures_and_overrides_are_given_by_name_too() {
    for gpu in executors() {
        let texels: Vec<u32> = scattered(64).map(|word| word % 30).collect();
        let map = gpu.texture::<R32Uint>([8, 8], &texels).expect("room");
        let sort = gpu
            .counting_sort(64, 10, |k, i| {
                let map = k.texture_2d::<u32>("map");
                let divisor = pipeline_override::<u32>("divisor");
                map.load(uvec2(i % 8, i / 8), 0).x() / &divisor
            })
            .bind_texture("map", &map)
            .set_override("divisor", 3u32)
            .stable()
            .build()
            .expect("it fits");
        sort.compute().expect("it runs");
        let host = sort.compute_cpu(|i| texels[i] / 3).expect("in range");
        assert!(sort.read().expect("in range") == host, "{}", gpu.info());
    }
}

/// Every kernel is at hand, each once, and the plan prints.
#[test]
fn kernels_and_plan_can_be_read() {
    let gpu = Gpu::named("software").expect("always there");
    let given = gpu.zeroed::<u32>(100_000).expect("room");
    let names = |sort: &CountingSort| {
        let names = sort.kernels().iter().map(|kernel| kernel.name().to_owned());
        names.collect::<Vec<_>>()
    };
    let read = |k: &KernelScope, i: Node<u32>| k.storage::<u32>("given").element(i).load();
    let sort = || {
        gpu.counting_sort(100_000, 131_072, read)
            .bind("given", &given)
    };
    let unstable = sort().build().expect("it fits");
    assert_eq!(
        names(&unstable),
        [
            "counting_reset",
            "counting_histogram",
            "tile_sums_u32",
            "scan_one_tile_u32",
            "scan_tiles_u32",
            "counting_scatter",
        ]
    );
    assert_eq!(unstable.recording().plan().steps().len(), 6);
    let text = unstable.recording().plan().to_string();
    assert!(
        text.contains("counting sort of 100000 into 131072 bins"),
        "{text}"
    );
    for kernel in unstable.kernels() {
        let text = kernel
            .wgsl(bitonic_dsl::Dialect::Browser)
            .expect("browsers have all of it");
        assert!(text.contains("@compute"));
    }
    let stable = sort().stable().build().expect("it fits");
    for sort in [&unstable, &stable] {
        let warnings = sort.recording().plan().warnings();
        assert!(warnings.is_empty(), "{warnings:?}");
    }
    assert_eq!(
        stable
            .kernels()
            .iter()
            .filter(|one| one.name() == "scatter_by_digit")
            .count(),
        3
    );
}
