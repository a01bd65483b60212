//! Buffers: making them, their usages, and their memory.
//!
//! Mapping them to the host is in `mapping`; copies between them are in `transfer`.

use std::sync::{Arc, Mutex, MutexGuard};

use wgpu::{BufferUsages, COPY_BUFFER_ALIGNMENT, ErrorFilter, Features};

use super::{
    device_state::DeviceState,
    error_sink::ApiError,
    lock::lock,
    mapping::Mapping,
    object::{Handle, Identity, Kind, ObjectError},
    unsupported::Unsupported,
};
use crate::memory::Memory;

/// A buffer that was made without error.
#[derive(Debug)]
pub(super) struct Buffer {
    size: u64,
    usage: BufferUsages,
    contents: Mutex<Contents>,
}

/// What changes over the life of a buffer.
#[derive(Debug)]
pub(super) struct Contents {
    /// None after `destroy`.
    pub(super) memory: Option<Arc<Memory>>,
    pub(super) mapping: Mapping,
}

impl Kind for Buffer {
    const NAME: &'static str = "Buffer";
}

impl Buffer {
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    pub(super) fn contents(&self) -> MutexGuard<'_, Contents> {
        lock(&self.contents)
    }
}

/// Why a buffer cannot be made.
#[derive(Debug, thiserror::Error)]
pub(super) enum CreateBufferError {
    #[error(
        "Buffers that are mapped at creation need a size that is a multiple of {COPY_BUFFER_ALIGNMENT}, not {0}"
    )]
    UnalignedSize(u64),
    #[error("A buffer needs at least one usage, and none that is unknown: requested {0}")]
    InvalidUsage(String),
    #[error(
        "`MAP` usage can only be combined with the opposite `COPY`, requested {0}; the feature MAPPABLE_PRIMARY_BUFFERS lifts this"
    )]
    MappableMix(String),
    #[error("Buffer size {requested} is greater than the maximum buffer size ({maximum})")]
    TooLarge { requested: u64, maximum: u64 },
    #[error("The host cannot allocate {0} bytes for the buffer")]
    OutOfMemory(u64),
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
}

impl ApiError for CreateBufferError {
    fn filter(&self) -> ErrorFilter {
        match self {
            Self::OutOfMemory(_) => ErrorFilter::OutOfMemory,
            Self::UnalignedSize(_)
            | Self::InvalidUsage(_)
            | Self::MappableMix(_)
            | Self::TooLarge { .. }
            | Self::Unsupported(_) => ErrorFilter::Validation,
        }
    }
}

/// The flags by name, as they are written in a program.
pub(super) fn usage_names(usages: BufferUsages) -> String {
    let names: Vec<_> = usages.iter_names().map(|(name, _)| name).collect();
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(" | ")
    }
}

/// Makes a buffer, all zero.
pub(super) fn create(
    device: &DeviceState,
    desc: &wgpu::BufferDescriptor<'_>,
) -> Result<Buffer, CreateBufferError> {
    check_usage_flags(device, desc.usage)?;
    check_size(device, desc)?;
    let memory = Memory::try_zeroed(desc.size).ok_or(CreateBufferError::OutOfMemory(desc.size))?;
    let mapping = if desc.mapped_at_creation {
        Mapping::at_creation(desc.size)
    } else {
        Mapping::Unmapped
    };
    Ok(Buffer {
        size: desc.size,
        usage: desc.usage,
        contents: Mutex::new(Contents {
            memory: Some(Arc::new(memory)),
            mapping,
        }),
    })
}

fn check_usage_flags(device: &DeviceState, usage: BufferUsages) -> Result<(), CreateBufferError> {
    if usage.is_empty() || !BufferUsages::all().contains(usage) {
        return Err(CreateBufferError::InvalidUsage(usage_names(usage)));
    }
    if usage.intersects(BufferUsages::BLAS_INPUT | BufferUsages::TLAS_INPUT) {
        return Err(Unsupported("input to an acceleration structure").into());
    }
    let read_only = BufferUsages::MAP_READ | BufferUsages::COPY_DST;
    let write_only = BufferUsages::MAP_WRITE | BufferUsages::COPY_SRC;
    let mixed = (usage.contains(BufferUsages::MAP_READ) && !read_only.contains(usage))
        || (usage.contains(BufferUsages::MAP_WRITE) && !write_only.contains(usage));
    let mix_allowed = device
        .features()
        .contains(Features::MAPPABLE_PRIMARY_BUFFERS);
    if mixed && !mix_allowed {
        return Err(CreateBufferError::MappableMix(usage_names(usage)));
    }
    Ok(())
}

fn check_size(
    device: &DeviceState,
    desc: &wgpu::BufferDescriptor<'_>,
) -> Result<(), CreateBufferError> {
    let maximum = device.limits().max_buffer_size;
    if desc.size > maximum {
        return Err(CreateBufferError::TooLarge {
            requested: desc.size,
            maximum,
        });
    }
    if desc.mapped_at_creation && !desc.size.is_multiple_of(COPY_BUFFER_ALIGNMENT) {
        return Err(CreateBufferError::UnalignedSize(desc.size));
    }
    Ok(())
}

/// A buffer lacks a usage that an operation needs.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{buffer} was made with usages {actual}, but {expected} is required")]
pub(super) struct MissingUsage {
    buffer: Identity,
    actual: String,
    expected: String,
}

/// Why a submission cannot use a buffer.
#[derive(Debug, thiserror::Error)]
pub(super) enum BufferUnavailable {
    #[error(transparent)]
    Object(#[from] ObjectError),
    #[error("{0} is still mapped, or waits to be; unmap it first")]
    Mapped(Identity),
}

impl Handle<Buffer> {
    /// That the buffer was made with these usages.
    pub(super) fn check_usage(&self, expected: BufferUsages) -> Result<(), MissingUsage> {
        match self.state() {
            Ok(buffer) if !buffer.usage.contains(expected) => Err(MissingUsage {
                buffer: self.identity().clone(),
                actual: usage_names(buffer.usage),
                expected: usage_names(expected),
            }),
            // Using an invalid object is an error of its own.
            _ => Ok(()),
        }
    }

    /// The memory, if the buffer is neither destroyed nor in the host's hands.
    pub(super) fn memory_for_work(&self) -> Result<Arc<Memory>, BufferUnavailable> {
        let contents = self.state()?.contents();
        match (&contents.memory, &contents.mapping) {
            (None, _) => Err(ObjectError::Destroyed(self.identity().clone()).into()),
            (Some(memory), Mapping::Unmapped) => Ok(Arc::clone(memory)),
            (Some(_), Mapping::Pending(_) | Mapping::Mapped(_)) => {
                Err(BufferUnavailable::Mapped(self.identity().clone()))
            }
        }
    }
}
