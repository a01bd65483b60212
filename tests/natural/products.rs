//! Values of several parts: structures, arrays, tuples, and tables of constants.

use super::*;

/// Where something is.
#[derive(Clone, Copy, ShaderType)]
struct At {
    position: Vec3,
    weight: f32,
}

/// With a structure and an array in it.
#[derive(Clone, Copy, ShaderType)]
struct Pair {
    first: At,
    steps: [u32; 2],
    x: u32,
}

mod structures {
    use super::*;

    #[shader_fn]
    fn middle(a: At, b: At) -> At {
        let weight = a.weight + b.weight;
        At {
            position: (a.position + b.position) / 2.0,
            weight,
        }
    }

    #[kernel]
    fn natural(all: &mut [At], pairs: &mut [Pair], by: u32) {
        let i = instance_index();
        let mut kept = At {
            position: vec3(0.0, 1.0, 2.0),
            weight: 1.5,
        };
        kept.position.y += 1.0;
        all[i] = middle(kept, all[i + 1]);
        pairs[i] = Pair {
            x: 7,
            first: if i > by {
                At {
                    weight: 0.0,
                    position: vec3(0.0, 0.0, 0.0),
                }
            } else {
                kept
            },
            steps: [by, by + 1],
        };
        all[i].weight = At {
            position: kept.position,
            weight: 2.0,
        }
        .weight;
    }

    #[test]
    fn are_written_with_their_fields() {
        let middle = Fn("middle", ["a", "b"], |a: Node<At>, b: Node<At>| {
            let weight = (a.fields().weight + b.fields().weight).to_const("weight");
            let position = (a.fields().position + b.fields().position) / 2.0;
            AtNodes { position, weight }.into_node()
        });
        let calls = kernel("natural").build(|k| {
            let all = k.storage_mut::<At>("all");
            let pairs = k.storage_mut::<Pair>("pairs");
            let by = k.param::<u32>("by");
            let i = instance_index().to_const("i");
            let kept = AtNodes {
                position: vec3(0.0, 1.0, 2.0),
                weight: 1.5.into_node(),
            };
            let kept = kept.into_node().to_var("kept");
            kept.fields().position.y().add_assign(1.0);
            let next = all.element(i + 1).load();
            all.element(i).assign(middle.call(kept.load(), next));
            let first = zero::<At>().to_var("value");
            If(i.gt(by), || {
                let (position, weight) = (vec3(0.0, 0.0, 0.0), 0.0.into_node());
                first.assign(AtNodes { position, weight });
            })
            .else_(|| first.assign(kept.load()));
            pairs.element(i).assign(PairNodes {
                first: first.load(),
                steps: array([by, by + 1]),
                x: 7.into_node(),
            });
            let (position, weight) = (kept.fields().position.load(), 2.0.into_node());
            let last = AtNodes { position, weight }.into_node();
            all.element(i).fields().weight.assign(last.fields().weight);
        });
        let text = same(natural(), calls);
        assert!(text.contains("At("), "{text}");
    }
}

mod arrays {
    use super::*;

    const POWERS: [u32; 4] = [1, 10, 100, 1000];
    const CORNERS: [[f32; 2]; 2] = [[0.0, 1.0], [2.0, 3.0]];
    const COUNT: usize = 3;

    #[kernel]
    fn natural(out: &mut [u32], wide: &mut [f32], x: u32) {
        let i = instance_index();
        let list = [x, i, x + 1, 7];
        let mut sums = [0u32; COUNT];
        let mut same = [x; 2];
        let halves: [f32; 2] = [0.5, 0.25];
        let mut grid = [[x, 1], [2, i]];
        for n in 0..list.len() {
            sums[n % 3] += list[n];
        }
        same[1] = grid[1][i % 2];
        grid[0] = same;
        wide[0] = halves[i % 2] + CORNERS[i % 2][1];
        out[i] = POWERS[i % 4] + POWERS[2] + sums[0] + same[0] + grid[0][0];
        out[0] = [5u32, 6, 7][x % 3];
    }

    #[test]
    fn and_tables_of_constants() {
        let calls = kernel("natural").build(|k| {
            let out = k.storage_mut::<u32>("out");
            let wide = k.storage_mut::<f32>("wide");
            let x = k.param::<u32>("x");
            let i = instance_index().to_const("i");
            let list = array([x, i, x + 1, 7.into_node()]).to_const("list");
            let sums = [0u32; 3].to_var("sums");
            let same = array([x; 2]).to_var("same");
            let halves = [0.5f32, 0.25].to_const("halves");
            let grid = [[x, 1.into_node()], [2.into_node(), i]].map(array);
            let grid = array(grid).to_var("grid");
            Loop(range(0, list.len()).named("n"), |n| {
                sums.element(n % 3).add_assign(list.element(n));
            });
            same.element(1)
                .assign(grid.element(1).element(i % 2).load());
            grid.element(0).assign(same.load());
            let corner = constant("CORNERS", CORNERS).element(i % 2).element(1);
            wide.element(0).assign(halves.element(i % 2) + corner);
            let power = constant("POWERS", POWERS).element(i % 4) + 100;
            let sum = power + sums.element(0).load() + same.element(0).load();
            out.element(i)
                .assign(sum + grid.element(0).element(0).load());
            out.element(0).assign(array([5u32, 6, 7]).element(x % 3));
        });
        let text = same(natural(), calls);
        assert!(text.contains("const POWERS = array<u32, 4>("), "{text}");
    }
}

