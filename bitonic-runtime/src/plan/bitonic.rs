//! The order of steps of a bitonic sort (K. E. Batcher, "Sorting networks and
//! their applications", 1968), in the form with ascending comparators only.
//!
//! Pure: nothing here knows a kernel or a buffer. Blocks of `2 * workgroup_size`
//! keys are exchanged in workgroup memory; wider ones between two buffers in
//! global memory, where each exchange reads one buffer and writes the other.

use std::fmt;

/// What a step does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum StepKind {
    /// Sorts each tile from nothing, in workgroup memory.
    SwapLocal,
    /// Finishes each tile with exchanges of falling span, in workgroup memory.
    DisperseLocal,
    /// One exchange of mirrored pairs, through global memory.
    FlipGlobal,
    /// One exchange of pairs half a span apart, through global memory.
    DisperseGlobal,
    /// Copies the result to the buffer where the keys began.
    Align,
}

impl StepKind {
    /// Whether the step reads one buffer and writes the other.
    #[must_use]
    pub fn moves_between_buffers(self) -> bool {
        match self {
            StepKind::FlipGlobal | StepKind::DisperseGlobal | StepKind::Align => true,
            StepKind::SwapLocal | StepKind::DisperseLocal => false,
        }
    }
}

impl fmt::Display for StepKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            StepKind::SwapLocal => "swap local",
            StepKind::DisperseLocal => "disperse local",
            StepKind::FlipGlobal => "flip global",
            StepKind::DisperseGlobal => "disperse global",
            StepKind::Align => "align",
        })
    }
}

/// One step of the sort.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// What it does.
    pub kind: StepKind,
    /// The block height of its first exchange, a power of two: 2 where a tile is
    /// sorted from nothing, the tile where one is finished. 0 for the copy.
    pub span: u32,
}

/// The steps of one sort, in order.
///
/// A count that is no power of two follows the steps of the next one: with
/// ascending comparators, an index past the end counts as holding a key above
/// all others, and its comparator is skipped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    count: usize,
    workgroup_size: u32,
    steps: Vec<Step>,
}

impl Schedule {
    /// The steps that sort `count` keys with workgroups of `workgroup_size`
    /// invocations. None for fewer than two keys.
    ///
    /// `None` where `workgroup_size` is no power of two, or where a tile or the
    /// padded count does not fit a `u32`.
    #[must_use]
    pub fn new(count: usize, workgroup_size: u32) -> Option<Schedule> {
        if !workgroup_size.is_power_of_two() {
            return None;
        }
        let tile = workgroup_size.checked_mul(2)?;
        let padded = u32::try_from(count).ok()?.checked_next_power_of_two()?;
        let steps = match count {
            0 | 1 => Vec::new(),
            _ => steps(padded, tile),
        };
        Some(Schedule {
            count,
            workgroup_size,
            steps,
        })
    }

    /// The number of keys.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Invocations of a workgroup.
    #[must_use]
    pub fn workgroup_size(&self) -> u32 {
        self.workgroup_size
    }

    /// Keys that one workgroup holds in its memory.
    #[must_use]
    pub fn tile(&self) -> u32 {
        self.workgroup_size * 2
    }

    /// All steps, the copy at the end among them.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The number of steps that exchange keys; the copy at the end is not counted.
    #[must_use]
    pub fn step_count(&self) -> usize {
        let exchanges = |step: &&Step| step.kind != StepKind::Align;
        self.steps.iter().filter(exchanges).count()
    }

    /// The number of exchanges of the whole network, each of all pairs:
    /// `k (k + 1) / 2` for `2^k` keys.
    #[must_use]
    pub fn swap_op_count(&self) -> usize {
        let stages = self.count.max(1).next_power_of_two().trailing_zeros() as usize;
        stages * (stages + 1) / 2
    }

    /// The most invocations that a step needs: half of the next power of two of the count,
    /// 0 for fewer than two keys.
    #[must_use]
    pub fn dispatch_size(&self) -> u64 {
        dispatch_size(self.count)
    }

    /// Invocations that a step needs: one for each pair whose first index is
    /// below the count; for the copy, one for each key.
    #[must_use]
    pub fn threads(&self, step: Step) -> u64 {
        let count = self.count as u64;
        match step.kind {
            StepKind::SwapLocal | StepKind::DisperseLocal => {
                count.div_ceil(u64::from(self.tile())) * u64::from(self.workgroup_size)
            }
            StepKind::FlipGlobal | StepKind::DisperseGlobal => {
                count.div_ceil(u64::from(step.span)) * u64::from(step.span / 2)
            }
            StepKind::Align => count,
        }
    }
}

/// [`Schedule::dispatch_size`] of `count` keys.
pub(crate) fn dispatch_size(count: usize) -> u64 {
    let padded = (count as u64).checked_next_power_of_two();
    padded.map_or(1 << 63, |padded| padded / 2)
}

/// The steps for `padded` keys, a power of two.
fn steps(padded: u32, tile: u32) -> Vec<Step> {
    let mut steps = vec![Step {
        kind: StepKind::SwapLocal,
        span: 2,
    }];
    let mut largest = u64::from(tile) * 2;
    while largest <= u64::from(padded) {
        steps.extend(round(largest as u32, tile));
        largest *= 2;
    }
    let moves = |step: &&Step| step.kind.moves_between_buffers();
    if steps.iter().filter(moves).count() % 2 == 1 {
        steps.push(Step {
            kind: StepKind::Align,
            span: 0,
        });
    }
    steps
}

/// One round: a flip of the largest span, disperses of each half of it that is
/// still wider than a tile, and one step that finishes each tile.
fn round(largest: u32, tile: u32) -> impl Iterator<Item = Step> {
    let flip = Step {
        kind: StepKind::FlipGlobal,
        span: largest,
    };
    let halves = std::iter::successors(Some(largest / 2), |span| Some(span / 2));
    let global = halves
        .take_while(move |&span| span > tile)
        .map(|span| Step {
            kind: StepKind::DisperseGlobal,
            span,
        });
    let local = Step {
        kind: StepKind::DisperseLocal,
        span: tile,
    };
    std::iter::once(flip).chain(global).chain([local])
}
