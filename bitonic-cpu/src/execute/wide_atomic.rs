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
