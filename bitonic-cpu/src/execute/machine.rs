//! Walks a program's operations for one workgroup after the other.

use super::Dispatch;
use super::grid::{coordinates, following};
use super::lanes::{self, Source};
use super::mask::Active;
use super::observer::Observer;
use super::order::Order;
use super::scratch::Scratch;
use super::vectors::Instructions;
use crate::decode::Input;
use crate::decode::operation::{Block, Operation, Register};
use crate::value::{Binary, Ternary, Unary};

/// A dispatch under way.
pub(super) struct Machine<'a, 'o, O> {
    pub(super) dispatch: &'a Dispatch<'a>,
    pub(super) observer: &'o mut O,
    pub(super) scratch: Scratch,
    /// Words of a column.
    pub(super) lanes: usize,
    /// What the loops over columns run on.
    pub(super) instructions: Instructions,
    /// Index of the workgroup in the first lanes.
    pub(super) first_workgroup: u64,
}

/// How a machine runs its batches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    pub(super) instructions: Instructions,
    pub(super) order: Order,
}

impl<'a, 'o, O: Observer> Machine<'a, 'o, O> {
    /// A machine that runs up to `batch` workgroups together.
    pub(super) fn new(
        dispatch: &'a Dispatch<'a>,
        observer: &'o mut O,
        batch: usize,
        manner: Manner,
    ) -> Self {
        let lanes = dispatch.program.invocations() * batch;
        Self {
            dispatch,
            observer,
            scratch: Scratch::take(dispatch.program, lanes, manner.order),
            lanes,
            instructions: manner.instructions,
            first_workgroup: 0,
        }
    }

    /// Ends the run.
    pub(super) fn finish(self) {
        self.scratch.give_back();
    }

    /// Runs `count` workgroups from the `first` on, at most as many as a batch.
    pub(super) fn run_batch(&mut self, first: u64, count: usize) {
        self.first_workgroup = first;
        let program = self.dispatch.program;
        for &(slot, input) in &program.code.inputs {
            self.set_input(slot, input);
        }
        self.scratch.workgroup[..program.workgroup_words].fill(0);
        self.scratch
            .current
            .set_first(count * program.invocations());
        self.block(&program.code.body);
    }

    fn set_input(&mut self, slot: Register, input: Input) {
        match (input, slot) {
            // These columns are the same for every workgroup, and were filled at the start.
            (Input::LocalId(_) | Input::LocalIndex | Input::Lane, _) => {}
            (Input::WorkgroupCount(axis), _) => {
                self.set(slot, self.dispatch.workgroups[usize::from(axis)]);
            }
            (Input::WorkgroupId(axis), Register::Uniform(_)) => {
                self.set(slot, self.workgroup_id(0)[usize::from(axis)]);
            }
            (Input::WorkgroupId(axis), Register::Column(_)) => {
                let width = self.dispatch.program.invocations();
                self.with_column(slot, |machine, column| {
                    // Counted, not divided: in workgroups of one invocation divisions took longer than
                    // what the shader does.
                    let mut id = machine.workgroup_id(0);
                    for lanes in column.chunks_mut(width) {
                        lanes.fill(id[usize::from(axis)]);
                        id = following(id, machine.dispatch.workgroups);
                    }
                });
            }
        }
    }

    /// `workgroup_id` of a lane.
    pub(super) fn workgroup_id(&self, lane: usize) -> [u32; 3] {
        let group = lane / self.dispatch.program.invocations();
        coordinates(
            self.first_workgroup + group as u64,
            self.dispatch.workgroups,
        )
    }

    /// Runs operations until the end, or until no invocation is active.
    fn block(&mut self, block: &Block<Register>) {
        for operation in block {
            match operation {
                Operation::If {
                    condition,
                    accept,
                    reject,
                    mask,
                } => self.branch(*condition, accept, reject, *mask as usize),
                Operation::Loop { body, site } => self.repeat(body, *site),
                Operation::Scope { body, scope } => self.scope(body, *scope as usize),
                Operation::Exit { scope } => {
                    let Scratch { masks, current, .. } = &mut self.scratch;
                    masks[*scope as usize].absorb(self.instructions, current);
                }
                other => {
                    self.compute(other);
                    continue;
                }
            }
            if self.scratch.current.is_empty() {
                return;
            }
        }
    }

    fn repeat(&mut self, body: &Block<Register>, site: u32) {
        let mut turns = 0;
        while !self.scratch.current.is_empty() {
            if turns >= self.observer.turn_limit() {
                return self.stop_loop(turns, site);
            }
            self.block(body);
            turns += 1;
        }
    }

    /// Runs a labelled block; the invocations that left it come back at its end.
    fn scope(&mut self, body: &Block<Register>, mask: usize) {
        self.scratch.masks[mask].clear();
        self.block(body);
        let Scratch { masks, current, .. } = &mut self.scratch;
        current.absorb(self.instructions, &mut masks[mask]);
    }

