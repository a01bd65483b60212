//! What comes next in a sort, as its kernels write it: three words, `[kind, span, largest
//! span]`, as in three.js. Here are the codes of the kinds, and the kernels that write
//! nothing else.

use bitonic_dsl::types::UVec3;
use bitonic_dsl::{instance_index, kernel, shader_fn};

/// The first step of any sort, as `info` says it: kind, span, largest span.
pub const START: [u32; 3] = [SWAP_LOCAL, 2, 2];

/// The code of a step of the kind `SwapLocal`.
pub const SWAP_LOCAL: u32 = 1;
/// The code of a step of the kind `DisperseLocal`.
pub const DISPERSE_LOCAL: u32 = 2;
/// The code of a step of the kind `FlipGlobal`.
pub const FLIP_GLOBAL: u32 = 3;
/// The code of a step of the kind `DisperseGlobal`.
pub const DISPERSE_GLOBAL: u32 = 4;

/// The first invocation of the dispatch writes `next`.
#[shader_fn]
#[track_caller]
pub(super) fn tell(info: &mut [u32], next: UVec3) {
    if instance_index() == 0 {
        info[0] = next.x;
        info[1] = next.y;
        info[2] = next.z;
    }
}

/// Advances `info` by one step, in a dispatch of one invocation: after a tile a flip of
/// the next larger span, after an exchange one of half its span, in a tile once that fits.
///
/// # Arguments
///
/// `tile`: the keys that a workgroup holds in its memory, a power of two. `info`, read and
/// written: `[kind, span, largest span]`.
///
/// # Errors
///
/// None that a caller can cause.
#[kernel(workgroup_size(1), name = "advance_info")]
pub fn advance_info(#[host] tile: u32, info: &mut [u32]) {
    let kind = info[0];
    if kind == SWAP_LOCAL || kind == DISPERSE_LOCAL {
        let largest = if kind == SWAP_LOCAL {
            tile * 2
        } else {
            info[2] * 2
        };
        info[0] = FLIP_GLOBAL;
        info[1] = largest;
        info[2] = largest;
    } else {
        let span = info[1] / 2;
        let next = if span > tile {
            DISPERSE_GLOBAL
        } else {
            DISPERSE_LOCAL
        };
        info[0] = next;
        info[1] = span;
    }
}

/// Sets `info` to the first step of a sort, in a dispatch of one invocation.
///
/// # Arguments
///
/// `info`, written: `[kind, span, largest span]`.
///
/// # Errors
///
/// None that a caller can cause.
#[kernel(workgroup_size(1), name = "reset_info")]
pub fn reset_info(info: &mut [u32]) {
    info[0] = SWAP_LOCAL;
    info[1] = 2;
    info[2] = 2;
}
