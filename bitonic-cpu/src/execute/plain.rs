//! Loads, stores and atomics on words that one worker owns: workgroup memory, and the words of
//! immediates and constant tables. Out of range, loads give zero and stores do nothing.

use super::lanes::Source;
use super::mask::Active;
use crate::decode::operation::AtomicFunction;

fn tail(words: &[u32], offset: u32) -> &[u32] {
    words.get(offset as usize..).unwrap_or_default()
}

pub(super) fn load_word(words: &[u32], address: u32, offset: u32) -> u32 {
    let word = tail(words, offset).get(address as usize);
    word.copied().unwrap_or(0)
}

pub(super) fn load(target: &mut [u32], words: &[u32], addresses: &[u32], offset: u32) {
    let tail = tail(words, offset);
    for (target, &address) in target.iter_mut().zip(addresses) {
        *target = tail.get(address as usize).copied().unwrap_or(0);
    }
}

/// Stores of the active lanes, in the order of the lanes. The last of `words` is a pad.
pub(super) fn store(
    words: &mut [u32],
    addresses: Source<'_>,
    offset: u32,
    values: Source<'_>,
    active: Active<'_>,
    lanes: usize,
) {
    match (addresses, values) {
        (Source::Word(address), values) => {
            let last = (0..lanes).rev().find(|&lane| active.contains(lane));
            let word = words.get_mut(address as usize + offset as usize);
            if let (Some(lane), Some(word)) = (last, word) {
                *word = values.lane(lane);
            }
        }
        (Source::Column(addresses), Source::Word(value)) => {
            scatter(words, addresses, offset, |_| value, active);
        }
        (Source::Column(addresses), Source::Column(values)) => {
            scatter(words, addresses, offset, |lane| values[lane], active);
        }
    }
}

fn scatter(
    words: &mut [u32],
    addresses: &[u32],
    offset: u32,
    value: impl Fn(usize) -> u32,
    active: Active<'_>,
) {
    let Some(pad) = words.len().checked_sub(1) else {
        return;
    };
    match active {
        Active::All => {
            for (lane, &address) in addresses.iter().enumerate() {
                words[(address as usize + offset as usize).min(pad)] = value(lane);
            }
        }
        Active::Some(mask) => {
            for (lane, (&address, &mask)) in addresses.iter().zip(mask).enumerate() {
                // No branch: what must not be stored goes to the pad.
                let index = if mask != 0 {
                    address as usize + offset as usize
                } else {
                    pad
                };
                words[index.min(pad)] = value(lane);
            }
        }
    }
}

/// One invocation's atomic; returns the value before.
pub(super) fn atomic(
    words: &mut [u32],
    address: usize,
    function: AtomicFunction<u32>,
    operand: u32,
) -> u32 {
    let Some(word) = words.get_mut(address) else {
        return 0;
    };
    let old = *word;
    *word = match function {
        AtomicFunction::Combine(function) => function.scalar(old, operand),
        AtomicFunction::Exchange => operand,
        AtomicFunction::CompareExchange(expected) if expected == old => operand,
        AtomicFunction::CompareExchange(_) => old,
    };
    old
}
