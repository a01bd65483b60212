//! `BitonicSort` on buffers that stay on the device: what it says of itself, again and again,
//! in the caller's own encoder, and left before its end. Its steps are in `bitonic_steps`.

mod common;

use bitonic_dsl::types::f16;
use bitonic_runtime::error::ErrorKind;
use bitonic_runtime::plan::bitonic::{Blocking, TileMemory};
use bitonic_runtime::{AdapterKind, BitonicSort, Buffer, Gpu, ReadBuffer, SortInfo};
use common::order::{Ordered, in_order, mixed, same};
use common::{executors, scattered};

fn floats(count: usize) -> Vec<f32> {
    scattered(count).map(|word| word as i32 as f32).collect()
}

fn sorted(mut keys: Vec<f32>) -> Vec<f32> {
    keys.sort_by(f32::total_cmp);
    keys
}

fn bits(keys: &[f32]) -> Vec<u32> {
    keys.iter().map(|key| key.to_bits()).collect()
}

/// A sort in workgroups of at most 32.
fn sort_of(gpu: &Gpu, buffer: &Buffer<f32>) -> BitonicSort<f32> {
    let built = gpu.bitonic_sort(buffer).workgroup_size(32).build();
    built.expect("it fits")
}

#[test]
fn a_buffer_sorts_in_place_and_again() {
    for gpu in executors() {
        let keys = floats(1000);
        let buffer = gpu.buffer(&keys).expect("room");
        let mut sort = sort_of(&gpu, &buffer);
        for turn in 0..3 {
            let turned: Vec<f32> = keys.iter().map(|key| key * (turn as f32 - 1.0)).collect();
            buffer.write(&turned).expect("as many keys");
            sort.compute().expect("it runs");
            let expected = sorted(turned);
            assert_eq!(bits(&buffer.read().expect("it is there")), bits(&expected));
            assert_eq!(bits(&sort.keys().expect("it is there")), bits(&expected));
        }
        let report = gpu.sort_buffer(&buffer).expect("sorted keys sort too");
        assert_eq!(report.n, 1000);
    }
}

#[test]
fn the_callers_encoder_carries_two_sorts() {
    for gpu in executors() {
        let (first, second) = (floats(500), floats(777));
        let (one, two) = (gpu.buffer(&first), gpu.buffer(&second));
        let (one, two) = (one.expect("room"), two.expect("room"));
        let sorts = [&one, &two].map(|buffer| sort_of(&gpu, buffer));
        let mut encoder = gpu.device().create_command_encoder(&Default::default());
        for sort in &sorts {
            sort.recording().record(&mut encoder);
            sort.recording().record(&mut encoder);
        }
        gpu.queue().submit([encoder.finish()]);
        assert_eq!(one.read().expect("it is there"), sorted(first));
        assert_eq!(two.read().expect("it is there"), sorted(second));
        assert_eq!(sorts[0].info().expect("it is there"), SortInfo::START);
    }
}

#[test]
fn a_device_that_the_caller_opened_sorts() {
    for gpu in executors() {
        let own = Gpu::from_wgpu(gpu.device().clone(), gpu.queue().clone());
        let mut keys = [2i32, -5, 9, i32::MIN, i32::MAX, 0];
        own.sort(&mut keys).expect("sorts");
        assert_eq!(keys, [i32::MIN, -5, 0, 2, 9, i32::MAX]);
        assert_eq!(own.info().name, gpu.info().name);
    }
}

/// The numbers of the table of three.js: n, n / 2, `min(n / 2, 64)`, `k (k + 1) / 2`,
/// `1 + g + g (g + 1) / 2`; and one dispatch for each step.
#[test]
fn sixteen_thousand_keys_have_the_numbers_of_three_js() {
    for gpu in executors() {
        let buffer = gpu.zeroed::<u32>(16_384).expect("room");
        let sort = gpu.bitonic_sort(&buffer).build().expect("it fits");
        assert_eq!((sort.count(), sort.dispatch_size()), (16_384, 8192));
        assert_eq!(sort.workgroup_size(), 64);
        assert_eq!((sort.swap_op_count(), sort.step_count()), (105, 36));
        let plan = sort.recording().plan();
        assert_eq!(plan.steps().len(), 36);
        assert!(plan.steps().iter().all(|step| step.label != "align"));
        let separate = gpu.bitonic_sort(&buffer).separate_info();
        let separate = separate.build().expect("it fits");
        assert_eq!(separate.step_count(), 36);
        assert_eq!(separate.recording().plan().steps().len(), 72);
    }
}

