//! Subgroup operations, and the inputs of subgroups.
//!
//! A subgroup has 4 to 128 invocations, and only the device knows how many: what is wanted
//! does not depend on it. Workgroups of 4 are a quad, whole in one subgroup.

use bitonic::nodes::*;
use bitonic::*;

use super::entry::{Entry, entry};

/// Of one invocation, of all and of neighbours.
pub(crate) fn entries() -> Vec<Entry> {
    [votes(), sums(), bits(), shuffles(), quads()]
        .into_iter()
        .flatten()
        .collect()
}

fn votes() -> Vec<Entry> {
    vec![
        entry("elect")
            .says(|_, out, i| {
                let is_first = subgroup_elect();
                out.element(i).assign(select(is_first, 9, 0u32));
            })
            .gives(&[9_u32, 0, 0, 0])
            .emits("subgroupExclusiveAdd(1u);")
            .emits("subgroup_sum == 0u"),
        entry("all")
            .says(|_, out, i| {
                let small = subgroup_all(i.lt(4)).to_u32();
                let even = subgroup_all((i % 2).eq(0)).to_u32();
                out.element(i).assign(small * 10 + even);
            })
            .gives(&[10_u32; 4])
            .emits("subgroupAll("),
        entry("any")
            .says(|_, out, i| {
                let odd = subgroup_any((i % 2).eq(1)).to_u32();
                let large = subgroup_any(i.gt(7)).to_u32();
                out.element(i).assign(odd * 10 + large);
            })
            .gives(&[10_u32; 4])
            .emits("subgroupAny("),
        entry("ballot")
            .says(|_, out, i| {
                let odd = subgroup_ballot((i % 2).eq(1));
                out.element(i).assign(odd.x());
            })
            .gives(&[0b1010_u32; 4])
            .emits("subgroupBallot("),
    ]
}

fn sums() -> Vec<Entry> {
    vec![
        entry("add")
            .says(|_, out, i| out.element(i).assign(subgroup_add(i + 1)))
            .gives(&[10_u32; 4])
            .emits("subgroupAdd(i + 1u)"),
        entry("inclusiveAdd")
            .says(|_, out, i| out.element(i).assign(subgroup_inclusive_add(i + 1)))
            .gives(&[1_u32, 3, 6, 10])
            .emits("subgroupInclusiveAdd(i + 1u)"),
        entry("exclusiveAdd")
            .says(|_, out, i| out.element(i).assign(subgroup_exclusive_add(i + 1)))
            .gives(&[0_u32, 1, 3, 6])
            .emits("subgroupExclusiveAdd(i + 1u)"),
        entry("mul")
            .says(|_, out, i| out.element(i).assign(subgroup_mul(i + 1)))
            .gives(&[24_u32; 4])
            .emits("subgroupMul(i + 1u)"),
        entry("inclusiveMul")
            .says(|_, out, i| out.element(i).assign(subgroup_inclusive_mul(i + 1)))
            .gives(&[1_u32, 2, 6, 24])
            .emits("subgroupInclusiveMul(i + 1u)"),
        entry("exclusiveMul")
            .says(|_, out, i| out.element(i).assign(subgroup_exclusive_mul(i + 1)))
            .gives(&[1_u32, 1, 2, 6])
            .emits("subgroupExclusiveMul(i + 1u)"),
        entry("min")
            .says(|_, out, i| out.element(i).assign(subgroup_min(i + 7)))
            .gives(&[7_u32; 4])
            .emits("subgroupMin(i + 7u)"),
        entry("max")
            .says(|_, out, i| out.element(i).assign(subgroup_max(i + 7)))
            .gives(&[10_u32; 4])
            .emits("subgroupMax(i + 7u)"),
    ]
}

fn bits() -> Vec<Entry> {
    vec![
        entry("and")
            .says(|_, out, i| out.element(i).assign(subgroup_and(i | 12)))
            .gives(&[12_u32; 4])
            .emits("subgroupAnd(i | 12u)"),
        entry("or")
            .says(|_, out, i| out.element(i).assign(subgroup_or(i | 12)))
            .gives(&[15_u32; 4])
            .emits("subgroupOr(i | 12u)"),
        // 1 ^ 2 ^ 3 ^ 4.
        entry("xor")
            .says(|_, out, i| out.element(i).assign(subgroup_xor(i + 1)))
            .gives(&[4_u32; 4])
            .emits("subgroupXor(i + 1u)"),
    ]
}

