//! Types are Rust's: nothing is converted silently.

use bitonic_dsl::*;

fn main() {
    let _ = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let i = instance_index();
        let _ = i + 1.9;
        let _ = i + i.to_i32();
        out.element(0).assign(1.9);
        out.element(0).assign(global_invocation_id());
        let _ = out.element(global_invocation_id());
        let _: Node<u32> = select(i.lt(4), 4.0, 2.0);
        If(i, || {});
        let _ = i.lt(4) + 1;
        let _ = -i;
        let _ = uvec2(1, 2).z();
        let _ = k.storage::<bool>("flags");
        let _ = vec2(1.0, 2.0) & vec2(1.0, 2.0);
    });
}
