//! Host and device in one body: what Rust decides while the kernel is built, and what leaves it.

use super::*;

/// Rust's own `bool`, of which the macro knows nothing.
fn is_checked() -> bool {
    true
}

fn limit() -> u32 {
    3
}

/// What the kernel leaves in 8 elements, of which element i was i.
#[track_caller]
fn values<A: Signature>(kernel: Result<Kernel<A>, Error>) -> Vec<u32> {
    let kernel = kernel.unwrap_or_else(|error| panic!("{error}"));
    let gpu = Gpu::checked().unwrap_or_else(|error| panic!("{error}"));
    let start: Vec<u32> = (0..8).collect();
    let buffer = gpu.buffer(&start).unwrap_or_else(|error| panic!("{error}"));
    let run = gpu
        .run(kernel.untyped())
        .bind("data", &buffer)
        .workgroups([1, 1, 1]);
    run.unwrap_or_else(|error| panic!("{error}"));
    buffer.read().unwrap_or_default()
}

mod conditions {
    use super::*;

    #[kernel(workgroup_size(8))]
    fn natural(data: &mut [u32]) {
        let i = instance_index();
        if is_checked() && i < limit() {
            data[i] = 10;
        }
        if i == 7 || !is_checked() {
            data[i] = 20;
        }
        if !is_checked() && i < 100 {
            data[i] = 30;
        } else if limit() > 2 {
            data[i] += 1;
        }
        if 3 < ROUNDS {
            data[i] += 100;
        } else {
            data[i] = 0;
        }
        if limit() < i {
            data[i] += 1000;
        }
        let x = if limit() == 3 { i + 5 } else { 7 };
        data[i] += x;
    }

    #[test]
    fn rust_decides_what_it_knows() {
        let calls = kernel("natural").workgroup_size(8).build(|k| {
            let data = k.storage_mut::<u32>("data");
            let i = instance_index().to_const("i");
            If(i.lt(3), || data.element(i).assign(10));
            If(i.eq(7).or_else(|| false), || data.element(i).assign(20));
            data.element(i).add_assign(1);
            data.element(i).add_assign(100);
            If(i.gt(3), || data.element(i).add_assign(1000));
            let x = (i + 5).to_const("x");
            data.element(i).add_assign(x);
        });
        same(natural(), calls);
        let right: Vec<u32> = (0..8)
            .map(|i| {
                let first = if i < 3 { 10 } else { i };
                let second = if i == 7 { 20 } else { first };
                second + 101 + if i > 3 { 1000 } else { 0 } + i + 5
            })
            .collect();
        assert_eq!(values(natural()), right);
    }
}

mod choices {
    use super::*;

    const THREE: u32 = 3;

    #[derive(Clone, Copy)]
    enum Mode {
        Double,
        Add(u32),
    }

    fn mode(add: bool) -> Mode {
        if add { Mode::Add(5) } else { Mode::Double }
    }

    #[shader_fn]
    fn chosen(x: i32) -> i32 {
        let y = match x {
            -1 => 10,
            0 | 1 => 20,
            _ => x,
        };
        y + 1
    }

    #[kernel(workgroup_size(8))]
    fn natural(data: &mut [u32]) {
        let i = instance_index();
        match i {
            0 => data[i] = 40,
            1 | 2 => {
                data[i] = 50;
                data[i] += 1;
            }
            THREE => return,
            _ => {}
        }
        data[i] += 1;
        match limit() {
            1 => data[i] += 1000,
            3 => data[i] += 2000,
            _ => data[i] += 3000,
        }
        match mode(true) {
            Mode::Double => data[i] *= 2,
            Mode::Add(n) => data[i] += n,
        }
        match mode(false) {
            Mode::Double => data[i] *= 2,
            Mode::Add(n) => data[i] += n,
        }
        data[i] += chosen(i as i32 - 1) as u32;
    }

