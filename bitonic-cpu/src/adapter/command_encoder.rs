//! Command encoders and command buffers as wgpu sees them.

use std::{
    error::Error,
    sync::{Arc, Mutex},
};

use wgpu::{
    BufferTransition, BufferUsages, Features, TextureTransition, TextureUsages,
    custom::{
        CommandBufferInterface, CommandEncoderInterface, DispatchBuffer, DispatchCommandBuffer,
        DispatchComputePass, DispatchQuerySet, DispatchRenderPass, DispatchTexture,
    },
};

use super::{
    command::{Command, EncodeError, Encoding, Recording},
    compute_pass::ComputePass,
    device_state::DeviceState,
    lock::lock,
    object::resolve,
    query_set::{self, QueryError, QuerySet},
    texture::Texture,
    texture_transfer::{self, Side, TextureCommand, TextureTransferError},
    transfer::{self, TransferError},
    unsupported::{Unsupported, render_pass::InertRenderPass},
};

/// What wgpu holds of an encoder.
#[derive(Debug)]
pub(super) struct CommandEncoder(Arc<Encoding>);

/// What wgpu holds of a command buffer: the recording until it is submitted.
#[derive(Debug)]
pub(super) struct CommandBuffer {
    device: Arc<DeviceState>,
    label: String,
    recording: Mutex<Option<Recording>>,
}

impl CommandBuffer {
    pub(super) fn device(&self) -> &Arc<DeviceState> {
        &self.device
    }

    pub(super) fn label(&self) -> &str {
        &self.label
    }

    /// The commands; none if recording them failed, or a second time.
    pub(super) fn take(&self) -> Option<Recording> {
        lock(&self.recording).take()
    }
}

impl CommandBufferInterface for CommandBuffer {}

impl CommandEncoder {
    pub(super) fn new(device: &Arc<DeviceState>, label: Option<&str>) -> Self {
        Self(Arc::new(Encoding::new(device, label)))
    }

    /// Records the commands that `make` gives.
    fn command<E: Error + Send + Sync + 'static>(
        &self,
        function: &'static str,
        command: &'static str,
        make: impl FnOnce(&mut Recording) -> Result<(), E>,
    ) {
        self.0.with_recorder(function, |recorder| {
            recorder.record(|recording| {
                make(recording).map_err(|error| EncodeError::of(command, error))
            });
        });
    }

    fn unsupported(&self, function: &'static str, command: &'static str) {
        self.0.with_recorder(function, |recorder| {
            recorder.fail(EncodeError::of(command, Unsupported(command)));
        });
    }
}

impl CommandEncoderInterface for CommandEncoder {
    fn copy_buffer_to_buffer(
        &self,
        source: &DispatchBuffer,
        source_offset: u64,
        destination: &DispatchBuffer,
        destination_offset: u64,
        copy_size: Option<u64>,
    ) {
        let device = &self.0.device;
        self.command(
            "CommandEncoder::copy_buffer_to_buffer",
            "copy_buffer_to_buffer",
            |recording| -> Result<(), TransferError> {
                let (from, _) = resolve(device, source.as_custom())?;
                let (to, _) = resolve(device, destination.as_custom())?;
                recording.touch(from);
                recording.touch(to);
                if from.is(to) {
                    return Err(TransferError::SameBuffer(from.identity().clone()));
                }
                let read = transfer::range(from, BufferUsages::COPY_SRC, source_offset, copy_size)?;
                let size = Some(read.size);
                let write = transfer::range(to, BufferUsages::COPY_DST, destination_offset, size)?;
                recording.commands.push(Command::Copy {
                    source: read,
                    destination: write.buffer,
                    destination_offset,
                });
                Ok(())
            },
        );
    }

