//! Sorting what lies on the host, and buffers at once: blocking and as futures.
//! What a sort is made of, and running it step by step, is in the module above.

use std::time::Instant;

use super::{SortOptions, SortReport, Sorter};
use crate::buffer::{Buffer, RawBuffer, Reading};
use crate::device::Gpu;
use crate::error::Error;
use crate::kernels::Key;

/// A slice on its way: uploaded, its sort submitted, the result asked for.
struct Travelling<K> {
    start: Instant,
    sorter: Sorter<K>,
    reading: Reading,
}

impl<K: Key> Travelling<K> {
    fn begin(gpu: &Gpu, keys: &[K], options: &SortOptions) -> Result<Travelling<K>, Error> {
        let start = Instant::now();
        let raw = RawBuffer::lent_with(gpu, K::ty(), keys.len(), &K::bytes_of(keys))?;
        let buffer = Buffer::from_raw(raw);
        let mut sorter = gpu.sorter(&buffer, options)?;
        sorter.run()?;
        Ok(Travelling {
            start,
            sorter,
            reading: buffer.raw().begin_read()?,
        })
    }
}

/// Puts the sorted keys where they came from, and says what was done.
fn arrive<K: Key>(start: Instant, sorter: &Sorter<K>, sorted: &[u8], keys: &mut [K]) -> SortReport {
    keys.copy_from_slice(&K::values_of(sorted));
    sorter.report(start.elapsed().saturating_sub(sorter.compile))
}

impl Gpu {
    /// Sorts keys, ascending, in the order of [`Key`]. Any number of them.
    /// [`SortOptions::descending`] gives the reverse.
    ///
    /// # Errors
    ///
    /// More keys than the device has room for, or the device was lost. The keys
    /// are then as they were.
    pub fn sort<K: Key>(&self, keys: &mut [K]) -> Result<SortReport, Error> {
        self.sort_with(keys, &SortOptions::default())
    }

    /// [`Gpu::sort`] with options.
    ///
    /// # Errors
    ///
    /// As [`Gpu::sort`]; or the options do not fit the device.
    pub fn sort_with<K: Key>(
        &self,
        keys: &mut [K],
        options: &SortOptions,
    ) -> Result<SortReport, Error> {
        let travelling = Travelling::begin(self, keys, options)?;
        let sorted = travelling.reading.wait()?;
        Ok(arrive(travelling.start, &travelling.sorter, &sorted, keys))
    }

    /// [`Gpu::sort`] as a future, for any executor: it blocks no thread of the
    /// caller's, and several may be under way at once. Dropped before its end, it
    /// leaves the keys as they were.
    ///
    /// # Errors
    ///
    /// As [`Gpu::sort`].
    pub async fn sort_async<K: Key>(&self, keys: &mut [K]) -> Result<SortReport, Error> {
        self.sort_with_async(keys, &SortOptions::default()).await
    }

    /// [`Gpu::sort_with`] as a future: see [`Gpu::sort_async`].
    ///
    /// # Errors
    ///
    /// As [`Gpu::sort_with`].
    pub async fn sort_with_async<K: Key>(
        &self,
        keys: &mut [K],
        options: &SortOptions,
    ) -> Result<SortReport, Error> {
        let travelling = Travelling::begin(self, keys, options)?;
        let sorted = travelling.reading.wait_async().await?;
        Ok(arrive(travelling.start, &travelling.sorter, &sorted, keys))
    }

    /// Sorts a buffer in place, and waits until it is done.
    ///
    /// # Errors
    ///
    /// As [`Gpu::sort`]; or the buffer is on another device.
    pub fn sort_buffer<K: Key>(&self, buffer: &Buffer<K>) -> Result<SortReport, Error> {
        self.sort_buffer_with(buffer, &SortOptions::default())
    }

    /// [`Gpu::sort_buffer`] with options.
    ///
    /// # Errors
    ///
    /// As [`Gpu::sort_buffer`]; or the options do not fit the device.
    pub fn sort_buffer_with<K: Key>(
        &self,
        buffer: &Buffer<K>,
        options: &SortOptions,
    ) -> Result<SortReport, Error> {
        let mut sorter = self.sorter(buffer, options)?;
        let start = Instant::now();
        sorter.run()?;
        self.wait()?;
        Ok(sorter.report(start.elapsed()))
    }

    /// [`Gpu::sort_buffer_with`] as a future: see [`Gpu::sort_async`].
    ///
    /// # Errors
    ///
    /// As [`Gpu::sort_buffer_with`].
    pub async fn sort_buffer_async<K: Key>(
        &self,
        buffer: &Buffer<K>,
        options: &SortOptions,
    ) -> Result<SortReport, Error> {
        let mut sorter = self.sorter(buffer, options)?;
        let start = Instant::now();
        sorter.run()?;
        self.wait_async().await?;
        Ok(sorter.report(start.elapsed()))
    }
}
