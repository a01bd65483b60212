//! Where a call may block, and what it says where it may not: the page of a browser stands
//! still while its thread waits, and what it waits for then never comes. Waiting itself is
//! in `wait`.

use super::Gpu;
use crate::error::{Error, ErrorKind};

/// Blocks until `future` is done.
///
/// # Errors
///
/// Those of `future`; in a browser, that it is not done at once. `asynchronous` is the form
/// of the call that can be awaited.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn block_on<R>(
    _asynchronous: &str,
    future: impl Future<Output = Result<R, Error>>,
) -> Result<R, Error> {
    pollster::block_on(future)
}

/// As natively; what the software adapter is asked for is always done at once.
#[cfg(target_arch = "wasm32")]
pub(super) fn block_on<R>(
    asynchronous: &str,
    future: impl Future<Output = Result<R, Error>>,
) -> Result<R, Error> {
    use std::task::{Context, Poll, Waker};

    let mut future = std::pin::pin!(future);
    match future
        .as_mut()
        .poll(&mut Context::from_waker(Waker::noop()))
    {
        Poll::Ready(result) => result,
        Poll::Pending => Err(blocked(asynchronous)),
    }
}

/// That a call would block a browser; `asynchronous` is the form of it that does not.
pub(super) fn blocked(asynchronous: &str) -> Error {
    let message = "a browser cannot be blocked until its device is done";
    Error::new(ErrorKind::Device, message).with_help(format!("await {asynchronous} instead"))
}

impl Gpu {
    /// Whether this device is the browser's own. The software adapter compiled to wasm is
    /// not: what it is asked for is done when the call returns.
    pub(super) fn is_of_a_browser(&self) -> bool {
        self.0.of_a_browser
    }

    /// Refuses to block for a browser's device, before anything has begun. `asynchronous` is
    /// the form of the call that can be awaited.
    pub(crate) fn may_block(&self, asynchronous: &str) -> Result<(), Error> {
        match self.is_of_a_browser() {
            true => Err(blocked(asynchronous)),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_may_not_block_is_told_what_to_await() {
        let error = blocked("`Gpu::auto_async`");
        assert_eq!(error.kind(), ErrorKind::Device);
        assert_eq!(error.help(), Some("await `Gpu::auto_async` instead"));
    }

    #[test]
    fn the_software_adapter_may_be_waited_for() {
        let gpu = Gpu::named("software").expect("it is always there");
        assert!(gpu.may_block("`Gpu::wait_async`").is_ok());
    }
}
