//! One dispatch of one kernel, its buffers and parameters given by name.

use bitonic_dsl::Kernel;
use bitonic_dsl::graph::Input;
use bitonic_dsl::interface::{Binding, BindingKind, OverrideValue};
use bitonic_dsl::types::HostShareable;

use super::recording::{Bound, Recording};
use crate::buffer::{Bindable, RawBuffer};
use crate::device::Gpu;
use crate::error::{Error, ErrorKind, listed};
use crate::plan::{Grid, NamedValue, Plan, Role, Value};

/// A dispatch being put together: made by [`Gpu::run`], ended by
/// [`Run::threads`] or [`Run::workgroups`].
#[derive(Debug)]
#[must_use = "nothing runs before `threads` or `workgroups`"]
pub struct Run {
    gpu: Gpu,
    kernel: Kernel,
    buffers: Vec<(String, RawBuffer)>,
    parameters: Vec<NamedValue>,
    overrides: Vec<(String, OverrideValue)>,
    /// The first fault of the calls so far; reported at the end.
    fault: Option<Error>,
}

impl Gpu {
    /// Begins a dispatch of `kernel`.
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
    ///     .threads(3)?;
    /// println!("{:?}", output.read()?);
    /// # Ok(())
    /// # }
    /// ```
    pub fn run(&self, kernel: &Kernel) -> Run {
        Run {
            gpu: self.clone(),
            kernel: kernel.clone(),
            buffers: Vec::new(),
            parameters: Vec::new(),
            overrides: Vec::new(),
            fault: None,
        }
    }
}

impl Run {
    /// Binds a buffer to the binding of this name.
    pub fn bind(self, name: &str, buffer: &impl Bindable) -> Run {
        self.bind_raw(name, || Ok(buffer.memory().clone()))
    }

    /// Binds a uniform that holds `value`.
    pub fn uniform<T: HostShareable>(self, name: &str, value: &T) -> Run {
        let gpu = self.gpu.clone();
        let value = Value::of(value);
        let takes_a_value = self.takes_a_value(name);
        self.bind_raw(name, || {
            takes_a_value?;
            RawBuffer::lent_with(&gpu, value.ty().clone(), 1, value.bytes())
        })
    }

    /// Gives a parameter its value.
    pub fn set<T: HostShareable>(mut self, name: &str, value: T) -> Run {
        self.parameters.push((name.to_owned(), Value::of(&value)));
        self
    }

    /// Gives an override of the kernel its value; it need not be given where it has a default.
    ///
    /// The kernel is compiled with the values, and the pipeline kept for other runs with the
    /// same. Where many runs have the same values, [`Kernel::with_overrides`] compiles once.
    #[track_caller]
    pub fn set_override(mut self, name: &str, value: impl Into<OverrideValue>) -> Run {
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
    fn settled(mut self) -> Result<Run, Error> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        let values = std::mem::take(&mut self.overrides);
        if !values.is_empty() {
            let values = values.iter().map(|(name, value)| (name.as_str(), *value));
            self.kernel = self.kernel.with_overrides(values)?;
        }
        Ok(self)
    }

    /// Runs at least `count` invocations, in whole workgroups; a long row folds
    /// into further dimensions. Does not wait, and blocks no thread: [`Gpu::wait`],
    /// [`Buffer::read`] and their `_async` forms wait.
    ///
    /// # Errors
    ///
    /// A name that the kernel does not have, a binding, parameter or override left out or
    /// of another type, an override with a value that the kernel cannot have, a buffer bound twice of which one is written, a workgroup
    /// past the device's limits, or the device refused the call.
    pub fn threads(self, count: usize) -> Result<(), Error> {
        let run = self.settled()?;
        let limit = run.gpu.limits().workgroups_per_dimension;
        match Grid::threads(count as u64, run.kernel.workgroup_size(), limit) {
            Some(grid) if grid.is_folded() && run.reads_rows() => Err(run.would_miss_rows(grid)),
            Some(grid) => run.dispatch(grid),
            None => Err(Error::new(
                ErrorKind::Limit,
                format!(
                    "kernel `{}`: {count} threads are more than an index counts, 2^32, or need more workgroups than the device allows, {limit} along each of three dimensions",
                    run.kernel.name()
                ),
            )),
        }
    }

    /// Runs exactly these workgroups along x, y and z. Does not wait: reading a
    /// buffer does.
    ///
    /// # Errors
    ///
    /// As [`Run::threads`].
    pub fn workgroups(self, workgroups: [u32; 3]) -> Result<(), Error> {
        self.dispatch(Grid::new(workgroups))
    }

