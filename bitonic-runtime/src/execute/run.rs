//! One dispatch of one kernel, its buffers, textures, samplers and parameters given by name.
//! `piece` makes it a step of a larger plan.

mod piece;

use std::fmt;
use std::marker::PhantomData;

use bitonic_dsl::graph::Input;
use bitonic_dsl::interface::{Binding, OverrideValue};
use bitonic_dsl::types::HostShareable;
use bitonic_dsl::{Kernel, Signature, Untyped};

use super::given::{Call, Given, Placing, missing};
use super::recording::{Bound, Recording};
use super::typed::{ByName, Startable, Supply};
use crate::buffer::{Bindable, RawBuffer};
use crate::device::Gpu;
use crate::error::{Error, ErrorKind, listed};
use crate::plan::{Grid, NamedValue, Plan, Value, override_without_value};
use crate::texture::{AnySampler, AnyTexture};

/// A dispatch being put together: made by [`Gpu::run`], ended by [`Run::dispatch`],
/// [`Run::workgroups`] or [`Run::indirect`].
///
/// `A` is the signature of the kernel. What a typed kernel takes is given at once and in
/// order, and the compiler checks it: the types, whether a buffer is read or written, that no
/// buffer is given twice of which one is written. The arguments of a `Run` alone, which is a
/// `Run<Untyped>`, are given by name and checked when it starts.
///
/// ```
/// use bitonic_dsl::*;
///
/// #[kernel]
/// fn saxpy(x: &[f32], y: &mut [f32], a: f32) {
///     let i = instance_index();
///     if i < y.len() {
///         y[i] += a * x[i];
///     }
/// }
///
/// let gpu = bitonic_runtime::Gpu::auto()?;
/// let x = gpu.buffer(&[1.0f32, 2.0, 3.0])?;
/// let mut y = gpu.buffer(&[10.0f32, 20.0, 30.0])?;
/// let saxpy = saxpy()?;
/// gpu.run(&saxpy).bind(&x, &mut y, 2.0).dispatch(3)?;
/// assert_eq!(y.read()?, [12.0, 24.0, 36.0]);
/// // By name:
/// gpu.run(saxpy.untyped()).bind("x", &x).bind("y", &y).set("a", 1.0f32).dispatch(3)?;
/// assert_eq!(y.read()?, [13.0, 26.0, 39.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "nothing runs before `dispatch`, `workgroups` or `indirect`"]
pub struct Run<A = Untyped> {
    gpu: Gpu,
    kernel: Kernel,
    given: Vec<(String, Given)>,
    parameters: Vec<NamedValue>,
    overrides: Vec<(String, OverrideValue)>,
    /// The first fault of the calls so far; reported at the end.
    fault: Option<Error>,
    signature: PhantomData<fn() -> A>,
}

impl<A> fmt::Debug for Run<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run")
            .field("gpu", &self.gpu)
            .field("kernel", &self.kernel)
            .field("given", &self.given)
            .field("parameters", &self.parameters)
            .field("overrides", &self.overrides)
            .field("fault", &self.fault)
            .finish()
    }
}

/// How many workgroups a run starts.
enum Start {
    Grid(Grid),
    /// As many as lie in a buffer.
    In(RawBuffer),
}

impl Gpu {
    /// Begins a dispatch of `kernel`. What it takes is given by name; to a typed kernel, all
    /// at once and in order: see [`Run`].
    ///
    /// ```no_run
    /// # fn example(kernel: bitonic_dsl::Kernel) -> Result<(), bitonic_runtime::Error> {
    /// let gpu = bitonic_runtime::Gpu::auto()?;
    /// let input = gpu.buffer(&[1.0f32, 2.0, 3.0])?;
    /// let output = gpu.zeroed::<f32>(3)?;
    /// gpu.run(&kernel)
    ///     .bind("input", &input)
    ///     .bind("output", &output)
    ///     .set("factor", 2.0f32)
    ///     .dispatch(3)?;
    /// println!("{:?}", output.read()?);
    /// # Ok(())
    /// # }
    /// ```
    pub fn run<A: Signature>(&self, kernel: &Kernel<A>) -> Run<A> {
        Run {
            gpu: self.clone(),
            kernel: kernel.untyped().clone(),
            given: Vec::new(),
            parameters: Vec::new(),
            overrides: Vec::new(),
            fault: None,
            signature: PhantomData,
        }
    }
}