    fn branch(
        &mut self,
        condition: Register,
        accept: &Block<Register>,
        reject: &Block<Register>,
        mask: usize,
    ) {
        match condition {
            Register::Uniform(word) => {
                let taken = self.scratch.words[word as usize] != 0;
                self.block(if taken { accept } else { reject });
            }
            Register::Column(column) => {
                self.divergent_branch(column as usize, accept, reject, mask)
            }
        }
    }

    fn divergent_branch(
        &mut self,
        condition: usize,
        accept: &Block<Register>,
        reject: &Block<Register>,
        mask: usize,
    ) {
        let Scratch {
            masks,
            current,
            columns,
            ..
        } = &mut self.scratch;
        current.split(self.instructions, &columns[condition], &mut masks[mask]);
        if !current.is_empty() {
            self.block(accept);
        }
        // The second mask keeps those that came through `accept` while the others run.
        let done = mask + 1;
        let Scratch { masks, current, .. } = &mut self.scratch;
        if masks[mask].is_empty() {
            return;
        }
        masks[done].clear();
        masks[done].absorb(self.instructions, current);
        current.absorb(self.instructions, &mut masks[mask]);
        self.block(reject);
        let Scratch { masks, current, .. } = &mut self.scratch;
        current.absorb(self.instructions, &mut masks[done]);
    }

    fn compute(&mut self, operation: &Operation<Register>) {
        match *operation {
            Operation::Unary {
                function,
                target,
                source,
            } => self.unary(function, target, source),
            Operation::Binary {
                function,
                target,
                lhs,
                rhs,
            } => self.binary(function, target, lhs, rhs),
            Operation::Ternary {
                function,
                target,
                sources,
            } => self.ternary(function, target, sources),
            Operation::Wide {
                function,
                target,
                high,
                sources,
            } => self.wide(function, target, high, sources),
            Operation::Copy { target, source } => self.copy(target, source),
            Operation::Assign {
                target,
                source,
                last_use,
            } => self.assign(target, source, last_use),
            Operation::ReadElement {
                target,
                array,
                address,
                offset,
            } => self.read_element(target, array, address, offset),
            Operation::WriteElement {
                array,
                address,
                offset,
                source,
            } => self.write_element(array, address, offset, source),
            Operation::Load { target, place } => self.load(target, place),
            Operation::Store { place, source } => self.store(place, source),
            Operation::Atomic {
                function,
                target,
                place,
                operand,
            } => self.atomic(function, target, place, operand),
            Operation::WideAtomic {
                function,
                result,
                place,
                operands,
            } => self.wide_atomic(function, result, place, operands),
            Operation::Subgroup {
                function,
                target,
                sources,
            } => self.subgroup(function, target, sources),
            Operation::CheckSubgroup { what, site } => {
                if O::ACTIVE {
                    self.check_subgroup(what, site);
                }
            }
            Operation::ElementAddress {
                target,
                index,
                array,
            } => self.element_address(target, index, array),
            Operation::ArrayLength { target, array } => {
                let length = self.array_length(array);
                self.set(target, length);
            }
            Operation::CheckIndex {
                index,
                length,
                site,
            } => {
                if O::ACTIVE {
                    self.check_index(index, length, site);
                }
            }
            Operation::Image(ref image) => self.image(image),
            Operation::Barrier { reach, site } => {
                if O::ACTIVE {
                    self.check_barrier(reach, site);
                }
            }
            Operation::If { .. }
            | Operation::Loop { .. }
            | Operation::Scope { .. }
            | Operation::Exit { .. } => {}
        }
    }

    fn unary(&mut self, function: Unary, target: Register, source: Register) {
        match self.source(source) {
            Source::Word(x) => self.set(target, function.scalar(x)),
            Source::Column(_) => self.with_column(target, |machine, target| {
                if let Source::Column(source) = machine.source(source) {
                    lanes::unary(machine.instructions, function, target, source);
                }
            }),
        }
    }

    fn binary(&mut self, function: Binary, target: Register, lhs: Register, rhs: Register) {
        match (self.source(lhs), self.source(rhs)) {
            (Source::Word(x), Source::Word(y)) => self.set(target, function.scalar(x, y)),
            _ => self.with_column(target, |machine, target| {
                let (lhs, rhs) = (machine.source(lhs), machine.source(rhs));
                lanes::binary(machine.instructions, function, target, lhs, rhs);
            }),
        }
    }

    fn ternary(&mut self, function: Ternary, target: Register, sources: [Register; 3]) {
        match sources.map(|source| self.source(source)) {
            [Source::Word(x), Source::Word(y), Source::Word(z)] => {
                self.set(target, function.scalar(x, y, z));
            }
            _ => self.with_column(target, |machine, target| {
                let sources = sources.map(|source| machine.source(source));
                lanes::ternary(machine.instructions, function, target, sources);
            }),
        }
    }

    fn copy(&mut self, target: Register, source: Register) {
        match target {
            Register::Uniform(_) => self.set(target, self.word(source)),
            Register::Column(_) => self.with_column(target, |machine, target| {
                lanes::assign(
                    machine.instructions,
                    target,
                    machine.source(source),
                    Active::All,
                );
            }),
        }
    }
}
