//! Steps whose workgroups lie in a buffer: what is refused, what is warned of, how they are
//! printed. No device.

use bitonic_dsl::types::{Type, UVec2, UVec3, Vec3};
use bitonic_dsl::{Atomic, If, Kernel, ShaderType, instance_index, kernel};

use super::{BufferId, Grid, Limits, Plan, Role};

/// Three words, of which one is atomic.
#[derive(Clone, Copy, ShaderType)]
struct Counts {
    x: Atomic<u32>,
    y: u32,
    z: u32,
}

/// Three words before something else.
#[derive(Clone, Copy, ShaderType)]
struct Headed {
    x: u32,
    y: Atomic<u32>,
    z: u32,
    scale: f32,
}

/// Two words before something else.
#[derive(Clone, Copy, ShaderType)]
struct Short {
    x: u32,
    y: u32,
    scale: f32,
}

/// Doubles each element of a buffer.
fn double() -> Kernel {
    let kernel = kernel("double").build(|k| {
        let data = k.storage_mut::<u32>("data");
        let i = instance_index();
        If(i.lt(data.len()), || data.element(i).mul_assign(2));
    });
    kernel.expect("a right kernel")
}

/// A plan of one step that doubles `data`, started by `count` elements of a type.
fn plan(element: Type, count: usize, role: Role) -> (Plan, BufferId) {
    let mut plan = Plan::new("indirect");
    let data = plan.add_buffer("data", Role::InputOutput, u32::ty(), 10);
    let workgroups = plan.add_buffer("workgroups", role, element, count);
    let double = plan.add_kernel(double());
    plan.add_indirect_step("double all", double, [data], workgroups);
    (plan, workgroups)
}

fn refusal(plan: &Plan) -> String {
    let error = plan.check(&Limits::WEBGPU).expect_err("it is wrong");
    error.to_string()
}

#[test]
fn three_words_start_a_step() {
    for (element, count) in [
        (u32::ty(), 3),
        (u32::ty(), 100),
        (Atomic::<u32>::ty(), 3),
        (UVec3::ty(), 1),
        (UVec2::ty(), 2),
        (Counts::ty(), 1),
        (Headed::ty(), 1),
    ] {
        let (plan, _) = plan(element.clone(), count, Role::Input);
        plan.check(&Limits::WEBGPU).expect("three words");
        assert_eq!(plan.warnings(), [""; 0], "{count} `{element}`");
    }
}

#[test]
fn anything_else_is_refused() {
    let help = "they are three `u32`, along x, y and z, at the start of the buffer";
    for (element, count, holds) in [
        (u32::ty(), 2, "holds 2 `u32`"),
        (u32::ty(), 0, "holds 0 `u32`"),
        (UVec2::ty(), 1, "holds 1 `vec2<u32>`"),
        (i32::ty(), 3, "holds `i32`"),
        (f32::ty(), 3, "holds `f32`"),
        (Vec3::ty(), 1, "holds `vec3<f32>`"),
        (Atomic::<i32>::ty(), 3, "holds `atomic<i32>`"),
        (Counts::ty(), 0, "holds 0 `Counts`"),
        (Short::ty(), 2, "holds `Short`"),
    ] {
        let said = refusal(&plan(element, count, Role::Input).0);
        assert!(said.contains(holds) && said.contains(help), "{said}");
        assert!(
            said.contains(
                "step 0 `double all`, kernel `double`: the workgroups are read from `workgroups`"
            ),
            "{said}"
        );
    }
}

#[test]
fn a_buffer_that_nobody_wrote_is_refused() {
    let said = refusal(&plan(u32::ty(), 3, Role::Scratch).0);
    assert!(
        said.contains("reads `workgroups`, which no step has written"),
        "{said}"
    );
}

#[test]
fn a_buffer_that_the_step_writes_is_refused() {
    let mut plan = Plan::new("indirect");
    let data = plan.add_buffer("data", Role::InputOutput, u32::ty(), 10);
    let double = plan.add_kernel(double());
    plan.add_indirect_step("double", double, [data], data);
    let said = refusal(&plan);
    let expected =
        "the workgroups are read from `data`, which is bound to `data` and may be written";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn a_buffer_of_another_plan_is_refused() {
    let (mut wrong, _) = plan(u32::ty(), 3, Role::Input);
    let mut other = Plan::new("other");
    let ids = (0..9).map(|_| other.add_buffer("theirs", Role::Input, u32::ty(), 3));
    let last = ids.last().expect("nine");
    wrong.steps[0].indirect = Some(last);
    let said = refusal(&wrong);
    assert!(said.contains("names a buffer of another plan"), "{said}");
}

/// What the step may do is done: what it writes is there for the next, and it reads what
/// the one before wrote.
#[test]
fn a_step_reads_its_workgroups_and_writes_its_bindings() {
    let copy = kernel("copy").build(|k| {
        let from = k.storage::<u32>("from");
        let to = k.storage_mut::<u32>("to");
        let i = instance_index();
        If(i.lt(to.len()), || {
            to.element(i).assign(from.element(i).load())
        });
    });
    let mut plan = Plan::new("indirect");
    let given = plan.add_buffer("given", Role::Input, u32::ty(), 10);
    let workgroups = plan.add_buffer("workgroups", Role::Scratch, u32::ty(), 3);
    let between = plan.add_buffer("between", Role::Scratch, u32::ty(), 10);
    let result = plan.add_buffer("result", Role::Output, u32::ty(), 10);
    let copy = plan.add_kernel(copy.expect("a right kernel"));
    plan.add_step("count", copy, [given, workgroups], Grid::new([1, 1, 1]));
    plan.add_indirect_step("first", copy, [given, between], workgroups);
    plan.add_indirect_step("second", copy, [between, result], workgroups);
    plan.add_read_back(result);
    plan.check(&Limits::WEBGPU).expect("in order");
    assert_eq!(plan.warnings(), [""; 0]);
    let text = plan.to_string();
    assert!(text.contains("| from workgroups |"), "{text}");
}
