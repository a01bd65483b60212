//! Signals that would end the process with the terminal in disorder: they are noted, the
//! terminal is given back, and then they are obeyed.

use crate::failure::Failure;

#[cfg(unix)]
pub(super) use unix::Signals;

/// Elsewhere there are none.
#[cfg(not(unix))]
pub(super) struct Signals;

#[cfg(not(unix))]
impl Signals {
    pub(super) fn listen() -> Result<Signals, Failure> {
        Ok(Signals)
    }

    pub(super) fn came(&self) -> bool {
        false
    }

    pub(super) fn obey(&self) {}
}

#[cfg(unix)]
mod unix {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::{flag, low_level};

    use super::Failure;

    /// Each signal, and whether it came.
    pub(in super::super) struct Signals([(i32, Arc<AtomicBool>); 3]);

    impl Signals {
        /// From here on the signals are noted.
        pub(in super::super) fn listen() -> Result<Signals, Failure> {
            let noted = [SIGHUP, SIGINT, SIGTERM].map(|signal| (signal, Arc::default()));
            for (signal, came) in &noted {
                flag::register(*signal, Arc::clone(came)).map_err(|error| {
                    Failure::new(
                        format!("signals cannot be listened to: {error}"),
                        "run it in another environment, or with `--once` in a pipe",
                    )
                })?;
            }
            Ok(Signals(noted))
        }

        pub(in super::super) fn came(&self) -> bool {
            self.first().is_some()
        }

        /// Ends the process as the signal that came would have; returns where none came.
        pub(in super::super) fn obey(&self) {
            if let Some(signal) = self.first() {
                // It cannot be refused for these signals, and after it nothing runs.
                let _ = low_level::emulate_default_handler(signal);
            }
        }

        fn first(&self) -> Option<i32> {
            let came = |(_, came): &&(i32, Arc<AtomicBool>)| came.load(Ordering::Relaxed);
            self.0.iter().find(came).map(|(signal, _)| *signal)
        }
    }
}
