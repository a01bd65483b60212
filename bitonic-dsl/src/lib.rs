//! Compute kernels in Rust: author, graph, lowering through naga, WGSL.

mod author;
mod builtins;
pub mod capabilities;
pub mod diagnostic;
mod error;
pub mod graph;
pub mod interface;
mod kernel;
pub mod nodes;
pub mod types;

pub use author::*;
pub use error::Error;
pub use kernel::Kernel;
