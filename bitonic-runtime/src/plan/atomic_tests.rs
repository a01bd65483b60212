//! Atomics in plans: which buffers stand behind them, and what must be there before they
//! count. No device.

use bitonic_dsl::types::{ScalarType, Type};
use bitonic_dsl::{Atomic, Kernel, kernel};

use super::{BufferId, Grid, Limits, Plan, Role};

const ONE: Grid = Grid::new([1, 1, 1]);

/// Raises the first of `counts`; before that, sets it to 0 if `restarts`.
fn counter(name: &str, restarts: bool) -> Kernel {
    kernel(name)
        .build(|k| {
            let first = k.storage_mut::<Atomic<u32>>("counts").element(0);
            if restarts {
                first.atomic_store(0);
            }
            first.atomic_add(1);
        })
        .expect("a right kernel")
}

/// Sets the first of `words` to 0.
fn clear() -> Kernel {
    kernel("clear")
        .build(|k| k.storage_mut::<u32>("words").element(0).assign(0))
        .expect("a right kernel")
}

/// A plan of one buffer, in which each kernel runs once.
fn plan(role: Role, element: Type, kernels: impl IntoIterator<Item = Kernel>) -> Plan {
    let mut plan = Plan::new("counting");
    let counts: BufferId = plan.add_buffer("tallies", role, element, 4);
    for kernel in kernels {
        let label = kernel.name().to_owned();
        let kernel = plan.add_kernel(kernel);
        plan.add_step(label, kernel, [counts], ONE);
    }
    plan.add_read_back(counts);
    plan
}

#[test]
fn what_is_given_or_cleared_is_counted_in() {
    let numbers = || Type::U32;
    let atomics = || Type::Atomic(ScalarType::U32);
    let count = || counter("count", false);
    let right = [
        plan(Role::InputOutput, numbers(), [count()]),
        plan(Role::InputOutput, atomics(), [count()]),
        plan(Role::Output, numbers(), [clear(), count(), count()]),
        plan(Role::Scratch, atomics(), [clear(), count()]),
        // The kernel itself may clear what it counts in.
        plan(Role::Output, atomics(), [counter("restart", true), count()]),
    ];
    for plan in right {
        plan.check(&Limits::WEBGPU).expect("nothing is wrong");
    }
}

#[test]
fn what_is_wrong_is_told() {
    let count = || counter("count", false);
    let wrong = [
        (
            plan(Role::Input, Type::U32, [count()]),
            "kernel `count`: `tallies` is an input and would be written",
        ),
        (
            plan(Role::Output, Type::U32, [count(), clear()]),
            "kernel `count`: changes atomics in `tallies`, which no step has written",
        ),
        (
            plan(Role::Scratch, Type::U32, [count()]),
            "let an earlier step clear `tallies`, or give it the role `InputOutput`",
        ),
        (
            plan(Role::InputOutput, Type::I32, [count()]),
            "binding `counts` is `array<atomic<u32>>`, the buffer bound to it (`tallies`) holds `i32`",
        ),
    ];
    for (plan, words) in wrong {
        let error = plan.check(&Limits::WEBGPU).expect_err(words);
        assert!(error.to_string().contains(words), "{words:?} in {error}");
    }
}
