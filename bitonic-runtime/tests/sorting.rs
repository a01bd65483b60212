//! Sorting on every executor, bit for bit equal to a sort on the host whose order
//! `common/order` states on its own.

mod common;

use bitonic_dsl::f16;
use bitonic_runtime::{Gpu, SortOptions};
use common::order::{Ordered, shapes};
use common::{executors, scattered};

/// Sorts on one executor, in both orders, and compares every bit.
fn check<K: Ordered>(gpu: &Gpu, keys: &[K], workgroup_size: Option<u32>) {
    let mut expected = keys.to_vec();
    expected.sort_by(K::order);
    let mut options = SortOptions {
        workgroup_size,
        descending: false,
    };
    check_order(gpu, keys, &options, &expected);
    expected.reverse();
    options.descending = true;
    check_order(gpu, keys, &options, &expected);
}

fn check_order<K: Ordered>(gpu: &Gpu, keys: &[K], options: &SortOptions, expected: &[K]) {
    let mut sorted = keys.to_vec();
    let place = format!("{} {} {options:?} on {}", keys.len(), K::NAME, gpu.info());
    let report = gpu
        .sort_with(&mut sorted, options)
        .unwrap_or_else(|error| panic!("{place}: {error}"));
    assert_eq!(report.n, keys.len());
    assert_eq!(report.descending, options.descending);
    let wrong =
        (0..keys.len()).find(|&at| K::bytes_of(&[sorted[at]]) != K::bytes_of(&[expected[at]]));
    if let Some(at) = wrong {
        panic!(
            "{place}: [{at}] is {:?}, not {:?}",
            sorted[at], expected[at]
        );
    }
}

fn check_shapes<K: Ordered>(gpu: &Gpu, count: usize, workgroup_size: Option<u32>) {
    for (_, keys) in shapes::<K>(count) {
        check(gpu, &keys, workgroup_size);
    }
}

#[test]
fn any_length_sorts() {
    for gpu in executors() {
        for count in [0, 1, 2, 3, 100, 1000] {
            check_shapes::<u32>(&gpu, count, None);
            check_shapes::<i32>(&gpu, count, None);
            check_shapes::<f32>(&gpu, count, None);
            check_shapes::<f16>(&gpu, count, None);
            check_shapes::<u64>(&gpu, count, None);
            check_shapes::<i64>(&gpu, count, None);
            check_shapes::<f64>(&gpu, count, None);
        }
        for count in [(1 << 14) - 1, 1 << 14, (1 << 14) + 1] {
            check_shapes::<f32>(&gpu, count, None);
        }
    }
}

#[test]
fn any_workgroup_size_sorts() {
    for gpu in executors() {
        for workgroup_size in [1, 2, 32, 64, 256] {
            for count in [2, 3, 100, 1000, 1025] {
                check_shapes::<f32>(&gpu, count, Some(workgroup_size));
                check_shapes::<f16>(&gpu, count, Some(workgroup_size));
                check_shapes::<f64>(&gpu, count, Some(workgroup_size));
            }
        }
    }
}

#[test]
fn a_million_keys_sort() {
    for gpu in executors() {
        let keys: Vec<u32> = scattered(1_000_000).collect();
        check(&gpu, &keys, None);
    }
}

/// More than 65,535 workgroups in every step.
#[test]
fn grids_past_a_dimension_sort() {
    for gpu in executors() {
        let keys: Vec<u32> = scattered(2 * 65_536 + 77).collect();
        check(&gpu, &keys, Some(1));
    }
}

#[test]
fn other_workgroup_sizes_are_refused_and_leave_the_keys() {
    for gpu in executors() {
        for (size, words) in [
            (48, "power of two"),
            (0, "power of two"),
            (1 << 20, "room for"),
        ] {
            let mut keys = [3u32, 1, 2];
            let options = SortOptions {
                workgroup_size: Some(size),
                ..SortOptions::default()
            };
            let error = gpu.sort_with(&mut keys, &options).expect_err("refused");
            assert!(error.message().contains(words), "{error}");
            assert!(error.message().contains(&size.to_string()), "{error}");
            assert!(error.help().is_some(), "{error}");
            assert_eq!(keys, [3, 1, 2]);
        }
    }
}

#[test]
fn a_report_says_what_was_done() {
    for gpu in executors() {
        let mut keys: Vec<u32> = scattered(16_384).collect();
        let options = SortOptions {
            workgroup_size: Some(64),
            ..SortOptions::default()
        };
        let report = gpu.sort_with(&mut keys, &options).expect("sorts");
        assert_eq!(
            (report.steps, report.dispatches),
            (36, 36),
            "28 moves, no copy"
        );
        assert_eq!((report.n, report.workgroup_size), (16_384, 64));
        assert_eq!(report.device, gpu.info().name);
        assert_eq!(report.algorithm, "bitonic");
        assert!(report.compile.as_nanos() > 0 && report.time.as_nanos() > 0);
    }
}

#[test]
fn two_sorters_at_once() {
    for gpu in executors() {
        std::thread::scope(|scope| {
            for salt in 0..4usize {
                let gpu = &gpu;
                scope.spawn(move || {
                    let keys: Vec<u32> = scattered(3000 + salt).collect();
                    check(gpu, &keys, Some(64));
                });
            }
        });
    }
}

/// Threads that poll one device take each other's callbacks.
#[test]
fn many_threads_read_from_one_device() {
    for gpu in executors() {
        std::thread::scope(|scope| {
            for salt in 0..8u32 {
                let gpu = &gpu;
                scope.spawn(move || {
                    let buffer = gpu.buffer(&[salt; 33]).expect("room");
                    for _ in 0..50 {
                        assert_eq!(buffer.read().expect("it is there"), [salt; 33]);
                    }
                });
            }
        });
    }
}
