//! A plan bound to buffers: pipelines compiled, scratch made, parameters written.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use bitonic_dsl::interface::{Interface, ParameterPassing, Parameters};
use bitonic_dsl::types::{HostShareable, Type};

use crate::buffer::{Buffer, RawBuffer};
use crate::device::{Gpu, Pipeline};
use crate::error::{Error, ErrorKind};
use crate::plan::{BufferId, KernelId, Plan, PlanBuffer, Role, Step, pack};

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
    pub fn with<T: HostShareable>(mut self, id: BufferId, buffer: &Buffer<T>) -> Bound {
        self.insert(id, buffer.raw().clone());
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
    dispatches: Vec<Dispatch>,
    compile: Duration,
}

/// One step, ready to record.
#[derive(Debug)]
struct Dispatch {
    pipeline: Arc<Pipeline>,
    groups: Arc<Vec<wgpu::BindGroup>>,
    parameters: Option<StepParameters>,
    workgroups: [u32; 3],
}

/// How a step's parameters reach its kernel.
#[derive(Debug)]
enum StepParameters {
    /// At this offset of the uniform in this group.
    Offset { group: u32, offset: u32 },
    /// With the command.
    Immediates(Vec<u8>),
}

impl Gpu {
    /// Checks a plan, compiles its kernels, makes its scratch buffers, and binds
    /// everything, so that it can run.
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
        let dispatches = Binder::new(self, &plan, &pipelines, &buffers)?.dispatches()?;
        Ok(Recording {
            gpu: self.clone(),
            plan,
            buffers,
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

    /// Records all steps into an encoder, in one compute pass.
    pub fn record(&self, encoder: &mut wgpu::CommandEncoder) {
        self.record_steps(0..self.dispatches.len(), encoder);
    }

    /// Records some of the steps into an encoder, in one compute pass. Steps past
    /// the last are left out.
    pub fn record_steps(&self, steps: Range<usize>, encoder: &mut wgpu::CommandEncoder) {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some(self.plan.label()),
            timestamp_writes: None,
        });
        let dispatches = self.dispatches.iter().skip(steps.start);
        for dispatch in dispatches.take(steps.len()) {
            dispatch.record(&mut pass);
        }
    }

    /// Submits all steps. Does not wait for them: reading a buffer does.
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
            self.record_steps(steps, &mut encoder);
            self.gpu.queue().submit([encoder.finish()]);
        })
    }

    /// Waits, and reads a buffer that the plan lists as a read-back.
    ///
    /// # Errors
    ///
    /// The plan does not list it, it holds another type than `T`, or the device
    /// was lost.
    pub fn read_back<T: HostShareable>(&self, id: BufferId) -> Result<Vec<T>, Error> {
        let label = self.plan.label();
        if !self.plan.read_backs().contains(&id) {
            let message = format!("plan `{label}` does not read this buffer back");
            return Err(Error::new(ErrorKind::Plan, message)
                .with_help("list it with `Plan::add_read_back`"));
        }
        self.content(id)
    }

    /// Waits, and reads any buffer of the plan.
    pub(crate) fn content<T: HostShareable>(&self, id: BufferId) -> Result<Vec<T>, Error> {
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
        Buffer::<T>::from_raw(raw.clone()).read()
    }
}

impl Dispatch {
    fn record(&self, pass: &mut wgpu::ComputePass<'_>) {
        let [x, y, z] = self.workgroups;
        if x == 0 || y == 0 || z == 0 {
            return;
        }
        pass.set_pipeline(&self.pipeline.pipeline);
        for (group, bind_group) in (0..).zip(self.groups.iter()) {
            match &self.parameters {
                Some(StepParameters::Offset { group: of, offset }) if *of == group => {
                    pass.set_bind_group(group, bind_group, &[*offset]);
                }
                Some(_) | None => pass.set_bind_group(group, bind_group, &[]),
            }
        }
        if let Some(StepParameters::Immediates(bytes)) = &self.parameters {
            pass.set_immediates(0, bytes);
        }
        pass.dispatch_workgroups(x, y, z);
    }
}

