//! A node is a name for a value of the shader, not a value of Rust.

use bitonic_dsl::*;

fn main() {
    let _ = kernel("k").build(|_| {
        let i = instance_index();
        if i == instance_index() {}
        if i < 3 {}
        let add = Fn("add", ["x"], |x: Node<u32>, y: Node<u32>| x + y);
        let _ = add.call(1);
        let one = Fn("one", ["x"], |x: Node<u32>| x);
        let _ = one.call(1, 2);
        let _ = one.call(1.0);
    });
}
