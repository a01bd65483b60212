//! Recorded commands as data, what collects them, and the encoder's errors.
//!
//! Recording checks what can be known then; whether a buffer is destroyed or mapped is known only
//! at the submission. The first error stops recording and comes out at `finish`, as in WebGPU.

use std::{
    collections::HashSet,
    error::Error,
    sync::{Arc, Mutex},
};

use super::{
    bind_group::BufferRange, binder::Bindings, buffer::Buffer, compute_pipeline::ComputePipeline,
    device_state::DeviceState, error_sink::ApiError, lock::lock, object::Handle,
    query_set::QuerySet, texture::Texture, texture_transfer::TextureCommand,
};

/// One command of a command buffer.
#[derive(Debug)]
pub(super) enum Command {
    /// Copies `source` to the bytes of `destination` from an offset on.
    Copy {
        source: BufferRange,
        destination: Handle<Buffer>,
        destination_offset: u64,
    },
    /// Sets bytes to zero.
    Clear(BufferRange),
    /// Writes the time to a query.
    Timestamp {
        set: Handle<QuerySet>,
        query: u32,
    },
    /// Writes the results of queries to as many bytes.
    Resolve {
        set: Handle<QuerySet>,
        first: u32,
        count: u32,
        destination: BufferRange,
    },
    /// Copies or clears texels.
    Texture(TextureCommand),
    Dispatch(Dispatch),
}

/// A dispatch, with the bindings that were set when it was recorded.
#[derive(Debug)]
pub(super) struct Dispatch {
    pub(super) pipeline: Handle<ComputePipeline>,
    pub(super) bindings: Bindings,
    pub(super) immediates: Vec<u32>,
    pub(super) workgroups: Workgroups,
}

/// How many workgroups a dispatch runs.
#[derive(Debug)]
pub(super) enum Workgroups {
    Direct([u32; 3]),
    /// Three words in a buffer, read when the dispatch begins.
    Indirect {
        buffer: Handle<Buffer>,
        offset: u64,
    },
}

/// Commands in order, and all buffers and textures that they could touch.
#[derive(Debug, Default)]
pub(super) struct Recording {
    pub(super) commands: Vec<Command>,
    buffers: Vec<Handle<Buffer>>,
    textures: Vec<Handle<Texture>>,
    known: HashSet<usize>,
}

impl Recording {
    /// Notes that the submission needs `buffer`.
    pub(super) fn touch(&mut self, buffer: &Handle<Buffer>) {
        if self.known.insert(buffer.address()) {
            self.buffers.push(buffer.clone());
        }
    }

    /// Notes that the submission needs `texture`.
    pub(super) fn touch_texture(&mut self, texture: &Handle<Texture>) {
        if self.known.insert(texture.address()) {
            self.textures.push(texture.clone());
        }
    }

    /// The textures that must not be destroyed at the submission.
    pub(super) fn textures(&self) -> &[Handle<Texture>] {
        &self.textures
    }

    /// The buffers that must be neither destroyed nor mapped at the submission.
    pub(super) fn buffers(&self) -> &[Handle<Buffer>] {
        &self.buffers
    }

    /// The query sets that must not be destroyed at the submission.
    pub(super) fn query_sets(&self) -> impl Iterator<Item = &Handle<QuerySet>> {
        self.commands.iter().filter_map(|command| match command {
            Command::Timestamp { set, .. } | Command::Resolve { set, .. } => Some(set),
            Command::Copy { .. }
            | Command::Clear(_)
            | Command::Texture(_)
            | Command::Dispatch(_) => None,
        })
    }

    fn append(&mut self, other: Self) {
        self.commands.extend(other.commands);
        other.buffers.iter().for_each(|buffer| self.touch(buffer));
        let textures = other.textures.iter();
        textures.for_each(|texture| self.touch_texture(texture));
    }
}

/// Why recording went wrong.
#[derive(Debug, thiserror::Error)]
pub(super) enum EncodeError {
    #[error("Encoding must not have ended")]
    Ended,
    #[error(
        "The encoder is locked by a pass: before recording any new commands, the pass must be ended"
    )]
    Locked,
    #[error("A pass was not ended before the encoder was finished")]
    OpenPass,
    #[error("Cannot pop a debug group, because no debug group is pushed")]
    NoDebugGroup,
    #[error("A debug group was not popped before the end of its encoder or pass")]
    OpenDebugGroup,
    #[error("In a {command} command")]
    Command {
        command: &'static str,
        #[source]
        source: Box<dyn Error + Send + Sync>,
    },
}

impl ApiError for EncodeError {}

