//! The memory of a texture: where each level, layer and row lies, and moving rows in and out.
//!
//! Rows begin at whole words; texels of one or two bytes share a word. How a shader sees a texture, and
//! what its bits mean, is in `view` and `format`.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::format::Format;
use crate::memory::Memory;

/// How many axes a texture has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// A row.
    D1,
    /// Layers of rows.
    D2,
    /// A volume.
    D3,
}

/// What a texture is made of.
#[derive(Clone, Copy, Debug)]
pub struct TextureShape {
    /// Axes.
    pub dimension: Dimension,
    /// Texel format.
    pub format: Format,
    /// Width, height, and depth or layers, in texels.
    pub size: [u32; 3],
    /// Levels of detail.
    pub levels: u32,
    /// Samples of a texel.
    pub samples: u32,
}

impl TextureShape {
    /// The size of a level, each axis at least 1; layers do not shrink.
    #[must_use]
    pub fn level_size(&self, level: u32) -> [u32; 3] {
        let shrunk = |size: u32| size.checked_shr(level).unwrap_or(0).max(1);
        let [width, height, depth] = self.size;
        match self.dimension {
            Dimension::D1 => [shrunk(width), 1, 1],
            Dimension::D2 => [shrunk(width), shrunk(height), depth],
            Dimension::D3 => [shrunk(width), shrunk(height), shrunk(depth)],
        }
    }
}

/// Where a level of detail lies.
#[derive(Clone, Copy, Debug)]
struct Level {
    size: [u32; 3],
    /// First byte.
    start: u64,
    /// Bytes from a row to the next, a multiple of four.
    row: u64,
    /// Bytes from a layer, or from a slice of a volume, to the next.
    slice: u64,
}

/// A texture that threads share; zero at first.
#[derive(Debug)]
pub struct Texture {
    memory: Memory,
    shape: TextureShape,
    levels: Vec<Level>,
}

/// A box of texels of one level. `z` counts layers, or slices of a volume.
#[derive(Clone, Copy, Debug)]
pub struct Region {
    /// Level of detail.
    pub level: u32,
    /// First texel.
    pub origin: [u32; 3],
    /// Texels along each axis.
    pub size: [u32; 3],
}

/// Rows of texels that lie in a buffer.
#[derive(Clone, Copy, Debug)]
pub struct Linear {
    /// First byte.
    pub offset: u64,
    /// Bytes from a row to the next.
    pub row: u64,
    /// Bytes from a slice to the next.
    pub slice: u64,
}

impl Texture {
    /// A texture of zeros; `None` where the host cannot allocate it.
    #[must_use]
    pub fn try_zeroed(shape: TextureShape) -> Option<Self> {
        let mut levels = Vec::new();
        let mut bytes = 0_u64;
        for level in 0..shape.levels {
            let size = shape.level_size(level);
            let [width, height, depth] = size.map(u64::from);
            let texel = u64::from(shape.format.bytes()) * u64::from(shape.samples);
            let row = width.checked_mul(texel)?.checked_next_multiple_of(4)?;
            let slice = row.checked_mul(height)?;
            levels.push(Level {
                size,
                start: bytes,
                row,
                slice,
            });
            bytes = bytes.checked_add(slice.checked_mul(depth)?)?;
        }
        Some(Self {
            memory: Memory::try_zeroed(bytes)?,
            shape,
            levels,
        })
    }

    /// What the texture is made of.
    #[must_use]
    pub fn shape(&self) -> &TextureShape {
        &self.shape
    }

    /// Bytes of a texel with all of its samples.
    fn texel_bytes(&self) -> u64 {
        u64::from(self.shape.format.bytes()) * u64::from(self.shape.samples)
    }

    /// The first byte of a texel's sample; `None` outside the texture.
    pub(super) fn byte(&self, level: u32, [x, y, z]: [u32; 3], sample: u32) -> Option<usize> {
        let level = self.levels.get(level as usize)?;
        let [width, height, depth] = level.size;
        let inside = x < width && y < height && z < depth && sample < self.shape.samples;
        inside.then_some(())?;
        let texel = u64::from(x) * u64::from(self.shape.samples) + u64::from(sample);
        let byte = level.start
            + u64::from(z) * level.slice
            + u64::from(y) * level.row
            + texel * u64::from(self.shape.format.bytes());
        usize::try_from(byte).ok()
    }

