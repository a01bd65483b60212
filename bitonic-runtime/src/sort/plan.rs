//! The plan of a bitonic sort: the schedule's steps with kernels and buffers.
//! Pure: no device is asked.

use std::any::TypeId;
use std::collections::HashMap;
use std::ops::Range;

use bitonic_dsl::Kernel;
use bitonic_dsl::types::{Type, UVec3};

use super::info::SortInfo;
use super::payload::{Way, bring_payload};
use super::record::{Record, Told};
use crate::error::{Error, ErrorKind};
use crate::kernels::{self, Cache, Carried, Coding, Form, Info, Key, KeyWord};
use crate::plan::bitonic::{Schedule, Step, StepKind, TileMemory};
use crate::plan::{BufferId, Grid, KernelId, Limits, Plan, Role};

/// A plan that sorts, and its buffers.
pub(super) struct SortPlan {
    pub(super) plan: Plan,
    /// Where the keys are before and after the sort.
    pub(super) data: Place,
    /// The other place, where a step needs one.
    pub(super) temp: Option<Place>,
    /// The payload, as words, where there is one.
    pub(super) payload: Option<BufferId>,
    /// What comes next, where somebody says it.
    pub(super) info: Option<BufferId>,
    /// The dispatches of each step that counts as one: the copy at the end goes with the
    /// last.
    pub(super) dispatches: Vec<Range<usize>>,
}

/// Where the keys lie, and what moves with them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    /// The keys, as words.
    pub(super) keys: BufferId,
    /// Where each of them was at the start, if they have a payload.
    pub(super) index: Option<BufferId>,
}

/// Plans the sort that `schedule` and `record` describe, for keys of type `K`.
pub(super) fn sort_plan<K: Key>(
    schedule: &Schedule,
    record: &Record,
    limits: &Limits,
) -> Result<SortPlan, Error> {
    let mut planner = Planner::new::<K>(schedule, record);
    let mut dispatches = Vec::new();
    for (index, &step) in schedule.steps().iter().enumerate() {
        let start = planner.plan.steps().len();
        planner.add::<K>(index, step, limits)?;
        if index < schedule.step_count() {
            dispatches.push(start..planner.plan.steps().len());
        }
    }
    planner.end::<K>(limits)?;
    // The copy at the end, and what is told there, go with the last step.
    if let Some(last) = dispatches.last_mut() {
        last.end = planner.plan.steps().len();
    }
    planner.plan.add_read_back(planner.data.keys);
    if let Some((payload, _)) = planner.payload {
        planner.plan.add_read_back(payload);
    }
    Ok(SortPlan {
        plan: planner.plan,
        data: planner.data,
        temp: planner.temp,
        payload: planner.payload.map(|(payload, _)| payload),
        info: planner.info,
        dispatches,
    })
}

fn label<K: Key>(schedule: &Schedule, record: &Record) -> String {
    let order = if record.descending {
        ", descending"
    } else {
        ""
    };
    let payload = match &record.payload {
        Some(payload) => format!(" with `{}`", payload.element),
        None => String::new(),
    };
    let count = schedule.count();
    format!("bitonic sort of {count} {}{payload}{order}", K::NAME)
}

/// A plan while its steps are added.
struct Planner<'a> {
    plan: Plan,
    schedule: &'a Schedule,
    record: &'a Record,
    data: Place,
    temp: Option<Place>,
    /// Where the keys are now, and where the next step that moves them puts them.
    current: Place,
    other: Place,
    /// The payload, and where it is brought to the order of its keys.
    payload: Option<(BufferId, Option<BufferId>)>,
    info: Option<BufferId>,
    kernels: HashMap<(Part, Form), KernelId>,
}

