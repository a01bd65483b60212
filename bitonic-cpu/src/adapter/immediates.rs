//! The immediates of a pass: small data set between dispatches.

use naga::valid::ImmediateSlots;
use wgpu::IMMEDIATE_DATA_ALIGNMENT;

/// Immediates set so far, and which.
#[derive(Debug, Default)]
pub(super) struct Immediates {
    words: Vec<u32>,
    set: ImmediateSlots,
}

/// Why immediates cannot be set or used.
#[derive(Debug, thiserror::Error)]
pub(super) enum ImmediatesError {
    #[error("Immediate offset {0} must be a multiple of {IMMEDIATE_DATA_ALIGNMENT}")]
    UnalignedOffset(u32),
    #[error("Immediate size {0} must be a multiple of {IMMEDIATE_DATA_ALIGNMENT}")]
    UnalignedSize(usize),
    #[error(
        "Immediates at {offset} of {size} bytes overrun the {layout} bytes of the pipeline layout"
    )]
    OutOfBounds {
        offset: u32,
        size: usize,
        layout: u32,
    },
    #[error("The pipeline reads immediates that were not set (missing byte ranges: {0})")]
    Missing(String),
}

impl Immediates {
    /// Forgets everything and makes room for `bytes`.
    pub(super) fn reset(&mut self, bytes: u32) {
        self.words = vec![0; bytes.div_ceil(IMMEDIATE_DATA_ALIGNMENT) as usize];
        self.set = ImmediateSlots::default();
    }

    /// Bytes that there is room for.
    pub(super) fn size(&self) -> u32 {
        self.words.len() as u32 * IMMEDIATE_DATA_ALIGNMENT
    }

    pub(super) fn words(&self) -> &[u32] {
        &self.words
    }

    /// Writes `data` at byte `offset`.
    pub(super) fn write(&mut self, offset: u32, data: &[u8]) -> Result<(), ImmediatesError> {
        if !offset.is_multiple_of(IMMEDIATE_DATA_ALIGNMENT) {
            return Err(ImmediatesError::UnalignedOffset(offset));
        }
        let (words, rest) = data.as_chunks::<{ IMMEDIATE_DATA_ALIGNMENT as usize }>();
        if !rest.is_empty() {
            return Err(ImmediatesError::UnalignedSize(data.len()));
        }
        let start = (offset / IMMEDIATE_DATA_ALIGNMENT) as usize;
        let layout = self.size();
        let places = self
            .words
            .get_mut(start..)
            .and_then(|places| places.get_mut(..words.len()))
            .ok_or(ImmediatesError::OutOfBounds {
                offset,
                size: data.len(),
                layout,
            })?;
        for (place, word) in places.iter_mut().zip(words) {
            *place = u32::from_le_bytes(*word);
        }
        // In bounds, so the size is small.
        self.set |= ImmediateSlots::from_range(offset, data.len() as u32);
        Ok(())
    }

    /// That all of `needed` has been written.
    pub(super) fn check(&self, needed: ImmediateSlots) -> Result<(), ImmediatesError> {
        if self.set.contains(needed) {
            Ok(())
        } else {
            let missing = needed.difference(self.set);
            Err(ImmediatesError::Missing(missing.to_string()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_size(bytes: u32) -> Immediates {
        let mut immediates = Immediates::default();
        immediates.reset(bytes);
        immediates
    }

    #[test]
    fn words_are_little_endian_and_remembered_as_set() {
        let mut immediates = of_size(12);
        immediates
            .write(4, &[1, 2, 0, 0, 3, 0, 0, 0])
            .expect("in bounds");
        assert_eq!(immediates.words(), [0, 0x201, 3]);
        assert!(immediates.check(ImmediateSlots::from_range(4, 8)).is_ok());
        let missing = immediates.check(ImmediateSlots::from_range(0, 8));
        assert!(matches!(missing, Err(ImmediatesError::Missing(_))));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let mut immediates = of_size(8);
        let refused = |result| matches!(result, Err(ImmediatesError::OutOfBounds { .. }));
        assert!(refused(immediates.write(8, &[0; 4])));
        assert!(refused(immediates.write(4, &[0; 8])));
        assert!(refused(immediates.write(400, &[0; 4])));
        let unaligned = immediates.write(2, &[0; 4]);
        assert!(matches!(
            unaligned,
            Err(ImmediatesError::UnalignedOffset(2))
        ));
        let unaligned = immediates.write(0, &[0; 3]);
        assert!(matches!(unaligned, Err(ImmediatesError::UnalignedSize(3))));
    }
}
