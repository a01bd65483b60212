//! The pairs of indices that a bitonic sorting network compares.
//!
//! Both forms order every pair the same way, the lesser key at the lesser index,
//! after K. E. Batcher, "Sorting networks and their applications" (1968), in the
//! arrangement without direction bits that three.js's `BitonicSort` uses.

use crate::author::{Fn, Function, IntoNode, Node, uvec2};
use crate::types::UVec2;

type IndexFunction = Function<(u32, u32), Node<UVec2>>;

thread_local! {
    static FLIP: IndexFunction = Fn(
        "bitonic_flip_indices",
        ["index", "block_height"],
        |index: Node<u32>, block_height: Node<u32>| {
            let (block_offset, _, in_half) = position(index, block_height);
            let first = block_offset + in_half;
            let second = block_offset + block_height - 1 - in_half;
            uvec2(first, second)
        },
    );

    static DISPERSE: IndexFunction = Fn(
        "bitonic_disperse_indices",
        ["index", "block_height"],
        |index: Node<u32>, block_height: Node<u32>| {
            let (block_offset, half_height, in_half) = position(index, block_height);
            let first = (block_offset + in_half).to_const("first");
            uvec2(first, first + half_height)
        },
    );
}

/// Where the block of pair `index` starts, half its height, and the pair's place in
/// that half. Heights are powers of two, so that masks stand for the divisions.
fn position(index: Node<u32>, block_height: Node<u32>) -> (Node<u32>, Node<u32>, Node<u32>) {
    let block_offset = ((index * 2) & !(block_height - 1)).to_const("block_offset");
    let half_height = (block_height >> 1).to_const("half_height");
    let in_half = (index & (half_height - 1)).to_const("in_half");
    (block_offset, half_height, in_half)
}

/// The two indices that invocation `index` compares in a *flip* of blocks of
/// `block_height` keys: an index and its mirror image in the block.
///
/// `block_height` is a power of two, at least 2. With `o = (2 * index / h) * h` and
/// `f = h / 2`, the pair is `(o + index % f, o + h - 1 - index % f)`; the first is
/// always the lesser. `n / 2` invocations cover `n` indices exactly once where `h`
/// divides `n`.
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn bitonic_flip_indices(
    index: impl IntoNode<u32>,
    block_height: impl IntoNode<u32>,
) -> Node<UVec2> {
    let (index, block_height) = (index.into_node(), block_height.into_node());
    FLIP.with(|flip| flip.call(index, block_height))
}

/// The two indices that invocation `index` compares in a *disperse* of blocks of
/// `block_height` keys: an index and the one half a block further.
///
/// `block_height` is a power of two, at least 2. With `o = (2 * index / h) * h` and
/// `f = h / 2`, the pair is `(o + index % f, o + index % f + f)`; the first is always
/// the lesser. `n / 2` invocations cover `n` indices exactly once where `h` divides `n`.
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn bitonic_disperse_indices(
    index: impl IntoNode<u32>,
    block_height: impl IntoNode<u32>,
) -> Node<UVec2> {
    let (index, block_height) = (index.into_node(), block_height.into_node());
    DISPERSE.with(|disperse| disperse.call(index, block_height))
}
