//! `Switch`, `Repeat`, short circuit, the order of evaluation, overloads, and functions
//! given as WGSL text.

use bitonic::*;

use super::{Case, Data};

/// The cases of this room.
pub(crate) fn cases() -> Vec<Case> {
    let mut cases = chosen();
    cases.extend(called());
    cases
}

fn zeros(count: usize) -> Data {
    Data::U32(vec![0; count])
}

fn chosen() -> Vec<Case> {
    let lanes = 0..8u32;
    let repeated = [1u32, 2, 7, 27];
    vec![
        Case::new("switch_in_a_loop", switch_in_a_loop)
            .given("result", zeros(8))
            .gives("result", Data::U32(lanes.clone().map(in_a_loop).collect())),
        Case::new("switch_of_signed", switch_of_signed)
            .given("data", Data::I32(vec![-1, i32::MIN, i32::MAX, 0, 7]))
            .given("result", zeros(5))
            .gives("result", Data::U32(vec![1, 2, 2, 4, 9])),
        Case::new("switch_that_returns", switch_that_returns)
            .given("result", zeros(4))
            .gives("result", Data::U32(vec![5, 106, 107, 100])),
        Case::new("repeat_until", repeat_until)
            .given("data", Data::U32(repeated.to_vec()))
            .given("result", zeros(4))
            .gives("result", Data::U32(repeated.map(collatz).to_vec())),
        Case::new("short_circuit", short_circuit)
            .given("data", Data::U32(vec![3, 0]))
            .given("asked", zeros(4))
            .given("result", zeros(4))
            // The right side is asked where the left one leaves it open, and reads no
            // element that is not there.
            .gives("asked", Data::U32(vec![11, 11, 10, 10]))
            .gives("result", Data::U32(vec![11, 0, 10, 10])),
        Case::new("counts_up_and_down", counts_up_and_down)
            .given("data", Data::U32(vec![5, 0, u32::MAX]))
            .given("signed", Data::I32(vec![i32::MAX, i32::MIN]))
            .gives("data", Data::U32(vec![6, u32::MAX, 0]))
            .gives("signed", Data::I32(vec![i32::MIN, i32::MAX])),
    ]
}

fn called() -> Vec<Case> {
    vec![
        Case::new("evaluated_once_in_order", evaluated_once_in_order)
            .given("count", zeros(1))
            .given("result", zeros(8))
            // Calls give 0, 1, 2 ..: the place's index comes before the value, and each
            // is asked for once.
            .gives("count", Data::U32(vec![10]))
            .gives(
                "result",
                Data::U32(vec![0, 0, 3, 0, 5 * 3, 0, 1, 1000 * 8 + 9]),
            ),
        Case::new("overloads_by_type", overloads_by_type)
            .given("result", zeros(3))
            .given("floats", Data::F32(vec![0.0; 2]))
            .gives("result", Data::U32(vec![9, 16, 25]))
            .gives("floats", Data::F32(vec![2.25, 6.25])),
        Case::new("written_in_wgsl", written_in_wgsl)
            .given("result", zeros(4))
            .gives("result", Data::U32(vec![7, 15, 26, 40])),
    ]
}

fn switch_in_a_loop() -> Result<Kernel, Error> {
    kernel("switch_in_a_loop").workgroup_size(8).build(|k| {
        let result = k.storage_mut::<u32>("result");
        let lane = local_invocation_index();
        let sum = 0u32.to_var("sum");
        Loop(range(0u32, 10), |turn| {
            Switch((turn * 3 + lane) % 8)
                .case([0, 1], || {
                    sum.add_assign(1000);
                    Continue();
                })
                .case(6, || {
                    If(turn.gt(2), Break).else_(|| sum.add_assign(100_000))
                })
                .case(2, || {
                    Switch(lane % 2).case(1, Break);
                    sum.add_assign(10_000);
                })
                .default(|| sum.add_assign(1));
            sum.add_assign(10);
        });
        result.element(lane).assign(sum.load());
    })
}

