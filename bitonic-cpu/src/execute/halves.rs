//! Halves of words in memory: the scalars of 16 bits of a buffer. Two invocations may own the two
//! halves of a word, so that a store changes its half alone, at once for all threads.

use super::lanes::Source;
use super::mask::Active;
use super::window::Window;
use super::words::{Slot, Word};

/// Bits of a half.
const BITS: u32 = 16;
/// The low half.
const LOW: u32 = 0xFFFF;

/// The half at `address + offset` of `words`, in the low bits; zero beyond the end.
pub(super) fn load<W: Word>(words: &[W], address: u32, offset: u32) -> u32 {
    let (index, shift) = position(address, offset);
    let word = words.get(index).map_or(0, W::get);
    (word >> shift) & LOW
}

/// The half of each lane's address.
pub(super) fn gather<W: Word>(target: &mut [u32], words: &[W], addresses: &[u32], offset: u32) {
    for (target, &address) in target.iter_mut().zip(addresses) {
        *target = load(words, address, offset);
    }
}

/// The word that a half lies in, and its bits before the half.
fn position(address: u32, offset: u32) -> (usize, u32) {
    let half = u64::from(address) + u64::from(offset);
    let index = usize::try_from(half / 2).unwrap_or(usize::MAX);
    (index, (half % 2) as u32 * BITS)
}

impl<S: Slot> Window<'_, S> {
    /// Stores the low bits of the active lanes' values, in the order of the lanes.
    pub(super) fn store_halves(
        &self,
        addresses: Source<'_>,
        offset: u32,
        values: Source<'_>,
        active: Active<'_>,
        lanes: usize,
    ) {
        for lane in (0..lanes).filter(|&lane| active.contains(lane)) {
            let (index, shift) = position(addresses.lane(lane), offset);
            if let Some(word) = self.words().get(index) {
                let half = (values.lane(lane) & LOW) << shift;
                word.update(|old| old & !(LOW << shift) | half);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_half_is_loaded_from_its_place_and_zero_beyond_the_end() {
        let words = [0x2222_1111u32, 0x4444_3333];
        let mut loaded = [7; 6];
        gather(&mut loaded, &words, &[0, 1, 2, 3, 4, u32::MAX], 0);
        assert_eq!(loaded, [0x1111, 0x2222, 0x3333, 0x4444, 0, 0]);
        assert_eq!(load(&words, u32::MAX, u32::MAX), 0);
    }

    #[test]
    fn a_store_changes_its_half_of_the_active_lanes_alone() {
        let mut words = [0x2222_1111u32, 0x4444_3333, 0];
        let mask = [u32::MAX, 0, u32::MAX, u32::MAX];
        let window = Window::of_words(&mut words).expect("there is a pad");
        window.store_halves(
            Source::Column(&[0, 1, 1, 9]),
            1,
            Source::Word(0xABCD_EF01),
            Active::Some(&mask),
            4,
        );
        assert_eq!(
            window.words().iter().map(Cell::get).collect::<Vec<_>>(),
            [0xEF01_1111, 0x4444_EF01]
        );
    }
}
