//! Compute kernels in Rust: author, graph, lowering through naga, WGSL.

mod author;
mod builtins;
pub mod capabilities;
pub mod diagnostic;
mod emit;
mod error;
pub mod graph;
pub mod interface;
mod kernel;
mod lower;
pub mod nodes;
#[cfg(any(test, feature = "snapshot"))]
mod snapshot;
#[cfg(any(test, feature = "snapshot"))]
mod tint;
pub mod types;
mod validate;

pub use author::*;
pub use emit::Dialect;
pub use error::Error;
pub use kernel::Kernel;

/// What the crate's macros expand to; nothing to call by name.
#[cfg(feature = "snapshot")]
#[doc(hidden)]
pub mod __private {
    pub use insta;

    #[track_caller]
    pub fn checked_text(kernel: &crate::Kernel) -> String {
        crate::snapshot::checked_text(kernel)
    }
}