/// What a kernel of a sort does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Part {
    /// Tiles in workgroup memory, one in a workgroup, two keys for each invocation.
    SwapTile,
    DisperseTile,
    /// Tiles in workgroup memory, several in a workgroup, and some keys of each in registers.
    SwapTiles,
    DisperseTiles,
    /// Tiles in registers: `2^e` keys.
    SwapRegisters(u32),
    DisperseRegisters(u32),
    /// One exchange.
    Flip,
    Disperse,
    /// As many exchanges at once.
    FlipSpans(u32),
    DisperseSpans(u32),
    Copy,
    AdvanceInfo,
    ResetInfo,
    Gather,
}

impl<'a> Planner<'a> {
    fn new<K: Key>(schedule: &'a Schedule, record: &'a Record) -> Planner<'a> {
        let mut plan = Plan::new(label::<K>(schedule, record));
        let words = words_of_keys::<K>(schedule.count());
        let has_steps = !schedule.steps().is_empty();
        let has_index = has_steps && record.payload.is_some();
        let index = |plan: &mut Plan, label| {
            let add = || plan.add_buffer(label, Role::Scratch, Type::U32, schedule.count());
            has_index.then(add)
        };
        let data = Place {
            keys: plan.add_buffer("keys", Role::InputOutput, Type::U32, words),
            index: index(&mut plan, "index"),
        };
        let moves = |step: &Step| step.kind.moves_between_buffers();
        let temp = schedule.steps().iter().any(moves).then(|| Place {
            keys: plan.add_buffer("spare", Role::Scratch, Type::U32, words),
            index: index(&mut plan, "spare index"),
        });
        let payload = record.payload.as_ref().map(|payload| {
            let words = payload.words as usize * schedule.count();
            let values = plan.add_buffer("payload", Role::InputOutput, Type::U32, words);
            let add = || plan.add_buffer("spare payload", Role::Scratch, Type::U32, words);
            (values, has_steps.then(add))
        });
        let info = match (record.told, schedule.steps()) {
            (Told::Nowhere, _) | (_, []) => None,
            (Told::BySteps | Told::Separately, _) => {
                Some(plan.add_buffer("info", Role::InputOutput, Type::U32, 3))
            }
        };
        Planner {
            plan,
            schedule,
            record,
            data,
            temp,
            current: data,
            other: temp.unwrap_or(data),
            payload,
            info,
            kernels: HashMap::new(),
        }
    }

    /// Adds the step of number `index`, and what is told after it.
    fn add<K: Key>(&mut self, index: usize, step: Step, limits: &Limits) -> Result<(), Error> {
        let exchanges = self.schedule.step_count();
        let form = Form {
            coding: Coding::of_step(index == 0, index + 1 == exchanges, self.record.descending),
            carried: match step.kind {
                StepKind::Align => Carried::Nothing,
                _ => self.record.carried(),
            },
            info: match step.kind {
                StepKind::SwapLocal | StepKind::DisperseLocal => {
                    self.record.told.info().without_span()
                }
                StepKind::FlipGlobal | StepKind::DisperseGlobal => self.record.told.info(),
                StepKind::Align => Info::None,
            },
        };
        let part = part::<K>(self.schedule, step, form, limits);
        let kernel = self.kernel::<K>(part, form)?;
        let threads = threads::<K>(self.schedule, step, part);
        let grid = grid(self.schedule, threads, limits)?;
        let mut bindings = self.records(step.kind);
        bindings.extend(self.info.filter(|_| form.info != Info::None));
        let label = step.kind.to_string();
        let added = self.plan.add_step(label, kernel, bindings, grid);
        let has_span = matches!(step.kind, StepKind::FlipGlobal | StepKind::DisperseGlobal);
        if has_span && form.info != Info::Read {
            added.set("span", step.span);
        }
        if takes_count::<K>() && step.kind != StepKind::Align {
            added.set("count", self.schedule.count() as u32);
        }
        if form.info == Info::Written {
            let [kind, span, largest] = SortInfo::before(self.schedule, index + 1).words();
            added.set("next", UVec3::new(kind, span, largest));
        }
        if self.record.told == Told::Separately && index + 1 < exchanges {
            self.tell::<K>("advance info", Part::AdvanceInfo)?;
        }
        Ok(())
    }

    /// The buffers of the next step's records. Where it moves them, they are then in the other
    /// place.
    fn records(&mut self, kind: StepKind) -> Vec<BufferId> {
        let (from, to) = (self.current, self.other);
        match kind {
            StepKind::SwapLocal | StepKind::DisperseLocal => [Some(from.keys), from.index]
                .into_iter()
                .flatten()
                .collect(),
            StepKind::FlipGlobal | StepKind::DisperseGlobal => {
                (self.current, self.other) = (to, from);
                let keys = [Some(from.keys), Some(to.keys)];
                keys.into_iter()
                    .chain([from.index, to.index])
                    .flatten()
                    .collect()
            }
            // The indices stay, and are read where they are.
            StepKind::Align => vec![from.keys, to.keys],
        }
    }

    /// Adds what stands behind the last step.
    fn end<K: Key>(&mut self, limits: &Limits) -> Result<(), Error> {
        self.end_payload::<K>(limits)?;
        match self.record.told {
            Told::Nowhere | Told::BySteps => Ok(()),
            Told::Separately => self.tell::<K>("reset info", Part::ResetInfo),
        }
    }

    /// Brings the payload to its keys.
    fn end_payload<K: Key>(&mut self, limits: &Limits) -> Result<(), Error> {
        let (Some(payload), Some(index)) = (&self.record.payload, self.current.index) else {
            return Ok(());
        };
        let Some((values, Some(spare))) = self.payload else {
            return Ok(());
        };
        let kernels = [Part::Gather, Part::Copy];
        let [gather, copy] = kernels.map(|part| self.kernel::<K>(part, Coding::NONE.into()));
        let way = Way {
            index,
            values,
            spare,
        };
        let kernels = [gather?, copy?];
        bring_payload(&mut self.plan, self.schedule, payload, way, kernels, limits)
    }

    /// Adds a dispatch of one invocation that writes `info`.
    fn tell<K: Key>(&mut self, label: &str, part: Part) -> Result<(), Error> {
        let Some(info) = self.info else {
            return Ok(());
        };
        let kernel = self.kernel::<K>(part, Coding::NONE.into())?;
        self.plan
            .add_step(label, kernel, [info], Grid::new([1, 1, 1]));
        Ok(())
    }

    /// A kernel, added when a step first needs it.
    fn kernel<K: Key>(&mut self, part: Part, form: Form) -> Result<KernelId, Error> {
        if let Some(&id) = self.kernels.get(&(part, form)) {
            return Ok(id);
        }
        let size = self.schedule.workgroup_size();
        let id = self.plan.add_kernel(built::<K>(part, size, form)?);
        self.kernels.insert((part, form), id);
        Ok(id)
    }
}

