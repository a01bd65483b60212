//! Prefix sums against the host's, at lengths around each tile and level, with sums that
//! overflow, on devices where every grid folds, and with the checker looking on.

mod common;

use bitonic_dsl::types::ShaderType;
use bitonic_runtime::plan::{Limits, Plan, Role};
use bitonic_runtime::primitives::ExclusiveScan;
use bitonic_runtime::{Bound, Gpu};
use common::{executors, narrow, scattered};

/// The host's exclusive prefix sums, modulo 2^32.
fn expected(values: &[u32]) -> Vec<u32> {
    let before = values.iter().scan(0u32, |sum, value| {
        let before = *sum;
        *sum = sum.wrapping_add(*value);
        Some(before)
    });
    before.collect()
}

fn check(gpu: &Gpu, values: &[u32]) {
    let buffer = gpu.buffer(values).expect("room");
    let sums = gpu.exclusive_scan(&buffer).expect("it runs");
    let sums = sums.read().expect("it is there");
    assert!(
        sums == expected(values),
        "{} on {}",
        values.len(),
        gpu.info()
    );
    assert!(buffer.read().expect("it is there") == values, "left alone");
}

/// With tiles of 4096: one level and two, and one value on either side of each border.
#[test]
fn any_length() {
    for gpu in executors() {
        for count in [
            0,
            1,
            2,
            3,
            15,
            16,
            17,
            255,
            256,
            257,
            1000,
            4095,
            4096,
            4097,
            8191,
            12_289,
            65_535,
            65_537,
            131_072,
            300_001,
            (1 << 20) - 1,
            1 << 20,
            (1 << 20) + 3,
        ] {
            // Up to 2^32: sums overflow from the third value on.
            check(&gpu, &scattered(count).collect::<Vec<_>>());
        }
    }
}

#[test]
fn sums_wrap() {
    for gpu in executors() {
        check(&gpu, &[u32::MAX; 20_000]);
        check(&gpu, &[1; 20_000]);
        check(&gpu, &[0; 20_000]);
        let mut last = vec![0; 20_000];
        last[19_999] = 7;
        check(&gpu, &last);
    }
}

/// A device of seven workgroups in a dimension: grids of three dimensions, and one tile more
/// than they hold.
#[test]
fn folded_grids_count_on() {
    for gpu in narrow(7) {
        for count in [7 * 4096 + 1, 49 * 4096 + 5, 300_000, 343 * 4096] {
            check(&gpu, &scattered(count).collect::<Vec<_>>());
        }
        let too_many = gpu.zeroed::<u32>(343 * 4096 + 1).expect("room");
        let error = gpu.exclusive_scan(&too_many).expect_err("too many tiles");
        assert!(error.message().contains("1404929 values"), "{error}");
        assert_eq!(error.help(), Some("sum up several smaller buffers"));
    }
}

/// Levels of a scan in workgroups of one, three and 64.
#[test]
fn any_workgroup_size() {
    for gpu in executors() {
        for size in [1, 3, 64, 256, 100_000] {
            let values: Vec<u32> = scattered(777).collect();
            let (from, to) = (gpu.buffer(&values), gpu.zeroed::<u32>(777));
            let (from, to) = (from.expect("room"), to.expect("room"));
            let mut plan = Plan::new("sums");
            let first = plan.add_buffer("values", Role::Input, u32::ty(), 777);
            let second = plan.add_buffer("sums", Role::Output, u32::ty(), 777);
            let scan = ExclusiveScan::new(gpu.limits()).workgroup_size(size);
            scan.add(&mut plan, first, second).expect("it fits");
            let bound = Bound::new().with(first, &from).with(second, &to);
            gpu.prepare(plan, bound)
                .expect("it is right")
                .submit()
                .expect("it runs");
            assert_eq!(
                to.read().expect("it is there"),
                expected(&values),
                "by {size}"
            );
        }
    }
}

/// No race, no access out of range, no barrier in a branch.
#[test]
fn the_checker_finds_nothing() {
    let gpu = Gpu::checked().expect("always there");
    for count in [1, 100, 4097, 20_000] {
        check(&gpu, &scattered(count).collect::<Vec<_>>());
    }
}

/// What a scan adds, as a plan prints it.
#[test]
fn steps_are_as_few_as_the_levels() {
    for (count, steps) in [
        (0, 0),
        (1, 1),
        (4096, 1),
        (4097, 3),
        (1 << 24, 3),
        ((1 << 24) + 1, 5),
    ] {
        let mut plan = Plan::new("sums");
        let values = plan.add_buffer("values", Role::Input, u32::ty(), count);
        let sums = plan.add_buffer("sums", Role::Output, u32::ty(), count);
        let scan = ExclusiveScan::new(&Limits::WEBGPU);
        scan.add(&mut plan, values, sums).expect("it fits");
        assert_eq!(plan.steps().len(), steps, "{count}");
        plan.check(&Limits {
            storage_binding_bytes: 1 << 30,
            ..Limits::WEBGPU
        })
        .expect("right");
    }
}

#[test]
fn wrong_buffers_are_told() {
    for gpu in executors() {
        let (three, four) = (
            gpu.zeroed::<u32>(3).expect("room"),
            gpu.zeroed::<u32>(4).expect("room"),
        );
        let error = gpu
            .exclusive_scan_into(&three, &four)
            .expect_err("lengths differ");
        assert!(
            error.message().contains("as many sums as there are values"),
            "{error}"
        );
        let error = gpu
            .exclusive_scan_into(&three, &three.clone())
            .expect_err("one buffer");
        assert!(error.message().contains("replace the values"), "{error}");
        let other = Gpu::named("software").expect("always there");
        let error = other.exclusive_scan(&three).expect_err("of another device");
        assert!(error.message().contains("device"), "{error}");
    }
}
