//! Subgroup operations take the types that WGSL has them for, and no others.

use bitonic_dsl::*;

fn main() {
    let _ = kernel("k").build(|k| {
        let i = instance_index();
        let holds = i.lt(3);
        let matrix = k.storage::<Mat2>("matrix").element(0).load();
        // A `bool` is voted on; it is not combined and not passed on.
        let _ = subgroup_add(holds);
        let _ = subgroup_shuffle(holds, 1);
        let _ = subgroup_and(bvec2(true, false));
        // Numbers are not voted on.
        let _ = subgroup_all(i);
        let _ = subgroup_ballot(i);
        // Bits are those of integers.
        let _ = subgroup_xor(1.0f32);
        // A matrix has no sum.
        let _ = subgroup_add(matrix);
        let _ = quad_swap_x(matrix);
        // A lane is a `u32`; of a broadcast, one of the host.
        let _ = subgroup_shuffle(i, 1.0);
        let _ = subgroup_shuffle_up(i, -1);
        let _ = subgroup_broadcast(i, i);
        let _ = quad_broadcast(i, -1);
    });
}
