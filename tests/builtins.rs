//! Every built-in function with every type that it has, made from the table: its
//! kernels in every language, and its values on every executor, within the accuracy
//! that the WGSL specification asks for.

#[path = "builtins/accuracy.rs"]
mod accuracy;
#[path = "builtins/carry.rs"]
mod carry;
#[path = "builtins/conversions.rs"]
mod conversions;
#[path = "builtins/deviations.rs"]
mod deviations;
#[path = "builtins/exercise.rs"]
mod exercise;
#[path = "builtins/fixed.rs"]
mod fixed;
#[path = "builtins/forms.rs"]
mod forms;
#[path = "builtins/formulas.rs"]
mod formulas;
#[path = "builtins/ieee.rs"]
mod ieee;
#[path = "builtins/interval.rs"]
mod interval;
#[path = "builtins/page.rs"]
mod page;
mod support;
#[path = "builtins/values.rs"]
mod values;
#[path = "builtins/wide.rs"]
mod wide;

use accuracy::{Reference, accuracy};
use bitonic::graph::{Builtin, Class, Kind};
use bitonic::types::ScalarType;
use bitonic::*;
use exercise::Exercise;
use fixed::Fixed;
use interval::Interval;
use values::Row;

/// What is accepted of each component of the result of one call.
fn accepted(exercise: &Exercise, row: &Row) -> Vec<Interval> {
    let read = |value: &f64| match exercise.scalar {
        ScalarType::F32 => Interval::read(f64::from(*value as f32), ScalarType::F32),
        scalar => Interval::read(*value, scalar),
    };
    let arguments: Vec<Vec<Interval>> = row
        .iter()
        .map(|argument| argument.iter().map(read).collect())
        .collect();
    let component = |index: usize| -> Vec<Interval> {
        arguments
            .iter()
            .map(|argument| argument[index % argument.len()])
            .collect()
    };
    match accuracy(exercise.builtin).reference {
        Reference::Each(of) => (0..exercise.size)
            .map(|index| of(exercise.scalar, &component(index)))
            .collect(),
        Reference::Pair(of) => {
            let pairs: Vec<_> = arguments[0].iter().map(|x| of(*x)).collect();
            [0, 1]
                .into_iter()
                .flat_map(|half| pairs.iter().map(move |pair| pair[half]))
                .collect()
        }
        Reference::Whole(of) => of(&exercise.ty, &arguments),
    }
}

/// The calls of one exercise that went wrong.
fn faults(gpu: &Gpu, exercise: &Exercise) -> Vec<String> {
    let deviation = deviations::of(exercise.builtin).filter(|_| gpu.info().backend != "software");
    let rows = values::rows(exercise.builtin, exercise.scalar, exercise.size);
    let found = (exercise.run)(gpu, &rows);
    let mut faults = Vec::new();
    for (row, found) in rows.iter().zip(&found) {
        let accepted = accepted(exercise, row);
        assert_eq!(found.len(), accepted.len(), "{}", exercise.name);
        let is_right = |(interval, value): (&Interval, &f64)| {
            interval.accepts(*value)
                || deviation.is_some_and(|deviation| deviation.allows(interval.low, *value))
        };
        if !accepted.iter().zip(found).all(is_right) {
            let wanted: Vec<(f64, f64)> = accepted
                .iter()
                .map(|interval| (interval.low, interval.high))
                .collect();
            faults.push(format!(
                "{} {row:?}: {found:?}, not {wanted:?}",
                exercise.name
            ));
        }
    }
    faults
}

