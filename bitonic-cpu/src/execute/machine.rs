//! Walks a program's operations for one workgroup after the other.

use super::Dispatch;
use super::lanes::{self, Source};
use super::mask::Active;
use super::observer::Observer;
use super::scratch::Scratch;
use crate::decode::Input;
use crate::decode::operation::{Block, Operation, Register};

/// A dispatch under way.
pub(super) struct Machine<'a, 'o, O> {
    pub(super) dispatch: &'a Dispatch<'a>,
    pub(super) observer: &'o mut O,
    pub(super) scratch: Scratch,
    /// Invocations of a workgroup.
    pub(super) lanes: usize,
    pub(super) workgroup_id: [u32; 3],
}

impl<'a, 'o, O: Observer> Machine<'a, 'o, O> {
    pub(super) fn new(dispatch: &'a Dispatch<'a>, observer: &'o mut O, scratch: Scratch) -> Self {
        let [x, y, z] = dispatch.program.workgroup_size();
        Self {
            dispatch,
            observer,
            scratch,
            lanes: (x * y * z) as usize,
            workgroup_id: [0; 3],
        }
    }

    pub(super) fn into_scratch(self) -> Scratch {
        self.scratch
    }

    pub(super) fn run_workgroup(&mut self, workgroup_id: [u32; 3]) {
        self.workgroup_id = workgroup_id;
        let program = self.dispatch.program;
        for &(slot, input) in &program.code.inputs {
            let word = match input {
                Input::WorkgroupId(axis) => workgroup_id[usize::from(axis)],
                Input::WorkgroupCount(axis) => self.dispatch.workgroups[usize::from(axis)],
                Input::LocalId(_) | Input::LocalIndex => continue,
            };
            if let Register::Uniform(slot) = slot {
                self.scratch.words[slot as usize] = word;
            }
        }
        self.scratch.workgroup[..program.workgroup_words].fill(0);
        self.scratch.current.fill();
        self.block(&program.code.body);
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
                Operation::Loop { body, .. } => {
                    while !self.scratch.current.is_empty() {
                        self.block(body);
                    }
                }
                Operation::Scope { body, scope } => self.scope(body, *scope as usize),
                Operation::Exit { scope } => {
                    let Scratch { masks, current, .. } = &mut self.scratch;
                    masks[*scope as usize].absorb(current);
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

    /// Runs a labelled block; the invocations that left it come back at its end.
    fn scope(&mut self, body: &Block<Register>, mask: usize) {
        self.scratch.masks[mask].clear();
        self.block(body);
        let Scratch { masks, current, .. } = &mut self.scratch;
        current.absorb(&mut masks[mask]);
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
        current.split(&columns[condition], &mut masks[mask]);
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
        masks[done].absorb(current);
        current.absorb(&mut masks[mask]);
        self.block(reject);
        let Scratch { masks, current, .. } = &mut self.scratch;
        current.absorb(&mut masks[done]);
    }

    fn compute(&mut self, operation: &Operation<Register>) {
        match *operation {
            Operation::Unary {
                function,
                target,
                source,
            } => match self.source(source) {
                Source::Word(x) => self.set(target, function.scalar(x)),
                Source::Column(_) => self.with_column(target, |machine, target| {
                    if let Source::Column(source) = machine.source(source) {
                        lanes::unary(function, target, source);
                    }
                }),
            },
            Operation::Binary {
                function,
                target,
                lhs,
                rhs,
            } => match (self.source(lhs), self.source(rhs)) {
                (Source::Word(x), Source::Word(y)) => self.set(target, function.scalar(x, y)),
                _ => self.with_column(target, |machine, target| {
                    lanes::binary(function, target, machine.source(lhs), machine.source(rhs));
                }),
            },
            Operation::Ternary {
                function,
                target,
                sources,
            } => match sources.map(|source| self.source(source)) {
                [Source::Word(x), Source::Word(y), Source::Word(z)] => {
                    self.set(target, function.scalar(x, y, z));
                }
                _ => self.with_column(target, |machine, target| {
                    let sources = sources.map(|source| machine.source(source));
                    lanes::ternary(function, target, sources);
                }),
            },
            Operation::Copy { target, source } => match target {
                Register::Uniform(_) => self.set(target, self.word(source)),
                Register::Column(_) => self.with_column(target, |machine, target| {
                    lanes::assign(target, machine.source(source), Active::All);
                }),
            },
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
            Operation::Barrier { site } => {
                if O::ACTIVE {
                    self.check_barrier(site);
                }
            }
            Operation::If { .. }
            | Operation::Loop { .. }
            | Operation::Scope { .. }
            | Operation::Exit { .. } => {}
        }
    }
}
