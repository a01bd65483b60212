//! Values on their way into a buffer: as they lie in memory where the buffer holds the
//! same bytes, else converted a piece at a time, straight to where they go. So no second
//! copy of them all is ever made on the host.

use bitonic_dsl::types::HostShareable;

use super::RawBuffer;
use crate::device::Content;
use crate::error::Error;

/// Bytes of one piece, about: so few that it is still in the nearest cache when it is copied
/// on. Measured: larger ones cost twice the time.
const PIECE: usize = 1 << 12;

/// Values to be written.
pub(super) struct Values<'a, T>(pub(super) &'a [T]);

impl<T: HostShareable> Content for Values<'_, T> {
    fn len(&self) -> usize {
        match T::lend(self.0) {
            Some(bytes) => bytes.len(),
            None => self.0.len() * T::LAYOUT.stride() as usize,
        }
    }

    fn pieces(&self, take: &mut dyn FnMut(&[u8])) {
        match T::lend(self.0) {
            Some(bytes) => take(bytes),
            None => {
                let count = (PIECE / T::LAYOUT.stride() as usize).max(1);
                self.0
                    .chunks(count)
                    .for_each(|some| take(&T::bytes_of(some)));
            }
        }
    }
}

impl RawBuffer {
    /// Writes the values from the buffer's start on, after all work submitted so far.
    pub(super) fn write_values<T: HostShareable>(&self, values: &[T]) -> Result<(), Error> {
        if let Some(bytes) = T::lend(values) {
            return self.write_bytes(bytes);
        }
        let content = Values(values);
        let Some(size) = wgpu::BufferSize::new(content.len() as u64) else {
            return Ok(());
        };
        if !size.get().is_multiple_of(super::GRANULE) {
            return self.write_bytes(&T::bytes_of(values));
        }
        self.gpu.scoped("writing a buffer", || {
            let view = self.gpu.queue().write_buffer_with(&self.buffer, 0, size);
            // Where there is none, the scope has the reason.
            if let Some(mut view) = view {
                let mut start = 0;
                content.pieces(&mut |piece| {
                    let end = start + piece.len();
                    view.slice(start..end).copy_from_slice(piece);
                    start = end;
                });
            }
        })
    }
}