    fn copy_buffer_to_texture(
        &self,
        source: wgpu::TexelCopyBufferInfo<'_>,
        destination: wgpu::TexelCopyTextureInfo<'_>,
        copy_size: wgpu::Extent3d,
    ) {
        let device = &self.0.device;
        self.command(
            "CommandEncoder::copy_buffer_to_texture",
            "copy_buffer_to_texture",
            |recording| -> Result<(), TextureTransferError> {
                let (buffer, _) = resolve(device, source.buffer.as_custom())?;
                recording.touch(buffer);
                let end =
                    texture_transfer::end(device, &destination, copy_size, Side::Destination)?;
                recording.touch_texture(&end.texture);
                let size = texture_transfer::check_buffer(buffer, BufferUsages::COPY_SRC)?;
                end.texture.check_usage(TextureUsages::COPY_DST)?;
                let (layout, side) = (&source.layout, Side::Destination);
                let layout = texture_transfer::check_linear(&end, layout, size, side, true)?;
                recording
                    .commands
                    .push(Command::Texture(TextureCommand::FromBuffer {
                        buffer: buffer.clone(),
                        layout,
                        texture: end.texture,
                        region: end.region,
                    }));
                Ok(())
            },
        );
    }

    fn copy_texture_to_buffer(
        &self,
        source: wgpu::TexelCopyTextureInfo<'_>,
        destination: wgpu::TexelCopyBufferInfo<'_>,
        copy_size: wgpu::Extent3d,
    ) {
        let device = &self.0.device;
        self.command(
            "CommandEncoder::copy_texture_to_buffer",
            "copy_texture_to_buffer",
            |recording| -> Result<(), TextureTransferError> {
                let (buffer, _) = resolve(device, destination.buffer.as_custom())?;
                recording.touch(buffer);
                let end = texture_transfer::end(device, &source, copy_size, Side::Source)?;
                recording.touch_texture(&end.texture);
                end.texture.check_usage(TextureUsages::COPY_SRC)?;
                let size = texture_transfer::check_buffer(buffer, BufferUsages::COPY_DST)?;
                let (layout, side) = (&destination.layout, Side::Source);
                let layout = texture_transfer::check_linear(&end, layout, size, side, true)?;
                recording
                    .commands
                    .push(Command::Texture(TextureCommand::ToBuffer {
                        texture: end.texture,
                        region: end.region,
                        buffer: buffer.clone(),
                        layout,
                    }));
                Ok(())
            },
        );
    }

    fn copy_texture_to_texture(
        &self,
        source: wgpu::TexelCopyTextureInfo<'_>,
        destination: wgpu::TexelCopyTextureInfo<'_>,
        copy_size: wgpu::Extent3d,
    ) {
        let device = &self.0.device;
        self.command(
            "CommandEncoder::copy_texture_to_texture",
            "copy_texture_to_texture",
            |recording| -> Result<(), TextureTransferError> {
                let from = texture_transfer::end(device, &source, copy_size, Side::Source)?;
                let to = texture_transfer::end(device, &destination, copy_size, Side::Destination)?;
                recording.touch_texture(&from.texture);
                recording.touch_texture(&to.texture);
                let command = texture_transfer::copy(from, to)?;
                recording.commands.push(Command::Texture(command));
                Ok(())
            },
        );
    }

    fn begin_compute_pass(&self, desc: &wgpu::ComputePassDescriptor<'_>) -> DispatchComputePass {
        DispatchComputePass::custom(ComputePass::begin(&self.0, desc))
    }

    fn begin_render_pass(&self, _desc: &wgpu::RenderPassDescriptor<'_>) -> DispatchRenderPass {
        self.unsupported("CommandEncoder::begin_render_pass", "begin_render_pass");
        DispatchRenderPass::custom(InertRenderPass)
    }

    fn finish(&mut self) -> DispatchCommandBuffer {
        let encoding = &self.0;
        let recording = encoding
            .finish()
            .map_err(|error| {
                let function = "CommandEncoder::finish";
                encoding.device.report(function, &encoding.label, error);
            })
            .ok();
        DispatchCommandBuffer::custom(CommandBuffer {
            device: Arc::clone(&encoding.device),
            label: encoding.label.clone(),
            recording: Mutex::new(recording),
        })
    }

