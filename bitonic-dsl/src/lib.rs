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
pub mod types;
mod validate;

pub use author::*;
pub use emit::Dialect;
pub use error::Error;
pub use kernel::Kernel;