/// Dispatches of every shape: the copy at the end comes where the number of global exchanges
/// is odd, and only there.
#[test]
fn a_copy_ends_an_odd_number_of_global_exchanges() {
    let gpu = Gpu::named("software").expect("always there");
    // Keys, and g where 2^g tiles of 128 hold them.
    let rows = [
        (2, 0),
        (128, 0),
        (129, 1),
        (500, 2),
        (512, 2),
        (1000, 3),
        (2048, 4),
        (4096, 5),
    ];
    for (count, rounds) in rows {
        let buffer = gpu.zeroed::<u32>(count).expect("room");
        let sort = gpu.bitonic_sort(&buffer).build().expect("it fits");
        let exchanges = rounds * (rounds + 1) / 2;
        let steps = 1 + rounds + exchanges;
        assert_eq!(sort.step_count(), steps, "{count}");
        let copy = exchanges % 2;
        assert_eq!(
            sort.recording().plan().steps().len(),
            steps + copy,
            "{count}"
        );
        let separate = gpu.bitonic_sort(&buffer).separate_info();
        let separate = separate.build().expect("it fits");
        let dispatches = separate.recording().plan().steps().len();
        assert_eq!(dispatches, 2 * steps + copy, "{count}");
    }
}

/// `min(n / 2, most)`, made a power of two.
#[test]
fn a_workgroup_size_is_an_upper_bound() {
    for gpu in executors() {
        let limit = gpu.limits().workgroup_invocations;
        let built = |count: usize, most: u32| {
            let buffer = gpu.zeroed::<u32>(count).expect("room");
            let built = gpu.bitonic_sort(&buffer).workgroup_size(most).build();
            built.expect("it fits").workgroup_size()
        };
        assert_eq!(built(1000, 48), 32);
        assert_eq!(built(1000, 1), 1);
        assert_eq!(built(100, 64), 64);
        assert_eq!(built(64, 64), 32);
        assert_eq!(built(3, 64), 2);
        assert_eq!(built(2, 64), 1);
        assert_eq!(built(0, 64), 1);
        let most = built(1 << 20, u32::MAX);
        assert!(most.is_power_of_two() && most <= limit, "{most} of {limit}");
        let automatic = gpu.zeroed::<u32>(5000).expect("room");
        let automatic = gpu.bitonic_sort(&automatic).automatic_workgroup_size();
        let automatic = automatic.build().expect("it fits").schedule().blocking();
        let stands_in = gpu.info().kind == AdapterKind::Software;
        let expected = match stands_in {
            true => (TileMemory::Registers, 64, 5),
            false => (TileMemory::Workgroup, 256, 4),
        };
        let found = (
            automatic.tile,
            automatic.workgroup_size,
            automatic.exchanges,
        );
        assert_eq!(found, expected, "{}", gpu.info());
        let none = gpu.zeroed::<u32>(10).expect("room");
        let error = gpu.bitonic_sort(&none).workgroup_size(0).build();
        let error = error.expect_err("no invocation");
        assert_eq!(error.kind(), ErrorKind::Options);
        assert!(error.message().contains("size of 0"), "{error}");
        assert!(error.help().is_some());
    }
}

#[test]
fn fewer_than_two_keys_are_sorted_as_they_are() {
    for gpu in executors() {
        for count in [0, 1] {
            for separate in [false, true] {
                let keys: Vec<i32> = vec![-7; count];
                let buffer = gpu.buffer(&keys).expect("room");
                let builder = gpu.bitonic_sort(&buffer);
                let builder = match separate {
                    true => builder.separate_info(),
                    false => builder,
                };
                let mut sort = builder.build().expect("nothing is wrong");
                assert_eq!((sort.count(), sort.dispatch_size()), (count, 0));
                assert_eq!((sort.step_count(), sort.swap_op_count()), (0, 0));
                assert_eq!(sort.recording().plan().steps().len(), 0);
                assert_eq!((sort.next_step(), sort.steps_done()), (None, 0));
                assert!(sort.kernels().is_empty() && sort.kernel(0).is_none());
                let error = sort.compute_step().expect_err("no step");
                assert!(error.message().contains("no step"), "{error}");
                sort.compute().expect("nothing to do");
                sort.reset().expect("nothing to do");
                assert_eq!(sort.info().expect("it is there"), SortInfo::START);
                assert_eq!(sort.read_buffer(), ReadBuffer::Data);
                assert_eq!(sort.keys().expect("it is there"), keys);
                assert_eq!(buffer.read().expect("it is there"), keys);
            }
        }
    }
}

