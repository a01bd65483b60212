//! A struct that is not `Copy`.

use bitonic_macros::ShaderType;

#[derive(ShaderType)]
struct NotCopy {
    value: u32,
}

fn main() {}
