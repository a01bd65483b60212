//! Running plans and kernels: the one place where commands are recorded.
//!
//! `recording` binds a plan to buffers once and records it as often as wanted,
//! into its own encoder or the caller's; `run` dispatches one kernel by the names
//! of its bindings. What to run is decided elsewhere.

mod recording;
mod run;

pub use recording::{Bound, Recording};
pub use run::Run;
