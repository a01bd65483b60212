//! Control flow.

use bitonic::*;

use super::entry::{Entry, entry};

pub(crate) fn entries() -> Vec<Entry> {
    [branches(), switches(), counted(), other_loops()]
        .into_iter()
        .flatten()
        .collect()
}

fn branches() -> Vec<Entry> {
    vec![
        entry("if")
            .says(|_, out, i| {
                If(i.gt(1), || out.element(i).assign(7));
            })
            .gives(&[0_u32, 0, 7, 7])
            .emits("if i > 1u {"),
        entry("else if")
            .says(|_, out, i| {
                If(i.eq(0), || out.element(i).assign(5))
                    .else_if(|| i.lt(3), || out.element(i).assign(6));
            })
            .gives(&[5_u32, 6, 6, 0])
            .emits("if i == 0u {"),
        entry("else")
            .says(|_, out, i| {
                If(i.eq(2), || out.element(i).assign(5)).else_(|| out.element(i).assign(6));
            })
            .gives(&[6_u32, 6, 5, 6])
            .emits("if i == 2u {")
            .refuses(
                |_, out, i| {
                    let branch = If(i.eq(2), || out.element(0).assign(5));
                    let late = out.element(1).load();
                    branch.else_(|| out.element(0).assign(late));
                },
                "this value of type `u32` is used before the program makes it",
            ),
        entry("select")
            .maps(
                |x: Node<u32>| select(x.gt(10), x, 10),
                &[12, 3],
                &[12, 10_u32],
            )
            .emits("select(10u, "),
        entry("return")
            .says(|_, out, i| {
                If(i.eq(2), || Return(()));
                out.element(i).assign(9);
            })
            .gives(&[9_u32, 9, 0, 9])
            .emits("if i == 2u {")
            .refuses(
                |_, out, _| Return(out.element(0).load()),
                "`Return` of the wrong type",
            ),
    ]
}

fn switches() -> Vec<Entry> {
    vec![
        entry("switch")
            .says(|_, out, i| {
                Switch(i)
                    .case(0, || out.element(i).assign(50))
                    .case(3, || out.element(i).assign(53));
            })
            .gives(&[50_u32, 0, 0, 53])
            .emits("switch i {"),
        entry("several selectors")
            .says(|_, out, i| {
                Switch(i).case([1, 2], || out.element(i).assign(8));
            })
            .gives(&[0_u32, 8, 8, 0])
            .emits("case 1, 2: {")
            .refuses(
                |_, out, i| {
                    Switch(i)
                        .case([1, 2], || out.element(0).assign(1))
                        .case([3, 2], || out.element(0).assign(2));
                },
                "the value 2 is listed twice",
            ),
        entry("default")
            .says(|_, out, i| {
                Switch(i)
                    .case(1, || out.element(i).assign(5))
                    .default(|| out.element(i).assign(9));
            })
            .gives(&[9_u32, 5, 9, 9])
            .emits("default"),
        entry("no fall-through")
            .says(|_, out, i| {
                let place = out.element(i);
                Switch(i)
                    .case(0, || place.add_assign(1))
                    .case(1, || place.add_assign(10))
                    .case(2, || place.add_assign(100));
            })
            .gives(&[1_u32, 10, 100, 0])
            .emits("switch i {")
            .refuses(
                |_, _, i| {
                    Switch(i).case(1, Break);
                },
                "`Break` outside of a loop",
            ),
    ]
}

