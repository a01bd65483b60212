//! Running the author's own kernels by the names of their bindings, and what is
//! said where that cannot be.

mod common;

use bitonic_dsl::capabilities::Capability;
use bitonic_dsl::types::{ShaderType, Type, UVec3};
use bitonic_dsl::{If, Kernel, f16, instance_index, kernel};
use bitonic_runtime::error::ErrorKind;
use bitonic_runtime::plan::{Grid, Plan, Role};
use bitonic_runtime::{Bound, Error, Gpu, kernels};
use common::{executors, scattered};

/// `output[i] = input[i] * factor + offset.y`.
fn scale() -> Kernel {
    kernel("scale")
        .workgroup_size(64)
        .build(|k| {
            let input = k.storage::<u32>("input");
            let output = k.storage_mut::<u32>("output");
            let offset = k.uniform::<UVec3>("offset");
            let factor = k.param::<u32>("factor");
            let index = instance_index();
            If(index.lt(input.len()), || {
                let scaled = input.element(index).load() * factor;
                output.element(index).assign(scaled + offset.load().y());
            });
        })
        .expect("a right kernel")
}

#[test]
fn a_kernel_runs_by_names() {
    for gpu in executors() {
        let input = gpu.buffer(&[1u32, 2, 3]).expect("room");
        let output = gpu.zeroed::<u32>(3).expect("room");
        gpu.run(&scale())
            .bind("output", &output)
            .bind("input", &input)
            .uniform("offset", &UVec3::new(9, 100, 9))
            .set("factor", 7u32)
            .dispatch(3)
            .expect("it runs");
        assert_eq!(output.read().expect("it is there"), [107, 114, 121]);
    }
}

/// A dispatch of no threads, and buffers of no elements.
#[test]
fn nothing_runs_on_nothing() {
    for gpu in executors() {
        let empty = gpu.buffer::<u32>(&[]).expect("room");
        let output = gpu.buffer(&[5u32]).expect("room");
        gpu.run(&scale())
            .bind("input", &empty)
            .bind("output", &output)
            .uniform("offset", &UVec3::new(0, 1, 0))
            .set("factor", 1u32)
            .dispatch(empty.len())
            .expect("it runs");
        assert!(empty.read().expect("nothing").is_empty());
        assert_eq!(output.read().expect("it is there"), [5]);
        empty.write(&[]).expect("nothing to write");
    }
}