/// The `u32`s that hold `count` keys.
pub(super) fn words_of_keys<K: Key>(count: usize) -> usize {
    match K::Word::BITS {
        u16::BITS => count.div_ceil(2),
        bits => count * (bits / u32::BITS) as usize,
    }
}

/// Whether the kernels of a step take the number of keys.
pub(super) fn takes_count<K: Key>() -> bool {
    K::Word::BITS < u32::BITS
}

/// What the kernel of a step does.
fn part<K: Key>(schedule: &Schedule, step: Step, form: Form, limits: &Limits) -> Part {
    let (size, bytes) = (schedule.workgroup_size(), limits.workgroup_bytes);
    let in_tile = schedule.tile().trailing_zeros();
    let (swap, disperse) = match schedule.blocking().tile {
        TileMemory::Registers => (
            Part::SwapRegisters(in_tile),
            Part::DisperseRegisters(in_tile),
        ),
        TileMemory::Workgroup if kernels::is_blocked::<K>(form, size, bytes) => {
            (Part::SwapTiles, Part::DisperseTiles)
        }
        TileMemory::Workgroup => (Part::SwapTile, Part::DisperseTile),
    };
    match (step.kind, step.exchanges) {
        (StepKind::SwapLocal, _) => swap,
        (StepKind::DisperseLocal, _) => disperse,
        (StepKind::FlipGlobal, 1) => Part::Flip,
        (StepKind::FlipGlobal, exchanges) => Part::FlipSpans(exchanges),
        (StepKind::DisperseGlobal, 1) => Part::Disperse,
        (StepKind::DisperseGlobal, exchanges) => Part::DisperseSpans(exchanges),
        (StepKind::Align, _) => Part::Copy,
    }
}

