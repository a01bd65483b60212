//! Mapping buffers to the host: `map_async`, mapped ranges, `unmap`, `destroy`.
//!
//! A mapped range owns a copy of its bytes and writes them back when it is dropped: no reference
//! into shared memory ever leaves the adapter, and so no `unsafe` is needed. wgpu itself sees to it
//! that ranges which may be written do not overlap, and that none outlives `unmap`.

use std::{
    fmt, mem,
    ops::Range,
    sync::{Arc, MutexGuard},
};

use wgpu::{
    BufferAsyncError, BufferUsages, COPY_BUFFER_ALIGNMENT, MAP_ALIGNMENT, MapMode, MapRangeError,
    WriteOnly,
    custom::{
        BufferInterface, BufferMapCallback, BufferMappedRangeInterface, DispatchBufferMappedRange,
    },
};

use super::{
    buffer::{Buffer, Contents, MissingUsage},
    device::Device,
    error_sink::ApiError,
    object::{Handle, ObjectError},
};
use crate::memory::Memory;

/// Whether the host has the buffer.
#[derive(Debug)]
pub(super) enum Mapping {
    Unmapped,
    /// From `map_async` to the next poll.
    Pending(PendingMap),
    Mapped(Mapped),
}

impl Mapping {
    /// The whole buffer, writable whatever its usages.
    pub(super) fn at_creation(size: u64) -> Self {
        Self::Mapped(Mapped {
            range: 0..size,
            mode: MapMode::Write,
        })
    }
}

#[derive(Clone, Debug)]
pub(super) struct Mapped {
    range: Range<u64>,
    mode: MapMode,
}

pub(super) struct PendingMap {
    to: Mapped,
    callback: BufferMapCallback,
}

impl fmt::Debug for PendingMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to.fmt(f)
    }
}

/// Why a buffer cannot be mapped or unmapped.
#[derive(Debug, thiserror::Error)]
pub(super) enum MapError {
    #[error(transparent)]
    Object(#[from] ObjectError),
    #[error(transparent)]
    Usage(#[from] MissingUsage),
    #[error("Buffer map offset {0} must be a multiple of {MAP_ALIGNMENT}")]
    UnalignedOffset(u64),
    #[error("Buffer map size {0} must be a multiple of {COPY_BUFFER_ALIGNMENT}")]
    UnalignedSize(u64),
    #[error("Map range {start}..{end} is out of bounds for a buffer of size {size}")]
    OutOfBounds { start: u64, end: u64, size: u64 },
    #[error("Buffer is already mapped")]
    AlreadyMapped,
    #[error("Buffer map is pending: poll the device, or unmap the buffer to cancel it")]
    AlreadyPending,
    #[error("Buffer is not mapped")]
    NotMapped,
    #[error("The device has been destroyed or lost")]
    DeviceLost,
}

impl ApiError for MapError {}

impl Handle<Buffer> {
    /// Makes the pending map, if it is still wanted, and tells the application.
    pub(super) fn finish_map(&self) {
        let Ok(buffer) = self.state() else { return };
        let pending = {
            let mut contents = buffer.contents();
            match mem::replace(&mut contents.mapping, Mapping::Unmapped) {
                Mapping::Pending(pending) => {
                    contents.mapping = Mapping::Mapped(pending.to.clone());
                    pending
                }
                other @ (Mapping::Unmapped | Mapping::Mapped(_)) => {
                    contents.mapping = other;
                    return;
                }
            }
        };
        (pending.callback)(Ok(()));
    }

    /// The contents, in a state from which they can be mapped.
    fn ready_to_map(&self, to: &Mapped) -> Result<MutexGuard<'_, Contents>, MapError> {
        self.check_map(to)?;
        let contents = self.state()?.contents();
        if contents.memory.is_none() {
            return Err(ObjectError::Destroyed(self.identity().clone()).into());
        }
        match contents.mapping {
            Mapping::Unmapped => Ok(contents),
            Mapping::Pending(_) => Err(MapError::AlreadyPending),
            Mapping::Mapped(_) => Err(MapError::AlreadyMapped),
        }
    }

    fn check_map(&self, to: &Mapped) -> Result<(), MapError> {
        let size = self.state()?.size();
        let Range { start, end } = to.range;
        if self.device().is_lost() {
            return Err(MapError::DeviceLost);
        }
        if start > end || end > size {
            return Err(MapError::OutOfBounds { start, end, size });
        }
        check_alignment(&to.range)?;
        Ok(self.check_usage(match to.mode {
            MapMode::Read => BufferUsages::MAP_READ,
            MapMode::Write => BufferUsages::MAP_WRITE,
        })?)
    }

    /// Ends a mapping. Gives what must be told that its map will not happen.
    fn end_mapping(&self) -> Result<Option<BufferMapCallback>, MapError> {
        let mut contents = self.state()?.contents();
        if contents.memory.is_none() {
            return Err(ObjectError::Destroyed(self.identity().clone()).into());
        }
        match mem::replace(&mut contents.mapping, Mapping::Unmapped) {
            Mapping::Unmapped => Err(MapError::NotMapped),
            Mapping::Pending(pending) => Ok(Some(pending.callback)),
            Mapping::Mapped(_) => Ok(None),
        }
    }

    /// The bytes of `range`, if the host has them now.
    fn mapped_range(&self, range: &Range<u64>) -> Option<MappedRange> {
        let buffer = self.state().ok()?;
        if range.is_empty() && buffer.size() == 0 {
            // There is nothing to give away; whether it may be asked for, wgpu knows.
            return Some(MappedRange::default());
        }
        let contents = buffer.contents();
        let memory = contents.memory.as_ref()?;
        let Mapping::Mapped(mapped) = &contents.mapping else {
            return None;
        };
        let inside = mapped.range.start <= range.start && range.end <= mapped.range.end;
        if !inside || check_alignment(range).is_err() {
            return None;
        }
        MappedRange::read(memory, range, mapped.mode)
    }
}

fn check_alignment(range: &Range<u64>) -> Result<(), MapError> {
    if !range.start.is_multiple_of(MAP_ALIGNMENT) {
        return Err(MapError::UnalignedOffset(range.start));
    }
    let size = range.end.saturating_sub(range.start);
    if !size.is_multiple_of(COPY_BUFFER_ALIGNMENT) {
        return Err(MapError::UnalignedSize(size));
    }
    Ok(())
}

impl BufferInterface for Handle<Buffer> {
    fn map_async(&self, mode: MapMode, range: Range<u64>, callback: BufferMapCallback) {
        let to = Mapped { range, mode };
        match self.ready_to_map(&to) {
            Ok(mut contents) => {
                contents.mapping = Mapping::Pending(PendingMap { to, callback });
                drop(contents);
                self.device().await_map(self.clone());
            }
            Err(error) => {
                callback(Err(BufferAsyncError));
                let label = self.identity().label();
                self.device().report("Buffer::map_async", label, error);
            }
        }
    }

