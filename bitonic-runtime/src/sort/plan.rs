//! The plan of a bitonic sort: the schedule's steps with kernels and buffers.
//! Pure: no device is asked.

use bitonic_dsl::types::Type;

use crate::error::{Error, ErrorKind};
use crate::kernels::{self, Coding, Key};
use crate::plan::bitonic::{Schedule, Step, StepKind};
use crate::plan::{BufferId, Grid, KernelId, Limits, Plan, Role};

/// A plan that sorts, and its buffers.
pub(super) struct SortPlan {
    pub(super) plan: Plan,
    /// The keys, as words.
    pub(super) keys: BufferId,
    /// The other buffer, where a step needs one.
    pub(super) spare: Option<BufferId>,
}

/// The kernels of one sort, those that its steps need.
struct Kernels {
    swap_local: KernelId,
    between: Option<Between>,
}

/// What a sort of more than one tile needs.
struct Between {
    flip_global: KernelId,
    disperse_global: KernelId,
    disperse_local: KernelId,
    disperse_local_last: KernelId,
    align: KernelId,
}

/// Plans the sort that `schedule` describes, for keys of type `K`.
pub(super) fn sort_plan<K: Key>(schedule: &Schedule, limits: &Limits) -> Result<SortPlan, Error> {
    let mut plan = Plan::new(format!("bitonic sort of {} {}", schedule.count(), K::NAME));
    let keys = plan.add_buffer("keys", Role::InputOutput, Type::U32, schedule.count());
    if schedule.steps().is_empty() {
        let spare = None;
        return Ok(SortPlan { plan, keys, spare });
    }
    let kernels = Kernels::add::<K>(&mut plan, schedule)?;
    let spare = kernels
        .between
        .is_some()
        .then(|| plan.add_buffer("spare", Role::Scratch, Type::U32, schedule.count()));
    let mut buffers = (keys, spare.unwrap_or(keys));
    let last = schedule.step_count() - 1;
    for (index, &step) in schedule.steps().iter().enumerate() {
        let kernel = kernels.of(step.kind, index == last);
        let grid = grid(schedule, step, limits)?;
        add_step(&mut plan, step, kernel, grid, &mut buffers);
    }
    plan.add_read_back(keys);
    Ok(SortPlan { plan, keys, spare })
}

/// Adds a step; `buffers` are the one that holds the keys and the other.
fn add_step(
    plan: &mut Plan,
    step: Step,
    kernel: KernelId,
    grid: Grid,
    buffers: &mut (BufferId, BufferId),
) {
    let (current, other) = *buffers;
    let label = step.kind.to_string();
    if !step.kind.moves_between_buffers() {
        plan.add_step(label, kernel, [current], grid);
        return;
    }
    let added = plan.add_step(label, kernel, [current, other], grid);
    if step.kind != StepKind::Align {
        added.set("span", step.span);
    }
    *buffers = (other, current);
}

fn grid(schedule: &Schedule, step: Step, limits: &Limits) -> Result<Grid, Error> {
    let threads = schedule.threads(step);
    let workgroup = [schedule.workgroup_size(), 1, 1];
    Grid::threads(threads, workgroup, limits.workgroups_per_dimension).ok_or_else(|| {
        let count = schedule.count();
        let message = format!("{count} keys need more workgroups than the device allows");
        Error::new(ErrorKind::Limit, message).with_help("use a larger workgroup size")
    })
}

impl Kernels {
    fn add<K: Key>(plan: &mut Plan, schedule: &Schedule) -> Result<Kernels, Error> {
        let size = schedule.workgroup_size();
        let single = schedule.step_count() == 1;
        let first = Coding {
            encode: true,
            decode: single,
        };
        let swap_local = plan.add_kernel(kernels::swap_local::<K>(size, first)?);
        let between = match single {
            true => None,
            false => Some(Between::add::<K>(plan, size)?),
        };
        Ok(Kernels {
            swap_local,
            between,
        })
    }

    /// The kernel of a step; `last` where it is the last one that exchanges keys.
    fn of(&self, kind: StepKind, last: bool) -> KernelId {
        // A sort of one tile has one step, of the first kind.
        let Some(between) = &self.between else {
            return self.swap_local;
        };
        match kind {
            StepKind::SwapLocal => self.swap_local,
            StepKind::DisperseLocal if last => between.disperse_local_last,
            StepKind::DisperseLocal => between.disperse_local,
            StepKind::FlipGlobal => between.flip_global,
            StepKind::DisperseGlobal => between.disperse_global,
            StepKind::Align => between.align,
        }
    }
}

impl Between {
    /// Steps between the first and the last work on words: their kernels are those
    /// of `u32`, whatever the keys are.
    fn add<K: Key>(plan: &mut Plan, size: u32) -> Result<Between, Error> {
        let last = Coding {
            encode: false,
            decode: true,
        };
        let none = Coding::NONE;
        Ok(Between {
            flip_global: plan.add_kernel(kernels::flip_global::<u32>(size, none)?),
            disperse_global: plan.add_kernel(kernels::disperse_global::<u32>(size, none)?),
            disperse_local: plan.add_kernel(kernels::disperse_local::<u32>(size, none)?),
            disperse_local_last: plan.add_kernel(kernels::disperse_local::<K>(size, last)?),
            align: plan.add_kernel(kernels::copy(size)?),
        })
    }
}
