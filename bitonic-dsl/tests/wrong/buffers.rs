//! Buffers of the wrong type.

use bitonic_dsl::*;

#[derive(Clone, Copy, ShaderType)]
struct Item {
    weight: f32,
}

fn main() {
    let _ = kernel("wrong").build(|k| {
        let data = k.storage::<Item>("data");
        let _ = data.len() + 0.5; //~ arrayLength
        let _ = data.element(0).fields().weight.load() + 1; //~ array of structs
    });
}
