//! What the device knows of a sort that is under way: which step comes next, and which
//! buffer holds the keys.

use std::fmt;

use crate::kernels::info;
use crate::plan::bitonic::{Schedule, StepKind};

/// Which step of a sort comes next, as it lies in `info_buffer()` on the device, where
/// kernels of the caller's can read it: three `u32`, the fields of this in their order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SortInfo {
    /// The kind of the step, as a number: [`SortInfo::SWAP_LOCAL`] and its siblings.
    pub kind: u32,
    /// The block height of its first exchange: [`Step::span`](crate::plan::bitonic::Step::span).
    pub span: u32,
    /// The span of the last flip through global memory, this step's own if it is one; 2
    /// before the first.
    pub largest_span: u32,
}

impl SortInfo {
    /// No step. No sort says so; it is what a buffer that nothing wrote says.
    pub const NONE: u32 = 0;
    /// [`StepKind::SwapLocal`].
    pub const SWAP_LOCAL: u32 = info::SWAP_LOCAL;
    /// [`StepKind::DisperseLocal`].
    pub const DISPERSE_LOCAL: u32 = info::DISPERSE_LOCAL;
    /// [`StepKind::FlipGlobal`].
    pub const FLIP_GLOBAL: u32 = info::FLIP_GLOBAL;
    /// [`StepKind::DisperseGlobal`].
    pub const DISPERSE_GLOBAL: u32 = info::DISPERSE_GLOBAL;

    /// The first step of any sort.
    pub const START: SortInfo = SortInfo::from_words(info::START);

    /// What three words of a buffer say.
    #[must_use]
    pub const fn from_words([kind, span, largest_span]: [u32; 3]) -> SortInfo {
        SortInfo {
            kind,
            span,
            largest_span,
        }
    }

    /// The three words, as they lie in a buffer.
    #[must_use]
    pub const fn words(self) -> [u32; 3] {
        [self.kind, self.span, self.largest_span]
    }

    /// The kind of the step; `None` where the number is none of a kind.
    #[must_use]
    pub fn step_kind(self) -> Option<StepKind> {
        match self.kind {
            SortInfo::SWAP_LOCAL => Some(StepKind::SwapLocal),
            SortInfo::DISPERSE_LOCAL => Some(StepKind::DisperseLocal),
            SortInfo::FLIP_GLOBAL => Some(StepKind::FlipGlobal),
            SortInfo::DISPERSE_GLOBAL => Some(StepKind::DisperseGlobal),
            _ => None,
        }
    }

    /// What is said before the step of number `index`; past the last, of the first.
    pub(super) fn before(schedule: &Schedule, index: usize) -> SortInfo {
        let steps = schedule.steps();
        let step = steps.get(index).filter(|_| index < schedule.step_count());
        let Some(step) = step else {
            return SortInfo::START;
        };
        let mut up_to_here = steps[..=index].iter().rev();
        let flip = up_to_here.find(|step| step.kind == StepKind::FlipGlobal);
        SortInfo {
            kind: code(step.kind),
            span: step.span,
            largest_span: flip.map_or(SortInfo::START.largest_span, |flip| flip.span),
        }
    }
}

fn code(kind: StepKind) -> u32 {
    match kind {
        StepKind::SwapLocal => SortInfo::SWAP_LOCAL,
        StepKind::DisperseLocal => SortInfo::DISPERSE_LOCAL,
        StepKind::FlipGlobal => SortInfo::FLIP_GLOBAL,
        StepKind::DisperseGlobal => SortInfo::DISPERSE_GLOBAL,
        // It goes with the last step, which says what is first.
        StepKind::Align => SortInfo::NONE,
    }
}

impl fmt::Display for SortInfo {
    /// The kind in words, the span, and the largest span: `flip global 512 of 1024`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.step_kind() {
            Some(kind) => write!(f, "{kind} {} of {}", self.span, self.largest_span),
            None => f.write_str("no step"),
        }
    }
}

/// Which buffer holds the keys between two steps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReadBuffer {
    /// The caller's.
    Data,
    /// The sort's own, of the same length.
    Temp,
}

impl ReadBuffer {
    /// Where the keys are after the first `done` steps.
    pub(super) fn after(schedule: &Schedule, done: usize) -> ReadBuffer {
        let steps = schedule.steps().iter().take(done);
        let moves = steps.filter(|step| step.kind.moves_between_buffers());
        match moves.count() % 2 {
            0 => ReadBuffer::Data,
            _ => ReadBuffer::Temp,
        }
    }
}

impl fmt::Display for ReadBuffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            ReadBuffer::Data => "data",
            ReadBuffer::Temp => "temp",
        })
    }
}
