//! `#[shader(..)]` that says nothing known, or stands where it means nothing.

use bitonic_macros::ShaderType;

#[derive(Clone, Copy, ShaderType)]
#[shader(align = 16)]
struct Unknown {
    value: u32,
}

#[derive(Clone, Copy, ShaderType)]
#[shader(crate = 16)]
struct NoPath {
    value: u32,
}

#[derive(Clone, Copy, ShaderType)]
struct OnField {
    #[shader(crate = "bitonic_dsl")]
    value: u32,
}

fn main() {}
