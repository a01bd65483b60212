//! Atomics: their types, their functions, and the load that a workgroup makes as one.

use bitonic::*;

use super::entry::{Entry, entry};

/// A structure of a plain field and two atomics.
#[derive(Clone, Copy, ShaderType)]
struct Summary {
    weight: u32,
    count: Atomic<u32>,
    largest: Atomic<i32>,
}

fn summary(count: u32, largest: i32) -> Summary {
    Summary {
        weight: 5,
        count: Atomic(count),
        largest: Atomic(largest),
    }
}

/// Their types: four invocations do the same to one atomic.
pub(crate) fn types() -> Vec<Entry> {
    vec![
        entry("struct with atomics")
            .says(|k, _, i| {
                let total = k.storage_mut::<Summary>("total").element(0).fields();
                total.count.atomic_add(total.weight.load());
                total.largest.atomic_max(i.to_i32());
            })
            .given("total", &[summary(100, -9)])
            .gives(&[0_u32; 4])
            .leaves("total", &[summary(120, 3)])
            .with("struct Summary")
            .emits("struct Summary"),
        entry("atomic<u32>")
            .says(|k, _, i| {
                let total = k.storage_mut::<Atomic<u32>>("total");
                total.element(0).atomic_add(i + 1);
            })
            .given("total", &[5_u32])
            .gives(&[0_u32; 4])
            .leaves("total", &[15_u32])
            .emits("var<storage, read_write> total: array<atomic<u32>>;"),
        entry("atomic<i32>")
            .says(|_, out, i| {
                let least = workgroup_var::<Atomic<i32>>("least");
                least.atomic_min(2 - i.to_i32());
                workgroup_barrier();
                out.element(i).assign(least.atomic_load().to_u32());
            })
            .gives(&[u32::MAX; 4])
            .emits("var<workgroup> least: atomic<i32>;"),
        entry("atomic<u64>")
            .says(|k, _, i| {
                let total = k.storage_mut::<Atomic<u64>>("total");
                total.element(0).atomic_add(i.to_u64() + 1);
            })
            .given("total", &[(1_u64 << 32) - 1])
            .gives(&[0_u32; 4])
            .leaves("total", &[(1_u64 << 32) + 9])
            .emits("total: array<atomic<u64>>;"),
        entry("atomic<i64>")
            .says(|k, _, i| {
                let least = k.storage_mut::<Atomic<i64>>("least");
                least.element(0).atomic_min(-5_000_000_000_i64 - i.to_i64());
            })
            .given("least", &[7_i64])
            .gives(&[0_u32; 4])
            .leaves("least", &[-5_000_000_003_i64])
            .emits("least: array<atomic<i64>>;"),
        entry("atomic<f32>")
            .says(|k, _, i| {
                let total = k.storage_mut::<Atomic<f32>>("total");
                total.element(0).atomic_add(i.to_f32() + 0.5);
            })
            .given("total", &[10.0_f32])
            .gives(&[0_u32; 4])
            .leaves("total", &[18.0_f32])
            .emits("total: array<atomic<f32>>;"),
    ]
}

/// One atomic that starts at 12, and what the functions leave there.
fn on_twelve(entry: Entry, leaves: u32) -> Entry {
    entry.given("cell", &[12_u32]).leaves("cell", &[leaves])
}

/// The functions.
pub(crate) fn entries() -> Vec<Entry> {
    [plain(), updates()].into_iter().flatten().collect()
}

fn plain() -> Vec<Entry> {
    vec![
        on_twelve(
            entry("load").says(|k, out, i| {
                let cell = k.storage_mut::<Atomic<u32>>("cell").element(0);
                out.element(i).assign(cell.atomic_load() + i);
            }),
            12,
        )
        .gives(&[12_u32, 13, 14, 15])
        .emits("atomicLoad(&cell[0])"),
        on_twelve(
            entry("store").says(|k, _, _| {
                let cell = k.storage_mut::<Atomic<u32>>("cell").element(0);
                cell.atomic_store(7);
            }),
            7,
        )
        .gives(&[0_u32; 4])
        .emits("atomicStore(&cell[0], 7u);"),
        on_twelve(
            entry("exchange").lanes(1).says(|k, out, i| {
                let cell = k.storage_mut::<Atomic<u32>>("cell").element(0);
                out.element(i).assign(cell.atomic_exchange(5));
            }),
            5,
        )
        .gives(&[12_u32])
        .emits("atomicExchange(&cell[0], 5u)"),
        // Each multiplies by 3, for which there is no function.
        on_twelve(
            entry("compareExchangeWeak").says(|k, _, _| {
                let cell = k.storage_mut::<Atomic<u32>>("cell").element(0);
                let seen = cell.atomic_load().to_var("seen");
                Repeat(|| {
                    let old = seen.load();
                    let exchange = cell.atomic_compare_exchange_weak(old, old * 3);
                    If(exchange.exchanged(), Break);
                    seen.assign(exchange.old_value());
                });
            }),
            12 * 81,
        )
        .gives(&[0_u32; 4])
        .emits("atomicCompareExchangeWeak(&cell[0], "),
    ]
}

