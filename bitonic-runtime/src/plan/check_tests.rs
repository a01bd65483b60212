//! Every rule of `check` and of `hazards`, a row each: a plan that breaks this rule
//! alone, and the words that name step, kernel and buffer. No device.

use bitonic_dsl::types::{ShaderType, Type, UVec3};
use bitonic_dsl::{If, Kernel, instance_index, kernel};

use super::{BufferId, Grid, KernelId, Limits, Plan, Role};
use crate::error::ErrorKind;
use crate::kernels;

const ONE: Grid = Grid::new([1, 1, 1]);
const WEBGPU: Limits = Limits::WEBGPU;

/// `output[i] = input[i] + amount`.
pub(super) fn adder(workgroup_size: u32) -> Kernel {
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

/// `output[i] = shift.x`, the shift in a uniform.
fn filler() -> Kernel {
    kernel("filler")
        .build(|k| {
            let shift = k.uniform::<UVec3>("shift");
            let output = k.storage_mut::<u32>("output");
            let index = instance_index();
            output.element(index).assign(shift.load().x());
        })
        .expect("a right kernel")
}

/// A plan being put together: three buffers of 100 words and the adder.
struct Parts {
    plan: Plan,
    input: BufferId,
    output: BufferId,
    scratch: BufferId,
    adder: KernelId,
}

impl Parts {
    fn new() -> Parts {
        let mut plan = Plan::new("test");
        Parts {
            input: plan.add_buffer("input", Role::Input, Type::U32, 100),
            output: plan.add_buffer("output", Role::Output, Type::U32, 100),
            scratch: plan.add_buffer("scratch", Role::Scratch, Type::U32, 100),
            adder: plan.add_kernel(adder(64)),
            plan,
        }
    }

    /// A step that adds one.
    fn add(&mut self, label: &str, from: BufferId, to: BufferId) {
        self.plan
            .add_step(label, self.adder, [from, to], ONE)
            .set("amount", 1u32);
    }

    /// A step of the adder, from input to output, of which nothing else is said.
    fn bare(&mut self) -> &mut super::Step {
        let bindings = [self.input, self.output];
        self.plan.add_step("bare", self.adder, bindings, ONE)
    }

    fn buffer(&mut self, label: &str, role: Role, element: Type, count: usize) -> BufferId {
        self.plan.add_buffer(label, role, element, count)
    }
}

/// An id that no plan of these tests has.
fn foreign() -> BufferId {
    let mut other = Plan::new("other");
    for _ in 0..9 {
        other.add_buffer("theirs", Role::Input, Type::U32, 1);
    }
    other.add_buffer("last", Role::Input, Type::U32, 1)
}

struct Rule {
    kind: ErrorKind,
    limits: Limits,
    /// All of them stand in the message or the help.
    words: &'static [&'static str],
    breaks: fn(&mut Parts),
}

const fn rule(words: &'static [&'static str], breaks: fn(&mut Parts)) -> Rule {
    Rule {
        kind: ErrorKind::Plan,
        limits: WEBGPU,
        words,
        breaks,
    }
}

const fn limit(limits: Limits, words: &'static [&'static str], breaks: fn(&mut Parts)) -> Rule {
    Rule {
        kind: ErrorKind::Limit,
        limits,
        words,
        breaks,
    }
}

/// A step that fits its kernel and every other step, on a device with less.
fn one_addition(parts: &mut Parts) {
    parts.add("only", parts.input, parts.output);
}