mod tuples {
    use super::*;

    #[shader_fn]
    fn divide(a: u32, b: u32) -> (u32, u32) {
        if b == 0 {
            return (0, a);
        }
        (a / b, a % b)
    }

    #[shader_fn]
    fn measure(v: Vec3) -> (f32, bool, At) {
        let length = dot(v, v).sqrt();
        let at = At {
            position: v,
            weight: length,
        };
        (length, length > 1.0, at)
    }

    #[kernel]
    fn natural(out: &mut [u32], all: &mut [At]) {
        let i = instance_index();
        let (tens, ones) = divide(i, 10);
        let (mut high, _): (u32, u32) = divide(tens, 10);
        let (length, is_long, at) = measure(all[i].position);
        let (ones, tens) = (tens, ones);
        let (next, five) = (i + 1, 5u32);
        if is_long {
            high += next;
        }
        let mut low = five;
        (high, low) = (low, high);
        (low, _) = divide(low, high);
        all[i] = at;
        all[i + 1].weight = length;
        out[i] = tens * 16 + ones + high + low;
    }

    #[test]
    fn are_structures_named_after_the_function() {
        let divide = Fn("divide", ["a", "b"], |a: Node<u32>, b: Node<u32>| {
            If(b.eq(0), || Return((0u32.into_node(), a)));
            (a / b, a % b)
        });
        let measure = Fn("measure", ["v"], |v: Node<Vec3>| {
            let length = dot(v, v).sqrt().to_const("length");
            let at = AtNodes {
                position: v,
                weight: length,
            };
            let at = at.into_node().to_const("at");
            (length, length.gt(1.0), at)
        });
        let calls = kernel("natural").build(|k| {
            let out = k.storage_mut::<u32>("out");
            let all = k.storage_mut::<At>("all");
            let i = instance_index().to_const("i");
            let (tens, ones) = divide.call(i, 10);
            let (tens, ones) = (tens.to_const("tens"), ones.to_const("ones"));
            let (high, _) = divide.call(tens, 10);
            let high = high.to_var("high");
            let (length, is_long, at) = measure.call(all.element(i).fields().position.load());
            let length = length.to_const("length");
            let is_long = is_long.to_const("is_long");
            let at = at.to_const("at");
            let next = (i + 1).to_const("next");
            let five = 5u32.to_const("five");
            If(is_long, || high.add_assign(next));
            let low = five.to_var("low");
            let (old_low, old_high) = (low.load(), high.load());
            high.assign(old_low);
            low.assign(old_high);
            let (quotient, _) = divide.call(low.load(), high.load());
            low.assign(quotient);
            all.element(i).assign(at);
            all.element(i + 1).fields().weight.assign(length);
            let sum = ones * 16 + tens + high.load() + low.load();
            out.element(i).assign(sum);
        });
        let text = same(natural(), calls);
        for line in [
            "struct DivideResult {",
            "fn divide(a: u32, b: u32) -> DivideResult {",
            "fn measure(v: vec3<f32>) -> MeasureResult {",
        ] {
            assert!(text.contains(line), "{text}");
        }
    }
}

mod chosen_parts {
    use super::*;

    #[shader_fn]
    fn order(a: u32, b: u32) -> (u32, u32) {
        if a < b {
            (a, b)
        } else if a == b {
            return (a, 0);
        } else {
            (b, a)
        }
    }

    #[kernel]
    fn natural(out: &mut [u32]) {
        let i = instance_index();
        let (low, mut high) = if i > 3 { order(i, out[i]) } else { (1, i) };
        high += low;
        let (a, b) = match out[i] {
            0 => (1, 2),
            1 | 2 => order(i, 3),
            _ => (i, i),
        };
        out[i] = high + a * b;
    }

    #[test]
    fn an_if_gives_several_values() {
        let order = Fn("order", ["a", "b"], |a: Node<u32>, b: Node<u32>| {
            let low = zero::<u32>().to_var("value");
            let high = zero::<u32>().to_var("value");
            let both = |one: Node<u32>, other: Node<u32>| {
                low.assign(one);
                high.assign(other);
            };
            If(a.lt(b), || both(a, b))
                .else_if(|| a.eq(b), || Return((a, 0u32.into_node())))
                .else_(|| both(b, a));
            (low.load(), high.load())
        });
        let calls = kernel("natural").build(|k| {
            let out = k.storage_mut::<u32>("out");
            let i = instance_index().to_const("i");
            let low = zero::<u32>().to_var("low");
            let high = zero::<u32>().to_var("high");
            If(i.gt(3), || {
                let (one, other) = order.call(i, out.element(i).load());
                low.assign(one);
                high.assign(other);
            })
            .else_(|| {
                low.assign(1);
                high.assign(i);
            });
            high.add_assign(low.load());
            let a = zero::<u32>().to_var("a");
            let b = zero::<u32>().to_var("b");
            let both = |one: Node<u32>, other: Node<u32>| {
                a.assign(one);
                b.assign(other);
            };
            Switch(out.element(i).load())
                .case(0, || both(1.into_node(), 2.into_node()))
                .case([1, 2], || {
                    let (one, other) = order.call(i, 3);
                    both(one, other);
                })
                .default(|| both(i, i));
            out.element(i).assign(high.load() + a.load() * b.load());
        });
        same(natural(), calls);
    }
}
