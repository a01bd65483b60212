//! What steps leave for each other in buffers: content that is read, or that atomics go on
//! from, must be there, and what nobody reads is worth a warning. How a step fits its own
//! kernel is in `check`.

use bitonic_dsl::interface::Binding;

use super::check::is_written;
use super::{BufferId, Plan, Role, Step};
use crate::error::{Error, ErrorKind};

/// Which buffers hold content, while a plan is walked through.
pub(super) struct Contents<'a> {
    plan: &'a Plan,
    there: Vec<bool>,
}

impl<'a> Contents<'a> {
    /// Before the first step: what the caller gives is there.
    pub(super) fn before(plan: &'a Plan) -> Contents<'a> {
        let given = |role| match role {
            Role::Input | Role::InputOutput => true,
            Role::Output | Role::Scratch => false,
        };
        let there = plan.buffers.iter().map(|buffer| given(buffer.role));
        Contents {
            plan,
            there: there.collect(),
        }
    }

    /// Takes a step whose bindings are those of its kernel: first all that it reads,
    /// then what it writes.
    pub(super) fn pass(&mut self, index: usize, step: &Step) -> Result<(), Error> {
        for (binding, id) in accesses(self.plan, step) {
            match is_written(binding) {
                true => self.may_be_written(index, id)?,
                false => self.may_be_read(index, id)?,
            }
            if binding.accumulates {
                self.may_be_accumulated(index, id)?;
            }
        }
        let written = accesses(self.plan, step).filter(|(binding, _)| is_written(binding));
        for (_, id) in written {
            self.there[id.index()] = true;
        }
        Ok(())
    }

    fn may_be_written(&self, index: usize, id: BufferId) -> Result<(), Error> {
        let buffer = &self.plan.buffers[id.index()];
        if buffer.role != Role::Input {
            return Ok(());
        }
        let (place, label) = (self.plan.place_of(index), &buffer.label);
        let message = format!("{place}: `{label}` is an input and would be written");
        Err(Error::new(ErrorKind::Plan, message)
            .with_help("give it the role `InputOutput`, or write another buffer"))
    }

    fn may_be_read(&self, index: usize, id: BufferId) -> Result<(), Error> {
        if self.there[id.index()] {
            return Ok(());
        }
        let (place, label) = (self.plan.place_of(index), self.label(id));
        let message = format!("{place}: reads `{label}`, which no step has written");
        Err(Error::new(ErrorKind::Plan, message).with_help(self.who_writes(id)))
    }

    /// Atomics go on from what is there.
    fn may_be_accumulated(&self, index: usize, id: BufferId) -> Result<(), Error> {
        if self.there[id.index()] {
            return Ok(());
        }
        let (place, label) = (self.plan.place_of(index), self.label(id));
        let message = format!("{place}: changes atomics in `{label}`, which no step has written");
        Err(Error::new(ErrorKind::Plan, message).with_help(format!(
            "let an earlier step clear `{label}`, or give it the role `InputOutput`"
        )))
    }

    /// Every read-back is of a buffer that holds something at the end.
    pub(super) fn read_backs_are_there(&self) -> Result<(), Error> {
        let plan = &self.plan.label;
        for id in &self.plan.read_backs {
            let message = match self.there.get(id.index()) {
                Some(true) => continue,
                None => format!("plan `{plan}` reads back a buffer of another plan"),
                Some(false) => {
                    let label = self.label(*id);
                    format!("plan `{plan}` reads back `{label}`, which no step writes")
                }
            };
            return Err(Error::new(ErrorKind::Plan, message));
        }
        Ok(())
    }

    fn label(&self, id: BufferId) -> &str {
        &self.plan.buffers[id.index()].label
    }

    /// How a read of what was never written may be mended.
    fn who_writes(&self, id: BufferId) -> String {
        let label = self.label(id);
        let writes = |step: &Step| {
            let mut written = accesses(self.plan, step).filter(|(binding, _)| is_written(binding));
            written.any(|(_, of)| of == id)
        };
        match self.plan.steps.iter().position(writes) {
            Some(later) => {
                let step = &self.plan.steps[later].label;
                format!("step {later} `{step}` writes `{label}`: let it run earlier")
            }
            None => format!("let a step write `{label}`, or give it the role `Input`"),
        }
    }
}

impl Plan {
    /// What is odd about a plan though it may run: scratch that is written and never
    /// read afterwards, an output that no step writes, buffers and kernels that no
    /// step uses. Each is a sentence; they also stand below the printed table.
    ///
    /// These are no errors, for a kernel may write more than is of use here.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let buffers = self.buffers_with_ids();
        let buffers = buffers.filter_map(|(id, _)| self.buffer_warning(id));
        let used = |kernel: usize| self.steps.iter().any(|step| step.kernel.index() == kernel);
        let kernels = self.kernels.iter().enumerate();
        let idle = kernels.filter(|(index, _)| !used(*index));
        let idle = idle.map(|(_, kernel)| format!("no step runs kernel `{}`", kernel.name()));
        buffers.chain(idle).collect()
    }

    fn buffer_warning(&self, id: BufferId) -> Option<String> {
        let (label, role) = (
            &self.buffers[id.index()].label,
            self.buffers[id.index()].role,
        );
        let mut last = None;
        let mut ever_written = false;
        for (index, step) in self.steps.iter().enumerate() {
            for (binding, _) in accesses(self, step).filter(|(_, of)| *of == id) {
                ever_written |= is_written(binding);
                last = Some((index, is_written(binding)));
            }
        }
        let read_back = self.read_backs.contains(&id);
        match (last, role) {
            (None, _) if read_back => None,
            (None, _) => Some(format!("no step uses buffer `{label}`")),
            (Some((index, true)), Role::Scratch) if !read_back => {
                let step = &self.steps[index].label;
                Some(format!(
                    "step {index} `{step}` writes `{label}`, which nothing reads afterwards"
                ))
            }
            (Some(_), Role::Output) if !ever_written => {
                Some(format!("no step writes the output `{label}`"))
            }
            (Some(_), Role::Input | Role::Output | Role::InputOutput | Role::Scratch) => None,
        }
    }
}

/// The bindings of a step with their buffers. Empty for a step that starts nothing,
/// and for one whose kernel is of another plan.
fn accesses<'a>(
    plan: &'a Plan,
    step: &'a Step,
) -> impl Iterator<Item = (&'a Binding, BufferId)> + use<'a> {
    let starts = step.grid.workgroups.iter().all(|&side| side > 0);
    let kernel = plan.kernels.get(step.kernel.index()).filter(|_| starts);
    let bindings = kernel.map_or(&[][..], |kernel| &kernel.interface().bindings);
    bindings.iter().zip(step.bindings.iter().copied())
}
