//! The rules that each step of a plan must keep before it may run: names, types,
//! grids and parameters fit its kernel. Textures are in `check_textures`, workgroups that
//! lie in a buffer in `check_indirect`, what steps leave for each other in `hazards`.

use bitonic_dsl::Kernel;
use bitonic_dsl::interface::{Binding, BindingKind, Interface, ParameterField, ParameterPassing};
use bitonic_dsl::types::{RuntimeArrayLayout, Type};

use super::hazards::{Contents, parts};
use super::{Limits, Plan, PlanBuffer, PlanSampler, PlanTexture, ResourceId, Step, Value};
use crate::error::{Error, ErrorKind, listed};

impl Plan {
    /// Checks every step against its kernel and against `limits`.
    ///
    /// # Errors
    ///
    /// The first fault: an override that has no value; bindings that are missing, of
    /// another kind, element type, dimension or format, or aliased; parameters that are
    /// missing, unknown or of another type; a workgroup, a grid, a texture or a binding past
    /// a limit; workgroups in a buffer that does not hold them, or that the step writes; a
    /// buffer or a level of a texture that is read, or read back, though no step has written
    /// it, or written though it is an input.
    ///
    /// A binding that a kernel may both read and write counts as written: whether
    /// the kernel reads it first is not seen. What is odd but harmless is told by
    /// [`Plan::warnings`].
    pub fn check(&self, limits: &Limits) -> Result<(), Error> {
        let mut contents = Contents::before(self);
        for (index, step) in self.steps.iter().enumerate() {
            let checker = StepChecker::new(self, index, limits)?;
            checker.overrides_have_values()?;
            checker.workgroup_fits()?;
            checker.grid_fits()?;
            checker.bindings_fit()?;
            checker.indirect_fits()?;
            checker.parameters_fit()?;
            checker.immediates_fit()?;
            contents.pass(index, step)?;
        }
        contents.read_backs_are_there()
    }

    /// "step 2 `halve`, kernel `scale`"; the kernel alone where the step is called
    /// like it, as in a plan of one dispatch.
    pub(crate) fn place_of(&self, index: usize) -> String {
        let Some(step) = self.steps.get(index) else {
            return format!("step {index}");
        };
        match self.kernels.get(step.kernel.index()) {
            Some(kernel) if self.steps.len() == 1 && kernel.name() == step.label => {
                format!("kernel `{}`", kernel.name())
            }
            Some(kernel) => format!("step {index} `{}`, kernel `{}`", step.label, kernel.name()),
            None => format!("step {index} `{}`", step.label),
        }
    }
}

/// That an override of `kernel` has no value, and how to mend it.
pub(crate) fn override_without_value(kernel: &Kernel) -> Option<(String, String)> {
    let mut overrides = kernel.interface().overrides.iter();
    let one = overrides.find(|one| one.default.is_none())?;
    let (name, ty) = (&one.name, one.ty);
    let what = format!("override `{name}` of type `{ty}` has no value");
    let help = format!(
        "give it one: `.set_override(\"{name}\", value)` in a run, `kernel.with_overrides([(\"{name}\", value)])` in a plan"
    );
    Some((what, help))
}

/// What else is known of what is bound to `name`, in parentheses: in a run, a label is the name.
pub(super) fn aside<const N: usize>(name: &str, known: [&str; N]) -> String {
    let known: Vec<_> = known.into_iter().filter(|word| *word != name).collect();
    match known.is_empty() {
        true => String::new(),
        false => format!(" (`{}`)", known.join("`, `")),
    }
}

/// One step with all that its rules look at.
pub(super) struct StepChecker<'a> {
    pub(super) plan: &'a Plan,
    index: usize,
    pub(super) step: &'a Step,
    kernel: &'a Kernel,
    pub(super) interface: &'a Interface,
    pub(super) limits: &'a Limits,
    resources: Vec<Resource<'a>>,
}

