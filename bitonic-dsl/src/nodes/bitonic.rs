//! The pairs of indices that a bitonic sorting network compares.
//!
//! Both forms order every pair the same way, the lesser key at the lesser index,
//! after K. E. Batcher, "Sorting networks and their applications" (1968), in the
//! arrangement without direction bits that three.js's `BitonicSort` uses.

use bitonic_macros::shader_fn;

use crate::author::uvec2;
use crate::types::UVec2;

/// The two indices that invocation `index` compares in a *flip* of blocks of
/// `block_height` keys: an index and its mirror image in the block.
///
/// # Range
///
/// `block_height` is a power of two, at least 2. With `o = (2 * index / h) * h` and
/// `f = h / 2`, the pair is `(o + index % f, o + h - 1 - index % f)`; the first is
/// always the lesser. `n / 2` invocations cover `n` indices exactly once where `h`
/// divides `n`.
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[shader_fn]
pub fn bitonic_flip_indices(index: u32, block_height: u32) -> UVec2 {
    let (block_offset, _, in_half) = position(index, block_height);
    uvec2(
        block_offset + in_half,
        block_offset + block_height - 1 - in_half,
    )
}

/// The two indices that invocation `index` compares in a *disperse* of blocks of
/// `block_height` keys: an index and the one half a block further.
///
/// # Range
///
/// `block_height` is a power of two, at least 2. With `o = (2 * index / h) * h` and
/// `f = h / 2`, the pair is `(o + index % f, o + index % f + f)`; the first is always
/// the lesser. `n / 2` invocations cover `n` indices exactly once where `h` divides `n`.
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[shader_fn]
pub fn bitonic_disperse_indices(index: u32, block_height: u32) -> UVec2 {
    let (block_offset, half_height, in_half) = position(index, block_height);
    let first = block_offset + in_half;
    uvec2(first, first + half_height)
}

/// Where the block of pair `index` starts, half its height, and the pair's place in
/// that half. Heights are powers of two, so that masks stand for the divisions.
#[shader_fn(inline)]
fn position(index: u32, block_height: u32) -> (u32, u32, u32) {
    let block_offset = (index * 2) & !(block_height - 1);
    let half_height = block_height >> 1;
    let in_half = index & (half_height - 1);
    (block_offset, half_height, in_half)
}