/// What [`switch_in_a_loop`] says, in Rust.
fn in_a_loop(lane: u32) -> u32 {
    let mut sum = 0;
    for turn in 0..10 {
        match (turn * 3 + lane) % 8 {
            0 | 1 => {
                sum += 1000;
                continue;
            }
            6 if turn > 2 => break,
            6 => sum += 100_000,
            2 if lane % 2 == 1 => break,
            2 => sum += 10_000,
            _ => sum += 1,
        }
        sum += 10;
    }
    sum
}

fn switch_of_signed() -> Result<Kernel, Error> {
    kernel("switch_of_signed").workgroup_size(5).build(|k| {
        let data = k.storage::<i32>("data");
        let result = k.storage_mut::<u32>("result");
        let i = local_invocation_index();
        let place = result.element(i);
        Switch(data.element(i).load())
            .case(-1, || place.assign(1))
            .case(vec![i32::MIN, i32::MAX], || place.assign(2))
            .case(&[0, 1][..], || place.assign(4))
            .default(|| place.assign(9));
    })
}

fn switch_that_returns() -> Result<Kernel, Error> {
    let pick = Fn("pick", ["x"], |x: Node<u32>| {
        Switch(x)
            .case(0, || Return(5u32.into_node()))
            .case([1, 2], || Return(x + 105))
            .default(|| {});
        100u32.into_node()
    });
    kernel("switch_that_returns").workgroup_size(4).build(|k| {
        let result = k.storage_mut::<u32>("result");
        let i = local_invocation_index();
        result.element(i).assign(pick.call(i));
    })
}

fn repeat_until() -> Result<Kernel, Error> {
    kernel("repeat_until").workgroup_size(4).build(|k| {
        let data = k.storage::<u32>("data");
        let result = k.storage_mut::<u32>("result");
        let i = local_invocation_index();
        let n = data.element(i).load().to_var("n");
        let turns = 0u32.to_var("turns");
        Repeat(|| {
            If((n.load() % 2).eq(0), || {
                n.shr_assign(1);
                Continue();
            });
            n.assign(n.load() * 3 + 1);
        })
        .continuing(|| turns.increment())
        .break_if(|| n.load().le(1));
        result.element(i).assign(turns.load());
    })
}

/// What [`repeat_until`] says, in Rust: at least one turn.
fn collatz(mut n: u32) -> u32 {
    let mut turns = 0;
    loop {
        n = if n.is_multiple_of(2) {
            n / 2
        } else {
            n * 3 + 1
        };
        turns += 1;
        if n <= 1 {
            return turns;
        }
    }
}

fn short_circuit() -> Result<Kernel, Error> {
    kernel("short_circuit").workgroup_size(4).build(|k| {
        let data = k.storage::<u32>("data");
        let asked = k.storage_mut::<u32>("asked");
        let result = k.storage_mut::<u32>("result");
        let i = local_invocation_index();
        let is_set = Fn("is_set", ["i"], move |i: Node<u32>| {
            asked.element(i).add_assign(1);
            data.element(i).load().ne(0)
        });
        let outside = Fn("outside", ["i"], move |i: Node<u32>| {
            asked.element(i).add_assign(10);
            i.ge(2)
        });
        let inside = i.lt(data.len());
        let set = inside.and_also(|| is_set.call(i)).to_const("set");
        If(set, || result.element(i).add_assign(1));
        // Where the first holds, the second is not asked; it is asked in every lane.
        let either = i.gt(9).or_else(|| outside.call(i)).or_else(|| set);
        If(either, || result.element(i).add_assign(10));
    })
}

fn counts_up_and_down() -> Result<Kernel, Error> {
    kernel("counts_up_and_down").workgroup_size(1).build(|k| {
        let data = k.storage_mut::<u32>("data");
        let signed = k.storage_mut::<i32>("signed");
        data.element(0).increment();
        data.element(1).decrement();
        data.element(2).increment();
        signed.element(0).increment();
        signed.element(1).decrement();
    })
}