    fn get_mapped_range(
        &self,
        sub_range: Range<u64>,
    ) -> Result<DispatchBufferMappedRange, MapRangeError> {
        self.mapped_range(&sub_range)
            .map(DispatchBufferMappedRange::custom)
            .ok_or_else(refusal)
    }

    fn unmap(&self) {
        match self.end_mapping() {
            Ok(Some(callback)) => callback(Err(BufferAsyncError)),
            Ok(None) => {}
            Err(error) => {
                let label = self.identity().label();
                self.device().report("Buffer::unmap", label, error);
            }
        }
    }

    fn destroy(&self) {
        // That there was no mapping to end is no error here.
        if let Ok(Some(callback)) = self.end_mapping() {
            callback(Err(BufferAsyncError));
        }
        if let Ok(buffer) = self.state() {
            buffer.contents().memory = None;
        }
    }
}

/// wgpu's error for a range that is not mapped. wgpu alone can make one, so it is asked for the
/// range of a buffer which was never mapped; its text is the same whatever the reason was.
fn refusal() -> MapRangeError {
    let buffer = Device::scratch().create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: 0,
        usage: BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    match buffer.get_mapped_range(..) {
        Err(error) => error,
        Ok(_) => unreachable!("wgpu gives no range of a buffer that was never mapped"),
    }
}

/// A copy of bytes that the host reads, or writes until it drops them.
#[derive(Debug, Default)]
struct MappedRange {
    bytes: Box<[u8]>,
    /// Where the bytes go when the host has written them; none if it may only read.
    home: Option<(Arc<Memory>, u64)>,
    written: bool,
    /// The bytes once more, if JavaScript has asked for them.
    #[cfg(all(target_arch = "wasm32", feature = "webgpu"))]
    array: std::cell::OnceCell<js_sys::Uint8Array>,
}

impl MappedRange {
    /// None if the host has no room for the copy.
    fn read(memory: &Arc<Memory>, range: &Range<u64>, mode: MapMode) -> Option<Self> {
        let len = usize::try_from(range.end - range.start).ok()?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(len).ok()?;
        bytes.resize(len, 0);
        memory.read(range.start, &mut bytes);
        let mut mapped = Self::default();
        mapped.bytes = bytes.into_boxed_slice();
        mapped.home = match mode {
            MapMode::Read => None,
            MapMode::Write => Some((Arc::clone(memory), range.start)),
        };
        Some(mapped)
    }
}

impl BufferMappedRangeInterface for MappedRange {
    fn len(&self) -> usize {
        self.bytes.len()
    }

    #[allow(
        unsafe_code,
        reason = "wgpu's trait declares the method unsafe; nothing in it is"
    )]
    unsafe fn read_slice(&self) -> &[u8] {
        &self.bytes
    }

    #[allow(
        unsafe_code,
        reason = "wgpu's trait declares the method unsafe; nothing in it is"
    )]
    unsafe fn write_slice(&mut self) -> WriteOnly<'_, [u8]> {
        self.written = true;
        WriteOnly::from_mut(&mut self.bytes)
    }

    #[cfg(all(target_arch = "wasm32", feature = "webgpu"))]
    fn as_uint8array(&self) -> &js_sys::Uint8Array {
        self.array
            .get_or_init(|| js_sys::Uint8Array::from(&*self.bytes))
    }
}

impl Drop for MappedRange {
    fn drop(&mut self) {
        if let (Some((memory, offset)), true) = (&self.home, self.written) {
            memory.write(*offset, &self.bytes);
        }
    }
}
