//! Atomics in buffers and in workgroup memory: each function by itself, and what many
//! invocations do to one atomic. Those sums and extremes do not depend on the order in
//! which the invocations come.

use bitonic::*;

use super::{Case, Data};

/// Each function, by one invocation, on an atomic that starts with the first operand. What
/// each found goes to `old`, whether the exchanges were made to `exchanged`.
fn each_function<T: AtomicInteger>(k: &KernelScope, cell: Place<Atomic<T>>) {
    let operands = k.storage::<T>("operands");
    let old = k.storage_mut::<T>("old");
    let exchanged = k.storage_mut::<u32>("exchanged");
    let operand = |index: u32| operands.element(index).load();
    let found = |index: u32, value: Node<T>| old.element(index).assign(value);
    cell.atomic_store(operand(0));
    found(0, cell.atomic_load());
    found(1, cell.atomic_add(operand(1)));
    found(2, cell.atomic_sub(operand(2)));
    found(3, cell.atomic_max(operand(3)));
    found(4, cell.atomic_min(operand(4)));
    found(5, cell.atomic_and(operand(5)));
    found(6, cell.atomic_or(operand(6)));
    found(7, cell.atomic_xor(operand(7)));
    found(8, cell.atomic_exchange(operand(8)));
    // What it does not hold: never exchanged.
    let refused = cell.atomic_compare_exchange_weak(operand(9), operand(0));
    found(9, refused.old_value());
    exchanged.element(0).assign(refused.exchanged().to_u32());
    // What it holds: exchanged, if not at once.
    Loop(range(0u32, 100), |_| {
        let done = cell.atomic_compare_exchange_weak(operand(8), operand(10));
        found(10, done.old_value());
        exchanged.element(1).assign(done.exchanged().to_u32());
        If(done.exchanged(), Break);
    });
    // Nothing asks what these found.
    cell.atomic_add(operand(1));
    cell.atomic_exchange(operand(10));
    cell.atomic_compare_exchange_weak(operand(9), operand(0));
    found(11, cell.atomic_load());
}

/// [`each_function`] on an atomic of a buffer.
pub(crate) fn in_storage<T: AtomicInteger>() -> Result<Kernel, Error> {
    kernel("atomics_in_storage").workgroup_size(1).build(|k| {
        let cells = k.storage_mut::<Atomic<T>>("cells");
        each_function(k, cells.element(1));
    })
}

/// [`each_function`] on an atomic of workgroup memory.
pub(crate) fn in_workgroup<T: AtomicInteger>() -> Result<Kernel, Error> {
    kernel("atomics_in_workgroup").workgroup_size(1).build(|k| {
        let cell = workgroup_var::<Atomic<T>>("cell");
        each_function(k, cell.place());
    })
}

/// The operands of [`each_function`] and what it finds, by wrapping integers of Rust.
macro_rules! functions_of {
    ($T:ty) => {{
        let o: [$T; 11] = [
            <$T>::MAX - 5,
            9,
            3,
            <$T>::MAX / 3,
            <$T>::MAX - 70,
            0x5a5a_5a5a,
            0x0f0f,
            <$T>::MAX - 0xff,
            77,
            78,
            <$T>::MIN + 1,
        ];
        let mut old = vec![o[0], o[0]];
        let mut cell = o[0].wrapping_add(o[1]);
        for step in 2..9 {
            old.push(cell);
            cell = match step {
                2 => cell.wrapping_sub(o[2]),
                3 => cell.max(o[3]),
                4 => cell.min(o[4]),
                5 => cell & o[5],
                6 => cell | o[6],
                7 => cell ^ o[7],
                _ => o[8],
            };
        }
        old.extend([o[8], o[8], o[10]]);
        (o, old)
    }};
}
#[allow(
    unused_imports,
    reason = "the atomics of 64 bits are in a test of their own"
)]
pub(crate) use functions_of;

fn with_functions<T: HostShareable>(case: Case, operands: &[T], old: &[T]) -> Case {
    let nothing = vec![operands[0]; old.len()];
    case.given("operands", Data::of(operands))
        .given("old", Data::of(&nothing))
        .given("exchanged", Data::U32(vec![7, 7]))
        .gives("old", Data::of(old))
        .gives("exchanged", Data::U32(vec![0, 1]))
}

