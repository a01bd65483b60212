//! Constants of type `usize`, values of a generic type as operands in the shader, and the
//! results that have several parts.

use super::*;
use bitonic::types::Scalar;

mod tiles {
    use super::*;

    /// `c = a * b`, of squares with `side` rows; the workgroups cover them exactly.
    #[kernel(workgroup_size(TILE, TILE))]
    fn multiply<const TILE: usize>(
        a: &[f32],
        b: &[f32],
        c: &mut [f32],
        side: u32,
        left: Workgroup<[[f32; TILE]; TILE]>,
        right: Workgroup<[[f32; TILE]; TILE]>,
    ) {
        let at = global_invocation_id();
        let (x, y) = (local_invocation_id().x, local_invocation_id().y);
        let mut sum = 0.0f32;
        for start in (0..side).step_by(TILE) {
            left[y][x] = a[at.y * side + start + x];
            right[y][x] = b[(start + y) * side + at.x];
            workgroup_barrier();
            for i in 0..TILE {
                sum += left[y][i] * right[i][x];
            }
            workgroup_barrier();
        }
        c[at.y * side + at.x] = sum;
    }

    #[track_caller]
    fn is_square_of<const TILE: usize>(side: u32) {
        let kernel = multiply::<TILE>().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(kernel.workgroup_size(), [TILE as u32, TILE as u32, 1]);
        let gpu = Gpu::checked().unwrap_or_else(|error| panic!("{error}"));
        let made = |numbers: &[f32]| {
            gpu.buffer(numbers)
                .unwrap_or_else(|error| panic!("{error}"))
        };
        let count = side * side;
        let numbers: Vec<f32> = (0..count).map(|i| (i % 5) as f32).collect();
        let (a, b, mut c) = (made(&numbers), made(&numbers), made(&numbers));
        let groups = side / TILE as u32;
        let run = gpu.run(&kernel).bind(&a, &b, &mut c, side);
        let run = run.workgroups([groups, groups, 1]);
        run.unwrap_or_else(|error| panic!("{error}"));
        let at = |row: u32, column: u32| numbers[(row * side + column) as usize];
        let cells = (0..count).map(|i| (i / side, i % side));
        let expected: Vec<f32> = cells
            .map(|(row, column)| (0..side).map(|k| at(row, k) * at(k, column)).sum())
            .collect();
        assert_eq!(c.read().unwrap_or_default(), expected);
    }

    #[test]
    fn a_side_of_any_size() {
        is_square_of::<4>(8);
        is_square_of::<2>(6);
    }
}

mod operands {
    use super::*;

    #[shader_fn]
    fn last_of<const N: usize>(x: u32) -> u32 {
        min(x + N, N * 2 - 1)
    }

    #[kernel(workgroup_size(N * 2))]
    fn natural<const N: usize>(data: &mut [u32]) {
        let i = instance_index();
        let n = N;
        if N > 1 && i < N {
            data[i] = last_of::<N>(data[i]) + data[N - 1];
        }
        data[i] += n * N + (N / 2) + (N as u32);
    }

    #[test]
    fn a_size_is_a_number_of_the_shader() {
        let last_of = Fn("last_of", ["x"], |x: Node<u32>| min(x + 4, 7u32));
        let calls = kernel("natural").workgroup_size(8).build(|k| {
            let data = k.storage_mut::<u32>("data");
            let i = instance_index().to_const("i");
            let n = HostValue::to_const(4u32, "n");
            If(i.lt(4), || {
                let sum = last_of.call(data.element(i).load()) + data.element(3).load();
                data.element(i).assign(sum);
            });
            data.element(i).add_assign(n * 4 + 2 + 4);
        });
        same(natural::<4>(), calls);
    }

    #[test]
    fn one_that_no_number_can_be_is_a_fault() {
        #[kernel]
        fn beyond<const N: usize>(data: &mut [u32]) {
            data[0] = N;
        }
        let error = beyond::<{ 1 << 40 }>().err().map(|error| error.to_string());
        let text = error.unwrap_or_default();
        assert!(text.contains("`1099511627776` is past"), "{text}");
        assert!(text.contains("generic_values.rs"), "{text}");
    }
}

mod values {
    use super::*;

    #[shader_fn]
    fn moved<T: Scalar + HostValue>(x: T, #[host] by: T) -> T {
        let mut y = by + x;
        y += by;
        y -= (x - by) * by;
        y
    }

    #[kernel]
    fn natural<T>(data: &mut [T], #[host] by: T)
    where
        T: Scalar + HostValue + types::HostShareable,
    {
        data[0] = moved(data[0], by) / by;
        if data[0] > by {
            data[1] = by;
        }
    }

    #[test]
    fn what_the_host_gives_stands_beside_what_the_shader_has() {
        let moved = Fn("moved", ["x"], |x: Node<f32>| {
            let by = || IntoNode::<f32>::into_node(2.5f32);
            let y = (by() + x).to_var("y");
            y.add_assign(by());
            y.sub_assign((x - by()) * by());
            y.load()
        });
        let calls = kernel("natural").build(|k| {
            let data = k.storage_mut::<f32>("data");
            let sum = moved.call(data.element(0).load()) / 2.5;
            data.element(0).assign(sum);
            If(data.element(0).load().gt(2.5), || {
                data.element(1).assign(2.5)
            });
        });
        same(natural(2.5f32), calls);
        assert!(natural(2u32).is_ok() && natural(-2i32).is_ok());
    }
}

mod parts {
    use super::*;

    #[kernel]
    fn natural(cells: &mut [Atomic<u32>], out: &mut [f32]) {
        let i = instance_index();
        let mut seen = cells[i].atomic_load();
        loop {
            let result = cells[i].atomic_compare_exchange_weak(seen, seen * 2);
            if result.exchanged {
                break;
            }
            seen = result.old_value;
        }
        let parts = modf(out[i]);
        out[i] = parts.whole + frexp(parts.fract).fract;
    }

    #[test]
    fn results_of_several_parts_have_fields() {
        let calls = kernel("natural").build(|k| {
            let cells = k.storage_mut::<Atomic<u32>>("cells");
            let out = k.storage_mut::<f32>("out");
            let i = instance_index().to_const("i");
            let seen = cells.element(i).atomic_load().to_var("seen");
            Repeat(|| {
                let old = seen.load();
                let result = cells.element(i).atomic_compare_exchange_weak(old, old * 2);
                If(result.exchanged(), Break);
                seen.assign(result.old_value());
            });
            let parts = modf(out.element(i).load());
            out.element(i)
                .assign(parts.whole() + frexp(parts.fract()).fract());
        });
        let text = same(natural(), calls);
        assert!(text.contains(".exchanged {"), "{text}");
    }
}