/// Invocations that a step needs: of words that hold two keys each, half as many pairs. A copy
/// moves the words of the keys.
fn threads<K: Key>(schedule: &Schedule, step: Step, part: Part) -> u64 {
    match step.kind {
        _ if matches!(part, Part::SwapTiles | Part::DisperseTiles) => {
            kernels::blocked_threads(schedule.count(), schedule.workgroup_size())
        }
        StepKind::SwapLocal | StepKind::DisperseLocal => schedule.threads(step),
        StepKind::FlipGlobal | StepKind::DisperseGlobal => {
            schedule.threads(step) / if takes_count::<K>() { 2 } else { 1 }
        }
        StepKind::Align => words_of_keys::<K>(schedule.count()) as u64,
    }
}

/// The workgroups of as many invocations.
pub(super) fn grid(schedule: &Schedule, threads: u64, limits: &Limits) -> Result<Grid, Error> {
    let workgroup = [schedule.workgroup_size(), 1, 1];
    Grid::threads(threads, workgroup, limits.workgroups_per_dimension).ok_or_else(|| {
        let count = schedule.count();
        let message = format!("{count} keys need more workgroups than the device allows");
        Error::new(ErrorKind::Limit, message).with_help("use a larger workgroup size")
    })
}

/// A kernel by what it does: key type, part, workgroup size, form. Steps between the first and
/// the last work on words, whatever the keys are: there the type is that of the words.
type Recipe = (TypeId, Part, u32, Form);

fn built<K: Key>(part: Part, size: u32, form: Form) -> Result<Kernel, bitonic_dsl::Error> {
    static BUILT: Cache<Recipe> = Cache::new();
    let ty = match form.coding {
        Coding::NONE => TypeId::of::<K::Word>(),
        _ => TypeId::of::<K>(),
    };
    BUILT.kernel((ty, part, size, form), || build::<K>(part, size, form))
}

fn build<K: Key>(part: Part, size: u32, form: Form) -> Result<Kernel, bitonic_dsl::Error> {
    match part {
        Part::SwapTile => kernels::swap_local::<K>(size, form),
        Part::DisperseTile => kernels::disperse_local::<K>(size, form),
        Part::SwapTiles => kernels::swap_blocked::<K>(size, form),
        Part::DisperseTiles => kernels::disperse_blocked::<K>(size, form),
        Part::SwapRegisters(keys) => kernels::swap_registers::<K>(size, form, keys),
        Part::DisperseRegisters(keys) => kernels::disperse_registers::<K>(size, form, keys),
        Part::Flip => kernels::flip_global::<K>(size, form),
        Part::Disperse => kernels::disperse_global::<K>(size, form),
        Part::FlipSpans(exchanges) => kernels::flip_spans::<K>(size, form, exchanges),
        Part::DisperseSpans(exchanges) => kernels::disperse_spans::<K>(size, form, exchanges),
        Part::Copy => kernels::copy(size).map(Kernel::from),
        Part::AdvanceInfo => kernels::advance_info(2 * size).map(Kernel::from),
        Part::ResetInfo => kernels::reset_info().map(Kernel::from),
        Part::Gather => kernels::gather(size).map(Kernel::from),
    }
}