/// The cases of [`each_function`] on atomics of `T`, which starts at `zero`.
pub(crate) fn function_cases<T: AtomicInteger>(
    names: [&'static str; 2],
    zero: T,
    (operands, old): (&[T], &[T]),
) -> [Case; 2] {
    let [storage, workgroup] = names;
    let last = old[old.len() - 1];
    let storage = Case::new(storage, in_storage::<T>)
        .given("cells", Data::of(&[zero, zero, zero]))
        .gives("cells", Data::of(&[zero, last, zero]));
    let workgroup = Case::new(workgroup, in_workgroup::<T>);
    [storage, workgroup].map(|case| with_functions(case, operands, old))
}

/// Each invocation draws a ticket, and marks its own.
fn tickets() -> Result<Kernel, Error> {
    kernel("tickets").workgroup_size(32).build(|k| {
        let next = k.storage_mut::<Atomic<u32>>("next");
        let drawn = k.storage_mut::<u32>("drawn");
        let ticket = next.element(0).atomic_add(1).to_const("ticket");
        drawn.element(ticket).add_assign(ticket + 1);
    })
}

/// How often each value occurs: counted for each workgroup, then for all.
fn histogram() -> Result<Kernel, Error> {
    kernel("histogram").workgroup_size(16).build(|k| {
        let data = k.storage::<u32>("data");
        let bins = k.storage_mut::<Atomic<u32>>("bins");
        let local_bins = workgroup_array::<Atomic<u32>>("local_bins", 8);
        let (i, local) = (instance_index(), local_invocation_index());
        If(i.lt(data.len()), || {
            local_bins.element(data.element(i).load()).atomic_add(1);
        });
        workgroup_barrier();
        If(local.lt(8), || {
            let count = local_bins.element(local).atomic_load().to_const("count");
            bins.element(local).atomic_add(count);
        });
    })
}

/// The least and the greatest of signed and of unsigned values, and their bits.
fn extremes() -> Result<Kernel, Error> {
    kernel("extremes").workgroup_size(8).build(|k| {
        let data = k.storage::<i32>("data");
        let signed = k.storage_mut::<Atomic<i32>>("signed");
        let unsigned = k.storage_mut::<Atomic<u32>>("unsigned");
        let value = data.element(instance_index()).load().to_const("value");
        let bits = value.bitcast::<u32>().to_const("bits");
        atomic_min(signed.element(0), value);
        atomic_max(signed.element(1), value);
        atomic_sub(signed.element(2), value);
        atomic_min(unsigned.element(0), bits);
        atomic_max(unsigned.element(1), bits);
        atomic_and(unsigned.element(2), bits);
        atomic_or(unsigned.element(3), bits);
        atomic_xor(unsigned.element(4), bits);
    })
}

/// Each invocation multiplies one atomic by 3, for which there is no function: whoever
/// was disturbed tries again with what it found, and each turn some invocation is done.
fn product_by_compare_exchange() -> Result<Kernel, Error> {
    kernel("product_by_compare_exchange")
        .workgroup_size(8)
        .build(|k| {
            let product = k.storage_mut::<Atomic<u32>>("product").element(0);
            let seen = product.atomic_load().to_var("seen");
            Repeat(|| {
                let old = seen.load().to_const("old");
                let exchange = product.atomic_compare_exchange_weak(old, old * 3);
                If(exchange.exchanged(), Break);
                seen.assign(exchange.old_value());
            });
        })
}

/// A structure of plain fields, atomics, and an array of atomics.
#[derive(Clone, Copy, ShaderType)]
pub(crate) struct Summary {
    pub(crate) weight: u32,
    pub(crate) count: Atomic<u32>,
    pub(crate) offset: Vec3,
    pub(crate) largest: Atomic<i32>,
    pub(crate) bins: [Atomic<u32>; 3],
}

/// A structure around one that holds atomics.
#[derive(Clone, Copy, ShaderType)]
pub(crate) struct Summaries {
    pub(crate) first: Summary,
    pub(crate) calls: Atomic<u32>,
}

fn structures_with_atomics() -> Result<Kernel, Error> {
    kernel("structures_with_atomics")
        .workgroup_size(4)
        .build(|k| {
            let all = k.storage_mut::<Summaries>("all");
            let total = workgroup_var::<Summary>("total");
            let parts = workgroup_array::<Summary>("parts", 2);
            let (i, local) = (instance_index(), local_invocation_index());
            let outer = all.element(0).fields();
            let stored = outer.first.fields();
            for shared in [total.fields(), parts.element(1).fields()] {
                shared.count.atomic_add(stored.weight.load());
                shared.largest.atomic_max(i.to_i32());
                shared.bins.element(local % 3).atomic_add(1);
            }
            workgroup_barrier();
            If(local.eq(0), || {
                total.fields().weight.assign(5);
                let added = parts.element(1).fields().count.atomic_load();
                let added = added.to_const("added");
                stored
                    .count
                    .atomic_add(added + total.fields().weight.load());
                let largest = total.fields().largest.atomic_load().to_const("largest");
                stored.largest.atomic_max(largest);
                Loop(range(0u32, 3).named("bin"), |bin| {
                    let counted = total.fields().bins.element(bin).atomic_load();
                    let counted = counted.to_const("counted");
                    stored.bins.element(bin).atomic_add(counted);
                });
                outer.calls.atomic_sub(1);
            });
        })
}

fn summaries(count: u32, largest: i32, bins: [u32; 3], calls: u32) -> Data {
    let first = Summary {
        weight: 10,
        count: Atomic(count),
        offset: Vec3::new(0.5, 1.5, 2.5),
        largest: Atomic(largest),
        bins: bins.map(Atomic),
    };
    let calls = Atomic(calls);
    Data::of(&[Summaries { first, calls }])
}

fn bins(total: u32, bins: [i32; 3]) -> Data {
    Data::of_struct(&Bins {
        total: Atomic(total),
        scale: 3,
        bins: bins.map(Atomic).to_vec(),
    })
}

/// Atomics in a function that captures a buffer, in the condition of a loop, and one whose
/// value makes the index of another.
fn atomics_in_functions_and_conditions() -> Result<Kernel, Error> {
    kernel("atomics_in_functions_and_conditions")
        .workgroup_size(4)
        .build(|k| {
            let work = k.storage_mut::<Atomic<i32>>("work");
            let done = k.storage_mut::<Atomic<u32>>("done");
            let claim = Fn("claim", [], move || work.element(0).atomic_sub(1));
            While(
                || claim.call().gt(0),
                || {
                    let place = done.element(0).atomic_add(1).to_const("place");
                    done.element(place % 2 + 1).atomic_add(1);
                },
            );
        })
}

/// Atomics as conditions: before each turn, at the end of each, on the right of `and_also`
/// alone, and as a selector. None happens more often than it is written, or less.
fn atomics_as_conditions() -> Result<Kernel, Error> {
    kernel("atomics_as_conditions")
        .workgroup_size(4)
        .build(|k| {
            let left = k.storage_mut::<Atomic<u32>>("left");
            let turns = k.storage_mut::<Atomic<u32>>("turns");
            let count = |index: u32| turns.element(index).atomic_add(1);
            While(
                || left.element(0).atomic_add(u32::MAX).to_i32().gt(0),
                || {
                    count(0);
                },
            );
            Repeat(|| {
                count(1);
            })
            .continuing(|| {
                count(2);
            })
            .break_if(|| left.element(1).atomic_sub(1).to_i32().le(1));
            let i = local_invocation_index();
            let both = i.lt(3).and_also(|| left.element(2).atomic_add(1).lt(2));
            If(both, || {
                count(3);
            });
            Switch(left.element(3).atomic_add(1))
                .case([0, 1, 2], || {
                    count(4);
                })
                .default(|| {
                    count(5);
                });
        })
}

/// A structure that ends in atomics of run-time length.
#[derive(Clone, ShaderType)]
pub(crate) struct Bins {
    pub(crate) total: Atomic<u32>,
    pub(crate) scale: u32,
    pub(crate) bins: Vec<Atomic<i32>>,
}

fn atomics_of_run_time_length() -> Result<Kernel, Error> {
    kernel("atomics_of_run_time_length")
        .workgroup_size(8)
        .build(|k| {
            let data = k.storage_struct_mut::<Bins>("data").fields();
            let i = local_invocation_index();
            data.total.atomic_add(data.scale.load());
            data.bins
                .element(i % data.bins.len())
                .atomic_sub(i.to_i32());
        })
}

/// A load that all of a workgroup make as one, of a value, of an atomic and of an array;
/// barriers may depend on it.
fn loads_for_a_workgroup() -> Result<Kernel, Error> {
    kernel("loads_for_a_workgroup")
        .workgroup_size(4)
        .build(|k| {
            let out = k.storage_mut::<u32>("out");
            let turns = workgroup_var::<u32>("turns");
            let total = workgroup_var::<Atomic<u32>>("total");
            let steps = workgroup_var::<[u32; 2]>("steps");
            let tile = workgroup_array::<u32>("tile", 4);
            let local = local_invocation_index();
            If(local.eq(2), || {
                turns.assign(workgroup_index() + 1);
                steps.assign([3, 4]);
            });
            total.atomic_add(local);
            tile.element(local).assign(local);
            let turns = workgroup_uniform_load(turns).to_const("turns");
            let total = workgroup_uniform_load(&total).to_const("total");
            let second = workgroup_uniform_load(steps).element(1).to_const("second");
            // Its value is dropped, its barriers are not.
            let _ = workgroup_uniform_load(tile.element(3));
            Loop(range(0, turns), |_| {
                let neighbour = tile.element((local + 1) % 4).load().to_const("neighbour");
                workgroup_barrier();
                tile.element(local).assign(neighbour);
                workgroup_barrier();
            });
            let tile = tile.element(local).load();
            out.element(instance_index())
                .assign(tile + total * 10 + second * 1000);
        })
}

/// The cases of this room.
pub(crate) fn cases() -> Vec<Case> {
    let (unsigned, old_unsigned) = functions_of!(u32);
    let (signed, old_signed) = functions_of!(i32);
    let unsigned = function_cases(
        ["atomics_of_u32_in_storage", "atomics_of_u32_in_workgroup"],
        0,
        (&unsigned, &old_unsigned),
    );
    let signed = function_cases(
        ["atomics_of_i32_in_storage", "atomics_of_i32_in_workgroup"],
        0,
        (&signed, &old_signed),
    );
    let functions = unsigned.into_iter().chain(signed);
    functions.chain(shared_cases()).collect()
}

fn shared_cases() -> Vec<Case> {
    let values: Vec<i32> = (0..16).map(|i| (i * 37 + 11) % 64 - 40).collect();
    let bits = values.iter().map(|value| *value as u32);
    let data: Vec<u32> = (0..60).map(|i| i * i % 8).collect();
    let count = |bin| data.iter().filter(|value| **value == bin).count() as u32;
    vec![
        Case::new("tickets", tickets)
            .given("next", Data::U32(vec![0]))
            .given("drawn", Data::U32(vec![0; 96]))
            .workgroups(3)
            .gives("next", Data::U32(vec![96]))
            .gives("drawn", Data::U32((1..=96).collect())),
        Case::new("histogram", histogram)
            .given("data", Data::U32(data.clone()))
            .given("bins", Data::of(&[Atomic(0u32); 8]))
            .workgroups(4)
            .gives("bins", Data::U32((0..8).map(count).collect())),
        Case::new("extremes", extremes)
            .given("data", Data::I32(values.clone()))
            .given("signed", Data::I32(vec![i32::MAX, i32::MIN, 1000]))
            .given("unsigned", Data::U32(vec![u32::MAX, 0, u32::MAX, 0, 0]))
            .workgroups(2)
            .gives(
                "signed",
                Data::I32(vec![
                    *values.iter().min().unwrap(),
                    *values.iter().max().unwrap(),
                    1000 - values.iter().sum::<i32>(),
                ]),
            )
            .gives(
                "unsigned",
                Data::U32(vec![
                    bits.clone().min().unwrap(),
                    bits.clone().max().unwrap(),
                    bits.clone().fold(u32::MAX, |all, one| all & one),
                    bits.clone().fold(0, |all, one| all | one),
                    bits.fold(0, |all, one| all ^ one),
                ]),
            ),
        Case::new("product_by_compare_exchange", product_by_compare_exchange)
            .given("product", Data::U32(vec![2]))
            .workgroups(3)
            .gives(
                "product",
                Data::U32(vec![2u32.wrapping_mul(3u32.wrapping_pow(24))]),
            ),
        // 8 invocations add 10 each, 2 workgroups 5 each.
        Case::new("structures_with_atomics", structures_with_atomics)
            .given("all", summaries(1000, -5, [100, 200, 300], 0))
            .workgroups(2)
            .gives(
                "all",
                summaries(1000 + 80 + 10, 7, [104, 202, 302], u32::MAX - 1),
            ),
        // Of 9 pieces of work each is claimed once, and each of 4 invocations once in vain.
        Case::new(
            "atomics_in_functions_and_conditions",
            atomics_in_functions_and_conditions,
        )
        .given("work", Data::I32(vec![9]))
        .given("done", Data::U32(vec![0, 0, 0]))
        .gives("work", Data::I32(vec![-4]))
        .gives("done", Data::U32(vec![9, 5, 4])),
        // Of the first 14 numbers from 10 down, 10 are greater than 0, and each invocation
        // leaves at one of the others. Of the 10 from 7 down, each leaves at one of the last 4.
        Case::new("atomics_as_conditions", atomics_as_conditions)
            .given("left", Data::U32(vec![10, 7, 0, 0]))
            .given("turns", Data::U32(vec![0; 6]))
            .gives(
                "left",
                Data::U32([-4, -3, 3, 4].map(|left: i32| left as u32).to_vec()),
            )
            .gives("turns", Data::U32(vec![10, 10, 10, 2, 3, 1])),
        Case::new("atomics_of_run_time_length", atomics_of_run_time_length)
            .given("data", bins(100, [5, 6, 7]))
            .gives("data", bins(100 + 8 * 3, [5 - 9, 6 - 12, 0])),
        // The tile is turned by one place in the first workgroup, by two in the second.
        Case::new("loads_for_a_workgroup", loads_for_a_workgroup)
            .given("out", Data::U32(vec![0; 8]))
            .workgroups(2)
            .gives(
                "out",
                Data::U32([1, 2, 3, 0, 2, 3, 0, 1].map(|tile| tile + 4060).to_vec()),
            ),
    ]
}
