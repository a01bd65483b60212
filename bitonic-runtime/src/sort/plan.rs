//! The plan of a bitonic sort: the schedule's steps with kernels and buffers.
//! Pure: no device is asked.

use std::any::TypeId;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};

use bitonic_dsl::Kernel;
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

/// The kernels of one sort, each added when a step first needs it.
#[derive(Default)]
struct Kernels(HashMap<(StepKind, Coding), KernelId>);

/// Plans the sort that `schedule` describes, for keys of type `K`.
pub(super) fn sort_plan<K: Key>(
    schedule: &Schedule,
    descending: bool,
    limits: &Limits,
) -> Result<SortPlan, Error> {
    let mut plan = Plan::new(label::<K>(schedule.count(), descending));
    let keys = plan.add_buffer("keys", Role::InputOutput, Type::U32, schedule.count());
    let moves = |step: &Step| step.kind.moves_between_buffers();
    let spare = schedule
        .steps()
        .iter()
        .any(moves)
        .then(|| plan.add_buffer("spare", Role::Scratch, Type::U32, schedule.count()));
    let mut buffers = (keys, spare.unwrap_or(keys));
    let mut kernels = Kernels::default();
    let exchanges = schedule.step_count();
    for (index, &step) in schedule.steps().iter().enumerate() {
        let coding = Coding::of_step(index == 0, index + 1 == exchanges, descending);
        let kernel = kernels.get::<K>(&mut plan, step.kind, schedule.workgroup_size(), coding)?;
        let grid = grid(schedule, step, limits)?;
        add_step(&mut plan, step, kernel, grid, &mut buffers);
    }
    plan.add_read_back(keys);
    Ok(SortPlan { plan, keys, spare })
}

fn label<K: Key>(count: usize, descending: bool) -> String {
    let order = if descending { ", descending" } else { "" };
    format!("bitonic sort of {count} {}{order}", K::NAME)
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
    fn get<K: Key>(
        &mut self,
        plan: &mut Plan,
        kind: StepKind,
        size: u32,
        coding: Coding,
    ) -> Result<KernelId, Error> {
        if let Some(&id) = self.0.get(&(kind, coding)) {
            return Ok(id);
        }
        // Steps between the first and the last work on words: their kernels are
        // those of `u32`, whatever the keys are.
        let id = plan.add_kernel(match coding == Coding::NONE {
            true => built::<u32>(kind, size, coding)?,
            false => built::<K>(kind, size, coding)?,
        });
        self.0.insert((kind, coding), id);
        Ok(id)
    }
}

/// A kernel by what it does: key type, step, workgroup size, coding.
type Recipe = (TypeId, StepKind, u32, Coding);

/// Kernels that were built before. The same recipe gives the same text, so that
/// none is ever stale; there are as many as key types times shapes of a sort.
static BUILT: Mutex<BTreeMap<Recipe, Kernel>> = Mutex::new(BTreeMap::new());

fn built<K: Key>(kind: StepKind, size: u32, coding: Coding) -> Result<Kernel, bitonic_dsl::Error> {
    let recipe = (TypeId::of::<K>(), kind, size, coding);
    let known = || BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(kernel) = known().get(&recipe) {
        return Ok(kernel.clone());
    }
    let kernel = build::<K>(kind, size, coding)?;
    known().insert(recipe, kernel.clone());
    Ok(kernel)
}

fn build<K: Key>(kind: StepKind, size: u32, coding: Coding) -> Result<Kernel, bitonic_dsl::Error> {
    match kind {
        StepKind::SwapLocal => kernels::swap_local::<K>(size, coding).map(Kernel::from),
        StepKind::DisperseLocal => kernels::disperse_local::<K>(size, coding).map(Kernel::from),
        StepKind::FlipGlobal => kernels::flip_global::<K>(size, coding).map(Kernel::from),
        StepKind::DisperseGlobal => kernels::disperse_global::<K>(size, coding).map(Kernel::from),
        StepKind::Align => kernels::copy(size).map(Kernel::from),
    }
}