    #[test]
    fn a_match_is_a_switch_or_rusts_own() {
        let chosen = Fn("chosen", ["x"], |x: Node<i32>| {
            let y = zero::<i32>().to_var("y");
            Switch(x)
                .case(-1, || y.assign(10))
                .case([0, 1], || y.assign(20))
                .default(|| y.assign(x));
            y.load() + 1
        });
        let calls = kernel("natural").workgroup_size(8).build(|k| {
            let data = k.storage_mut::<u32>("data");
            let i = instance_index().to_const("i");
            let place = data.element(i);
            Switch(i)
                .case(0, || data.element(i).assign(40))
                .case([1, 2], || {
                    data.element(i).assign(50);
                    data.element(i).add_assign(1);
                })
                .case(3, || Return(()))
                .default(|| ());
            place.add_assign(1);
            place.add_assign(2000);
            place.add_assign(5);
            place.mul_assign(2);
            place.add_assign(chosen.call(i.to_i32() - 1).to_u32());
        });
        same(natural(), calls);
        let right: Vec<u32> = (0..8_u32)
            .map(|i| {
                let first = match i {
                    0 => 40,
                    1 | 2 => 51,
                    3 => return 3,
                    i => i,
                };
                let chosen = match i {
                    0 => 10,
                    1 | 2 => 20,
                    i => i - 1,
                };
                (first + 2006) * 2 + chosen + 1
            })
            .collect();
        assert_eq!(values(natural()), right);
    }
}

mod loops {
    use super::*;

    #[kernel(workgroup_size(8))]
    fn natural(data: &mut [u32]) {
        let i = instance_index();
        #[host]
        let steps = vec![1u32, 2, 3, 4, 5];
        #[host]
        let mut turns = 0u32;
        #[host]
        for step in &steps {
            turns += 1;
            if host!(*step == 2) {
                continue;
            }
            if turns == 5 {
                break;
            }
            if i > turns {
                for _ in 0..turns {
                    data[i] += host!(*step);
                    if data[i] > 20 {
                        break;
                    }
                }
            }
        }
        turns += 10;
        data[i] += turns;
        let n = steps.len() as u32;
        data[i] += n;
        #[host]
        while turns > 13 {
            turns -= 1;
            data[i] ^= turns;
        }
        #[host]
        if turns == 13 {
            data[i] += 1;
        }
    }

    #[test]
    fn loops_of_rust_unroll() {
        let calls = kernel("natural").workgroup_size(8).build(|k| {
            let data = k.storage_mut::<u32>("data");
            let i = instance_index().to_const("i");
            for (step, turns) in [(1u32, 1u32), (3, 3), (4, 4)] {
                If(i.gt(turns), || {
                    Loop(range(0, turns), |_| {
                        data.element(i).add_assign(step);
                        If(data.element(i).load().gt(20), Break);
                    });
                });
            }
            data.element(i).add_assign(15);
            data.element(i).add_assign(5u32.to_const("n"));
            data.element(i).bitxor_assign(14);
            data.element(i).bitxor_assign(13);
            data.element(i).add_assign(1);
        });
        same(natural(), calls);
        let right: Vec<u32> = (0..8_u32)
            .map(|i| {
                let mut x = i;
                for (step, turns) in [(1, 1), (3, 3), (4, 4)] {
                    if i > turns {
                        for _ in 0..turns {
                            x += step;
                            if x > 20 {
                                break;
                            }
                        }
                    }
                }
                ((x + 20) ^ 14 ^ 13) + 1
            })
            .collect();
        assert_eq!(values(natural()), right);
    }
}

mod returns {
    use super::*;

    #[shader_fn]
    fn first_over(x: u32) -> u32 {
        #[host]
        let known = limit();
        if known > 10 {
            return 0;
        }
        if is_checked() {
            if x > 100 {
                return 100;
            }
        }
        if x > 2 {
            #[host]
            for i in [1u32, 2, 3] {
                if known == i {
                    return x + i;
                }
                if x == 4 + i {
                    return 50;
                }
            }
        }
        if !is_checked() {
            return 1;
        }
        x
    }

    #[kernel(workgroup_size(8))]
    fn natural(data: &mut [u32]) {
        let i = instance_index();
        data[i] = first_over(data[i]);
        if is_checked() {
            return;
        }
        data[i] = 0;
    }

