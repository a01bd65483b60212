//! An array of run-time length where WGSL has none: not last, nested, or of a structure
//! that is used as a value.

use bitonic_dsl::{HostValue, kernel, workgroup_array};
use bitonic_macros::ShaderType;

#[derive(ShaderType)]
struct First {
    items: Vec<f32>,
    count: u32,
}

#[derive(ShaderType)]
struct Twice {
    rows: Vec<Vec<f32>>,
}

#[derive(ShaderType)]
struct OfFlags {
    flags: Vec<bool>,
}

#[derive(ShaderType)]
struct Right {
    count: u32,
    items: Vec<f32>,
}

#[derive(Clone, Copy, ShaderType)]
struct Outer {
    inner: Right,
}

#[derive(ShaderType)]
struct ListOf {
    all: Vec<Right>,
}

#[derive(Clone, Copy, ShaderType)]
struct Sized {
    count: u32,
}

fn main() {
    let _ = kernel("k").build(|k| {
        let _ = k.uniform::<Right>("uniform");
        let _ = k.storage::<Right>("array");
        let _ = workgroup_array::<Right>("shared", 4);
        let _ = k.param::<Right>("parameter");
        let right = k.storage_struct::<Right>("right");
        right.fields().items.element(0).assign(1.0);
        let _ = right.fields().items.load();
        let _ = right.load();
        let _ = k.storage_struct::<Sized>("sized");
        // No error of its own: the derive still gives what is used here.
        let _ = k.storage_struct::<OfFlags>("flags").fields().flags.len();
        let _ = 0.to_var("unused");
    });
}
