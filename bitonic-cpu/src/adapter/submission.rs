//! Submissions: the checks that only now can be made, then the work, in order, at once.

use std::sync::Arc;

use wgpu::{DeviceLostReason, ErrorFilter, custom::DispatchCommandBuffer};

use super::{
    bind_group::BufferRange,
    binder::Bindings,
    buffer::{Buffer, BufferUnavailable},
    command::{Command, Dispatch, Recording, Workgroups},
    command_encoder::CommandBuffer,
    compute_pass::INDIRECT_BYTES,
    compute_pipeline::ComputePipeline,
    device_state::DeviceState,
    error_sink::ApiError,
    faults::{self, FaultHandler, FaultPlace, FaultReport},
    object::{Handle, ObjectError},
};
use crate::{
    check::{Checker, Checks},
    execute::{self, LongLoop, RunOptions, SharedBinding, SharedDispatch, Textures},
};

/// Why a submission does not run.
#[derive(Debug, thiserror::Error)]
pub(super) enum SubmitError {
    #[error("The command buffer belongs to another wgpu backend than the software adapter")]
    OtherBackend,
    #[error("CommandBuffer with '{0}' label belongs to another device")]
    OtherDevice(String),
    #[error(
        "CommandBuffer with '{0}' label is invalid: an error was reported when its encoder was finished"
    )]
    Invalid(String),
    #[error(transparent)]
    Buffer(#[from] BufferUnavailable),
    #[error(transparent)]
    Object(#[from] ObjectError),
    #[error(transparent)]
    Endless(#[from] EndlessLoop),
}

impl ApiError for SubmitError {
    fn filter(&self) -> ErrorFilter {
        match self {
            Self::OtherBackend
            | Self::OtherDevice(_)
            | Self::Invalid(_)
            | Self::Buffer(_)
            | Self::Object(_) => ErrorFilter::Validation,
            Self::Endless(_) => ErrorFilter::Internal,
        }
    }
}

/// A dispatch was stopped, and the device is lost.
#[derive(Debug, thiserror::Error)]
#[error(
    "{entry_point} was stopped and the device is lost: {fault}. Give the loop an end, or raise AdapterOptions::turn_limit"
)]
pub(super) struct EndlessLoop {
    entry_point: String,
    fault: LongLoop,
}

impl EndlessLoop {
    fn new(pipeline: &Handle<ComputePipeline>, state: &ComputePipeline, fault: LongLoop) -> Self {
        let mut entry_point = format!("`{}` of {}", state.entry_point, pipeline.identity());
        if let Some(FaultPlace { line, text, .. }) = faults::place(fault.span, &state.source) {
            entry_point += &format!(", line {line} `{text}`,");
        }
        Self { entry_point, fault }
    }
}

/// Runs `command_buffers`: all of them, or none if one cannot be run.
pub(super) fn submit(
    device: &Arc<DeviceState>,
    command_buffers: &[DispatchCommandBuffer],
) -> Result<(), SubmitError> {
    // Taken first: a command buffer is spent also when the submission fails.
    let taken: Vec<_> = command_buffers
        .iter()
        .map(|command_buffer| take(device, command_buffer))
        .collect();
    let recordings = taken.into_iter().collect::<Result<Vec<_>, _>>()?;
    for buffer in recordings.iter().flat_map(Recording::buffers) {
        buffer.memory_for_work()?;
    }
    for texture in recordings.iter().flat_map(Recording::textures) {
        texture.memory()?;
    }
    for set in recordings.iter().flat_map(Recording::query_sets) {
        set.check_alive()?;
    }
    for command in recordings.iter().flat_map(|recording| &recording.commands) {
        run(device, command)?;
    }
    Ok(())
}

fn take(
    device: &Arc<DeviceState>,
    command_buffer: &DispatchCommandBuffer,
) -> Result<Recording, SubmitError> {
    let ours: &CommandBuffer = command_buffer
        .as_custom()
        .ok_or(SubmitError::OtherBackend)?;
    let recording = ours.take();
    if !Arc::ptr_eq(device, ours.device()) {
        return Err(SubmitError::OtherDevice(ours.label().to_owned()));
    }
    recording.ok_or_else(|| SubmitError::Invalid(ours.label().to_owned()))
}

