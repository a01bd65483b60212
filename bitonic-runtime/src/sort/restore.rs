//! The plan that ends a sort between two steps: the words in either buffer become keys in
//! the caller's, and the payload comes to them. Pure: no device is asked.

use bitonic_dsl::types::Type;

use super::info::ReadBuffer;
use super::payload::{Way, bring_payload};
use super::plan::{grid, takes_count, words_of_keys};
use super::record::{Payload, Record};
use crate::error::Error;
use crate::kernels::{self, Coding, Key};
use crate::plan::bitonic::Schedule;
use crate::plan::{BufferId, Limits, Plan, Role};

/// A plan that restores, and its buffers.
pub(super) struct RestorePlan {
    pub(super) plan: Plan,
    /// The caller's keys.
    pub(super) data: BufferId,
    /// The other buffer, where the keys are there.
    pub(super) temp: Option<BufferId>,
    /// The indices that lie beside the keys, and the caller's payload.
    pub(super) payload: Option<(BufferId, BufferId)>,
}

/// Plans to restore what lies in `from` between the first step and the last.
pub(super) fn restore_plan<K: Key>(
    schedule: &Schedule,
    record: &Record,
    from: ReadBuffer,
    limits: &Limits,
) -> Result<RestorePlan, Error> {
    let coding = Coding::of_step(false, true, record.descending);
    let (count, size) = (schedule.count(), schedule.workgroup_size());
    let words = words_of_keys::<K>(count);
    // Two keys that share a word are restored together.
    let threads = count.min(words) as u64;
    let workgroups = grid(schedule, threads, limits)?;
    let mut plan = Plan::new(format!("end of a sort of {count} {}", K::NAME));
    let data = plan.add_buffer("keys", Role::InputOutput, Type::U32, words);
    let (temp, step) = match from {
        ReadBuffer::Data => {
            let kernel = plan.add_kernel(kernels::restore::<K>(size, coding)?);
            (None, plan.add_step("restore", kernel, [data], workgroups))
        }
        ReadBuffer::Temp => {
            let temp = plan.add_buffer("spare", Role::Input, Type::U32, words);
            let kernel = plan.add_kernel(kernels::restore_from::<K>(size, coding)?);
            let step = plan.add_step("restore", kernel, [temp, data], workgroups);
            (Some(temp), step)
        }
    };
    if takes_count::<K>() {
        step.set("count", count as u32);
    }
    let payload = match &record.payload {
        Some(payload) => {
            let way = way(&mut plan, payload, count);
            let gather = plan.add_kernel(kernels::gather(size)?);
            let copy = plan.add_kernel(kernels::copy(size)?);
            bring_payload(&mut plan, schedule, payload, way, [gather, copy], limits)?;
            Some((way.index, way.values))
        }
        None => None,
    };
    Ok(RestorePlan {
        plan,
        data,
        temp,
        payload,
    })
}

fn way(plan: &mut Plan, payload: &Payload, count: usize) -> Way {
    let words = payload.words as usize * count;
    Way {
        index: plan.add_buffer("index", Role::Input, Type::U32, count),
        values: plan.add_buffer("payload", Role::InputOutput, Type::U32, words),
        spare: plan.add_buffer("spare payload", Role::Scratch, Type::U32, words),
    }
}
