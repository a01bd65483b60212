//! What does not run is refused by name, and never panics.

use crate::kernel::decode;

#[track_caller]
fn check_refused(source: &str, message: &str) {
    match decode(source) {
        Ok(_) => panic!("decoded: {source}"),
        Err(error) => assert_eq!(error.to_string(), message),
    }
}

#[test]
fn unsupported_constructs_are_named() {
    check_refused(
        "@group(0) @binding(0) var t: texture_external;
        @group(0) @binding(1) var<storage, read_write> data: array<f32>;
        @compute @workgroup_size(1) fn main() { data[0] = textureLoad(t, vec2(0, 0)).x; }",
        "external textures are not supported by the software adapter",
    );
    check_refused(
        "@compute @workgroup_size(1) fn other() {}",
        "the module has no compute entry point named `main`",
    );
}

#[test]
fn large_variables_are_refused() {
    check_refused(
        "var<private> big: array<u32, 100000>;
        @group(0) @binding(0) var<storage, read_write> data: array<u32>;
        @compute @workgroup_size(1) fn main() { data[0] = big[data[1]]; }",
        "values and private or function variables of over 16384 scalars are not supported by the software adapter",
    );
}

#[test]
fn whole_values_too_large_for_registers_are_refused() {
    check_refused(
        "var<workgroup> big: array<u32, 100000>;
        @group(0) @binding(0) var<storage, read_write> data: array<u32>;
        @compute @workgroup_size(1) fn main() { let copy = big; data[0] = copy[1]; }",
        "values and private or function variables of over 16384 scalars are not supported by the software adapter",
    );
}

/// `f0` does something; each later function calls the one before it `times` times.
fn chain(length: usize, times: usize) -> String {
    let mut source =
        "@group(0) @binding(0) var<storage, read_write> data: array<u32>;\nfn f0() { data[data[0]] += 1u; }\n"
            .to_owned();
    for index in 1..=length {
        let calls = format!("f{}(); ", index - 1).repeat(times);
        source += &format!("fn f{index}() {{ {calls} }}\n");
    }
    source + &format!("@compute @workgroup_size(1) fn main() {{ f{length}(); }}")
}

#[test]
fn deep_and_branching_calls_are_refused() {
    assert!(decode(&chain(60, 1)).is_ok());
    check_refused(
        &chain(100, 1),
        "calls nested more than 64 deep are not supported by the software adapter",
    );
    check_refused(
        &chain(40, 2),
        "the entry point has over 1048576 operations with its calls inlined; call fewer functions, or index smaller arrays",
    );
}

#[test]
fn huge_workgroups_are_refused() {
    let source = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
        @compute @workgroup_size(1024, 1024, 64) fn main() { data[0] = 1u; }";
    check_refused(
        source,
        "workgroups of no or over 4096 invocations are not supported by the software adapter",
    );
}
