//! Capabilities: what the types of a kernel ask of a device, where it is first used,
//! and the languages that lack it.

use super::build;
use crate::capabilities::Capability;
use crate::interface::ParameterPassing;
use crate::types::{DMat3, HVec2, I64Vec3, f16};
use crate::*;

/// The line of the one place that first uses `capability`, which alone is needed.
#[track_caller]
fn place(kernel: &Kernel, capability: Capability) -> u32 {
    let needs: Vec<_> = kernel.interface().capabilities.iter().collect();
    let [(found, at)] = needs[..] else {
        panic!("one need: {needs:?}")
    };
    assert_eq!(found, capability);
    assert_eq!(kernel.interface().capabilities.place(capability), Some(at));
    assert_eq!(at.file(), file!());
    at.line()
}

#[test]
fn a_kernel_of_words_needs_nothing() {
    let kernel = build(|k| {
        let data = k.storage_mut::<u32>("data");
        data.element(0).assign(1);
    });
    assert!(kernel.interface().capabilities.is_empty());
}

#[test]
fn a_buffer_of_halves_is_the_first_use() {
    let line = line!() + 2;
    let kernel = build(|k| {
        let data = k.storage_mut::<HVec2>("data");
        data.element(0).assign(data.element(1).load());
    });
    assert_eq!(place(&kernel, Capability::Float16), line);
    let text = kernel.wgsl(Dialect::Browser).expect("browsers have halves");
    assert!(text.starts_with("enable f16;\n"), "{text}");
    assert_eq!(text.matches("enable").count(), 1, "{text}");
    assert!(kernel.msl().is_ok() && kernel.hlsl().is_ok());
    for version in [GlslVersion::Es310, GlslVersion::Core450] {
        lacks(kernel.glsl(version).err(), "has no 16-bit floats", line);
    }
}

#[test]
fn browsers_have_no_long_integers() {
    let line = line!() + 2;
    let kernel = build(|k| {
        let data = k.storage_mut::<I64Vec3>("data");
        data.element(0).assign(data.element(1).load());
    });
    assert_eq!(place(&kernel, Capability::Int64), line);
    let error = kernel.wgsl(Dialect::Browser).err();
    lacks(error, "WGSL of browsers has no 64-bit integers", line);
    assert!(kernel.msl().is_ok() && kernel.hlsl().is_ok());
    for version in [GlslVersion::Es310, GlslVersion::Core450] {
        lacks(kernel.glsl(version).err(), "has no 64-bit integers", line);
    }
}

#[test]
fn metal_and_browsers_have_no_doubles() {
    let line = line!() + 2;
    let kernel = build(|k| {
        let data = k.uniform::<DMat3>("data");
        let out = k.storage_mut::<DMat3>("out");
        out.element(0).assign(data.load());
    });
    assert_eq!(place(&kernel, Capability::Float64), line);
    lacks(
        kernel.wgsl(Dialect::Browser).err(),
        "has no 64-bit floats",
        line,
    );
    lacks(kernel.msl().err(), "MSL has no 64-bit floats", line);
    lacks(
        kernel.glsl(GlslVersion::Es310).err(),
        "GLSL ES has no 64-bit floats",
        line,
    );
    assert!(kernel.glsl(GlslVersion::Core450).is_ok());
    assert!(kernel.hlsl().is_ok());
}

#[track_caller]
fn lacks(error: Option<Error>, message: &str, line: u32) {
    let error = error.expect("the language lacks it");
    let [fault] = error.diagnostics() else {
        panic!("one fault: {error}")
    };
    assert!(fault.message.contains(message), "{error}");
    assert_eq!(fault.at.line(), line);
    assert!(fault.help.is_some());
}

#[test]
fn functions_and_variables_count_too() {
    let line = line!() + 3;
    let kernel = build(|k| {
        let data = k.storage_mut::<f32>("data");
        let half = Fn("half", ["x"], |x: Node<f32>| x.bitcast::<HVec2>().bitcast());
        data.element(0).assign(half.call(data.element(1).load()));
    });
    assert_eq!(place(&kernel, Capability::Float16), line);
}

#[test]
fn a_half_is_no_immediate() {
    let built = kernel("k").workgroup_size(1).build(|k| {
        let data = k.storage_mut::<f16>("data");
        data.element(0).assign(k.param::<f16>("scale"));
    });
    let immediates = built.map(|kernel| kernel.with_parameters(ParameterPassing::Immediates));
    let error = immediates.expect("a uniform may hold it").err();
    let error = error.expect("immediates may not");
    assert!(
        error
            .to_string()
            .contains("cannot be passed as an immediate"),
        "{error}"
    );
}
