//! The operations of a [`Machine`] that touch registers by name, indexed variables or memory.

use std::cell::Cell;
use std::sync::atomic::AtomicU32;

use super::halves;
use super::lanes::{self, Source};
use super::machine::Machine;
use super::mask::Active;
use super::observer::{AccessKind, Observer};
use super::scratch::Scratch;
use super::window::Window;
use super::words::{Slot, gather};
use crate::decode::operation::{
    Array, AtomicFunction, Grain, Place, Register, RuntimeArray, Space,
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

    /// Takes the words of a column, to be given back.
    pub(super) fn take_column(&mut self, register: Register) -> Vec<u32> {
        match register {
            Register::Column(column) => std::mem::take(&mut self.scratch.columns[column as usize]),
            Register::Uniform(_) => Vec::new(),
        }
    }

    pub(super) fn give_column(&mut self, register: Register, words: Vec<u32>) {
        if let Register::Column(column) = register {
            self.scratch.columns[column as usize] = words;
        }
    }

    pub(super) fn active(&self) -> Active<'_> {
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
                lanes::assign(
                    machine.instructions,
                    target,
                    machine.source(source),
                    machine.active(),
                );
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

    pub(super) fn buffer(&self, resource: u32) -> Option<Window<'a, AtomicU32>> {
        let binding = self.dispatch.bindings.get(resource as usize);
        binding.and_then(Window::of_binding)
    }

    pub(super) fn load(&mut self, target: Register, place: Place<Register>) {
        if O::ACTIVE {
            self.tell_access(AccessKind::Load, place);
        }
        if place.grain == Grain::Half {
            return self.load_halves(target, place);
        }
        match place.space {
            Space::Buffer(resource) => {
                if let Some(window) = self.buffer(resource) {
                    let instructions = self.instructions;
                    let word = |_: &Self, address| window.load_word(address, place.offset);
                    self.load_through(target, place.address, word, |_, target, addresses| {
                        window.load(instructions, target, addresses, place.offset);
                    });
                }
            }
            Space::Workgroup | Space::Immediate | Space::Table => {
                let word = |machine: &Self, address: u32| {
                    let tail = machine.plain_tail(place.space, place.offset);
                    tail.get(address as usize).copied().unwrap_or(0)
                };
                self.load_through(target, place.address, word, |machine, target, addresses| {
                    let tail = machine.plain_tail(place.space, place.offset);
                    gather(machine.instructions, target, tail, addresses);
                });
            }
        }
    }

    fn load_halves(&mut self, target: Register, place: Place<Register>) {
        match place.space {
            Space::Buffer(resource) => {
                if let Some(window) = self.buffer(resource) {
                    let words = window.words();
                    let word = |_: &Self, address| halves::load(words, address, place.offset);
                    self.load_through(target, place.address, word, |_, target, addresses| {
                        halves::gather(target, words, addresses, place.offset);
                    });
                }
            }
            Space::Workgroup | Space::Immediate | Space::Table => {
                let word = |machine: &Self, address| {
                    halves::load(machine.plain_tail(place.space, 0), address, place.offset)
                };
                self.load_through(target, place.address, word, |machine, target, addresses| {
                    let words = machine.plain_tail(place.space, 0);
                    halves::gather(target, words, addresses, place.offset);
                });
            }
        }
    }

    /// Loads one word if all lanes have the same address, else a column.
    fn load_through(
        &mut self,
        target: Register,
        address: Register,
        word: impl FnOnce(&Self, u32) -> u32,
        column: impl FnOnce(&Self, &mut [u32], &[u32]),
    ) {
        match self.source(address) {
            Source::Word(address) => self.set(target, word(self, address)),
            Source::Column(_) => self.with_column(target, |machine, target| {
                if let Source::Column(addresses) = machine.source(address) {
                    column(machine, target, addresses);
                }
            }),
        }
    }

    /// The words of a space that is not a buffer, from an offset on.
    fn plain_tail(&self, space: Space, offset: u32) -> &[u32] {
        let words = match space {
            Space::Workgroup => self.scratch.workgroup_words(),
            Space::Immediate => self.dispatch.immediates,
            Space::Table => &self.dispatch.program.table,
            Space::Buffer(_) => &[],
        };
        words.get(offset as usize..).unwrap_or_default()
    }

    pub(super) fn store(&mut self, place: Place<Register>, source: Register) {
        if O::ACTIVE {
            self.tell_access(AccessKind::Store, place);
        }
        match place.space {
            Space::Buffer(resource) => {
                if let Some(window) = self.buffer(resource) {
                    self.store_to(&window, place, source);
                }
            }
            Space::Workgroup => self.with_workgroup(|machine, window| {
                machine.store_to(window, place, source);
            }),
            // Nothing can be stored there.
            Space::Immediate | Space::Table => {}
        }
    }

    fn store_to<S: Slot>(
        &mut self,
        window: &Window<'_, S>,
        place: Place<Register>,
        source: Register,
    ) {
        let mut spare = std::mem::take(&mut self.scratch.spare);
        let addresses = self.source(place.address);
        let values = self.source(source);
        let active = self.active();
        if place.grain == Grain::Half {
            window.store_halves(addresses, place.offset, values, active, self.lanes);
            self.scratch.spare = spare;
            return;
        }
        window.store(
            self.instructions,
            addresses,
            place.offset,
            values,
            active,
            &mut spare,
        );
        self.scratch.spare = spare;
    }

    /// Lends the workgroup memory while the registers are used.
    pub(super) fn with_workgroup(&mut self, work: impl FnOnce(&mut Self, &Window<'_, Cell<u32>>)) {
        let mut words = std::mem::take(&mut self.scratch.workgroup);
        if let Some(window) = Window::of_words(&mut words) {
            work(self, &window);
        }
        self.scratch.workgroup = words;
    }

    pub(super) fn atomic(
        &mut self,
        function: AtomicFunction<Register>,
        target: Register,
        place: Place<Register>,
        operand: Register,
    ) {
        if O::ACTIVE {
            self.tell_access(AccessKind::Update, place);
        }
        match place.space {
            Space::Buffer(resource) => {
                if let Some(window) = self.buffer(resource) {
                    self.atomic_on(&window, function, target, place, operand);
                }
            }
            Space::Workgroup => self.with_workgroup(|machine, window| {
                machine.atomic_on(window, function, target, place, operand);
            }),
            // No atomics are there.
            Space::Immediate | Space::Table => {}
        }
    }

    /// The active invocations take their turns in the order of the lanes.
    fn atomic_on<S: Slot>(
        &mut self,
        window: &Window<'_, S>,
        function: AtomicFunction<Register>,
        target: Register,
        place: Place<Register>,
        operand: Register,
    ) {
        self.with_column(target, |machine, target| {
            let operand = machine.source(operand);
            let addresses = machine.source(place.address);
            for (lane, target) in target.iter_mut().enumerate() {
                if machine.active().contains(lane) {
                    let function = function.map(|register| machine.source(register).lane(lane));
                    let (address, operand) = (addresses.lane(lane), operand.lane(lane));
                    *target = window.atomic(address, place.offset, function, operand);
                }
            }
        });
    }

    /// Words of a binding.
    pub(super) fn buffer_words(&self, resource: u32) -> usize {
        self.buffer(resource).map_or(0, |window| window.length())
    }

    pub(super) fn array_length(&self, array: RuntimeArray) -> u32 {
        array.length(self.buffer_words(array.resource))
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
}
