//! A `Switch` chooses by an integer, and its cases are constants of exactly its type.

use bitonic_dsl::*;

fn main() {
    let _ = kernel("k").build(|k| {
        let data = k.storage_mut::<u32>("data");
        let value = data.element(0).load();
        Switch(value).case(1_i32, || ());
        Switch(value).case([1_i32, 2], || ());
        Switch(value).case(value, || ());
        let _ = Switch(value.to_f32());
    });
}
