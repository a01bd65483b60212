//! Subgroup operations on the wrong types.

use bitonic_dsl::*;

fn main() {
    let _ = kernel("wrong").build(|k| {
        let (b, i, u) = (k.param::<u32>("b").lt(1), k.param::<i32>("i"), k.param::<u32>("u"));
        let f = k.param::<f32>("f");
        let _ = subgroup_elect() + 1; //~ elect
        let _ = subgroup_all(u); //~ all
        let _ = subgroup_any(i); //~ any
        let _ = subgroup_ballot(f); //~ ballot
        let _ = subgroup_broadcast(b, 0); //~ broadcast
        let _ = subgroup_broadcast_first(b); //~ broadcastFirst
        let _ = subgroup_add(b); //~ add
        let _ = subgroup_inclusive_add(b); //~ inclusiveAdd
        let _ = subgroup_exclusive_add(b); //~ exclusiveAdd
        let _ = subgroup_mul(b); //~ mul
        let _ = subgroup_inclusive_mul(b); //~ inclusiveMul
        let _ = subgroup_exclusive_mul(b); //~ exclusiveMul
        let _ = subgroup_and(f); //~ and
        let _ = subgroup_or(f); //~ or
        let _ = subgroup_xor(b); //~ xor
        let _ = subgroup_min(b); //~ min
        let _ = subgroup_max(b); //~ max
        let _ = subgroup_shuffle(u, i); //~ shuffle
        let _ = subgroup_shuffle_xor(u, f); //~ shuffleXor
        let _ = subgroup_shuffle_up(u, i); //~ shuffleUp
        let _ = subgroup_shuffle_down(u, f); //~ shuffleDown
        let _ = quad_broadcast(u, i); //~ quadBroadcast
        let _ = quad_swap_x(b); //~ quadSwapX
        let _ = quad_swap_y(b); //~ quadSwapY
        let _ = quad_swap_diagonal(b); //~ quadSwapDiagonal
    });
}