/// What is bound; of a texture, the level, where one is named.
pub(super) enum Resource<'a> {
    Buffer(&'a PlanBuffer),
    Texture(&'a PlanTexture, Option<u32>),
    Sampler(&'a PlanSampler),
}

impl<'a> Resource<'a> {
    /// What `id` names; the word for it where the plan has none.
    fn of(plan: &'a Plan, id: ResourceId) -> Result<Resource<'a>, &'static str> {
        let texture = |id: super::TextureId| plan.textures.get(id.index()).ok_or("texture");
        Ok(match id {
            ResourceId::Buffer(id) => {
                Resource::Buffer(plan.buffers.get(id.index()).ok_or("buffer")?)
            }
            ResourceId::Texture(id) => Resource::Texture(texture(id)?, None),
            ResourceId::Level(id, level) => Resource::Texture(texture(id)?, Some(level)),
            ResourceId::Sampler(id) => {
                Resource::Sampler(plan.samplers.get(id.index()).ok_or("sampler")?)
            }
        })
    }

    fn label(&self) -> &'a str {
        match self {
            Resource::Buffer(buffer) => &buffer.label,
            Resource::Texture(texture, _) => &texture.label,
            Resource::Sampler(sampler) => &sampler.label,
        }
    }
}

impl<'a> StepChecker<'a> {
    fn new(plan: &'a Plan, index: usize, limits: &'a Limits) -> Result<Self, Error> {
        let step = &plan.steps[index];
        let foreign = |what: &str| {
            let place = plan.place_of(index);
            let message = format!("{place}: names a {what} of another plan");
            Error::new(ErrorKind::Plan, message)
        };
        let kernel = plan.kernels.get(step.kernel.index());
        let kernel = kernel.ok_or_else(|| foreign("kernel"))?;
        let resources = step.bindings.iter().map(|&id| Resource::of(plan, id));
        let resources = resources.collect::<Result<_, _>>();
        Ok(StepChecker {
            plan,
            index,
            step,
            kernel,
            interface: kernel.interface(),
            limits,
            resources: resources.map_err(foreign)?,
        })
    }

    pub(super) fn fault(&self, kind: ErrorKind, what: impl std::fmt::Display) -> Error {
        Error::new(kind, format!("{}: {what}", self.plan.place_of(self.index)))
    }

    fn overrides_have_values(&self) -> Result<(), Error> {
        let missing = override_without_value(self.kernel);
        missing.map_or(Ok(()), |(what, help)| {
            Err(self.fault(ErrorKind::Plan, what).with_help(help))
        })
    }

    fn workgroup_fits(&self) -> Result<(), Error> {
        let size = self.interface.workgroup_size;
        let [x, y, z] = size;
        let invocations = size.iter().copied().map(u64::from).product::<u64>();
        let most = self.limits.workgroup_invocations;
        if invocations <= u64::from(most) {
            return self.workgroup_sides_fit();
        }
        let what = format!(
            "a workgroup of {x} x {y} x {z} has {invocations} invocations, the device allows {most}"
        );
        let help = format!("build the kernel with a workgroup size of at most {most}");
        Err(self.fault(ErrorKind::Limit, what).with_help(help))
    }

    fn workgroup_sides_fit(&self) -> Result<(), Error> {
        let size = self.interface.workgroup_size;
        let allowed = self.limits.workgroup_size;
        let Some(axis) = (0..3).find(|&axis| size[axis] > allowed[axis]) else {
            return self.workgroup_memory_fits();
        };
        let name = ["x", "y", "z"][axis];
        let (side, most) = (size[axis], allowed[axis]);
        let what = format!("the workgroup size along {name} is {side}, the device allows {most}");
        Err(self.fault(ErrorKind::Limit, what))
    }

    fn workgroup_memory_fits(&self) -> Result<(), Error> {
        let most = self.limits.workgroup_bytes;
        let checked = self.kernel.check_workgroup_memory(most);
        checked.map_err(|error| self.fault(ErrorKind::Limit, error))
    }

    fn grid_fits(&self) -> Result<(), Error> {
        let most = self.limits.workgroups_per_dimension;
        let grid = self.step.grid;
        if grid.workgroups.iter().all(|&side| side <= most) {
            return Ok(());
        }
        let what =
            format!("a grid of {grid} workgroups, the device allows {most} along one dimension");
        Err(self
            .fault(ErrorKind::Limit, what)
            .with_help("give a count of threads instead: it is folded into more dimensions"))
    }

    fn bindings_fit(&self) -> Result<(), Error> {
        let bindings = &self.interface.bindings;
        if bindings.len() != self.resources.len() {
            let names = listed(bindings.iter().map(|binding| binding.name.as_str()));
            let what = format!(
                "{} resources are bound, it has {} bindings: {names}",
                self.resources.len(),
                bindings.len()
            );
            return Err(self.fault(ErrorKind::Plan, what));
        }
        for (binding, resource) in bindings.iter().zip(&self.resources) {
            self.binding_fits(binding, resource)?;
        }
        self.storage_bindings_fit()?;
        self.texture_bindings_fit()?;
        self.no_alias()
    }

    fn binding_fits(&self, binding: &Binding, resource: &Resource<'_>) -> Result<(), Error> {
        match (binding.kind, resource) {
            (
                BindingKind::StorageRead | BindingKind::StorageReadWrite | BindingKind::Uniform,
                Resource::Buffer(buffer),
            ) => self.buffer_fits(binding, buffer),
            (
                BindingKind::StorageTexture {
                    format, dimension, ..
                },
                Resource::Texture(texture, level),
            ) => self.storage_texture_fits(binding, (format, dimension), (texture, *level)),
            (
                BindingKind::Texture {
                    channel, dimension, ..
                },
                Resource::Texture(texture, level),
            ) => self.texture_fits(binding, (channel, dimension), (texture, *level)),
            (BindingKind::Sampler, Resource::Sampler(_)) => Ok(()),
            (
                BindingKind::StorageRead
                | BindingKind::StorageReadWrite
                | BindingKind::Uniform
                | BindingKind::StorageTexture { .. }
                | BindingKind::Texture { .. }
                | BindingKind::Sampler,
                Resource::Buffer(_) | Resource::Texture(..) | Resource::Sampler(_),
            ) => Err(self.another_kind(binding, resource)),
        }
    }

    fn buffer_fits(&self, binding: &Binding, buffer: &PlanBuffer) -> Result<(), Error> {
        let name = &binding.name;
        let label = aside(name, [&buffer.label]);
        if !element_fits(&binding.ty, &buffer.element) {
            let what = format!(
                "binding `{name}` is `{}`, the buffer bound to it{label} holds `{}`",
                binding.ty, buffer.element
            );
            return Err(self.fault(ErrorKind::Plan, what));
        }
        if !fits(&binding.ty, &buffer.element, buffer.count) {
            let what = format!(
                "binding `{name}` is `{}`, the buffer bound to it{label} has only {} elements",
                binding.ty, buffer.count
            );
            return Err(self.fault(ErrorKind::Plan, what));
        }
        self.size_fits(binding, buffer)
    }

    fn size_fits(&self, binding: &Binding, buffer: &PlanBuffer) -> Result<(), Error> {
        let (most, limit) = match binding.kind {
            BindingKind::Uniform => (
                self.limits.uniform_binding_bytes,
                "maxUniformBufferBindingSize",
            ),
            BindingKind::StorageRead | BindingKind::StorageReadWrite => (
                self.limits.storage_binding_bytes,
                "maxStorageBufferBindingSize",
            ),
            BindingKind::StorageTexture { .. }
            | BindingKind::Texture { .. }
            | BindingKind::Sampler => return Ok(()),
        };
        if buffer.bytes() <= most {
            return Ok(());
        }
        let what = format!(
            "binding `{}` (buffer `{}`) would be {} bytes, the device allows {most} ({limit})",
            binding.name,
            buffer.label,
            buffer.bytes()
        );
        Err(self
            .fault(ErrorKind::Limit, what)
            .with_help("work on the data in several smaller buffers"))
    }

    fn storage_bindings_fit(&self) -> Result<(), Error> {
        let storage = |binding: &&Binding| match binding.kind {
            BindingKind::StorageRead | BindingKind::StorageReadWrite => true,
            BindingKind::Uniform
            | BindingKind::StorageTexture { .. }
            | BindingKind::Texture { .. }
            | BindingKind::Sampler => false,
        };
        let used = self.interface.bindings.iter().filter(storage).count();
        let most = self.limits.storage_buffers;
        if used <= most as usize {
            return Ok(());
        }
        let what = format!(
            "{used} storage buffers are bound, the device allows {most} (maxStorageBuffersPerShaderStage)"
        );
        Err(self.fault(ErrorKind::Limit, what))
    }

    /// What one binding writes must not be seen through another: a buffer, or a level of
    /// a texture.
    fn no_alias(&self) -> Result<(), Error> {
        let bindings = &self.interface.bindings;
        let seen = |index: usize| parts(self.plan, &bindings[index], self.step.bindings[index]);
        for first in 0..bindings.len() {
            for second in first + 1..bindings.len() {
                let (one, other) = (&bindings[first], &bindings[second]);
                let written = is_written(one) || is_written(other);
                if written && seen(first).any(|part| seen(second).any(|of| of == part)) {
                    return Err(self.alias(one, other, &self.resources[first]));
                }
            }
        }
        Ok(())
    }

    fn immediates_fit(&self) -> Result<(), Error> {
        let Some(parameters) = &self.interface.parameters else {
            return Ok(());
        };
        let most = self.limits.immediate_bytes;
        if parameters.passing == ParameterPassing::DynamicUniform || parameters.size <= most {
            return Ok(());
        }
        let what = format!(
            "its parameters take {} bytes of immediates, the device allows {most} (maxImmediateSize)",
            parameters.size
        );
        let help = "let them travel in a uniform: `kernel.with_parameters(ParameterPassing::DynamicUniform)`";
        Err(self.fault(ErrorKind::Limit, what).with_help(help))
    }

    fn alias(&self, one: &Binding, other: &Binding, resource: &Resource<'_>) -> Error {
        let kind = match resource {
            Resource::Buffer(_) => "buffer",
            Resource::Texture(texture, _) if texture.extent.levels() > 1 => "level of a texture",
            Resource::Texture(..) => "texture",
            Resource::Sampler(_) => "sampler",
        };
        let noun = kind.rsplit(' ').next().unwrap_or_default();
        let what = format!(
            "the same {kind} is bound to `{}` and `{}`, and one of them is written ({noun} `{}`)",
            one.name,
            other.name,
            resource.label()
        );
        let help = format!("bind a second {noun}, or let the kernel work in place");
        self.fault(ErrorKind::Plan, what).with_help(help)
    }

    fn parameters_fit(&self) -> Result<(), Error> {
        let given = &self.step.parameters;
        for (index, (name, value)) in given.iter().enumerate() {
            self.parameter_fits(name, value)?;
            if given[..index].iter().any(|(other, _)| other == name) {
                let what = format!("parameter `{name}` is set twice");
                return Err(self.fault(ErrorKind::Plan, what));
            }
        }
        let missing = |field: &&ParameterField| given.iter().all(|(name, _)| *name != field.name);
        match self.fields().iter().find(missing) {
            None => Ok(()),
            Some(field) => {
                let what = format!("parameter `{}` has no value", field.name);
                let help = format!(
                    "set it: `.set(\"{}\", value)`, a `{}`",
                    field.name, field.ty
                );
                Err(self.fault(ErrorKind::Plan, what).with_help(help))
            }
        }
    }

    fn parameter_fits(&self, name: &str, value: &Value) -> Result<(), Error> {
        let Some(field) = self.fields().iter().find(|field| field.name == name) else {
            let names = listed(self.fields().iter().map(|field| field.name.as_str()));
            let what = format!("no parameter `{name}`; its parameters: {names}");
            let fault = self.fault(ErrorKind::Plan, what);
            let mut overrides = self.kernel.overridable().interface().overrides.iter();
            return Err(match overrides.any(|one| one.name == name) {
                true => fault.with_help(format!(
                    "it is an override: `.set_override(\"{name}\", value)`"
                )),
                false => fault,
            });
        };
        if field.ty == *value.ty() {
            return Ok(());
        }
        let (expected, given) = (&field.ty, value.ty());
        let what = format!("parameter `{name}` is `{expected}`, the value given is `{given}`");
        Err(self.fault(ErrorKind::Plan, what))
    }

    fn fields(&self) -> &[ParameterField] {
        let parameters = self.interface.parameters.as_ref();
        parameters.map_or(&[], |parameters| &parameters.fields)
    }
}

pub(super) fn is_written(binding: &Binding) -> bool {
    match binding.kind {
        BindingKind::StorageReadWrite => true,
        BindingKind::StorageTexture { access, .. } => access.is_written(),
        BindingKind::StorageRead
        | BindingKind::Uniform
        | BindingKind::Texture { .. }
        | BindingKind::Sampler => false,
    }
}

/// Whether a buffer of such elements can stand behind a binding of type `ty`. An atomic
/// lies in memory as its scalar does.
fn element_fits(ty: &Type, element: &Type) -> bool {
    let (ty, element) = (ty.without_atomics(), element.without_atomics());
    element_of(&ty) == Some(&element) || ty == element
}

/// What the array `ty` is made of.
fn element_of(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Array(array) => Some(&array.element),
        Type::Scalar(_)
        | Type::Vector(..)
        | Type::Matrix { .. }
        | Type::Atomic(_)
        | Type::Struct(_) => None,
    }
}

/// Whether a buffer of `count` such elements can stand behind a binding of type
/// `ty`: an array of that element, no longer than the buffer, or the element itself.
#[must_use]
fn fits(ty: &Type, element: &Type, count: usize) -> bool {
    let (ty, element) = (ty.without_atomics(), element.without_atomics());
    let needed = match &ty {
        Type::Array(array) if array.element == element => array.length.unwrap_or(0) as usize,
        Type::Array(_)
        | Type::Scalar(_)
        | Type::Vector(..)
        | Type::Matrix { .. }
        | Type::Atomic(_) => 1,
        Type::Struct(_) => usize::from(RuntimeArrayLayout::of(&ty).is_none()),
    };
    element_fits(&ty, &element) && count >= needed
}
