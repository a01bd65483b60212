//! The texts of the corpus: each is accepted again by naga, by its SPIR-V backend and by
//! Tint, and is the same whatever was built before it.

#[allow(dead_code, reason = "the texts need no data")]
mod corpus;
mod support;

use std::borrow::Cow;

use bitonic::interface::{OverrideValue, ParameterPassing};
use bitonic::{Dialect, Kernel};
use naga::back::PipelineConstants;
use naga::back::pipeline_constants::process_overrides;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};

/// Every kernel of the corpus, built on a thread of its own, so that nothing that was
/// built before can be remembered.
fn build_fresh(name: &'static str) -> (String, String) {
    let build = move || {
        let case = corpus::all()
            .into_iter()
            .find(|case| case.name == name)
            .unwrap();
        texts(&(case.kernel)().unwrap())
    };
    std::thread::spawn(build).join().unwrap()
}

fn texts(kernel: &Kernel) -> (String, String) {
    (kernel.graph_text(), kernel.wgsl(Dialect::Browser).unwrap())
}

#[test]
fn a_text_depends_on_its_source_alone() {
    let forwards: Vec<_> = corpus::all()
        .iter()
        .map(|case| texts(&(case.kernel)().unwrap()))
        .collect();
    for (case, text) in corpus::all().iter().zip(&forwards).rev() {
        assert_eq!(
            &texts(&(case.kernel)().unwrap()),
            text,
            "{}, built again",
            case.name
        );
        assert_eq!(&build_fresh(case.name), text, "{}, built first", case.name);
    }
}

/// The module with the values of the case for overrides, as naga gives them.
fn with_values<'a>(
    case: &corpus::Case,
    kernel: &Kernel,
    module: &'a naga::Module,
    info: &'a ModuleInfo,
) -> (Cow<'a, naga::Module>, Cow<'a, ModuleInfo>) {
    let value = |(name, value): &(&str, OverrideValue)| {
        let mut overrides = kernel.interface().overrides.iter();
        let one = overrides.find(|one| one.name == *name).unwrap();
        (one.key(), value.number())
    };
    let values: PipelineConstants = case.overrides.iter().map(value).collect();
    process_overrides(module, info, None, &values).unwrap()
}

#[test]
fn naga_accepts_every_text_again() {
    // What every device of WebGPU has, and what a kernel may declare.
    let capabilities = Capabilities::SHADER_FLOAT16_IN_FLOAT32
        | Capabilities::SHADER_FLOAT16
        | Capabilities::STORAGE_TEXTURE_16BIT_NORM_FORMATS
        | Capabilities::SUBGROUP;
    for case in corpus::all() {
        let kernel = (case.kernel)().unwrap();
        for dialect in [Dialect::Browser, Dialect::Naga] {
            // naga takes subgroups without a directive, and knows none for them.
            let wgsl = kernel.wgsl(dialect).unwrap();
            let wgsl = wgsl.replace("enable subgroups;\n", "");
            let wgsl = wgsl.replace("requires subgroup_id;\n", "");
            let wgsl = wgsl.replace("requires subgroup_uniformity;\n", "");
            let module = naga::front::wgsl::parse_str(&wgsl)
                .unwrap_or_else(|error| panic!("{}: {}", case.name, error.emit_to_string(&wgsl)));
            let info = Validator::new(ValidationFlags::all(), capabilities)
                .validate(&module)
                .unwrap_or_else(|error| panic!("{}: {}", case.name, error.emit_to_string(&wgsl)));
            let options = naga::back::spv::Options {
                lang_version: (1, 3),
                ..Default::default()
            };
            let (module, info) = with_values(&case, &kernel, &module, &info);
            let words = naga::back::spv::write_vec(&module, &info, &options, None).unwrap();
            assert_eq!(words[0], 0x0723_0203, "SPIR-V's magic number");
        }
        assert_eq!(
            case.settled().unwrap().spirv().unwrap()[0],
            0x0723_0203,
            "{}",
            case.name
        );
    }
}

