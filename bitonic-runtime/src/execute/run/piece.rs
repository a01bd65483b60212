//! A run as a step of a larger plan: the caller gives some of the kernel's bindings by name,
//! the library the rest. What has to be there is checked as for a run alone.

use bitonic_dsl::types::HostShareable;

use super::{Bound, Call, Given, Placing, Run, missing};
use crate::buffer::RawBuffer;
use crate::error::{Error, ErrorKind};
use crate::plan::{BufferId, Grid, NamedValue, Plan, ResourceId, Value};

impl Run {
    /// [`Run::settled`]: the first fault of what was given so far.
    pub(crate) fn checked(self) -> Result<Run, Error> {
        self.settled()
    }

    /// [`Run::bind`] of memory whose type is known as data alone.
    pub(crate) fn bind_memory(self, name: &str, buffer: RawBuffer) -> Run {
        self.give(name, Call::Buffer, || Ok(Given::Buffer(buffer)))
    }

    /// [`Run::uniform`] of a value whose type is known as data alone.
    pub(crate) fn uniform_value(self, name: &str, value: &Value) -> Run {
        let gpu = self.gpu.clone();
        let given = || {
            let lent = RawBuffer::lent_with(&gpu, value.ty().clone(), 1, value.bytes());
            lent.map(Given::Buffer)
        };
        self.give(name, Call::Value, given)
    }

    /// [`Run::set`] of a value whose type is known as data alone.
    pub(crate) fn set_value(mut self, name: &str, value: Value) -> Run {
        self.parameters.push((name.to_owned(), value));
        self
    }

    /// The parameters given so far.
    pub(crate) fn parameters(&self) -> &[NamedValue] {
        &self.parameters
    }

    /// Gives a parameter its value, or another one.
    pub(crate) fn set_again<T: HostShareable>(&mut self, name: &str, value: &T) {
        self.parameters.retain(|(known, _)| known != name);
        self.parameters.push((name.to_owned(), Value::of(value)));
    }

    /// Puts the parameters back that were there before.
    pub(crate) fn restore_parameters(&mut self, parameters: Vec<NamedValue>) {
        self.parameters = parameters;
    }

    /// Adds the run to `plan` as a step of at least `count` invocations. `own` are the
    /// plan's buffers behind the bindings that the caller does not give.
    pub(crate) fn add_to(
        &self,
        plan: &mut Plan,
        bound: &mut Bound,
        own: &[(&str, BufferId)],
        count: usize,
    ) -> Result<(), Error> {
        let limit = self.gpu.limits().workgroups_per_dimension;
        let grid = Grid::threads(count as u64, self.kernel.workgroup_size(), limit);
        let grid = grid.ok_or_else(|| self.too_many_threads(count))?;
        if grid.is_folded() && self.reads_rows() {
            return Err(self.would_miss_rows(grid));
        }
        let kernel = plan.add_kernel_once(self.kernel.clone());
        let mut placing = Placing::default();
        let mut ids: Vec<ResourceId> = Vec::new();
        for binding in &self.kernel.interface().bindings {
            let name = binding.name.as_str();
            let ours = own.iter().find(|(own, _)| *own == name);
            let given = self.given.iter().find(|(given, _)| given == name);
            ids.push(match (ours, given) {
                (Some((_, id)), None) => (*id).into(),
                (Some(_), Some(_)) => return Err(self.is_ours(name)),
                (None, Some((_, given))) => placing.place(plan, bound, binding, given),
                (None, None) => return Err(missing(self.kernel.name(), binding)),
            });
        }
        let step = plan.add_step(self.kernel.name(), kernel, ids, grid);
        for (name, value) in &self.parameters {
            step.set_value(name, value.clone());
        }
        Ok(())
    }

    fn is_ours(&self, name: &str) -> Error {
        let kernel = self.kernel.name();
        let message = format!("kernel `{kernel}`: `{name}` is bound by the library");
        Error::new(ErrorKind::Plan, message).with_help("bind what your closure declares, alone")
    }
}
