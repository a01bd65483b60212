//! What a [`Machine`] tells its observer. But for the end of a loop that takes too long, nothing here
//! runs where nobody observes.

use super::grid::{Grid, Invocation};
use super::machine::Machine;
use super::observer::{
    Access, AccessKind, DivergentBarrier, LongLoop, Observer, OutOfRange, OutsideTexture,
    SharedMemory,
};
use crate::decode::image_operation::ImageOperation;
use crate::decode::operation::{BarrierReach, Length, Place, Register, Space};
use crate::image::{Texel, TextureView};

impl<O: Observer> Machine<'_, '_, O> {
    /// Tells that the dispatch starts.
    pub(super) fn start(&mut self) {
        if O::ACTIVE {
            let grid = self.grid();
            self.observer.dispatch_started(grid);
        }
    }

    /// Tells that the workgroups of a batch start: one, if it has workgroup memory.
    pub(super) fn start_batch(&mut self) {
        if O::ACTIVE {
            self.observer.workgroup_started();
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
            if reach.texture {
                self.observer.texture_barrier();
            }
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
            let word = address + u64::from(place.offset);
            if word < words as u64 && self.active().contains(lane) {
                let invocation = self.number(lane);
                self.observer.access(Access {
                    kind,
                    atomic: site.atomic,
                    memory,
                    word: word as u32,
                    invocation,
                    variable: site.name.as_deref(),
                    span: site.span,
                });
            }
        }
    }

    /// Tells of one lane's access to a texel, or that there is no such texel.
    pub(super) fn tell_texel(
        &mut self,
        view: &TextureView,
        operation: &ImageOperation<Register>,
        texel: Texel,
        kind: AccessKind,
        lane: usize,
    ) {
        let site = &self.dispatch.program.sites[operation.site as usize];
        if let Some((axis, index, length)) = view.outside(&texel) {
            let invocation = self.invocation(lane);
            return self.observer.outside_texture(OutsideTexture {
                variable: site.name.as_deref(),
                span: site.span,
                axis,
                index,
                length,
                invocation,
            });
        }
        if let Some(word) = view
            .number(&texel)
            .filter(|_| self.observer.wants_accesses())
        {
            let invocation = self.number(lane);
            self.observer.access(Access {
                kind,
                atomic: site.atomic,
                memory: SharedMemory::Texture(operation.texture),
                word,
                invocation,
                variable: site.name.as_deref(),
                span: site.span,
            });
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
