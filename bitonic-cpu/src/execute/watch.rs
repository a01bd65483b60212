//! What a [`Machine`] tells its observer. But for the end of a loop that takes too long, nothing here
//! runs where nobody observes.

use std::ops::Range;

use super::grid::{Grid, Invocation};
use super::machine::Machine;
use super::observer::{
    Access, AccessKind, DivergentBarrier, DivergentSubgroup, LongLoop, MissingLane, Observer,
    OutOfRange, OutsideTexture, SharedMemory, SubgroupPlace, WordPart,
};
use crate::decode::image_operation::ImageOperation;
use crate::decode::operation::{BarrierReach, Grain, Length, Place, Register, Space};
use crate::decode::subgroup_function::SubgroupUse;
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
        let width = self.dispatch.program.invocations();
        let (workgroup, lane) = (lane / width, lane % width);
        let order = &self.scratch.order;
        let index = order.get(lane).map_or(lane as u64, |&index| index.into());
        (self.first_workgroup + workgroup as u64) * width as u64 + index
    }

    /// The number of a lane's subgroup.
    fn subgroup_number(&self, lane: usize) -> u64 {
        let subgroups = self.subgroups();
        let (workgroup, lane) = (lane / subgroups.workgroup, lane % subgroups.workgroup);
        let before = self.first_workgroup + workgroup as u64;
        before * subgroups.per_workgroup() as u64 + (lane / subgroups.size) as u64
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

    pub(super) fn check_subgroup(&mut self, what: SubgroupUse<Register>, site: u32) {
        for slice in self.subgroups().slices() {
            let active = self.active();
            let reached = slice.clone().filter(|&lane| active.contains(lane)).count();
            let absent = slice.clone().find(|&lane| !active.contains(lane));
            let present = slice.clone().find(|&lane| active.contains(lane));
            match (present, absent) {
                (Some(present), Some(absent)) => {
                    self.tell_divergent_subgroup(slice.clone(), reached, [present, absent], site);
                }
                (Some(lane), None) if what == SubgroupUse::Barrier => {
                    let number = self.subgroup_number(lane);
                    self.observer.subgroup_barrier(number);
                }
                (Some(_), None) | (None, _) => {}
            }
            self.check_lanes(what, slice, site);
        }
    }

    fn tell_divergent_subgroup(
        &mut self,
        slice: Range<usize>,
        reached: usize,
        [present, absent]: [usize; 2],
        site: u32,
    ) {
        let site = &self.dispatch.program.sites[site as usize];
        let subgroups = self.subgroups();
        let fault = DivergentSubgroup {
            operation: site.name.as_deref().unwrap_or_default(),
            span: site.span,
            subgroup: SubgroupPlace {
                workgroup_id: self.workgroup_id(slice.start),
                subgroup_id: (slice.start % subgroups.workgroup / subgroups.size) as u32,
            },
            reached: reached as u32,
            expected: slice.len() as u32,
            present: self.invocation(present),
            absent: self.invocation(absent),
        };
        self.observer.divergent_subgroup(fault);
    }

    /// Looks for invocations of a subgroup that ask for the value of one that takes no part.
    fn check_lanes(&mut self, what: SubgroupUse<Register>, slice: Range<usize>, site: u32) {
        let Some(asked) = what.lane() else {
            return;
        };
        let size = self.subgroups().size;
        let may_miss = matches!(what, SubgroupUse::Shifted(_));
        let site = &self.dispatch.program.sites[site as usize];
        for lane in slice.clone() {
            let giver = self.source(asked).lane(lane);
            let there = (giver as usize) < slice.len()
                && self.active().contains(slice.start + giver as usize);
            let at_the_end = may_miss && giver as usize >= size;
            if self.active().contains(lane) && !there && !at_the_end {
                let invocation = self.invocation(lane);
                self.observer.missing_lane(MissingLane {
                    operation: site.name.as_deref().unwrap_or_default(),
                    span: site.span,
                    lane: giver,
                    lanes: slice.len() as u32,
                    invocation,
                });
            }
        }
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
                let (invocation, subgroup) = (self.number(lane), self.subgroup_number(lane));
                self.observer.access(Access {
                    kind,
                    atomic: site.atomic,
                    memory,
                    word: word as u32,
                    part,
                    invocation,
                    subgroup,
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
            let (invocation, subgroup) = (self.number(lane), self.subgroup_number(lane));
            self.observer.access(Access {
                kind,
                atomic: site.atomic,
                memory: SharedMemory::Texture(operation.texture),
                word,
                part: WordPart::Whole,
                invocation,
                subgroup,
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

/// The word at a position in grains, and how much of it.
fn touched(grain: Grain, position: u64) -> (u64, WordPart) {
    match grain {
        Grain::Word => (position, WordPart::Whole),
        Grain::Half if position.is_multiple_of(2) => (position / 2, WordPart::Low),
        Grain::Half => (position / 2, WordPart::High),
    }
}
