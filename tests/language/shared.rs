//! What invocations share: buffers and their synchronisation, and the inputs that tell
//! invocations apart.

use bitonic::*;

use super::entry::{Entry, entry};

/// An element of a buffer of structures.
#[derive(Clone, Copy, ShaderType)]
struct Item {
    key: u32,
    weight: f32,
}

pub(crate) fn buffers() -> Vec<Entry> {
    let item = |key, weight| Item { key, weight };
    vec![
        entry("arrayLength")
            .says(|k, out, i| {
                let data = k.storage::<Vec3>("data");
                out.element(i).assign(data.len() + i);
            })
            .given("data", &[Vec3::new(0.0, 0.0, 0.0); 5])
            .gives(&[5_u32, 6, 7, 8])
            .emits("arrayLength(&data)"),
        entry("array of structs")
            .says(|k, out, i| {
                let items = k.storage_mut::<Item>("items");
                let item = items.element(i).fields();
                item.weight.mul_assign(2.0);
                out.element(i).assign(item.key.load());
            })
            .given(
                "items",
                &[item(7, 0.5), item(8, 1.5), item(9, -1.0), item(10, 0.0)],
            )
            .gives(&[7_u32, 8, 9, 10])
            .leaves(
                "items",
                &[item(7, 1.0), item(8, 3.0), item(9, -2.0), item(10, 0.0)],
            )
            .with("struct Item")
            .emits("items[i].weight *= 2.0f;")
            .emits("items[i].key"),
    ]
}

pub(crate) fn synchronisation() -> Vec<Entry> {
    vec![
        entry("workgroupBarrier")
            .says(|_, out, i| {
                let tile = workgroup_array::<u32>("tile", 4);
                tile.element(i).assign(i + 5);
                workgroup_barrier();
                out.element(i).assign(tile.element((i + 1) % 4).load());
            })
            .gives(&[6_u32, 7, 8, 5])
            .emits("workgroupBarrier();")
            .refuses(
                |_, _, i| {
                    If(i.lt(2), workgroup_barrier);
                },
                "`workgroup_barrier` in control flow that is not uniform",
            ),
        entry("storageBarrier")
            .says(|k, out, i| {
                let data = k.storage_mut::<u32>("data");
                data.element(i).add_assign(i);
                storage_barrier();
                out.element(i).assign(data.element(3 - i).load());
            })
            .given("data", &[10_u32, 20, 30, 40])
            .gives(&[43_u32, 32, 21, 10])
            .emits("storageBarrier();")
            .refuses(
                |_, _, i| {
                    If(i.lt(2), storage_barrier);
                },
                "`storage_barrier` in control flow that is not uniform",
            ),
    ]
}

/// In two rows of workgroups of 2 x 2 invocations: 8 in all.
fn input(member: &'static str) -> Entry {
    entry(member).lanes([2, 2]).workgroups([1, 2, 1])
}

pub(crate) fn inputs() -> Vec<Entry> {
    vec![
        input("global_invocation_id")
            .says(|_, out, _| {
                let at = global_invocation_id();
                out.element(at.x() + at.y() * 2)
                    .assign(at.x() * 10 + at.y());
            })
            .gives(&[0_u32, 10, 1, 11, 2, 12, 3, 13])
            .emits("@builtin(global_invocation_id)"),
        input("local_invocation_id")
            .says(|_, out, _| {
                let at = local_invocation_id();
                out.element(instance_index()).assign(at.x() * 10 + at.y());
            })
            .gives(&[0_u32, 10, 1, 11, 0, 10, 1, 11])
            .emits("@builtin(local_invocation_id)"),
        input("local_invocation_index")
            .says(|_, out, _| {
                out.element(instance_index())
                    .assign(local_invocation_index() + 1);
            })
            .gives(&[1_u32, 2, 3, 4, 1, 2, 3, 4])
            .emits("@builtin(local_invocation_index)"),
        input("workgroup_id")
            .says(|_, out, _| {
                out.element(instance_index()).assign(workgroup_id().y() + 5);
            })
            .gives(&[5_u32, 5, 5, 5, 6, 6, 6, 6])
            .emits("@builtin(workgroup_id)"),
        input("num_workgroups")
            .says(|_, out, _| {
                let count = num_workgroups();
                out.element(instance_index())
                    .assign(count.x() * 10 + count.y());
            })
            .gives(&[12_u32; 8])
            .emits("@builtin(num_workgroups)"),
        input("instance_index")
            .says(|_, out, _| {
                let index = instance_index();
                out.element(index).assign(index * 3);
            })
            .gives(&[0_u32, 3, 6, 9, 12, 15, 18, 21])
            .emits("instance_index"),
    ]
}
