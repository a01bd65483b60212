//! The rules of copies, clears and writes of buffers.

use wgpu::{BufferUsages, COPY_BUFFER_ALIGNMENT};

use super::{
    bind_group::BufferRange,
    buffer::{Buffer, BufferUnavailable, MissingUsage},
    error_sink::ApiError,
    object::{Handle, Identity, ObjectError},
};

/// Why bytes cannot be copied, cleared or written.
#[derive(Debug, thiserror::Error)]
pub(super) enum TransferError {
    #[error(transparent)]
    Object(#[from] ObjectError),
    #[error(transparent)]
    Usage(#[from] MissingUsage),
    #[error(transparent)]
    Unavailable(#[from] BufferUnavailable),
    #[error("Source and destination cannot be the same buffer, {0}")]
    SameBuffer(Identity),
    #[error(
        "Buffer offset {0} is not a multiple of {COPY_BUFFER_ALIGNMENT} (COPY_BUFFER_ALIGNMENT)"
    )]
    UnalignedOffset(u64),
    #[error("Size {0} is not a multiple of {COPY_BUFFER_ALIGNMENT} (COPY_BUFFER_ALIGNMENT)")]
    UnalignedSize(u64),
    #[error("{size} bytes at offset {offset} overrun {buffer}, which has {buffer_size} bytes")]
    OutOfBounds {
        buffer: Identity,
        offset: u64,
        size: u64,
        buffer_size: u64,
    },
}

impl ApiError for TransferError {}

/// Checks a range of a buffer that a transfer works on; without a size it goes to the buffer's end.
pub(super) fn range(
    handle: &Handle<Buffer>,
    usage: BufferUsages,
    offset: u64,
    size: Option<u64>,
) -> Result<BufferRange, TransferError> {
    let buffer_size = handle.state()?.size();
    handle.check_usage(usage)?;
    if !offset.is_multiple_of(COPY_BUFFER_ALIGNMENT) {
        return Err(TransferError::UnalignedOffset(offset));
    }
    let rest = buffer_size.checked_sub(offset);
    let size = size.or(rest).unwrap_or(0);
    if !size.is_multiple_of(COPY_BUFFER_ALIGNMENT) {
        return Err(TransferError::UnalignedSize(size));
    }
    if rest.is_none_or(|rest| size > rest) {
        return Err(TransferError::OutOfBounds {
            buffer: handle.identity().clone(),
            offset,
            size,
            buffer_size,
        });
    }
    Ok(BufferRange {
        buffer: handle.clone(),
        offset,
        size,
    })
}