const RULES: &[Rule] = &[
    // What steps leave for each other.
    rule(
        &[
            "step 1 `second`, kernel `adder`: reads `scratch`, which no step has written",
            "step 2 `third` writes `scratch`: let it run earlier",
        ],
        |parts| {
            parts.add("first", parts.input, parts.output);
            parts.add("second", parts.scratch, parts.output);
            parts.add("third", parts.input, parts.scratch);
        },
    ),
    rule(
        &[
            "step 0 `early`, kernel `adder`: reads `output`, which no step has written",
            "let a step write `output`, or give it the role `Input`",
        ],
        |parts| parts.add("early", parts.output, parts.scratch),
    ),
    rule(
        &[
            "step 1 `again`",
            "reads `scratch`, which no step has written",
        ],
        |parts| {
            // A step that starts no workgroup writes nothing.
            let bindings = [parts.input, parts.scratch];
            let none = Grid::new([0, 1, 1]);
            let step = parts.plan.add_step("nothing", parts.adder, bindings, none);
            step.set("amount", 1u32);
            parts.add("again", parts.scratch, parts.output);
        },
    ),
    rule(
        &[
            "step 1 `back`, kernel `adder`: `input` is an input and would be written",
            "give it the role `InputOutput`",
        ],
        |parts| {
            parts.add("forth", parts.input, parts.output);
            parts.add("back", parts.output, parts.input);
        },
    ),
    rule(
        &["plan `test` reads back `scratch`, which no step writes"],
        |parts| {
            parts.add("add", parts.input, parts.output);
            parts.plan.add_read_back(parts.scratch);
        },
    ),
    rule(
        &["plan `test` reads back a buffer of another plan"],
        |parts| parts.plan.add_read_back(foreign()),
    ),
    // Bindings.
    rule(
        &[
            "step 0 `twice`, kernel `adder`: the same buffer is bound to `input` and `output`",
            "buffer `output`",
        ],
        |parts| parts.add("twice", parts.output, parts.output),
    ),
    rule(
        &[
            "step 0 `bare`, kernel `adder`: 1 resources are bound, it has 2 bindings: `input` and `output`",
        ],
        |parts| {
            parts.bare().bindings.pop();
        },
    ),
    rule(
        &["`output` is `array<u32>`, the buffer bound to it (`floats`) holds `f32`"],
        |parts| {
            let floats = parts.buffer("floats", Role::Output, f32::ty(), 100);
            parts.add("add", parts.input, floats);
        },
    ),
    rule(
        &["binding `shift` is `vec3<u32>`, the buffer bound to it (`none`) has only 0 elements"],
        |parts| {
            let none = parts.buffer("none", Role::Input, UVec3::ty(), 0);
            let filler = parts.plan.add_kernel(filler());
            parts
                .plan
                .add_step("fill", filler, [none, parts.output], ONE);
        },
    ),
    rule(
        &["step 0 `add`", "names a buffer of another plan"],
        |parts| {
            parts.add("add", parts.input, foreign());
        },
    ),
    rule(&["step 0 `add`: names a kernel of another plan"], |parts| {
        let mut other = Plan::new("other");
        for _ in 0..3 {
            parts.adder = other.add_kernel(adder(64));
        }
        parts.add("add", parts.input, parts.output);
    }),
    // Parameters.
    rule(
        &[
            "step 0 `bare`, kernel `adder`: parameter `amount` has no value",
            "set it: `.set(\"amount\", value)`, a `u32`",
        ],
        |parts| {
            parts.bare();
        },
    ),
    rule(
        &["step 0 `bare`, kernel `adder`: no parameter `amuont`; its parameters: `amount`"],
        |parts| {
            parts.bare().set("amuont", 1u32);
        },
    ),
    rule(
        &["parameter `amount` is `u32`, the value given is `f32`"],
        |parts| {
            parts.bare().set("amount", 1.0f32);
        },
    ),
    rule(&["parameter `amount` is set twice"], |parts| {
        parts.bare().set("amount", 1u32).set("amount", 2u32);
    }),
    // Limits of the device: each names the limit, what is asked and what is there.
    limit(
        WEBGPU,
        &["a workgroup of 512 x 1 x 1 has 512 invocations, the device allows 256"],
        |parts| {
            parts.adder = parts.plan.add_kernel(adder(512));
            parts.add("add", parts.input, parts.output);
        },
    ),
    limit(
        Limits {
            workgroup_size: [32, 256, 64],
            ..WEBGPU
        },
        &["the workgroup size along x is 64, the device allows 32"],
        one_addition,
    ),
    limit(
        Limits {
            workgroup_bytes: 511,
            ..WEBGPU
        },
        &["takes 512 bytes, where the target has 511"],
        |parts| {
            let kernel = kernels::swap_local::<u32>(64, kernels::Coding::BOTH);
            let kernel = parts.plan.add_kernel(kernel.expect("a right kernel"));
            parts.add("add", parts.input, parts.output);
            parts.plan.add_step("sort", kernel, [parts.output], ONE);
        },
    ),
    limit(
        WEBGPU,
        &["a grid of 1 x 65536 workgroups, the device allows 65535 along one dimension"],
        |parts| {
            let step = parts.bare().set("amount", 1u32);
            step.grid = Grid::new([1, 65_536, 1]);
        },
    ),
    limit(
        Limits {
            storage_binding_bytes: 399,
            ..WEBGPU
        },
        &[
            "binding `input` (buffer `input`) would be 400 bytes, the device allows 399 (maxStorageBufferBindingSize)",
        ],
        one_addition,
    ),
    limit(
        Limits {
            uniform_binding_bytes: 11,
            ..WEBGPU
        },
        &[
            "binding `shift` (buffer `shifts`) would be 16 bytes, the device allows 11 (maxUniformBufferBindingSize)",
        ],
        |parts| {
            let shifts = parts.buffer("shifts", Role::Input, UVec3::ty(), 1);
            let filler = parts.plan.add_kernel(filler());
            parts
                .plan
                .add_step("fill", filler, [shifts, parts.output], ONE);
        },
    ),
    limit(
        Limits {
            storage_buffers: 1,
            ..WEBGPU
        },
        &["2 storage buffers are bound, the device allows 1 (maxStorageBuffersPerShaderStage)"],
        one_addition,
    ),
];

