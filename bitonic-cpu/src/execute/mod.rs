//! Runs a dispatch of a [`Program`], one workgroup at a time, all invocations in lock-step: each
//! operation is done for every invocation of the workgroup before the next one starts. Several
//! small workgroups that share nothing run side by side.
//!
//! Barriers therefore need no work. What an operation means is fixed in `value`; how faults are
//! told is up to an [`Observer`]. Threads take whole workgroups (`pool`).

mod access;
mod batches;
mod division;
mod grid;
mod halves;
mod lanes;
mod machine;
mod mask;
mod observer;
mod options;
mod order;
mod pool;
mod scratch;
mod subgroup;
mod texels;
mod vectors;
mod watch;
mod wide;
mod wide_atomic;
mod window;
mod words;

pub use grid::{Grid, Invocation};
pub use observer::{
    Access, AccessKind, DivergentBarrier, DivergentSubgroup, LongLoop, MissingLane, Observer,
    OutOfRange, OutsideTexture, SharedMemory, SubgroupPlace, Unobserved, WordPart,
};
pub use options::RunOptions;
pub use pool::{SharedBinding, SharedDispatch, run_shared};
pub use texels::Textures;
pub use vectors::Vectors;

use crate::{decode::Program, memory::Memory};
use batches::Batches;
use machine::{Machine, Manner};

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
    /// The textures and samplers; [`Textures::NONE`] if there are none.
    pub textures: &'a Textures,
    /// The words of the `var<immediate>` variable; missing ones read as zero.
    pub immediates: &'a [u32],
    /// Workgroups in x, y and z.
    pub workgroups: [u32; 3],
}

/// Runs every workgroup of `dispatch` on this thread, in order.
pub fn run<O: Observer>(dispatch: &Dispatch<'_>, observer: &mut O) {
    run_with(dispatch, &RunOptions::default(), observer);
}

/// Runs every workgroup of `dispatch` on this thread, with the order and the instructions of
/// `options`. How long loops may run is up to the observer.
pub fn run_with<O: Observer>(dispatch: &Dispatch<'_>, options: &RunOptions, observer: &mut O) {
    let batches = Batches::of(dispatch.program, dispatch.workgroups, options.order());
    let range = 0..batches.count();
    run_batches(dispatch, &batches, range, options.manner(), observer);
}

/// Runs some of the batches of `dispatch`.
fn run_batches<O: Observer>(
    dispatch: &Dispatch<'_>,
    batches: &Batches,
    range: std::ops::Range<u64>,
    manner: Manner,
    observer: &mut O,
) {
    if range.is_empty() {
        return;
    }
    let mut machine = Machine::new(dispatch, observer, batches.size(), manner);
    machine.start();
    for index in range {
        let (first, count) = batches.get(manner.order.batch(index, batches.count()));
        machine.start_batch();
        machine.run_batch(first, count);
        if machine.observer.ended() {
            break;
        }
    }
    machine.finish();
}
