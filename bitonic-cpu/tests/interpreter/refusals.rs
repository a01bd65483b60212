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
        "@group(0) @binding(0) var t: texture_2d<f32>;
        @group(0) @binding(1) var<storage, read_write> data: array<f32>;
        @compute @workgroup_size(1) fn main() { data[0] = textureLoad(t, vec2(0, 0), 0).x; }",
        "textures are not supported by the software adapter",
    );
    check_refused(
        "enable f16;
        @group(0) @binding(0) var<storage, read_write> data: array<f16>;
        @compute @workgroup_size(1) fn main() { data[0] = 1h; }",
        "values of type `f16` are not supported by the software adapter",
    );
    check_refused(
        "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
        @compute @workgroup_size(32) fn main(@builtin(subgroup_size) size: u32) { data[0] = size; }",
        "subgroup inputs are not supported by the software adapter",
    );
    check_refused(
        "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
        @compute @workgroup_size(32) fn main() { data[0] = subgroupAdd(1u); }",
        "subgroup operations are not supported by the software adapter",
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
