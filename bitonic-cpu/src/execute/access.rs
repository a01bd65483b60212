//! The operations of a [`Machine`] that touch registers by name, indexed variables or memory, and
//! the checks that an observer asks for.

use super::lanes::{self, Source};
use super::machine::Machine;
use super::mask::Active;
use super::observer::{DivergentBarrier, Invocation, Observer, OutOfRange};
use super::plain;
use super::scratch::{Scratch, local_id};
use super::window::Window;
use crate::decode::operation::{
    Array, AtomicFunction, Length, Place, Register, RuntimeArray, Space,
};

/// An address that lies beyond every memory, even with an offset added.
const BEYOND: u32 = 1 << 31;

impl Scratch {
    fn source(&self, register: Register) -> Source<'_> {
        match register {
            Register::Uniform(word) => Source::Word(self.words[word as usize]),
            Register::Column(column) => Source::Column(&self.columns[column as usize]),
        }
    }
}

impl<'a, O: Observer> Machine<'a, '_, O> {
    pub(super) fn source(&self, register: Register) -> Source<'_> {
        self.scratch.source(register)
    }

    /// The word of a uniform register; of a column, the first lane's.
    pub(super) fn word(&self, register: Register) -> u32 {
        self.source(register).lane(0)
    }

    /// Sets a register to one word for all lanes.
    pub(super) fn set(&mut self, register: Register, value: u32) {
        match register {
            Register::Uniform(word) => self.scratch.words[word as usize] = value,
            Register::Column(column) => self.scratch.columns[column as usize].fill(value),
        }
    }

    /// Writes a column while the other registers are read. No operation reads its target.
    pub(super) fn with_column(
        &mut self,
        register: Register,
        write: impl FnOnce(&Self, &mut [u32]),
    ) {
        if let Register::Column(column) = register {
            let mut taken = std::mem::take(&mut self.scratch.columns[column as usize]);
            write(self, &mut taken);
            self.scratch.columns[column as usize] = taken;
        }
    }

    fn active(&self) -> Active<'_> {
        self.scratch.current.active()
    }

    pub(super) fn assign(&mut self, target: Register, source: Register, last_use: bool) {
        match (target, source) {
            (Register::Uniform(_), _) => self.set(target, self.word(source)),
            (Register::Column(target), Register::Column(source))
                if last_use && self.scratch.current.is_full() =>
            {
                self.scratch.columns.swap(target as usize, source as usize);
            }
            (Register::Column(_), _) => self.with_column(target, |machine, target| {
                lanes::assign(target, machine.source(source), machine.active());
            }),
        }
    }

    pub(super) fn read_element(
        &mut self,
        target: Register,
        array: Array<Register>,
        address: Register,
        offset: u32,
    ) {
        let Register::Column(first) = array.first else {
            return;
        };
        let position = |address: u32| (first + (address + offset).min(array.length - 1)) as usize;
        self.with_column(target, |machine, target| {
            let columns = &machine.scratch.columns;
            match machine.source(address) {
                Source::Word(address) => target.copy_from_slice(&columns[position(address)]),
                Source::Column(addresses) => {
                    for (lane, (target, &address)) in target.iter_mut().zip(addresses).enumerate() {
                        *target = columns[position(address)][lane];
                    }
                }
            }
        });
    }

    pub(super) fn write_element(
        &mut self,
        array: Array<Register>,
        address: Register,
        offset: u32,
        source: Register,
    ) {
        let Register::Column(first) = array.first else {
            return;
        };
        let position = |address: u32| first + (address + offset).min(array.length - 1);
        if let Source::Word(address) = self.source(address) {
            return self.assign(Register::Column(position(address)), source, false);
        }
        for lane in 0..self.lanes {
            if self.active().contains(lane) {
                let column = position(self.source(address).lane(lane));
                let value = self.source(source).lane(lane);
                self.scratch.columns[column as usize][lane] = value;
            }
        }
    }

    fn window(&self, resource: u32) -> Option<Window<'a>> {
        self.dispatch
            .bindings
            .get(resource as usize)
            .map(Window::of)
    }

    /// The words of a space that is not a buffer.
    fn plain(&self, space: Space) -> &[u32] {
        match space {
            Space::Workgroup => &self.scratch.workgroup,
            Space::Immediate => self.dispatch.immediates,
            Space::Table => &self.dispatch.program.table,
            Space::Buffer(_) => &[],
        }
    }

    pub(super) fn load(&mut self, target: Register, place: Place<Register>) {
        let Place {
            space,
            address,
            offset,
        } = place;
        let window = match space {
            Space::Buffer(resource) => self.window(resource),
            Space::Workgroup | Space::Immediate | Space::Table => None,
        };
        if let Source::Word(address) = self.source(address) {
            let word = match window {
                Some(window) => window.load_word(address, offset),
                None => plain::load_word(self.plain(space), address, offset),
            };
            return self.set(target, word);
        }
        self.with_column(target, |machine, target| {
            if let Source::Column(addresses) = machine.source(address) {
                match window {
                    Some(window) => window.load(target, addresses, offset),
                    None => plain::load(target, machine.plain(space), addresses, offset),
                }
            }
        });
    }

    pub(super) fn store(&mut self, place: Place<Register>, source: Register) {
        let lanes = self.lanes;
        match place.space {
            Space::Buffer(resource) => {
                if let Some(window) = self.window(resource) {
                    let addresses = self.source(place.address);
                    let values = self.source(source);
                    window.store(addresses, place.offset, values, self.active(), lanes);
                }
            }
            Space::Workgroup => {
                let mut words = std::mem::take(&mut self.scratch.workgroup);
                let addresses = self.source(place.address);
                let values = self.source(source);
                let active = self.active();
                plain::store(&mut words, addresses, place.offset, values, active, lanes);
                self.scratch.workgroup = words;
            }
            // Nothing can be stored there.
            Space::Immediate | Space::Table => {}
        }
    }

    /// The active invocations take their turns in the order of the lanes.
    pub(super) fn atomic(
        &mut self,
        function: AtomicFunction<Register>,
        target: Register,
        place: Place<Register>,
        operand: Register,
    ) {
        let window = match place.space {
            Space::Buffer(resource) => self.window(resource),
            Space::Workgroup | Space::Immediate | Space::Table => None,
        };
        let mut workgroup = std::mem::take(&mut self.scratch.workgroup);
        self.with_column(target, |machine, target| {
            let operand = machine.source(operand);
            let addresses = machine.source(place.address);
            for (lane, target) in target.iter_mut().enumerate() {
                if machine.active().contains(lane) {
                    let function = function.map(|register| machine.source(register).lane(lane));
                    let address = addresses.lane(lane) as usize + place.offset as usize;
                    let operand = operand.lane(lane);
                    *target = match window {
                        Some(window) => window.atomic(address, function, operand),
                        None => plain::atomic(&mut workgroup, address, function, operand),
                    };
                }
            }
        });
        self.scratch.workgroup = workgroup;
    }

    pub(super) fn array_length(&self, array: RuntimeArray) -> u32 {
        let words = self
            .window(array.resource)
            .map_or(0, |window| window.length());
        array.length(words)
    }

    pub(super) fn element_address(
        &mut self,
        target: Register,
        index: Register,
        array: RuntimeArray,
    ) {
        let length = self.array_length(array);
        // Binding sizes keep this product below 2^30 for every index in range.
        let address = |index: u32| {
            if index < length {
                index.wrapping_mul(array.stride)
            } else {
                BEYOND
            }
        };
        if let Source::Word(index) = self.source(index) {
            return self.set(target, address(index));
        }
        self.with_column(target, |machine, target| {
            if let Source::Column(indices) = machine.source(index) {
                for (target, &index) in target.iter_mut().zip(indices) {
                    *target = address(index);
                }
            }
        });
    }

    fn invocation(&self, lane: usize) -> Invocation {
        let [x, y, _] = self.dispatch.program.workgroup_size();
        Invocation {
            workgroup_id: self.workgroup_id,
            local_id: local_id(lane as u32, [x, y]),
        }
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

    pub(super) fn check_barrier(&mut self, site: u32) {
        let reached = self.scratch.current.count();
        if (reached as usize) < self.lanes {
            self.observer.divergent_barrier(DivergentBarrier {
                span: self.dispatch.program.sites[site as usize].span,
                workgroup_id: self.workgroup_id,
                reached,
                expected: self.lanes as u32,
            });
        }
    }
}
