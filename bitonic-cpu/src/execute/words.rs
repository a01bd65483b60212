//! Gather and scatter: the words of a memory to and from the lanes of a column.
//!
//! Neighbouring lanes mostly touch neighbouring words, so lanes are taken in groups, and a group
//! whose addresses run upwards one by one is copied without looking at each. The same code serves
//! buffers, whose words are atomics, and workgroup memory, which one worker owns.

use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::mask::Active;
use super::vectors::{Instructions, Work};

/// Lanes that are handled together.
const GROUP: usize = 8;

/// A word that can be read.
pub(super) trait Word {
    fn get(&self) -> u32;
}

/// A word that can be written through a shared reference.
pub(super) trait Slot: Word {
    fn set(&self, value: u32);

    /// Replaces the value by a function of it, at once for all threads; returns the value before.
    fn update(&self, function: impl Fn(u32) -> u32) -> u32;
}

impl Word for u32 {
    #[inline]
    fn get(&self) -> u32 {
        *self
    }
}

impl Word for Cell<u32> {
    #[inline]
    fn get(&self) -> u32 {
        Cell::get(self)
    }
}

impl Slot for Cell<u32> {
    #[inline]
    fn set(&self, value: u32) {
        Cell::set(self, value);
    }

    fn update(&self, function: impl Fn(u32) -> u32) -> u32 {
        let old = Cell::get(self);
        self.replace(function(old))
    }
}

impl Word for AtomicU32 {
    #[inline]
    fn get(&self) -> u32 {
        self.load(Relaxed)
    }
}

impl Slot for AtomicU32 {
    #[inline]
    fn set(&self, value: u32) {
        self.store(value, Relaxed);
    }

    fn update(&self, function: impl Fn(u32) -> u32) -> u32 {
        let mut old = self.load(Relaxed);
        while let Err(found) = self.compare_exchange_weak(old, function(old), Relaxed, Relaxed) {
            old = found;
        }
        old
    }
}

/// The word of each lane's address; zero beyond the end.
pub(super) fn gather<W: Word>(
    instructions: Instructions,
    target: &mut [u32],
    words: &[W],
    addresses: &[u32],
) {
    instructions.run(Gather {
        target,
        words,
        addresses,
    });
}

struct Gather<'a, W> {
    target: &'a mut [u32],
    words: &'a [W],
    addresses: &'a [u32],
}

impl<W: Word> Work for Gather<'_, W> {
    type Output = ();

    #[inline(always)]
    fn work(self) {
        gather_lanes(self.target, self.words, self.addresses);
    }
}

#[inline(always)]
fn gather_lanes<W: Word>(target: &mut [u32], words: &[W], addresses: &[u32]) {
    let (targets, last_targets) = target.as_chunks_mut::<GROUP>();
    let (groups, last_addresses) = addresses.as_chunks::<GROUP>();
    for (target, addresses) in targets.iter_mut().zip(groups) {
        match run(words, addresses) {
            Some(run) => {
                for (target, word) in target.iter_mut().zip(run) {
                    *target = word.get();
                }
            }
            None => gather_each(target, words, addresses),
        }
    }
    gather_each(last_targets, words, last_addresses);
}

#[inline(always)]
fn gather_each<W: Word>(target: &mut [u32], words: &[W], addresses: &[u32]) {
    for (target, &address) in target.iter_mut().zip(addresses) {
        *target = words.get(address as usize).map_or(0, W::get);
    }
}

/// The words at `addresses`, if those run upwards one by one and all exist.
#[inline(always)]
fn run<'w, W>(words: &'w [W], addresses: &[u32; GROUP]) -> Option<&'w [W; GROUP]> {
    let first = addresses[0];
    let mut differences = 0;
    for (step, &address) in (0..).zip(addresses) {
        differences |= address ^ first.wrapping_add(step);
    }
    if differences != 0 {
        return None;
    }
    words.get(first as usize..)?.first_chunk()
}

/// Writes the active lanes' values at their addresses, in the order of the lanes. What lies beyond
/// the end of `words`, and what belongs to an inactive lane, may be written to `pad`.
pub(super) fn scatter<S: Slot>(
    instructions: Instructions,
    words: &[S],
    pad: &S,
    addresses: &[u32],
    values: &[u32],
    active: Active<'_>,
) {
    instructions.run(Scatter {
        words,
        pad,
        addresses,
        values,
        active,
    });
}

struct Scatter<'a, S> {
    words: &'a [S],
    pad: &'a S,
    addresses: &'a [u32],
    values: &'a [u32],
    active: Active<'a>,
}

