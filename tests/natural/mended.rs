//! What a newcomer to the language writes first: each gives the values that Rust would.

use super::*;

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

/// What `f` gives for 0 to 7.
fn each(f: impl Fn(u32) -> u32) -> Vec<u32> {
    (0..8).map(f).collect()
}

mod places {
    use super::*;

    #[shader_fn]
    fn grow(x: &mut u32) {
        let same = &mut *x;
        *same += 100;
    }

    #[kernel(workgroup_size(8))]
    fn named(data: &mut [u32]) {
        let i = instance_index();
        let x = &mut data[i];
        *x += 5;
        let first = &*x;
        let mut at = 0u32;
        let mut list = [i, 20, 30];
        let y = &mut list[at];
        at = 2;
        *y += 1;
        grow(y);
        let z = &list[at];
        let mut whole = 1u32;
        let w = &mut whole;
        *w += 1;
        whole += 1;
        grow(w);
        *x += *y * 1000 + *z + *first + *w * 1000000;
    }

    #[test]
    fn another_name_of_a_place_is_no_copy() {
        let right = each(|i| {
            let x = i + 5;
            x + (i + 101) * 1000 + 30 + x + 103 * 1000000
        });
        assert_eq!(values(named()), right);
    }
}

mod loops {
    use super::*;

    #[shader_fn]
    fn steps(start: u32) -> u32 {
        let mut n = start;
        let mut count = 0u32;
        loop {
            for i in 0..3u32 {
                if i + 1 == n {
                    break;
                }
            }
            if n <= 1 {
                return count;
            }
            n /= 2;
            count += 1;
        }
    }

    #[shader_fn]
    fn halves(start: u32) -> (u32, u32) {
        let mut n = start;
        loop {
            if n % 2 == 1 || n == 0 {
                return (n, start - n);
            }
            n /= 2;
        }
    }

    #[kernel(workgroup_size(8))]
    fn returned(data: &mut [u32]) {
        let i = instance_index();
        let (odd, rest) = halves(i);
        data[i] = steps(i) + odd * 10 + rest * 100;
    }

    #[test]
    fn a_loop_that_only_return_leaves_ends_a_function() {
        let right = each(|i| {
            let steps = if i == 0 { 0 } else { i.ilog2() };
            let odd = if i == 0 { 0 } else { i >> i.trailing_zeros() };
            steps + odd * 10 + (i - odd) * 100
        });
        assert_eq!(values(returned()), right);
    }

    #[kernel(workgroup_size(8))]
    fn labelled(data: &mut [u32]) {
        let i = instance_index();
        'whole: for k in 0..10u32 {
            if k == 2 {
                continue 'whole;
            }
            'inner: loop {
                data[i] += 10;
                if data[i] > 100 * k {
                    break 'inner;
                }
                continue 'inner;
            }
            if k == i {
                break 'whole;
            }
        }
        'alone: while data[i] % 7 != 0 {
            data[i] += 1;
            if data[i] % 5 == 0 {
                break 'alone;
            }
        }
    }

    #[test]
    fn a_label_of_the_innermost_loop_is_one_of_rust() {
        let right = each(|i| {
            let mut x = i;
            'whole: for k in 0..10u32 {
                if k == 2 {
                    continue 'whole;
                }
                'inner: loop {
                    x += 10;
                    if x > 100 * k {
                        break 'inner;
                    }
                }
                if k == i {
                    break 'whole;
                }
            }
            while x % 7 != 0 {
                x += 1;
                if x % 5 == 0 {
                    break;
                }
            }
            x
        });
        assert_eq!(values(labelled()), right);
    }

    #[kernel(workgroup_size(8))]
    fn unrolled(data: &mut [u32]) {
        let i = instance_index();
        #[host]
        'outer: for a in 0..4u32 {
            #[host]
            for b in 0..4u32 {
                if b > a {
                    continue 'outer;
                }
                if a == 3 {
                    break 'outer;
                }
                data[i] += a * 10 + b;
            }
            data[i] += 1000;
        }
    }

    #[kernel(workgroup_size(8))]
    fn left_by_the_shader(data: &mut [u32]) {
        let i = instance_index();
        #[host]
        'outer: for a in 0..4u32 {
            #[host]
            for _ in 0..2 {
                if i > a {
                    break 'outer;
                }
                data[i] += 1;
            }
        }
    }

    #[test]
    fn a_branch_of_the_shader_leaves_no_outer_host_loop() {
        let error = left_by_the_shader().err().map(|error| error.to_string());
        let text = error.unwrap_or_default();
        assert!(
            text.contains("`break` of a host loop from a branch of the shader"),
            "{text}"
        );
    }

    #[test]
    fn a_label_of_an_outer_host_loop_is_one_of_rust() {
        // (0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2).
        assert_eq!(values(unrolled()), each(|i| i + 20 + 1 + 60 + 1 + 2));
    }
}

mod closures {
    use super::*;

    #[kernel(workgroup_size(8))]
    fn natural(data: &mut [u32]) {
        let i = instance_index();
        let mut add = |v: u32| {
            if v > 2 {
                data[i] += v;
            }
        };
        add(i);
        add(5);
        let choose = |v: u32| {
            if v == 1 {
                data[i] += 100;
            } else {
                data[i] += 200;
            }
        };
        choose(i);
        let sort = |v: u32| match v {
            0 => data[i] += 1000,
            1 => {}
            _ => {
                for k in 0..v {
                    if k == 3 {
                        break;
                    }
                    data[i] += 1000;
                }
            }
        };
        sort(i);
        let once = |v: u32| data[i] += v;
        once(7);
    }

    #[test]
    fn a_closure_that_only_acts_ends_as_in_rust() {
        let right = each(|i| {
            let first = i + if i > 2 { i } else { 0 } + 5;
            let second = if i == 1 { 100 } else { 200 };
            let third = match i {
                0 => 1000,
                1 => 0,
                _ => 1000 * i.min(3),
            };
            first + second + third + 7
        });
        assert_eq!(values(natural()), right);
    }
}

mod letters {
    use super::*;

    #[derive(Clone, Copy, ShaderType)]
    struct Complex {
        x: u32,
        y: u32,
    }

    #[derive(Clone, Copy, ShaderType)]
    struct Named {
        arr: u32,
        value: Complex,
    }

    #[kernel(workgroup_size(8))]
    fn natural(data: &mut [u32]) {
        let i = instance_index();
        let a = Complex { x: i, y: 7 };
        let mut b = a;
        b.x += 10;
        let f = a.fields();
        let g = b.fields();
        g.y += 1;
        let named = Named {
            arr: 1000,
            value: b,
        };
        data[i] = a.x + a.y + b.x * 100 + f.x + g.y + named.arr + named.value.y;
    }

    #[test]
    fn fields_are_named_like_components() {
        let right = each(|i| i + 7 + (i + 10) * 100 + i + 8 + 1000 + 8);
        assert_eq!(values(natural()), right);
    }
}
