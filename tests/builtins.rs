//! Every built-in function with every type that it has, made from the table: its
//! kernels in every language, and its values on every executor, within the accuracy
//! that the WGSL specification asks for.

#[path = "builtins/accuracy.rs"]
mod accuracy;
#[path = "builtins/carry.rs"]
mod carry;
#[path = "builtins/exercise.rs"]
mod exercise;
#[path = "builtins/formulas.rs"]
mod formulas;
#[path = "builtins/interval.rs"]
mod interval;
mod support;
#[path = "builtins/values.rs"]
mod values;

use accuracy::{Reference, accuracy};
use bitonic::graph::Builtin;
use bitonic::types::ScalarType;
use bitonic::*;
use exercise::Exercise;
use interval::Interval;
use values::Row;

/// What is accepted of each component of the result of one call.
fn accepted(exercise: &Exercise, row: &Row) -> Vec<Interval> {
    let read = |value: &f64| match exercise.scalar {
        ScalarType::F32 => Interval::read(f64::from(*value as f32)),
        _ => Interval::exactly(*value),
    };
    let arguments: Vec<Vec<Interval>> = row.iter().map(|argument| argument.iter().map(read).collect()).collect();
    let component = |index: usize| -> Vec<Interval> {
        arguments.iter().map(|argument| argument[index % argument.len()]).collect()
    };
    match accuracy(exercise.builtin).reference {
        Reference::Each(of) => (0..exercise.size).map(|index| of(exercise.scalar, &component(index))).collect(),
        Reference::Pair(of) => {
            let pairs: Vec<_> = arguments[0].iter().map(|x| of(*x)).collect();
            [0, 1].into_iter().flat_map(|half| pairs.iter().map(move |pair| pair[half])).collect()
        }
        Reference::Whole(of) => of(exercise.scalar, &arguments),
    }
}

/// The calls of one exercise that went wrong.
fn faults(gpu: &Gpu, exercise: &Exercise) -> Vec<String> {
    let rows = values::rows(exercise.builtin, exercise.scalar, exercise.size);
    let scalars = (exercise.results)();
    let found = (exercise.run)(gpu, &rows);
    let mut faults = Vec::new();
    for (row, found) in rows.iter().zip(&found) {
        let found: Vec<f64> = found.iter().zip(&scalars).map(|(bits, scalar)| carry::number(*bits, *scalar)).collect();
        let accepted = accepted(exercise, row);
        assert_eq!(found.len(), accepted.len(), "{}", exercise.name);
        if !accepted.iter().zip(&found).all(|(interval, value)| interval.accepts(*value)) {
            let wanted: Vec<(f64, f64)> = accepted.iter().map(|interval| (interval.low, interval.high)).collect();
            faults.push(format!("{} {row:?}: {found:?}, not {wanted:?}", exercise.name));
        }
    }
    faults
}

fn check_all(gpu: &Gpu) {
    let mut wrong = Vec::new();
    for exercise in exercise::all() {
        wrong.extend(faults(gpu, &exercise).into_iter().take(2));
    }
    assert!(wrong.is_empty(), "on {}:\n{}", gpu.info(), wrong.join("\n"));
}

#[test]
fn every_builtin_is_right_on_the_software_adapter() {
    check_all(&Gpu::named("software").unwrap());
}

#[test]
fn every_builtin_is_right_on_vulkan() {
    if let Some(gpu) = support::vulkan() {
        check_all(&gpu);
    }
}

#[test]
fn every_builtin_has_an_exercise_with_each_of_its_types() {
    let all = exercise::all();
    for builtin in Builtin::ALL {
        let count = all.iter().filter(|exercise| exercise.builtin == *builtin).count();
        let class = builtin.signature().class;
        assert_eq!(count, values::types(class), "{}", builtin.name());
    }
}

#[test]
fn every_builtin_is_in_every_language() {
    for exercise in exercise::all() {
        let kernel = (exercise.kernel)().unwrap_or_else(|error| panic!("{}: {error}", exercise.name));
        let name = exercise.name;
        for text in [kernel.msl(), kernel.hlsl(), kernel.glsl(GlslVersion::Core450)] {
            text.unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        kernel.spirv().unwrap_or_else(|error| panic!("{name}: {error}"));
        let call = format!("{}(", exercise.builtin.name());
        let text = kernel.wgsl(Dialect::Browser).unwrap();
        assert!(text.contains(&call) || exercise.name.ends_with(" of bool"), "{name}: {text}");
    }
}