impl<S: Slot> Work for Scatter<'_, S> {
    type Output = ();

    #[inline(always)]
    fn work(self) {
        scatter_lanes(
            self.words,
            self.pad,
            self.addresses,
            self.values,
            self.active,
        );
    }
}

#[inline(always)]
fn scatter_lanes<S: Slot>(
    words: &[S],
    pad: &S,
    addresses: &[u32],
    values: &[u32],
    active: Active<'_>,
) {
    let (address_groups, last_addresses) = addresses.as_chunks::<GROUP>();
    let (value_groups, last_values) = values.as_chunks::<GROUP>();
    let groups = address_groups.iter().zip(value_groups);
    match active {
        Active::All => {
            groups.for_each(|(addresses, values)| scatter_group(words, addresses, values));
            scatter_each(words, last_addresses, last_values);
        }
        Active::Some(mask) => {
            let (mask_groups, last_mask) = mask.as_chunks::<GROUP>();
            for ((addresses, values), mask) in groups.zip(mask_groups) {
                if *mask == [u32::MAX; GROUP] {
                    scatter_group(words, addresses, values);
                } else if *mask != [0; GROUP] {
                    scatter_masked(words, pad, addresses, values, mask);
                }
            }
            scatter_masked(words, pad, last_addresses, last_values, last_mask);
        }
    }
}

#[inline(always)]
fn scatter_group<S: Slot>(words: &[S], addresses: &[u32; GROUP], values: &[u32; GROUP]) {
    match run(words, addresses) {
        Some(run) => {
            for (word, &value) in run.iter().zip(values) {
                word.set(value);
            }
        }
        None => scatter_each(words, addresses, values),
    }
}

#[inline(always)]
fn scatter_each<S: Slot>(words: &[S], addresses: &[u32], values: &[u32]) {
    for (&address, &value) in addresses.iter().zip(values) {
        if let Some(word) = words.get(address as usize) {
            word.set(value);
        }
    }
}

/// Without a branch on the mask, which may follow no pattern.
#[inline(always)]
fn scatter_masked<S: Slot>(words: &[S], pad: &S, addresses: &[u32], values: &[u32], mask: &[u32]) {
    for ((&address, &value), &mask) in addresses.iter().zip(values).zip(mask) {
        let address = address as usize;
        let word = words.get(address).filter(|_| mask != 0);
        word.unwrap_or(pad).set(value);
    }
}

#[cfg(test)]
mod tests {
    use super::super::vectors::Vectors;
    use super::*;

    const VECTORS: [Vectors; 2] = [Vectors::Baseline, Vectors::Widest];

    const RUN: [u32; 11] = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];
    const MIXED: [u32; 11] = [3, 4, 5, 6, 7, 8, 9, 11, 0, 99, u32::MAX];
    const NEAR_END: [u32; 11] = [9, 10, 11, 12, 13, 14, 15, 16, 1, 1, 1];

    #[test]
    fn gathers_words_and_zero_beyond_the_end() {
        let words: Vec<u32> = (100..112).collect();
        for addresses in [RUN, MIXED, NEAR_END] {
            let expected = addresses.map(|a| if a < 12 { 100 + a } else { 0 });
            for vectors in VECTORS {
                let mut target = [7; 11];
                gather(vectors.resolve(), &mut target, &words, &addresses);
                assert_eq!(target, expected);
            }
        }
    }

    /// Every mask over three shapes of addresses, against one lane after the other.
    #[test]
    fn scatters_the_active_lanes_only() {
        let values: Vec<u32> = (200..211).collect();
        for addresses in [RUN, MIXED, NEAR_END] {
            for bits in 0..1u32 << 11 {
                let mask: Vec<u32> = (0..11)
                    .map(|lane| if bits >> lane & 1 == 1 { u32::MAX } else { 0 })
                    .collect();
                let mut expected = [5; 12];
                for lane in 0..11 {
                    if mask[lane] != 0 && addresses[lane] < 12 {
                        expected[addresses[lane] as usize] = values[lane];
                    }
                }
                let active = if bits == (1 << 11) - 1 {
                    Active::All
                } else {
                    Active::Some(&mask)
                };
                for vectors in VECTORS {
                    let words = [const { Cell::new(5) }; 12];
                    let pad = Cell::new(0);
                    let instructions = vectors.resolve();
                    scatter(instructions, &words, &pad, &addresses, &values, active);
                    assert_eq!(
                        words.map(|word| word.get()),
                        expected,
                        "{addresses:?} {bits:b} {vectors:?}"
                    );
                }
            }
        }
    }
}
