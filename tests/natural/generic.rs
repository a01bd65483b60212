//! Generic functions and kernels, what the host gives them, and closures.

use super::*;
use bitonic::types::Scalar;

mod functions {
    use super::*;

    /// The value in the middle.
    #[shader_fn]
    fn middle<T: Scalar>(a: T, b: T, c: T) -> T
    where
        T: Copy,
    {
        let low = min(a, b);
        let mut high = max(a, b);
        if c < high {
            high = c;
        }
        max(low, high)
    }

    #[kernel]
    fn natural(words: &mut [u32], numbers: &mut [f32]) {
        let i = instance_index();
        words[i] = middle(words[i], 7, words[i] + 1);
        words[i] = middle::<u32>(1, 2, words[i]);
        numbers[i] = middle(numbers[i], 0.5, 1.0);
    }

    fn by_calls<T: Scalar>() -> Function<(T, T, T), Node<T>> {
        Fn(
            "middle",
            ["a", "b", "c"],
            |a: Node<T>, b: Node<T>, c: Node<T>| {
                let low = min(a, b).to_const("low");
                let high = max(a, b).to_var("high");
                If(c.lt(high.load()), || high.assign(c));
                max(low, high.load())
            },
        )
        .doc("The value in the middle.")
    }

    #[test]
    fn a_type_parameter_gives_a_function_for_each_type() {
        let calls = kernel("natural").build(|k| {
            let words = k.storage_mut::<u32>("words");
            let numbers = k.storage_mut::<f32>("numbers");
            let i = instance_index().to_const("i");
            let place = words.element(i);
            let (of_words, of_numbers) = (by_calls::<u32>(), by_calls::<f32>());
            place.assign(of_words.call(place.load(), 7, words.element(i).load() + 1));
            words
                .element(i)
                .assign(of_words.call(1, 2, words.element(i).load()));
            let place = numbers.element(i);
            place.assign(of_numbers.call(place.load(), 0.5, 1.0));
        });
        let text = same(natural(), calls);
        assert_eq!(
            text.matches("// The value in the middle.").count(),
            2,
            "{text}"
        );
        assert_eq!(text.matches("fn middle").count(), 2, "{text}");
    }
}

mod constants {
    use super::*;

    /// `x` to the power of `N`.
    #[shader_fn]
    fn power<const N: u32>(x: f32) -> f32 {
        let mut product = 1.0f32;
        for _ in 0..N {
            product *= x;
        }
        product
    }

    #[shader_fn]
    fn bytes<T: Scalar>(count: u32) -> u32 {
        count * (size_of::<T>() as u32)
    }

    #[kernel(workgroup_size(32, HEIGHT), name = format!("powers_{N}"))]
    fn natural<const N: u32, const HEIGHT: u32>(data: &mut [f32], sizes: &mut [u32]) {
        let i = instance_index();
        if i < N * HEIGHT {
            data[i] = power::<N>(data[i]) + power::<2>(1.0);
            sizes[i] = bytes::<f32>(i) + bytes::<u64>(N) + u32::MAX / N;
        }
    }

    #[test]
    fn a_constant_is_the_hosts() {
        fn power(n: u32) -> Function<(f32,), Node<f32>> {
            Fn("power", ["x"], move |x: Node<f32>| {
                let product = 1f32.to_var("product");
                Loop(range(0, n), |_| product.mul_assign(x));
                product.load()
            })
            .doc("`x` to the power of `N`.")
        }
        fn bytes(size: u32) -> Function<(u32,), Node<u32>> {
            Fn("bytes", ["count"], move |count: Node<u32>| count * size)
        }
        let calls = kernel("powers_3").workgroup_size([32, 4]).build(|k| {
            let data = k.storage_mut::<f32>("data");
            let sizes = k.storage_mut::<u32>("sizes");
            let i = instance_index().to_const("i");
            If(i.lt(12), || {
                let raised = power(3).call(data.element(i).load());
                data.element(i).assign(raised + power(2).call(1.0));
                let sum = bytes(4).call(i) + bytes(8).call(3);
                sizes.element(i).assign(sum + 0x5555_5555);
            });
        });
        same(natural::<3, 4>(), calls);
    }
}

mod host {
    use super::*;

    /// What the host chooses.
    #[derive(Clone)]
    struct Steps {
        list: Vec<u32>,
    }

    impl Steps {
        fn product(&self, of: Node<u32>) -> Node<u32> {
            self.list.iter().fold(of, |product, step| product * *step)
        }
    }

