//! A field of a struct that does not derive `ShaderType` itself.

use bitonic_macros::ShaderType;

#[derive(Clone, Copy)]
struct Inner {
    value: u32,
}

#[derive(Clone, Copy, ShaderType)]
struct Outer {
    inner: Inner,
    scale: f32,
}

fn main() {}
