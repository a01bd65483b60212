//! Runs a dispatch of a [`Program`], one workgroup at a time, all invocations in lock-step: each
//! operation is done for every invocation of the workgroup before the next one starts.
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
use scratch::Scratch;

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

/// Runs every workgroup of `dispatch`.
pub fn run<O: Observer>(dispatch: &Dispatch<'_>, observer: &mut O) {
    let mut machine = Machine::new(dispatch, observer, Scratch::take(dispatch.program));
    let [x, y, z] = dispatch.workgroups;
    for z in 0..z {
        for y in 0..y {
            for x in 0..x {
                machine.run_workgroup([x, y, z]);
            }
        }
    }
    machine.into_scratch().give_back();
}
