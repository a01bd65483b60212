//! GPU compute kernels written in Rust.
