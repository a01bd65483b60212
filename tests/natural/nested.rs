//! Functions in a body, and loops whose turns end with a tail.

use super::*;

mod functions {
    use super::*;

    #[kernel]
    fn natural(data: &mut [u32], bins: Workgroup<[Atomic<u32>; 4]>) {
        #[shader_fn]
        let counted = |bin: u32| -> u32 {
            if bin > 3 {
                return 0;
            }
            bins[bin].atomic_add(1)
        };
        #[shader_fn]
        let split = |x: u32| -> (u32, u32) { (x % 4, x / 4) };
        #[shader_fn]
        let advance = |at: &mut u32, by: u32| {
            *at += by;
            data[*at] = by;
        };
        let i = instance_index();
        let (bin, rest) = split(data[i]);
        let mut at = counted(bin) + counted(4);
        advance(&mut at, rest);
        data[i] = at;
    }

    #[test]
    fn see_what_is_bound_around_them() {
        let calls = kernel("natural").build(|k| {
            let data = k.storage_mut::<u32>("data");
            let bins = workgroup_array::<Atomic<u32>>("bins", 4);
            let counted = Fn("counted", ["bin"], move |bin: Node<u32>| {
                If(bin.gt(3), || Return(0u32.into_node()));
                bins.element(bin).atomic_add(1)
            });
            let split = Fn("split", ["x"], |x: Node<u32>| (x % 4, x / 4));
            let advance = Fn(
                "advance",
                ["at", "by"],
                move |at: Pointer<u32>, by: Node<u32>| {
                    at.add_assign(by);
                    data.element(at.load()).assign(by);
                },
            );
            let i = instance_index().to_const("i");
            let (bin, rest) = split.call(data.element(i).load());
            let (bin, rest) = (bin.to_const("bin"), rest.to_const("rest"));
            let at = (counted.call(bin) + counted.call(4)).to_var("at");
            advance.call(at, rest);
            data.element(i).assign(at.load());
        });
        let text = same(natural(), calls);
        assert!(text.contains("fn counted(bin: u32) -> u32"), "{text}");
    }
}

mod loops {
    use super::*;

    #[kernel(workgroup_size(1))]
    fn natural(data: &mut [u32]) {
        let mut n = 0u32;
        'all: loop {
            'turn: {
                if data[n] == 0 {
                    break 'turn;
                } else if data[n] == 1 {
                    break 'all;
                }
                for i in 0..n {
                    if data[i] > 5 {
                        break;
                    }
                    data[i] = n;
                }
            }
            n += 1;
        }
        loop {
            'turn: {
                match data[n] {
                    0 => break 'turn,
                    7 => return,
                    _ => data[n] -= 1,
                }
            }
            if data[n] < 3 {
                break;
            }
        }
    }

    #[test]
    fn every_turn_ends_with_the_tail() {
        let calls = kernel("natural").workgroup_size(1).build(|k| {
            let data = k.storage_mut::<u32>("data");
            let n = 0u32.to_var("n");
            let at_n = || data.element(n.load());
            Repeat(|| {
                If(at_n().load().eq(0), Continue).else_if(|| at_n().load().eq(1), Break);
                Loop(range(0, n.load()).named("i"), |i| {
                    If(data.element(i).load().gt(5), Break);
                    data.element(i).assign(n.load());
                });
            })
            .continuing(|| n.add_assign(1));
            Repeat(|| {
                Switch(at_n().load())
                    .case(0, Continue)
                    .case(7, || Return(()))
                    .default(|| at_n().sub_assign(1));
            })
            .break_if(|| at_n().load().lt(3));
        });
        let text = same(natural(), calls);
        assert!(text.contains("break if "), "{text}");
    }
}

mod faults {
    use super::*;

    #[kernel]
    fn natural(out: &mut [u32]) {
        let i = instance_index();
        #[shader_fn]
        let put = |x: u32| out[x] = i;
        put(1);
    }

    #[kernel]
    fn variable(out: &mut [u32]) {
        let mut count = 0u32;
        #[shader_fn]
        let put = |x: u32| {
            count += 1;
            out[x] = 1;
        };
        put(1);
        out[0] = count;
    }

    /// A function has no values and variables of its caller but those that it is given.
    #[test]
    fn values_around_a_function_are_not_seen() {
        for kernel in [natural(), variable()] {
            let text = kernel.expect_err("it is refused").to_string();
            assert!(
                text.contains("put = |x: u32|") || text.contains("count += 1;"),
                "{text}"
            );
        }
    }
}