fn evaluated_once_in_order() -> Result<Kernel, Error> {
    kernel("evaluated_once_in_order")
        .workgroup_size(1)
        .build(|k| {
            let count = k.storage_mut::<u32>("count");
            let result = k.storage_mut::<u32>("result");
            let next = Fn("next", [], move || {
                let before = count.element(0).load().to_const("before");
                count.element(0).increment();
                before
            });
            let pair = Fn("pair", ["a", "b"], |a: Node<u32>, b: Node<u32>| {
                a * 1000 + b
            });
            // Index 0, value 1 - 1.
            let place = || result.element(next.call().to_const("at"));
            place().add_assign(next.call() - 1);
            // Index 2, value 3.
            place().assign(next.call());
            // Index 4, value 5, then 5 * 3.
            let place = place();
            place.assign(next.call());
            place.mul_assign(3);
            // 6 comes before 7.
            let call = |name: &str| next.call().to_const(name);
            let (a, b) = (call("a"), call("b"));
            result.element(6).assign(select(a.lt(b), 1, 0));
            let (a, b) = (call("a"), call("b"));
            result.element(7).assign(pair.call(a, b));
        })
}

/// One name for each type: a generic function of Rust makes the function of WGSL.
fn square<T: Numeric>() -> Function<(T,), Node<T>>
where
    Node<T>: std::ops::Mul<Node<T>, Output = Node<T>>,
{
    Fn("square", ["x"], |x: Node<T>| x * x)
}

fn overloads_by_type() -> Result<Kernel, Error> {
    let kernel = kernel("overloads_by_type").workgroup_size(1).build(|k| {
        let result = k.storage_mut::<u32>("result");
        let floats = k.storage_mut::<f32>("floats");
        result.element(0).assign(square::<u32>().call(3));
        let both = square::<UVec2>().call(uvec2(4, 5)).to_const("both");
        result.element(1).assign(both.x());
        result.element(2).assign(both.y());
        floats.element(0).assign(square::<f32>().call(1.5));
        // The same again is the same function.
        floats.element(1).assign(square::<f32>().call(2.5));
    })?;
    let text = kernel.wgsl(Dialect::Naga)?;
    assert_eq!(text.matches("fn square").count(), 3, "{text}");
    Ok(kernel)
}

/// A function with all that a text can bring: a structure, constants, a variable, functions.
pub(crate) fn weigh() -> WgslFn<(u32, UVec2), u32> {
    WgslFn::new(
        "struct Both { first: u32, second: u32 }
         const STEP = 3u;
         const OFFSETS = array(STEP + 4, 10, 14, 18);
         var<private> calls: u32;
         fn weigh(a: u32, b: vec2<u32>) -> u32 {
             var both = Both(a, dot_of(b));
             for (var i = 0u; i < a; i++) {
                 if i == 2 { continue; }
                 both.second += STEP;
             }
             var total = both.second;
             count(&total);
             both.second = total;
             switch a {
                 case 0: { return OFFSETS[a] + both.second - calls; }
                 case 1, 2: { break; }
                 default: { both.first += 4; }
             }
             return OFFSETS[a] + both.first + both.second - calls;
         }
         fn count(place: ptr<function, u32>) { calls += 1; *place += 1; }
         fn dot_of(b: vec2<u32>) -> u32 { return b.x * b.x + b.y * b.y; }",
    )
}

/// A function without a result.
pub(crate) fn note() -> WgslFn<(u32,), ()> {
    WgslFn::new("fn note(x: u32) { _ = x; }")
}

fn written_in_wgsl() -> Result<Kernel, Error> {
    let (weigh, note) = (weigh(), note());
    kernel("written_in_wgsl").workgroup_size(4).build(|k| {
        let result = k.storage_mut::<u32>("result");
        let i = local_invocation_index();
        note.call(i);
        result.element(i).assign(weigh.call(i, uvec2(i, 0)));
    })
}
