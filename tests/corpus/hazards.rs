//! Programs that other shader languages, or a compiler's shortcuts, get wrong.

use bitonic::nodes::{bitonic_disperse_indices, bitonic_flip_indices};
use bitonic::*;

use super::{Case, Data};

/// The cases of this room.
pub(crate) fn cases() -> Vec<Case> {
    vec![
        Case::new("read_stays_before_write", read_stays_before_write)
            .given("data", Data::U32(vec![10]))
            .given("result", Data::U32(vec![0]))
            .gives("data", Data::U32(vec![5]))
            .gives("result", Data::U32(vec![20])),
        Case::new("swap_uses_the_values_read", swap_uses_the_values_read)
            .given("data", Data::U32(vec![9, 4]))
            .gives("data", Data::U32(vec![4, 9])),
        Case::new("nested_loops_count_apart", nested_loops_count_apart)
            .given("result", Data::U32(vec![0]))
            .gives("result", Data::U32(vec![6])),
        Case::new("switches_are_independent", switches_are_independent)
            .given("result", Data::U32(vec![0; 8]))
            .gives("result", Data::U32(vec![41, 111, 11, 41, 40, 20, 40, 40])),
        Case::new("value_before_a_branch", value_before_a_branch)
            .given("data", Data::U32(vec![3, 30]))
            .given("result", Data::U32(vec![0; 4]))
            .gives("result", Data::U32(vec![10, 1009, 10_000, 13_000])),
        Case::new("value_before_a_loop", value_before_a_loop)
            .given("data", Data::U32(vec![7]))
            .given("result", Data::U32(vec![0]))
            .gives("result", Data::U32(vec![21])),
        Case::new("select_keeps_its_type", select_keeps_its_type)
            .given("data", Data::U32(vec![1, 3_000_000_000]))
            .given("result", Data::U32(vec![0; 2]))
            .gives("result", Data::U32(vec![4_000_000_001, 2])),
        Case::new("barrier_with_a_ragged_end", barrier_with_a_ragged_end)
            .given("data", Data::U32((0..13).collect()))
            .workgroups(2)
            // Each workgroup of 8 is reversed; the second has 5 elements and reads zeros
            // past them.
            .gives(
                "data",
                Data::U32(vec![7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0, 12, 11]),
            ),
        Case::new("return_ends_the_helper", return_ends_the_helper)
            .given("data", Data::U32(vec![3, 50, 7, 99]))
            .given("result", Data::U32(vec![0; 4]))
            .gives("result", Data::U32(vec![4, 101, 8, 101])),
        Case::new("names_that_collide", names_that_collide)
            .given("x1", Data::U32(vec![5]))
            .gives("x1", Data::U32(vec![5 + 1 + 2 + 30 + 400])),
        Case::new("bitonic_indices", bitonic_indices)
            .given("index", Data::U32(vec![0, 1, 5, 3, 0, 1, 5, 7]))
            .given("height", Data::U32(vec![2, 4, 8, 8, 2, 4, 8, 4]))
            .given("first", Data::U32(vec![0; 8]))
            .given("second", Data::U32(vec![0; 8]))
            .gives("first", Data::U32(vec![0, 1, 9, 3, 0, 1, 9, 13]))
            .gives("second", Data::U32(vec![1, 2, 14, 4, 1, 3, 13, 15])),
        Case::new("write_past_the_end", write_past_the_end)
            .given("data", Data::U32(vec![1, 2, 3]))
            .given("result", Data::U32(vec![9]))
            .gives("data", Data::U32(vec![1, 2, 3]))
            .gives("result", Data::U32(vec![9])),
    ]
}

/// `b = in[0] * 2; in[0] = 5; out[0] = b`.
pub(crate) fn read_stays_before_write() -> Result<Kernel, Error> {
    kernel("read_stays_before_write")
        .workgroup_size(1)
        .build(|k| {
            let data = k.storage_mut::<u32>("data");
            let result = k.storage_mut::<u32>("result");
            let doubled = data.element(0).load() * 2;
            data.element(0).assign(5);
            result.element(0).assign(doubled);
        })
}

fn swap_uses_the_values_read() -> Result<Kernel, Error> {
    kernel("swap_uses_the_values_read")
        .workgroup_size(1)
        .build(|k| {
            let data = k.storage_mut::<u32>("data");
            let a = data.element(0).load().to_const("a");
            let b = data.element(1).load().to_const("b");
            data.element(0).assign(min(a, b));
            data.element(1).assign(max(a, b));
        })
}

fn nested_loops_count_apart() -> Result<Kernel, Error> {
    kernel("nested_loops_count_apart")
        .workgroup_size(1)
        .build(|k| {
            let result = k.storage_mut::<u32>("result");
            let count = 0u32.to_var("count");
            Loop(range(0u32, 2), |_| {
                Loop(range(0u32, 3), |_| count.add_assign(1));
            });
            result.element(0).assign(count.load());
        })
}