    #[test]
    fn a_return_is_recorded_or_rusts_own() {
        let first_over = Fn("first_over", ["x"], |x: Node<u32>| {
            If(x.gt(100), || Return(100_u32.into_node()));
            If(x.gt(2), || {
                If(x.eq(5), || Return(50_u32.into_node()));
                If(x.eq(6), || Return(50_u32.into_node()));
                Return(x + 3);
            });
            x
        });
        let calls = kernel("natural").workgroup_size(8).build(|k| {
            let data = k.storage_mut::<u32>("data");
            let i = instance_index().to_const("i");
            data.element(i)
                .assign(first_over.call(data.element(i).load()));
        });
        same(natural(), calls);
        assert_eq!(values(natural()), [0, 1, 2, 6, 7, 50, 50, 10]);
    }
}

mod names {
    use super::*;

    fn consume(names: Vec<u32>) -> u32 {
        names.len() as u32
    }

    #[kernel(workgroup_size(8))]
    fn natural(data: &mut [u32]) {
        let i = instance_index();
        let twice = |x| x + x;
        #[host]
        let mut seen = Vec::new();
        #[host]
        let names = vec![1u32, 2];
        seen.push(data[i]);
        seen.push(i + 1);
        if seen.len() > 1 {
            data[i] = seen[0] + seen[1];
        }
        if is_checked() {
            let n = consume(names);
            data[i] += n;
        }
        data[i] = twice(data[i]);
        if let Some(last) = host!(seen.last().copied()) {
            data[i] += last;
        }
        #[host]
        let Some(first) = seen.first().copied() else {
            return;
        };
        data[i] += first;
        let x = if i < 4 { 1 } else { 2 };
        data[i] += x as u32;
    }

    /// Numbers that nothing else types are `i32`, as in Rust.
    #[test]
    fn values_stand_in_rusts_own_names() {
        let calls = kernel("natural").workgroup_size(8).build(|k| {
            let data = k.storage_mut::<u32>("data");
            let i = instance_index().to_const("i");
            let first = data.element(i).load();
            let last = i + 1;
            data.element(i).assign(first + last);
            data.element(i).add_assign(2u32.to_const("n"));
            let x = data.element(i).load();
            data.element(i).assign(x + x);
            data.element(i).add_assign(last);
            data.element(i).add_assign(first);
            let x = zero::<i32>().to_var("x");
            If(i.lt(4), || x.assign(1)).else_(|| x.assign(2));
            data.element(i).add_assign(x.load().to_u32());
        });
        same(natural(), calls);
        let right: Vec<u32> = (0..8)
            .map(|i| (i + i + 1 + 2) * 2 + i + 1 + i + if i < 4 { 1 } else { 2 })
            .collect();
        assert_eq!(values(natural()), right);
    }
}

mod faults {
    use super::*;

    #[kernel]
    fn breaks(data: &mut [u32]) {
        let i = instance_index();
        #[host]
        loop {
            data[i] += 1;
            if i > 3 {
                break;
            }
        }
    }

    #[kernel]
    fn continues(data: &mut [u32]) {
        let i = instance_index();
        #[host]
        loop {
            if i > 3 {
                continue;
            }
            data[i] += 1;
        }
    }

    /// The lines are the author's: what leaves, the loop, and the branch.
    #[test]
    fn a_branch_of_the_shader_leaves_no_loop_of_rusts() {
        for (kernel, word) in [(breaks(), "break"), (continues(), "continue")] {
            let error = kernel.expect_err("it is refused");
            let text = error.to_string();
            let message = format!("`{word}` of a host loop from a branch of the shader");
            assert!(text.contains(&message), "{text}");
            assert!(text.contains(&format!("{word};")), "{text}");
            assert!(text.contains("the branch of the shader"), "{text}");
            assert!(text.contains("the host loop"), "{text}");
            assert!(text.contains("for 1 fault"), "{text}");
        }
    }

    #[kernel(workgroup_size(8))]
    fn endless(data: &mut [u32]) {
        let i = instance_index();
        if i > 3 {
            #[host]
            loop {
                data[i] = 9;
                #[host]
                for _ in 0..3 {
                    return;
                }
            }
        }
        data[i] = 1;
    }

    /// A loop of Rust's ends where what follows is never reached.
    #[test]
    fn a_recorded_return_ends_the_loops_around_it() {
        assert_eq!(values(endless()), [1, 1, 1, 1, 9, 9, 9, 9]);
    }
}
