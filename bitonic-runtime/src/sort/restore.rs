//! The plan that ends a sort between two steps: the words in either buffer become keys in
//! the caller's. Pure: no device is asked.

use bitonic_dsl::types::Type;

use super::info::ReadBuffer;
use super::record::Record;
use crate::error::{Error, ErrorKind};
use crate::kernels::{self, Coding, Key};
use crate::plan::bitonic::Schedule;
use crate::plan::{BufferId, Grid, Limits, Plan, Role};

/// A plan that restores, and its buffers.
pub(super) struct RestorePlan {
    pub(super) plan: Plan,
    /// The caller's keys.
    pub(super) data: BufferId,
    /// The other buffer, where the keys are there.
    pub(super) temp: Option<BufferId>,
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
    let grid = Grid::threads(count as u64, [size, 1, 1], limits.workgroups_per_dimension);
    let grid = grid.ok_or_else(|| {
        let message = format!("{count} keys need more workgroups than the device allows");
        Error::new(ErrorKind::Limit, message)
    })?;
    let mut plan = Plan::new(format!("end of a sort of {count} {}", K::NAME));
    let data = plan.add_buffer("keys", Role::InputOutput, Type::U32, count);
    let temp = match from {
        ReadBuffer::Data => {
            let kernel = plan.add_kernel(kernels::restore::<K>(size, coding)?);
            plan.add_step("restore", kernel, [data], grid);
            None
        }
        ReadBuffer::Temp => {
            let temp = plan.add_buffer("spare", Role::Input, Type::U32, count);
            let kernel = plan.add_kernel(kernels::restore_from::<K>(size, coding)?);
            plan.add_step("restore", kernel, [temp, data], grid);
            Some(temp)
        }
    };
    Ok(RestorePlan { plan, data, temp })
}
