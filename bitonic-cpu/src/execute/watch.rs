//! What a [`Machine`] tells its observer. But for the end of a loop that takes too long, nothing here
//! runs where nobody observes.

use super::grid::{Grid, Invocation};
use super::machine::Machine;
use super::observer::{
    Access, AccessKind, DivergentBarrier, LongLoop, Observer, OutOfRange, SharedMemory, WordPart,
};
use crate::decode::operation::{BarrierReach, Grain, Length, Place, Register, Space};

impl<O: Observer> Machine<'_, '_, O> {
    /// Tells that the dispatch starts.
    pub(super) fn start(&mut self) {
        if O::ACTIVE {
            let grid = self.grid();
            self.observer.dispatch_started(grid);
        }
    }

    fn grid(&self) -> Grid {
        Grid {
            workgroup_size: self.dispatch.program.workgroup_size(),
            workgroups: self.dispatch.workgroups,
        }
    }

    /// The number of a lane's invocation.
    fn number(&self, lane: usize) -> u64 {
        let width = self.dispatch.program.invocations() as u64;
        self.first_workgroup * width + lane as u64
    }

    fn invocation(&self, lane: usize) -> Invocation {
        self.grid().invocation(self.number(lane))
    }

    pub(super) fn check_index(&mut self, index: Register, length: Length, site: u32) {
        let length = match length {
            Length::Fixed(length) => length,
            Length::Runtime(array) => self.array_length(array),
        };
        let site = &self.dispatch.program.sites[site as usize];
        for lane in 0..self.lanes {
            let index = self.source(index).lane(lane);
            if index >= length && self.active().contains(lane) {
                let invocation = self.invocation(lane);
                self.observer.out_of_range(OutOfRange {
                    variable: site.name.as_deref(),
                    span: site.span,
                    index,
                    length,
                    invocation,
                });
            }
        }
    }

    pub(super) fn check_barrier(&mut self, reach: BarrierReach, site: u32) {
        let reached = self.scratch.current.count();
        if reached as usize == self.lanes {
            return self.observer.barrier(reach.storage, reach.workgroup);
        }
        self.observer.divergent_barrier(DivergentBarrier {
            span: self.dispatch.program.sites[site as usize].span,
            workgroup_id: self.workgroup_id(0),
            reached,
            expected: self.lanes as u32,
        });
    }

    pub(super) fn tell_access(&mut self, kind: AccessKind, place: Place<Register>) {
        let (memory, words) = match place.space {
            Space::Buffer(resource) => {
                (SharedMemory::Buffer(resource), self.buffer_words(resource))
            }
            Space::Workgroup => (
                SharedMemory::Workgroup,
                self.dispatch.program.workgroup_words,
            ),
            Space::Immediate | Space::Table => return,
        };
        if !self.observer.wants_accesses() {
            return;
        }
        let site = &self.dispatch.program.sites[place.site as usize];
        for lane in 0..self.lanes {
            let address = u64::from(self.source(place.address).lane(lane));
            let (word, part) = touched(place.grain, address + u64::from(place.offset));
            if word < words as u64 && self.active().contains(lane) {
                let invocation = self.number(lane);
                self.observer.access(Access {
                    kind,
                    atomic: site.atomic,
                    memory,
                    word: word as u32,
                    part,
                    invocation,
                    variable: site.name.as_deref(),
                    span: site.span,
                });
            }
        }
    }

    /// Ends the invocations of a loop that has taken too many turns.
    #[cold]
    pub(super) fn stop_loop(&mut self, turns: u64, site: u32) {
        let lane = (0..self.lanes).find(|&lane| self.active().contains(lane));
        let invocation = self.invocation(lane.unwrap_or(0));
        self.observer.long_loop(LongLoop {
            turns,
            span: self.dispatch.program.sites[site as usize].span,
            invocation,
        });
        self.scratch.current.clear();
    }
}

/// The word at a position in grains, and how much of it.
fn touched(grain: Grain, position: u64) -> (u64, WordPart) {
    match grain {
        Grain::Word => (position, WordPart::Whole),
        Grain::Half if position.is_multiple_of(2) => (position / 2, WordPart::Low),
        Grain::Half => (position / 2, WordPart::High),
    }
}
