//! Sorting what lies on the host, and buffers at once: blocking and as futures.
//! What a sort is made of, and running it step by step, is in the module above.

use std::time::Duration;

use super::options::blocking;
use super::prepared::{Given, Prepared};
use super::record::Record;
use super::{SortOptions, SortReport};
use crate::buffer::{Buffer, RawBuffer, Reading};
use crate::device::{Gpu, Instant};
use crate::error::Error;
use crate::kernels::Key;

/// A slice on its way: uploaded, its sort submitted, the result asked for.
struct Travelling {
    start: Instant,
    report: SortReport,
    reading: Reading,
}

impl Travelling {
    fn begin<K: Key>(gpu: &Gpu, keys: &[K], options: &SortOptions) -> Result<Travelling, Error> {
        let start = Instant::now();
        let raw = RawBuffer::lent_with(gpu, K::ty(), keys.len(), &K::bytes_of(keys))?;
        let buffer = Buffer::<K>::from_raw(raw);
        let sort = prepared(gpu, &buffer, options)?;
        sort.recording.submit()?;
        let report = sort.report(Duration::ZERO);
        // Its scratch is as large as the keys, and is not wanted while they are read.
        drop(sort);
        let reading = buffer.raw().begin_read()?;
        Ok(Travelling {
            start,
            report,
            reading,
        })
    }
}

/// The sort that `options` ask for. It has no `info`, which nobody would read.
fn prepared<K: Key>(
    gpu: &Gpu,
    keys: &Buffer<K>,
    options: &SortOptions,
) -> Result<Prepared<K>, Error> {
    let record = Record {
        descending: options.descending,
        ..Record::default()
    };
    let blocking = blocking::<K>(gpu, options.into(), None, &record)?;
    let given = Given {
        keys,
        payload: None,
        info: None,
    };
    Prepared::new(gpu, &given, blocking, record)
}

/// What was done, up to now.
fn arrived(start: Instant, report: SortReport) -> SortReport {
    let time = start.elapsed().saturating_sub(report.compile);
    SortReport { time, ..report }
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
        self.may_block("`Gpu::sort_with_async`")?;
        let Travelling {
            start,
            report,
            reading,
        } = Travelling::begin(self, keys, options)?;
        reading.wait(|sorted| K::read_into(sorted, keys))?;
        Ok(arrived(start, report))
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
        let Travelling {
            start,
            report,
            reading,
        } = Travelling::begin(self, keys, options)?;
        reading
            .wait_async(|sorted| K::read_into(sorted, keys))
            .await?;
        Ok(arrived(start, report))
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
        self.may_block("`Gpu::sort_buffer_async`")?;
        let sort = prepared(self, buffer, options)?;
        let start = Instant::now();
        sort.recording.submit()?;
        self.wait()?;
        Ok(sort.report(start.elapsed()))
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
        let sort = prepared(self, buffer, options)?;
        let start = Instant::now();
        sort.recording.submit()?;
        self.wait_async().await?;
        Ok(sort.report(start.elapsed()))
    }
}
