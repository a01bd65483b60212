//! The rules of `check` and the printed table, on real kernels and no device.

use bitonic_dsl::types::{ShaderType, Type};
use bitonic_dsl::{If, Kernel, instance_index, kernel};

use super::{BufferId, Grid, Limits, Plan, Role};
use crate::error::ErrorKind;
use crate::kernels;

const ONE: Grid = Grid::new([1, 1, 1]);

/// `output[i] = input[i] + amount`.
fn adder(workgroup_size: u32) -> Kernel {
    kernel("adder")
        .workgroup_size(workgroup_size)
        .build(|k| {
            let input = k.storage::<u32>("input");
            let output = k.storage_mut::<u32>("output");
            let amount = k.param::<u32>("amount");
            let index = instance_index();
            If(index.lt(input.len()), || {
                let sum = input.element(index).load() + amount;
                output.element(index).assign(sum);
            });
        })
        .expect("a right kernel")
}

/// A plan of one step that `change` may spoil: `change` gets the plan, and the ids
/// of its input, output and scratch.
fn check(change: impl FnOnce(&mut Plan, [BufferId; 3])) -> Result<(), crate::Error> {
    let mut plan = Plan::new("test");
    let input = plan.add_buffer("input", Role::Input, Type::U32, 100);
    let output = plan.add_buffer("output", Role::Output, Type::U32, 100);
    let scratch = plan.add_buffer("scratch", Role::Scratch, Type::U32, 100);
    change(&mut plan, [input, output, scratch]);
    plan.check(&Limits::WEBGPU)
}

fn check_fault(kind: ErrorKind, words: &str, change: impl FnOnce(&mut Plan, [BufferId; 3])) {
    let error = check(change).expect_err(words);
    assert!(error.message().contains(words), "{words:?} in {error}");
    assert_eq!(error.kind(), kind, "{error}");
}

#[test]
fn a_right_plan_passes() {
    check(|plan, [input, output, scratch]| {
        let adder = plan.add_kernel(adder(64));
        plan.add_step("first", adder, [input, scratch], ONE)
            .set("amount", 1u32);
        plan.add_step("second", adder, [scratch, output], ONE)
            .set("amount", 2u32);
        plan.add_read_back(output);
    })
    .expect("nothing is wrong");
}

#[test]
fn bindings_must_fit() {
    check_fault(
        ErrorKind::Plan,
        "1 buffers are bound",
        |plan, [input, ..]| {
            let adder = plan.add_kernel(adder(64));
            plan.add_step("add", adder, [input], ONE)
                .set("amount", 1u32);
        },
    );
    check_fault(
        ErrorKind::Plan,
        "`output` is `array<u32>`, the buffer bound to it (`floats`) holds `f32`",
        |plan, [input, ..]| {
            let floats = plan.add_buffer("floats", Role::Output, f32::ty(), 100);
            let adder = plan.add_kernel(adder(64));
            plan.add_step("add", adder, [input, floats], ONE)
                .set("amount", 1u32);
        },
    );
    check_fault(
        ErrorKind::Plan,
        "the same buffer is bound to `input` and `output`",
        |plan, [_, output, _]| {
            let adder = plan.add_kernel(adder(64));
            plan.add_step("add", adder, [output, output], ONE)
                .set("amount", 1u32);
        },
    );
    check_fault(
        ErrorKind::Limit,
        "maxStorageBufferBindingSize",
        |plan, [input, ..]| {
            let large = plan.add_buffer("large", Role::Output, Type::U32, (128 << 18) + 1);
            let adder = plan.add_kernel(adder(64));
            plan.add_step("add", adder, [input, large], ONE)
                .set("amount", 1u32);
        },
    );
}

