//! Running plans and kernels: the one place where commands are recorded.
//!
//! `recording` prepares a plan once and records it as often as wanted, into its own
//! encoder or the caller's; `binder` makes its dispatches; `textures` finds its textures and
//! samplers; `run` dispatches one kernel by the names of its bindings, which `given` looks at,
//! `typed` one whose type says what it takes, with what `fits`. What to run is decided elsewhere.

mod binder;
mod fits;
mod given;
mod recording;
mod run;
mod textures;
mod typed;

pub use fits::{Fits, HasChannels};
pub use recording::{Bound, Recording};
pub use run::Run;
pub use typed::{BindArgument, ByName, Startable, Supplied};