    /// `x` times each step.
    ///
    /// # Example
    ///
    /// That is not for the reader of the text.
    #[shader_fn]
    fn multiplied(#[host] steps: Steps, x: u32, #[host] bias: u32) -> u32 {
        let y = x + bias;
        steps.product(y)
    }

    /// Multiplies.
    /// Twice.
    #[kernel(workgroup_size(width), name = name)]
    fn natural(#[host] name: &str, #[host] width: u32, data: &mut [u32], #[host] steps: &Steps) {
        let i = instance_index();
        if i < width {
            data[i] = multiplied(steps.clone(), data[i], 5);
            data[i] = multiplied(steps.clone(), i, width * 2 + 1);
        }
    }

    #[test]
    fn what_the_host_gives_is_part_of_the_function() {
        let multiplied = |bias: u32| {
            let body = move |x: Node<u32>| (x + bias).to_const("y") * 2 * 3;
            Fn("multiplied", ["x"], body).doc("`x` times each step.")
        };
        let calls = kernel("many")
            .doc("Multiplies.\nTwice.")
            .workgroup_size(128)
            .build(|k| {
                let data = k.storage_mut::<u32>("data");
                let i = instance_index().to_const("i");
                If(i.lt(128), || {
                    let place = data.element(i);
                    place.assign(multiplied(5).call(data.element(i).load()));
                    data.element(i).assign(multiplied(257).call(i));
                });
            });
        let steps = Steps { list: vec![2, 3] };
        let text = same(natural("many", 128, &steps), calls);
        assert!(
            text.contains("// Multiplies.\n// Twice.\n@compute"),
            "{text}"
        );
    }
}

mod closures {
    use super::*;

    #[shader_fn]
    fn folded<F>(data: &[u32], start: u32, operator: F) -> u32
    where
        F: Fn(u32, u32) -> u32,
    {
        let mut total = start;
        for i in 0..data.len() {
            total = operator(total, data[i]);
        }
        operator(total, 1)
    }

    #[shader_fn]
    fn filled(data: &mut [u32], value: &impl Fn(u32) -> u32, mut seen: impl FnMut(u32)) {
        let i = instance_index();
        data[i] = value(i);
        seen(i);
    }

    #[kernel(workgroup_size(64))]
    fn natural(
        input: &[u32],
        output: &mut [u32],
        operator: impl Fn(u32, u32) -> u32,
        value: impl Fn(u32) -> u32,
    ) {
        let total = folded(input, 3, &operator);
        filled(output, &value, ignored);
        output[0] = total + folded(output, total, |a, b| max(a, b + 1));
    }

    fn ignored(_: Node<u32>) {}

    #[test]
    fn closures_are_called_where_they_are_needed() {
        fn folded<A: Access>(
            data: Storage<u32, A>,
            start: Node<u32>,
            operator: impl Fn(Node<u32>, Node<u32>) -> Node<u32>,
        ) -> Node<u32> {
            let total = start.to_var("total");
            Loop(range(0, data.len()).named("i"), |i| {
                total.assign(operator(total.load(), data.element(i).load()));
            });
            operator(total.load(), 1.into_node())
        }
        let operator = |a: Node<u32>, b: Node<u32>| a * 2 + b;
        let value = |i: Node<u32>| i * i;
        let calls = kernel("natural").workgroup_size(64).build(|k| {
            let input = k.storage::<u32>("input");
            let output = k.storage_mut::<u32>("output");
            let total = folded(input, 3.into_node(), operator).to_const("total");
            let i = instance_index().to_const("i");
            output.element(i).assign(value(i));
            let second = folded(output, total, |a, b| max(a, b + 1));
            output.element(0).assign(total + second);
        });
        same(natural(operator, value), calls);
    }
}

mod faults {
    use super::*;

    #[shader_fn(inline)]
    fn waits(i: u32) {
        if i < 3 {
            workgroup_barrier();
        }
    }

    #[kernel]
    fn divergent(out: &mut [u32]) {
        let i = local_invocation_index();
        waits(i);
        out[0] = 1;
    }

    /// As in the call layer: the lines are those of the Rust function that recorded them.
    #[test]
    fn a_fault_of_what_is_recorded_in_place_is_at_its_line() {
        let error = divergent().expect_err("it is refused").to_string();
        assert!(error.contains("workgroup_barrier();"), "{error}");
        assert!(!error.contains("#["), "{error}");
    }
}