/// Whatever step it was left at, the caller's buffer has its keys.
#[test]
fn a_sort_that_is_dropped_leaves_keys() {
    for gpu in executors() {
        let keys = floats(300);
        let expected = sorted(keys.clone());
        for steps in 0..=6 {
            for descending in [false, true] {
                let buffer = gpu.buffer(&keys).expect("room");
                let payload = gpu.buffer(&bits(&keys)).expect("room");
                let builder = gpu.bitonic_sort(&buffer).workgroup_size(32);
                let builder = match steps % 2 {
                    0 => builder,
                    _ => builder.payload(&payload),
                };
                let builder = match descending {
                    true => builder.descending(),
                    false => builder,
                };
                let mut sort = builder.build().expect("it fits");
                for _ in 0..steps {
                    sort.compute_step().expect("it runs");
                }
                let between = sort.keys().expect("they are there");
                drop(sort);
                let left = buffer.read().expect("it is there");
                assert_eq!(bits(&left), bits(&between), "after {steps} steps");
                if steps % 2 == 1 {
                    let beside = payload.read().expect("it is there");
                    assert_eq!(beside, bits(&left), "after {steps} steps");
                }
                assert_eq!(bits(&sorted(left)), bits(&expected), "after {steps} steps");
            }
        }
    }
}

/// Every kernel prints, and steps name theirs.
#[test]
fn kernels_are_reachable_and_print() {
    use bitonic_dsl::Dialect;
    let gpu = Gpu::named("software").expect("always there");
    let buffer = gpu.zeroed::<f32>(500).expect("room");
    let sort = gpu.bitonic_sort(&buffer).build().expect("it fits");
    let separate = gpu.bitonic_sort(&buffer).separate_info();
    let separate = separate.build().expect("it fits");
    let names = |sort: &BitonicSort<f32>| -> Vec<String> {
        let kernels = (0..sort.step_count()).map(|step| sort.kernel(step).expect("a step"));
        kernels.map(|kernel| kernel.name().to_owned()).collect()
    };
    assert_eq!(
        names(&sort),
        [
            "swap_local_blocked_f32_writes_info",
            "flip_global_u32_writes_info",
            "disperse_local_blocked_u32_writes_info",
            "flip_global_u32_writes_info",
            "disperse_global_u32_writes_info",
            "disperse_local_blocked_f32_writes_info",
        ]
    );
    assert_eq!(
        names(&separate),
        [
            "swap_local_blocked_f32",
            "flip_global_u32_reads_info",
            "disperse_local_blocked_u32",
            "flip_global_u32_reads_info",
            "disperse_global_u32_reads_info",
            "disperse_local_blocked_f32",
        ]
    );
    assert!(sort.kernel(6).is_none() && separate.kernel(6).is_none());
    for sort in [&sort, &separate] {
        for kernel in sort.kernels() {
            let text = kernel.wgsl(Dialect::Browser).expect("a right kernel");
            assert!(text.contains(&format!("fn {}(", kernel.name())), "{text}");
        }
    }
    let others = separate.kernels().iter().map(|kernel| kernel.name());
    let others: Vec<_> = others.filter(|name| name.ends_with("_info")).collect();
    assert!(others.contains(&"advance_info") && others.contains(&"reset_info"));
}

/// No race, no access past the end, no barrier that some miss: whole, by steps, and reset.
fn check_on_checker<K: Ordered>(gpu: &Gpu, count: usize, workgroup_size: u32) {
    for bits in 0..8 {
        let (separate, stable, carries) = (bits & 1 == 1, bits & 2 == 2, bits & 4 == 4);
        let keys: Vec<K> = mixed(count, bits);
        let (buffer, payload) = (gpu.buffer(&keys), gpu.zeroed::<u32>(count));
        let (buffer, payload) = (buffer.expect("room"), payload.expect("room"));
        let mut builder = gpu.bitonic_sort(&buffer).workgroup_size(workgroup_size);
        if separate {
            builder = builder.separate_info();
        }
        if stable {
            builder = builder.stable();
        }
        if carries {
            builder = builder.payload(&payload);
        }
        let mut sort = builder.descending().build().expect("it fits");
        sort.compute().expect("no fault");
        for _ in 0..sort.step_count() / 2 {
            sort.compute_step().expect("no fault");
        }
        sort.reset().expect("no fault");
        sort.compute().expect("no fault");
        let found = buffer.read().expect("it is there");
        assert!(same(&found, &in_order(&keys, true)), "{} {bits}", K::NAME);
    }
}

