//! The payload's way to its keys: nothing of it moves while the keys are sorted, but the index
//! beside each key leads to it. Pure: no device is asked.

use super::plan::grid;
use super::record::Payload;
use crate::error::Error;
use crate::plan::bitonic::Schedule;
use crate::plan::{BufferId, KernelId, Limits, Plan};

/// The buffers of a payload's way.
#[derive(Clone, Copy)]
pub(super) struct Way {
    /// For each key, where it was at the start.
    pub(super) index: BufferId,
    /// The payload, as words.
    pub(super) values: BufferId,
    /// Room for as many words.
    pub(super) spare: BufferId,
}

/// Adds the two steps that bring a payload to the order of its keys: to the spare buffer by
/// the kernel `gather`, and back by `copy`.
pub(super) fn bring_payload(
    plan: &mut Plan,
    schedule: &Schedule,
    payload: &Payload,
    way: Way,
    [gather, copy]: [KernelId; 2],
    limits: &Limits,
) -> Result<(), Error> {
    let Way {
        index,
        values,
        spare,
    } = way;
    let words = schedule.count() as u64 * u64::from(payload.words);
    let grid = grid(schedule, words, limits)?;
    plan.add_step("gather", gather, [index, values, spare], grid)
        .set("width", payload.words);
    plan.add_step("align payload", copy, [spare, values], grid);
    Ok(())
}
