//! A plan bound to buffers: pipelines compiled, scratch made, parameters written.

use std::collections::HashMap;
use std::ops::Range;
use std::time::Duration;

use bitonic_dsl::types::HostShareable;

use super::binder::{Binder, Dispatch};
use crate::buffer::{Bindable, Buffer, RawBuffer};
use crate::device::Gpu;
use crate::error::{Error, ErrorKind};
use crate::plan::{BufferId, Plan, PlanBuffer, Role};

/// The caller's buffers for a plan, by id.
#[derive(Default, Debug)]
pub struct Bound(HashMap<BufferId, RawBuffer>);

impl Bound {
    /// No buffer yet.
    #[must_use]
    pub fn new() -> Bound {
        Bound::default()
    }

    /// Stands `buffer` behind `id`.
    #[must_use]
    pub fn with(mut self, id: BufferId, buffer: &impl Bindable) -> Bound {
        self.insert(id, buffer.memory().clone());
        self
    }

    pub(super) fn insert(&mut self, id: BufferId, buffer: RawBuffer) {
        self.0.insert(id, buffer);
    }
}

/// A plan ready to run on a device, as often as wanted.
///
/// All parameters lie in one buffer that nothing writes again, each step at an
/// offset of its own: a buffer written between dispatches of one submission would
/// show every dispatch the last value.
#[derive(Debug)]
pub struct Recording {
    gpu: Gpu,
    plan: Plan,
    buffers: Vec<RawBuffer>,
    /// The parameters of all steps.
    parameters: Option<RawBuffer>,
    dispatches: Vec<Dispatch>,
    compile: Duration,
}

impl Gpu {
    /// Checks a plan, compiles its kernels, takes its scratch buffers from those of
    /// earlier runs or makes them, and binds everything, so that it can run.
    ///
    /// # Errors
    ///
    /// The plan is wrong ([`Plan::check`]), a buffer is missing or of another
    /// shape than planned, a kernel does not compile, or the device has no room.
    pub fn prepare(&self, plan: Plan, bound: Bound) -> Result<Recording, Error> {
        plan.check(self.limits())?;
        let mut compile = Duration::ZERO;
        let mut pipelines = Vec::new();
        for kernel in plan.kernels() {
            let (pipeline, time) = self.pipeline(kernel)?;
            compile += time;
            pipelines.push(pipeline);
        }
        let buffers = resolve(self, &plan, bound)?;
        let binder = Binder::new(self, &plan, &pipelines, &buffers)?;
        let (dispatches, parameters) = binder.dispatches()?;
        Ok(Recording {
            gpu: self.clone(),
            plan,
            buffers,
            parameters,
            dispatches,
            compile,
        })
    }
}

impl Recording {
    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The device that it runs on.
    #[must_use]
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// The time that compiling took when this was prepared; zero where all
    /// pipelines were there already.
    #[must_use]
    pub fn compile_time(&self) -> Duration {
        self.compile
    }

    /// Records all steps into an encoder, in one compute pass. The encoder may be
    /// submitted when the recording is gone: its scratch is then used by no other.
    pub fn record(&self, encoder: &mut wgpu::CommandEncoder) {
        self.record_steps(0..self.dispatches.len(), encoder);
    }

    /// Records some of the steps into an encoder, in one compute pass. Steps past
    /// the last are left out.
    pub fn record_steps(&self, steps: Range<usize>, encoder: &mut wgpu::CommandEncoder) {
        self.buffers
            .iter()
            .chain(&self.parameters)
            .for_each(RawBuffer::keep);
        self.encode(steps, encoder);
    }

