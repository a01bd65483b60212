//! Loads, stores and atomics on the words of a memory. Nothing outside the bound words is ever
//! touched: a load there gives zero, a store there goes to a pad word that nothing reads.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::Binding;
use super::lanes::Source;
use super::mask::Active;
use crate::decode::operation::AtomicFunction;
use crate::value::Binary;

/// Words that an operation may reach, address 0 first.
#[derive(Clone, Copy)]
pub(super) struct Window<'a> {
    /// The whole memory with, last, its pad.
    words: &'a [AtomicU32],
    start: usize,
    length: usize,
}

impl<'a> Window<'a> {
    /// The words of a binding, as far as its memory goes.
    pub(super) fn of(binding: &Binding<'a>) -> Self {
        let words = binding.memory.words_and_pad();
        let visible = words.len() - 1;
        let start = usize::try_from(binding.offset / 4).map_or(visible, |start| start.min(visible));
        let length = usize::try_from(binding.size / 4).unwrap_or(usize::MAX);
        Self {
            words,
            start,
            length: length.min(visible - start),
        }
    }

    /// Words in the window.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// The words from `offset` on.
    fn tail(&self, offset: u32) -> &'a [AtomicU32] {
        let bound = &self.words[self.start..self.start + self.length];
        bound.get(offset as usize..).unwrap_or_default()
    }

    pub(super) fn load_word(&self, address: u32, offset: u32) -> u32 {
        let word = self.tail(offset).get(address as usize);
        word.map_or(0, |word| word.load(Relaxed))
    }

    pub(super) fn load(&self, target: &mut [u32], addresses: &[u32], offset: u32) {
        let tail = self.tail(offset);
        for (target, &address) in target.iter_mut().zip(addresses) {
            *target = tail
                .get(address as usize)
                .map_or(0, |word| word.load(Relaxed));
        }
    }

    /// Stores of the active lanes, in the order of the lanes.
    pub(super) fn store(
        &self,
        addresses: Source<'_>,
        offset: u32,
        values: Source<'_>,
        active: Active<'_>,
        lanes: usize,
    ) {
        match addresses {
            Source::Word(address) => {
                let last = (0..lanes).rev().find(|&lane| active.contains(lane));
                let word = self.tail(offset).get(address as usize);
                if let (Some(lane), Some(word)) = (last, word) {
                    word.store(values.lane(lane), Relaxed);
                }
            }
            Source::Column(addresses) => match values {
                Source::Column(values) => {
                    self.scatter(addresses, offset, |lane| values[lane], active)
                }
                Source::Word(value) => self.scatter(addresses, offset, |_| value, active),
            },
        }
    }

    fn scatter(
        &self,
        addresses: &[u32],
        offset: u32,
        value: impl Fn(usize) -> u32,
        active: Active<'_>,
    ) {
        match active {
            Active::All => {
                let tail = self.tail(offset);
                for (lane, &address) in addresses.iter().enumerate() {
                    if let Some(word) = tail.get(address as usize) {
                        word.store(value(lane), Relaxed);
                    }
                }
            }
            Active::Some(mask) => {
                let first = self.start + offset as usize;
                let limit = self.length.saturating_sub(offset as usize);
                let pad = self.words.len() - 1;
                for (lane, (&address, &mask)) in addresses.iter().zip(mask).enumerate() {
                    let address = address as usize;
                    // No branch: what must not be stored goes to the pad.
                    let stores = (mask != 0) & (address < limit);
                    let index = if stores { first + address } else { pad };
                    if let Some(word) = self.words.get(index) {
                        word.store(value(lane), Relaxed);
                    }
                }
            }
        }
    }

    /// One invocation's atomic; returns the value before, 0 beyond the window.
    pub(super) fn atomic(
        &self,
        address: usize,
        function: AtomicFunction<u32>,
        operand: u32,
    ) -> u32 {
        let Some(word) = self.tail(0).get(address) else {
            return 0;
        };
        match function {
            AtomicFunction::Combine(Binary::Add) => word.fetch_add(operand, Relaxed),
            AtomicFunction::Combine(function) => update(word, |old| function.scalar(old, operand)),
            AtomicFunction::Exchange => word.swap(operand, Relaxed),
            AtomicFunction::CompareExchange(expected) => {
                let exchanged = word.compare_exchange(expected, operand, Relaxed, Relaxed);
                exchanged.unwrap_or_else(|found| found)
            }
        }
    }
}

fn update(word: &AtomicU32, function: impl Fn(u32) -> u32) -> u32 {
    let mut old = word.load(Relaxed);
    while let Err(found) = word.compare_exchange_weak(old, function(old), Relaxed, Relaxed) {
        old = found;
    }
    old
}