impl EncodeError {
    /// Says which command `error` comes from.
    pub(super) fn of(
        command: &'static str,
        error: impl Into<Box<dyn Error + Send + Sync>>,
    ) -> Self {
        Self::Command {
            command,
            source: error.into(),
        }
    }
}

/// What an encoder and a pass both do: collect commands until the first error, and keep debug
/// groups balanced.
#[derive(Debug, Default)]
pub(super) struct Recorder {
    recording: Recording,
    debug_groups: u32,
    error: Option<EncodeError>,
}

impl Recorder {
    /// Runs `record` unless an error came before, and keeps its error.
    pub(super) fn record(
        &mut self,
        record: impl FnOnce(&mut Recording) -> Result<(), EncodeError>,
    ) {
        if self.error.is_none() {
            self.error = record(&mut self.recording).err();
        }
    }

    /// Keeps `error` if it is the first.
    pub(super) fn fail(&mut self, error: EncodeError) {
        self.error.get_or_insert(error);
    }

    pub(super) fn push_debug_group(&mut self) {
        self.debug_groups += 1;
    }

    pub(super) fn pop_debug_group(&mut self) {
        match self.debug_groups.checked_sub(1) {
            Some(left) => self.debug_groups = left,
            None => self.fail(EncodeError::NoDebugGroup),
        }
    }

    /// The commands, or the first error.
    pub(super) fn finish(mut self) -> Result<Recording, EncodeError> {
        if self.debug_groups != 0 {
            self.fail(EncodeError::OpenDebugGroup);
        }
        match self.error {
            None => Ok(self.recording),
            Some(error) => Err(error),
        }
    }
}

/// Whether an encoder takes commands.
#[derive(Debug)]
enum Phase {
    Open(Recorder),
    /// A pass records.
    Locked(Recorder),
    Ended,
}

/// An encoder's part that its passes share.
#[derive(Debug)]
pub(super) struct Encoding {
    pub(super) device: Arc<DeviceState>,
    pub(super) label: String,
    phase: Mutex<Phase>,
}

impl Encoding {
    pub(super) fn new(device: &Arc<DeviceState>, label: Option<&str>) -> Self {
        Self {
            device: Arc::clone(device),
            label: label.unwrap_or_default().to_owned(),
            phase: Mutex::new(Phase::Open(Recorder::default())),
        }
    }

    /// Gives the recorder to `use_it`. A pass in between makes the encoder invalid; an ended
    /// encoder reports at once, for no `finish` will.
    pub(super) fn with_recorder(&self, function: &'static str, use_it: impl FnOnce(&mut Recorder)) {
        let ended = match &mut *lock(&self.phase) {
            Phase::Open(recorder) => {
                use_it(recorder);
                false
            }
            Phase::Locked(recorder) => {
                recorder.fail(EncodeError::Locked);
                false
            }
            Phase::Ended => true,
        };
        if ended {
            self.device
                .report(function, &self.label, EncodeError::Ended);
        }
    }

    /// Locks the encoder for a pass; whether it could be locked.
    pub(super) fn begin_pass(&self, function: &'static str) -> bool {
        let mut phase = lock(&self.phase);
        match std::mem::replace(&mut *phase, Phase::Ended) {
            Phase::Open(recorder) => {
                *phase = Phase::Locked(recorder);
                true
            }
            Phase::Locked(mut recorder) => {
                recorder.fail(EncodeError::Locked);
                *phase = Phase::Locked(recorder);
                false
            }
            Phase::Ended => {
                drop(phase);
                self.device
                    .report(function, &self.label, EncodeError::Ended);
                false
            }
        }
    }

    /// Takes what the pass recorded and unlocks the encoder. After `finish` it is too late, which
    /// `finish` has reported.
    pub(super) fn end_pass(&self, pass: Recorder) {
        let mut phase = lock(&self.phase);
        match std::mem::replace(&mut *phase, Phase::Ended) {
            Phase::Open(mut recorder) | Phase::Locked(mut recorder) => {
                match pass.finish() {
                    Ok(recording) => recorder.recording.append(recording),
                    Err(error) => recorder.fail(error),
                }
                *phase = Phase::Open(recorder);
            }
            Phase::Ended => {}
        }
    }

    /// Ends recording.
    pub(super) fn finish(&self) -> Result<Recording, EncodeError> {
        match std::mem::replace(&mut *lock(&self.phase), Phase::Ended) {
            Phase::Open(recorder) => recorder.finish(),
            Phase::Locked(mut recorder) => {
                recorder.fail(EncodeError::OpenPass);
                recorder.finish()
            }
            Phase::Ended => Err(EncodeError::Ended),
        }
    }
}