fn shuffles() -> Vec<Entry> {
    vec![
        entry("broadcast")
            .says(|_, out, i| out.element(i).assign(subgroup_broadcast(i * 10, 2)))
            .gives(&[20_u32; 4])
            .emits("subgroupBroadcast(i * 10u, 2u)"),
        entry("broadcastFirst")
            .says(|_, out, i| out.element(i).assign(subgroup_broadcast_first(i + 6)))
            .gives(&[6_u32; 4])
            .emits("subgroupBroadcastFirst(i + 6u)"),
        entry("shuffle")
            .says(|_, out, i| out.element(i).assign(subgroup_shuffle(i * 10, 3 - i)))
            .gives(&[30_u32, 20, 10, 0])
            .emits("subgroupShuffle(i * 10u, 3u - i)"),
        entry("shuffleXor")
            .says(|_, out, i| out.element(i).assign(subgroup_shuffle_xor(i * 10, 2)))
            .gives(&[20_u32, 30, 0, 10])
            .emits("subgroupShuffleXor(i * 10u, 2u)"),
        // The first has nobody before it, the last nobody behind it.
        entry("shuffleUp")
            .says(|_, out, i| {
                let before = subgroup_shuffle_up(i * 10, 1);
                out.element(i).assign(select(i.eq(0), 7, before));
            })
            .gives(&[7_u32, 0, 10, 20])
            .emits("subgroupShuffleUp(i * 10u, 1u)"),
        entry("shuffleDown")
            .says(|_, out, i| {
                let behind = subgroup_shuffle_down(i * 10, 1);
                out.element(i).assign(select(i.eq(3), 7, behind));
            })
            .gives(&[10_u32, 20, 30, 7])
            .emits("subgroupShuffleDown(i * 10u, 1u)"),
    ]
}

fn quads() -> Vec<Entry> {
    vec![
        entry("quadBroadcast")
            .says(|_, out, i| out.element(i).assign(quad_broadcast(i * 10, 3)))
            .gives(&[30_u32; 4])
            .emits("quadBroadcast(i * 10u, 3u)"),
        entry("quadSwapX")
            .says(|_, out, i| out.element(i).assign(quad_swap_x(i * 10)))
            .gives(&[10_u32, 0, 30, 20])
            .emits("quadSwapX(i * 10u)"),
        entry("quadSwapY")
            .says(|_, out, i| out.element(i).assign(quad_swap_y(i * 10)))
            .gives(&[20_u32, 30, 0, 10])
            .emits("quadSwapY(i * 10u)"),
        entry("quadSwapDiagonal")
            .says(|_, out, i| out.element(i).assign(quad_swap_diagonal(i * 10)))
            .gives(&[30_u32, 20, 10, 0])
            .emits("quadSwapDiagonal(i * 10u)"),
    ]
}

pub(crate) fn synchronisation() -> Vec<Entry> {
    vec![
        entry("subgroupBarrier")
            .says(|_, out, i| {
                let tile = workgroup_array::<u32>("tile", 4);
                tile.element(i).assign(i + 5);
                subgroup_barrier();
                out.element(i).assign(tile.element(i ^ 1).load());
            })
            .gives(&[6_u32, 5, 8, 7])
            .emits("subgroupBarrier();")
            .refuses(
                |_, _, i| {
                    If(i.lt(2), subgroup_barrier);
                },
                "`subgroup_barrier` in control flow that is not uniform",
            ),
    ]
}

/// What does not depend on the size of a subgroup: a workgroup of 4 is within one.
pub(crate) fn inputs() -> Vec<Entry> {
    vec![
        entry("subgroup_size")
            .says(|_, out, i| {
                let size = subgroup_size();
                let is_power = size.count_one_bits().eq(1);
                out.element(i)
                    .assign((is_power & size.ge(4) & size.le(128)).to_u32());
            })
            .gives(&[1_u32; 4])
            .emits("@builtin(subgroup_size)"),
        entry("subgroup_invocation_id")
            .says(|_, out, i| out.element(i).assign(subgroup_invocation_id() + 5))
            .gives(&[5_u32, 6, 7, 8])
            .emits("@builtin(subgroup_invocation_id)"),
        entry("subgroup_id")
            .says(|_, out, i| out.element(i).assign(subgroup_id() + 5))
            .gives(&[5_u32; 4])
            .emits("@builtin(subgroup_id)"),
        entry("num_subgroups")
            .says(|_, out, i| out.element(i).assign(num_subgroups() + 5))
            .gives(&[6_u32; 4])
            .emits("@builtin(num_subgroups)"),
    ]
}

/// The nodes of the library.
pub(crate) fn nodes() -> Vec<Entry> {
    vec![
        // Of 0, 7, 14 and 21 modulo 5.
        entry("reduce in a subgroup")
            .says(|_, out, i| {
                let greatest = subgroup_reduce((i * 7) % 5, |a, b| max(a, b));
                out.element(i).assign(greatest);
            })
            .gives(&[4_u32; 4])
            .emits("subgroupShuffle("),
        entry("scan in a subgroup")
            .says(|_, out, i| {
                let upto = subgroup_inclusive_scan(i + 1, |a, b| a * b);
                let before = subgroup_exclusive_scan(i + 1, 1, |a, b| a * b);
                out.element(i).assign(upto * 100 + before);
            })
            .gives(&[101_u32, 201, 602, 2406])
            .emits("subgroupShuffleUp("),
    ]
}
