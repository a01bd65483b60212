//! Buffers of the device: made, and lent from a pool of those that came back.
//!
//! Scratch, parameters, the keys of a sorted slice and the places that results are
//! read through live for one run and are needed again by the next. What they hold is
//! the business of higher floors.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Gpu;
use crate::error::Error;

/// The most idle buffers that a device keeps.
const IDLE_BUFFERS: usize = 16;

/// The most bytes of idle buffers that a device keeps. A larger buffer is not kept.
const IDLE_BYTES: u64 = 256 << 20;

/// The least that is allocated: drivers give no less.
const SMALLEST: u64 = 256;

/// What a lent buffer is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// What kernels read and write.
    Kernels,
    /// What the host maps to read.
    ReadBack,
}

impl Purpose {
    pub(crate) fn usages(self) -> wgpu::BufferUsages {
        match self {
            Purpose::Kernels => {
                wgpu::BufferUsages::STORAGE
                    | wgpu::BufferUsages::UNIFORM
                    | wgpu::BufferUsages::INDIRECT
                    | wgpu::BufferUsages::COPY_SRC
                    | wgpu::BufferUsages::COPY_DST
            }
            Purpose::ReadBack => wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
        }
    }

    fn label(self) -> &'static str {
        match self {
            Purpose::Kernels => "scratch",
            Purpose::ReadBack => "read back",
        }
    }
}

/// Buffers that nobody uses, the one longest idle first.
#[derive(Default, Debug)]
pub(super) struct Pool(Mutex<Vec<(Purpose, wgpu::Buffer)>>);

impl Pool {
    fn idle(&self) -> MutexGuard<'_, Vec<(Purpose, wgpu::Buffer)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, purpose: Purpose, size: u64) -> Option<wgpu::Buffer> {
        let mut idle = self.idle();
        let fits = |(of, buffer): &(Purpose, wgpu::Buffer)| *of == purpose && buffer.size() == size;
        let found = idle.iter().rposition(fits)?;
        Some(idle.remove(found).1)
    }

    fn put(&self, purpose: Purpose, buffer: wgpu::Buffer) {
        let mut idle = self.idle();
        idle.push((purpose, buffer));
        while idle.len() > IDLE_BUFFERS || bytes(&idle) > IDLE_BYTES {
            idle.remove(0);
        }
    }

    /// How many buffers are idle, and their bytes.
    pub(super) fn size(&self) -> (usize, u64) {
        let idle = self.idle();
        (idle.len(), bytes(&idle))
    }
}

fn bytes(idle: &[(Purpose, wgpu::Buffer)]) -> u64 {
    idle.iter().map(|(_, buffer)| buffer.size()).sum()
}

/// A buffer of the pool in use. It goes back when this is dropped: work that is
/// submitted by then comes before whatever the next user submits.
#[derive(Debug)]
pub(crate) struct Lent {
    pool: Arc<Pool>,
    purpose: Purpose,
    buffer: wgpu::Buffer,
    goes_back: AtomicBool,
}

impl Lent {
    /// The buffer; it may be longer than what was asked for, and holds anything.
    pub(crate) fn buffer(&self) -> &wgpu::Buffer {
        &self.buffer
    }

    /// Whether it may go back: not while a command that is not yet submitted names
    /// it, or the host has it mapped.
    pub(crate) fn set_goes_back(&self, goes_back: bool) {
        self.goes_back.store(goes_back, Ordering::Relaxed);
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if self.goes_back.load(Ordering::Relaxed) {
            self.pool.put(self.purpose, self.buffer.clone());
        }
    }
}

/// What a buffer begins with, handed over in pieces, one behind the other.
pub(crate) trait Content {
    /// Bytes of all pieces.
    fn len(&self) -> usize;

    /// Hands each piece to `take`.
    fn pieces(&self, take: &mut dyn FnMut(&[u8]));
}

impl Content for Vec<u8> {
    fn len(&self) -> usize {
        self.as_slice().len()
    }

    fn pieces(&self, take: &mut dyn FnMut(&[u8])) {
        take(self);
    }
}

/// Content of no bytes.
#[derive(Debug)]
pub(crate) struct Nothing;

impl Content for Nothing {
    fn len(&self) -> usize {
        0
    }

    fn pieces(&self, _take: &mut dyn FnMut(&[u8])) {}
}

impl Gpu {
    /// A buffer of at least `size` bytes, of those that came back or a new one.
    pub(crate) fn lend(&self, purpose: Purpose, size: u64) -> Result<Lent, Error> {
        let size = rounded(size, self.limits().buffer_bytes);
        let buffer = match self.0.pool.take(purpose, size) {
            Some(buffer) => buffer,
            None => {
                let what = format!("making a buffer of {size} bytes");
                self.make_buffer(&what, Some(purpose.label()), size, purpose, &Nothing)?
            }
        };
        Ok(Lent {
            pool: Arc::clone(&self.0.pool),
            purpose,
            buffer,
            goes_back: AtomicBool::new(true),
        })
    }

