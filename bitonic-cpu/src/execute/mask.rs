//! Which invocations of a workgroup are active.

use super::vectors::{Instructions, Work};

/// A set of lanes. The lanes of a full or an empty mask are not kept up to date: most control flow
/// is uniform and never looks at them.
#[derive(Debug, Default)]
pub(super) struct Mask {
    count: u32,
    lanes: Vec<u32>,
}

/// What a masked operation has to look at.
#[derive(Clone, Copy)]
pub(super) enum Active<'a> {
    /// Every lane.
    All,
    /// The lanes whose word is not zero.
    Some(&'a [u32]),
}

impl Active<'_> {
    /// Whether a lane takes part.
    pub(super) fn contains(self, lane: usize) -> bool {
        match self {
            Self::All => true,
            Self::Some(lanes) => lanes[lane] != 0,
        }
    }
}

impl Mask {
    /// Prepares for workgroups of `lanes`.
    pub(super) fn resize(&mut self, lanes: usize) {
        self.lanes.resize(lanes, 0);
        self.count = 0;
    }

    /// How many lanes are active.
    pub(super) fn count(&self) -> u32 {
        self.count
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(super) fn is_full(&self) -> bool {
        self.count as usize == self.lanes.len()
    }

    pub(super) fn active(&self) -> Active<'_> {
        if self.is_full() {
            Active::All
        } else {
            Active::Some(&self.lanes)
        }
    }

    /// Exactly the first `count` lanes.
    pub(super) fn set_first(&mut self, count: usize) {
        self.count = count as u32;
        if !self.is_full() {
            let (active, inactive) = self.lanes.split_at_mut(count);
            active.fill(u32::MAX);
            inactive.fill(0);
        }
    }

    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    /// Moves the lanes of `other`, which are none of this mask's, into this mask.
    pub(super) fn absorb(&mut self, instructions: Instructions, other: &mut Mask) {
        if self.count == 0 {
            std::mem::swap(self, other);
        } else if other.count > 0 {
            self.count += other.count;
            if !self.is_full() {
                instructions.run(Union {
                    lanes: &mut self.lanes,
                    more: &other.lanes,
                });
            }
        }
        other.count = 0;
    }

    /// Keeps the lanes where `condition` holds; the others go to `rest`.
    pub(super) fn split(&mut self, instructions: Instructions, condition: &[u32], rest: &mut Mask) {
        let total = self.count;
        self.count = instructions.run(Split {
            full: self.is_full(),
            lanes: &mut self.lanes,
            rest: &mut rest.lanes,
            condition,
        });
        rest.count = total - self.count;
    }
}

/// Adds lanes to a mask.
struct Union<'a> {
    lanes: &'a mut [u32],
    more: &'a [u32],
}

impl Work for Union<'_> {
    type Output = ();

    #[inline(always)]
    fn work(self) {
        for (lane, &more) in self.lanes.iter_mut().zip(self.more) {
            *lane |= more;
        }
    }
}

/// Divides the lanes of a mask; gives how many meet the condition.
struct Split<'a> {
    /// Whether all lanes are active; then `lanes` is not read.
    full: bool,
    lanes: &'a mut [u32],
    rest: &'a mut [u32],
    condition: &'a [u32],
}

impl Work for Split<'_> {
    type Output = u32;

    #[inline(always)]
    fn work(self) -> u32 {
        let mut kept = 0;
        let lanes = self.lanes.iter_mut().zip(self.rest).zip(self.condition);
        if self.full {
            for ((lane, rest), &condition) in lanes {
                *lane = condition;
                *rest = !condition;
                kept += condition & 1;
            }
        } else {
            for ((lane, rest), &condition) in lanes {
                *rest = *lane & !condition;
                *lane &= condition;
                kept += *lane & 1;
            }
        }
        kept
    }
}
