//! A plan bound to buffers, textures and samplers: pipelines compiled, scratch made,
//! parameters written.

use std::collections::HashMap;
use std::ops::Range;
use std::time::Duration;

use bitonic_dsl::types::HostShareable;

use super::binder::{Binder, Dispatch, Resources};
use super::textures::{are_able, on_this_device, resolve as resolve_textures, resolve_samplers};
use crate::buffer::{Bindable, Buffer, RawBuffer};
use crate::device::Gpu;
use crate::error::{Error, ErrorKind};
use crate::plan::{BufferId, Plan, PlanBuffer, PlanFormat, Role, SamplerId, TextureId};
use crate::texture::{AnySampler, AnyTexture, HostTexel, Texture};

/// The caller's buffers, textures and samplers for a plan, by id.
#[derive(Default, Debug)]
pub struct Bound {
    buffers: HashMap<BufferId, RawBuffer>,
    textures: HashMap<TextureId, AnyTexture>,
    samplers: HashMap<SamplerId, AnySampler>,
}

impl Bound {
    /// Nothing yet.
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

    /// Stands `texture` behind `id`: one of this library's, or a texture or a view of one
    /// that you made with wgpu on the same device.
    #[must_use]
    pub fn with_texture(mut self, id: TextureId, texture: impl Into<AnyTexture>) -> Bound {
        self.insert_texture(id, texture.into());
        self
    }

    /// Stands `sampler` behind `id`, also where the plan says how it reads.
    #[must_use]
    pub fn with_sampler(mut self, id: SamplerId, sampler: impl Into<AnySampler>) -> Bound {
        self.insert_sampler(id, sampler.into());
        self
    }

    pub(super) fn insert(&mut self, id: BufferId, buffer: RawBuffer) {
        self.buffers.insert(id, buffer);
    }

    pub(super) fn insert_texture(&mut self, id: TextureId, texture: AnyTexture) {
        self.textures.insert(id, texture);
    }

    pub(super) fn insert_sampler(&mut self, id: SamplerId, sampler: AnySampler) {
        self.samplers.insert(id, sampler);
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
    resources: Resources,
    /// The parameters of all steps.
    parameters: Option<RawBuffer>,
    dispatches: Vec<Dispatch>,
    compile: Duration,
}

impl Gpu {
    /// Checks a plan, compiles its kernels, takes its scratch buffers from those of
    /// earlier runs or makes them, makes its scratch textures and samplers, and binds
    /// everything, so that it can run.
    ///
    /// # Errors
    ///
    /// The plan is wrong ([`Plan::check`]), a buffer, texture or sampler is missing or of
    /// another shape than planned, a kernel does not compile, the device lacks what it
    /// needs or cannot do with a texture's format what it does, or the device has no room.
    pub fn prepare(&self, plan: Plan, bound: Bound) -> Result<Recording, Error> {
        plan.check(self.limits())?;
        for kernel in plan.kernels() {
            self.capabilities_are_there(kernel)?;
        }
        let resources = Resources {
            buffers: resolve(self, &plan, bound.buffers)?,
            textures: resolve_textures(self, &plan, bound.textures)?,
            samplers: resolve_samplers(self, &plan, bound.samplers)?,
        };
        are_able(self, &plan, &resources.textures)?;
        let mut compile = Duration::ZERO;
        let mut pipelines = Vec::new();
        for kernel in plan.kernels() {
            let (pipeline, time) = self.pipeline(kernel)?;
            compile += time;
            pipelines.push(pipeline);
        }
        let binder = Binder::new(self, &plan, &pipelines, &resources)?;
        let (dispatches, parameters) = binder.dispatches()?;
        Ok(Recording {
            gpu: self.clone(),
            plan,
            resources,
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
        let buffers = self.resources.buffers.iter();
        buffers.chain(&self.parameters).for_each(RawBuffer::keep);
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

    /// Waits, and reads the first level of a texture that the plan lists as a read-back.
    ///
    /// # Errors
    ///
    /// As [`Recording::texture`], or the device was lost.
    pub fn read_back_texture<F: HostTexel>(&self, id: TextureId) -> Result<Vec<F::Host>, Error> {
        self.texture::<F>(id)?.read()
    }

    /// [`Recording::read_back_texture`] as a future, for any executor.
    ///
    /// # Errors
    ///
    /// As [`Recording::read_back_texture`].
    pub async fn read_back_texture_async<F: HostTexel>(
        &self,
        id: TextureId,
    ) -> Result<Vec<F::Host>, Error> {
        self.texture::<F>(id)?.read_async().await
    }

    /// A texture that the plan lists as a read-back: any level of it can be read.
    ///
    /// # Errors
    ///
    /// The plan does not list it, or it has another format than `F`.
    pub fn texture<F: HostTexel>(&self, id: TextureId) -> Result<Texture<F>, Error> {
        let label = self.plan.label();
        if !self.plan.texture_read_backs().contains(&id) {
            let message = format!("plan `{label}` does not read this texture back");
            return Err(Error::new(ErrorKind::Plan, message)
                .with_help("list it with `Plan::add_texture_read_back`"));
        }
        let planned = &self.plan.textures()[id.index()];
        let behind = &self.resources.textures[id.index()];
        let raw = behind.raw(&self.gpu, planned.extent);
        match raw.filter(|_| planned.format == PlanFormat::Known(F::FORMAT)) {
            Some(raw) => Ok(Texture::from_raw(raw)),
            None => {
                let (name, held) = (&planned.label, &planned.format);
                let message = format!(
                    "`{name}` of plan `{label}` holds `{held}`, not `{}`",
                    F::FORMAT
                );
                Err(Error::new(ErrorKind::Plan, message))
            }
        }
    }

    /// The memory behind any buffer of the plan.
    pub(crate) fn buffer<T: HostShareable>(&self, id: BufferId) -> Result<Buffer<T>, Error> {
        let label = self.plan.label();
        let raw = self.resources.buffers.get(id.index()).ok_or_else(|| {
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
fn resolve(
    gpu: &Gpu,
    plan: &Plan,
    mut bound: HashMap<BufferId, RawBuffer>,
) -> Result<Vec<RawBuffer>, Error> {
    let mut buffers = Vec::new();
    for (id, planned) in plan.buffers_with_ids() {
        let given = bound.remove(&id);
        let buffer = match (planned.role, given) {
            (Role::Scratch, None) => RawBuffer::lent(gpu, planned.element.clone(), planned.count)?,
            (Role::Scratch | Role::Input | Role::Output | Role::InputOutput, Some(given)) => {
                on_this_device(gpu, "buffer", &planned.label, Some(&given.gpu))?;
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
