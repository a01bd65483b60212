//! Address spaces, and constants.

use bitonic::*;

use super::entry::{Entry, entry};

pub(crate) fn entries() -> Vec<Entry> {
    vec![
        entry("function")
            .says(|_, out, i| {
                let sum = 10u32.to_var("sum");
                sum.add_assign(i);
                out.element(i).assign(sum.load());
            })
            .gives(&[10_u32, 11, 12, 13])
            .emits("var sum = 10u;")
            .emits("sum += i;"),
        entry("private")
            .says(|_, out, i| {
                let calls = private_var("calls", 5u32);
                let note = Fn("note", ["by"], move |by: Node<u32>| {
                    calls.place().add_assign(by)
                });
                note.call(i);
                note.call(1);
                out.element(i).assign(calls.load());
            })
            .gives(&[6_u32, 7, 8, 9])
            .emits("var<private> calls: u32 = 5u;"),
        entry("workgroup")
            .says(|_, out, i| {
                let tile = workgroup_array::<u32>("tile", 4);
                tile.element(i).assign(i * 10);
                workgroup_barrier();
                out.element(i).assign(tile.element(3 - i).load());
            })
            .gives(&[30_u32, 20, 10, 0])
            .emits("var<workgroup> tile: array<u32, 4>;"),
        entry("uniform")
            .says(|k, out, i| {
                let weights = k.uniform::<UVec4>("weights");
                out.element(i).assign(weights.load().element(i));
            })
            .value("weights", UVec4::new(4, 3, 2, 1))
            .gives(&[4_u32, 3, 2, 1])
            .emits("var<uniform> weights: vec4<u32>;"),
        entry("storage, read")
            .says(|k, out, i| {
                let data = k.storage::<u32>("data");
                out.element(i).assign(data.element(i).load() + 1);
            })
            .given("data", &[1_u32, 2, 3, 4])
            .gives(&[2_u32, 3, 4, 5])
            .emits("var<storage> data: array<u32>;"),
        entry("storage, read_write")
            .says(|k, _, i| {
                let data = k.storage_mut::<u32>("data");
                data.element(i).mul_assign(2);
            })
            .given("data", &[1_u32, 2, 3, 4])
            .gives(&[0_u32; 4])
            .leaves("data", &[2_u32, 4, 6, 8])
            .emits("var<storage, read_write> data: array<u32>;"),
        entry("immediate")
            .says(|k, out, i| {
                let factor = k.param::<u32>("factor");
                out.element(i).assign(factor * i);
            })
            .by_immediates()
            .value("factor", 7_u32)
            .gives(&[0_u32, 7, 14, 21])
            .emits("var<immediate>"),
        entry("pointer as a parameter")
            .says(|_, out, i| {
                let swap = Fn("swap", ["a", "b"], |a: Pointer<u32>, b: Pointer<u32>| {
                    let first = a.load();
                    a.assign(b.load());
                    b.assign(first);
                });
                let (x, y) = (i.to_var("x"), 9u32.to_var("y"));
                swap.call(x, y);
                out.element(i).assign(x.load() * 10 + y.load());
            })
            .gives(&[90_u32, 91, 92, 93])
            .emits("fn swap(a: ptr<function, u32>, b: ptr<function, u32>)"),
    ]
}

pub(crate) fn constants() -> Vec<Entry> {
    vec![
        entry("literal")
            .maps(|x: Node<u32>| x + 0xFFFF_FFF0, &[1, 16], &[0xFFFF_FFF1, 0])
            .emits("4294967280u")
            .refuses(
                |k, _, _| k.storage_mut::<f32>("data").element(0).assign(f32::NAN),
                "`NaN` cannot be written as a literal",
            ),
        entry("const")
            .maps(
                |x: Node<f32>| x * constant("gravity", 9.75f32),
                &[2.0, -4.0],
                &[19.5, -39.0],
            )
            .emits("const gravity = 9.75f;")
            .refuses(
                |k, _, _| {
                    let data = k.storage_mut::<f32>("data");
                    data.element(0).assign(constant("limit", f32::INFINITY));
                },
                "`inf` cannot be written as a constant",
            ),
        entry("array of constants")
            .maps(
                |x: Node<u32>| constant("powers", [1u32, 10, 100, 1000]).element(x),
                &[3, 1],
                &[1000, 10_u32],
            )
            .emits("const powers"),
        entry("pipeline override")
            .says(|_, out, i| {
                let factor = pipeline_override::<u32>("factor").with_default(2);
                let offset = pipeline_override::<u32>("offset").with_id(7);
                out.element(i).assign(i * &factor + &offset);
            })
            .overridden("offset", 100_u32)
            .gives(&[100_u32, 102, 104, 106])
            .emits("override factor")
            .emits("override offset")
            .emits("out[i] = "),
        override_as_workgroup_size(),
    ]
}

fn override_as_workgroup_size() -> Entry {
    entry("override as workgroup size")
        .builds(|| {
            let width = pipeline_override::<u32>("width").with_default(64);
            kernel("main").workgroup_size(&width).build(|k| {
                let out = k.storage_mut::<u32>("out");
                let i = local_invocation_index();
                out.element(i).assign(width.node() - i);
            })
        })
        .overridden("width", 4_u32)
        .gives(&[4_u32, 3, 2, 1])
        .emits("override width")
        .emits("@workgroup_size(")
}
