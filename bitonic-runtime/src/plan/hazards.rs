//! What steps leave for each other in buffers and textures: content that is read, or that
//! atomics go on from, must be there, and what nobody reads is worth a warning. How a step
//! fits its own kernel is in `check`.

use std::collections::HashSet;

use bitonic_dsl::interface::{Binding, BindingKind};

use super::check::is_written;
use super::{BufferId, Plan, ResourceId, Role, Step, TextureId, TextureSize};
use crate::error::{Error, ErrorKind};

/// What is written and read as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Part {
    Buffer(BufferId),
    /// A level of a texture.
    Level(TextureId, u32),
}

/// What steps share: a buffer or a texture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Whole {
    Buffer(BufferId),
    Texture(TextureId),
}

impl Part {
    fn whole(self) -> Whole {
        match self {
            Part::Buffer(id) => Whole::Buffer(id),
            Part::Level(id, _) => Whole::Texture(id),
        }
    }
}

impl Whole {
    fn noun(self) -> &'static str {
        match self {
            Whole::Buffer(_) => "buffer",
            Whole::Texture(_) => "texture",
        }
    }

    fn label(self, plan: &Plan) -> &str {
        match self {
            Whole::Buffer(id) => &plan.buffers[id.index()].label,
            Whole::Texture(id) => &plan.textures[id.index()].label,
        }
    }

    fn role(self, plan: &Plan) -> Role {
        match self {
            Whole::Buffer(id) => plan.buffers[id.index()].role,
            Whole::Texture(id) => plan.textures[id.index()].role,
        }
    }
}

/// The levels of a texture; no more than any has, whatever the plan says.
fn levels(extent: TextureSize) -> std::ops::Range<u32> {
    0..extent.levels().min(u32::BITS)
}

/// What `binding` reaches of what is bound to it; nothing of what the plan does not have,
/// and of a sampler.
pub(super) fn parts<'a>(
    plan: &'a Plan,
    binding: &Binding,
    id: ResourceId,
) -> impl Iterator<Item = Part> + use<'a> {
    let level = |id, level| (None, Some((id, level..level + 1)));
    let (buffer, texture) = match id {
        ResourceId::Buffer(id) => (Some(Part::Buffer(id)), None),
        ResourceId::Level(id, number) => level(id, number),
        ResourceId::Texture(id) => match binding.kind {
            BindingKind::StorageTexture { .. } => level(id, 0),
            BindingKind::StorageRead
            | BindingKind::StorageReadWrite
            | BindingKind::Uniform
            | BindingKind::Texture { .. }
            | BindingKind::Sampler => {
                let texture = plan.textures.get(id.index());
                (None, texture.map(|texture| (id, levels(texture.extent))))
            }
        },
        ResourceId::Sampler(_) => (None, None),
    };
    let of_texture =
        texture.map(|(id, levels)| levels.map(move |level: u32| Part::Level(id, level)));
    buffer.into_iter().chain(of_texture.into_iter().flatten())
}

/// Which buffers and levels hold content, while a plan is walked through.
pub(super) struct Contents<'a> {
    plan: &'a Plan,
    there: HashSet<Part>,
}

