//! A software compute adapter behind the wgpu API: an unmodified wgpu compute program runs on it.
//!
//! Floors, ground to roof; a module imports only from lower ones: [`memory`], `value` < [`image`] <
//! [`decode`] < [`execute`] (generic over an observer) < [`check`] (an observer) < `adapter`, which
//! alone names wgpu.
#![cfg_attr(
    target_arch = "wasm32",
    allow(
        clippy::arc_with_non_send_sync,
        reason = "wgpu's objects stay on one thread there; elsewhere the same code crosses threads"
    )
)]

mod adapter;
pub mod check;
pub mod decode;
pub mod execute;
pub mod image;
pub mod memory;
mod value;

pub use adapter::{AdapterOptions, FaultHandler, FaultPlace, FaultReport, instance, instance_with};
