//! Atomics of the wrong type, and what is none.

use bitonic_dsl::*;

fn main() {
    let _ = kernel("wrong").build(|k| {
        let (b, i, u) = (k.param::<u32>("b").lt(1), k.param::<i32>("i"), k.param::<u32>("u"));
        let f = k.param::<f32>("f");
        let cell = k.storage_mut::<Atomic<u32>>("cells").element(0);
        let sum = k.storage_mut::<Atomic<f32>>("sums").element(0);
        let plain = k.storage_mut::<u32>("plain").element(0);
        let _ = plain.atomic_load(); //~ load
        cell.atomic_store(i); //~ store
        let _ = cell.atomic_add(f); //~ add
        let _ = cell.atomic_sub(1.0); //~ sub
        let _ = sum.atomic_max(f); //~ max
        let _ = cell.atomic_min(i); //~ min
        let _ = sum.atomic_and(f); //~ and
        let _ = cell.atomic_or(b); //~ or
        let _ = cell.atomic_xor(f); //~ xor
        let _ = plain.atomic_exchange(u); //~ exchange
        let _ = cell.atomic_compare_exchange_weak(u, i); //~ compareExchangeWeak
    });
}