    /// A new buffer that begins with `content`; the rest is zero.
    pub(crate) fn make_buffer(
        &self,
        what: &str,
        label: Option<&str>,
        size: u64,
        purpose: Purpose,
        content: &dyn Content,
    ) -> Result<wgpu::Buffer, Error> {
        self.0.counts.buffer_made();
        self.scoped(what, || {
            let buffer = self.device().create_buffer(&wgpu::BufferDescriptor {
                label,
                size,
                usage: purpose.usages(),
                mapped_at_creation: content.len() > 0,
            });
            if content.len() > 0 {
                fill(&buffer, content);
            }
            buffer
        })
    }

    /// Gives the memory of idle buffers back to the driver.
    ///
    /// Scratch, parameters and the places that results are read through are kept
    /// for the next run: at most 16 buffers and 256 MiB in all, those longest idle
    /// dropped first. A program that has sorted for the last time for a while need
    /// not hold them.
    pub fn release_idle(&self) {
        self.0.pool.idle().clear();
    }
}

/// Writes the beginning of a buffer that was made mapped.
fn fill(buffer: &wgpu::Buffer, content: &dyn Content) {
    // An error here means that the buffer could not be made, which the scope around
    // the call reports.
    let mapped = (content.len() as u64).next_multiple_of(wgpu::COPY_BUFFER_ALIGNMENT);
    if let Ok(mut view) = buffer.slice(..mapped).get_mapped_range_mut() {
        let mut start = 0;
        content.pieces(&mut |piece| {
            let end = start + piece.len();
            view.slice(start..end).copy_from_slice(piece);
            start = end;
        });
    }
    buffer.unmap();
}

/// The size to allocate where `size` bytes are needed: a multiple of an eighth of
/// the next power of two, so that nearly equal sizes share buffers and no more than
/// a quarter is wasted; `size` itself where the device allows no more than that.
fn rounded(size: u64, most: u64) -> u64 {
    let power = size.max(SMALLEST).checked_next_power_of_two();
    let step = power.map_or(1, |power| power / 8);
    match size.max(SMALLEST).checked_next_multiple_of(step) {
        Some(rounded) if rounded <= most => rounded,
        Some(_) | None => size,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_rounded_by_at_most_a_quarter() {
        let most = 1 << 31;
        assert_eq!(rounded(0, most), 256);
        assert_eq!(rounded(256, most), 256);
        assert_eq!(rounded(257, most), 320);
        assert_eq!(rounded(1000, most), 1024);
        assert_eq!(rounded(1025, most), 1280);
        for size in (256..100_000).step_by(77) {
            let given = rounded(size, most);
            assert!(given >= size && given * 4 <= size * 5, "{size}: {given}");
            assert_eq!(rounded(given, most), given, "a class of its own");
        }
    }

    #[test]
    fn sizes_near_the_limit_are_not_rounded_past_it() {
        assert_eq!(rounded(1000, 1010), 1000);
        assert_eq!(rounded(8, 100), 8);
        assert_eq!(rounded(u64::MAX, u64::MAX), u64::MAX);
    }

    fn software() -> Gpu {
        Gpu::named("software").expect("it is always there")
    }

    #[test]
    fn what_came_back_is_lent_again() {
        let gpu = software();
        let first = gpu.lend(Purpose::Kernels, 1000).expect("room");
        let place = first.buffer().clone();
        drop(first);
        let other = gpu.lend(Purpose::ReadBack, 1000).expect("room");
        assert!(*other.buffer() != place, "another purpose");
        let again = gpu.lend(Purpose::Kernels, 1020).expect("room");
        assert!(*again.buffer() == place, "the same class of size");
    }

    #[test]
    fn what_must_not_come_back_does_not() {
        let gpu = software();
        let kept = gpu.lend(Purpose::Kernels, 1000).expect("room");
        kept.set_goes_back(false);
        drop(kept);
        assert_eq!(gpu.0.pool.size(), (0, 0));
    }

    #[test]
    fn idle_buffers_are_bounded() {
        let gpu = software();
        let lent: Vec<Lent> = (0..IDLE_BUFFERS as u64 + 3)
            .map(|index| {
                gpu.lend(Purpose::Kernels, 256 << (index % 4))
                    .expect("room")
            })
            .collect();
        drop(lent);
        assert_eq!(gpu.0.pool.size().0, IDLE_BUFFERS);
        drop(gpu.lend(Purpose::Kernels, IDLE_BYTES).expect("room"));
        assert_eq!(gpu.0.pool.size(), (1, IDLE_BYTES), "all others gave way");
        drop(gpu.lend(Purpose::Kernels, IDLE_BYTES + 1).expect("room"));
        assert_eq!(gpu.0.pool.size(), (0, 0), "too large to keep");
        drop(gpu.lend(Purpose::Kernels, 1).expect("room"));
        gpu.release_idle();
        assert_eq!(gpu.0.pool.size(), (0, 0));
    }
}
