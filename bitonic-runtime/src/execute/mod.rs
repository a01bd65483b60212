//! Running plans and kernels: the one place where commands are recorded.
//!
//! `recording` prepares a plan once and records it as often as wanted, into its own
//! encoder or the caller's; `binder` makes its dispatches; `run` dispatches one kernel by the names
//! of its bindings. What to run is decided elsewhere.

mod binder;
mod recording;
mod run;

pub use recording::{Bound, Recording};
pub use run::Run;
