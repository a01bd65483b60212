//! A bitonic sort of one's own on the exported index nodes: every exchange goes through
//! global memory, from one buffer to another. It is what the library's sort is held against.

use bitonic::nodes::{bitonic_disperse_indices, bitonic_flip_indices};
use bitonic::runtime::plan::{BufferId, Grid, Limits, Plan, Role};
use bitonic::runtime::{Bound, Error, Recording};
use bitonic::*;

use crate::exchange::{Info, Kind};

/// What `info` says before the first step and after the last: a flip of pairs.
const START: Info = Info {
    kind: 3,
    span: 2,
    largest: 2,
};

/// Puts one pair in order on its way from `input` to `output`. An index past the end stands
/// for a key behind all others: its partner is carried over.
#[shader_fn]
fn exchange(input: &[u32], output: &mut [u32], pair: UVec2, #[host] descending: bool) {
    if pair.x < input.len() {
        let a = input[pair.x];
        if pair.y < input.len() {
            let b = input[pair.y];
            let (lesser, greater) = (min(a, b), max(a, b));
            if descending {
                output[pair.x] = greater;
                output[pair.y] = lesser;
            } else {
                output[pair.x] = lesser;
                output[pair.y] = greater;
            }
        } else {
            output[pair.x] = a;
        }
    }
}

/// Says what the next step does.
#[shader_fn]
fn announce(info: &mut [u32], next: UVec3) {
    if instance_index() == 0 {
        info[0] = next.x;
        info[1] = next.y;
        info[2] = next.z;
    }
}

/// Each key of a block of `span` keys meets its mirror image.
#[kernel(workgroup_size(workgroup_size))]
pub fn flip(
    #[host] workgroup_size: u32,
    #[host] descending: bool,
    input: &[u32],
    output: &mut [u32],
    info: &mut [u32],
    span: u32,
    next: UVec3,
) {
    let pair = bitonic_flip_indices(instance_index(), span);
    exchange(input, output, pair, descending);
    announce(info, next);
}

/// Each key of a block of `span` keys meets the one half a block further.
#[kernel(workgroup_size(workgroup_size))]
pub fn disperse(
    #[host] workgroup_size: u32,
    #[host] descending: bool,
    input: &[u32],
    output: &mut [u32],
    info: &mut [u32],
    span: u32,
    next: UVec3,
) {
    let pair = bitonic_disperse_indices(instance_index(), span);
    exchange(input, output, pair, descending);
    announce(info, next);
}

/// The steps that sort `n` keys, in order: for each height a flip, then disperses of its
/// halves down to 2.
#[must_use]
pub fn schedule(n: u32) -> Vec<Info> {
    let stages = n.max(1).next_power_of_two().trailing_zeros();
    let round = |stage: u32| {
        let largest = 1 << stage;
        (1..=stage).rev().map(move |bit| Info {
            kind: match bit == stage {
                true => Kind::FlipGlobal.code(),
                false => Kind::DisperseGlobal.code(),
            },
            span: 1 << bit,
            largest,
        })
    };
    (1..=stages).flat_map(round).collect()
}

/// A sort of `n` keys, bound to its buffers.
#[derive(Debug)]
pub struct GlobalSort {
    steps: Vec<Info>,
    recording: Recording,
    /// The keys, before the first step and after each second one; and the others.
    buffers: [Buffer<u32>; 2],
    info: Buffer<u32>,
    kernels: [Kernel; 2],
    done: usize,
}

/// The plan of a sort, and its buffers: keys, the others, info.
struct Planned {
    plan: Plan,
    buffers: [BufferId; 2],
    info: BufferId,
}

