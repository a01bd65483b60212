//! An observer that keeps the faults of a run, for a report to be made of them.
//!
//! Bounded: of each kind, at each place, the first fault is kept and the others are counted. The
//! checker changes no result, save that it ends loops past their limit.

mod fault;
mod shadow;

pub use fault::{Fault, FaultKind};

use std::collections::HashMap;

use naga::Span;

use crate::execute::{
    Access, AccessKind, DivergentBarrier, DivergentSubgroup, Grid, LongLoop, MissingLane, Observer,
    OutOfRange, OutsideTexture, SharedMemory,
};
use shadow::{Conflict, Shadow, Touch};

/// What a [`Checker`] looks for beyond indices and barriers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checks {
    /// Data races between invocations. Each access is noted, which makes runs several times slower.
    pub races: bool,
    /// Reads of workgroup memory that nothing has written since the workgroup started. WGSL gives
    /// zero there; a pipeline that asks for no zeroing gives anything. Atomics are left out:
    /// who counts with them counts from that zero.
    pub unwritten: bool,
    /// Turns after which a loop is ended.
    pub turn_limit: u64,
    /// Places at which faults are kept.
    pub places: usize,
}

impl Default for Checks {
    /// No accesses are noted, loops have four million turns, faults are kept at 64 places.
    fn default() -> Self {
        Self {
            races: false,
            unwritten: false,
            turn_limit: 1 << 22,
            places: 64,
        }
    }
}

/// Collects faults; see the module.
#[derive(Clone, Debug, Default)]
pub struct Checker {
    checks: Checks,
    faults: Vec<Fault>,
    dropped: u64,
    grid: Grid,
    /// By resource.
    buffers: Vec<Shadow>,
    /// By texture; a word is a texel.
    textures: Vec<Shadow>,
    workgroup: Shadow,
    storage_epoch: u32,
    workgroup_epoch: u32,
    texture_epoch: u32,
    /// Subgroup barriers that the subgroups of the running workgroups have passed.
    subgroup_epochs: HashMap<u64, u32>,
}

impl Checker {
    /// A checker that looks for what `checks` says.
    #[must_use]
    pub fn new(checks: Checks) -> Self {
        Self {
            checks,
            ..Self::default()
        }
    }

    /// The faults found, in the order in which they first happened.
    #[must_use]
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// Faults at places beyond the limit.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    fn record(&mut self, span: Span, kind: FaultKind) {
        let mut faults = self.faults.iter_mut();
        let known = faults.find(|fault| fault.span == span && fault.includes(&kind));
        if let Some(fault) = known {
            fault.count += 1;
        } else if self.faults.len() < self.checks.places {
            self.faults.push(Fault {
                kind,
                span,
                count: 1,
            });
        } else {
            self.dropped += 1;
        }
    }

    fn shadow(&mut self, memory: SharedMemory) -> &mut Shadow {
        match memory {
            SharedMemory::Workgroup => &mut self.workgroup,
            SharedMemory::Buffer(resource) => numbered(&mut self.buffers, resource),
            SharedMemory::Texture(texture) => numbered(&mut self.textures, texture),
        }
    }

    fn touch(&self, access: &Access<'_>) -> Touch {
        Touch {
            invocation: access.invocation,
            workgroup: access.invocation / self.grid.workgroup_invocations().max(1),
            epoch: match access.memory {
                SharedMemory::Buffer(_) => self.storage_epoch,
                SharedMemory::Workgroup => self.workgroup_epoch,
                SharedMemory::Texture(_) => self.texture_epoch,
            },
            subgroup: access.subgroup,
            subgroup_epoch: self.subgroup_epoch(access.subgroup),
            atomic: access.atomic,
        }
    }

    fn subgroup_epoch(&self, subgroup: u64) -> u32 {
        self.subgroup_epochs.get(&subgroup).copied().unwrap_or(0)
    }

    fn check_written(&mut self, access: &Access<'_>) {
        let reads = access.kind != AccessKind::Store && !access.atomic;
        let shared = access.memory == SharedMemory::Workgroup;
        if self.checks.unwritten && reads && shared && !self.workgroup.is_written(access.word) {
            let kind = FaultKind::Unwritten {
                variable: access.variable.map(str::to_owned),
                word: access.word,
                invocation: self.grid.invocation(access.invocation),
            };
            self.record(access.span, kind);
        }
    }

    fn note(&mut self, access: &Access<'_>) -> Option<Conflict> {
        let touch = self.touch(access);
        let shadow = self.shadow(access.memory);
        match access.kind {
            AccessKind::Load => shadow.read(access.word, access.part, touch),
            AccessKind::Store | AccessKind::Update => shadow.write(access.word, access.part, touch),
        }
    }
}

