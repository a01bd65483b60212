//! Kernels in natural Rust and the calls that they stand for: one text.
//!
//! The right side of each pair is written by hand in the call layer, by the rules of
//! `#[shader_fn]`'s page; what the calls mean is shown by the corpus.

use bitonic::*;

#[path = "natural/host.rs"]
mod host_and_device;

#[path = "natural/broken.rs"]
mod broken;
#[path = "natural/choices.rs"]
mod choices;
#[path = "natural/generic.rs"]
mod generic;
#[path = "natural/generic_values.rs"]
mod generic_values;
#[path = "natural/values.rs"]
mod kinds_of_values;
#[path = "natural/library.rs"]
mod library;
#[path = "natural/mended.rs"]
mod mended;
#[path = "natural/names.rs"]
mod names;
#[path = "natural/nested.rs"]
mod nested;
#[path = "natural/products.rs"]
mod products;
#[path = "natural/resources.rs"]
mod resources;
#[path = "natural/shared.rs"]
mod shared;

/// Both kernels are right and have the same text.
#[track_caller]
fn same<A: Signature>(natural: Result<Kernel<A>, Error>, calls: Result<Kernel, Error>) -> String {
    let text = |kernel: Result<Kernel, Error>| {
        let kernel = kernel.unwrap_or_else(|error| panic!("{error}"));
        kernel
            .wgsl(Dialect::Browser)
            .unwrap_or_else(|error| panic!("{error}"))
    };
    let (natural, calls) = (
        text(natural.map(|kernel| kernel.untyped().clone())),
        text(calls),
    );
    assert_eq!(natural, calls);
    natural
}

/// What a kernel is told.
#[derive(Clone, Copy, ShaderType)]
struct Settings {
    a: f32,
    limit: u32,
}

const ROUNDS: u32 = 24;

mod saxpy {
    use super::*;

    #[kernel(workgroup_size(64))]
    fn natural(settings: Uniform<Settings>, x: &[f32], y: &mut [f32]) {
        let i = instance_index();
        if i < settings.limit {
            y[i] += settings.fields().a * x[i];
        }
    }

    #[test]
    fn uniforms_and_buffers() {
        let calls = kernel("natural").workgroup_size(64).build(|k| {
            let settings = k.uniform::<Settings>("settings");
            let x = k.storage::<f32>("x");
            let y = k.storage_mut::<f32>("y");
            let i = instance_index().to_const("i");
            If(i.lt(settings.fields().limit.load()), || {
                let product = settings.fields().a.load() * x.element(i).load();
                y.element(i).add_assign(product);
            });
        });
        let text = same(natural(), calls);
        assert!(text.contains("settings.a * x["), "{text}");
    }
}

mod collatz {
    use super::*;

    #[shader_fn]
    fn steps(start: u32) -> u32 {
        let mut n = start;
        let mut steps = 0u32;
        while n != 1 {
            n = if n % 2 == 0 { n >> 1 } else { n * 3 + 1 };
            steps += 1;
        }
        steps
    }

    #[kernel]
    fn natural(data: &mut [u32]) {
        let i = instance_index();
        data[i] = steps(data[i]);
    }

    #[test]
    fn a_function_with_a_loop() {
        let steps = Fn("steps", ["start"], |start: Node<u32>| {
            let n = start.to_var("n");
            let steps = 0u32.to_var("steps");
            While(
                || n.load().ne(1),
                || {
                    let value = zero::<u32>().to_var("value");
                    If((n.load() % 2).eq(0), || value.assign(n.load() >> 1))
                        .else_(|| value.assign(n.load() * 3 + 1));
                    n.assign(value.load());
                    steps.add_assign(1);
                },
            );
            steps.load()
        });
        let calls = kernel("natural").build(|k| {
            let data = k.storage_mut::<u32>("data");
            let i = instance_index().to_const("i");
            data.element(i).assign(steps.call(data.element(i).load()));
        });
        same(natural(), calls);
    }
}

mod flip {
    use super::*;

    #[shader_fn]
    fn flip_indices(index: u32, block_height: u32) -> UVec2 {
        let block_offset = (index * 2) & !(block_height - 1);
        let in_half = index & ((block_height >> 1) - 1);
        uvec2(
            block_offset + in_half,
            block_offset + block_height - 1 - in_half,
        )
    }

    #[kernel(workgroup_size(256))]
    fn flip_global(input: &[u32], output: &mut [u32], span: u32) {
        let pair = flip_indices(instance_index(), span);
        if pair.x < input.len() {
            let a = input[pair.x];
            if pair.y < input.len() {
                let b = input[pair.y];
                output[pair.x] = min(a, b);
                output[pair.y] = max(a, b);
            } else {
                output[pair.x] = a;
            }
        }
    }

