//! Logical built-in functions of the wrong type.

use bitonic_dsl::*;

fn main() {
    let _ = kernel("wrong").build(|k| {
        let (b, i, u) = (k.param::<u32>("b").lt(1), k.param::<i32>("i"), k.param::<u32>("u"));
        let _ = u.all(); //~ all
        let _ = i.any(); //~ any
        let _ = select(b, i, u); //~ select
    });
}
