//! Buffers, parameters, structures, workgroup memory and grids.

use bitonic::*;

use super::{Case, Data};

fn parameters_reach_the_kernel() -> Result<Kernel, Error> {
    kernel("parameters_reach_the_kernel")
        .workgroup_size(4)
        .build(|k| {
            let result = k.storage_mut::<u32>("result");
            let (scale, shift) = (k.param::<u32>("scale"), k.param::<u32>("shift"));
            let i = instance_index();
            result.element(i).assign(i * scale + shift);
        })
}

/// Vectors of three floats lie 16 bytes apart.
fn arrays_of_vec3() -> Result<Kernel, Error> {
    kernel("arrays_of_vec3").workgroup_size(1).build(|k| {
        let vectors = k.storage_mut::<Vec3>("vectors");
        let flat = k.storage_mut::<f32>("flat");
        Loop(range(0, vectors.len()), |i| {
            let v = vectors.element(i).load().to_const("v");
            flat.element(i * 3).assign(v.x());
            flat.element(i * 3 + 1).assign(v.y());
            flat.element(i * 3 + 2).assign(v.z());
            vectors.element(i).y().add_assign(100.0);
        });
    })
}

/// A sum within a workgroup, by halves.
fn reduce_in_a_workgroup() -> Result<Kernel, Error> {
    kernel("reduce_in_a_workgroup")
        .workgroup_size(16)
        .build(|k| {
            let data = k.storage::<u32>("data");
            let sums = k.storage_mut::<u32>("sums");
            let tile = workgroup_array::<u32>("tile", 16);
            let (i, local) = (instance_index(), local_invocation_index());
            tile.element(local).assign(data.element(i).load());
            workgroup_barrier();
            Loop(
                range_inclusive(8u32, 1).shift_right(1).named("half"),
                |half| {
                    If(local.lt(half), || {
                        tile.element(local)
                            .add_assign(tile.element(local + half).load())
                    });
                    workgroup_barrier();
                },
            );
            If(local.eq(0), || {
                sums.element(workgroup_index())
                    .assign(tile.element(0).load())
            });
        })
}

fn workgroup_memory_starts_at_zero() -> Result<Kernel, Error> {
    kernel("workgroup_memory_starts_at_zero")
        .workgroup_size(4)
        .build(|k| {
            let result = k.storage_mut::<u32>("result");
            let tile = workgroup_array::<u32>("tile", 4);
            let local = local_invocation_index();
            result
                .element(instance_index())
                .assign(tile.element(local).load());
            tile.element(local).assign(99);
        })
}

fn builtin_inputs() -> Result<Kernel, Error> {
    kernel("builtin_inputs")
        .workgroup_size([2, 3, 1])
        .build(|k| {
            let result = k.storage_mut::<u32>("result");
            let (global, local) = (global_invocation_id(), local_invocation_id());
            let (group, count) = (workgroup_id(), num_workgroups());
            let coded = global.x()
                + global.y() * 10
                + local.x() * 100
                + local.y() * 1000
                + group.x() * 10_000
                + group.y() * 100_000
                + count.x() * 1_000_000;
            let coded = coded.to_const("coded");
            result
                .element(instance_index())
                .assign(coded + local_invocation_index() * 10_000_000);
        })
}

fn booleans_in_variables() -> Result<Kernel, Error> {
    kernel("booleans_in_variables")
        .workgroup_size(4)
        .build(|k| {
            let result = k.storage_mut::<u32>("result");
            let i = local_invocation_index();
            let flag = i.gt(1).to_var("flag");
            flag.bitand_assign(i.lt(3));
            let flags = workgroup_array::<bool>("flags", 4);
            flags.element(i).assign(flag.load() | i.eq(0));
            workgroup_barrier();
            result
                .element(i)
                .assign(select(flags.element(3 - i).load(), 1, 0));
        })
}

/// A function that writes to a buffer of the kernel it was written in.
fn function_with_a_buffer() -> Result<Kernel, Error> {
    kernel("function_with_a_buffer")
        .workgroup_size(4)
        .build(|k| {
            let data = k.storage_mut::<u32>("data");
            let bump = Fn("bump", ["at", "by"], move |at: Node<u32>, by: Node<u32>| {
                data.element(at).add_assign(by);
            });
            let i = local_invocation_index();
            bump.call(i, 5);
            bump.call(i, i);
        })
}

fn expected_inputs() -> Vec<u32> {
    let mut result = vec![0; 24];
    for (gy, gx) in [(0u32, 0u32), (0, 1), (1, 0), (1, 1)] {
        for (ly, lx) in [(0u32, 0u32), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)] {
            let local = lx + ly * 2;
            let coded = (gx * 2 + lx)
                + (gy * 3 + ly) * 10
                + lx * 100
                + ly * 1000
                + gx * 10_000
                + gy * 100_000
                + 2 * 1_000_000
                + local * 10_000_000;
            result[((gx + 2 * gy) * 6 + local) as usize] = coded;
        }
    }
    result
}

/// The cases of this room.
pub(crate) fn cases() -> Vec<Case> {
    let mut inputs = Case::new("builtin_inputs", builtin_inputs)
        .given("result", Data::U32(vec![0; 24]))
        .gives("result", Data::U32(expected_inputs()));
    inputs.workgroups = [2, 2, 1];
    vec![
        inputs,
        Case::new("parameters_reach_the_kernel", parameters_reach_the_kernel)
            .given("result", Data::U32(vec![0; 8]))
            .parameter("scale", 10)
            .parameter("shift", 3)
            .workgroups(2)
            .gives("result", Data::U32((0..8).map(|i| i * 10 + 3).collect())),
        Case::new("arrays_of_vec3", arrays_of_vec3)
            .given(
                "vectors",
                Data::Vec3(vec![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]),
            )
            .given("flat", Data::F32(vec![0.0; 6]))
            .gives("flat", Data::F32(vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]))
            .gives(
                "vectors",
                Data::Vec3(vec![[1.0, 102.0, 3.0], [4.0, 105.0, 6.0]]),
            ),
        Case::new("reduce_in_a_workgroup", reduce_in_a_workgroup)
            .given("data", Data::U32((0..48).collect()))
            .given("sums", Data::U32(vec![0; 3]))
            .workgroups(3)
            .gives("sums", Data::U32(vec![120, 376, 632])),
        Case::new(
            "workgroup_memory_starts_at_zero",
            workgroup_memory_starts_at_zero,
        )
        .given("result", Data::U32(vec![7; 12]))
        .workgroups(3)
        .gives("result", Data::U32(vec![0; 12])),
        Case::new("booleans_in_variables", booleans_in_variables)
            .given("result", Data::U32(vec![0; 4]))
            .gives("result", Data::U32(vec![0, 1, 0, 1])),
        Case::new("function_with_a_buffer", function_with_a_buffer)
            .given("data", Data::U32(vec![1, 2, 3, 4]))
            .gives("data", Data::U32(vec![6, 8, 10, 12])),
    ]
}
