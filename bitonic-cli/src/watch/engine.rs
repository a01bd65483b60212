//! The sort that is watched, on its device: one step at a time, with what can be
//! read back between two steps. What is made of that is in `model`.

use std::time::{Duration, Instant};

use bitonic_dsl::{Dialect, Kernel};
use bitonic_runtime::plan::bitonic::Step;
use bitonic_runtime::{BitonicSort, Buffer, Gpu, SortInfo};

use super::distribution::Distribution;
use super::request::WatchRequest;
use crate::failure::Failure;

/// What stays as it is while one buffer is sorted again and again.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    /// The number of keys.
    pub(super) count: usize,
    pub(super) distribution: Distribution,
    pub(super) descending: bool,
    /// Invocations of a workgroup, whose own memory holds twice as many keys: a tile.
    pub(super) workgroup_size: u32,
    /// The adapter's name.
    pub(super) adapter: String,
    /// The steps of one sort.
    pub(super) steps: Vec<Step>,
    /// The kernels of the steps, each once.
    pub(super) kernels: Vec<Text>,
    /// For each step the index of its kernel.
    pub(super) kernel_of: Vec<usize>,
}

/// A kernel as browsers read it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Text {
    pub(super) name: String,
    pub(super) wgsl: String,
}

/// How things stand on the device between two steps.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) keys: Vec<u32>,
    /// What comes next, as the device says.
    pub(super) info: SortInfo,
    /// Steps that were run since the keys were new: all of them after the last.
    pub(super) done: usize,
    /// How long the device took for the step that led here; none before the first.
    pub(super) time: Option<Duration>,
    /// Of the keys.
    pub(super) seed: u64,
}

/// The sort and its buffer.
pub(super) struct Engine {
    gpu: Gpu,
    buffer: Buffer<u32>,
    sort: BitonicSort<u32>,
    scene: Scene,
    distribution: Distribution,
    descending: bool,
    /// Of the keys that are being sorted.
    seed: u64,
    /// What they must be after the last step.
    expected: Vec<u32>,
    done: usize,
}

impl Engine {
    /// A sort of the keys of the request's seed, with no step run.
    pub(super) fn new(gpu: &Gpu, request: &WatchRequest) -> Result<Engine, Failure> {
        let keys = request.distribution.keys(request.n as usize, request.seed);
        let buffer = gpu.buffer(&keys)?;
        let builder = gpu.bitonic_sort(&buffer);
        let builder = builder.workgroup_size(request.workgroup_size);
        let sort = match request.descending {
            true => builder.descending().build()?,
            false => builder.build()?,
        };
        let scene = scene(gpu, request, &sort)?;
        Ok(Engine {
            gpu: gpu.clone(),
            buffer,
            sort,
            scene,
            distribution: request.distribution,
            descending: request.descending,
            seed: request.seed,
            expected: sorted(keys, request.descending),
            done: 0,
        })
    }

    pub(super) fn scene(&self) -> &Scene {
        &self.scene
    }

    /// How things stand, read from the device.
    pub(super) fn frame(&self, time: Option<Duration>) -> Result<Frame, Failure> {
        Ok(Frame {
            keys: self.sort.keys()?,
            info: self.sort.info()?,
            done: self.done,
            time,
            seed: self.seed,
        })
    }

    /// Runs the next step, waits for it, and looks. After the last step the keys are compared
    /// with those that the host has sorted.
    pub(super) fn step(&mut self) -> Result<Frame, Failure> {
        if self.done == self.scene.steps.len() {
            return self.frame(None);
        }
        let start = Instant::now();
        self.sort.compute_step()?;
        self.gpu.wait()?;
        let time = start.elapsed();
        self.done += 1;
        let frame = self.frame(Some(time))?;
        match self.done == self.scene.steps.len() && frame.keys != self.expected {
            true => Err(wrongly_sorted()),
            false => Ok(frame),
        }
    }

    /// Puts the keys of another seed in place, and is at the start again.
    pub(super) fn shuffle(&mut self, seed: u64) -> Result<Frame, Failure> {
        let keys = self.distribution.keys(self.scene.count, seed);
        self.sort.reset()?;
        self.buffer.write(&keys)?;
        self.expected = sorted(keys, self.descending);
        self.seed = seed;
        self.done = 0;
        self.frame(None)
    }
}

fn wrongly_sorted() -> Failure {
    Failure::new(
        "the keys are not in order after the last step",
        "try another device with `--adapter`, and report this one",
    )
}

/// The keys in the order that the sort must give.
fn sorted(mut keys: Vec<u32>, descending: bool) -> Vec<u32> {
    keys.sort_unstable();
    if descending {
        keys.reverse();
    }
    keys
}

fn scene(gpu: &Gpu, request: &WatchRequest, sort: &BitonicSort<u32>) -> Result<Scene, Failure> {
    let steps = sort.schedule().steps().iter().take(sort.step_count());
    Ok(Scene {
        count: sort.count(),
        distribution: request.distribution,
        descending: request.descending,
        workgroup_size: sort.workgroup_size(),
        adapter: gpu.info().name.clone(),
        steps: steps.copied().collect(),
        kernels: sort.kernels().iter().map(text).collect::<Result<_, _>>()?,
        kernel_of: (0..sort.step_count())
            .filter_map(|step| sort.kernel(step))
            .map(|kernel| position(sort, kernel))
            .collect(),
    })
}

/// Where among the kernels of the sort one of its own stands.
fn position(sort: &BitonicSort<u32>, kernel: &Kernel) -> usize {
    let mut kernels = sort.kernels().iter();
    let same = |other: &Kernel| std::ptr::eq(other, kernel);
    kernels.position(same).unwrap_or(0)
}

fn text(kernel: &Kernel) -> Result<Text, Failure> {
    let wgsl = kernel.wgsl(Dialect::Browser);
    let wgsl = wgsl.map_err(bitonic_runtime::Error::from)?;
    Ok(Text {
        name: kernel.name().to_owned(),
        wgsl,
    })
}
