//! How a dispatch is run. Nothing of it changes what a shader computes, if it relies on no order.

use std::num::NonZeroUsize;

use super::machine::Manner;
use super::observer::{DivergentBarrier, LongLoop, Observer, OutOfRange};
use super::order::Order;
use super::vectors::Vectors;

/// How [`run_shared`](super::run_shared) runs a dispatch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunOptions {
    /// Threads at most, the caller's among them; as many as there are cores if `None`.
    pub threads: Option<NonZeroUsize>,
    /// Turns after which a loop counts as endless, each time that it is entered; `u64::MAX` lets
    /// loops run for ever.
    pub turn_limit: u64,
    /// The instructions that columns are computed with.
    pub vectors: Vectors,
    /// Shuffles what WGSL leaves open: in which order workgroups run, in which order the invocations
    /// of a workgroup take their turns at atomics and at stores to one place, and which of them make
    /// a subgroup. Each seed gives its own order, the same on every machine; `None` the natural one:
    /// ascending, with subgroups that are slices of `local_invocation_index`.
    pub order_seed: Option<u64>,
}

impl RunOptions {
    /// The default [`RunOptions::turn_limit`], 2^26: an invocation may walk through 256 MiB word by
    /// word. An endless loop is over after a second where one invocation does little in it, after half
    /// a minute where full columns do little, and later where they do much: rather late than in the
    /// midst of honest work.
    pub const TURN_LIMIT: u64 = 1 << 26;

    pub(super) fn order(&self) -> Order {
        Order::new(self.order_seed)
    }

    pub(super) fn manner(&self) -> Manner {
        Manner {
            instructions: self.vectors.resolve(),
            order: self.order(),
        }
    }
}

impl Default for RunOptions {
    fn default() -> Self {
        Self {
            threads: None,
            turn_limit: Self::TURN_LIMIT,
            vectors: Vectors::default(),
            order_seed: None,
        }
    }
}

/// Looks for nothing but endless loops; the first one ends the run.
#[derive(Debug)]
pub(super) struct Limited {
    turn_limit: u64,
    pub(super) endless: Option<LongLoop>,
}

impl Limited {
    pub(super) fn new(turn_limit: u64) -> Self {
        Self {
            turn_limit,
            endless: None,
        }
    }
}

impl Observer for Limited {
    const ACTIVE: bool = false;

    fn out_of_range(&mut self, _: OutOfRange<'_>) {}

    fn divergent_barrier(&mut self, _: DivergentBarrier) {}

    fn turn_limit(&self) -> u64 {
        self.turn_limit
    }

    /// From now on no loop takes a turn, so that the workgroup comes to its end.
    fn long_loop(&mut self, fault: LongLoop) {
        self.turn_limit = 0;
        self.endless.get_or_insert(fault);
    }

    fn ended(&self) -> bool {
        self.endless.is_some()
    }
}