impl Run {
    /// Binds a buffer to the binding of this name.
    pub fn bind(self, name: &str, buffer: &impl Bindable) -> Run {
        self.give(name, Call::Buffer, || {
            Ok(Given::Buffer(buffer.memory().clone()))
        })
    }
}

impl<A> Run<A> {
    /// Binds a texture to the binding of this name: a [`Texture`](crate::Texture), one level
    /// of it, or a texture or a view of a texture that you made with wgpu on this device.
    ///
    /// ```no_run
    /// # use bitonic_dsl::*;
    /// # fn example(blur: Kernel) -> Result<(), bitonic_runtime::Error> {
    /// # use bitonic_runtime::{Gpu, plan::Sampling};
    /// # let gpu = Gpu::auto()?;
    /// let photo = gpu.texture::<Rgba8Unorm>([2, 1], &[[255, 0, 0, 255], [0, 0, 0, 255]])?;
    /// let blurred = gpu.zeroed_texture::<Rgba8Unorm>([2, 1])?;
    /// gpu.run(&blur)
    ///     .bind_texture("photo", &photo)
    ///     .bind_sampler("smooth", &gpu.sampler(Sampling::LINEAR)?)
    ///     .bind_texture("blurred", &blurred)
    ///     .workgroups([1, 1, 1])?;
    /// println!("{:?}", blurred.read()?);
    /// # Ok(())
    /// # }
    /// ```
    pub fn bind_texture(self, name: &str, texture: impl Into<AnyTexture>) -> Run<A>
    where
        A: ByName,
    {
        self.give(name, Call::Texture, || Ok(Given::Texture(texture.into())))
    }

    /// Binds a sampler to the binding of this name: a [`Sampler`](crate::Sampler), or one
    /// that you made with wgpu on this device.
    pub fn bind_sampler(self, name: &str, sampler: impl Into<AnySampler>) -> Run<A>
    where
        A: ByName,
    {
        self.give(name, Call::Sampler, || Ok(Given::Sampler(sampler.into())))
    }

    /// Binds a uniform that holds `value`.
    pub fn uniform<T: HostShareable>(self, name: &str, value: &T) -> Run<A>
    where
        A: ByName,
    {
        let gpu = self.gpu.clone();
        self.give(name, Call::Value, || Given::uniform(&gpu, value))
    }

    /// Gives a parameter its value.
    pub fn set<T: HostShareable>(mut self, name: &str, value: T) -> Run<A>
    where
        A: ByName,
    {
        self.parameters.push((name.to_owned(), Value::of(&value)));
        self
    }

    /// Gives an override of the kernel its value; it need not be given where it has a default.
    ///
    /// The kernel is compiled with the values, and the pipeline kept for other runs with the
    /// same. Where many runs have the same values, [`Kernel::with_overrides`] compiles once.
    #[track_caller]
    pub fn set_override(mut self, name: &str, value: impl Into<OverrideValue>) -> Run<A> {
        let value = value.into();
        let checked = self.kernel.check_override(name, value);
        if let Err(fault) = checked {
            self.fault.get_or_insert(fault.into());
        } else if self.overrides.iter().any(|(known, _)| known == name) {
            let kernel = self.kernel.name();
            let message = format!("kernel `{kernel}`: override `{name}` is set twice");
            let fault = Error::new(ErrorKind::Plan, message);
            self.fault.get_or_insert(fault);
        }
        self.overrides.push((name.to_owned(), value));
        self
    }