fn check_all(gpu: &Gpu) {
    let mut wrong = Vec::new();
    for exercise in on(gpu) {
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

/// The faults of calls whose results are fixed. `exact` also tells zeros of both signs
/// apart.
fn fixed_faults(gpu: &Gpu, fixed: &[&[Fixed]], exact: bool) -> Vec<String> {
    let mut faults = Vec::new();
    for exercise in on(gpu) {
        let calls: Vec<&Fixed> = fixed
            .iter()
            .copied()
            .flatten()
            .filter(|fixed| fixed.0 == exercise.builtin && fixed.1 == exercise.scalar)
            .collect();
        let rows: Vec<Row> = calls.iter().map(|call| row_of(&exercise, call.2)).collect();
        if rows.is_empty() {
            continue;
        }
        for ((call, row), found) in calls.iter().zip(&rows).zip((exercise.run)(gpu, &rows)) {
            if !call.3.iter().any(|wanted| is_result(wanted, &found, exact)) {
                faults.push(format!(
                    "{} {row:?}: {found:?}, not {:?}",
                    exercise.name, call.3
                ));
            }
        }
    }
    faults
}

/// The components of each argument, as many as the type of the exercise has.
fn row_of(exercise: &Exercise, arguments: &[&[f64]]) -> Row {
    let kinds = exercise.builtin.signature().arguments.iter();
    let components = |((_, kind), list): (&(&str, Kind), &&[f64])| {
        let count = values::components(*kind, exercise.size);
        list.iter().copied().cycle().take(count).collect()
    };
    kinds.zip(arguments).map(components).collect()
}

/// Whether `found` is `wanted`, whose components are those of each half of a pair, and
/// else taken in turn.
fn is_result(wanted: &[f64], found: &[f64], exact: bool) -> bool {
    let each = (found.len() / wanted.len()).max(1);
    let pair = wanted.len() == 2 && found.len() != 2;
    let of = |index: usize| match pair {
        true => wanted[index / each],
        false => wanted[index % wanted.len()],
    };
    found.iter().enumerate().all(|(index, found)| {
        let wanted = of(index);
        (wanted.is_nan() && found.is_nan())
            || (*found == wanted
                && (!exact || found.is_sign_negative() == wanted.is_sign_negative()))
    })
}

#[test]
fn every_fixed_result_is_asked_for() {
    let all = exercise::all();
    for Fixed(builtin, scalar, arguments, _) in FIXED.iter().copied().flatten().chain(ieee::IEEE) {
        let is_asked =
            |exercise: &&Exercise| exercise.builtin == *builtin && exercise.scalar == *scalar;
        let count = builtin.signature().arguments.len();
        assert!(
            all.iter().any(|exercise| is_asked(&exercise)),
            "{builtin:?}"
        );
        assert_eq!(arguments.len(), count, "{builtin:?} {arguments:?}");
    }
}

const FIXED: &[&[Fixed]] = &[fixed::INTEGERS, fixed::FLOATS];

fn check_fixed(gpu: &Gpu, fixed: &[&[Fixed]], exact: bool) {
    let wrong = fixed_faults(gpu, fixed, exact);
    assert!(wrong.is_empty(), "on {}:\n{}", gpu.info(), wrong.join("\n"));
}

#[test]
fn edges_are_exact_on_the_software_adapter() {
    check_fixed(&Gpu::named("software").unwrap(), FIXED, false);
}

#[test]
fn edges_are_exact_on_vulkan() {
    if let Some(gpu) = support::vulkan() {
        check_fixed(&gpu, FIXED, false);
    }
}

#[test]
fn the_software_adapter_keeps_to_ieee_754() {
    check_fixed(&Gpu::named("software").unwrap(), &[ieee::IEEE], true);
}

/// The exercises with the types that a device has.
fn on(gpu: &Gpu) -> Vec<Exercise> {
    let has_all = |exercise: &Exercise| {
        let kernel = kernel_of(exercise);
        let mut needs = kernel.interface().capabilities.iter();
        needs.all(|(capability, _)| gpu.has(capability))
    };
    exercise::all().into_iter().filter(has_all).collect()
}

fn kernel_of(exercise: &Exercise) -> Kernel {
    (exercise.kernel)().unwrap_or_else(|error| panic!("{}: {error}", exercise.name))
}

#[test]
fn every_builtin_has_an_exercise_with_each_of_its_types() {
    let all = exercise::all();
    for builtin in Builtin::ALL {
        let count = all
            .iter()
            .filter(|exercise| exercise.builtin == *builtin)
            .count();
        assert_eq!(
            count,
            types_of(builtin.signature().class),
            "{}",
            builtin.name()
        );
    }
}

fn types_of(class: Option<Class>) -> usize {
    let Some(class) = class else { return 1 };
    let shapes = (1..=4).flat_map(|columns| (1..=4).map(move |rows| (columns, rows)));
    let count = shapes
        .filter(|(columns, rows)| class.has_shape(*columns, *rows))
        .count();
    class.scalars().len() * count
}

#[test]
fn every_builtin_builds_with_each_of_its_types() {
    let built = exercise::all()
        .into_iter()
        .map(|exercise| (exercise.name, (exercise.kernel)()));
    let wrong: Vec<String> = built
        .filter_map(|(name, built)| Some(format!("{name}: {}", built.err()?)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Values that prove nothing are no test.
#[test]
fn every_exercise_has_values_that_could_go_wrong() {
    for exercise in exercise::all() {
        let rows = values::rows(exercise.builtin, exercise.scalar, exercise.size);
        let bounded = |row: &Row| {
            accepted(&exercise, row)
                .iter()
                .all(|interval| !interval.is_any())
        };
        let count = rows.iter().filter(|row| bounded(row)).count();
        // Roots and logarithms of halves near 1 are soon unbounded.
        let share = if exercise.scalar == ScalarType::F16 {
            8
        } else {
            4
        };
        assert!(
            share * count >= rows.len(),
            "{}: {count} of {}",
            exercise.name,
            rows.len()
        );
    }
}

#[test]
fn every_builtin_is_in_every_language_that_has_its_types() {
    for exercise in exercise::all() {
        let (kernel, name) = (kernel_of(&exercise), exercise.name);
        let core = kernel.interface().capabilities.is_empty();
        let texts = [
            kernel.msl(),
            kernel.hlsl(),
            kernel.glsl(GlslVersion::Core450),
            kernel.glsl(GlslVersion::Es310),
        ];
        for text in texts {
            match text {
                Ok(_) => {}
                Err(error) => assert!(
                    !core && error.to_string().contains(" has no "),
                    "{name}: {error}"
                ),
            }
        }
        let call = format!("{}(", exercise.builtin.name());
        let text = kernel.wgsl(Dialect::Naga).unwrap();
        assert!(
            text.contains(&call) || exercise.name.ends_with(" of bool"),
            "{name}: {text}"
        );
    }
}

#[test]
fn tint_reads_every_builtin() {
    let mut wrong = String::new();
    for exercise in exercise::all() {
        let Ok(text) = kernel_of(&exercise).wgsl(Dialect::Browser) else {
            continue;
        };
        match support::tint(&text) {
            Some(Ok(())) => {}
            Some(Err(said)) => wrong += &format!("{}: {said}", exercise.name),
            None => return,
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn spirv_val_reads_every_builtin() {
    let mut wrong = String::new();
    for exercise in exercise::all() {
        let words = kernel_of(&exercise).spirv().unwrap();
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let arguments = ["--target-env", "vulkan1.1", "-"];
        match support::read_by("spirv-val", &arguments, "spirv-tools", &bytes) {
            Some(Ok(())) => {}
            Some(Err(said)) => wrong += &format!("{}: {said}", exercise.name),
            None => return,
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn glslang_reads_every_builtin() {
    let mut shaders = Vec::new();
    for exercise in exercise::all() {
        for version in [GlslVersion::Es310, GlslVersion::Core450] {
            let Ok(emitted) = kernel_of(&exercise).glsl(version) else {
                continue;
            };
            shaders.push((format!("{} {version:?}", exercise.name), emitted.text));
        }
    }
    if let Some(Err(said)) = support::glslang(&shaders) {
        panic!("{said}");
    }
}

#[test]
fn the_page_is_that_of_the_table() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/builtins.md");
    let page = page::page();
    if std::env::var("BITONIC_BLESS").is_ok_and(|value| value == "1") {
        std::fs::write(path, &page).unwrap();
    }
    assert_eq!(
        std::fs::read_to_string(path).unwrap_or_default(),
        page,
        "BITONIC_BLESS=1 writes it"
    );
}
