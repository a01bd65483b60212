//! What the decoder makes of a kernel: how many columns, which operations. Results are tested in
//! `tests/interpreter`; here it is the cost of getting them.

use super::operation::{Block, Operation, Register};
use super::*;

/// The program of `main`, which finds `data: array<u32>` and the inputs `i` and `group`.
fn program(body: &str) -> Program {
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
        var<workgroup> tile: array<u32, 64>;
        @compute @workgroup_size(64)
        fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3<u32>) {{
            {body}
        }}"
    );
    let module = naga::front::wgsl::parse_str(&source).expect("the text is WGSL");
    let info = naga::valid::Validator::new(
        naga::valid::ValidationFlags::all(),
        naga::valid::Capabilities::empty(),
    )
    .validate(&module)
    .expect("the text is valid");
    Program::decode(&module, &info, "main").expect("the text is supported")
}

fn count(block: &Block<Register>, wanted: &impl Fn(&Operation<Register>) -> bool) -> usize {
    let inner = |operation: &Operation<Register>| {
        let blocks = operation.blocks();
        blocks.map(|block| count(block, wanted)).sum::<usize>() + usize::from(wanted(operation))
    };
    block.iter().map(inner).sum()
}

fn count_in(program: &Program, wanted: impl Fn(&Operation<Register>) -> bool) -> usize {
    count(&program.code.body, &wanted)
}

#[test]
fn a_workgroup_without_differences_needs_no_column() {
    // The barrier keeps workgroups apart; else their ids would be a column.
    let program = program(
        "var sum = 0u;
        for (var k = 0u; k < group.x; k++) { if data[k] > 5u { continue; } sum += data[k + 1u]; }
        workgroupBarrier();
        data[group.x] = sum;",
    );
    assert_eq!(program.code.columns, 0);
}

#[test]
fn loop_counters_stay_words_beside_varying_work() {
    let program = program(
        "var x = i; for (var k = 1u; k < 64u; k *= 2u) { x = x / k; } workgroupBarrier(); data[i] = x;",
    );
    let is_word = |register: Register| matches!(register, Register::Uniform(_));
    let counters = count_in(&program, |operation| match operation {
        Operation::Assign { target, .. } => is_word(*target),
        _ => false,
    });
    // The start and the step of k.
    assert_eq!(counters, 2);
}

#[test]
fn a_variable_assigned_by_some_is_a_column() {
    let program = program("var x = 1u; if i < 3u { x = 2u; } workgroupBarrier(); data[i] = x;");
    let masked = count_in(&program, |operation| match operation {
        Operation::Assign { target, .. } => matches!(target, Register::Column(_)),
        _ => false,
    });
    assert_eq!(masked, 2);
}

#[test]
fn variables_in_straight_code_cost_nothing() {
    let program = program("var x = data[i]; var y = x; y += x; x = y; data[i] = x;");
    let kept = count_in(&program, |operation| {
        !matches!(operation, Operation::CheckIndex { .. })
    });
    // A load, an addition, a store.
    assert_eq!(kept, 3);
}

#[test]
fn what_has_no_effect_is_dropped() {
    let program =
        program("var unused = data[i] * 3u; if i < 4u { unused += 1u; } data[0] = 1u; return;");
    assert_eq!(
        count_in(&program, |operation| matches!(
            operation,
            Operation::If { .. }
        )),
        0
    );
    assert_eq!(
        count_in(&program, |operation| matches!(
            operation,
            Operation::Load { .. }
        )),
        0
    );
}

#[test]
fn columns_are_used_again() {
    let steps = "x = (x ^ i) * 3u; ".repeat(20);
    let program = program(&format!("var x = data[i]; {steps} data[i] = x;"));
    // The index, and two that take turns.
    assert_eq!(program.code.columns, 3);
}

#[test]
fn equal_operations_are_done_once() {
    let program = program("data[i * 3u + 1u] = i * 3u; data[i * 3u + 2u] = i * 3u;");
    let products = count_in(&program, |operation| {
        matches!(
            operation,
            Operation::Binary {
                function: crate::value::Binary::Multiply,
                ..
            }
        )
    });
    assert_eq!(products, 1);
}

#[test]
fn an_index_known_to_be_in_range_is_neither_clamped_nor_checked() {
    let clamps = |body| {
        count_in(&program(body), |operation| {
            matches!(
                operation,
                Operation::CheckIndex { .. }
                    | Operation::Binary {
                        function: crate::value::Binary::MinUnsigned,
                        ..
                    }
            )
        })
    };
    assert_eq!(
        clamps("tile[i] = 1u; tile[i ^ 5u] = 2u; tile[i / 2u] = 3u;"),
        0
    );
    assert_eq!(clamps("tile[i + 1u] = 1u;"), 2);
}

#[test]
fn small_workgroups_run_together_unless_they_share() {
    assert!(program("data[i] = 1u;").batched);
    assert!(!program("tile[i] = 1u;").batched);
    assert!(!program("data[i] = 1u; storageBarrier(); data[i + 1u] = 2u;").batched);
}