/// The shadow of a number, made where there is none yet.
fn numbered(shadows: &mut Vec<Shadow>, number: u32) -> &mut Shadow {
    let index = number as usize;
    if index >= shadows.len() {
        shadows.resize_with(index + 1, Shadow::default);
    }
    &mut shadows[index]
}

impl Observer for Checker {
    fn dispatch_started(&mut self, grid: Grid) {
        self.grid = grid;
        self.buffers.iter_mut().for_each(Shadow::clear);
        self.textures.iter_mut().for_each(Shadow::clear);
    }

    fn workgroup_started(&mut self) {
        self.workgroup.clear();
        self.subgroup_epochs.clear();
    }

    fn out_of_range(&mut self, fault: OutOfRange<'_>) {
        let kind = FaultKind::OutOfRange {
            variable: fault.variable.map(str::to_owned),
            index: fault.index,
            length: fault.length,
            invocation: fault.invocation,
        };
        self.record(fault.span, kind);
    }

    fn outside_texture(&mut self, fault: OutsideTexture<'_>) {
        let kind = FaultKind::OutsideTexture {
            variable: fault.variable.map(str::to_owned),
            axis: fault.axis,
            index: fault.index,
            length: fault.length,
            invocation: fault.invocation,
        };
        self.record(fault.span, kind);
    }

    fn barrier(&mut self, storage: bool, workgroup: bool) {
        self.storage_epoch = self.storage_epoch.wrapping_add(storage.into());
        self.workgroup_epoch = self.workgroup_epoch.wrapping_add(workgroup.into());
    }

    fn texture_barrier(&mut self) {
        self.texture_epoch = self.texture_epoch.wrapping_add(1);
    }

    fn divergent_barrier(&mut self, fault: DivergentBarrier) {
        let kind = FaultKind::DivergentBarrier {
            workgroup_id: fault.workgroup_id,
            reached: fault.reached,
            expected: fault.expected,
        };
        self.record(fault.span, kind);
    }

    fn subgroup_barrier(&mut self, subgroup: u64) {
        *self.subgroup_epochs.entry(subgroup).or_default() += 1;
    }

    fn divergent_subgroup(&mut self, fault: DivergentSubgroup<'_>) {
        let kind = FaultKind::DivergentSubgroup {
            operation: fault.operation.to_owned(),
            subgroup: fault.subgroup,
            reached: fault.reached,
            expected: fault.expected,
            present: fault.present,
            absent: fault.absent,
        };
        self.record(fault.span, kind);
    }

    fn missing_lane(&mut self, fault: MissingLane<'_>) {
        let kind = FaultKind::MissingLane {
            operation: fault.operation.to_owned(),
            lane: fault.lane,
            lanes: fault.lanes,
            invocation: fault.invocation,
        };
        self.record(fault.span, kind);
    }

    fn wants_accesses(&self) -> bool {
        self.checks.races || self.checks.unwritten
    }

    fn access(&mut self, access: Access<'_>) {
        self.check_written(&access);
        let Some(conflict) = self.note(&access).filter(|_| self.checks.races) else {
            return;
        };
        let kind = FaultKind::Race {
            variable: access.variable.map(str::to_owned),
            of_texels: matches!(access.memory, SharedMemory::Texture(_)),
            word: access.word,
            first: self.grid.invocation(conflict.invocation),
            first_writes: conflict.writes,
            second: self.grid.invocation(access.invocation),
            second_writes: access.kind != AccessKind::Load,
        };
        self.record(access.span, kind);
    }

    fn turn_limit(&self) -> u64 {
        self.checks.turn_limit
    }

    fn long_loop(&mut self, fault: LongLoop) {
        let kind = FaultKind::LongLoop {
            turns: self.checks.turn_limit,
            invocation: fault.invocation,
        };
        self.record(fault.span, kind);
    }
}
