//! Words of two, four and eight bytes, as they lie in raw files and behind the headers of
//! `.npy` files: read once, straight into the memory that is sorted, and written from it.

use std::io::{self, Read, Write};

use bytemuck::Pod;

/// Words that are read at a time: a false promise of more costs no memory.
const CHUNK: usize = 1 << 18;

/// Which byte of a word comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ByteOrder {
    Little,
    Big,
}

impl ByteOrder {
    /// The order of the machine that this runs on.
    pub(crate) const NATIVE: ByteOrder = if cfg!(target_endian = "big") {
        ByteOrder::Big
    } else {
        ByteOrder::Little
    };
}

/// An unsigned integer as wide as a key.
pub(crate) trait Word: Pod {
    fn swapped(self) -> Self;
}

macro_rules! words {
    ($($word:ident)*) => {$(
        impl Word for $word {
            fn swapped(self) -> $word {
                self.swap_bytes()
            }
        }
    )*};
}

words!(u16 u32 u64);

/// What was read.
#[derive(Debug)]
pub(crate) struct Found<W> {
    pub(crate) words: Vec<W>,
    /// Bytes at the end that are not a whole word: fewer than one has.
    pub(crate) rest: usize,
}

/// Reads words until there are `most`, or to the end. Room is made at once for
/// `likely`, which must be no mere promise.
pub(crate) fn read<W: Word>(
    reader: &mut impl Read,
    order: ByteOrder,
    most: u64,
    likely: u64,
) -> io::Result<Found<W>> {
    let width = size_of::<W>();
    let mut words = Vec::new();
    // With a chunk more, in which the end is found, nothing is ever moved.
    let room = most.min(likely.saturating_add(CHUNK as u64));
    words.try_reserve_exact(usize::try_from(room).unwrap_or(usize::MAX))?;
    loop {
        let start = words.len();
        let wanted = (most - start as u64).min(CHUNK as u64) as usize;
        words.try_reserve(wanted)?;
        words.resize(start + wanted, W::zeroed());
        let filled = fill(reader, bytemuck::cast_slice_mut(&mut words[start..]))?;
        words.truncate(start + filled / width);
        to_order(&mut words[start..], order);
        if filled < wanted * width || wanted == 0 {
            let rest = filled % width;
            return Ok(Found { words, rest });
        }
    }
}

/// Reads until `bytes` is full or the end is reached, and says how many came.
fn fill(reader: &mut impl Read, bytes: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < bytes.len() {
        match reader.read(&mut bytes[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// Writes words in a byte order.
pub(crate) fn write<W: Word>(
    words: &[W],
    order: ByteOrder,
    writer: &mut dyn Write,
) -> io::Result<()> {
    if order == ByteOrder::NATIVE {
        return writer.write_all(bytemuck::cast_slice(words));
    }
    let mut swapped = words.to_vec();
    to_order(&mut swapped, order);
    writer.write_all(bytemuck::cast_slice(&swapped))
}

/// Turns native words into those of `order`, or back.
fn to_order<W: Word>(words: &mut [W], order: ByteOrder) {
    if order != ByteOrder::NATIVE {
        for word in words {
            *word = word.swapped();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that gives few bytes at a time, as pipes do.
    struct Trickle<'a>(&'a [u8]);

    impl Read for Trickle<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let few = buffer.len().min(3);
            self.0.read(&mut buffer[..few])
        }
    }

    #[test]
    fn words_are_read_in_their_byte_order_however_they_come() {
        let bytes = [1, 2, 3, 4, 5, 6, 7, 8];
        let rows = [
            (ByteOrder::Little, [0x0403_0201_u32, 0x0807_0605]),
            (ByteOrder::Big, [0x0102_0304, 0x0506_0708]),
        ];
        for (order, words) in rows {
            let found = read(&mut Trickle(&bytes), order, u64::MAX, 0).unwrap();
            assert_eq!((found.words, found.rest), (words.to_vec(), 0));
            let mut written = Vec::new();
            write(&words, order, &mut written).unwrap();
            assert_eq!(written, bytes);
        }
    }

    #[test]
    fn words_of_other_widths_are_read_in_their_byte_order() {
        let bytes = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        let mut reader = Trickle(&bytes);
        let halves = read::<u16>(&mut reader, ByteOrder::Big, u64::MAX, 0).unwrap();
        assert_eq!(halves.words, [0x0102, 0x0304, 0x0506, 0x0708]);
        assert_eq!(halves.rest, 1);
        let mut reader = Trickle(&bytes[..8]);
        let wide = read::<u64>(&mut reader, ByteOrder::Little, u64::MAX, 0).unwrap();
        assert_eq!((wide.words, wide.rest), (vec![0x0807_0605_0403_0201], 0));
        let mut reader = Trickle(&bytes[..7]);
        let short = read::<u64>(&mut reader, ByteOrder::Little, u64::MAX, 0).unwrap();
        assert_eq!((short.words, short.rest), (vec![], 7));
    }

    #[test]
    fn no_more_is_read_than_asked_and_an_odd_end_is_told() {
        let bytes: Vec<u8> = (0..11).collect();
        let mut reader = bytes.as_slice();
        let found = read::<u32>(&mut reader, ByteOrder::Little, 1, 9).unwrap();
        assert_eq!((found.words.len(), found.rest, reader.len()), (1, 0, 7));
        let found = read::<u32>(&mut reader, ByteOrder::Little, 100, 0).unwrap();
        assert_eq!((found.words.len(), found.rest, reader.len()), (1, 3, 0));
    }

    #[test]
    fn more_than_one_chunk_is_whole() {
        let words: Vec<u32> = (0..2 * CHUNK as u32 + 5).collect();
        let bytes: &[u8] = bytemuck::cast_slice(&words);
        let found = read::<u32>(&mut &*bytes, ByteOrder::NATIVE, u64::MAX, 0).unwrap();
        assert!(found.words == words);
    }
}
