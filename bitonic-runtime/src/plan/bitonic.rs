//! The order of steps of a bitonic sort (K. E. Batcher, "Sorting networks and
//! their applications", 1968), in the form with ascending comparators only.
//!
//! Pure: nothing here knows a kernel or a buffer. Blocks of `2 * workgroup_size`
//! keys are exchanged in workgroup memory; wider ones between two buffers in
//! global memory, where each step reads one buffer and writes the other. A [`Blocking`] cuts
//! otherwise: an invocation that holds more keys in registers does several exchanges in a step.

use std::fmt;

/// What a step does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum StepKind {
    /// Sorts each tile from nothing, in workgroup memory or in registers.
    SwapLocal,
    /// Finishes each tile with exchanges of falling span, in workgroup memory or in registers.
    DisperseLocal,
    /// One exchange of mirrored pairs, through global memory. Where a step does several
    /// exchanges, those behind it are of pairs half a span apart, each of half the last span.
    FlipGlobal,
    /// Exchanges of pairs half a span apart, through global memory, each of half the last span.
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
    /// How many exchanges it does, one after the other. 0 for the copy.
    pub exchanges: u32,
}

/// Where a tile is held while it is sorted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TileMemory {
    /// In the memory of a workgroup, twice as many keys as it has invocations, which wait for
    /// each other between exchanges. A kernel may hold several tiles in a workgroup, and more
    /// keys of each in registers.
    Workgroup,
    /// In the registers of one invocation, which waits for none.
    Registers,
}

/// How the exchanges of a sort are cut into steps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Blocking {
    /// Invocations of a workgroup, a power of two.
    pub workgroup_size: u32,
    /// Where tiles are held.
    pub tile: TileMemory,
    /// The most exchanges that a step through global memory does, 1 to
    /// [`MOST_EXCHANGES`](Blocking::MOST_EXCHANGES): of `e`, each invocation holds `2^e` keys
    /// in registers. A tile in registers has as many keys.
    pub exchanges: u32,
}

impl Blocking {
    /// The most exchanges of a step through global memory: 32 keys in registers.
    pub const MOST_EXCHANGES: u32 = 5;

    /// As in three.js: tiles in workgroup memory, and a step for each wider exchange.
    #[must_use]
    pub fn of_pairs(workgroup_size: u32) -> Blocking {
        Blocking {
            workgroup_size,
            tile: TileMemory::Workgroup,
            exchanges: 1,
        }
    }

    /// Keys of a tile. `None` where it is not as this type asks, or a tile does not fit a `u32`.
    fn tile_keys(self) -> Option<u32> {
        let is_right = self.workgroup_size.is_power_of_two()
            && (1..=Blocking::MOST_EXCHANGES).contains(&self.exchanges);
        match self.tile {
            TileMemory::Workgroup => self.workgroup_size.checked_mul(2).filter(|_| is_right),
            TileMemory::Registers => is_right.then_some(1 << self.exchanges),
        }
    }
}

/// The steps of one sort, in order.
///
/// A count that is no power of two follows the steps of the next one: with
/// ascending comparators, an index past the end counts as holding a key above
/// all others, and its comparator is skipped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    count: usize,
    blocking: Blocking,
    tile: u32,
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
        Schedule::blocked(count, Blocking::of_pairs(workgroup_size))
    }

    /// The steps that sort `count` keys, cut as `blocking` says. None for fewer than two keys.
    ///
    /// `None` where the blocking is not as its type asks, or where a tile or the padded count
    /// does not fit a `u32`.
    #[must_use]
    pub fn blocked(count: usize, blocking: Blocking) -> Option<Schedule> {
        let tile = blocking.tile_keys()?;
        let padded = u32::try_from(count).ok()?.checked_next_power_of_two()?;
        let steps = match count {
            0 | 1 => Vec::new(),
            _ => steps(padded, tile, blocking.exchanges),
        };
        Some(Schedule {
            count,
            blocking,
            tile,
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
        self.blocking.workgroup_size
    }

    /// How the exchanges are cut into steps.
    #[must_use]
    pub fn blocking(&self) -> Blocking {
        self.blocking
    }

    /// Keys of a tile: of all that a workgroup holds in its memory, or an invocation in
    /// registers.
    #[must_use]
    pub fn tile(&self) -> u32 {
        self.tile
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

    /// The pairs of one exchange, half of the next power of two of the count, and 0 for fewer
    /// than two keys: no step that exchanges keys needs more invocations, and where an invocation
    /// holds two keys the widest needs as many.
    #[must_use]
    pub fn dispatch_size(&self) -> u64 {
        dispatch_size(self.count)
    }

    /// Invocations that a step needs where a workgroup has one tile: one for each pair, or for each block of keys in registers, whose
    /// first index is below the count; for the copy, one for each key.
    #[must_use]
    pub fn threads(&self, step: Step) -> u64 {
        let count = self.count as u64;
        match step.kind {
            StepKind::SwapLocal | StepKind::DisperseLocal => {
                let each = match self.blocking.tile {
                    TileMemory::Workgroup => self.workgroup_size(),
                    TileMemory::Registers => 1,
                };
                count.div_ceil(u64::from(self.tile)) * u64::from(each)
            }
            StepKind::FlipGlobal | StepKind::DisperseGlobal => {
                count.div_ceil(u64::from(step.span)) * u64::from(step.span >> step.exchanges)
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

/// The steps for `padded` keys, a power of two; through global memory, of at most `most`
/// exchanges each.
fn steps(padded: u32, tile: u32, most: u32) -> Vec<Step> {
    let in_tile = tile.trailing_zeros();
    let mut steps = vec![Step {
        kind: StepKind::SwapLocal,
        span: 2,
        exchanges: in_tile * (in_tile + 1) / 2,
    }];
    let mut largest = u64::from(tile) * 2;
    while largest <= u64::from(padded) {
        steps.extend(round(largest as u32, tile, most));
        largest *= 2;
    }
    let moves = |step: &&Step| step.kind.moves_between_buffers();
    if steps.iter().filter(moves).count() % 2 == 1 {
        steps.push(Step {
            kind: StepKind::Align,
            span: 0,
            exchanges: 0,
        });
    }
    steps
}

/// One round: a flip of the largest span, disperses of each half of it that is still wider than
/// a tile, and one step that finishes each tile. `most` exchanges are one step; what does not
/// divide is the flip's, so that all disperses are of one kind.
fn round(largest: u32, tile: u32, most: u32) -> Vec<Step> {
    let (top, bottom) = (largest.trailing_zeros(), tile.trailing_zeros());
    let mut steps = Vec::new();
    let mut exponent = top;
    while exponent > bottom {
        let exchanges = (exponent - bottom - 1) % most + 1;
        steps.push(Step {
            kind: match exponent == top {
                true => StepKind::FlipGlobal,
                false => StepKind::DisperseGlobal,
            },
            span: 1 << exponent,
            exchanges,
        });
        exponent -= exchanges;
    }
    steps.push(Step {
        kind: StepKind::DisperseLocal,
        span: tile,
        exchanges: bottom,
    });
    steps
}