/// What is wrong with a call, and words of its message.
type Fault = (fn(&Gpu) -> Result<(), Error>, ErrorKind, &'static str);

const FAULTS: [Fault; 11] = [
    (
        |gpu| run(gpu, |run, one, _| run.bind("inptu", one)),
        ErrorKind::Plan,
        "no binding `inptu`; its bindings: `input`, `output` and `offset`",
    ),
    (
        |gpu| run(gpu, |run, one, _| run.bind("input", one)),
        ErrorKind::Plan,
        "nothing is bound to `output`, of type `array<u32>`",
    ),
    (
        |gpu| {
            run(gpu, |run, one, two| {
                run.bind("input", one).bind("output", two)
            })
        },
        ErrorKind::Plan,
        "nothing is bound to `offset`, of type `vec3<u32>`",
    ),
    (
        |gpu| {
            run(gpu, |run, one, two| {
                run.bind("input", one).bind("input", two)
            })
        },
        ErrorKind::Plan,
        "`input` is bound twice",
    ),
    (
        |gpu| {
            bound(gpu, |run, one, _| {
                run.bind("input", one).bind("output", one)
            })
        },
        ErrorKind::Plan,
        "the same buffer is bound to `input` and `output`",
    ),
    (
        |gpu| {
            let floats = gpu.zeroed::<f32>(3)?;
            bound(gpu, |run, one, _| {
                run.bind("input", one).bind("output", &floats)
            })
        },
        ErrorKind::Plan,
        "`output` is `array<u32>`, the buffer bound to it holds `f32`",
    ),
    (
        |gpu| {
            let call = |run: bitonic_runtime::Run, one: &_, two: &_| {
                run.bind("input", one)
                    .bind("output", two)
                    .uniform("offset", &1u32)
            };
            run(gpu, call)
        },
        ErrorKind::Plan,
        "`offset` is `vec3<u32>`, the buffer bound to it holds `u32`",
    ),
    (
        |gpu| {
            bound(gpu, |run, one, two| {
                run.bind("input", one).bind("output", two)
            })
        },
        ErrorKind::Plan,
        "parameter `factor` has no value",
    ),
    (
        |gpu| {
            bound(gpu, |run, one, two| {
                run.bind("input", one)
                    .bind("output", two)
                    .set("factor", 1.5f32)
            })
        },
        ErrorKind::Plan,
        "parameter `factor` is `u32`, the value given is `f32`",
    ),
    (
        |gpu| {
            bound(gpu, |run, one, two| {
                run.bind("input", one)
                    .bind("output", two)
                    .set("faktor", 1u32)
            })
        },
        ErrorKind::Plan,
        "no parameter `faktor`; its parameters: `factor`",
    ),
    (
        |gpu| gpu.zeroed::<u32>(usize::MAX).map(|_| ()),
        ErrorKind::Limit,
        "maxBufferSize",
    ),
];

type Call<'a> = &'a bitonic_runtime::Buffer<u32>;

fn run(
    gpu: &Gpu,
    call: impl FnOnce(bitonic_runtime::Run, Call<'_>, Call<'_>) -> bitonic_runtime::Run,
) -> Result<(), Error> {
    let one = gpu.zeroed::<u32>(3)?;
    let two = gpu.zeroed::<u32>(3)?;
    call(gpu.run(&scale()), &one, &two).dispatch(3)
}

/// [`run`] with the uniform bound.
fn bound(
    gpu: &Gpu,
    call: impl FnOnce(bitonic_runtime::Run, Call<'_>, Call<'_>) -> bitonic_runtime::Run,
) -> Result<(), Error> {
    run(gpu, |run, one, two| {
        call(run.uniform("offset", &UVec3::default()), one, two)
    })
}

/// Work on a device that is gone does not pass for done.
#[test]
fn a_lost_device_is_told() {
    for gpu in executors() {
        let buffer = gpu.buffer(&[3u32, 1, 2]).expect("room");
        gpu.device().destroy();
        let waited = gpu.wait().expect_err("nothing can be done");
        assert_eq!(waited.kind(), ErrorKind::Device, "{waited}");
        gpu.sort_buffer(&buffer).expect_err("nothing was sorted");
        gpu.sort(&mut [2u32, 1]).expect_err("nothing was sorted");
        buffer.read().expect_err("nothing is there");
    }
}

/// A grid that folds has more than one row: where a kernel asks for its place in one,
/// threads would be missed.
#[test]
fn threads_do_not_fold_under_a_kernel_that_reads_rows() {
    let rows = kernel("rows")
        .workgroup_size(1)
        .build(|k| {
            let output = k.storage_mut::<u32>("output");
            let index = bitonic_dsl::global_invocation_id().x();
            If(index.lt(output.len()), || output.element(index).assign(1));
        })
        .expect("a right kernel");
    for gpu in executors() {
        let output = gpu.zeroed::<u32>(70_000).expect("room");
        let limit = gpu.limits().workgroups_per_dimension as usize;
        let threads = |count| gpu.run(&rows).bind("output", &output).dispatch(count);
        threads(limit).expect("one row");
        let error = threads(limit + 1).expect_err("two rows");
        assert!(error.message().contains("global_invocation_id"), "{error}");
        assert!(
            error
                .help()
                .is_some_and(|help| help.contains("instance_index")),
            "{error}"
        );
        let value = gpu.run(&rows).uniform("output", &3u32).dispatch(1);
        let error = value.expect_err("a value where a buffer is due");
        assert!(error.message().contains("storage buffer"), "{error}");
    }
}

#[test]
fn wrong_calls_are_errors_that_name_the_fault() {
    for gpu in executors() {
        for (fault, kind, words) in FAULTS {
            let error = fault(&gpu).expect_err(words);
            assert!(error.message().contains(words), "{words:?} in {error}");
            assert_eq!(error.kind(), kind, "{error}");
        }
    }
}

#[test]
fn a_workgroup_past_the_device_is_refused() {
    for gpu in executors() {
        let most = gpu.limits().workgroup_invocations;
        let large = kernels::copy(most * 2).expect("a right kernel");
        let (one, two) = (gpu.zeroed::<u32>(3), gpu.zeroed::<u32>(3));
        let (one, mut two) = (one.expect("room"), two.expect("room"));
        let call = gpu.run(&large).bind(&one, &mut two);
        let error = call.dispatch(3).expect_err("refused");
        assert_eq!(error.kind(), ErrorKind::Limit, "{error}");
        assert!(error.message().contains(&most.to_string()), "{error}");
    }
}

#[test]
fn a_buffer_of_another_device_is_refused() {
    let executors = executors();
    if let [first, second, ..] = executors.as_slice() {
        let foreign = first.zeroed::<u32>(3).expect("room");
        let own = second.zeroed::<u32>(3).expect("room");
        let error = second.copy(&foreign, &own).expect_err("refused");
        assert!(error.message().contains("is on the device"), "{error}");
    } else {
        println!("SKIP: one executor alone has no foreign buffers");
    }
}

/// Each dispatch of one submission sees its own parameters.
#[test]
fn parameters_change_from_step_to_step() {
    for gpu in executors() {
        let mut plan = Plan::new("three factors");
        let first = plan.add_buffer("first", Role::InputOutput, Type::U32, 2);
        let second = plan.add_buffer("second", Role::Scratch, Type::U32, 2);
        let offset = plan.add_buffer("offset", Role::Input, UVec3::ty(), 1);
        let scale = plan.add_kernel(scale());
        let grid = Grid::new([1, 1, 1]);
        let path = [
            (first, second, 3u32),
            (second, first, 5),
            (first, second, 7),
        ];
        for (from, to, factor) in path {
            plan.add_step("scale", scale, [from, to, offset], grid)
                .set("factor", factor);
        }
        plan.add_read_back(second);
        let input = gpu.buffer(&[1u32, 10]).expect("room");
        let none = gpu.buffer(&[UVec3::default()]).expect("room");
        let bound = Bound::new().with(first, &input).with(offset, &none);
        let recording = gpu.prepare(plan, bound).expect("it fits");
        recording.submit().expect("it runs");
        let product: Vec<u32> = recording.read_back(second).expect("it is there");
        assert_eq!(product, [105, 1050]);
        assert_eq!(input.read().expect("it is there"), [15, 150]);
        assert!(recording.read_back::<u32>(first).is_err(), "not listed");
        assert!(recording.read_back::<f32>(second).is_err(), "another type");
    }
}

/// One copy whose grid folds, on every executor.
#[test]
fn a_copy_past_a_dimension_of_the_grid() {
    for gpu in executors() {
        let values: Vec<u32> = scattered(65_536 + 100).collect();
        let source = gpu.buffer(&values).expect("room");
        let mut target = gpu.zeroed::<u32>(values.len()).expect("room");
        gpu.run(&kernels::copy(1).expect("a right kernel"))
            .bind(&source, &mut target)
            .dispatch(values.len())
            .expect("it folds");
        assert_eq!(target.read().expect("it is there"), values);
    }
}

#[test]
fn copies_of_any_type() {
    for gpu in executors() {
        let values = [UVec3::new(1, 2, 3), UVec3::new(4, 5, 6)];
        let source = gpu.buffer(&values).expect("room");
        let target = gpu.zeroed::<UVec3>(2).expect("room");
        gpu.copy(&source, &target).expect("it runs");
        assert_eq!(target.read().expect("it is there"), values);
        let short = gpu.zeroed::<UVec3>(1).expect("room");
        let halves = [1.5, -2.0, 0.25].map(f16::from_f32);
        let (odd, copied) = (gpu.buffer(&halves), gpu.zeroed::<f16>(3));
        let (odd, copied) = (odd.expect("room"), copied.expect("room"));
        gpu.copy(&odd, &copied).expect("it runs");
        assert_eq!(
            copied.read().expect("there"),
            halves,
            "the last shares its word with none"
        );
        assert!(gpu.copy(&source, &short).is_err(), "another length");
        assert!(gpu.copy(&source, &source).is_err(), "onto itself");
    }
}

#[test]
fn unknown_adapters_are_errors_that_list_those_there() {
    let error = Gpu::named("no such adapter").expect_err("refused");
    assert_eq!(error.kind(), ErrorKind::Adapter);
    for adapter in Gpu::adapters() {
        assert!(error.message().contains(&adapter.name), "{error}");
    }
}

#[test]
fn an_odd_number_of_halves_is_bound_written_and_read() {
    let double = kernel("double").workgroup_size(64).build(|k| {
        let data = k.storage_mut::<f16>("data");
        let index = instance_index();
        If(index.lt(data.len()), || {
            data.element(index).mul_assign(f16::from_f32(2.0));
        });
    });
    let double = double.expect("a right kernel");
    for gpu in executors() {
        if !gpu.has(Capability::Float16) {
            println!("{} has no 16-bit floats", gpu.info());
            continue;
        }
        for (count, is_written) in [(1, false), (1, true), (3, false), (3, true), (11, false)] {
            let values: Vec<f16> = (1..=count)
                .map(|value| f16::from_f32(value as f32))
                .collect();
            let data = match is_written {
                true => gpu.zeroed(count),
                false => gpu.buffer(&values),
            };
            let data = data.expect("room");
            if is_written {
                data.write(&values).expect("as many");
            }
            gpu.run(&double)
                .bind("data", &data)
                .dispatch(count)
                .expect("it runs");
            let twice: Vec<f16> = values.iter().map(|value| *value + *value).collect();
            assert_eq!(data.read().expect("it is there"), twice, "{count}");
        }
    }
}

/// More values than are converted at a time, of a type with gaps, made and written.
#[test]
fn many_converted_values_come_back() {
    for gpu in executors() {
        let vector = |index: u32| UVec3::new(index, !index, index.rotate_left(16));
        let values: Vec<UVec3> = (0..10_000).map(vector).collect();
        let made = gpu.buffer(&values).expect("room");
        assert!(made.read().expect("it is there") == values);
        let written = gpu.zeroed::<UVec3>(values.len()).expect("room");
        written.write(&values).expect("as many");
        assert!(written.read().expect("it is there") == values);
    }
}