    fn encode(&self, steps: Range<usize>, encoder: &mut wgpu::CommandEncoder) {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some(self.plan.label()),
            timestamp_writes: None,
        });
        let dispatches = self.dispatches.iter().skip(steps.start);
        for dispatch in dispatches.take(steps.len()) {
            dispatch.record(&mut pass);
        }
    }

    /// Submits all steps. Does not wait for them: [`Gpu::wait`], [`Gpu::wait_async`]
    /// and reading a buffer do.
    ///
    /// # Errors
    ///
    /// The device refused the commands.
    pub fn submit(&self) -> Result<(), Error> {
        self.submit_steps(0..self.dispatches.len())
    }

    /// Submits some of the steps.
    ///
    /// # Errors
    ///
    /// The device refused the commands.
    pub fn submit_steps(&self, steps: Range<usize>) -> Result<(), Error> {
        let what = format!("running `{}`", self.plan.label());
        self.gpu.scoped(&what, || {
            let mut encoder = self
                .gpu
                .device()
                .create_command_encoder(&Default::default());
            self.encode(steps, &mut encoder);
            self.gpu.queue().submit([encoder.finish()]);
        })?;
        self.gpu.check_faults(self.plan.kernels())
    }

    /// Waits, and reads a buffer that the plan lists as a read-back.
    ///
    /// # Errors
    ///
    /// The plan does not list it, it holds another type than `T`, or the device
    /// was lost.
    pub fn read_back<T: HostShareable>(&self, id: BufferId) -> Result<Vec<T>, Error> {
        self.read_back_buffer(id)?.read()
    }

    /// [`Recording::read_back`] as a future, for any executor.
    ///
    /// # Errors
    ///
    /// As [`Recording::read_back`].
    pub async fn read_back_async<T: HostShareable>(&self, id: BufferId) -> Result<Vec<T>, Error> {
        self.read_back_buffer(id)?.read_async().await
    }

    fn read_back_buffer<T: HostShareable>(&self, id: BufferId) -> Result<Buffer<T>, Error> {
        let label = self.plan.label();
        if !self.plan.read_backs().contains(&id) {
            let message = format!("plan `{label}` does not read this buffer back");
            return Err(Error::new(ErrorKind::Plan, message)
                .with_help("list it with `Plan::add_read_back`"));
        }
        self.buffer(id)
    }

    /// The memory behind any buffer of the plan.
    pub(crate) fn buffer<T: HostShareable>(&self, id: BufferId) -> Result<Buffer<T>, Error> {
        let label = self.plan.label();
        let raw = self.buffers.get(id.index()).ok_or_else(|| {
            let message = format!("plan `{label}` has no such buffer");
            Error::new(ErrorKind::Plan, message)
        })?;
        if raw.element != T::ty() {
            let message = format!(
                "a buffer of plan `{label}` holds `{}`, not `{}`",
                raw.element,
                T::ty()
            );
            return Err(Error::new(ErrorKind::Plan, message));
        }
        Ok(Buffer::from_raw(raw.clone()))
    }
}

/// The buffer behind each id: the caller's, or scratch.
fn resolve(gpu: &Gpu, plan: &Plan, mut bound: Bound) -> Result<Vec<RawBuffer>, Error> {
    let mut buffers = Vec::new();
    for (id, planned) in plan.buffers_with_ids() {
        let given = bound.0.remove(&id);
        let buffer = match (planned.role, given) {
            (Role::Scratch, None) => RawBuffer::lent(gpu, planned.element.clone(), planned.count)?,
            (Role::Scratch | Role::Input | Role::Output | Role::InputOutput, Some(given)) => {
                on_this_device(gpu, &planned.label, &given)?;
                shaped_as_planned(plan, planned, given)?
            }
            (Role::Input | Role::Output | Role::InputOutput, None) => {
                let message = format!("plan `{}`: no buffer for `{}`", plan.label(), planned.label);
                return Err(Error::new(ErrorKind::Plan, message));
            }
        };
        buffers.push(buffer);
    }
    Ok(buffers)
}

/// Binding another device's buffer would be a panic inside wgpu.
fn on_this_device(gpu: &Gpu, label: &str, given: &RawBuffer) -> Result<(), Error> {
    if given.gpu.device() == gpu.device() {
        return Ok(());
    }
    let (here, there) = (&gpu.info().name, &given.gpu.info().name);
    let message =
        format!("the buffer for `{label}` is on the device `{there}`, this runs on `{here}`");
    Err(Error::new(ErrorKind::Plan, message)
        .with_help("make the buffer with the `Gpu` that runs the kernel"))
}

fn shaped_as_planned(
    plan: &Plan,
    planned: &PlanBuffer,
    given: RawBuffer,
) -> Result<RawBuffer, Error> {
    if given.element == planned.element && given.len == planned.count {
        return Ok(given);
    }
    let message = format!(
        "plan `{}`: `{}` is planned as {} `{}`, the buffer given holds {} `{}`",
        plan.label(),
        planned.label,
        planned.count,
        planned.element,
        given.len,
        given.element
    );
    Err(Error::new(ErrorKind::Plan, message))
}