fn counted() -> Vec<Entry> {
    vec![
        entry("counted loop")
            .says(|_, out, i| {
                Loop(range(0, i), |turn| out.element(i).add_assign(turn + 1));
            })
            .gives(&[0_u32, 1, 3, 6])
            .emits("for (var "),
        entry("start and end of any kind")
            .says_of::<i32>(|_, out, i| {
                let start = i.to_i32() - 3;
                Loop(range_inclusive(start, 1).rev(), |n| {
                    out.element(i).assign(out.element(i).load() * 3 + n);
                });
            })
            // Of 1, 0, -1, -2, -3, from the left: to the base 3.
            .gives(&[81 - 9 - 6 - 3, 27 - 3 - 2, 9 - 1, 3_i32])
            .emits("loop {"),
        entry("step")
            .says(|_, out, i| {
                Loop(range(i, 10).step(3), |n| out.element(i).add_assign(n));
            })
            .gives(&[18_u32, 12, 15, 18])
            .emits("+= 3u")
            .refuses(
                |_, out, i| Loop(range(0, i).step(0), |n| out.element(0).add_assign(n)),
                "a loop with a step of 0 would never end",
            ),
        entry("update")
            .says(|_, out, i| {
                Loop(range(i, 40).update(|n| n * 2 + 1), |_| {
                    out.element(i).increment()
                });
            })
            // 0 1 3 7 15 31, 1 3 7 15 31, 2 5 11 23, 3 7 15 31.
            .gives(&[6_u32, 5, 4, 4])
            .emits("loop {")
            .refuses(
                |_, out, i| Loop(range(1, i).multiply(1), |n| out.element(0).add_assign(n)),
                "a loop multiplies or divides its counter by 2 or more",
            ),
        entry("shifting")
            .says(|_, out, i| {
                Loop(range(1u32, 40).shift_left(i + 1), |n| {
                    out.element(i).add_assign(n)
                });
            })
            // 1 2 4 .. 32, 1 4 16, 1 8, 1 16.
            .gives(&[63_u32, 21, 9, 17])
            .emits("loop {")
            .refuses(
                |_, out, i| Loop(range(1, i).shift_left(0), |n| out.element(0).add_assign(n)),
                "a loop shifts its counter by 1 to 31 bits",
            ),
        entry("nested loops")
            .says(|_, out, i| {
                Loop(range(0, 3), |a| {
                    Loop(range(a, i), |b| out.element(i).add_assign(a * 10 + b));
                });
            })
            // Of b < i, a <= b, a < 3: 0; 0 1 11; 0 1 2 11 12 22.
            .gives(&[0_u32, 0, 12, 48])
            .emits("for (var "),
    ]
}

fn other_loops() -> Vec<Entry> {
    vec![
        entry("while")
            .says(|_, out, i| {
                let rest = (i * 100).to_var("rest");
                While(
                    || rest.load().gt(9),
                    || {
                        rest.shr_assign(1);
                        out.element(i).increment();
                    },
                );
            })
            // 100 50 25 12 6; 200 100 ..; 300 150 75 37 18 9.
            .gives(&[0_u32, 4, 5, 5])
            .emits("while rest > 9u {")
            .refuses(
                |_, out, i| {
                    While(
                        || {
                            Break();
                            i.lt(2)
                        },
                        || out.element(0).increment(),
                    );
                },
                "`Break` in the condition of a loop",
            ),
        entry("loop with continuing")
            .says(|_, out, i| {
                let n = 0u32.to_var("n");
                Repeat(|| {
                    If(n.load().gt(i), Break);
                    If(n.load().eq(1), Continue);
                    out.element(i).increment();
                })
                .continuing(|| {
                    n.increment();
                    out.element(i).add_assign(10);
                });
            })
            .gives(&[11_u32, 21, 32, 43])
            .emits("loop {")
            .refuses(
                |_, out, i| {
                    let body = || If(i.lt(2), Break).else_(|| out.element(0).increment());
                    Repeat(body).continuing(Continue);
                },
                "`Continue` in what advances a loop",
            ),
        entry("break-if")
            .says(|_, out, i| {
                Repeat(|| out.element(i).add_assign(2)).break_if(|| out.element(i).load().gt(i));
            })
            .gives(&[2_u32, 2, 4, 4])
            .emits("loop {")
            .refuses(
                |_, out, _| Repeat(|| out.element(0).increment()).break_if(|| false),
                "nothing ever leaves this loop",
            ),
        entry("break")
            .says(|_, out, i| {
                Loop(range(0u32, 9), |n| {
                    If(n.gt(i), Break);
                    out.element(i).increment();
                });
            })
            .gives(&[1_u32, 2, 3, 4])
            .emits("break;")
            .refuses(|_, _, _| Break(), "`Break` outside of a loop"),
        entry("continue")
            .says(|_, out, i| {
                Loop(range(0u32, 4), |n| {
                    If(n.eq(i), Continue);
                    out.element(i).add_assign(n);
                });
            })
            .gives(&[6_u32, 5, 4, 3])
            .emits("continue;")
            .refuses(|_, _, _| Continue(), "`Continue` outside of a loop"),
    ]
}
