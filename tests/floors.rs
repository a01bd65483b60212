//! The architecture as a test: reads the sources and fails on a broken rule.
//!
//! `rules` is the table of rules, `source` reads, `check` judges. Here the checks
//! run on the project, and on small sources that break each rule, for a checker
//! that finds nothing is no checker.

#[path = "floors/check.rs"]
mod check;
#[path = "floors/rules.rs"]
mod rules;
#[path = "floors/source.rs"]
mod source;

use std::path::Path;

use check::check;
use source::Source;

#[test]
fn the_project_keeps_its_rules() {
    let sources = source::load(Path::new(env!("CARGO_MANIFEST_DIR")));
    assert!(sources.len() > 30, "the sources were not found");
    let faults = check(&sources);
    assert!(faults.is_empty(), "broken rules:\n{}", faults.join("\n"));
}

/// The faults of one file that says `text`.
fn faults_of(path: &str, text: &str) -> Vec<String> {
    check(&[Source::new(path, text)])
}

/// A file, and the one fault that it must give; none for `""`.
const FIXTURES: &[(&str, &str, &str)] = &[
    (
        "bitonic-dsl/src/lower/mod.rs",
        "//! H.\nuse crate::author::Node;",
        "bitonic-dsl/src/lower/mod.rs:2: `lower` names `author`",
    ),
    (
        "bitonic-dsl/src/lower/types.rs",
        "//! H.\nuse super::super::{graph::Graph, author::Node};",
        "lower/types.rs:2: `lower` names `author`",
    ),
    (
        "bitonic-dsl/src/graph/node.rs",
        "//! H.\nfn f() -> crate::lower::Lowered { loop {} }",
        "graph/node.rs:2: `graph` names `lower`",
    ),
    (
        "bitonic-dsl/src/types/mod.rs",
        "//! H.\nuse crate::{\n    types::A,\n    graph::{B, C},\n};",
        "types/mod.rs:4: `types` names `graph`",
    ),
    (
        "bitonic-dsl/src/lower/mod.rs",
        "//! H.\nuse crate::Node;",
        "takes `Node` from the crate's root",
    ),
    (
        "bitonic-dsl/src/lower/mod.rs",
        "//! H.\n// crate::author\nconst A: &str = \"crate::author\";\nuse crate::graph::G;",
        "",
    ),
    (
        "bitonic-dsl/src/lower/mod.rs",
        "//! H.\n#[cfg(test)]\nmod tests {\n use crate::author::Node;\n}",
        "",
    ),
    (
        "bitonic-dsl/src/attic.rs",
        "//! H.",
        "module `attic` of bitonic-dsl has no floor",
    ),
    (
        "bitonic-dsl/src/graph/mod.rs",
        "//! H.\nmacro_rules! m { ($naga:ident) => { $naga } }",
        "",
    ),
    (
        "bitonic-dsl/src/graph/mod.rs",
        "//! H.\nuse naga::Module;",
        "`naga` may stand only in lower, validate, emit of bitonic-dsl",
    ),
    (
        "bitonic-dsl/src/lower/mod.rs",
        "//! H.\nuse naga::Module;",
        "",
    ),
    (
        "bitonic-dsl/src/emit/mod.rs",
        "//! H.\nuse wgpu::Device;",
        "`wgpu` may stand nowhere in bitonic-dsl",
    ),
    (
        "bitonic-runtime/src/sort/mod.rs",
        "//! H.\nuse wgpu::Device;",
        "`wgpu` may stand only in device, buffer, texture, execute of bitonic-runtime",
    ),
    (
        "bitonic-cpu/src/check/mod.rs",
        "//! H.\nuse wgpu::Device;",
        "`wgpu` may stand only in adapter of bitonic-cpu",
    ),
    (
        "bitonic-cpu/src/adapter/mod.rs",
        "//! H.\nuse bitonic_dsl::Kernel;",
        "`bitonic_dsl` may stand nowhere in bitonic-cpu",
    ),
    (
        "bitonic-macros/src/lib.rs",
        "//! H.\nfn f() { unsafe { g() } }",
        "`unsafe` may stand nowhere in bitonic-macros",
    ),
    (
        "bitonic-dsl/src/emit/mod.rs",
        "//! H.\nfn f() -> Validated {\n Validated { module }\n}",
        "emit/mod.rs:3: `Validated` is made by `validate` alone",
    ),
    (
        "bitonic-dsl/src/emit/mod.rs",
        "//! H.\nimpl Emit for Validated {}\nfn f(v: Validated) { let Validated { module } = v; }",
        "",
    ),
    (
        "bitonic-dsl/src/emit/mod.rs",
        "//! H.\npub fn f(a: u32) -> naga::Module { loop {} }",
        "a public item of bitonic-dsl shows `naga`",
    ),
    (
        "bitonic-dsl/src/emit/mod.rs",
        "//! H.\npub(crate) fn f() -> naga::Module { loop {} }\npub fn g() { naga::h() }",
        "",
    ),
    (
        "src/lib.rs",
        "pub use bitonic_dsl::*;",
        "src/lib.rs:1: no `//!` head",
    ),
    ("README.md", "Right.\nFixme.", "README.md:2: `fixme`"),
    (
        "src/lib.rs",
        "//! H.\nfn f() { todo!() }",
        "src/lib.rs:2: `todo!`",
    ),
    ("CONTRIBUTING.md", "cd /home/me", "`/home/`"),
    (
        "README.md",
        "A prefixmed word; a smart-home/ and a teamwork/home.",
        "",
    ),
    (
        "bitonic-cpu/Cargo.toml",
        "[dev-dependencies]\nbitonic-dsl.workspace = true",
        "bitonic-cpu/Cargo.toml:2: bitonic-cpu may not depend on bitonic-dsl",
    ),
    (
        "bitonic-dsl/Cargo.toml",
        "wgpu = \"30\"",
        "bitonic-dsl may not depend on wgpu",
    ),
];