    /// The run of the kernel with the values of its overrides.
    fn settled(mut self) -> Result<Run<A>, Error> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        let values = std::mem::take(&mut self.overrides);
        if !values.is_empty() {
            let values = values.iter().map(|(name, value)| (name.as_str(), *value));
            self.kernel = self.kernel.with_overrides(values)?;
        }
        // The grid of a count of threads depends on it.
        if let Some((what, help)) = override_without_value(&self.kernel) {
            let message = format!("kernel `{}`: {what}", self.kernel.name());
            return Err(Error::new(ErrorKind::Plan, message).with_help(help));
        }
        Ok(self)
    }

    /// Runs at least `count` invocations, in whole workgroups; a long row folds
    /// into further dimensions. Does not wait, and blocks no thread: [`Gpu::wait`],
    /// [`Buffer::read`](crate::Buffer::read) and their `_async` forms wait.
    ///
    /// The workgroups are a row, whatever their own shape: a kernel that works by rows and
    /// columns of `global_invocation_id()` is run with [`Run::workgroups`].
    ///
    /// # Errors
    ///
    /// A name that the kernel does not have, a binding, parameter or override left out or
    /// of another type, an override with a value that the kernel cannot have, a buffer bound twice of which one is written, a workgroup
    /// past the device's limits, or the device refused the call.
    pub fn dispatch(self, count: usize) -> Result<(), Error>
    where
        A: Startable,
    {
        let run = self.settled()?;
        let limit = run.gpu.limits().workgroups_per_dimension;
        match Grid::threads(count as u64, run.kernel.workgroup_size(), limit) {
            Some(grid) if grid.is_folded() && run.reads_rows() => Err(run.would_miss_rows(grid)),
            Some(grid) => run.start(grid),
            None => Err(run.too_many_threads(count)),
        }
    }

    fn too_many_threads(&self, count: usize) -> Error {
        let (kernel, limit) = (
            self.kernel.name(),
            self.gpu.limits().workgroups_per_dimension,
        );
        let message = format!(
            "kernel `{kernel}`: {count} threads are more than an index counts, 2^32, or need more workgroups than the device allows, {limit} along each of three dimensions"
        );
        Error::new(ErrorKind::Limit, message)
    }

    /// Runs exactly these workgroups along x, y and z. Does not wait: reading a
    /// buffer does.
    ///
    /// For an image and workgroups of 8 by 8 they are
    /// `[width.div_ceil(8), height.div_ceil(8), 1]`; the kernel leaves out what is past the
    /// edges.
    ///
    /// # Errors
    ///
    /// As [`Run::dispatch`].
    pub fn workgroups(self, workgroups: [u32; 3]) -> Result<(), Error>
    where
        A: Startable,
    {
        self.start(Grid::new(workgroups))
    }

    /// Runs as many workgroups along x, y and z as the first three `u32` of `workgroups` say
    /// when the device comes to it: a kernel that ran before may have written them, and the
    /// host never knows. One that is greater than the device's limit starts nothing.
    ///
    /// The buffer holds `u32`, vectors of them or structures that begin with them. The kernel
    /// may read it, not write it. Does not wait: reading a buffer does.
    ///
    /// ```
    /// use bitonic_dsl::*;
    ///
    /// let plan = kernel("plan").workgroup_size(1).build(|k| {
    ///     let workgroups = k.storage_mut::<u32>("workgroups");
    ///     Loop(range(0u32, 3), |axis| workgroups.element(axis).assign(axis + 1));
    /// })?;
    /// let count = kernel("count").workgroup_size(1).build(|k| {
    ///     let total = k.storage_mut::<Atomic<u32>>("total");
    ///     let _ = total.element(0).atomic_add(1);
    /// })?;
    /// let gpu = bitonic_runtime::Gpu::auto()?;
    /// let (workgroups, total) = (gpu.zeroed::<u32>(3)?, gpu.zeroed::<u32>(1)?);
    /// gpu.run(&plan).bind("workgroups", &workgroups).dispatch(1)?;
    /// gpu.run(&count).bind("total", &total).indirect(&workgroups)?;
    /// assert_eq!(total.read()?, [1 * 2 * 3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Run::dispatch`]; or the buffer holds something else, less than three words, or
    /// is bound to what the kernel writes.
    pub fn indirect(self, workgroups: &impl Bindable) -> Result<(), Error>
    where
        A: Startable,
    {
        self.prepare_indirect(workgroups)?.submit()
    }

    /// Everything bound, to be recorded into the caller's encoder.
    ///
    /// # Errors
    ///
    /// As [`Run::dispatch`].
    pub fn prepare(self, grid: Grid) -> Result<Recording, Error>
    where
        A: Startable,
    {
        self.prepare_start(&Start::Grid(grid))
    }

    /// [`Run::prepare`] of as many workgroups as lie in a buffer: as [`Run::indirect`].
    ///
    /// # Errors
    ///
    /// As [`Run::indirect`].
    pub fn prepare_indirect(self, workgroups: &impl Bindable) -> Result<Recording, Error>
    where
        A: Startable,
    {
        self.prepare_start(&Start::In(workgroups.memory().clone()))
    }

    fn prepare_start(self, start: &Start) -> Result<Recording, Error> {
        let run = self.settled()?;
        let mut bound = Bound::new();
        let plan = run.plan(start, &mut bound)?;
        run.gpu.prepare(plan, bound)
    }

    /// Whether the kernel asks where it is in the grid's rows: in a folded grid that is
    /// not where it is among the threads.
    fn reads_rows(&self) -> bool {
        let graph = self.kernel.graph();
        let rows = [
            Input::GlobalInvocationId,
            Input::WorkgroupId,
            Input::NumWorkgroups,
        ];
        rows.into_iter().any(|input| graph.uses(input))
    }

    fn would_miss_rows(&self, grid: Grid) -> Error {
        let message = format!(
            "kernel `{}`: so many threads fold into a grid of {grid} workgroups, where `global_invocation_id`, `workgroup_id` and `num_workgroups` do not count on",
            self.kernel.name()
        );
        Error::new(ErrorKind::Plan, message).with_help(
            "use `instance_index()` or `workgroup_index()`, or give the grid with `.workgroups(..)`",
        )
    }

    fn start(self, grid: Grid) -> Result<(), Error> {
        self.prepare_start(&Start::Grid(grid))?.submit()
    }

    fn give(
        mut self,
        name: &str,
        call: Call,
        given: impl FnOnce() -> Result<Given, Error>,
    ) -> Run<A> {
        let free = self.free(name);
        let fits = free.and_then(|binding| call.fits(self.kernel.name(), binding));
        match fits.and_then(|()| given()) {
            Ok(given) => self.given.push((name.to_owned(), given)),
            Err(fault) => {
                self.fault.get_or_insert(fault);
            }
        }
        self
    }

    /// The binding of this name, to which nothing is bound yet.
    fn free(&self, name: &str) -> Result<&Binding, Error> {
        let kernel = self.kernel.name();
        let bindings = &self.kernel.interface().bindings;
        let Some(binding) = bindings.iter().find(|binding| binding.name == name) else {
            let names = listed(bindings.iter().map(|binding| binding.name.as_str()));
            let message = format!("kernel `{kernel}`: no binding `{name}`; its bindings: {names}");
            let error = Error::new(ErrorKind::Plan, message);
            let parameters = self.kernel.interface().parameters.iter();
            let mut fields = parameters.flat_map(|parameters| &parameters.fields);
            return Err(match fields.any(|field| field.name == name) {
                true => error.with_help(format!("it is a parameter: `.set(\"{name}\", value)`")),
                false => error,
            });
        };
        if self.given.iter().any(|(taken, _)| taken == name) {
            let message = format!("kernel `{kernel}`: `{name}` is bound twice");
            return Err(Error::new(ErrorKind::Plan, message));
        }
        Ok(binding)
    }

    pub(super) fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// The run with what is given for its arguments, in the order of their declaration.
    pub(super) fn supplied<B>(mut self, supplies: Vec<Result<Supply, Error>>) -> Run<B> {
        for (name, supply) in self.kernel.interface().names().zip(supplies) {
            match supply {
                Ok(Supply::Bound(given)) => self.given.push((name.to_owned(), *given)),
                Ok(Supply::Value(value)) => self.parameters.push((name.to_owned(), value)),
                Err(fault) => {
                    self.fault.get_or_insert(fault);
                }
            }
        }
        Run {
            gpu: self.gpu,
            kernel: self.kernel,
            given: self.given,
            parameters: self.parameters,
            overrides: self.overrides,
            fault: self.fault,
            signature: PhantomData,
        }
    }

    /// A plan of one step; the same memory bound twice is one buffer of it.
    fn plan(&self, start: &Start, bound: &mut Bound) -> Result<Plan, Error> {
        let mut plan = Plan::new(self.kernel.name());
        let kernel = plan.add_kernel(self.kernel.clone());
        let mut placing = Placing::default();
        let mut ids = Vec::new();
        for binding in &self.kernel.interface().bindings {
            let mut given = self.given.iter();
            let given = given.find(|(name, _)| *name == binding.name);
            let (_, given) = given.ok_or_else(|| missing(self.kernel.name(), binding))?;
            ids.push(placing.place(&mut plan, bound, binding, given));
        }
        let label = self.kernel.name();
        let step = match start {
            Start::Grid(grid) => plan.add_step(label, kernel, ids, *grid),
            Start::In(raw) => {
                let workgroups = placing.buffer(&mut plan, bound, "workgroups", raw);
                plan.add_indirect_step(label, kernel, ids, workgroups)
            }
        };
        for (name, value) in &self.parameters {
            step.set_value(name, value.clone());
        }
        Ok(plan)
    }
}