    #[test]
    fn a_vector_is_returned_and_taken_apart() {
        let indices = Fn(
            "flip_indices",
            ["index", "block_height"],
            |index: Node<u32>, block_height: Node<u32>| {
                let block_offset = ((index * 2) & !(block_height - 1)).to_const("block_offset");
                let in_half = (index & ((block_height >> 1) - 1)).to_const("in_half");
                uvec2(
                    block_offset + in_half,
                    block_offset + block_height - 1 - in_half,
                )
            },
        );
        let calls = kernel("flip_global").workgroup_size(256).build(|k| {
            let input = k.storage::<u32>("input");
            let output = k.storage_mut::<u32>("output");
            let span = k.param::<u32>("span");
            let pair = indices.call(instance_index(), span).to_const("pair");
            If(pair.x().lt(input.len()), || {
                let a = input.element(pair.x()).load().to_const("a");
                If(pair.y().lt(input.len()), || {
                    let b = input.element(pair.y()).load().to_const("b");
                    output.element(pair.x()).assign(min(a, b));
                    output.element(pair.y()).assign(max(a, b));
                })
                .else_(|| output.element(pair.x()).assign(a));
            });
        });
        same(flip_global(), calls);
    }
}

mod ranges {
    use super::*;

    #[kernel(workgroup_size(1))]
    fn natural(seen: &mut [u32], from: u32, to: u32) {
        let mut count = 0u32;
        for i in from..to {
            count += i;
        }
        for j in from..=to {
            count ^= j;
        }
        for j in (from..to).rev() {
            count <<= j;
        }
        for j in (from..to).rev().step_by(4) {
            count |= j;
        }
        for _ in (0u32..10).step_by(3) {
            count -= 1;
        }
        seen[0] = count;
    }

    #[test]
    fn every_form_of_range() {
        let calls = kernel("natural").workgroup_size(1).build(|k| {
            let seen = k.storage_mut::<u32>("seen");
            let (from, to) = (k.param::<u32>("from"), k.param::<u32>("to"));
            let count = 0u32.to_var("count");
            Loop(range(from, to).named("i"), |i| count.add_assign(i));
            Loop(range_inclusive(from, to).named("j"), |j| {
                count.bitxor_assign(j)
            });
            Loop(range(from, to).rev().named("j"), |j| count.shl_assign(j));
            Loop(range(from, to).rev().step(4).named("j"), |j| {
                count.bitor_assign(j)
            });
            Loop(range(0u32, 10).step(3), |_| count.sub_assign(1));
            seen.element(0).assign(count.load());
        });
        same(natural(), calls);
    }
}

mod chains {
    use super::*;

    #[kernel(workgroup_size(8))]
    fn natural(result: &mut [u32]) {
        let i = local_invocation_index();
        if i < 2 {
            result[i] = 10;
        } else if i < 4 {
            result[i] = 20;
        } else if 5 == i {
            result[i] = 30;
        } else {
            result[i] = 40;
        }
        if 6 <= i && result[i] != 40 || !(i == 0) {
            return;
        }
        result[i] += 1;
    }

    #[test]
    fn branches_and_short_circuits() {
        let calls = kernel("natural").workgroup_size(8).build(|k| {
            let result = k.storage_mut::<u32>("result");
            let i = local_invocation_index().to_const("i");
            let place = |value: u32| result.element(i).assign(value);
            If(i.lt(2), || place(10))
                .else_if(|| i.lt(4), || place(20))
                .else_if(|| i.eq(5), || place(30))
                .else_(|| place(40));
            let both = i.ge(6).and_also(|| result.element(i).load().ne(40));
            If(both.or_else(|| !i.eq(0)), || Return(()));
            result.element(i).add_assign(1);
        });
        same(natural(), calls);
    }
}

mod leaving {
    use super::*;

    #[shader_fn]
    fn first_divisor(n: u32) -> u32 {
        let mut candidate = 2u32;
        loop {
            if candidate * candidate > n {
                break;
            }
            if n % candidate == 0 {
                return candidate;
            }
            candidate += 1;
            if candidate % 2 == 1 {
                continue;
            }
            candidate += 1;
        }
        n
    }

    #[kernel]
    fn natural(data: &mut [u32]) {
        let place = instance_index();
        data[place] = first_divisor(data[place] + 2);
    }

    #[test]
    fn break_continue_and_return() {
        let first_divisor = Fn("first_divisor", ["n"], |n: Node<u32>| {
            let candidate = 2u32.to_var("candidate");
            Repeat(|| {
                If((candidate.load() * candidate.load()).gt(n), Break);
                If((n % candidate.load()).eq(0), || Return(candidate.load()));
                candidate.add_assign(1);
                If((candidate.load() % 2).eq(1), Continue);
                candidate.add_assign(1);
            });
            n
        });
        let calls = kernel("natural").build(|k| {
            let data = k.storage_mut::<u32>("data");
            let place = instance_index().to_const("place");
            let divisor = first_divisor.call(data.element(place).load() + 2);
            data.element(place).assign(divisor);
        });
        same(natural(), calls);
    }
}
