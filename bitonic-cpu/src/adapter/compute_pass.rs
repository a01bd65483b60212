//! Compute passes: state between dispatches, and recording dispatches with it.

use std::{error::Error, sync::Arc};

use wgpu::{
    BufferTransition, BufferUsages, Features, TextureTransition,
    custom::{
        ComputePassInterface, DispatchBindGroup, DispatchBuffer, DispatchComputePipeline,
        DispatchQuerySet, DispatchTextureView,
    },
};

use super::{
    bind_group::BindGroup,
    binder::Binder,
    buffer::{Buffer, MissingUsage},
    command::{Command, Dispatch, EncodeError, Encoding, Recorder, Workgroups},
    compute_pipeline::ComputePipeline,
    immediates::Immediates,
    object::{Handle, ObjectError, resolve},
    query_set::{self, QueryError, QuerySet},
    unsupported::Unsupported,
    usage_scope::UsageScope,
};

/// Bytes of the three counts of an indirect dispatch.
pub(super) const INDIRECT_BYTES: u64 = 12;

/// The kind of error that recording a command gives; its command is added around it.
type AnyError = Box<dyn Error + Send + Sync>;

/// What wgpu holds of a pass. Dropping it ends it.
#[derive(Debug)]
pub(super) struct ComputePass {
    encoding: Arc<Encoding>,
    /// Whether the encoder is locked for this pass. If not, what it records is lost, and the error
    /// was reported.
    open: bool,
    recorder: Recorder,
    pipeline: Option<Handle<ComputePipeline>>,
    binder: Binder,
    immediates: Immediates,
    /// Where the time goes when the pass ends.
    timestamp_at_end: Option<(Handle<QuerySet>, u32)>,
}

/// Why a dispatch cannot be recorded, beside bind groups and immediates.
#[derive(Debug, thiserror::Error)]
enum DispatchError {
    #[error("A compute pipeline must be set")]
    NoPipeline,
    #[error(
        "Each dispatch group size dimension {workgroups:?} must be at most the limit max_compute_workgroups_per_dimension {limit}"
    )]
    TooManyWorkgroups { workgroups: [u32; 3], limit: u32 },
    #[error(transparent)]
    Object(#[from] ObjectError),
    #[error(transparent)]
    Usage(#[from] MissingUsage),
    #[error("Indirect buffer offset {0} is not a multiple of 4")]
    UnalignedIndirect(u64),
    #[error(
        "{INDIRECT_BYTES} bytes at offset {offset} overrun the indirect buffer of {size} bytes"
    )]
    IndirectOverrun { offset: u64, size: u64 },
}

impl ComputePass {
    pub(super) fn begin(encoding: &Arc<Encoding>, desc: &wgpu::ComputePassDescriptor<'_>) -> Self {
        let mut pass = Self {
            encoding: Arc::clone(encoding),
            open: encoding.begin_pass("CommandEncoder::begin_compute_pass"),
            recorder: Recorder::default(),
            pipeline: None,
            binder: Binder::default(),
            immediates: Immediates::default(),
            timestamp_at_end: None,
        };
        if let Some(writes) = &desc.timestamp_writes
            && let Err(error) = pass.begin_timestamps(writes)
        {
            pass.fail("begin_compute_pass", error);
        }
        pass
    }

    /// Records the timestamp at the begin, and notes the one at the end.
    fn begin_timestamps(
        &mut self,
        writes: &wgpu::ComputePassTimestampWrites<'_>,
    ) -> Result<(), QueryError> {
        query_set::require(&self.encoding.device, Features::TIMESTAMP_QUERY)?;
        let custom = writes.query_set.as_custom();
        let (set, _) = resolve::<QuerySet>(&self.encoding.device, custom)?;
        let begin = writes.beginning_of_pass_write_index;
        let end = writes.end_of_pass_write_index;
        for index in begin.into_iter().chain(end) {
            set.check_index(index)?;
        }
        match (begin, end) {
            (None, None) => return Err(QueryError::NoQuery),
            (Some(begin), Some(end)) if begin == end => return Err(QueryError::SameQuery(begin)),
            (Some(_), _) | (None, Some(_)) => {}
        }
        if let Some(query) = begin {
            self.timestamp(set.clone(), query);
        }
        self.timestamp_at_end = end.map(|query| (set.clone(), query));
        Ok(())
    }

