//! How often a device was asked for what is slow: what caches and pools save can
//! be seen here.

use std::sync::atomic::{AtomicU64, Ordering};

use super::Gpu;

/// What a device was asked for since it was opened: see [`Gpu::counts`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counts {
    /// Kernels compiled.
    pub pipelines: u64,
    /// Buffers made, the caller's among them.
    pub buffers: u64,
    /// Buffers that wait to be used again.
    pub idle_buffers: usize,
    /// Bytes of those.
    pub idle_bytes: u64,
}

/// The counters of a device.
#[derive(Default, Debug)]
pub(super) struct Counters {
    pipelines: AtomicU64,
    buffers: AtomicU64,
}

impl Counters {
    pub(super) fn pipeline_compiled(&self) {
        self.pipelines.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn buffer_made(&self) {
        self.buffers.fetch_add(1, Ordering::Relaxed);
    }
}

impl Gpu {
    /// How many kernels this device has compiled and how many buffers it has made.
    /// A second sort of as many keys adds nothing.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let (idle_buffers, idle_bytes) = self.0.pool.size();
        Counts {
            pipelines: self.0.counts.pipelines.load(Ordering::Relaxed),
            buffers: self.0.counts.buffers.load(Ordering::Relaxed),
            idle_buffers,
            idle_bytes,
        }
    }
}