impl GlobalSort {
    /// A sort of `keys`, of at least two, in workgroups of at most `workgroup_size`.
    ///
    /// # Errors
    ///
    /// The device lacks room.
    pub fn new(
        gpu: &Gpu,
        keys: &[u32],
        workgroup_size: u32,
        descending: bool,
    ) -> Result<GlobalSort, Error> {
        let most = workgroup_size
            .min(gpu.limits().workgroup_invocations)
            .min(gpu.limits().workgroup_size[0])
            .max(1);
        let kernels = [
            flip(most, descending)?.untyped().clone(),
            disperse(most, descending)?.untyped().clone(),
        ];
        let steps = schedule(keys.len() as u32);
        let planned = plan(&steps, keys.len(), &kernels, gpu.limits())?;
        let buffers = [gpu.buffer(keys)?, gpu.zeroed(keys.len())?];
        let info = gpu.buffer(&[START.kind, START.span, START.largest])?;
        let bound = Bound::new()
            .with(planned.buffers[0], &buffers[0])
            .with(planned.buffers[1], &buffers[1])
            .with(planned.info, &info);
        Ok(GlobalSort {
            recording: gpu.prepare(planned.plan, bound)?,
            steps,
            buffers,
            info,
            kernels,
            done: 0,
        })
    }

    /// The steps, in order.
    #[must_use]
    pub fn steps(&self) -> &[Info] {
        &self.steps
    }

    /// Steps that have run.
    #[must_use]
    pub fn steps_done(&self) -> usize {
        self.done
    }

    /// Runs one step; nothing after the last. Does not wait.
    ///
    /// # Errors
    ///
    /// The device refused it.
    pub fn compute_step(&mut self) -> Result<(), Error> {
        if self.done == self.steps.len() {
            return Ok(());
        }
        self.recording.submit_steps(self.done..self.done + 1)?;
        self.done += 1;
        Ok(())
    }

    /// The keys as they stand between two steps, read back.
    ///
    /// # Errors
    ///
    /// The device was lost.
    pub async fn keys_async(&self) -> Result<Vec<u32>, Error> {
        self.buffers[self.done % 2].read_async().await
    }

    /// What the next step does, read back.
    ///
    /// # Errors
    ///
    /// The device was lost.
    pub async fn info_async(&self) -> Result<Info, Error> {
        let words = self.info.read_async().await?;
        Ok(Info {
            kind: words[0],
            span: words[1],
            largest: words[2],
        })
    }

    /// The kernel of the step of that number, counted from 0.
    #[must_use]
    pub fn kernel(&self, step: usize) -> Option<&Kernel> {
        let kind = self.steps.get(step)?.kind()?;
        Some(&self.kernels[usize::from(!kind.mirrors())])
    }
}

fn plan(
    steps: &[Info],
    n: usize,
    kernels: &[Kernel; 2],
    limits: &Limits,
) -> Result<Planned, Error> {
    let mut plan = Plan::new(format!("global exchanges of {n} keys"));
    let buffers =
        ["keys", "other"].map(|label| plan.add_buffer(label, Role::InputOutput, u32::ty(), n));
    let info = plan.add_buffer("info", Role::InputOutput, u32::ty(), 3);
    let ids = kernels.clone().map(|kernel| plan.add_kernel(kernel));
    for (index, step) in steps.iter().enumerate() {
        let next = steps.get(index + 1).unwrap_or(&START);
        let flips = step.kind().is_some_and(Kind::mirrors);
        let kernel = usize::from(!flips);
        let threads = (n as u64).div_ceil(u64::from(step.span)) * u64::from(step.span / 2);
        let size = kernels[kernel].workgroup_size();
        // Twice the largest count of the page is far from what one dispatch can do.
        let grid = Grid::threads(threads, size, limits.workgroups_per_dimension)
            .unwrap_or(Grid::new([1, 1, 1]));
        let (from, to) = (buffers[index % 2], buffers[(index + 1) % 2]);
        let label = if flips { "flip" } else { "disperse" };
        plan.add_step(label, ids[kernel], [from, to, info], grid)
            .set("span", step.span)
            .set("next", uvec3_of(*next));
    }
    Ok(Planned {
        plan,
        buffers,
        info,
    })
}

fn uvec3_of(info: Info) -> UVec3 {
    UVec3::new(info.kind, info.span, info.largest)
}