impl<'a> Contents<'a> {
    /// Before the first step: what the caller gives is there.
    pub(super) fn before(plan: &'a Plan) -> Contents<'a> {
        let given = |role| match role {
            Role::Input | Role::InputOutput => true,
            Role::Output | Role::Scratch => false,
        };
        let buffers = plan.buffers_with_ids();
        let buffers = buffers.filter(|(_, buffer)| given(buffer.role));
        let textures = plan.textures_with_ids();
        let textures = textures.filter(|(_, texture)| given(texture.role));
        let levels = textures.flat_map(|(id, texture)| {
            levels(texture.extent).map(move |level| Part::Level(id, level))
        });
        Contents {
            plan,
            there: buffers
                .map(|(id, _)| Part::Buffer(id))
                .chain(levels)
                .collect(),
        }
    }

    /// Takes a step whose bindings are those of its kernel: first all that it reads,
    /// then what it writes.
    pub(super) fn pass(&mut self, index: usize, step: &Step) -> Result<(), Error> {
        if let Some(workgroups) = step.indirect {
            self.may_be_read(index, Part::Buffer(workgroups))?;
        }
        for (binding, part) in accesses(self.plan, step) {
            match is_written(binding) {
                true => self.may_be_written(index, part.whole())?,
                false => self.may_be_read(index, part)?,
            }
            if binding.accumulates {
                self.may_be_accumulated(index, part)?;
            }
        }
        let written = accesses(self.plan, step).filter(|(binding, _)| is_written(binding));
        self.there.extend(written.map(|(_, part)| part));
        Ok(())
    }

    fn may_be_written(&self, index: usize, whole: Whole) -> Result<(), Error> {
        if whole.role(self.plan) != Role::Input {
            return Ok(());
        }
        let (place, label) = (self.plan.place_of(index), whole.label(self.plan));
        let message = format!("{place}: `{label}` is an input and would be written");
        let help = format!(
            "give it the role `InputOutput`, or write another {}",
            whole.noun()
        );
        Err(Error::new(ErrorKind::Plan, message).with_help(help))
    }

    fn may_be_read(&self, index: usize, part: Part) -> Result<(), Error> {
        if self.there.contains(&part) {
            return Ok(());
        }
        let (place, what) = (self.plan.place_of(index), self.words(part));
        let message = format!("{place}: reads {what}, which no step has written");
        Err(Error::new(ErrorKind::Plan, message).with_help(self.who_writes(part)))
    }

    /// Atomics go on from what is there.
    fn may_be_accumulated(&self, index: usize, part: Part) -> Result<(), Error> {
        if self.there.contains(&part) {
            return Ok(());
        }
        let (place, what) = (self.plan.place_of(index), self.words(part));
        let message = format!("{place}: changes atomics in {what}, which no step has written");
        Err(Error::new(ErrorKind::Plan, message).with_help(format!(
            "let an earlier step clear {what}, or give it the role `InputOutput`"
        )))
    }

    /// Every read-back is of a buffer or a texture that holds something at the end.
    pub(super) fn read_backs_are_there(&self) -> Result<(), Error> {
        for id in &self.plan.read_backs {
            match self.plan.buffers.get(id.index()) {
                Some(_) => self.is_read_back(Part::Buffer(*id))?,
                None => return Err(self.foreign_read_back("buffer")),
            }
        }
        for id in &self.plan.texture_read_backs {
            let Some(texture) = self.plan.textures.get(id.index()) else {
                return Err(self.foreign_read_back("texture"));
            };
            for level in levels(texture.extent) {
                self.is_read_back(Part::Level(*id, level))?;
            }
        }
        Ok(())
    }

    fn foreign_read_back(&self, noun: &str) -> Error {
        let plan = &self.plan.label;
        let message = format!("plan `{plan}` reads back a {noun} of another plan");
        Error::new(ErrorKind::Plan, message)
    }

    fn is_read_back(&self, part: Part) -> Result<(), Error> {
        if self.there.contains(&part) {
            return Ok(());
        }
        let (plan, what) = (&self.plan.label, self.words(part));
        let message = format!("plan `{plan}` reads back {what}, which no step writes");
        Err(Error::new(ErrorKind::Plan, message))
    }

    /// A part by name; the level where there is more than one.
    fn words(&self, part: Part) -> String {
        let label = part.whole().label(self.plan);
        match part {
            Part::Level(id, level) if self.plan.textures[id.index()].extent.levels() > 1 => {
                format!("level {level} of `{label}`")
            }
            Part::Buffer(_) | Part::Level(..) => format!("`{label}`"),
        }
    }

    /// How a read of what was never written may be mended.
    fn who_writes(&self, part: Part) -> String {
        let what = self.words(part);
        let writes = |step: &Step| {
            let mut written = accesses(self.plan, step).filter(|(binding, _)| is_written(binding));
            written.any(|(_, of)| of == part)
        };
        match self.plan.steps.iter().position(writes) {
            Some(later) => {
                let step = &self.plan.steps[later].label;
                format!("step {later} `{step}` writes {what}: let it run earlier")
            }
            None => format!("let a step write {what}, or give it the role `Input`"),
        }
    }
}

impl Plan {
    /// What is odd about a plan though it may run: scratch that is written and never
    /// read afterwards, an output that no step writes, buffers, textures, samplers and
    /// kernels that no step uses. Each is a sentence; they also stand below the printed
    /// table.
    ///
    /// These are no errors, for a kernel may write more than is of use here.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let buffers = self.buffers_with_ids();
        let buffers = buffers.map(|(id, _)| (Whole::Buffer(id), self.read_backs.contains(&id)));
        let textures = self.textures_with_ids();
        let textures =
            textures.map(|(id, _)| (Whole::Texture(id), self.texture_read_backs.contains(&id)));
        let resources = buffers.chain(textures);
        let resources = resources.filter_map(|(whole, read_back)| self.warning(whole, read_back));
        let used = |kernel: usize| self.steps.iter().any(|step| step.kernel.index() == kernel);
        let kernels = self.kernels.iter().enumerate();
        let idle = kernels.filter(|(index, _)| !used(*index));
        let idle = idle.map(|(_, kernel)| format!("no step runs kernel `{}`", kernel.name()));
        resources.chain(self.idle_samplers()).chain(idle).collect()
    }

    fn idle_samplers(&self) -> impl Iterator<Item = String> {
        let bound = |index: usize| {
            let mut ids = self.steps.iter().flat_map(|step| &step.bindings);
            ids.any(|id| matches!(id, ResourceId::Sampler(id) if id.index() == index))
        };
        let samplers = self.samplers.iter().enumerate();
        let idle = samplers.filter(move |(index, _)| !bound(*index));
        idle.map(|(_, sampler)| format!("no step uses sampler `{}`", sampler.label))
    }

    fn warning(&self, whole: Whole, read_back: bool) -> Option<String> {
        let (label, role) = (whole.label(self), whole.role(self));
        let mut last = None;
        let mut ever_written = false;
        for (index, step) in self.steps.iter().enumerate() {
            if step.indirect.map(Whole::Buffer) == Some(whole) {
                last = Some((index, false));
            }
            let here = accesses(self, step).filter(|(_, part)| part.whole() == whole);
            for (binding, _) in here {
                ever_written |= is_written(binding);
                last = Some((index, is_written(binding)));
            }
        }
        match (last, role) {
            (None, _) if read_back => None,
            (None, _) => Some(format!("no step uses {} `{label}`", whole.noun())),
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

/// The bindings of a step with what they reach of the plan's buffers and textures. Empty
/// for a step that starts nothing, and for one whose kernel is of another plan.
fn accesses<'a>(
    plan: &'a Plan,
    step: &'a Step,
) -> impl Iterator<Item = (&'a Binding, Part)> + use<'a> {
    let starts = step.indirect.is_some() || !step.grid.is_empty();
    let kernel = plan.kernels.get(step.kernel.index()).filter(|_| starts);
    let bindings = kernel.map_or(&[][..], |kernel| &kernel.interface().bindings);
    let pairs = bindings.iter().zip(&step.bindings);
    pairs.flat_map(|(binding, id)| parts(plan, binding, *id).map(move |part| (binding, part)))
}
