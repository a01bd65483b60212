//! Plans: what shall run, as plain data. Buffers, textures, samplers, steps (kernel,
//! bindings, grid, parameters) and read-backs, checked and printed with no device at hand.
//!
//! A plan is made once, bound to buffers by [`Gpu::prepare`](crate::Gpu::prepare), and
//! submitted as often as wanted:
//!
//! ```
//! use bitonic_dsl::*;
//! use bitonic_runtime::plan::{Grid, Plan, Role};
//! use bitonic_runtime::{Bound, Gpu};
//!
//! let square = kernel("square").build(|k| {
//!     let data = k.storage_mut::<u32>("data");
//!     let i = instance_index();
//!     If(i.lt(data.len()), || data.element(i).mul_assign(data.element(i).load()));
//! })?;
//! let mut plan = Plan::new("fourth powers");
//! let data = plan.add_buffer("data", Role::InputOutput, u32::ty(), 3);
//! let square = plan.add_kernel(square);
//! plan.add_step("square", square, [data], Grid::new([1, 1, 1]));
//! plan.add_step("and again", square, [data], Grid::new([1, 1, 1]));
//! println!("{plan}");
//!
//! let gpu = Gpu::auto()?;
//! let numbers = gpu.buffer(&[1u32, 2, 3])?;
//! gpu.prepare(plan, Bound::new().with(data, &numbers))?.submit()?;
//! assert_eq!(numbers.read()?, [1, 16, 81]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `check`, `check_textures` and `check_indirect` hold the rules that each step must keep,
//! `hazards` what steps leave for each other, `table` the printed form, [`bitonic`] the order
//! of steps of the bitonic sort. Nothing here touches a device; `execute` does.

#[cfg(test)]
mod atomic_tests;
pub mod bitonic;
#[cfg(test)]
mod bitonic_tests;
mod check;
mod check_indirect;
#[cfg(test)]
mod check_tests;
mod check_textures;
mod grid;
mod hazards;
#[cfg(test)]
mod indirect_tests;
mod limits;
mod resource;
mod table;
#[cfg(test)]
mod tests;
mod texture;
#[cfg(test)]
mod texture_tests;
mod value;

use bitonic_dsl::Kernel;
use bitonic_dsl::types::{HostShareable, Layout, Type};

pub(crate) use check::override_without_value;
pub(crate) use check_textures::kind_of;
pub use grid::Grid;
pub use limits::Limits;
pub use resource::{Bindings, ResourceId, SamplerId, TextureId};
pub use texture::{Edge, Filter, PlanFormat, PlanSampler, PlanTexture, Sampling, TextureSize};
pub use value::{NamedValue, Value, pack};

/// Names a buffer of a [`Plan`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BufferId(u32);

/// Names a kernel of a [`Plan`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct KernelId(u32);

impl BufferId {
    /// The place of the buffer in [`Plan::buffers`].
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl KernelId {
    /// The place of the kernel in [`Plan::kernels`].
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where a buffer comes from and what may be done with it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// Given by the caller, and only read.
    Input,
    /// Given by the caller, and written before it is read.
    Output,
    /// Given by the caller, read and written.
    InputOutput,
    /// Lent by the executor: it holds anything at first, and what it holds is gone
    /// afterwards.
    Scratch,
}

/// A buffer that a plan's steps share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanBuffer {
    /// What to call it.
    pub label: String,
    /// What each element is; of a buffer of one structure that ends in an array, that
    /// structure.
    pub element: Type,
    /// The number of elements: of such a structure, of its array.
    pub count: usize,
    /// Where it comes from.
    pub role: Role,
}

impl PlanBuffer {
    /// Bytes of all elements.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        Layout::bytes(&self.element, self.count)
    }
}

/// One dispatch.
#[derive(Clone, Debug)]
pub struct Step {
    /// What to call it.
    pub label: String,
    /// The kernel that it runs.
    pub kernel: KernelId,
    /// What is bound, in the order of the kernel's interface.
    pub bindings: Vec<ResourceId>,
    /// The workgroups started; none where `indirect` says them.
    pub grid: Grid,
    /// The buffer in which the device finds the workgroups when it comes to the step.
    pub indirect: Option<BufferId>,
    /// The parameters, by name.
    pub parameters: Vec<NamedValue>,
}

impl Step {
    /// Gives a parameter its value for this step.
    pub fn set<T: HostShareable>(&mut self, name: &str, value: T) -> &mut Step {
        self.set_value(name, Value::of(&value))
    }

    /// Gives a parameter its value for this step.
    pub fn set_value(&mut self, name: &str, value: Value) -> &mut Step {
        self.parameters.push((name.to_owned(), value));
        self
    }
}