/// The buffer behind each id: the caller's, or scratch.
fn resolve(gpu: &Gpu, plan: &Plan, mut bound: Bound) -> Result<Vec<RawBuffer>, Error> {
    let mut buffers = Vec::new();
    for (id, planned) in plan.buffers_with_ids() {
        let given = bound.0.remove(&id);
        let buffer = match (planned.role, given) {
            (Role::Scratch, None) => {
                RawBuffer::zeroed(gpu, planned.element.clone(), planned.count)?
            }
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

/// Binds the steps of one plan.
struct Binder<'a> {
    gpu: &'a Gpu,
    plan: &'a Plan,
    pipelines: &'a [Arc<Pipeline>],
    buffers: &'a [RawBuffer],
    /// The parameters of all steps, and where those of each step begin.
    uniform: Option<wgpu::Buffer>,
    offsets: Vec<u32>,
    /// Steps that bind the same buffers to the same kernel share their groups.
    groups: HashMap<(KernelId, Vec<BufferId>), Arc<Vec<wgpu::BindGroup>>>,
}

impl<'a> Binder<'a> {
    fn new(
        gpu: &'a Gpu,
        plan: &'a Plan,
        pipelines: &'a [Arc<Pipeline>],
        buffers: &'a [RawBuffer],
    ) -> Result<Binder<'a>, Error> {
        let (block, offsets) = parameter_block(plan, gpu.limits().uniform_offset_alignment);
        let uniform = match block.is_empty() {
            true => None,
            false => {
                let raw = RawBuffer::with_bytes(gpu, Type::U32, block.len() / 4, &block)?;
                Some(raw.buffer)
            }
        };
        Ok(Binder {
            gpu,
            plan,
            pipelines,
            buffers,
            uniform,
            offsets,
            groups: HashMap::new(),
        })
    }

    fn dispatches(mut self) -> Result<Vec<Dispatch>, Error> {
        let plan = self.plan;
        let numbered = plan.steps().iter().enumerate();
        numbered
            .map(|(index, step)| self.dispatch(index, step))
            .collect()
    }

    fn dispatch(&mut self, index: usize, step: &Step) -> Result<Dispatch, Error> {
        let interface = self.plan.kernels()[step.kernel.index()].interface();
        let parameters = interface
            .parameters
            .as_ref()
            .map(|parameters| match parameters.passing {
                ParameterPassing::Immediates => {
                    StepParameters::Immediates(pack(parameters, &step.parameters))
                }
                ParameterPassing::DynamicUniform => StepParameters::Offset {
                    group: parameters.group,
                    offset: self.offsets[index],
                },
            });
        Ok(Dispatch {
            pipeline: self.pipelines[step.kernel.index()].clone(),
            groups: self.groups_of(step, interface)?,
            parameters,
            workgroups: step.grid.workgroups,
        })
    }

    fn groups_of(
        &mut self,
        step: &Step,
        interface: &Interface,
    ) -> Result<Arc<Vec<wgpu::BindGroup>>, Error> {
        let key = (step.kernel, step.bindings.clone());
        if let Some(groups) = self.groups.get(&key) {
            return Ok(groups.clone());
        }
        let pipeline = &self.pipelines[step.kernel.index()];
        let what = format!("binding step `{}`", step.label);
        let made = self.gpu.scoped(&what, || {
            let layouts = (0..).zip(&pipeline.groups);
            let group = |(group, layout)| self.bind_group(step, interface, group, layout);
            layouts.map(group).collect::<Vec<_>>()
        })?;
        let groups = Arc::new(made);
        self.groups.insert(key, groups.clone());
        Ok(groups)
    }

    fn bind_group(
        &self,
        step: &Step,
        interface: &Interface,
        group: u32,
        layout: &wgpu::BindGroupLayout,
    ) -> wgpu::BindGroup {
        let pairs = interface.bindings.iter().zip(&step.bindings);
        let here = pairs.filter(|(binding, _)| binding.group == group);
        let mut entries: Vec<_> = here
            .map(|(binding, id)| wgpu::BindGroupEntry {
                binding: binding.binding,
                resource: whole(&self.buffers[id.index()]),
            })
            .collect();
        if let Some(parameters) = &interface.parameters
            && parameters.group == group
        {
            entries.extend(self.parameter_entry(parameters));
        }
        self.gpu
            .device()
            .create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some(&step.label),
                layout,
                entries: &entries,
            })
    }

    fn parameter_entry(&self, parameters: &Parameters) -> Option<wgpu::BindGroupEntry<'_>> {
        let buffer = self.uniform.as_ref()?;
        match parameters.passing {
            ParameterPassing::Immediates => None,
            ParameterPassing::DynamicUniform => Some(wgpu::BindGroupEntry {
                binding: parameters.binding,
                resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                    buffer,
                    offset: 0,
                    size: wgpu::BufferSize::new(u64::from(parameters.size)),
                }),
            }),
        }
    }
}

/// All values of a buffer; the place of one value where it has none.
fn whole(raw: &RawBuffer) -> wgpu::BindingResource<'_> {
    wgpu::BindingResource::Buffer(wgpu::BufferBinding {
        buffer: &raw.buffer,
        offset: 0,
        size: wgpu::BufferSize::new(raw.bytes()),
    })
}

/// The parameters of all steps, each at a multiple of `alignment`, and the
/// offset of each step's.
fn parameter_block(plan: &Plan, alignment: u32) -> (Vec<u8>, Vec<u32>) {
    let mut block = Vec::new();
    let mut offsets = Vec::new();
    for step in plan.steps() {
        let interface = plan.kernels()[step.kernel.index()].interface();
        offsets.push(block.len() as u32);
        if let Some(parameters) = &interface.parameters
            && parameters.passing == ParameterPassing::DynamicUniform
        {
            block.extend(pack(parameters, &step.parameters));
            block.resize(block.len().next_multiple_of(alignment as usize), 0);
        }
    }
    (block, offsets)
}
