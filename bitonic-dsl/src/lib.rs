//! Compute kernels in Rust: author, graph, lowering through naga, WGSL.

mod builtins;
pub mod capabilities;
pub mod diagnostic;
pub mod graph;
pub mod interface;
pub mod types;
