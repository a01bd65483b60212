//! The queue as wgpu sees it. What a submission does is in `submission`.

use std::sync::Arc;

use wgpu::{
    BufferSize, BufferUsages, TextureUsages, WriteOnly,
    custom::{
        BoxSubmittedWorkDoneCallback, DispatchBlas, DispatchBuffer, DispatchCommandBuffer,
        DispatchQueueWriteBuffer, DispatchSurfaceOutputDetail, QueueInterface,
        QueueWriteBufferInterface,
    },
};

use super::{
    bind_group::BufferRange,
    buffer::Buffer,
    device_state::DeviceState,
    error_sink::ApiError,
    object::{Handle, resolve},
    submission,
    texture::Texture,
    texture_transfer::{self, Side, TextureTransferError},
    transfer::{self, TransferError},
    unsupported::{Unsupported, objects::Blas},
};

/// What wgpu holds of a queue.
#[derive(Debug)]
pub(super) struct Queue(Arc<DeviceState>);

/// Bytes that an application fills before they go to a buffer.
#[derive(Debug)]
struct StagingBuffer(Box<[u8]>);

impl QueueWriteBufferInterface for StagingBuffer {
    fn len(&self) -> usize {
        self.0.len()
    }

    #[allow(
        unsafe_code,
        reason = "wgpu's trait declares the method unsafe; nothing in it is"
    )]
    unsafe fn write_slice(&mut self) -> WriteOnly<'_, [u8]> {
        WriteOnly::from_mut(&mut self.0)
    }
}

/// The host has no room for a staging buffer.
#[derive(Debug, thiserror::Error)]
#[error("The host cannot allocate {0} bytes to stage a write")]
struct NoStagingMemory(u64);

impl ApiError for NoStagingMemory {
    fn filter(&self) -> wgpu::ErrorFilter {
        wgpu::ErrorFilter::OutOfMemory
    }
}

impl Queue {
    pub(super) fn new(device: Arc<DeviceState>) -> Self {
        Self(device)
    }

    /// The range that a write of `size` bytes goes to, of a buffer that is free to be written.
    fn writable(
        &self,
        buffer: &DispatchBuffer,
        offset: u64,
        size: u64,
    ) -> Result<BufferRange, TransferError> {
        let (handle, _) = resolve(&self.0, buffer.as_custom())?;
        let range = transfer::range(handle, BufferUsages::COPY_DST, offset, Some(size))?;
        handle.memory_for_work()?;
        Ok(range)
    }

    fn write_texels(
        &self,
        info: &wgpu::TexelCopyTextureInfo<'_>,
        data: &[u8],
        layout: &wgpu::TexelCopyBufferLayout,
        size: wgpu::Extent3d,
    ) -> Result<(), TextureTransferError> {
        let side = Side::Destination;
        let end = texture_transfer::end(&self.0, info, size, side)?;
        end.texture.check_usage(TextureUsages::COPY_DST)?;
        let available = data.len() as u64;
        let linear = texture_transfer::check_linear(&end, layout, available, side, false)?;
        self.0.in_turn(|| {
            end.texture.memory()?.write_bytes(end.region, data, linear);
            Ok(())
        })
    }

    fn write(
        &self,
        buffer: &DispatchBuffer,
        offset: u64,
        data: &[u8],
    ) -> Result<(), TransferError> {
        let range = self.writable(buffer, offset, data.len() as u64)?;
        self.0.in_turn(|| {
            range.buffer.memory_for_work()?.write(offset, data);
            Ok(())
        })
    }
}

fn label_of(buffer: &DispatchBuffer) -> &str {
    buffer
        .as_custom::<Handle<Buffer>>()
        .map_or("", |handle| handle.identity().label())
}

impl QueueInterface for Queue {
    /// Earlier submissions have run, so the write may happen at once.
    fn write_buffer(&self, buffer: &DispatchBuffer, offset: u64, data: &[u8]) {
        if let Err(error) = self.write(buffer, offset, data) {
            self.0
                .report("Queue::write_buffer", label_of(buffer), error);
        }
    }