/// Another thread may have mapped a buffer since the check; then the rest does not run.
fn run(device: &DeviceState, command: &Command) -> Result<(), SubmitError> {
    match command {
        Command::Copy {
            source,
            destination,
            destination_offset,
        } => {
            let from = source.buffer.memory_for_work()?;
            let to = destination.memory_for_work()?;
            to.copy_from(*destination_offset, &from, source.offset, source.size);
        }
        Command::Clear(range) => {
            let memory = range.buffer.memory_for_work()?;
            memory.clear(range.offset, range.size);
        }
        Command::Timestamp { set, query } => set.stamp(*query)?,
        Command::Resolve {
            set,
            first,
            count,
            destination,
        } => {
            let memory = destination.buffer.memory_for_work()?;
            memory.write(destination.offset, &set.bytes(*first, *count)?);
        }
        Command::Texture(command) => command.run()?,
        Command::Dispatch(dispatch) => run_dispatch(device, dispatch)?,
    }
    Ok(())
}

fn run_dispatch(device: &DeviceState, dispatch: &Dispatch) -> Result<(), SubmitError> {
    let pipeline = dispatch.pipeline.state()?;
    let bindings = dispatch.bindings.buffers.iter().map(bind);
    let bindings = bindings.collect::<Result<Vec<_>, _>>()?;
    let workgroups = match &dispatch.workgroups {
        Workgroups::Direct(workgroups) => *workgroups,
        Workgroups::Indirect { buffer, offset } => read_workgroups(device, buffer, *offset)?,
    };
    if workgroups.contains(&0) {
        return Ok(());
    }
    let shared = SharedDispatch {
        program: Arc::clone(&pipeline.program),
        bindings,
        textures: textures(&dispatch.bindings)?,
        immediates: dispatch.immediates.clone(),
        workgroups,
    };
    if let Some(on_fault) = device.on_fault() {
        let label = dispatch.pipeline.identity().label();
        watch(
            on_fault,
            device.checks(),
            pipeline,
            label,
            &shared,
            device.run_options(),
        );
        return Ok(());
    }
    execute::run_shared(shared, device.run_options()).map_err(|fault| {
        let error = EndlessLoop::new(&dispatch.pipeline, pipeline, fault);
        device.lose(DeviceLostReason::Unknown, error.to_string());
        error.into()
    })
}

/// Runs one dispatch on this thread and tells of its faults.
fn watch(
    on_fault: &FaultHandler,
    checks: Checks,
    pipeline: &ComputePipeline,
    label: &str,
    dispatch: &SharedDispatch,
    options: &RunOptions,
) {
    let mut checker = Checker::new(checks);
    dispatch.run_with(options, &mut checker);
    for fault in checker.faults() {
        on_fault.report(&FaultReport {
            pipeline: label.to_owned(),
            entry_point: pipeline.entry_point.clone(),
            fault: fault.clone(),
            place: faults::place(fault.span, &pipeline.source),
        });
    }
}

fn bind(range: &BufferRange) -> Result<SharedBinding, BufferUnavailable> {
    Ok(SharedBinding {
        memory: range.buffer.memory_for_work()?,
        offset: range.offset,
        size: range.size,
    })
}

/// The textures and samplers of a dispatch.
fn textures(bindings: &Bindings) -> Result<Textures, ObjectError> {
    let views = bindings.textures.iter().map(Handle::for_work);
    let samplers = bindings.samplers.iter();
    let samplers = samplers.map(|sampler| sampler.state().map(|sampler| sampler.sampler));
    Ok(Textures {
        views: views.collect::<Result<_, _>>()?,
        samplers: samplers.collect::<Result<_, _>>()?,
    })
}

/// The counts of an indirect dispatch. Counts above the limit run nothing, as in wgpu.
fn read_workgroups(
    device: &DeviceState,
    buffer: &Handle<Buffer>,
    offset: u64,
) -> Result<[u32; 3], BufferUnavailable> {
    let mut bytes = [0; INDIRECT_BYTES as usize];
    buffer.memory_for_work()?.read(offset, &mut bytes);
    let (words, _) = bytes.as_chunks::<4>();
    let counts = [0, 1, 2].map(|index| u32::from_le_bytes(words[index]));
    let limit = device.limits().max_compute_workgroups_per_dimension;
    let allowed = counts.iter().all(|&count| count <= limit);
    Ok(if allowed { counts } else { [0; 3] })
}
