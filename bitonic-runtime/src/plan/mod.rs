//! Plans: what shall run, as plain data. Buffers, steps (kernel, bindings, grid,
//! parameters) and read-backs, checked and printed with no device at hand.
//!
//! `check` holds the rules that each step must keep, `hazards` what steps leave for
//! each other, `table` the printed form, [`bitonic`] the order of steps of the bitonic sort. Nothing here touches a
//! device; `execute` does.

#[cfg(test)]
mod atomic_tests;
pub mod bitonic;
#[cfg(test)]
mod bitonic_tests;
mod check;
#[cfg(test)]
mod check_tests;
mod grid;
mod hazards;
mod limits;
mod table;
#[cfg(test)]
mod tests;
mod value;

use bitonic_dsl::Kernel;
use bitonic_dsl::types::{HostShareable, Layout, Type};

pub use grid::Grid;
pub use limits::Limits;
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
    /// The buffers bound, in the order of the kernel's interface.
    pub bindings: Vec<BufferId>,
    /// The workgroups started.
    pub grid: Grid,
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
    steps: Vec<Step>,
    read_backs: Vec<BufferId>,
}

impl Plan {
    /// A plan with nothing in it.
    #[must_use]
    pub fn new(label: impl Into<String>) -> Plan {
        Plan {
            label: label.into(),
            kernels: Vec::new(),
            buffers: Vec::new(),
            steps: Vec::new(),
            read_backs: Vec::new(),
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

    /// Adds a kernel that steps may run. One with overrides runs with their defaults, or with
    /// the values of [`Kernel::with_overrides`]: it can be added once for each set of values.
    pub fn add_kernel(&mut self, kernel: Kernel) -> KernelId {
        let id = KernelId(self.kernels.len() as u32);
        self.kernels.push(kernel);
        id
    }

    /// Adds a step that runs after all others, with `bindings` in the order of
    /// the kernel's interface. Parameters are set on what this returns.
    pub fn add_step(
        &mut self,
        label: impl Into<String>,
        kernel: KernelId,
        bindings: impl IntoIterator<Item = BufferId>,
        grid: Grid,
    ) -> &mut Step {
        self.steps.push(Step {
            label: label.into(),
            kernel,
            bindings: bindings.into_iter().collect(),
            grid,
            parameters: Vec::new(),
        });
        let last = self.steps.len() - 1;
        &mut self.steps[last]
    }

    /// Asks for a buffer's content after the last step.
    pub fn add_read_back(&mut self, buffer: BufferId) {
        self.read_backs.push(buffer);
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

    /// The ids of the buffers, with what they name.
    pub fn buffers_with_ids(&self) -> impl Iterator<Item = (BufferId, &PlanBuffer)> {
        let ids = (0..).map(BufferId);
        ids.zip(&self.buffers)
    }
}
