//! What only computes must be used. A call, and an atomic function, may have done all that
//! it was written for.

#![deny(unused_must_use)]

use bitonic_dsl::*;

fn main() {
    let _ = kernel("k").build(|k| {
        let data = k.storage_mut::<u32>("data");
        let counts = k.storage_mut::<Atomic<u32>>("counts");
        let bump = Fn("bump", [], move || data.element(0).load());
        bump.call();
        counts.element(0).atomic_add(1);
        counts.element(0).atomic_compare_exchange_weak(1, 2);
        atomic_max(counts.element(0), 1);
        let (a, b) = (instance_index(), data.len());
        data.element(0).load();
        counts.element(0).atomic_load();
        a + b;
        a.lt(b);
        a.min(b);
        max(a, b);
        !a;
        a.to_f32();
        uvec2(a, b);
        uvec2(a, b).yx();
        select(a.lt(b), a, b);
        a.to_const("a");
        a.lt(b).and_also(|| b.lt(a));
        instance_index();
        nodes::pcg(a);
        data.len();
    });
}
