//! Sorts cut into steps in every way: whatever an invocation holds in registers, the keys come
//! out the same, and the steps are as many as their exchanges need.

mod common;

use bitonic_dsl::f16;
use bitonic_runtime::Gpu;
use bitonic_runtime::error::ErrorKind;
use bitonic_runtime::network::Network;
use bitonic_runtime::plan::bitonic::{Blocking, Schedule, StepKind, TileMemory};
use common::order::{Ordered, in_order, mixed, same};
use common::{executors, scattered};

fn blockings(sizes: &[u32]) -> impl Iterator<Item = Blocking> {
    let tiles = [TileMemory::Workgroup, TileMemory::Registers];
    let cut = move |&workgroup_size| {
        tiles.into_iter().flat_map(move |tile| {
            (1..=Blocking::MOST_EXCHANGES).map(move |exchanges| Blocking {
                workgroup_size,
                tile,
                exchanges,
            })
        })
    };
    sizes.iter().flat_map(cut)
}

fn check_keys<K: Ordered>(gpu: &Gpu, blocking: Blocking, count: usize, descending: bool) {
    let keys: Vec<K> = mixed(count, 7);
    let buffer = gpu.buffer(&keys).expect("room");
    let mut builder = gpu.bitonic_sort(&buffer).blocking(blocking);
    if descending {
        builder = builder.descending();
    }
    let mut sort = builder.build().expect("it fits");
    let expected = in_order(&keys, descending);
    for steps in [0, 1, sort.step_count() / 2] {
        buffer.write(&keys).expect("as many");
        (0..steps.min(sort.step_count())).for_each(|_| {
            sort.compute_step().expect("it runs");
        });
        sort.compute().expect("it runs");
        let sorted = buffer.read().expect("it is there");
        assert!(
            same(&sorted, &expected),
            "{blocking:?} {count} {} {steps}",
            K::NAME
        );
    }
}

#[test]
fn keys_are_sorted_however_the_steps_are_cut() {
    for gpu in executors() {
        for blocking in blockings(&[16, 64]) {
            for count in [2, 31, 33, 100, 1000, 4096] {
                check_keys::<f32>(&gpu, blocking, count, count % 2 == 0);
            }
            check_keys::<u32>(&gpu, blocking, 2500, false);
            check_keys::<u64>(&gpu, blocking, 777, true);
            check_keys::<f64>(&gpu, blocking, 777, false);
        }
    }
}

/// Few distinct keys, the greatest word among them, which also stands for what lies past the
/// end: no payload parts from its key, and with `stable` equal keys keep their order.
#[test]
fn payloads_follow_their_keys_however_the_steps_are_cut() {
    for gpu in executors() {
        for blocking in blockings(&[32]) {
            for (count, stable) in [(33, true), (100, false), (1000, true), (1025, false)] {
                check_payload(&gpu, blocking, count, stable);
            }
        }
    }
}

fn check_payload(gpu: &Gpu, blocking: Blocking, count: usize, stable: bool) {
    let keys: Vec<u32> = scattered(count).map(|word| u32::MAX - word % 3).collect();
    let buffer = gpu.buffer(&keys).expect("room");
    let numbers: Vec<u32> = (0..count as u32).collect();
    let values = gpu.buffer(&numbers).expect("room");
    let mut builder = gpu
        .bitonic_sort(&buffer)
        .blocking(blocking)
        .payload(&values);
    if stable {
        builder = builder.stable();
    }
    builder
        .build()
        .expect("it fits")
        .compute()
        .expect("it runs");
    let sorted = buffer.read().expect("it is there");
    let moved = values.read().expect("it is there");
    assert!(sorted.is_sorted(), "{blocking:?} {count}");
    let found = moved.iter().map(|&from| keys[from as usize]);
    assert!(found.eq(sorted.iter().copied()), "{blocking:?} {count}");
    let mut all = moved.clone();
    all.sort_unstable();
    assert_eq!(all, numbers, "{blocking:?} {count}");
    let ties = sorted.windows(2).zip(moved.windows(2));
    let in_order = ties
        .filter(|(key, _)| key[0] == key[1])
        .all(|(_, at)| at[0] < at[1]);
    assert!(in_order || !stable, "{blocking:?} {count}");
}

/// No exchange is lost or done twice, and none reaches past its step: by the 0-1 principle, and
/// by counting.
#[test]
fn the_steps_of_every_blocking_are_a_sorting_network() {
    for blocking in blockings(&[1, 2, 8]) {
        for count in 2..=16 {
            let schedule = Schedule::blocked(count, blocking).expect("a right blocking");
            let network = Network::from_schedule(&schedule).expect("few keys");
            assert!(network.check().is_ok(), "{blocking:?} {count}");
        }
        let schedule = Schedule::blocked(1 << 12, blocking).expect("a right blocking");
        let exchanges: u32 = schedule.steps().iter().map(|step| step.exchanges).sum();
        assert_eq!(exchanges as usize, schedule.swap_op_count(), "{blocking:?}");
        let global = |kind| matches!(kind, StepKind::FlipGlobal | StepKind::DisperseGlobal);
        for step in schedule.steps().iter().filter(|step| global(step.kind)) {
            assert!((1..=blocking.exchanges).contains(&step.exchanges));
            assert!(step.span >> step.exchanges >= schedule.tile() / 2);
        }
    }
}

/// 2^20 keys in tiles of 2^4 in registers, four exchanges a step: round `r` has `r` wider
/// exchanges, in `ceil(r / 4)` steps, and one step that finishes the tiles.
#[test]
fn steps_are_as_few_as_their_exchanges_allow() {
    let blocking = Blocking {
        workgroup_size: 64,
        tile: TileMemory::Registers,
        exchanges: 4,
    };
    let schedule = Schedule::blocked(1 << 20, blocking).expect("a right blocking");
    let expected: usize = 1
        + (1..=16usize)
            .map(|round| round.div_ceil(4) + 1)
            .sum::<usize>();
    assert_eq!(schedule.step_count(), expected);
}

#[test]
fn what_cannot_be_cut_so_is_refused() {
    let gpu = Gpu::named("software").expect("it is always there");
    let blocking = |workgroup_size, exchanges| Blocking {
        workgroup_size,
        tile: TileMemory::Registers,
        exchanges,
    };
    let keys = gpu.buffer(&[3u32, 1, 2]).expect("room");
    let rows = [
        (blocking(64, 0), "steps of 0 exchanges"),
        (blocking(64, 6), "steps of 6 exchanges"),
        (blocking(48, 4), "power of two"),
    ];
    for (blocking, words) in rows {
        let error = gpu.bitonic_sort(&keys).blocking(blocking).build();
        let error = error.expect_err("it cannot be");
        assert_eq!(error.kind(), ErrorKind::Options);
        assert!(error.to_string().contains(words), "{error}");
        assert!(error.help().is_some());
    }
    let halves = gpu.buffer(&[f16::from_f32(2.0), f16::from_f32(1.0)]);
    let halves = halves.expect("room");
    let error = gpu.bitonic_sort(&halves).blocking(blocking(64, 4)).build();
    assert!(
        error
            .expect_err("they share a word")
            .message()
            .contains("share a word")
    );
    let separate = gpu
        .bitonic_sort(&keys)
        .blocking(blocking(64, 4))
        .separate_info();
    assert!(separate.build().is_err());
    let of_pairs = gpu.bitonic_sort(&halves).blocking(Blocking::of_pairs(64));
    of_pairs
        .build()
        .expect("pairs are exchanged")
        .compute()
        .expect("it runs");
    assert_eq!(halves.read().expect("it is there")[0].to_f32(), 1.0);
}