    fn clear_texture(
        &self,
        texture: &DispatchTexture,
        subresource_range: &wgpu::ImageSubresourceRange,
    ) {
        let device = &self.0.device;
        self.command(
            "CommandEncoder::clear_texture",
            "clear_texture",
            |recording| -> Result<(), TextureTransferError> {
                let (texture, _) = resolve::<Texture>(device, texture.as_custom())?;
                recording.touch_texture(texture);
                let command = texture_transfer::clear(texture, subresource_range)?;
                recording.commands.push(Command::Texture(command));
                Ok(())
            },
        );
    }

    fn clear_buffer(&self, buffer: &DispatchBuffer, offset: u64, size: Option<u64>) {
        let device = &self.0.device;
        self.command(
            "CommandEncoder::clear_buffer",
            "clear_buffer",
            |recording| -> Result<(), TransferError> {
                let (handle, _) = resolve(device, buffer.as_custom())?;
                recording.touch(handle);
                let range = transfer::range(handle, BufferUsages::COPY_DST, offset, size)?;
                recording.commands.push(Command::Clear(range));
                Ok(())
            },
        );
    }

    /// Markers speak to a graphics debugger, and there is none; but a finished encoder takes none.
    fn insert_debug_marker(&self, _label: &str) {
        self.0
            .with_recorder("CommandEncoder::insert_debug_marker", |_| {});
    }

    fn push_debug_group(&self, _label: &str) {
        self.0
            .with_recorder("CommandEncoder::push_debug_group", |recorder| {
                recorder.push_debug_group();
            });
    }

    fn pop_debug_group(&self) {
        self.0
            .with_recorder("CommandEncoder::pop_debug_group", |recorder| {
                recorder.pop_debug_group();
            });
    }

    fn write_timestamp(&self, query_set: &DispatchQuerySet, query_index: u32) {
        let device = &self.0.device;
        self.command(
            "CommandEncoder::write_timestamp",
            "write_timestamp",
            |recording| -> Result<(), QueryError> {
                query_set::require(device, Features::TIMESTAMP_QUERY_INSIDE_ENCODERS)?;
                let (set, _) = resolve::<QuerySet>(device, query_set.as_custom())?;
                set.check_index(query_index)?;
                recording.commands.push(Command::Timestamp {
                    set: set.clone(),
                    query: query_index,
                });
                Ok(())
            },
        );
    }

    fn resolve_query_set(
        &self,
        query_set: &DispatchQuerySet,
        first_query: u32,
        query_count: u32,
        destination: &DispatchBuffer,
        destination_offset: u64,
    ) {
        let device = &self.0.device;
        self.command(
            "CommandEncoder::resolve_query_set",
            "resolve_query_set",
            |recording| -> Result<(), QueryError> {
                let (set, _) = resolve::<QuerySet>(device, query_set.as_custom())?;
                let (buffer, _) = resolve(device, destination.as_custom())?;
                recording.touch(buffer);
                let destination =
                    set.check_resolve(first_query, query_count, buffer, destination_offset)?;
                recording.commands.push(Command::Resolve {
                    set: set.clone(),
                    first: first_query,
                    count: query_count,
                    destination,
                });
                Ok(())
            },
        );
    }

    fn mark_acceleration_structures_built<'a>(
        &self,
        _blas: &mut dyn Iterator<Item = &'a wgpu::Blas>,
        _tlas: &mut dyn Iterator<Item = &'a wgpu::Tlas>,
    ) {
        self.unsupported(
            "CommandEncoder::mark_acceleration_structures_built",
            "mark_acceleration_structures_built",
        );
    }

    fn build_acceleration_structures<'a>(
        &self,
        _blas: &mut dyn Iterator<Item = &'a wgpu::BlasBuildEntry<'a>>,
        _tlas: &mut dyn Iterator<Item = &'a wgpu::Tlas>,
    ) {
        self.unsupported(
            "CommandEncoder::build_acceleration_structures",
            "build_acceleration_structures",
        );
    }

    /// Memory here has no states to move between, so this does nothing.
    fn transition_resources<'a>(
        &mut self,
        _buffer_transitions: &mut dyn Iterator<Item = BufferTransition<&'a DispatchBuffer>>,
        _texture_transitions: &mut dyn Iterator<Item = TextureTransition<&'a DispatchTexture>>,
    ) {
    }
}
