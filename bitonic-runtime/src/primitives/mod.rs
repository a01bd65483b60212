//! Primitives on whole buffers, each made of kernels: `copy` and `scan`, the prefix sum.

mod copy;
mod scan;

pub use scan::ExclusiveScan;