#[test]
fn every_text_means_what_the_compiler_meant() {
    for case in corpus::all() {
        let kernel = (case.kernel)().unwrap();
        let immediates = kernel.with_parameters(ParameterPassing::Immediates);
        for kernel in [kernel, immediates.unwrap()] {
            let same = bitonic_dsl::__private::means_the_same(&kernel);
            same.unwrap_or_else(|difference| panic!("{}: {difference}", case.name));
        }
    }
}

/// What naga's own writer leaves: numbers for names, parentheses in parentheses, blanks
/// at the ends of lines, and an `if` alone in an `else`.
#[test]
fn no_text_has_the_blemishes_of_a_machine() {
    for case in corpus::all() {
        let text = (case.kernel)().unwrap().wgsl(Dialect::Browser).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for line in &lines {
            for blemish in ["let _e", "((&", "= ((", "return ((", "~((", "!(("] {
                let is_sum = line.contains(") ");
                assert!(is_sum || !line.contains(blemish), "{}: {line}", case.name);
            }
            assert_eq!(*line, line.trim_end(), "{}", case.name);
        }
    }
}

#[test]
fn tint_accepts_every_text() {
    for case in corpus::all() {
        let wgsl = (case.kernel)().unwrap().wgsl(Dialect::Browser).unwrap();
        match support::tint(&wgsl) {
            Some(verdict) => verdict.unwrap_or_else(|said| panic!("{}: {said}\n{wgsl}", case.name)),
            None => return,
        }
    }
}

/// The lines of `text` that contain `part`.
fn count(text: &str, part: &str) -> usize {
    text.lines().filter(|line| line.contains(part)).count()
}

#[test]
fn a_value_is_computed_once() {
    let (_, before_branch) = texts(&corpus::hazards::value_before_a_branch().unwrap());
    assert_eq!(count(&before_branch, "* 3u"), 1, "{before_branch}");
    let computed = before_branch.find("let value").unwrap();
    assert!(
        computed < before_branch.find("    if ").unwrap(),
        "before the branch:\n{before_branch}"
    );

    let (_, before_loop) = texts(&corpus::hazards::value_before_a_loop().unwrap());
    let computed = before_loop.find("let stride").unwrap();
    assert!(
        computed < before_loop.find("for (").unwrap(),
        "outside of the loop:\n{before_loop}"
    );
}

#[test]
fn a_read_stands_before_the_write_that_follows_it() {
    let (_, text) = texts(&corpus::hazards::read_stays_before_write().unwrap());
    let read = text.find("= data[0];").unwrap();
    assert!(read < text.find("data[0] = 5u;").unwrap(), "{text}");
}

#[test]
fn an_authors_names_are_kept() {
    let (_, text) = texts(&corpus::hazards::barrier_with_a_ragged_end().unwrap());
    for name in [
        "fn barrier_with_a_ragged_end(",
        "data: array<u32>",
        "tile: array<u32, 8>",
    ] {
        assert!(text.contains(name), "`{name}` in:\n{text}");
    }
    let (_, text) = texts(&corpus::hazards::names_that_collide().unwrap());
    assert_eq!(
        count(&text, "fn helper"),
        2,
        "two functions of one name:\n{text}"
    );
}

#[test]
fn parameters_travel_as_the_target_asks() {
    let case = corpus::all()
        .into_iter()
        .find(|case| !case.parameters.is_empty())
        .unwrap();
    let kernel = (case.kernel)().unwrap();
    let uniform = kernel.wgsl(Dialect::Naga).unwrap();
    assert!(uniform.contains("var<uniform>"), "{uniform}");
    let immediates = kernel
        .with_parameters(ParameterPassing::Immediates)
        .unwrap();
    let text = immediates.wgsl(Dialect::Naga).unwrap();
    assert!(!text.contains("var<uniform>"), "{text}");
    assert!(text.contains("var<immediate>"), "{text}");
}
