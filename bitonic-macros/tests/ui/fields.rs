//! Fields of types that the shader does not share: each is told at its type.

use bitonic_macros::ShaderType;

#[derive(Clone, Copy, ShaderType)]
struct Wrong {
    flag: bool,
    mask: bitonic_dsl::types::BVec3,
    wide: u128,
    small: u8,
    count: usize,
    letter: char,
    ticks: std::sync::atomic::AtomicU32,
    name: &'static str,
    flags: [[bool; 2]; 4],
    pair: (u32, u32),
    maybe: Option<u32>,
    right: u32,
}

fn main() {
    // No error of its own: the derive still gives what is used here.
    let kernel = bitonic_dsl::kernel("k").workgroup_size(64).build(|k| {
        let wrong = k.uniform::<Wrong>("wrong").fields();
        let _ = wrong.right.load();
    });
    assert!(kernel.is_ok());
}
