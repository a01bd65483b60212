//! Submissions: the checks that only now can be made, then the work, in order, at once.

use std::sync::Arc;

use wgpu::custom::DispatchCommandBuffer;

use super::{
    bind_group::BufferRange,
    buffer::{Buffer, BufferUnavailable},
    command::{Command, Dispatch, Recording, Workgroups},
    command_encoder::CommandBuffer,
    compute_pass::INDIRECT_BYTES,
    compute_pipeline::ComputePipeline,
    device_state::DeviceState,
    error_sink::ApiError,
    faults::{self, FaultReport},
    object::Handle,
};
use crate::{
    check::Checker,
    execute::{self, Binding, Unobserved},
    memory::Memory,
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
}

impl ApiError for SubmitError {}

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
fn run(device: &DeviceState, command: &Command) -> Result<(), BufferUnavailable> {
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
        Command::Dispatch(dispatch) => run_dispatch(device, dispatch)?,
    }
    Ok(())
}

fn run_dispatch(device: &DeviceState, dispatch: &Dispatch) -> Result<(), BufferUnavailable> {
    let pipeline = dispatch.pipeline.state()?;
    let label = dispatch.pipeline.identity().label();
    let memories = dispatch
        .bindings
        .iter()
        .map(|range| range.buffer.memory_for_work())
        .collect::<Result<Vec<_>, _>>()?;
    let bindings: Vec<_> = dispatch
        .bindings
        .iter()
        .zip(&memories)
        .map(|(range, memory)| bind(range, memory))
        .collect();
    let workgroups = match &dispatch.workgroups {
        Workgroups::Direct(workgroups) => *workgroups,
        Workgroups::Indirect { buffer, offset } => read_workgroups(device, buffer, *offset)?,
    };
    if !workgroups.contains(&0) {
        let dispatch = execute::Dispatch {
            program: &pipeline.program,
            bindings: &bindings,
            immediates: &dispatch.immediates,
            workgroups,
        };
        execute(device, pipeline, label, &dispatch);
    }
    Ok(())
}

/// Runs one dispatch, watched if someone wants to hear of faults.
fn execute(
    device: &DeviceState,
    pipeline: &ComputePipeline,
    label: &str,
    dispatch: &execute::Dispatch<'_>,
) {
    let Some(on_fault) = device.on_fault() else {
        return execute::run(dispatch, &mut Unobserved);
    };
    let mut checker = Checker::default();
    execute::run(dispatch, &mut checker);
    for fault in checker.faults() {
        on_fault.report(&FaultReport {
            pipeline: label.to_owned(),
            entry_point: pipeline.entry_point.clone(),
            fault: fault.clone(),
            place: faults::place(fault, &pipeline.source),
        });
    }
}

fn bind<'a>(range: &BufferRange, memory: &'a Memory) -> Binding<'a> {
    Binding {
        memory,
        offset: range.offset,
        size: range.size,
    }
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
