//! What a device, its queue and all of its objects share: features, limits, errors, callbacks.

use std::{
    fmt,
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicU64, Ordering::SeqCst},
    },
};

use wgpu::{
    DeviceLostReason, Features, Limits,
    custom::{BoxDeviceLostCallback, BoxSubmittedWorkDoneCallback},
};

use super::{
    buffer::Buffer,
    error_sink::{ApiError, ErrorSink},
    faults::FaultHandler,
    instance::AdapterOptions,
    lock::lock,
    object::{Handle, Kind},
};
use crate::{check::Checks, decode::DecodeOptions, execute::RunOptions};

/// Callbacks that wait for the next poll.
#[derive(Default)]
struct Callbacks {
    maps: Vec<Handle<Buffer>>,
    work_done: Vec<BoxSubmittedWorkDoneCallback>,
    lost: Option<BoxDeviceLostCallback>,
}

/// The shared part of a device.
pub(super) struct DeviceState {
    label: String,
    features: Features,
    limits: Limits,
    on_fault: Option<FaultHandler>,
    checks: Checks,
    run: RunOptions,
    decode: DecodeOptions,
    sink: ErrorSink,
    callbacks: Mutex<Callbacks>,
    /// Why the device is lost, once it is.
    loss: OnceLock<(DeviceLostReason, String)>,
    submissions: AtomicU64,
    /// Held while the queue works.
    turn: Mutex<()>,
}

impl fmt::Debug for DeviceState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeviceState")
            .field("label", &self.label)
            .finish_non_exhaustive()
    }
}

impl DeviceState {
    pub(super) fn new(
        label: Option<&str>,
        features: Features,
        limits: &Limits,
        options: &AdapterOptions,
    ) -> Self {
        Self {
            label: label.unwrap_or_default().to_owned(),
            features,
            limits: limits.clone(),
            on_fault: options.on_fault.clone(),
            checks: options.checks,
            run: options.run(),
            decode: options.decode(),
            sink: ErrorSink::default(),
            callbacks: Mutex::default(),
            loss: OnceLock::new(),
            submissions: AtomicU64::new(0),
            turn: Mutex::new(()),
        }
    }

    pub(super) fn features(&self) -> Features {
        self.features
    }

    pub(super) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Who hears of the faults of shaders; without one they are not looked for.
    pub(super) fn on_fault(&self) -> Option<&FaultHandler> {
        self.on_fault.as_ref()
    }

    /// What is looked for where somebody hears of it.
    pub(super) fn checks(&self) -> Checks {
        self.checks
    }

    /// How shaders are compiled.
    pub(super) fn decode_options(&self) -> DecodeOptions {
        self.decode
    }

    /// How dispatches run; a checker has its own limit of turns, and one thread.
    pub(super) fn run_options(&self) -> &RunOptions {
        &self.run
    }

    pub(super) fn sink(&self) -> &ErrorSink {
        &self.sink
    }

    /// Reports `error`, unless the device is lost: then it raises no errors.
    pub(super) fn report<E: ApiError>(&self, function: &'static str, label: &str, error: E) {
        if !self.is_lost() {
            self.sink.report(function, label, error);
        }
    }

    /// An object with the state that was made, or an invalid one after reporting why.
    pub(super) fn make<T: Kind, E: ApiError>(
        self: &Arc<Self>,
        function: &'static str,
        label: Option<&str>,
        made: Result<T, E>,
    ) -> Handle<T> {
        match made {
            Ok(state) => Handle::new(self, label, Some(state)),
            Err(error) => {
                self.report(function, label.unwrap_or_default(), error);
                Handle::invalid(self, label)
            }
        }
    }

    /// Marks the device as lost, if it is not; the application hears of it at the next poll.
    pub(super) fn lose(&self, reason: DeviceLostReason, message: String) {
        self.loss.get_or_init(|| (reason, message));
    }

    pub(super) fn is_lost(&self) -> bool {
        self.loss.get().is_some()
    }

    /// Does `work` of the queue after that of other threads: a queue does one thing at a time.
    pub(super) fn in_turn<T>(&self, work: impl FnOnce() -> T) -> T {
        let _turn = lock(&self.turn);
        work()
    }

    /// Counts a submission and gives its index, from 1.
    pub(super) fn count_submission(&self) -> u64 {
        self.submissions.fetch_add(1, SeqCst) + 1
    }

    /// The index of the latest submission, 0 before the first.
    pub(super) fn latest_submission(&self) -> u64 {
        self.submissions.load(SeqCst)
    }

    /// At the next poll, the pending map of `buffer` is done.
    pub(super) fn await_map(&self, buffer: Handle<Buffer>) {
        lock(&self.callbacks).maps.push(buffer);
    }

    pub(super) fn await_work_done(&self, callback: BoxSubmittedWorkDoneCallback) {
        lock(&self.callbacks).work_done.push(callback);
    }

    pub(super) fn set_lost_callback(&self, callback: BoxDeviceLostCallback) {
        lock(&self.callbacks).lost = Some(callback);
    }

    /// Calls everything that waits: maps, then finished work, then the loss of the device. No lock
    /// is held meanwhile, for callbacks call back.
    pub(super) fn fire_callbacks(&self) {
        let waiting = {
            let mut callbacks = lock(&self.callbacks);
            Callbacks {
                maps: std::mem::take(&mut callbacks.maps),
                work_done: std::mem::take(&mut callbacks.work_done),
                lost: callbacks.lost.take_if(|_| self.is_lost()),
            }
        };
        for buffer in waiting.maps {
            buffer.finish_map();
        }
        for done in waiting.work_done {
            done();
        }
        if let (Some(told), Some((reason, message))) = (waiting.lost, self.loss.get()) {
            told(*reason, message.clone());
        }
    }
}