    /// The bits of a texel at a byte that [`Texture::byte`] gave.
    pub(super) fn read(&self, byte: usize) -> [u32; 4] {
        let words = self.words_from(byte);
        let word = |index: usize| words.get(index).map_or(0, |word| word.load(Relaxed));
        match self.shape.format.bytes() {
            bytes @ (1 | 2) => {
                let part = SubWord::at(byte, bytes);
                [(word(0) >> part.shift) & part.mask, 0, 0, 0]
            }
            4 => [word(0), 0, 0, 0],
            8 => [word(0), word(1), 0, 0],
            _ => [word(0), word(1), word(2), word(3)],
        }
    }

    /// Sets the bits of a texel. Neighbours that other threads write in the same word stay as they are.
    pub(super) fn write(&self, byte: usize, texel: [u32; 4]) {
        let words = self.words_from(byte);
        match (self.shape.format.bytes(), words.first()) {
            (bytes @ (1 | 2), Some(word)) => {
                let part = SubWord::at(byte, bytes);
                let mut old = word.load(Relaxed);
                loop {
                    let new = old & !(part.mask << part.shift) | texel[0] << part.shift;
                    match word.compare_exchange_weak(old, new, Relaxed, Relaxed) {
                        Ok(_) => break,
                        Err(found) => old = found,
                    }
                }
            }
            (bytes, _) => {
                for (word, &bits) in words.iter().zip(&texel[..(bytes / 4) as usize]) {
                    word.store(bits, Relaxed);
                }
            }
        }
    }

    /// The word of a texel of four bytes, for atomics.
    pub(super) fn word(&self, byte: usize) -> Option<&AtomicU32> {
        self.words_from(byte).first()
    }

    fn words_from(&self, byte: usize) -> &[AtomicU32] {
        self.memory
            .words_and_pad()
            .get(byte / 4..)
            .unwrap_or_default()
    }

    /// The first byte and the number of bytes of each row of `region`, with the place of the row in it.
    /// Rows outside the texture are left out.
    fn rows(&self, region: Region) -> impl Iterator<Item = (u64, u64, [u64; 2])> {
        let [width, height, depth] = region.size;
        let [x, y, z] = region.origin;
        let bytes = u64::from(width) * self.texel_bytes();
        let places = (0..depth).flat_map(move |slice| (0..height).map(move |row| (slice, row)));
        places.filter_map(move |(slice, row)| {
            let at = [x, y.checked_add(row)?, z.checked_add(slice)?];
            let byte = self.byte(region.level, at, 0)?;
            Some((byte as u64, bytes, [row, slice].map(u64::from)))
        })
    }

    /// Writes the texels of `region` from bytes of the host.
    pub fn write_bytes(&self, region: Region, data: &[u8], layout: Linear) {
        for (byte, count, place) in self.rows(region) {
            let from = usize::try_from(layout.at(place)).ok();
            let count = usize::try_from(count).ok();
            let row = from
                .zip(count)
                .and_then(|(from, count)| data.get(from..from.checked_add(count)?));
            if let Some(row) = row {
                self.memory.write(byte, row);
            }
        }
    }

    /// Writes the texels of `region` from a buffer.
    pub fn read_from(&self, region: Region, buffer: &Memory, layout: Linear) {
        for (byte, count, place) in self.rows(region) {
            self.memory.copy_from(byte, buffer, layout.at(place), count);
        }
    }

    /// Writes the texels of `region` to a buffer.
    pub fn write_to(&self, region: Region, buffer: &Memory, layout: Linear) {
        for (byte, count, place) in self.rows(region) {
            buffer.copy_from(layout.at(place), &self.memory, byte, count);
        }
    }

    /// Copies the texels of `region` of another texture, whose texels have as many bytes.
    pub fn copy_from(&self, region: Region, source: &Self, source_region: Region) {
        let rows = self.rows(region).zip(source.rows(source_region));
        for ((to, count, _), (from, _, _)) in rows {
            self.memory.copy_from(to, &source.memory, from, count);
        }
    }

    /// Sets the texels of `region` to zero.
    pub fn clear(&self, region: Region) {
        for (byte, count, _) in self.rows(region) {
            self.memory.clear(byte, count);
        }
    }
}

impl Linear {
    fn at(&self, [row, slice]: [u64; 2]) -> u64 {
        self.offset + row * self.row + slice * self.slice
    }
}

/// Where a texel of one or two bytes lies in its word.
struct SubWord {
    shift: u32,
    mask: u32,
}

impl SubWord {
    fn at(byte: usize, bytes: u32) -> Self {
        Self {
            shift: (byte % 4) as u32 * 8,
            mask: (1 << (bytes * 8)) - 1,
        }
    }
}
