//! Reading a texture back: a copy whose rows begin at multiples of 256 bytes, as WebGPU has
//! it, and the texels without what lies between them.

use super::{HostTexel, RawTexture, Texture, wgpu_extent};
use crate::buffer::Reading;
use crate::error::Error;

impl<F: HostTexel> Texture<F> {
    /// Waits for all submitted work and returns the texels of the first level, row by row,
    /// then layer by layer.
    ///
    /// # Errors
    ///
    /// The device was lost or has no memory left.
    pub fn read(&self) -> Result<Vec<F::Host>, Error> {
        self.read_level(0)
    }

    /// [`Texture::read`] of any level.
    ///
    /// # Errors
    ///
    /// There is no such level, or as [`Texture::read`].
    pub fn read_level(&self, level: u32) -> Result<Vec<F::Host>, Error> {
        let (reading, rows) = self.raw.begin_read(level)?;
        reading.wait(|bytes| rows.texels(bytes))
    }

    /// [`Texture::read`] as a future, for any executor: it blocks no thread of the caller's.
    ///
    /// # Errors
    ///
    /// As [`Texture::read`].
    pub async fn read_async(&self) -> Result<Vec<F::Host>, Error> {
        self.read_level_async(0).await
    }

    /// [`Texture::read_level`] as a future.
    ///
    /// # Errors
    ///
    /// As [`Texture::read_level`].
    pub async fn read_level_async(&self, level: u32) -> Result<Vec<F::Host>, Error> {
        let (reading, rows) = self.raw.begin_read(level)?;
        reading.wait_async(|bytes| rows.texels(bytes)).await
    }
}

/// How the rows of a copy lie: bytes of a row, bytes from one to the next, and how many.
struct Rows {
    bytes: usize,
    stride: usize,
    count: usize,
}

impl Rows {
    fn texels<T: bytemuck::Pod>(&self, padded: &[u8]) -> Vec<T> {
        let mut texels = vec![T::zeroed(); self.bytes * self.count / size_of::<T>()];
        let into = bytemuck::cast_slice_mut::<T, u8>(&mut texels);
        let rows = into.chunks_exact_mut(self.bytes);
        for (row, padded) in rows.zip(padded.chunks(self.stride)) {
            row.copy_from_slice(&padded[..self.bytes]);
        }
        texels
    }
}

impl RawTexture {
    /// Asks for a level as it is after all work submitted so far. Does not wait.
    fn begin_read(&self, level: u32) -> Result<(Reading, Rows), Error> {
        let size = self.level(level)?;
        let row = size[0] * self.texel_bytes();
        let stride = row.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let rows = u64::from(size[1]) * u64::from(size[2]);
        let layout = wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(stride),
            rows_per_image: Some(size[1]),
        };
        let bytes = u64::from(stride) * rows;
        let what = "copying a texture for reading";
        let reading = Reading::begin(&self.gpu, what, bytes, bytes, |encoder, buffer| {
            let to = wgpu::TexelCopyBufferInfo { buffer, layout };
            encoder.copy_texture_to_buffer(self.at_level(level), to, wgpu_extent(size));
        })?;
        let rows = Rows {
            bytes: row as usize,
            stride: stride as usize,
            count: rows as usize,
        };
        Ok((reading, rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_between_rows_is_left_out() {
        let rows = Rows {
            bytes: 4,
            stride: 6,
            count: 3,
        };
        let padded = [1u8, 0, 2, 0, 9, 9, 3, 0, 4, 0, 9, 9, 5, 0, 6, 0];
        assert_eq!(rows.texels::<u16>(&padded), [1, 2, 3, 4, 5, 6]);
    }
}
