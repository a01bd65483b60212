//! Names that cannot stay, and what has no text.

use naga::valid::{Capabilities, ValidationFlags, Validator};

use super::super::write;
use super::read::{holds, kernel, parsed};
use crate::emit::Dialect;

#[test]
fn names_that_wgsl_reserves_or_that_collide() {
    let mut module = parsed(&kernel(
        "fn helper(a: u32) -> u32 { return a + 1u; }",
        "data[i] = helper(x);",
    ))
    .0;
    for (_, function) in module.functions.iter_mut() {
        function.name = Some("loop".to_owned());
        function.arguments[0].name = Some("data".to_owned());
    }
    let info = Validator::new(ValidationFlags::all(), Capabilities::all())
        .validate(&module)
        .expect("names do not matter");
    let text = write(&module, &info, Dialect::Naga, false)
        .expect("it has a text")
        .text;
    holds(
        &text,
        &["fn loop_value(data_1: u32) -> u32 {", "return data_1 + 1u;"],
    );
    parsed(&text);
}

#[test]
fn what_a_kernel_cannot_hold_is_refused() {
    for (source, what) in [
        ("@fragment fn main() { discard; }", "another stage"),
        (
            "@fragment fn main(@location(0) x: f32) -> @location(0) vec4<f32> { return vec4(dpdx(x)); }",
            "another stage",
        ),
    ] {
        let (module, info) = parsed(source);
        let refusal =
            write(&module, &info, Dialect::Naga, false).expect_err("it is no compute kernel");
        assert!(refusal.what.contains(what), "{refusal:?}");
    }
}

#[test]
fn browsers_are_told_what_they_lack() {
    for (items, body, what) in [
        ("", "data[i] = u32(u64(x) * 3lu);", "64-bit integers"),
        ("", "data[i] = u32(f64(f32(x)));", "64-bit floats"),
        ("", "subgroupBarrier();", "`subgroupBarrier`"),
        (
            "var<workgroup> n: atomic<u64>;",
            "data[i] = u32(atomicLoad(&n));",
            "64-bit integers",
        ),
    ] {
        let (module, info) = parsed(&kernel(items, body));
        let refusal = write(&module, &info, Dialect::Browser, false).expect_err("browsers lack it");
        assert_eq!((refusal.what, refusal.is_lacking), (what, true));
        assert!(refusal.span.to_range().is_some(), "{what} has a place");
    }
    let (module, info) = parsed(&kernel("", "data[i] = subgroupAdd(x) + u32(f16(y));"));
    let text = write(&module, &info, Dialect::Browser, false)
        .expect("browsers have both")
        .text;
    assert!(
        text.starts_with("enable f16;\nenable subgroups;\n\n"),
        "{text}"
    );
    let (module, info) = parsed(&kernel("", "data[i] = x;"));
    let text = write(&module, &info, Dialect::Browser, false)
        .expect("it is plain")
        .text;
    assert!(!text.contains("enable"), "{text}");
}

#[test]
fn browsers_are_told_which_features_of_the_language_are_used() {
    let texture = "@group(0) @binding(7) var image: texture_storage_2d<r32uint, read_write>;";
    let packed = "requires packed_4x8_integer_dot_product;";
    let readable = "requires readonly_and_readwrite_storage_textures;";
    for (items, body, directive) in [
        ("", "data[i] = dot4U8Packed(x, x);", packed),
        ("", "data[i] = bitcast<u32>(dot4I8Packed(x, x));", packed),
        ("", "data[i] = pack4xU8(unpack4xU8(x) >> vec4(1u));", packed),
        ("", "data[i] = pack4xI8Clamp(unpack4xI8(x));", packed),
        (
            texture,
            "data[i] = textureLoad(image, vec2(i, i)).x;",
            readable,
        ),
    ] {
        let (module, info) = parsed(&kernel(items, body));
        let text = |dialect| {
            write(&module, &info, dialect, false)
                .expect("it has a text")
                .text
        };
        let browser = text(Dialect::Browser);
        let expected = format!("{directive}\n\n{}", text(Dialect::Naga));
        assert_eq!(browser, expected);
        // naga knows these two.
        parsed(&browser);
    }
}