    fn create_staging_buffer(&self, size: BufferSize) -> Option<DispatchQueueWriteBuffer> {
        let mut bytes = Vec::new();
        let room = usize::try_from(size.get())
            .ok()
            .filter(|len| bytes.try_reserve_exact(*len).is_ok());
        if let Some(len) = room {
            bytes.resize(len, 0);
            return Some(DispatchQueueWriteBuffer::custom(StagingBuffer(
                bytes.into(),
            )));
        }
        let error = NoStagingMemory(size.get());
        self.0.report("Queue::write_buffer_with", "", error);
        None
    }

    fn validate_write_buffer(
        &self,
        buffer: &DispatchBuffer,
        offset: u64,
        size: BufferSize,
    ) -> Option<()> {
        match self.writable(buffer, offset, size.get()) {
            Ok(_) => Some(()),
            Err(error) => {
                self.0
                    .report("Queue::write_buffer_with", label_of(buffer), error);
                None
            }
        }
    }

    fn write_staging_buffer(
        &self,
        buffer: &DispatchBuffer,
        offset: u64,
        staging_buffer: &DispatchQueueWriteBuffer,
    ) {
        // Ours, for wgpu passes back what `create_staging_buffer` gave.
        let Some(StagingBuffer(bytes)) = staging_buffer.as_custom() else {
            return;
        };
        if let Err(error) = self.write(buffer, offset, bytes) {
            self.0
                .report("Queue::write_buffer_with", label_of(buffer), error);
        }
    }

    fn write_texture(
        &self,
        texture: wgpu::TexelCopyTextureInfo<'_>,
        data: &[u8],
        data_layout: wgpu::TexelCopyBufferLayout,
        size: wgpu::Extent3d,
    ) {
        if let Err(error) = self.write_texels(&texture, data, &data_layout, size) {
            let handle = texture.texture.as_custom::<Handle<Texture>>();
            let label = handle.map_or("", |handle| handle.identity().label());
            self.0.report("Queue::write_texture", label, error);
        }
    }

    #[cfg(all(target_arch = "wasm32", feature = "webgpu"))]
    fn copy_external_image_to_texture(
        &self,
        _source: &wgpu::CopyExternalImageSourceInfo,
        _dest: wgpu::CopyExternalImageDestInfo<&wgpu::Texture>,
        _size: wgpu::Extent3d,
    ) {
        self.0.report(
            "Queue::copy_external_image_to_texture",
            "",
            Unsupported("copy_external_image_to_texture"),
        );
    }

    fn submit(&self, command_buffers: &mut dyn Iterator<Item = DispatchCommandBuffer>) -> u64 {
        let command_buffers: Vec<_> = command_buffers.collect();
        let index = self.0.count_submission();
        if self.0.is_lost() {
            return index;
        }
        let outcome = self
            .0
            .in_turn(|| submission::submit(&self.0, &command_buffers));
        if let Err(error) = outcome {
            // Not through the device, which an endless loop has lost.
            self.0.sink().report("Queue::submit", "", error);
        }
        index
    }

    fn get_timestamp_period(&self) -> f32 {
        1.0
    }

    fn on_submitted_work_done(&self, callback: BoxSubmittedWorkDoneCallback) {
        self.0.await_work_done(callback);
    }

    fn compact_blas(&self, _blas: &DispatchBlas) -> (Option<u64>, DispatchBlas) {
        let made = Err(Unsupported("compact_blas"));
        let blas = self.0.make("Queue::compact_blas", None, made);
        (None, DispatchBlas::custom::<Handle<Blas>>(blas))
    }

    fn present(&self, _detail: &DispatchSurfaceOutputDetail) {
        self.0
            .report("Queue::present", "", Unsupported("presenting a surface"));
    }
}
