//! Runs a dispatch of a [`Program`], one workgroup at a time, all invocations in lock-step: each
//! operation is done for every invocation of the workgroup before the next one starts. Several
//! small workgroups that share nothing run side by side.
//!
//! Barriers therefore need no work. What an operation means is fixed in `value`; how faults are
//! told is up to an [`Observer`].

mod access;
mod division;
mod lanes;
mod machine;
mod mask;
mod observer;
mod scratch;
mod window;
mod words;

pub use observer::{DivergentBarrier, Invocation, Observer, OutOfRange, Unobserved};

use crate::{decode::Program, memory::Memory};
use machine::Machine;

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
    /// One for each of [`Program::resources`], in that order; missing ones have no elements.
    pub bindings: &'a [Binding<'a>],
    /// The words of the `var<immediate>` variable; missing ones read as zero.
    pub immediates: &'a [u32],
    /// Workgroups in x, y and z.
    pub workgroups: [u32; 3],
}

/// Columns of fewer lanes spend more time between operations than in them.
const BATCH_LANES: usize = 256;

/// Runs every workgroup of `dispatch`.
pub fn run<O: Observer>(dispatch: &Dispatch<'_>, observer: &mut O) {
    let workgroups: u64 = dispatch.workgroups.map(u64::from).iter().product();
    let batch = if dispatch.program.batched {
        (BATCH_LANES / dispatch.program.invocations()).max(1)
    } else {
        1
    };
    let batch = batch.min(usize::try_from(workgroups).unwrap_or(usize::MAX));
    if batch == 0 {
        return;
    }
    let mut machine = Machine::new(dispatch, observer, batch);
    let mut first = 0;
    while first < workgroups {
        let count = (workgroups - first).min(batch as u64);
        machine.run_batch(first, count as usize);
        first += count;
    }
    machine.finish();
}
