//! Reusable nodes: functions of the shading language that any kernel can call.
//!
//! Each holds its `Fn` for the thread, so that using it in many kernels, or within
//! other nodes, traces it once.

mod bitonic;

pub use bitonic::{bitonic_disperse_indices, bitonic_flip_indices};