/// An `If` followed by two `Switch`es: each does its own.
fn switches_are_independent() -> Result<Kernel, Error> {
    kernel("switches_are_independent")
        .workgroup_size(8)
        .build(|k| {
            let result = k.storage_mut::<u32>("result");
            let i = local_invocation_index();
            let place = result.element(i);
            If(i.lt(4), || place.add_assign(1));
            Switch(i)
                .case([1, 2], || place.add_assign(10))
                .case(5, || place.add_assign(20))
                .default(|| place.add_assign(40));
            Switch(i).case(1, || place.add_assign(100));
        })
}

/// A value used in both arms of a branch and after it.
pub(crate) fn value_before_a_branch() -> Result<Kernel, Error> {
    kernel("value_before_a_branch")
        .workgroup_size(2)
        .build(|k| {
            let data = k.storage::<u32>("data");
            let result = k.storage_mut::<u32>("result");
            let i = local_invocation_index();
            let value = (data.element(i).load() * 3 + 1).to_const("value");
            If(value.lt(50), || result.element(i).assign(value))
                .else_(|| result.element(i).assign(value + 918));
            result
                .element(i + 2)
                .assign(select(value.lt(50), 10_000, 13_000));
        })
}

/// A value made outside of a loop and used inside.
pub(crate) fn value_before_a_loop() -> Result<Kernel, Error> {
    kernel("value_before_a_loop").workgroup_size(1).build(|k| {
        let data = k.storage::<u32>("data");
        let result = k.storage_mut::<u32>("result");
        let stride = (data.element(0).load() / 1).to_const("stride");
        let sum = 0u32.to_var("sum");
        Loop(range(0u32, 3), |_| sum.add_assign(stride));
        result.element(0).assign(sum.load());
    })
}

fn select_keeps_its_type() -> Result<Kernel, Error> {
    kernel("select_keeps_its_type")
        .workgroup_size(2)
        .build(|k| {
            let data = k.storage::<u32>("data");
            let result = k.storage_mut::<u32>("result");
            let i = local_invocation_index();
            let small = data.element(i).load().lt(2);
            result.element(i).assign(select(small, 4_000_000_001, 2));
        })
}

/// Reverses each workgroup's elements through workgroup memory, on a length that is
/// no multiple of the workgroup.
pub(crate) fn barrier_with_a_ragged_end() -> Result<Kernel, Error> {
    kernel("barrier_with_a_ragged_end")
        .workgroup_size(8)
        .build(|k| {
            let data = k.storage_mut::<u32>("data");
            let tile = workgroup_array::<u32>("tile", 8);
            let (i, local) = (instance_index(), local_invocation_index());
            If(i.lt(data.len()), || {
                tile.element(local).assign(data.element(i).load())
            });
            workgroup_barrier();
            let mirrored = tile.element(7 - local).load().to_const("mirrored");
            If(i.lt(data.len()), || data.element(i).assign(mirrored));
        })
}

fn return_ends_the_helper() -> Result<Kernel, Error> {
    let capped = Fn("capped", ["value"], |value: Node<u32>| {
        If(value.gt(10), || Return(100u32.into_node()));
        value
    });
    kernel("return_ends_the_helper")
        .workgroup_size(4)
        .build(|k| {
            let data = k.storage::<u32>("data");
            let result = k.storage_mut::<u32>("result");
            let i = local_invocation_index();
            result
                .element(i)
                .assign(capped.call(data.element(i).load()) + 1);
        })
}

/// Two functions of one name, two variables of one name, a name that ends in a
/// digit, and names that WGSL reserves.
pub(crate) fn names_that_collide() -> Result<Kernel, Error> {
    let one = Fn("helper", ["loop"], |value: Node<u32>| value + 1);
    let two = Fn("helper", ["loop"], |value: Node<u32>| value + 2);
    kernel("fn").workgroup_size(1).build(|k| {
        let data = k.storage_mut::<u32>("x1");
        let first = 30u32.to_var("var");
        let second = (first.load() + 400).to_var("var");
        let value = one.call(data.element(0).load()).to_const("return");
        let value = two.call(value).to_const("x1");
        data.element(0).assign(value + second.load());
    })
}

fn bitonic_indices() -> Result<Kernel, Error> {
    kernel("bitonic_indices").workgroup_size(8).build(|k| {
        let index = k.storage::<u32>("index");
        let height = k.storage::<u32>("height");
        let first = k.storage_mut::<u32>("first");
        let second = k.storage_mut::<u32>("second");
        let i = local_invocation_index();
        let pair_index = index.element(i).load().to_const("pair_index");
        let block_height = height.element(i).load().to_const("block_height");
        let flip = bitonic_flip_indices(pair_index, block_height).to_const("flip");
        let disperse = bitonic_disperse_indices(pair_index, block_height).to_const("disperse");
        first
            .element(i)
            .assign(select(i.lt(4), flip.x(), disperse.x()));
        second
            .element(i)
            .assign(select(i.lt(4), flip.y(), disperse.y()));
    })
}

/// A write past the end of a buffer touches nothing outside of it. The element that
/// is written keeps its value, so that an executor that confines the index to the
/// buffer is right too.
pub(crate) fn write_past_the_end() -> Result<Kernel, Error> {
    kernel("write_past_the_end").workgroup_size(1).build(|k| {
        let data = k.storage_mut::<u32>("data");
        let _result = k.storage_mut::<u32>("result");
        let past = data.len() + 2;
        data.element(past).assign(3);
    })
}