#[test]
fn the_checker_finds_no_fault() {
    let gpu = Gpu::checked().expect("the software adapter");
    for (count, workgroup_size) in [(3, 64), (131, 4), (300, 32)] {
        check_on_checker::<u32>(&gpu, count, workgroup_size);
        check_on_checker::<i32>(&gpu, count, workgroup_size);
        check_on_checker::<f32>(&gpu, count, workgroup_size);
        check_on_checker::<f16>(&gpu, count, workgroup_size);
        check_on_checker::<u64>(&gpu, count, workgroup_size);
        check_on_checker::<i64>(&gpu, count, workgroup_size);
        check_on_checker::<f64>(&gpu, count, workgroup_size);
    }
}

#[test]
fn a_payload_must_fit_the_keys() {
    let gpu = Gpu::named("software").expect("always there");
    let keys = gpu.zeroed::<u32>(8).expect("room");
    let short = gpu.zeroed::<u32>(7).expect("room");
    let halves = gpu.zeroed::<f16>(8).expect("room");
    let refused = [
        (gpu.bitonic_sort(&keys).payload(&short).build(), "7 values"),
        (
            gpu.bitonic_sort(&keys).payload(&keys).build(),
            "of the keys",
        ),
        (gpu.bitonic_sort(&keys).payload(&halves).build(), "`f16`"),
    ];
    for (built, words) in refused {
        let error = built.expect_err("it does not fit");
        assert!(error.message().contains(words), "{error}");
        assert!(error.help().is_some(), "{error}");
    }
    let sort = gpu.bitonic_sort(&keys).build().expect("it fits");
    let error = sort.payload::<u32>().expect_err("none");
    assert!(error.message().contains("keys alone"), "{error}");
}

#[test]
fn buffers_of_another_device_are_refused() {
    let [here, there] = [(); 2].map(|()| Gpu::named("software").expect("always there"));
    let (own, foreign) = (here.zeroed::<u32>(8), there.zeroed::<u32>(8));
    let (own, foreign) = (own.expect("room"), foreign.expect("room"));
    let refused = [
        (here.bitonic_sort(&foreign).build(), "`keys`"),
        (
            here.bitonic_sort(&own).payload(&foreign).build(),
            "`payload`",
        ),
    ];
    for (built, name) in refused {
        let error = built.expect_err("it is on another device");
        assert!(error.message().contains("another `Gpu`"), "{error}");
        assert!(error.message().contains(name), "{error}");
    }
}

/// An error of another call is told before the step, which then did not run: what comes next is
/// still that step, and the keys are not lost.
#[test]
fn an_error_of_another_call_runs_no_step() {
    let gpu = Gpu::named("software").expect("it is always there");
    let keys: Vec<f32> = mixed(100, 5);
    let buffer = gpu.buffer(&keys).expect("room");
    let sort = gpu.bitonic_sort(&buffer).workgroup_size(1).build();
    let mut sort = sort.expect("it fits");
    for steps in [0, 3] {
        for _ in 0..steps {
            sort.compute_step().expect("it runs");
        }
        let _ = gpu.device().create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: 4,
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::MAP_WRITE,
            mapped_at_creation: false,
        });
        let before = sort.steps_done();
        assert!(sort.compute_step().is_err(), "the buffer has no such usage");
        assert_eq!(sort.steps_done(), before);
        sort.compute().expect("it runs");
        let sorted = buffer.read().expect("it is there");
        assert!(same(&sorted, &in_order(&keys, false)));
    }
}

/// Tiles in registers need no memory of a workgroup.
#[test]
fn a_blocking_in_registers_is_not_held_to_workgroup_memory() {
    let gpu = Gpu::named("software").expect("it is always there");
    let keys: Vec<f64> = mixed(1000, 6);
    let (buffer, values) = (gpu.buffer(&keys), gpu.zeroed::<u32>(1000));
    let (buffer, values) = (buffer.expect("room"), values.expect("room"));
    let blocking = Blocking {
        workgroup_size: gpu.limits().workgroup_invocations,
        tile: TileMemory::Registers,
        exchanges: 4,
    };
    let sort = gpu
        .bitonic_sort(&buffer)
        .payload(&values)
        .blocking(blocking);
    sort.build().expect("it fits").compute().expect("it runs");
    let sorted = buffer.read().expect("it is there");
    assert!(same(&sorted, &in_order(&keys, false)));
}
