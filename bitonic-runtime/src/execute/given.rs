//! What a run is given by name: a buffer, a texture or a sampler, whether it is of the kind
//! that the kernel's binding wants, and how to give what is missing.

use bitonic_dsl::interface::{Binding, BindingKind};
use bitonic_dsl::types::HostShareable;

use crate::buffer::RawBuffer;
use crate::device::Gpu;
use crate::error::{Error, ErrorKind};
use crate::plan::{BufferId, Plan, ResourceId, Role, TextureId, TextureSize, Value, kind_of};
use crate::texture::{AnySampler, AnyTexture};

use super::recording::Bound;

/// What stands behind a binding.
#[derive(Debug)]
pub enum Given {
    Buffer(RawBuffer),
    Texture(AnyTexture),
    Sampler(AnySampler),
}

impl Given {
    /// A uniform that holds `value`.
    pub(super) fn uniform<T: HostShareable>(gpu: &Gpu, value: &T) -> Result<Given, Error> {
        let value = Value::of(value);
        let lent = RawBuffer::lent_with(gpu, value.ty().clone(), 1, value.bytes());
        lent.map(Given::Buffer)
    }
}

/// The call by which something is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Call {
    Buffer,
    Value,
    Texture,
    Sampler,
}

impl Call {
    fn noun(self) -> &'static str {
        match self {
            Call::Buffer => "a buffer",
            Call::Value => "a uniform",
            Call::Texture => "a texture",
            Call::Sampler => "a sampler",
        }
    }

    /// Refuses what is of another kind than the binding of `kernel`: a value has no buffer
    /// of the caller's that a kernel could fill.
    pub(super) fn fits(self, kernel: &str, binding: &Binding) -> Result<(), Error> {
        let fits = match binding.kind {
            BindingKind::StorageRead | BindingKind::StorageReadWrite => self == Call::Buffer,
            BindingKind::Uniform => self == Call::Buffer || self == Call::Value,
            BindingKind::StorageTexture { .. } | BindingKind::Texture { .. } => {
                self == Call::Texture
            }
            BindingKind::Sampler => self == Call::Sampler,
        };
        if fits {
            return Ok(());
        }
        let (name, kind, noun) = (&binding.name, kind_of(binding), self.noun());
        let message = format!("kernel `{kernel}`: `{name}` is {kind}, not {noun}");
        let help = format!("bind what it is: {}", call_for(binding));
        Err(Error::new(ErrorKind::Plan, message).with_help(help))
    }
}

/// The call that gives what `binding` wants.
fn call_for(binding: &Binding) -> String {
    let name = &binding.name;
    match binding.kind {
        BindingKind::Uniform => format!("`.uniform(\"{name}\", &value)`"),
        BindingKind::StorageRead | BindingKind::StorageReadWrite => {
            format!("`.bind(\"{name}\", &buffer)`")
        }
        BindingKind::StorageTexture { .. } | BindingKind::Texture { .. } => {
            format!("`.bind_texture(\"{name}\", &texture)`")
        }
        BindingKind::Sampler => format!("`.bind_sampler(\"{name}\", &sampler)`"),
    }
}

/// Nothing is given for `binding`.
pub(super) fn missing(kernel: &str, binding: &Binding) -> Error {
    let name = &binding.name;
    let kind = match binding.kind {
        BindingKind::Uniform | BindingKind::StorageRead | BindingKind::StorageReadWrite => {
            format!("of type `{}`", binding.ty)
        }
        BindingKind::StorageTexture { .. } | BindingKind::Texture { .. } | BindingKind::Sampler => {
            kind_of(binding)
        }
    };
    let message = format!("kernel `{kernel}`: nothing is bound to `{name}`, {kind}");
    let help = format!("add {}", call_for(binding));
    Error::new(ErrorKind::Plan, message).with_help(help)
}

/// Puts what is given into a plan; the same memory given twice is one resource of it.
#[derive(Default)]
pub(super) struct Placing {
    buffers: Vec<(wgpu::Buffer, BufferId)>,
    textures: Vec<(
        wgpu::Texture,
        Option<wgpu::TextureView>,
        TextureSize,
        TextureId,
    )>,
}

impl Placing {
    pub(super) fn place(
        &mut self,
        plan: &mut Plan,
        bound: &mut Bound,
        binding: &Binding,
        given: &Given,
    ) -> ResourceId {
        match given {
            Given::Buffer(raw) => self.buffer(plan, bound, &binding.name, raw).into(),
            Given::Texture(texture) => {
                let id = self.texture(plan, bound, binding, texture);
                texture.level.map_or(id.into(), |level| id.level(level))
            }
            Given::Sampler(sampler) => {
                let id = plan.add_given_sampler(&binding.name);
                bound.insert_sampler(id, sampler.clone());
                id.into()
            }
        }
    }

    /// `label` names the buffer where it is not known yet.
    pub(super) fn buffer(
        &mut self,
        plan: &mut Plan,
        bound: &mut Bound,
        label: &str,
        raw: &RawBuffer,
    ) -> BufferId {
        let mut known = self.buffers.iter();
        if let Some(&(_, id)) = known.find(|(buffer, _)| *buffer == raw.buffer) {
            return id;
        }
        let (element, len) = (raw.element.clone(), raw.len);
        let id = plan.add_buffer(label, Role::InputOutput, element, len);
        bound.insert(id, raw.clone());
        self.buffers.push((raw.buffer.clone(), id));
        id
    }

    fn texture(
        &mut self,
        plan: &mut Plan,
        bound: &mut Bound,
        binding: &Binding,
        given: &AnyTexture,
    ) -> TextureId {
        let extent = match binding.kind {
            BindingKind::StorageTexture { dimension, .. }
            | BindingKind::Texture { dimension, .. } => given.extent_as(dimension),
            BindingKind::StorageRead
            | BindingKind::StorageReadWrite
            | BindingKind::Uniform
            | BindingKind::Sampler => given.extent_as(given.dimension()),
        };
        let mut known = self.textures.iter();
        let same = known.find(|(texture, view, of, _)| {
            *texture == given.texture && *view == given.view && *of == extent
        });
        if let Some((.., id)) = same {
            return *id;
        }
        let (name, format) = (&binding.name, given.format.clone());
        let id = plan.add_texture(name, Role::InputOutput, format, extent);
        bound.insert_texture(id, given.whole());
        let (texture, view) = (given.texture.clone(), given.view.clone());
        self.textures.push((texture, view, extent, id));
        id
    }
}
