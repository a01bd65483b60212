//! What wgpu reports, as errors: nothing that a user does may panic inside it.

use std::sync::{Arc, Mutex, PoisonError};

use super::Gpu;
use crate::error::{Error, ErrorKind};

/// The first error that arose outside every scope, on a device that we opened:
/// left alone, wgpu would panic on it.
#[derive(Clone, Default, Debug)]
pub(super) struct Uncaptured(Arc<Mutex<Option<String>>>);

impl Uncaptured {
    /// Listens to `device`.
    pub(super) fn of(device: &wgpu::Device) -> Uncaptured {
        let uncaptured = Uncaptured::default();
        let listener = uncaptured.clone();
        device.on_uncaptured_error(Arc::new(move |error| listener.keep(error.to_string())));
        uncaptured
    }

    fn keep(&self, message: String) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get_or_insert(message);
    }

    /// Hands out what was kept.
    pub(super) fn take(&self) -> Result<(), Error> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        match kept {
            None => Ok(()),
            Some(message) => Err(Error::new(ErrorKind::Device, message)),
        }
    }
}

impl Gpu {
    /// Does `work`, and returns what wgpu found wrong with it as an error that
    /// begins with `what`. Scopes belong to the thread, so sorters on other
    /// threads do not see each other's errors.
    pub(crate) fn scoped<R>(&self, what: &str, work: impl FnOnce() -> R) -> Result<R, Error> {
        let filters = [
            wgpu::ErrorFilter::Internal,
            wgpu::ErrorFilter::OutOfMemory,
            wgpu::ErrorFilter::Validation,
        ];
        let scopes = filters.map(|filter| self.device().push_error_scope(filter));
        let result = work();
        let mut first = None;
        for scope in scopes.into_iter().rev() {
            first = first.or(pollster::block_on(scope.pop()));
        }
        match first {
            None => self.0.uncaptured.take().map(|()| result),
            Some(error) => Err(reported(what, &error)),
        }
    }
}

fn reported(what: &str, error: &wgpu::Error) -> Error {
    match error {
        wgpu::Error::OutOfMemory { .. } => Error::new(
            ErrorKind::Limit,
            format!("{what}: the device is out of memory"),
        ),
        wgpu::Error::Validation { description, .. } | wgpu::Error::Internal { description, .. } => {
            Error::new(ErrorKind::Device, format!("{what}: {}", description.trim()))
        }
    }
}
