//! Branches, loops of every kind of range, and what leaves them.

use bitonic::*;

use super::{Case, Data};

/// A kernel that appends each value that a loop visits to `seen`, with their count in
/// element 0. It shows what a range visits, and in which order.
fn visits<T: Counter + Comparable<Bool = bool>>(
    name: &str,
    make: impl FnOnce(Node<u32>, Node<u32>) -> Range<T>,
) -> Result<Kernel, Error> {
    kernel(name).workgroup_size(1).build(|k| {
        let seen = k.storage_mut::<u32>("seen");
        let (from, to) = (k.param::<u32>("from"), k.param::<u32>("to"));
        let count = 0u32.to_var("count");
        Loop(make(from.into_node(), to.into_node()), |i| {
            count.add_assign(1);
            seen.element(count.load()).assign(i.bitcast::<u32>());
            If(count.load().ge(15), Break);
        });
        seen.element(0).assign(count.load());
    })
}

macro_rules! ranges {
    ($($name:ident($from:expr, $to:expr) |$a:ident, $b:ident| $range:expr => [$($value:expr),*];)*) => {
        $(
            fn $name() -> Result<Kernel, Error> {
                visits(stringify!($name), |$a, $b| {
                    let _ = ($a, $b);
                    $range
                })
            }
        )*

        fn range_cases() -> Vec<Case> {
            vec![$(visit_case(stringify!($name), $name, $from as u32, $to as u32, &[$($value as u32),*])),*]
        }
    };
}

fn visit_case(
    name: &'static str,
    kernel: fn() -> Result<Kernel, Error>,
    from: u32,
    to: u32,
    values: &[u32],
) -> Case {
    let mut seen = vec![0; 17];
    seen[0] = values.len() as u32;
    seen[1..=values.len()].copy_from_slice(values);
    Case::new(name, kernel)
        .given("seen", Data::U32(vec![0; 17]))
        .parameter("from", from)
        .parameter("to", to)
        .gives("seen", Data::U32(seen))
}

ranges! {
    range_counts(2, 6) |a, b| range::<u32>(a, b) => [2, 3, 4, 5];
    range_of_nothing(0, 0) |a, b| range::<u32>(a, b) => [];
    range_backwards_is_empty(5, 3) |a, b| range::<u32>(a, b) => [];
    range_inclusive_counts(2, 4) |a, b| range_inclusive::<u32>(a, b) => [2, 3, 4];
    range_inclusive_to_the_top(u32::MAX - 1, u32::MAX) |a, b| range_inclusive::<u32>(a, b)
        => [u32::MAX - 1, u32::MAX];
    range_reversed(0, 4) |a, b| range::<u32>(a, b).rev() => [3, 2, 1, 0];
    range_reversed_of_nothing(0, 0) |a, b| range::<u32>(a, b).rev() => [];
    range_inclusive_reversed(0, 2) |a, b| range_inclusive::<u32>(a, b).rev() => [2, 1, 0];
    range_steps(1, 10) |a, b| range::<u32>(a, b).step(4) => [1, 5, 9];
    range_steps_to_the_top(u32::MAX - 5, u32::MAX) |a, b| range::<u32>(a, b).step(4)
        => [u32::MAX - 5, u32::MAX - 1];
    range_steps_back(0, 10) |a, b| range::<u32>(a, b).rev().step(4) => [9, 5, 1];
    range_step_of_run_time(3, 10) |a, b| range::<u32>(1, b).step(a) => [1, 4, 7];
    range_step_of_zero_ends(0, 10) |a, b| range::<u32>(1, b).step(a) => [1];
    range_signed(-3i32, 2) |a, b| range::<i32>(a.bitcast::<i32>(), b.bitcast::<i32>())
        => [-3i32, -2i32, -1i32, 0, 1];
    range_counts_down(10, 1) |a, b| range::<i32>(a.to_i32(), b.to_i32()).step(-3) => [10, 7, 4];
    range_signed_reversed(-2i32, 1) |a, b| range::<i32>(a.bitcast::<i32>(), b.bitcast::<i32>()).rev()
        => [0, -1i32, -2i32];
    range_signed_to_the_bottom(i32::MIN, i32::MIN + 1) |a, b|
        range_inclusive::<i32>(a.bitcast::<i32>(), b.bitcast::<i32>()).rev()
        => [i32::MIN + 1, i32::MIN];
    range_shifts_left(1, 20) |a, b| range::<u32>(a, b).shift_left(1) => [1, 2, 4, 8, 16];
    range_shifts_left_from_zero(0, 20) |a, b| range::<u32>(a, b).shift_left(1) => [0];
    range_shifts_out_at_the_top(1 << 30, u32::MAX) |a, b| range::<u32>(a, b).shift_left(1)
        => [1u32 << 30, 1u32 << 31];
    range_shifts_lose_no_bits(0x1234_5678, u32::MAX) |a, b| range::<u32>(a, b).shift_left(4)
        => [0x1234_5678u32];
    range_multiplies(1, 30) |a, b| range::<u32>(a, b).multiply(3) => [1, 3, 9, 27];
    range_multiplies_out_at_the_top(0x8000_0001u32, u32::MAX) |a, b|
        range::<u32>(a, b).multiply(3) => [0x8000_0001u32];
    range_multiplies_by_run_time(3, 100) |a, b| range_inclusive::<u32>(a, 81).multiply(a + b - b)
        => [3, 9, 27, 81];
    range_multiplies_by_one_ends(1, 9) |a, b| range::<u32>(a, b).multiply(a) => [1];
    range_divides(1234, 0) |a, b| range::<u32>(a, b).divide(10) => [1234, 123, 12, 1];
    range_divides_by_zero_ends(0, 9) |a, b| range::<u32>(b, 1).divide(a) => [9];
    range_updates(1, 40) |a, b| range::<u32>(a, b).update(|i| i * 2 + 1) => [1, 3, 7, 15, 31];
    range_updates_down(40, 3) |a, b| range::<u32>(a, b).update_down(|i| i / 2 + 1) => [40, 21, 11, 6, 4];
    range_update_that_stays(5, 9) |a, b| range::<u32>(a, b).update(|i| i) => [5];
    range_shifts_right(20, 1) |a, b| range::<u32>(a, b).shift_right(1) => [20, 10, 5, 2];
    range_shifts_right_to_zero(5, 0) |a, b| range_inclusive::<u32>(a, b).shift_right(1)
        => [5, 2, 1, 0];
    range_shifts_right_not_at_all(1, 4) |a, b| range::<u32>(a, b).shift_right(1) => [];
}

