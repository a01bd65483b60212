//! Items that are no struct of named fields, and generics.

use bitonic_macros::ShaderType;

#[derive(Clone, Copy, ShaderType)]
enum Mode {
    Fast,
    Slow,
}

#[derive(Clone, Copy, ShaderType)]
union Bits {
    float: f32,
    bits: u32,
}

#[derive(Clone, Copy, ShaderType)]
struct Pair(u32, u32);

#[derive(Clone, Copy, ShaderType)]
struct Unit;

#[derive(Clone, Copy, ShaderType)]
struct Empty {}

#[derive(Clone, Copy, ShaderType)]
struct Generic<T: Copy> {
    value: T,
}

#[derive(Clone, Copy, ShaderType)]
struct Borrowed<'a> {
    value: &'a u32,
}

fn main() {}