    fn timestamp(&mut self, set: Handle<QuerySet>, query: u32) {
        self.recorder.record(|recording| {
            recording.commands.push(Command::Timestamp { set, query });
            Ok(())
        });
    }

    fn try_write_timestamp(
        &mut self,
        query_set: &DispatchQuerySet,
        query: u32,
    ) -> Result<(), QueryError> {
        let device = &self.encoding.device;
        query_set::require(device, Features::TIMESTAMP_QUERY_INSIDE_PASSES)?;
        let (set, _) = resolve::<QuerySet>(device, query_set.as_custom())?;
        set.check_index(query)?;
        self.timestamp(set.clone(), query);
        Ok(())
    }

    fn fail(&mut self, command: &'static str, error: impl Into<AnyError>) {
        self.recorder.fail(EncodeError::of(command, error));
    }

    fn try_set_pipeline(&mut self, pipeline: &DispatchComputePipeline) -> Result<(), AnyError> {
        let (handle, state) = resolve(&self.encoding.device, pipeline.as_custom())?;
        if state.layout.immediate_size != self.immediates.size() {
            self.immediates.reset(state.layout.immediate_size);
        }
        self.pipeline = Some(handle.clone());
        Ok(())
    }

    fn try_set_bind_group(
        &mut self,
        index: u32,
        group: Option<&DispatchBindGroup>,
        offsets: &[u32],
    ) -> Result<(), AnyError> {
        let device = &self.encoding.device;
        let group = match group {
            None => None,
            Some(group) => Some(resolve::<BindGroup>(device, group.as_custom())?),
        };
        if let Some((_, state)) = group {
            // Also a group that no dispatch uses must be whole when it is submitted.
            self.recorder.record(|recording| {
                for bound in &state.buffers {
                    recording.touch(&bound.range.buffer);
                }
                for view in state.textures.iter().flat_map(|bound| bound.view.state()) {
                    recording.touch_texture(&view.texture);
                }
                Ok(())
            });
        }
        Ok(self.binder.set(device.limits(), index, group, offsets)?)
    }

    fn try_set_immediates(&mut self, offset: u32, data: &[u8]) -> Result<(), AnyError> {
        if self.pipeline.is_none() {
            return Err(DispatchError::NoPipeline.into());
        }
        Ok(self.immediates.write(offset, data)?)
    }

    /// Records a dispatch with the state of the pass.
    fn dispatch(&mut self, workgroups: Workgroups, scope: UsageScope) -> Result<(), AnyError> {
        let handle = self.pipeline.as_ref().ok_or(DispatchError::NoPipeline)?;
        let pipeline = handle.state()?;
        let bindings = self.binder.resolve(handle, pipeline, scope)?;
        self.immediates.check(pipeline.immediates)?;
        let dispatch = Dispatch {
            pipeline: handle.clone(),
            bindings,
            immediates: self.immediates.words().to_vec(),
            workgroups,
        };
        self.recorder.record(|recording| {
            recording.commands.push(Command::Dispatch(dispatch));
            Ok(())
        });
        Ok(())
    }

    fn try_dispatch(&mut self, workgroups: [u32; 3]) -> Result<(), AnyError> {
        let limit = self
            .encoding
            .device
            .limits()
            .max_compute_workgroups_per_dimension;
        if workgroups.iter().any(|&count| count > limit) {
            return Err(DispatchError::TooManyWorkgroups { workgroups, limit }.into());
        }
        self.dispatch(Workgroups::Direct(workgroups), UsageScope::default())
    }

