//! How the workgroups of a dispatch are divided: each batch runs in one set of columns.

use super::order::Order;
use crate::decode::Program;

/// Columns of fewer lanes spend more time between operations than in them: 64 turns of arithmetic on
/// 2^18 invocations take 5.7 ms with 256 lanes and 3.5 ms with 1024, whether the workgroups have 32,
/// 256 or 1024 invocations; with 1 or 7 they take 3.9 (`examples/kernel_time.rs`). Longer columns would
/// leave the first cache.
const BATCH_LANES: usize = 1024;

/// The batches of a dispatch, in the order of the workgroups.
#[derive(Debug)]
pub(super) struct Batches {
    workgroups: u64,
    size: usize,
}

impl Batches {
    /// Where workgroups are to run out of order, each is a batch.
    pub(super) fn of(program: &Program, workgroups: [u32; 3], order: Order) -> Self {
        // More than 2^64 workgroups would outlive the machine.
        let workgroups = workgroups.map(u64::from);
        let workgroups = workgroups.into_iter().fold(1, u64::saturating_mul);
        let size = if program.batched && order.is_natural() {
            (BATCH_LANES / program.invocations()).max(1)
        } else {
            1
        };
        Self {
            workgroups,
            size: size.min(usize::try_from(workgroups).unwrap_or(usize::MAX)),
        }
    }

    /// The most workgroups of a batch.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Batches that there are.
    pub(super) fn count(&self) -> u64 {
        self.workgroups.div_ceil(self.size.max(1) as u64)
    }

    /// First workgroup and number of workgroups of a batch.
    pub(super) fn get(&self, index: u64) -> (u64, usize) {
        let first = index * self.size as u64;
        let rest = self.workgroups.saturating_sub(first);
        (first, rest.min(self.size as u64) as usize)
    }
}
