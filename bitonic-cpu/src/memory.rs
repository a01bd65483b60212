//! Storage shared by the buffers of an adapter: 32-bit words that any thread may read and write.
//!
//! Words are atomics used relaxed, which costs nothing measurable over plain words and needs no
//! `unsafe`. Host access goes by bytes, shader access by words. Who may use which range, and when,
//! is decided by the callers.

use std::sync::{
    Mutex, MutexGuard, PoisonError,
    atomic::{AtomicU32, Ordering::Relaxed},
};

/// Bytes in a word.
const WORD: u64 = 4;

/// A zero-initialised block of words. Bytes are little-endian within a word.
///
/// Accesses beyond the end are harmless: reads give zero, writes are dropped.
#[derive(Debug)]
pub struct Memory {
    /// The visible words and one more, the pad: stores that must not happen are sent there, so that
    /// a scatter needs no branch.
    words: Box<[AtomicU32]>,
    /// Held while atomics on two words run.
    pairs: Mutex<()>,
}

impl Memory {
    /// A block of at least `bytes` zero bytes, rounded up to a whole word.
    ///
    /// # Panics
    /// If the host has not that much memory; [`Memory::try_zeroed`] reports it instead.
    #[must_use]
    pub fn zeroed(bytes: u64) -> Self {
        Self::try_zeroed(bytes).expect("the host cannot allocate the memory of this buffer")
    }

    /// Like [`Memory::zeroed`]; `None` where the host cannot allocate `bytes`.
    #[must_use]
    pub fn try_zeroed(bytes: u64) -> Option<Self> {
        let count = usize::try_from(bytes.div_ceil(WORD)).ok()?.checked_add(1)?;
        // Zero from the allocator: pages of a large buffer come as they are touched.
        let words = bytemuck::allocation::try_zeroed_slice_box(count).ok()?;
        Some(Self {
            words,
            pairs: Mutex::new(()),
        })
    }

    /// The size in bytes, a multiple of four.
    #[must_use]
    pub fn byte_len(&self) -> u64 {
        self.visible().len() as u64 * WORD
    }

    /// Copies the bytes from `offset` on into `out`.
    pub fn read(&self, offset: u64, out: &mut [u8]) {
        let mut at = offset;
        let mut rest = out;
        while !rest.is_empty() {
            let (within, take) = word_part(at, rest.len());
            let bytes = self.word(at / WORD).to_le_bytes();
            let (now, later) = rest.split_at_mut(take);
            now.copy_from_slice(&bytes[within..within + take]);
            rest = later;
            at += take as u64;
        }
    }

    /// Copies `data` to the bytes from `offset` on.
    pub fn write(&self, offset: u64, data: &[u8]) {
        let mut at = offset;
        let mut rest = data;
        while !rest.is_empty() {
            let (within, take) = word_part(at, rest.len());
            let (now, later) = rest.split_at(take);
            self.update(at / WORD, |bytes| {
                bytes[within..within + take].copy_from_slice(now);
            });
            rest = later;
            at += take as u64;
        }
    }

    /// Copies `len` bytes of `source`, which may be this same memory: overlapping ranges copy as
    /// if through a temporary.
    pub fn copy_from(&self, offset: u64, source: &Memory, source_offset: u64, len: u64) {
        let len = len.min(self.byte_len().saturating_sub(offset));
        if (offset | source_offset | len).is_multiple_of(WORD) {
            self.copy_words(offset / WORD, source, source_offset / WORD, len / WORD);
        } else if let Ok(len) = usize::try_from(len) {
            let mut bytes = vec![0; len];
            source.read(source_offset, &mut bytes);
            self.write(offset, &bytes);
        }
    }

    /// Sets `len` bytes from `offset` on to zero.
    pub fn clear(&self, offset: u64, len: u64) {
        let end = offset.saturating_add(len).min(self.byte_len());
        let mut at = offset;
        while at < end {
            let (within, take) = word_part(at, usize::try_from(end - at).unwrap_or(usize::MAX));
            self.update(at / WORD, |bytes| bytes[within..within + take].fill(0));
            at += take as u64;
        }
    }

    /// Keeps all other threads from atomics on two words until it is dropped.
    ///
    /// A shader reaches the words of a 64-bit atomic through such operations alone, and no words are
    /// bound twice where they are written, so the lock makes each operation indivisible. It is taken
    /// once for an operation of all lanes, not for each lane; the cost is that threads which update one
    /// buffer take turns.
    pub(crate) fn lock_pairs(&self) -> MutexGuard<'_, ()> {
        self.pairs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The words of this memory and, last, the pad.
    pub(crate) fn words_and_pad(&self) -> &[AtomicU32] {
        &self.words
    }