#[test]
fn each_broken_rule_is_found_once_and_nothing_else() {
    for (path, text, expected) in FIXTURES {
        let faults = faults_of(path, text);
        if expected.is_empty() {
            assert!(faults.is_empty(), "{text}\nmust pass, but: {faults:?}");
        } else {
            assert_eq!(faults.len(), 1, "{text}\nmust give one fault: {faults:?}");
            assert!(
                faults[0].contains(expected),
                "{text}\n{faults:?}\n{expected}"
            );
        }
    }
}

#[test]
fn a_file_of_five_hundred_lines_passes_and_one_more_does_not() {
    let text = format!("//! H.\n{}", "\n".repeat(rules::LINES - 1));
    assert_eq!(faults_of("src/a.rs", &text), Vec::<String>::new());
    let faults = faults_of("src/a.rs", &format!("{text}\n"));
    assert_eq!(faults.len(), 1);
    assert!(faults[0].contains("501 lines"), "{faults:?}");
}

#[test]
fn comments_texts_and_lifetimes_are_told_from_code() {
    let text = "a<'b> /* /* c */ d */ '\\'' '}' \"e \\\" f\" r#\"g \" h\"# b\"i\" // j\nk";
    let words: Vec<_> = source::tokenize(text)
        .into_iter()
        .map(|token| (token.text, token.line))
        .collect();
    let words: Vec<_> = words
        .iter()
        .map(|(text, line)| (text.as_str(), *line))
        .collect();
    let expected = [
        ("a", 1),
        ("<", 1),
        ("'", 1),
        ("b", 1),
        (">", 1),
        ("\"", 1),
        ("\"", 1),
        ("\"", 1),
        ("\"", 1),
        ("\"", 1),
        ("k", 2),
    ];
    assert_eq!(words, expected);
}

#[test]
fn every_floor_stands_on_modules_of_its_own_table_and_none_on_itself() {
    for floors in rules::FLOORS {
        for (module, beneath) in floors.modules {
            for name in *beneath {
                assert!(
                    floors.knows(name),
                    "{}: `{module}` stands on the unknown `{name}`",
                    floors.package
                );
            }
            assert!(
                !floors.allows(module, module),
                "{}: `{module}` stands on itself",
                floors.package
            );
        }
    }
}