#[test]
fn parameters_must_be_set_once_and_of_their_type() {
    let add = |plan: &mut Plan, [input, output, _]: [BufferId; 3]| {
        let adder = plan.add_kernel(adder(64));
        plan.add_step("add", adder, [input, output], ONE);
    };
    check_fault(ErrorKind::Plan, "parameter `amount` has no value", add);
    check_fault(
        ErrorKind::Plan,
        "no parameter `amuont`",
        |plan, [input, output, _]| {
            let adder = plan.add_kernel(adder(64));
            plan.add_step("add", adder, [input, output], ONE)
                .set("amuont", 1u32);
        },
    );
    check_fault(
        ErrorKind::Plan,
        "is `u32`, the value given is `f32`",
        |plan, [input, output, _]| {
            let adder = plan.add_kernel(adder(64));
            plan.add_step("add", adder, [input, output], ONE)
                .set("amount", 1.0f32);
        },
    );
    check_fault(
        ErrorKind::Plan,
        "`amount` is set twice",
        |plan, [input, output, _]| {
            let adder = plan.add_kernel(adder(64));
            plan.add_step("add", adder, [input, output], ONE)
                .set("amount", 1u32)
                .set("amount", 2u32);
        },
    );
}

#[test]
fn nothing_unwritten_is_read_and_no_input_is_written() {
    check_fault(
        ErrorKind::Plan,
        "reads `scratch`, which no step has written",
        |plan, [_, output, scratch]| {
            let adder = plan.add_kernel(adder(64));
            plan.add_step("add", adder, [scratch, output], ONE)
                .set("amount", 1u32);
        },
    );
    check_fault(
        ErrorKind::Plan,
        "`input` is an input and would be written",
        |plan, [input, output, _]| {
            let copy = plan.add_kernel(kernels::copy(64).expect("a right kernel"));
            let fill = plan.add_kernel(adder(64));
            plan.add_step("fill", fill, [input, output], ONE)
                .set("amount", 1u32);
            plan.add_step("copy", copy, [output, input], ONE);
        },
    );
}

#[test]
fn limits_are_named() {
    check_fault(
        ErrorKind::Limit,
        "a workgroup of 512 x 1 x 1 has 512 invocations, the device allows 256",
        |plan, [input, output, _]| {
            let adder = plan.add_kernel(adder(512));
            plan.add_step("add", adder, [input, output], ONE)
                .set("amount", 1u32);
        },
    );
    check_fault(
        ErrorKind::Limit,
        "the device allows 65535 along one dimension",
        |plan, [input, output, _]| {
            let adder = plan.add_kernel(adder(64));
            plan.add_step("add", adder, [input, output], Grid::new([1, 65_536, 1]))
                .set("amount", 1u32);
        },
    );
}

#[test]
fn ids_of_another_plan_are_refused() {
    let mut other = Plan::new("other");
    let mut foreign = other.add_buffer("a", Role::Input, Type::U32, 1);
    for label in ["b", "c", "d"] {
        foreign = other.add_buffer(label, Role::Input, Type::U32, 1);
    }
    check_fault(
        ErrorKind::Plan,
        "names a buffer of another plan",
        |plan, [input, ..]| {
            let adder = plan.add_kernel(adder(64));
            plan.add_step("add", adder, [input, foreign], ONE);
        },
    );
    check_fault(
        ErrorKind::Plan,
        "reads back a buffer of another plan",
        |plan, _| {
            plan.add_read_back(foreign);
        },
    );
}

#[test]
fn a_plan_prints_as_a_table() {
    let mut plan = Plan::new("two additions");
    let input = plan.add_buffer("keys", Role::Input, Type::U32, 100);
    let output = plan.add_buffer("sums", Role::Output, Type::U32, 100);
    let adder = plan.add_kernel(adder(64));
    plan.add_step("add", adder, [input, output], Grid::new([3, 2, 1]))
        .set("amount", 7u32);
    plan.add_read_back(output);
    let expected = "\
two additions

| buffer | role   | element | count | bytes | read back |
|--------|--------|---------|-------|-------|-----------|
| keys   | input  | u32     |   100 |   400 |           |
| sums   | output | u32     |   100 |   400 | yes       |

| # | step | kernel | bindings                     | workgroups | parameters |
|---|------|--------|------------------------------|------------|------------|
| 0 | add  | adder  | input = keys, output = sums  |      3 x 2 | amount = 7 |";
    assert_eq!(squeezed(&plan.to_string()), squeezed(expected));
}

/// A table without its padding.
fn squeezed(table: &str) -> Vec<String> {
    let cells = |line: &str| {
        let words = line.split_whitespace().collect::<Vec<_>>().join(" ");
        words.replace('-', "")
    };
    table.lines().map(cells).collect()
}
