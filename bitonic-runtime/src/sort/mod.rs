//! Sorting keys: host slices, buffers, and step by step.
//!
//! `options` decides the size of workgroups, `record` is what else is asked, `plan` makes the
//! plan, of whose end `payload` is a part, and `prepared` binds it, `restore` ends a sort
//! between two steps. `slice` runs it whole, `bitonic` step by step as `builder` shaped it;
//! `info` is what the device says meanwhile. `xor` is the form with direction bits, which
//! textbooks have.

mod bitonic;
mod builder;
mod info;
mod options;
mod payload;
mod plan;
mod prepared;
mod record;
mod restore;
mod slice;
#[cfg(test)]
mod tests;
mod xor;

use std::time::Duration;

pub use bitonic::BitonicSort;
pub use builder::BitonicSortBuilder;
pub use info::{ReadBuffer, SortInfo};
pub use options::SortOptions;
pub use xor::{XorSort, XorSortOptions, XorStep};

/// What a sort did, and how long it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SortReport {
    /// The adapter that sorted.
    pub device: String,
    /// Whether that was a program on the processor.
    pub software: bool,
    /// The method.
    pub algorithm: &'static str,
    /// The number of keys.
    pub n: usize,
    /// Whether the greatest key came first.
    pub descending: bool,
    /// Invocations of a workgroup.
    pub workgroup_size: u32,
    /// Steps that exchanged keys.
    pub steps: usize,
    /// Dispatches in all: the steps, and the copy at the end where one was needed.
    pub dispatches: usize,
    /// Building and compiling kernels; little where they were compiled before.
    pub compile: Duration,
    /// From the upload of the keys to the end of the read-back; of a buffer, from
    /// the submission until the device was done.
    pub time: Duration,
}
