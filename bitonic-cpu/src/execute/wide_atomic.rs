//! Atomics on 64 bits: two words of a memory at once.
//!
//! Workgroup memory belongs to one thread. The words of a buffer are shared, so the memory's lock is
//! held while the lanes take their turns.

use super::machine::Machine;
use super::observer::{AccessKind, Observer};
use super::window::Window;
use super::words::Slot;
use crate::decode::operation::{Array, Place, Register, Space};
use crate::value::WideUpdate;

impl<O: Observer> Machine<'_, '_, O> {
    pub(super) fn wide_atomic(
        &mut self,
        function: WideUpdate,
        result: Array<Register>,
        place: Place<Register>,
        operands: [Register; 4],
    ) {
        if O::ACTIVE {
            self.tell_wide_access(function, place);
        }
        match place.space {
            Space::Buffer(resource) => {
                let dispatch = self.dispatch;
                if let (Some(window), Some(binding)) = (
                    self.buffer(resource),
                    dispatch.bindings.get(resource as usize),
                ) {
                    let _turn = binding.memory.lock_pairs();
                    self.wide_atomic_on(&window, function, result, place, operands);
                }
            }
            Space::Workgroup => self.with_workgroup(|machine, window| {
                machine.wide_atomic_on(window, function, result, place, operands);
            }),
            // No atomics are there.
            Space::Immediate | Space::Table => {}
        }
    }

    fn tell_wide_access(&mut self, function: WideUpdate, place: Place<Register>) {
        let kind = match function {
            WideUpdate::Load => AccessKind::Load,
            WideUpdate::Store => AccessKind::Store,
            WideUpdate::Add
            | WideUpdate::Subtract
            | WideUpdate::And
            | WideUpdate::Or
            | WideUpdate::Xor
            | WideUpdate::MinSigned
            | WideUpdate::MinUnsigned
            | WideUpdate::MaxSigned
            | WideUpdate::MaxUnsigned
            | WideUpdate::Exchange
            | WideUpdate::CompareExchange => AccessKind::Update,
        };
        for offset in [place.offset, place.offset + 1] {
            self.tell_access(kind, Place { offset, ..place });
        }
    }

    /// The active invocations take their turns in the order of the lanes.
    fn wide_atomic_on<S: Slot>(
        &mut self,
        window: &Window<'_, S>,
        function: WideUpdate,
        result: Array<Register>,
        place: Place<Register>,
        operands: [Register; 4],
    ) {
        let Register::Column(first) = result.first else {
            return;
        };
        for lane in 0..self.lanes {
            if self.active().contains(lane) {
                let address = self.source(place.address).lane(lane);
                let [low, high, expected_low, expected_high] =
                    operands.map(|operand| u64::from(self.source(operand).lane(lane)));
                let values = [low | high << 32, expected_low | expected_high << 32];
                let old = window.wide_atomic(address, place.offset, function, values);
                self.scratch.columns[first as usize][lane] = old as u32;
                self.scratch.columns[first as usize + 1][lane] = (old >> 32) as u32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::{execute::Binding, memory::Memory};

    /// Each addition carries into the high word; torn ones would lose carries.
    #[test]
    fn threads_lose_no_carry() {
        const TURNS: u64 = 20_000;
        const THREADS: u64 = 4;
        const STEP: u64 = 0xFFFF_FFFF;
        let memory = Memory::zeroed(16);
        let add = || {
            let binding = Binding {
                memory: &memory,
                offset: 4,
                size: 8,
            };
            let window = Window::of_binding(&binding).expect("the binding has words");
            for _ in 0..TURNS {
                let _turn = memory.lock_pairs();
                window.wide_atomic(0, 0, WideUpdate::Add, [STEP, 0]);
            }
        };
        thread::scope(|scope| (0..THREADS).for_each(|_| drop(scope.spawn(add))));
        let mut bytes = [0; 16];
        memory.read(0, &mut bytes);
        let sum = (THREADS * TURNS * STEP).to_le_bytes();
        assert_eq!(bytes[..4], [0; 4]);
        assert_eq!(bytes[4..12], sum);
        assert_eq!(bytes[12..], [0; 4]);
    }

    /// Half of a number is none: the access is dropped.
    #[test]
    fn a_number_that_ends_beyond_the_binding_is_not_there() {
        let memory = Memory::zeroed(16);
        memory.write(0, &[7; 16]);
        let binding = Binding {
            memory: &memory,
            offset: 0,
            size: 12,
        };
        let window = Window::of_binding(&binding).expect("the binding has words");
        for (address, offset) in [(2, 0), (0, 2), (3, 0), (1 << 31, 0), (1 << 31, 1)] {
            assert_eq!(
                window.wide_atomic(address, offset, WideUpdate::Exchange, [1, 0]),
                0
            );
        }
        let old = window.wide_atomic(1, 0, WideUpdate::Exchange, [1, 0]);
        assert_eq!(old, 0x0707_0707_0707_0707);
        let mut bytes = [0; 16];
        memory.read(0, &mut bytes);
        assert_eq!(bytes, [7, 7, 7, 7, 1, 0, 0, 0, 0, 0, 0, 0, 7, 7, 7, 7]);
    }
}
