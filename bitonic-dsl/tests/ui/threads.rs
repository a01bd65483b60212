//! A node stays on the thread whose recorder made it.

use bitonic_dsl::*;

fn main() {
    let _ = kernel("k").build(|_| {
        let i = instance_index();
        let _ = std::thread::spawn(move || i + 1);
    });
}