    fn try_dispatch_indirect(
        &mut self,
        buffer: &DispatchBuffer,
        offset: u64,
    ) -> Result<(), AnyError> {
        let (handle, state) = resolve(&self.encoding.device, buffer.as_custom())?;
        check_indirect(handle, state, offset)?;
        let buffer = handle.clone();
        self.recorder.record(|recording| {
            recording.touch(&buffer);
            Ok(())
        });
        let scope = UsageScope::of_indirect(&buffer);
        self.dispatch(Workgroups::Indirect { buffer, offset }, scope)
    }
}

fn check_indirect(
    handle: &Handle<Buffer>,
    buffer: &Buffer,
    offset: u64,
) -> Result<(), DispatchError> {
    handle.check_usage(BufferUsages::INDIRECT)?;
    if !offset.is_multiple_of(4) {
        return Err(DispatchError::UnalignedIndirect(offset));
    }
    let size = buffer.size();
    let rest = size.checked_sub(offset);
    if rest.is_none_or(|rest| rest < INDIRECT_BYTES) {
        return Err(DispatchError::IndirectOverrun { offset, size });
    }
    Ok(())
}

impl ComputePassInterface for ComputePass {
    fn set_pipeline(&mut self, pipeline: &DispatchComputePipeline) {
        if let Err(error) = self.try_set_pipeline(pipeline) {
            self.fail("set_pipeline", error);
        }
    }

    fn set_bind_group(
        &mut self,
        index: u32,
        bind_group: Option<&DispatchBindGroup>,
        offsets: &[u32],
    ) {
        if let Err(error) = self.try_set_bind_group(index, bind_group, offsets) {
            self.fail("set_bind_group", error);
        }
    }

    fn set_immediates(&mut self, offset: u32, data: &[u8]) {
        if let Err(error) = self.try_set_immediates(offset, data) {
            self.fail("set_immediates", error);
        }
    }

    /// Markers speak to a graphics debugger, and there is none.
    fn insert_debug_marker(&mut self, _label: &str) {}

    fn push_debug_group(&mut self, _group_label: &str) {
        self.recorder.push_debug_group();
    }

    fn pop_debug_group(&mut self) {
        self.recorder.pop_debug_group();
    }

    fn write_timestamp(&mut self, query_set: &DispatchQuerySet, query_index: u32) {
        if let Err(error) = self.try_write_timestamp(query_set, query_index) {
            self.fail("write_timestamp", error);
        }
    }

    fn begin_pipeline_statistics_query(
        &mut self,
        _query_set: &DispatchQuerySet,
        _query_index: u32,
    ) {
        let command = "begin_pipeline_statistics_query";
        self.fail(command, Unsupported(command));
    }

    fn end_pipeline_statistics_query(&mut self) {
        let command = "end_pipeline_statistics_query";
        self.fail(command, Unsupported(command));
    }

    fn dispatch_workgroups(&mut self, x: u32, y: u32, z: u32) {
        if let Err(error) = self.try_dispatch([x, y, z]) {
            self.fail("dispatch_workgroups", error);
        }
    }

    fn dispatch_workgroups_indirect(
        &mut self,
        indirect_buffer: &DispatchBuffer,
        indirect_offset: u64,
    ) {
        if let Err(error) = self.try_dispatch_indirect(indirect_buffer, indirect_offset) {
            self.fail("dispatch_workgroups_indirect", error);
        }
    }

    /// Memory here has no states to move between, so this does nothing.
    fn transition_resources<'a>(
        &mut self,
        _buffer_transitions: &mut dyn Iterator<Item = BufferTransition<&'a DispatchBuffer>>,
        _texture_transitions: &mut dyn Iterator<Item = TextureTransition<&'a DispatchTextureView>>,
    ) {
    }
}

impl Drop for ComputePass {
    fn drop(&mut self) {
        if let Some((set, query)) = self.timestamp_at_end.take() {
            self.timestamp(set, query);
        }
        if self.open {
            self.encoding.end_pass(std::mem::take(&mut self.recorder));
        }
    }
}