#[test]
fn each_rule_is_told_with_step_kernel_and_buffer() {
    for rule in RULES {
        let mut parts = Parts::new();
        (rule.breaks)(&mut parts);
        let error = parts.plan.check(&rule.limits).expect_err(rule.words[0]);
        assert_eq!(error.kind(), rule.kind, "{error}");
        for words in rule.words {
            assert!(error.to_string().contains(words), "{words:?} in {error}");
        }
    }
}

/// What looks like a hazard and is none.
#[test]
fn right_plans_pass() {
    let right: [fn(&mut Parts); 4] = [
        |parts| {
            parts.add("first", parts.input, parts.scratch);
            parts.add("second", parts.scratch, parts.output);
            parts.add("overwrite", parts.input, parts.output);
            parts.plan.add_read_back(parts.output);
            parts.plan.add_read_back(parts.scratch);
        },
        |parts| {
            let mut double = |from| {
                let both = kernel("in_place").build(|k| {
                    let words = k.storage_mut::<u32>("words");
                    let place = words.element(instance_index());
                    place.assign(place.load() + place.load());
                });
                let both = parts.plan.add_kernel(both.expect("a right kernel"));
                parts.plan.add_step("double", both, [from], ONE);
            };
            double(parts.output);
            parts.plan.add_read_back(parts.input);
        },
        |parts| {
            // Two bindings that only read may share a buffer.
            let sum = kernel("sum").build(|k| {
                let one = k.storage::<u32>("one");
                let two = k.storage::<u32>("two");
                let output = k.storage_mut::<u32>("output");
                let index = instance_index();
                let total = one.element(index).load() + two.element(index).load();
                output.element(index).assign(total);
            });
            let sum = parts.plan.add_kernel(sum.expect("a right kernel"));
            let bindings = [parts.input, parts.input, parts.output];
            parts.plan.add_step("sum", sum, bindings, ONE);
        },
        |_| {},
    ];
    for build in right {
        let mut parts = Parts::new();
        build(&mut parts);
        parts.plan.check(&WEBGPU).expect("nothing is wrong");
    }
}

/// What is odd about a plan, and the sentences that say so.
type Oddity = (&'static [&'static str], fn(&mut Parts));

const ODDITIES: &[Oddity] = &[
    (&[], |parts| {
        parts.add("first", parts.input, parts.scratch);
        parts.add("second", parts.scratch, parts.output);
    }),
    (&[], |parts| {
        parts.add("first", parts.input, parts.scratch);
        parts.add("second", parts.input, parts.output);
        parts.plan.add_read_back(parts.scratch);
    }),
    (
        &["step 2 `third` writes `scratch`, which nothing reads afterwards"],
        |parts| {
            parts.add("first", parts.input, parts.scratch);
            parts.add("second", parts.scratch, parts.output);
            parts.add("third", parts.input, parts.scratch);
        },
    ),
    (&["no step uses buffer `scratch`"], |parts| {
        parts.add("only", parts.input, parts.output);
    }),
    (&["no step writes the output `output`"], |parts| {
        parts.add("first", parts.input, parts.scratch);
        parts.add("second", parts.output, parts.scratch);
        parts.plan.add_read_back(parts.scratch);
    }),
    (
        &[
            "no step uses buffer `scratch`",
            "no step runs kernel `copy_u32`",
        ],
        |parts| {
            parts.add("only", parts.input, parts.output);
            let copy = kernels::copy(64).expect("a right kernel");
            parts.plan.add_kernel(copy);
        },
    ),
];

#[test]
fn what_is_odd_is_told_and_printed() {
    for (expected, build) in ODDITIES {
        let mut parts = Parts::new();
        build(&mut parts);
        assert_eq!(parts.plan.warnings(), *expected);
        let printed = parts.plan.to_string();
        let lines = printed
            .lines()
            .filter_map(|line| line.strip_prefix("warning: "));
        assert_eq!(lines.collect::<Vec<_>>(), *expected);
    }
}