    fn visible(&self) -> &[AtomicU32] {
        &self.words[..self.words.len() - 1]
    }

    fn word(&self, index: u64) -> u32 {
        self.slot(index).map_or(0, |word| word.load(Relaxed))
    }

    fn slot(&self, index: u64) -> Option<&AtomicU32> {
        self.visible().get(usize::try_from(index).ok()?)
    }

    fn update(&self, index: u64, change: impl FnOnce(&mut [u8; 4])) {
        if let Some(word) = self.slot(index) {
            let mut bytes = word.load(Relaxed).to_le_bytes();
            change(&mut bytes);
            word.store(u32::from_le_bytes(bytes), Relaxed);
        }
    }

    fn copy_words(&self, to: u64, source: &Memory, from: u64, count: u64) {
        let copy = |index| {
            if let Some(word) = self.slot(to + index) {
                word.store(source.word(from + index), Relaxed);
            }
        };
        // The direction that never overwrites a word before it is read, when both are one memory.
        if to <= from {
            (0..count).for_each(copy);
        } else {
            (0..count).rev().for_each(copy);
        }
    }
}

/// Where byte `at` lies in its word, and how many of `len` bytes are left in that word.
fn word_part(at: u64, len: usize) -> (usize, usize) {
    let within = (at % WORD) as usize;
    (within, len.min(WORD as usize - within))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(len: u8) -> Memory {
        let memory = Memory::zeroed(u64::from(len));
        memory.write(0, &(0..len).collect::<Vec<_>>());
        memory
    }

    fn bytes(memory: &Memory) -> Vec<u8> {
        let mut out = vec![0xAA; memory.byte_len() as usize];
        memory.read(0, &mut out);
        out
    }

    #[test]
    fn sizes_round_up_to_a_word_and_start_as_zero() {
        assert_eq!(bytes(&Memory::zeroed(5)), [0; 8]);
        assert_eq!(Memory::zeroed(0).byte_len(), 0);
    }

    #[test]
    fn an_impossible_size_is_none() {
        assert!(Memory::try_zeroed(u64::MAX).is_none());
        assert!(Memory::try_zeroed(1 << 62).is_none());
    }

    #[test]
    fn unaligned_ranges_touch_only_their_bytes() {
        let memory = numbered(12);
        memory.write(3, &[93, 94, 95, 96, 97, 98]);
        assert_eq!(bytes(&memory), [0, 1, 2, 93, 94, 95, 96, 97, 98, 9, 10, 11]);
        memory.clear(5, 2);
        assert_eq!(bytes(&memory), [0, 1, 2, 93, 94, 0, 0, 97, 98, 9, 10, 11]);
        let mut out = [0; 3];
        memory.read(7, &mut out);
        assert_eq!(out, [97, 98, 9]);
    }

    #[test]
    fn ranges_past_the_end_read_zero_and_are_not_written() {
        let memory = numbered(8);
        memory.write(6, &[60, 70, 80, 90]);
        let mut out = [1; 4];
        memory.read(6, &mut out);
        assert_eq!(out, [60, 70, 0, 0]);
        memory.clear(7, u64::MAX);
        assert_eq!(bytes(&memory), [0, 1, 2, 3, 4, 5, 60, 0]);
    }

    #[test]
    fn overlapping_copies_behave_as_through_a_temporary() {
        for (to, from, len) in [(4, 0, 8), (0, 4, 8), (1, 0, 9), (0, 3, 7), (8, 8, 4)] {
            let memory = numbered(12);
            let mut expected = bytes(&memory);
            expected.copy_within(from..from + len, to);
            memory.copy_from(to as u64, &memory, from as u64, len as u64);
            assert_eq!(bytes(&memory), expected, "{to} {from} {len}");
        }
    }

    #[test]
    fn copies_between_memories() {
        let (source, target) = (numbered(8), Memory::zeroed(8));
        target.copy_from(4, &source, 0, 4);
        assert_eq!(bytes(&target), [0, 0, 0, 0, 0, 1, 2, 3]);
        target.copy_from(2, &source, 5, 3);
        assert_eq!(bytes(&target), [0, 0, 5, 6, 7, 1, 2, 3]);
    }
}
