//! The words that an operation may reach: a binding's part of a buffer, or workgroup memory.
//! Nothing outside is ever touched: a load there gives zero, a store there does nothing.

use std::cell::Cell;
use std::sync::atomic::AtomicU32;

use super::Binding;
use super::lanes::Source;
use super::mask::Active;
use super::vectors::Instructions;
use super::words::{Slot, gather, scatter};
use crate::decode::operation::AtomicFunction;
use crate::value::WideUpdate;

/// Words, address 0 first.
pub(super) struct Window<'a, S> {
    words: &'a [S],
    /// A word outside that nothing reads.
    pad: &'a S,
}

impl<'a> Window<'a, AtomicU32> {
    /// The words of a binding, as far as its memory goes.
    pub(super) fn of_binding(binding: &Binding<'a>) -> Option<Self> {
        let (pad, words) = binding.memory.words_and_pad().split_last()?;
        let start = usize::try_from(binding.offset / 4).ok()?;
        let length = usize::try_from(binding.size / 4).ok()?;
        let words = words.get(start..)?;
        let words = words.get(..length).unwrap_or(words);
        Some(Self { words, pad })
    }
}

impl<'a> Window<'a, Cell<u32>> {
    /// Words that one worker owns; the last one is the pad.
    pub(super) fn of_words(words: &'a mut [u32]) -> Option<Self> {
        let cells = Cell::from_mut(words).as_slice_of_cells();
        let (pad, words) = cells.split_last()?;
        Some(Self { words, pad })
    }
}

impl<'a, S: Slot> Window<'a, S> {
    /// Words in the window.
    pub(super) fn length(&self) -> usize {
        self.words.len()
    }

    pub(super) fn words(&self) -> &'a [S] {
        self.words
    }

    fn tail(&self, offset: u32) -> &'a [S] {
        self.words.get(offset as usize..).unwrap_or_default()
    }

    pub(super) fn load_word(&self, address: u32, offset: u32) -> u32 {
        let word = self.tail(offset).get(address as usize);
        word.map_or(0, S::get)
    }

    pub(super) fn load(
        &self,
        instructions: Instructions,
        target: &mut [u32],
        addresses: &[u32],
        offset: u32,
    ) {
        gather(instructions, target, self.tail(offset), addresses);
    }

    /// Stores of the active lanes, in the order of the lanes. Where all have one address, or one
    /// value, `spare` lends a column to spread it over.
    pub(super) fn store(
        &self,
        instructions: Instructions,
        addresses: Source<'_>,
        offset: u32,
        values: Source<'_>,
        active: Active<'_>,
        spare: &mut [u32],
    ) {
        let words = self.tail(offset);
        match (addresses, values) {
            (Source::Word(address), values) => {
                let mut lanes = (0..spare.len()).rev();
                let last = lanes.find(|&lane| active.contains(lane));
                if let (Some(lane), Some(word)) = (last, words.get(address as usize)) {
                    word.set(values.lane(lane));
                }
            }
            (Source::Column(addresses), Source::Word(value)) => {
                spare.fill(value);
                scatter(instructions, words, self.pad, addresses, spare, active);
            }
            (Source::Column(addresses), Source::Column(values)) => {
                scatter(instructions, words, self.pad, addresses, values, active);
            }
        }
    }

    /// One invocation's atomic on two words, low word first; returns the value before, 0 where not
    /// both lie in the window. The caller sees to it that nobody else uses them meanwhile.
    pub(super) fn wide_atomic(
        &self,
        address: u32,
        offset: u32,
        function: WideUpdate,
        [operand, expected]: [u64; 2],
    ) -> u64 {
        let words = self.tail(offset).get(address as usize..);
        let Some([low, high]) = words.and_then(<[S]>::first_chunk) else {
            return 0;
        };
        let old = u64::from(low.get()) | u64::from(high.get()) << 32;
        let new = function.apply(old, operand, expected);
        if new != old {
            low.set(new as u32);
            high.set((new >> 32) as u32);
        }
        old
    }

    /// One invocation's atomic; returns the value before, 0 beyond the window.
    pub(super) fn atomic(
        &self,
        address: u32,
        offset: u32,
        function: AtomicFunction<u32>,
        operand: u32,
    ) -> u32 {
        let word = self.tail(offset).get(address as usize);
        word.map_or(0, |word| match function {
            AtomicFunction::Combine(function) => word.update(|old| function.scalar(old, operand)),
            AtomicFunction::Exchange => word.update(|_| operand),
            AtomicFunction::CompareExchange(expected) => {
                word.update(|old| if old == expected { operand } else { old })
            }
        })
    }
}
