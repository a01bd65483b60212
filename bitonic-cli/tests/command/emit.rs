//! `bitonic emit`, `bitonic adapters` and the help: what is printed.

use crate::support::{Folder, printed, said};

const KERNEL: &str = "flip_global_u32";

/// What `bitonic` prints for arguments that are right.
#[track_caller]
fn printed_for(arguments: &[&str]) -> String {
    let output = Folder::new().bitonic(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", said(&output));
    assert_eq!(said(&output), "", "{arguments:?}");
    printed(&output)
}

#[test]
fn the_list_has_one_name_a_line_and_each_can_be_emitted() {
    let list = printed_for(&["emit", "--list"]);
    assert!(list.lines().any(|name| name == KERNEL), "{list}");
    for name in list.lines() {
        assert!(!name.contains(' ') && !name.is_empty(), "`{name}`");
        let text = printed_for(&["emit", name]);
        assert!(text.contains("@compute"), "{name}:\n{text}");
    }
}

#[test]
fn each_form_is_what_it_says() {
    let wgsl = printed_for(&["emit", KERNEL, "--target", "wgsl"]);
    assert_eq!(
        wgsl,
        printed_for(&["emit", KERNEL]),
        "WGSL for browsers is the default"
    );
    for text in [
        &wgsl,
        &printed_for(&["emit", KERNEL, "--target", "wgsl-naga"]),
    ] {
        assert!(
            text.contains("@workgroup_size(256") && text.contains("fn flip_global_u32"),
            "{text}"
        );
    }
    let smaller = printed_for(&["emit", KERNEL, "--workgroup-size", "64"]);
    assert!(smaller.contains("@workgroup_size(64"), "{smaller}");
    let graph = printed_for(&["emit", KERNEL, "--target", "graph"]);
    assert!(
        graph.contains(KERNEL) && !graph.contains("@compute"),
        "{graph}"
    );
}

#[test]
fn each_language_is_printed_as_itself() {
    for (target, marks) in [
        (
            "msl",
            ["#include <metal_stdlib>", "kernel void flip_global_u32"],
        ),
        ("hlsl", ["[numthreads(256, 1, 1)]", "void flip_global_u32"]),
        ("glsl", ["#version 450 core", "local_size_x = 256"]),
        ("glsl-es", ["#version 310 es", "local_size_x = 256"]),
    ] {
        let text = printed_for(&["emit", KERNEL, "--target", target]);
        for mark in marks {
            assert!(text.contains(mark), "{target}: {mark} in:\n{text}");
        }
    }
}

#[test]
fn the_interface_is_a_document_of_what_the_text_binds() {
    let text = printed_for(&["emit", KERNEL, "--target", "interface"]);
    let document: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(document["version"], 1);
    assert_eq!(document["entryPoint"], KERNEL);
    assert_eq!(document["workgroupSize"], serde_json::json!([256, 1, 1]));
    let wgsl = printed_for(&["emit", KERNEL]);
    let bindings = document["bindings"].as_array().expect("a list");
    assert!(!bindings.is_empty());
    for binding in bindings {
        let (group, number) = (&binding["group"], &binding["binding"]);
        let name = binding["name"].as_str().expect("a name");
        let declared = wgsl.lines().any(|line| {
            line.contains(&format!("@group({group}) @binding({number})"))
                && line.contains(&format!(" {name}:"))
        });
        assert!(declared, "{binding} in:\n{wgsl}");
    }
    assert!(text.ends_with("}\n"), "the last line ends");
}

#[test]
fn notes_name_the_file_of_the_kernel_and_change_nothing_else() {
    for target in ["wgsl", "wgsl-naga"] {
        let plain = printed_for(&["emit", KERNEL, "--target", target]);
        let noted = printed_for(&["emit", KERNEL, "--target", target, "--annotate"]);
        let without: Vec<&str> = noted
            .lines()
            .map(|line| line.split("  // ").next().unwrap_or_default().trim_end())
            .collect();
        let plain: Vec<&str> = plain.lines().map(str::trim_end).collect();
        assert_eq!(without, plain);
        let file = "  // bitonic-runtime/src/kernels/global.rs:";
        assert!(noted.contains(file), "{noted}");
    }
    let output = Folder::new().bitonic(&["emit", KERNEL, "--target", "msl", "--annotate"]);
    assert_eq!(output.status.code(), Some(2));
    let message = said(&output);
    assert!(
        message.contains("`--annotate` is for WGSL alone"),
        "{message}"
    );
    assert!(message.contains("wgsl-naga"), "{message}");
}

#[test]
fn spirv_is_words_that_begin_with_its_magic_number() {
    let folder = Folder::new();
    let output = folder.bitonic(&["emit", KERNEL, "--target", "spirv", "-o", "kernel.spv"]);
    assert!(output.status.success(), "{}", said(&output));
    let bytes = folder.read("kernel.spv");
    assert_eq!(bytes.len() % 4, 0);
    assert_eq!(bytes[..4], 0x0723_0203_u32.to_le_bytes());
    let piped = folder.bitonic(&["emit", KERNEL, "--target", "spirv"]);
    assert_eq!(piped.stdout, bytes, "a pipe gets what a file gets");
}

#[test]
fn a_file_gets_what_the_standard_output_gets() {
    let folder = Folder::new();
    let output = folder.bitonic(&["emit", KERNEL, "-o", "kernel.wgsl"]);
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(printed(&output), "");
    assert_eq!(
        folder.read("kernel.wgsl"),
        printed_for(&["emit", KERNEL]).as_bytes()
    );
}

#[test]
fn the_software_adapter_is_always_listed() {
    let text = printed_for(&["adapters"]);
    assert!(text.starts_with("NAME"), "{text}");
    assert!(text.lines().any(|line| line.contains("software")), "{text}");
    assert!(text.contains("--adapter NAME"), "{text}");
}

#[test]
fn the_variable_that_names_an_adapter_is_told_with_the_list() {
    let folder = Folder::new();
    let printed_with = |value: Option<&str>| {
        let mut command = folder.command(&["adapters"]);
        match value {
            Some(value) => command.env("BITONIC_ADAPTER", value),
            None => command.env_remove("BITONIC_ADAPTER"),
        };
        printed(&command.output().expect("the binary runs"))
    };
    let text = printed_with(Some("abacus"));
    assert!(text.contains("BITONIC_ADAPTER is set: `abacus`"), "{text}");
    for value in [None, Some("")] {
        let text = printed_with(value);
        assert!(text.contains("or BITONIC_ADAPTER=NAME"), "{text}");
        assert!(text.contains("The first GPU is used, else"), "{text}");
    }
}

#[test]
fn the_help_names_every_command_and_option() {
    let text = printed_for(&["--help"]);
    for word in [
        "sort",
        "emit",
        "watch",
        "adapters",
        "Examples:",
        "software adapter",
    ] {
        assert!(text.contains(word), "{word} in:\n{text}");
    }
    let text = printed_for(&["sort", "--help"]);
    for word in [
        "--output",
        "--verify",
        "--adapter",
        "--workgroup-size",
        "FILE",
        "uint32",
    ] {
        assert!(text.contains(word), "{word} in:\n{text}");
    }
    let text = printed_for(&["emit", "--help"]);
    for word in [
        "--target",
        "--list",
        "--annotate",
        "wgsl-naga",
        "msl",
        "hlsl",
        "glsl-es",
        "spirv",
        "graph",
        "interface",
    ] {
        assert!(text.contains(word), "{word} in:\n{text}");
    }
    assert!(printed_for(&["--version"]).starts_with("bitonic "));
}

#[test]
fn a_reader_that_leaves_is_no_fault() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let folder = Folder::new();
    let mut command = folder.command(&["emit", "--list"]);
    let output = command.stdout(writer).output().expect("the binary runs");
    assert_eq!(said(&output), "");
    assert!(output.status.success());
}
