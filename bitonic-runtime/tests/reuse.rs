//! What a device keeps from one run to the next: compiled kernels and buffers. Told
//! by the device's own counts, never by the time that passes.

mod common;

use bitonic_dsl::{If, Kernel, instance_index, kernel};
use bitonic_runtime::{Counts, Gpu, SortOptions};
use common::{executors, scattered};

fn sort(gpu: &Gpu, count: usize) -> Counts {
    let mut keys: Vec<u32> = scattered(count).collect();
    gpu.sort(&mut keys).expect("it sorts");
    assert!(keys.is_sorted());
    gpu.counts()
}

#[test]
fn a_second_sort_makes_nothing() {
    for gpu in executors() {
        let first = sort(&gpu, 10_000);
        // Keys, the other buffer, parameters, and where the result is read through.
        assert_eq!(first.buffers, 4);
        assert_eq!(first.idle_buffers, 4);
        assert_eq!(sort(&gpu, 10_000), first);
        assert_eq!(sort(&gpu, 9_990), first, "nearly as many share the buffers");
        let larger = sort(&gpu, 20_000);
        assert!(larger.buffers > first.buffers);
        assert_eq!(larger.pipelines, first.pipelines);
        gpu.release_idle();
        assert_eq!((gpu.counts().idle_buffers, gpu.counts().idle_bytes), (0, 0));
    }
}

#[test]
fn both_orders_share_the_steps_between() {
    for gpu in executors() {
        let ascending = sort(&gpu, 3000).pipelines;
        let options = SortOptions {
            descending: true,
            ..SortOptions::default()
        };
        let mut keys: Vec<u32> = scattered(3000).collect();
        let report = gpu.sort_with(&mut keys, &options).expect("it sorts");
        assert!(report.steps > 2);
        assert_eq!(gpu.counts().pipelines, ascending + 2, "the two ends");
    }
}

/// `data[i] += amount`.
fn add(name: &str, amount: u32) -> Kernel {
    let built = kernel(name).build(|k| {
        let data = k.storage_mut::<u32>("data");
        let index = instance_index();
        If(index.lt(data.len()), || {
            data.element(index).add_assign(amount);
        });
    });
    built.expect("a right kernel")
}

#[test]
fn an_equal_kernel_is_compiled_once() {
    for gpu in executors() {
        let data = gpu.buffer(&[1u32, 2, 3]).expect("room");
        let compiled_after = |kernel: &Kernel| {
            let run = gpu.run(kernel).bind("data", &data).dispatch(3);
            run.expect("it runs");
            gpu.counts().pipelines
        };
        assert_eq!(compiled_after(&add("add", 1)), 1);
        assert_eq!(compiled_after(&add("add", 1)), 1, "built anew, and equal");
        assert_eq!(compiled_after(&add("add", 2)), 2, "another constant");
        assert_eq!(compiled_after(&add("plus", 1)), 3, "another name");
        assert_eq!(data.read().expect("there"), [6, 7, 8]);
    }
}

/// Runs of one kernel with a parameter share one buffer for it.
#[test]
fn parameters_of_many_runs_lie_in_one_buffer() {
    for gpu in executors() {
        let scale = kernel("scale").build(|k| {
            let data = k.storage_mut::<u32>("data");
            let factor = k.param::<u32>("factor");
            let index = instance_index();
            If(index.lt(data.len()), || {
                data.element(index).mul_assign(factor)
            });
        });
        let scale = scale.expect("a right kernel");
        let data = gpu.buffer(&[1u32, 10]).expect("room");
        let before = gpu.counts().buffers;
        for factor in [2u32, 3, 5, 7] {
            let run = gpu.run(&scale).bind("data", &data).set("factor", factor);
            run.dispatch(2).expect("it runs");
        }
        assert_eq!(gpu.counts().buffers, before + 1);
        assert_eq!(data.read().expect("there"), [210, 2100]);
    }
}

/// Commands in the caller's encoder outlive the sort that recorded them: its
/// scratch and parameters must not serve others meanwhile.
#[test]
fn an_encoder_submitted_late_keeps_its_buffers() {
    for gpu in executors() {
        let count = 3000;
        let keys: Vec<u32> = scattered(count).collect();
        let buffer = gpu.buffer(&keys).expect("room");
        let mut encoder = gpu.device().create_command_encoder(&Default::default());
        {
            let sort = gpu.bitonic_sort(&buffer).automatic_workgroup_size();
            let sort = sort.build().expect("it fits");
            sort.recording().record(&mut encoder);
        }
        assert_eq!(gpu.counts().idle_buffers, 0);
        // Other parameters, in a buffer of the same size.
        let options = SortOptions {
            workgroup_size: Some(64),
            ..SortOptions::default()
        };
        let mut others: Vec<u32> = scattered(count + 500).collect();
        gpu.sort_with(&mut others, &options).expect("it sorts");
        gpu.queue().submit([encoder.finish()]);
        let mut expected = keys;
        expected.sort_unstable();
        assert!(buffer.read().expect("there") == expected, "{}", gpu.info());
    }
}

/// Two sorts alive at once never share scratch.
#[test]
fn sorts_alive_together_have_scratch_of_their_own() {
    for gpu in executors() {
        let keys: Vec<u32> = scattered(3000).collect();
        let buffers = [gpu.buffer(&keys), gpu.buffer(&keys)].map(|made| made.expect("room"));
        let sort = |buffer| gpu.bitonic_sort(buffer).build().expect("it fits");
        let mut sorts = buffers.each_ref().map(sort);
        for _ in 0..sorts[0].step_count() {
            for sort in &mut sorts {
                sort.compute_step().expect("it runs");
            }
        }
        for buffer in &buffers {
            assert!(buffer.read().expect("there").is_sorted());
        }
    }
}
