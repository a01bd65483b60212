//! Functions and kernels that are generic over what lies in workgroup memory.

use super::*;
use bitonic::types::Scalar;

/// The library's nodes of a workgroup, called from either form.
mod workgroup {
    use super::*;
    use bitonic::nodes::{workgroup_exclusive_scan, workgroup_inclusive_scan, workgroup_reduce};

    #[kernel(workgroup_size(LANES), name = "workgroups")]
    fn natural<T: Scalar + HostValue, const LANES: u32>(
        data: &mut [T],
        #[host] identity: T,
        operator: impl Fn(T, T) -> T,
        scratch: Workgroup<[T; LANES]>,
    ) {
        let i = instance_index();
        data[i] = workgroup_reduce(&scratch, data[i], &operator);
        data[i] = workgroup_inclusive_scan(&scratch, data[i], |a, b| operator(a, b));
        data[i] = workgroup_exclusive_scan(&scratch, data[i], identity, operator);
    }

    #[test]
    fn nodes_of_the_library() {
        let calls = kernel("workgroups").workgroup_size(100).build(|k| {
            let data = k.storage_mut::<u32>("data");
            let scratch = workgroup_array::<u32>("scratch", 100);
            let i = instance_index().to_const("i");
            let load = || data.element(i).load();
            let sum = |a, b| a + b;
            data.element(i)
                .assign(workgroup_reduce(&scratch, load(), sum));
            data.element(i)
                .assign(workgroup_inclusive_scan(&scratch, load(), sum));
            data.element(i)
                .assign(workgroup_exclusive_scan(&scratch, load(), 0, sum));
        });
        same(natural::<u32, 100>(0, |a, b| a + b), calls);
    }
}

mod matrices {
    use super::*;

    /// `product = a * b`, of square matrices row by row whose side is a multiple of `TILE`.
    #[kernel(workgroup_size(TILE, TILE), name = format!("multiply_{TILE}"))]
    fn multiply<const TILE: u32>(
        a: &[f32],
        b: &[f32],
        product: &mut [f32],
        size: u32,
        #[builtin(global_invocation_id)] id: UVec3,
        #[builtin(local_invocation_id)] local: UVec3,
        left: Workgroup<[f32; TILE * TILE]>,
        right: Workgroup<[f32; TILE * TILE]>,
    ) {
        let own = local.y * TILE + local.x;
        let mut sum = 0.0f32;
        for step in 0..size / TILE {
            left[own] = a[id.y * size + step * TILE + local.x];
            right[own] = b[(step * TILE + local.y) * size + id.x];
            workgroup_barrier();
            for k in 0..TILE {
                sum += left[local.y * TILE + k] * right[k * TILE + local.x];
            }
            workgroup_barrier();
        }
        product[id.y * size + id.x] = sum;
    }

    fn by_calls(tile: u32) -> Result<Kernel, Error> {
        let docs =
            "`product = a * b`, of square matrices row by row whose side is a multiple of `TILE`.";
        let name = format!("multiply_{tile}");
        kernel(&name)
            .doc(docs)
            .workgroup_size([tile, tile])
            .build(|k| {
                let a = k.storage::<f32>("a");
                let b = k.storage::<f32>("b");
                let product = k.storage_mut::<f32>("product");
                let size = k.param::<u32>("size");
                let id = global_invocation_id().to_const("id");
                let local = local_invocation_id().to_const("local");
                let left = workgroup_array::<f32>("left", tile * tile);
                let right = workgroup_array::<f32>("right", tile * tile);
                let own = (local.y() * tile + local.x()).to_const("own");
                let sum = 0f32.to_var("sum");
                Loop(range(0, size / tile).named("step"), |step| {
                    let place = a.element(id.y() * size + step * tile + local.x());
                    left.element(own).assign(place.load());
                    let place = b.element((step * tile + local.y()) * size + id.x());
                    right.element(own).assign(place.load());
                    workgroup_barrier();
                    Loop(range(0, tile).named("k"), |k| {
                        let left = left.element(local.y() * tile + k).load();
                        let right = right.element(k * tile + local.x()).load();
                        sum.add_assign(left * right);
                    });
                    workgroup_barrier();
                });
                product.element(id.y() * size + id.x()).assign(sum.load());
            })
    }

    #[test]
    fn tiles_of_a_constant_side() {
        same(multiply::<8>(), by_calls(8));
        same(multiply::<4>(), by_calls(4));
        let gpu = Gpu::checked().unwrap_or_else(|error| panic!("{error}"));
        // Small whole numbers: their sums are exact.
        let side = 8u32;
        let value = |i: u32, j: u32| ((i * 7 + j * 3) % 5) as f32 - 2.0;
        let cells = |value: &dyn std::ops::Fn(u32, u32) -> f32| -> Vec<f32> {
            let all = (0..side).flat_map(|i| (0..side).map(move |j| (i, j)));
            all.map(|(i, j)| value(i, j)).collect()
        };
        let buffer = |cells: &[f32]| gpu.buffer(cells).unwrap_or_else(|error| panic!("{error}"));
        let a = buffer(&cells(&value));
        let b = buffer(&cells(&|i, j| value(j, i + 1)));
        let product = buffer(&vec![0f32; 64]);
        let kernel = multiply::<4>().unwrap_or_else(|error| panic!("{error}"));
        let run = gpu
            .run(kernel.untyped())
            .bind("a", &a)
            .bind("b", &b)
            .bind("product", &product);
        let run = run.set("size", side).workgroups([2, 2, 1]);
        run.unwrap_or_else(|error| panic!("{error}"));
        let due = cells(&|i, j| (0..side).map(|k| value(i, k) * value(j, k + 1)).sum());
        assert_eq!(product.read().unwrap_or_default(), due);
    }
}
