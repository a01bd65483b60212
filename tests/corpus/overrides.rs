//! Constants that are given when a pipeline is made, with their defaults and with values.

use bitonic::*;

use super::{Case, Data};

/// Numbers of each type that every device has, by name and by number.
fn overrides_of_each_type() -> Result<Kernel, Error> {
    let flag = pipeline_override::<bool>("flag").with_default(true);
    let stride = pipeline_override::<i32>("stride").with_default(-3);
    let base = pipeline_override::<u32>("base").with_default(40).with_id(7);
    let scale = pipeline_override::<f32>("scale").with_default(0.5);
    kernel("overrides_of_each_type")
        .workgroup_size(4)
        .build(|k| {
            let whole = k.storage_mut::<u32>("whole");
            let broken = k.storage_mut::<f32>("broken");
            let i = instance_index();
            let stepped = (i.to_i32() * &stride).to_u32() + &base;
            let stepped = stepped.to_const("stepped");
            whole.element(i).assign(select(&flag, stepped, i | &base));
            broken.element(i).assign(i.to_f32() * &scale + &scale);
        })
}

/// The workgroup, the array that it shares and the count of invocations, all by one number.
fn a_workgroup_of_any_width() -> Result<Kernel, Error> {
    let width = pipeline_override::<u32>("width").with_default(4);
    kernel("a_workgroup_of_any_width")
        .workgroup_size(&width)
        .build(|k| {
            let data = k.storage_mut::<u32>("data");
            let sums = k.storage_mut::<u32>("sums");
            let tile = workgroup_array::<u32>("tile", &width);
            let (i, local) = (instance_index(), local_invocation_index());
            tile.element(local).assign(data.element(i).load());
            workgroup_barrier();
            data.element(i)
                .assign(tile.element(width.node() - 1 - local).load());
            If(local.eq(0), || {
                let sum = 0u32.to_var("sum");
                Loop(range(0, &width).named("at"), |at| {
                    sum.add_assign(tile.element(at).load())
                });
                sums.element(workgroup_index()).assign(sum.load());
            });
        })
}

/// Two sides of the workgroup, one of them without a default; the third is a number.
fn sides_of_a_workgroup() -> Result<Kernel, Error> {
    let columns = pipeline_override::<u32>("columns");
    let rows = pipeline_override::<u32>("rows").with_default(2).with_id(0);
    let size = [Extent::from(&columns), (&rows).into(), 2.into()];
    kernel("sides_of_a_workgroup")
        .workgroup_size(size)
        .build(|k| {
            let result = k.storage_mut::<u32>("result");
            let local = local_invocation_id();
            let coded = local.x() + local.y() * 10 + local.z() * 100;
            let coded = coded.to_const("coded");
            result
                .element(instance_index())
                .assign(coded + 1000 * columns.node());
        })
}

/// A function that uses one, called twice, beside one that uses none.
fn overrides_within_functions() -> Result<Kernel, Error> {
    let shift = pipeline_override::<u32>("shift").with_default(1);
    let by = shift.clone();
    kernel("overrides_within_functions")
        .workgroup_size(4)
        .build(|k| {
            let data = k.storage_mut::<u32>("data");
            let square = Fn("square", ["x"], |x: Node<u32>| x * x);
            let moved = Fn("moved", ["x"], move |x: Node<u32>| {
                square.call(x << &by) + &by
            });
            let i = instance_index();
            let first = moved.call(data.element(i).load()).to_const("first");
            data.element(i).assign(moved.call(first));
        })
}

fn each_type(whole: [u32; 4], broken: [f32; 4]) -> Case {
    Case::new("overrides_of_each_type", overrides_of_each_type)
        .given("whole", Data::U32(vec![0; 4]))
        .given("broken", Data::F32(vec![0.0; 4]))
        .gives("whole", Data::U32(whole.to_vec()))
        .gives("broken", Data::F32(broken.to_vec()))
}

/// Two workgroups of `width` invocations: each reverses its part and sums it.
fn reversed(name: &'static str, width: usize) -> Case {
    let data: Vec<u32> = (0..2 * width as u32).map(|i| i * i + 1).collect();
    let parts = || data.chunks(width);
    let reversed = parts().flat_map(|part| part.iter().rev().copied());
    let sums = parts().map(|part| part.iter().sum());
    Case::new(name, a_workgroup_of_any_width)
        .given("data", Data::U32(data.clone()))
        .given("sums", Data::U32(vec![0; 2]))
        .workgroups(2)
        .gives("data", Data::U32(reversed.collect()))
        .gives("sums", Data::U32(sums.collect()))
}

/// The positions in a workgroup of `columns` by `rows` by 2, in order.
fn sides(name: &'static str, columns: u32, rows: u32) -> Case {
    let mut expected = Vec::new();
    for (z, y) in (0..2).flat_map(|z| (0..rows).map(move |y| (z, y))) {
        expected.extend((0..columns).map(|x| x + y * 10 + z * 100 + 1000 * columns));
    }
    Case::new(name, sides_of_a_workgroup)
        .given("result", Data::U32(vec![0; expected.len()]))
        .overridden("columns", columns)
        .gives("result", Data::U32(expected))
}

fn moved_twice(name: &'static str, shift: u32) -> Case {
    let moved = |x: u32| (x << shift).pow(2) + shift;
    let data = [1, 2, 3, 4];
    Case::new(name, overrides_within_functions)
        .given("data", Data::U32(data.to_vec()))
        .gives("data", Data::U32(data.map(moved).map(moved).to_vec()))
}

/// The square of an override of 16 bits, exact for the values given.
fn an_override_of_halves() -> Result<Kernel, Error> {
    let weight = pipeline_override::<f16>("weight").with_default(f16::from_f32(0.25));
    kernel("an_override_of_halves")
        .workgroup_size(2)
        .build(|k| {
            let result = k.storage_mut::<f32>("result");
            let i = instance_index();
            let square = (weight.node() * weight.node()).to_f32();
            result.element(i).assign(i.to_f32() + square);
        })
}

fn halves(name: &'static str, expected: [f32; 2]) -> Case {
    Case::new(name, an_override_of_halves)
        .given("result", Data::F32(vec![0.0; 2]))
        .gives("result", Data::F32(expected.to_vec()))
}

pub(crate) fn cases() -> Vec<Case> {
    let mut given = each_type([1, 1, 3, 3], [2.5, 5.0, 7.5, 10.0])
        .overridden("flag", false)
        .overridden("stride", 11)
        .overridden("base", 1u32)
        .overridden("scale", 2.5f32);
    given.name = "overrides_of_each_type, given";
    vec![
        each_type([40, 37, 34, 31], [0.5, 1.0, 1.5, 2.0]),
        given,
        reversed("a_workgroup_of_any_width", 4),
        reversed("a_workgroup_of_any_width, 16", 16).overridden("width", 16u32),
        reversed("a_workgroup_of_any_width, 1", 1).overridden("width", 1u32),
        sides("sides_of_a_workgroup", 3, 2),
        sides("sides_of_a_workgroup, given", 4, 5).overridden("rows", 5u32),
        moved_twice("overrides_within_functions", 1),
        moved_twice("overrides_within_functions, 2", 2).overridden("shift", 2u32),
    ]
}

/// Cases of numbers that not every device and language has.
pub(crate) fn of_some_devices() -> Vec<Case> {
    vec![
        halves("an_override_of_halves", [0.0625, 1.0625]),
        halves("an_override_of_halves, given", [2.25, 3.25])
            .overridden("weight", f16::from_f32(1.5)),
    ]
}