fn updates() -> Vec<Entry> {
    vec![
        // What each finds is another: 12, 13, 14 and 15 in some order.
        on_twelve(
            entry("add").says(|k, out, _| {
                let cell = k.storage_mut::<Atomic<u32>>("cell").element(0);
                let ticket = cell.atomic_add(1).to_const("ticket");
                out.element(ticket - 12).assign(ticket);
            }),
            16,
        )
        .gives(&[12_u32, 13, 14, 15])
        .emits("atomicAdd(&cell[0], 1u)"),
        on_twelve(
            entry("sub").says(|k, _, i| {
                let cell = k.storage_mut::<Atomic<u32>>("cell").element(0);
                cell.atomic_sub(i);
            }),
            6,
        )
        .gives(&[0_u32; 4])
        .emits("atomicSub(&cell[0], i)"),
        on_twelve(
            entry("max").says(|k, _, i| {
                let cell = k.storage_mut::<Atomic<u32>>("cell").element(0);
                cell.atomic_max(i * 6);
            }),
            18,
        )
        .gives(&[0_u32; 4])
        .emits("atomicMax(&cell[0], i * 6u)"),
        on_twelve(
            entry("min").says(|k, _, i| {
                let cell = k.storage_mut::<Atomic<u32>>("cell").element(0);
                cell.atomic_min(i + 3);
            }),
            3,
        )
        .gives(&[0_u32; 4])
        .emits("atomicMin(&cell[0], i + 3u)"),
        on_twelve(
            entry("and").says(|k, _, i| {
                let cell = k.storage_mut::<Atomic<u32>>("cell").element(0);
                cell.atomic_and(i + 8);
            }),
            8,
        )
        .gives(&[0_u32; 4])
        .emits("atomicAnd(&cell[0], i + 8u)"),
        on_twelve(
            entry("or").says(|k, _, i| {
                let cell = k.storage_mut::<Atomic<u32>>("cell").element(0);
                cell.atomic_or(i);
            }),
            15,
        )
        .gives(&[0_u32; 4])
        .emits("atomicOr(&cell[0], i)"),
        // 12 with 1, 2, 3 and 4: the first three leave nothing.
        on_twelve(
            entry("xor").says(|k, _, i| {
                let cell = k.storage_mut::<Atomic<u32>>("cell").element(0);
                cell.atomic_xor(i + 1);
            }),
            8,
        )
        .gives(&[0_u32; 4])
        .emits("atomicXor(&cell[0], i + 1u)"),
    ]
}

pub(crate) fn synchronisation() -> Vec<Entry> {
    vec![
        // The number of turns is the same for all, so that barriers may depend on it.
        entry("workgroupUniformLoad")
            .says(|_, out, i| {
                let turns = workgroup_var::<u32>("turns");
                If(i.eq(2), || turns.assign(3));
                let turns = workgroup_uniform_load(turns).to_const("turns");
                Loop(range(0, turns), |turn| {
                    out.element((i + turn) % 4).add_assign(i);
                    storage_barrier();
                });
            })
            // 0 + 3 + 2, 1 + 0 + 3, 2 + 1 + 0, 3 + 2 + 1.
            .gives(&[5_u32, 4, 3, 6])
            .emits("workgroupUniformLoad(&turns)")
            .refuses(
                |_, out, _| {
                    let _ = workgroup_uniform_load(out.element(0));
                },
                "this place lies in a storage buffer, `workgroup_uniform_load` reads workgroup memory",
            ),
    ]
}