    /// Everything bound, to be recorded into the caller's encoder.
    ///
    /// # Errors
    ///
    /// As [`Run::threads`].
    pub fn prepare(self, grid: Grid) -> Result<Recording, Error> {
        let run = self.settled()?;
        let mut bound = Bound::new();
        let plan = run.plan(grid, &mut bound)?;
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

    fn dispatch(self, grid: Grid) -> Result<(), Error> {
        self.prepare(grid)?.submit()
    }

    fn bind_raw(mut self, name: &str, buffer: impl FnOnce() -> Result<RawBuffer, Error>) -> Run {
        let checked = self.name_is_free(name).and_then(|()| buffer());
        match checked {
            Ok(buffer) => self.buffers.push((name.to_owned(), buffer)),
            Err(fault) => {
                self.fault.get_or_insert(fault);
            }
        }
        self
    }

    /// A value has no buffer of the caller's that a kernel could fill.
    fn takes_a_value(&self, name: &str) -> Result<(), Error> {
        let mut bindings = self.kernel.interface().bindings.iter();
        let storage =
            bindings.find(|binding| binding.name == name && binding.kind != BindingKind::Uniform);
        storage.map_or(Ok(()), |_| {
            let kernel = self.kernel.name();
            let message = format!("kernel `{kernel}`: `{name}` is a storage buffer, not a uniform");
            let help = format!("bind a buffer: `.bind(\"{name}\", &buffer)`");
            Err(Error::new(ErrorKind::Plan, message).with_help(help))
        })
    }

    fn name_is_free(&self, name: &str) -> Result<(), Error> {
        let kernel = self.kernel.name();
        let bindings = &self.kernel.interface().bindings;
        if !bindings.iter().any(|binding| binding.name == name) {
            let names = listed(bindings.iter().map(|binding| binding.name.as_str()));
            let message = format!("kernel `{kernel}`: no binding `{name}`; its bindings: {names}");
            let error = Error::new(ErrorKind::Plan, message);
            let parameters = self.kernel.interface().parameters.iter();
            let mut fields = parameters.flat_map(|parameters| &parameters.fields);
            return Err(match fields.any(|field| field.name == name) {
                true => error.with_help(format!("it is a parameter: `.set(\"{name}\", value)`")),
                false => error,
            });
        }
        if self.buffers.iter().any(|(taken, _)| taken == name) {
            let message = format!("kernel `{kernel}`: `{name}` is bound twice");
            return Err(Error::new(ErrorKind::Plan, message));
        }
        Ok(())
    }

    /// A plan of one step; the same memory bound twice is one buffer of it.
    fn plan(&self, grid: Grid, bound: &mut Bound) -> Result<Plan, Error> {
        let mut plan = Plan::new(self.kernel.name());
        let kernel = plan.add_kernel(self.kernel.clone());
        let mut placed: Vec<(&wgpu::Buffer, _)> = Vec::new();
        let mut ids = Vec::new();
        for binding in &self.kernel.interface().bindings {
            let raw = self.buffer_of(binding)?;
            let known = placed.iter().find(|(buffer, _)| *buffer == &raw.buffer);
            let id = match known {
                Some(&(_, id)) => id,
                None => {
                    let id = plan.add_buffer(
                        &binding.name,
                        Role::InputOutput,
                        raw.element.clone(),
                        raw.len,
                    );
                    bound.insert(id, raw.clone());
                    placed.push((&raw.buffer, id));
                    id
                }
            };
            ids.push(id);
        }
        let step = plan.add_step(self.kernel.name(), kernel, ids, grid);
        for (name, value) in &self.parameters {
            step.set_value(name, value.clone());
        }
        Ok(plan)
    }

    fn buffer_of(&self, binding: &Binding) -> Result<&RawBuffer, Error> {
        let given = self.buffers.iter().find(|(name, _)| *name == binding.name);
        given.map(|(_, buffer)| buffer).ok_or_else(|| {
            let (kernel, name, ty) = (self.kernel.name(), &binding.name, &binding.ty);
            let message = format!("kernel `{kernel}`: nothing is bound to `{name}`, a `{ty}`");
            let help = match binding.kind {
                BindingKind::Uniform => format!("add `.uniform(\"{name}\", &value)`"),
                BindingKind::StorageRead | BindingKind::StorageReadWrite => {
                    format!("add `.bind(\"{name}\", &buffer)`")
                }
                BindingKind::StorageTexture { .. }
                | BindingKind::Texture { .. }
                | BindingKind::Sampler => {
                    "a run binds buffers alone: bind textures and samplers in a \
                     pass of your own, by the groups and numbers of `kernel.interface()`"
                        .to_owned()
                }
            };
            Error::new(ErrorKind::Plan, message).with_help(help)
        })
    }
}