/// What shall run, as data: see the [module](self).
#[derive(Clone, Debug)]
pub struct Plan {
    label: String,
    kernels: Vec<Kernel>,
    buffers: Vec<PlanBuffer>,
    textures: Vec<PlanTexture>,
    samplers: Vec<PlanSampler>,
    steps: Vec<Step>,
    read_backs: Vec<BufferId>,
    texture_read_backs: Vec<TextureId>,
}

impl Plan {
    /// A plan with nothing in it.
    #[must_use]
    pub fn new(label: impl Into<String>) -> Plan {
        Plan {
            label: label.into(),
            kernels: Vec::new(),
            buffers: Vec::new(),
            textures: Vec::new(),
            samplers: Vec::new(),
            steps: Vec::new(),
            read_backs: Vec::new(),
            texture_read_backs: Vec::new(),
        }
    }

    /// Adds a buffer of `count` elements, or of one structure that ends in an array of
    /// `count`.
    pub fn add_buffer(
        &mut self,
        label: impl Into<String>,
        role: Role,
        element: Type,
        count: usize,
    ) -> BufferId {
        let id = BufferId(self.buffers.len() as u32);
        self.buffers.push(PlanBuffer {
            label: label.into(),
            element,
            count,
            role,
        });
        id
    }

    /// Adds a texture of texels in `format`, of the size `extent`: `[width, height]` for an
    /// image, [`TextureSize::d1`] and its siblings for others. A step binds all its levels,
    /// or one, by [`TextureId::level`]; what it writes is followed level by level.
    ///
    /// ```
    /// use bitonic_dsl::types::StorageFormat;
    /// use bitonic_dsl::*;
    /// use bitonic_runtime::plan::{Grid, Limits, Plan, Role, Sampling, TextureSize};
    ///
    /// let halve = kernel("halve").workgroup_size([8, 8, 1]).build(|k| {
    ///     let from = k.texture_2d::<f32>("from");
    ///     let smooth = k.sampler("smooth");
    ///     let to = k.storage_texture_2d::<Rgba8Unorm, WriteOnly>("to");
    ///     let at = global_invocation_id().xy();
    ///     let position = (at.to_f32() + 0.5) / to.dimensions().to_f32();
    ///     to.store(at, from.sample_level(smooth, position, 0.0));
    /// })?;
    /// let mut plan = Plan::new("levels");
    /// let halve = plan.add_kernel(halve);
    /// let smooth = plan.add_sampler("smooth", Sampling::LINEAR);
    /// let size = TextureSize::d2(64, 64).with_levels(3);
    /// let photo = plan.add_texture("photo", Role::InputOutput, StorageFormat::Rgba8Unorm, size);
    /// for level in 1..3 {
    ///     let [width, height, _] = size.level(level);
    ///     let grid = Grid::new([width.div_ceil(8), height.div_ceil(8), 1]);
    ///     let bindings = (photo.level(level - 1), smooth, photo.level(level));
    ///     plan.add_step(format!("level {level}"), halve, bindings, grid);
    /// }
    /// plan.check(&Limits::WEBGPU)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_texture(
        &mut self,
        label: impl Into<String>,
        role: Role,
        format: impl Into<PlanFormat>,
        extent: impl Into<TextureSize>,
    ) -> TextureId {
        let id = TextureId(self.textures.len() as u32);
        self.textures.push(PlanTexture {
            label: label.into(),
            format: format.into(),
            extent: extent.into(),
            role,
        });
        id
    }

    /// Adds a sampler that reads as `sampling` says.
    pub fn add_sampler(&mut self, label: impl Into<String>, sampling: Sampling) -> SamplerId {
        self.sampler(label.into(), Some(sampling))
    }

    /// Adds a sampler that the caller gives.
    pub fn add_given_sampler(&mut self, label: impl Into<String>) -> SamplerId {
        self.sampler(label.into(), None)
    }

    fn sampler(&mut self, label: String, sampling: Option<Sampling>) -> SamplerId {
        let id = SamplerId(self.samplers.len() as u32);
        self.samplers.push(PlanSampler { label, sampling });
        id
    }

    /// Adds a kernel that steps may run. One with overrides runs with their defaults, or with
    /// the values of [`Kernel::with_overrides`]: it can be added once for each set of values.
    /// A typed kernel is one like any other here: steps bind by the order of its bindings.
    pub fn add_kernel(&mut self, kernel: impl Into<Kernel>) -> KernelId {
        let id = KernelId(self.kernels.len() as u32);
        self.kernels.push(kernel.into());
        id
    }

    /// [`Plan::add_kernel`], but an equal kernel that is there already serves again.
    pub(crate) fn add_kernel_once(&mut self, kernel: Kernel) -> KernelId {
        match self.kernels.iter().position(|known| *known == kernel) {
            Some(known) => KernelId(known as u32),
            None => self.add_kernel(kernel),
        }
    }

    /// Adds a step that runs after all others, with `bindings` in the order of
    /// the kernel's interface: an array of buffers, or a tuple of any resources, as in
    /// `(image, smooth, output)`. Parameters are set on what this returns.
    pub fn add_step(
        &mut self,
        label: impl Into<String>,
        kernel: KernelId,
        bindings: impl Bindings,
        grid: Grid,
    ) -> &mut Step {
        self.steps.push(Step {
            label: label.into(),
            kernel,
            bindings: bindings.into_ids(),
            grid,
            indirect: None,
            parameters: Vec::new(),
        });
        let last = self.steps.len() - 1;
        &mut self.steps[last]
    }

    /// [`Plan::add_step`] of as many workgroups as `workgroups` says when the device comes
    /// to the step: three `u32` at its start, along x, y and z, which earlier steps may have
    /// written. One that is greater than the device's limit starts nothing.
    ///
    /// The buffer holds `u32`, atomic or not, vectors of them or structures that begin with
    /// them. The step may read it, not write it.
    ///
    /// ```
    /// use bitonic_dsl::*;
    /// use bitonic_runtime::plan::{Grid, Plan, Role};
    ///
    /// // As many workgroups of 64 as hold the survivors.
    /// let count = kernel("count").workgroup_size(1).build(|k| {
    ///     let survivors = k.storage::<u32>("survivors");
    ///     let workgroups = k.storage_mut::<u32>("workgroups");
    ///     workgroups.element(0).assign((survivors.element(0).load() + 63) / 64);
    ///     workgroups.element(1).assign(1);
    ///     workgroups.element(2).assign(1);
    /// })?;
    /// let work = kernel("work").workgroup_size(64).build(|k| {
    ///     let data = k.storage_mut::<f32>("data");
    ///     data.element(instance_index()).mul_assign(0.5);
    /// })?;
    /// let mut plan = Plan::new("survivors");
    /// let survivors = plan.add_buffer("survivors", Role::Input, u32::ty(), 1);
    /// let workgroups = plan.add_buffer("workgroups", Role::Scratch, u32::ty(), 3);
    /// let data = plan.add_buffer("data", Role::InputOutput, f32::ty(), 10_000);
    /// let (count, work) = (plan.add_kernel(count), plan.add_kernel(work));
    /// plan.add_step("count", count, [survivors, workgroups], Grid::new([1, 1, 1]));
    /// plan.add_indirect_step("work", work, [data], workgroups);
    /// # plan.check(&bitonic_runtime::plan::Limits::WEBGPU)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_indirect_step(
        &mut self,
        label: impl Into<String>,
        kernel: KernelId,
        bindings: impl Bindings,
        workgroups: BufferId,
    ) -> &mut Step {
        let step = self.add_step(label, kernel, bindings, Grid::new([0, 0, 0]));
        step.indirect = Some(workgroups);
        step
    }

    /// Asks for a buffer's content after the last step.
    pub fn add_read_back(&mut self, buffer: BufferId) {
        self.read_backs.push(buffer);
    }

    /// Asks for a texture's content after the last step, in all its levels.
    pub fn add_texture_read_back(&mut self, texture: TextureId) {
        self.texture_read_backs.push(texture);
    }

    /// What the plan is called.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The kernels that steps run.
    #[must_use]
    pub fn kernels(&self) -> &[Kernel] {
        &self.kernels
    }

    /// The buffers that steps share.
    #[must_use]
    pub fn buffers(&self) -> &[PlanBuffer] {
        &self.buffers
    }

    /// The textures that steps share.
    #[must_use]
    pub fn textures(&self) -> &[PlanTexture] {
        &self.textures
    }

    /// The samplers that steps share.
    #[must_use]
    pub fn samplers(&self) -> &[PlanSampler] {
        &self.samplers
    }

    /// The steps, in the order in which they run.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The buffers whose content is asked for after the last step.
    #[must_use]
    pub fn read_backs(&self) -> &[BufferId] {
        &self.read_backs
    }

    /// The textures whose content is asked for after the last step.
    #[must_use]
    pub fn texture_read_backs(&self) -> &[TextureId] {
        &self.texture_read_backs
    }

    /// The ids of the textures, with what they name.
    pub fn textures_with_ids(&self) -> impl Iterator<Item = (TextureId, &PlanTexture)> {
        let ids = (0..).map(TextureId);
        ids.zip(&self.textures)
    }

    /// The ids of the samplers, with what they name.
    pub fn samplers_with_ids(&self) -> impl Iterator<Item = (SamplerId, &PlanSampler)> {
        let ids = (0..).map(SamplerId);
        ids.zip(&self.samplers)
    }

    /// The ids of the buffers, with what they name.
    pub fn buffers_with_ids(&self) -> impl Iterator<Item = (BufferId, &PlanBuffer)> {
        let ids = (0..).map(BufferId);
        ids.zip(&self.buffers)
    }
}
