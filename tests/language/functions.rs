//! Functions.

use bitonic::*;

use super::entry::{Entry, entry};

/// A structure that a function returns.
#[derive(Clone, Copy, ShaderType)]
struct Division {
    quotient: u32,
    remainder: u32,
}

/// A function of the shader for every float type.
fn square<T: Float>() -> Function<(T,), Node<T>> {
    Fn("square", ["x"], |x: Node<T>| x * x)
}

/// Whatever `of` makes of a number, twice.
fn twice(of: impl std::ops::Fn(Node<u32>) -> Node<u32>, x: Node<u32>) -> Node<u32> {
    of(of(x))
}

thread_local! {
    static AGAIN: Function<(u32,), Node<u32>> = Fn("again", ["x"], again);
}

fn again(x: Node<u32>) -> Node<u32> {
    AGAIN.with(|function| function.call(x - 1))
}

pub(crate) fn entries() -> Vec<Entry> {
    [results(), kinds()].into_iter().flatten().collect()
}

fn results() -> Vec<Entry> {
    vec![
        entry("named and typed parameters")
            .says(|_, out, i| {
                let weigh = Fn(
                    "weigh",
                    ["count", "by"],
                    |count: Node<u32>, by: Node<f32>| (count.to_f32() * by).to_u32(),
                );
                out.element(i).assign(weigh.call(i, 2.5));
            })
            .gives(&[0_u32, 2, 5, 7])
            .emits("fn weigh(count: u32, by: f32) -> u32"),
        entry("result: scalar")
            .says(|_, out, i| {
                let triple = Fn("triple", ["x"], |x: Node<u32>| x * 3);
                out.element(i).assign(triple.call(i));
            })
            .gives(&[0_u32, 3, 6, 9])
            .emits("fn triple(x: u32) -> u32"),
        entry("result: vector")
            .says(|_, out, i| {
                let turn = Fn("turn", ["v"], |v: Node<UVec2>| v.yx() + 1);
                out.element(i).assign(turn.call(uvec2(i, 7)).y());
            })
            .gives(&[1_u32, 2, 3, 4])
            .emits("fn turn(v: vec2<u32>) -> vec2<u32>"),
        entry("result: struct")
            .says(|_, out, i| {
                let divide = Fn("divide", ["a", "b"], |a: Node<u32>, b: Node<u32>| {
                    let division = zero::<Division>().to_var("division");
                    division.fields().quotient.assign(a / b);
                    division.fields().remainder.assign(a % b);
                    division.load()
                });
                let division = divide.call(i + 10, 3).fields();
                out.element(i)
                    .assign(division.quotient * 10 + division.remainder);
            })
            .gives(&[31_u32, 32, 40, 41])
            .with("struct Division")
            .emits("fn divide(a: u32, b: u32) -> Division"),
        entry("result: none")
            .says(|_, out, i| {
                let put = Fn("put", ["at"], move |at: Node<u32>| {
                    out.element(at).assign(at + 5)
                });
                put.call(i);
            })
            .gives(&[5_u32, 6, 7, 8])
            .emits("fn put(at: u32)"),
    ]
}

fn kinds() -> Vec<Entry> {
    vec![
        entry("generic in Rust")
            .says_of::<f32>(|_, out, i| {
                let square = square::<Vec2>();
                out.element(i)
                    .assign(square.call(vec2(i.to_f32(), 0.5)).x());
            })
            .gives(&[0.0_f32, 1.0, 4.0, 9.0])
            .with("fn square")
            .emits("fn square(x: vec2<f32>) -> vec2<f32>"),
        entry("overloads by type")
            .says(|_, out, i| {
                let (number, pair) = (square::<f32>(), square::<Vec2>());
                let sum = number.call(i.to_f32()) + pair.call(vec2(1.0, 2.0)).y();
                out.element(i).assign(sum.to_u32());
            })
            .gives(&[4_u32, 5, 8, 13])
            .with("fn square")
            .emits("fn square(x: f32) -> f32")
            .emits("(x: vec2<f32>) -> vec2<f32>"),
        entry("inlined closure")
            .says(|_, out, i| {
                let step = |x: Node<u32>| x * 3 + 1;
                out.element(i).assign(twice(step, i));
            })
            .gives(&[4_u32, 13, 22, 31])
            .with("fn twice")
            .emits("(i * 3u + 1u) * 3u + 1u"),
        entry("recursion refused")
            .says(|_, out, i| {
                let n = i.to_var("n");
                While(
                    || n.load().gt(0),
                    || {
                        out.element(i).add_assign(n.load());
                        n.decrement();
                    },
                );
            })
            .gives(&[0_u32, 1, 3, 6])
            .emits("while n > 0u")
            .refuses(
                |_, out, i| AGAIN.with(|again| out.element(0).assign(again.call(i))),
                "function `again` calls itself",
            ),
        entry("function written in WGSL")
            .says(|_, out, i| {
                let parity = WgslFn::<(u32,), u32>::new(
                    "fn parity(x: u32) -> u32 { return countOneBits(x) & 1u; }",
                );
                out.element(i).assign(parity.call(i));
            })
            .gives(&[0_u32, 1, 1, 0])
            .emits("fn parity(x: u32) -> u32")
            .refuses(
                |_, out, i| {
                    let half = WgslFn::<(u32,), u32>::new("fn half(x: u32) -> f32 { return 0.5; }");
                    out.element(0).assign(half.call(i));
                },
                "the result of `half` is `f32` in its WGSL text, and `u32` in Rust",
            ),
    ]
}
