//! What wgpu reports, as errors: nothing that a user does may panic inside it.

use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use super::Gpu;
use crate::error::{Error, ErrorKind};

/// What a device that we opened reports outside every scope: left alone, wgpu would
/// panic on errors, and keep silent about the device's loss.
#[derive(Clone, Default, Debug)]
pub(super) struct Uncaptured(Arc<Mutex<Reports>>);

#[derive(Default, Debug)]
struct Reports {
    /// The first error that nobody has been told of.
    error: Option<String>,
    /// Why the device was lost: told again and again.
    lost: Option<String>,
}

impl Uncaptured {
    /// Listens to `device`.
    pub(super) fn of(device: &wgpu::Device) -> Uncaptured {
        let uncaptured = Uncaptured::default();
        let listener = uncaptured.clone();
        device.on_uncaptured_error(Arc::new(move |error| {
            listener.reports().error.get_or_insert(error.to_string());
        }));
        let listener = uncaptured.clone();
        device.set_device_lost_callback(move |_, why| {
            listener.reports().lost.get_or_insert(why);
        });
        uncaptured
    }

    fn reports(&self) -> MutexGuard<'_, Reports> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands out what was kept.
    pub(super) fn take(&self) -> Result<(), Error> {
        let mut reports = self.reports();
        if let Some(message) = reports.error.take() {
            return Err(Error::new(ErrorKind::Device, message));
        }
        let Some(why) = &reports.lost else {
            return Ok(());
        };
        let message = format!("the device was lost: {}", why.trim());
        Err(Error::new(ErrorKind::Device, message).with_help("open it again with a new `Gpu`"))
    }
}

/// What a scope will have caught.
#[cfg(not(target_arch = "wasm32"))]
type Report = Pin<Box<dyn Future<Output = Option<wgpu::Error>> + Send>>;
#[cfg(target_arch = "wasm32")]
type Report = Pin<Box<dyn Future<Output = Option<wgpu::Error>>>>;

/// Reports that were not there yet when the calls that they are about returned, and
/// what those calls did. Native devices report at once; a browser reports later,
/// and blocking for it would block the browser.
#[derive(Default)]
pub(super) struct LateReports(Mutex<Vec<(String, Report)>>);

impl LateReports {
    /// What a call that did `what` is told at once: the first error that is there.
    fn first_or_later(&self, what: &str, reports: Vec<Report>) -> Option<wgpu::Error> {
        let mut context = Context::from_waker(Waker::noop());
        let mut first = None;
        for mut report in reports {
            match report.as_mut().poll(&mut context) {
                Poll::Ready(error) => first = first.or(error),
                Poll::Pending => self.keep(what, report),
            }
        }
        first
    }

    /// Keeps a report, and lets go of those that came meanwhile and tell of nothing: who never
    /// waits would gather them.
    fn keep(&self, what: &str, report: Report) {
        let mut context = Context::from_waker(Waker::noop());
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain_mut(|(_, report)| match report.as_mut().poll(&mut context) {
            Poll::Ready(None) => false,
            Poll::Ready(Some(error)) => {
                *report = Box::pin(std::future::ready(Some(error)));
                true
            }
            Poll::Pending => true,
        });
        kept.push((what.to_owned(), report));
    }

    async fn all(&self) -> Result<(), Error> {
        let kept = {
            let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::take(&mut *kept)
        };
        let mut result = Ok(());
        for (what, report) in kept {
            if let Some(error) = report.await {
                result = result.and(Err(reported(&what, &error)));
            }
        }
        result
    }
}

impl fmt::Debug for LateReports {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LateReports")
    }
}

impl Gpu {
    /// Does `work`, and returns what wgpu found wrong with it as an error that
    /// begins with `what`. An error of an earlier call that nobody was told of is told first, and
    /// then nothing is done. Never blocks: where reports come later, as in a browser,
    /// the next wait for the device returns them. Scopes belong to the thread, so
    /// sorters on other threads do not see each other's errors.
    pub(crate) fn scoped<R>(&self, what: &str, work: impl FnOnce() -> R) -> Result<R, Error> {
        self.0.uncaptured.take()?;
        let internal = self.device().push_error_scope(wgpu::ErrorFilter::Internal);
        let memory = self
            .device()
            .push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let validation = self
            .device()
            .push_error_scope(wgpu::ErrorFilter::Validation);
        let result = work();
        let mut reports: Vec<Report> = vec![Box::pin(validation.pop()), Box::pin(memory.pop())];
        let internal = internal.pop();
        // In a browser wgpu 30 panics where it is asked for an internal error. What such an
        // error leaves is invalid, and the next use of it is told.
        if !self.is_of_a_browser() {
            reports.push(Box::pin(internal));
        }
        match self.0.late.first_or_later(what, reports) {
            None => Ok(result),
            Some(error) => Err(reported(what, &error)),
        }
    }

    /// Waits for the reports that were not there when their calls returned.
    pub(super) async fn late_reports(&self) -> Result<(), Error> {
        self.0.late.all().await
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

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal() -> wgpu::Error {
        wgpu::Error::Validation {
            source: "refused".into(),
            description: "refused".to_owned(),
        }
    }

    /// A report that is there at the second look.
    fn late() -> Report {
        let mut looks = 0;
        Box::pin(std::future::poll_fn(move |context| {
            looks += 1;
            context.waker().wake_by_ref();
            match looks {
                1 => Poll::Pending,
                _ => Poll::Ready(Some(refusal())),
            }
        }))
    }

    #[test]
    fn a_report_that_is_there_is_told_at_once() {
        let reports = LateReports::default();
        let there: Vec<Report> = vec![
            Box::pin(std::future::ready(None)),
            Box::pin(std::future::ready(Some(refusal()))),
        ];
        assert!(reports.first_or_later("calling", there).is_some());
        assert!(pollster::block_on(reports.all()).is_ok(), "told already");
    }

    #[test]
    fn a_report_that_comes_later_is_told_by_the_next_wait() {
        let reports = LateReports::default();
        assert!(reports.first_or_later("calling", vec![late()]).is_none());
        let error = pollster::block_on(reports.all()).expect_err("refused");
        assert_eq!(error.message(), "calling: refused");
        assert!(pollster::block_on(reports.all()).is_ok(), "told once");
    }
}
