//! Runs a dispatch of a [`Program`], one workgroup at a time, all invocations in lock-step.

mod observer;

pub use observer::{Observer, Unobserved};

use crate::{decode::Program, memory::Memory};

/// A range of memory bound to a buffer variable.
#[derive(Clone, Copy, Debug)]
pub struct Binding<'a> {
    /// The memory of the buffer.
    pub memory: &'a Memory,
    /// First byte, a multiple of four.
    pub offset: u64,
    /// Length in bytes.
    pub size: u64,
}

/// One dispatch of a compute pipeline.
#[derive(Clone, Copy, Debug)]
pub struct Dispatch<'a> {
    /// What runs.
    pub program: &'a Program,
    /// One for each of [`Program::resources`], in that order.
    pub bindings: &'a [Binding<'a>],
    /// The words of the `var<immediate>` variable; missing ones read as zero.
    pub immediates: &'a [u32],
    /// Workgroups in x, y and z.
    pub workgroups: [u32; 3],
}

/// Runs every workgroup of `dispatch`.
pub fn run<O: Observer>(dispatch: &Dispatch<'_>, observer: &mut O) {
    let _ = (dispatch, observer);
}
