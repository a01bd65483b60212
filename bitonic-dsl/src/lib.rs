//! Compute kernels in Rust: author, graph, lowering through naga, WGSL.
