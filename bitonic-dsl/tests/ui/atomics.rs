//! Atomics are no values: they are reached by atomic functions alone, where invocations can
//! change them, and `f32` has few of the functions.

use bitonic_dsl::*;

#[derive(Clone, Copy, ShaderType)]
struct Summary {
    weight: u32,
    count: Atomic<u32>,
}

fn main() {
    let _ = kernel("k").build(|k| {
        let counts = k.storage_mut::<Atomic<u32>>("counts");
        let sums = k.storage_mut::<Atomic<f32>>("sums");
        let _ = sums.element(0).atomic_min(1.0);
        let _ = sums.element(0).atomic_compare_exchange_weak(1.0, 2.0);
        let _ = atomic_xor(sums.element(0), 1.0);
        let _ = counts.element(0).load();
        counts.element(0).assign(1);
        counts.element(0).add_assign(1);
        counts.element(0).atomic_add(1.0);
        counts.element(0).atomic_add(counts.element(1));
        let _ = k.storage::<Atomic<u32>>("read_only");
        let _ = k.storage::<Summary>("read_only");
        let _ = k.uniform::<Atomic<u32>>("uniform");
        let _ = k.uniform::<Summary>("uniform");
        let _ = k.param::<Summary>("parameter");
        let _ = private_zero::<[Atomic<u32>; 4]>("private");
        let _ = k.storage_mut::<Atomic<f16>>("halves");
        let _ = k.storage_mut::<Summary>("summary").element(0).load();
        let plain = k.storage_mut::<u32>("plain");
        plain.element(0).atomic_add(1);
        atomic_add(plain.element(0), 1);
        let summaries = workgroup_array::<Summary>("summaries", 4);
        let _ = workgroup_uniform_load(summaries.element(0));
    });
}