fn chain_of_branches() -> Result<Kernel, Error> {
    kernel("chain_of_branches").workgroup_size(8).build(|k| {
        let result = k.storage_mut::<u32>("result");
        let i = local_invocation_index();
        let place = result.element(i);
        If(i.lt(2), || place.assign(10))
            .else_if(|| i.lt(4), || place.assign(20))
            .else_if(|| i.eq(5), || place.assign(30))
            .else_(|| place.assign(40));
        If(i.eq(0), || place.add_assign(1));
        If(i.eq(7), || place.add_assign(2)).else_(|| place.add_assign(100));
    })
}

fn divergent_loops() -> Result<Kernel, Error> {
    kernel("divergent_loops").workgroup_size(8).build(|k| {
        let result = k.storage_mut::<u32>("result");
        let i = local_invocation_index();
        let sum = 0u32.to_var("sum");
        Loop(range(0u32, 10), |turn| {
            If((turn % 2).eq(1), Continue);
            If(turn.gt(i), Break);
            Loop(range(0, turn), |inner| {
                If(inner.eq(3), Break);
                sum.add_assign(1);
            });
            sum.add_assign(100);
        });
        result.element(i).assign(sum.load());
    })
}

fn while_and_return() -> Result<Kernel, Error> {
    kernel("while_and_return").workgroup_size(4).build(|k| {
        let result = k.storage_mut::<u32>("result");
        let i = local_invocation_index();
        let (value, steps) = ((i + 5).to_var("value"), 0u32.to_var("steps"));
        While(
            || value.load().ne(1),
            || {
                let odd = (value.load() & 1).eq(1);
                value.assign(select(odd, value.load() * 3 + 1, value.load() >> 1));
                steps.add_assign(1);
            },
        );
        result.element(i).assign(steps.load());
        If(steps.load().gt(8), || Return(()));
        result.element(i).add_assign(1000);
    })
}

fn variable_starts_anew() -> Result<Kernel, Error> {
    kernel("variable_starts_anew").workgroup_size(1).build(|k| {
        let result = k.storage_mut::<u32>("result");
        Loop(range(0u32, 3), |turn| {
            let fresh = 5u32.to_var("fresh");
            fresh.add_assign(turn);
            result.element(turn).assign(fresh.load());
        });
    })
}

fn inputs_in_a_function() -> Result<Kernel, Error> {
    let inner = Fn("inner", [], || workgroup_index() * 100);
    let outer = Fn("outer", ["extra"], move |extra: Node<u32>| {
        inner.call() + instance_index() + extra
    });
    kernel("inputs_in_a_function").workgroup_size(2).build(|k| {
        let result = k.storage_mut::<u32>("result");
        result.element(instance_index()).assign(outer.call(7));
    })
}

/// The cases of this room.
pub(crate) fn cases() -> Vec<Case> {
    let mut cases = range_cases();
    let sums = (0..8u32).map(|i| {
        let turns = (0..10).step_by(2).take_while(|&turn| turn <= i);
        turns.map(|turn| turn.min(3) + 100).sum()
    });
    // Steps of the Collatz sequence from 5, 6, 7 and 8.
    let collatz = [5u32, 8, 16, 3];
    let ended = collatz.map(|steps| if steps > 8 { steps } else { steps + 1000 });
    cases.extend([
        Case::new("chain_of_branches", chain_of_branches)
            .given("result", Data::U32(vec![0; 8]))
            .gives(
                "result",
                Data::U32(vec![111, 110, 120, 120, 140, 130, 140, 42]),
            ),
        Case::new("divergent_loops", divergent_loops)
            .given("result", Data::U32(vec![0; 8]))
            .gives("result", Data::U32(sums.collect())),
        Case::new("while_and_return", while_and_return)
            .given("result", Data::U32(vec![0; 4]))
            .gives("result", Data::U32(ended.to_vec())),
        Case::new("variable_starts_anew", variable_starts_anew)
            .given("result", Data::U32(vec![0; 3]))
            .gives("result", Data::U32(vec![5, 6, 7])),
        Case::new("inputs_in_a_function", inputs_in_a_function)
            .given("result", Data::U32(vec![0; 6]))
            .workgroups(3)
            .gives("result", Data::U32(vec![7, 8, 109, 110, 211, 212])),
    ]);
    cases
}
