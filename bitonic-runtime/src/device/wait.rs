//! Waiting for the device: blocking, and as futures for any executor.
//!
//! wgpu tells that work is done by calling back, and on native systems it calls back
//! only from a poll of the device. A future that waits polls once itself; if that is
//! not enough, a helper thread of the device polls until nobody waits, at intervals that grow
//! from 20 microseconds to a millisecond. It starts with the first such
//! wait, sleeps while there is none, and ends with the device's last `Gpu`. A
//! browser calls back on its own: there is no thread.

use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use super::Gpu;
use crate::error::{Error, ErrorKind};

/// Something that the device tells once: whether it went well. Also the future of
/// that.
#[derive(Clone, Default, Debug)]
pub(crate) struct Signal(Arc<Shared>);

#[derive(Default, Debug)]
struct Shared {
    state: Mutex<SignalState>,
    changed: Condvar,
}

#[derive(Default, Debug)]
struct SignalState {
    told: Option<bool>,
    waker: Option<Waker>,
}

impl Signal {
    /// Tells it, and wakes who waits. Only the first call counts.
    pub(crate) fn tell(&self, well: bool) {
        let waker = {
            let mut state = self.0.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.told.get_or_insert(well);
            self.0.changed.notify_all();
            state.waker.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// What was told so far.
    pub(crate) fn told(&self) -> Option<bool> {
        let state = self.0.state.lock();
        state.unwrap_or_else(PoisonError::into_inner).told
    }

    /// What is told, also where it is not yet: another thread that polled the device may
    /// be about to make the call. `None` if nobody tells within `patience`.
    pub(crate) fn wait(&self, patience: Duration) -> Option<bool> {
        if cfg!(target_arch = "wasm32") {
            // There is no other thread.
            return self.told();
        }
        let state = self.0.state.lock().unwrap_or_else(PoisonError::into_inner);
        let untold = |state: &mut SignalState| state.told.is_none();
        let waited = self.0.changed.wait_timeout_while(state, patience, untold);
        waited.unwrap_or_else(PoisonError::into_inner).0.told
    }
}

impl Future for Signal {
    type Output = bool;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<bool> {
        let mut state = self.0.state.lock().unwrap_or_else(PoisonError::into_inner);
        match state.told {
            Some(told) => Poll::Ready(told),
            None => {
                state.waker = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }
}

impl Gpu {
    /// Blocks until all submitted work is done.
    ///
    /// # Errors
    ///
    /// The device was lost; or it is a browser's, which cannot be blocked.
    pub fn wait(&self) -> Result<(), Error> {
        self.may_block("`Gpu::wait_async`")?;
        self.poll(wgpu::PollType::wait_indefinitely())?;
        self.0.uncaptured.take()
    }

    /// [`Gpu::wait`] as a future, for any executor. It blocks no thread of the
    /// caller's; outside a browser, a helper thread polls the device meanwhile.
    ///
    /// # Errors
    ///
    /// The device was lost.
    pub async fn wait_async(&self) -> Result<(), Error> {
        let signal = Signal::default();
        let done = signal.clone();
        self.queue().on_submitted_work_done(move || done.tell(true));
        match self.until(&signal).await? {
            true => Ok(()),
            false => Err(self.lost("its driver reported a failure")),
        }
    }

    /// What `signal` tells, which some work of this device will.
    pub(crate) async fn until(&self, signal: &Signal) -> Result<bool, Error> {
        self.poll(wgpu::PollType::Poll)?;
        if signal.told().is_none() {
            self.watch(signal)?;
        }
        let well = signal.clone().await;
        self.late_reports().await?;
        self.0.uncaptured.take()?;
        Ok(well)
    }

    fn poll(&self, how: wgpu::PollType) -> Result<(), Error> {
        let polled = self.device().poll(how);
        polled.map(|_| ()).map_err(|error| self.lost(error))
    }

    fn lost(&self, why: impl std::fmt::Display) -> Error {
        let message = format!("waiting for `{}` failed: {why}", self.info().name);
        Error::new(ErrorKind::Device, message)
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn watch(&self, signal: &Signal) -> Result<(), Error> {
        let watched = self.0.poller.watch(self.device(), signal.clone());
        watched.map_err(|why| self.lost(why))
    }

    #[cfg(target_arch = "wasm32")]
    fn watch(&self, _: &Signal) -> Result<(), Error> {
        Ok(())
    }
}
