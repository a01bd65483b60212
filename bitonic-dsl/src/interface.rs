//! What a program must bind to run a kernel, as plain data: the contract
//! between an emitted shader and whoever dispatches it. With the feature `serde` it is a
//! document too, for programs in any language: `json`.

#[cfg(feature = "serde")]
mod json;

#[cfg(feature = "serde")]
pub use json::JSON_VERSION;

use std::fmt;

use crate::capabilities::Capabilities;
use crate::types::{
    RuntimeArrayLayout, ScalarType, StorageAccess, StorageFormat, TextureDimension, Type, f16,
};

/// How the parameters of a dispatch reach the shader.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ParameterPassing {
    /// In a uniform buffer bound with a dynamic offset. Every device can.
    #[default]
    DynamicUniform,
    /// As immediates, recorded with the command.
    Immediates,
}

/// All that is to be bound before a kernel can be dispatched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interface {
    /// The entry point's name in the emitted text.
    pub entry_point: String,
    /// Invocations of a workgroup in each dimension: where an override says them, its
    /// default, or 1.
    pub workgroup_size: [u32; 3],
    /// Bytes of workgroup memory: arrays whose length an override says have its default, or
    /// one element.
    pub workgroup_bytes: u32,
    /// The constants that are given when a pipeline is made, in the order in which the
    /// text declares them; none that [`Kernel::with_overrides`](crate::Kernel::with_overrides)
    /// gave a value.
    pub overrides: Vec<Override>,
    /// The buffers, textures and samplers, in the order in which the kernel declared them.
    pub bindings: Vec<Binding>,
    /// The parameters, where there are any.
    pub parameters: Option<Parameters>,
    /// The bindings and parameters together, in the order in which the kernel declared them.
    pub order: Vec<Declared>,
    /// What the device must offer, each with its first place of use.
    pub capabilities: Capabilities,
}

impl Interface {
    /// The names of the bindings and parameters, in the order in which the kernel declared
    /// them.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let parameters = self.parameters.as_ref();
        let fields = parameters.map_or(&[][..], |parameters| &parameters.fields);
        self.order.iter().map(|declared| match *declared {
            Declared::Binding(index) => &*self.bindings[index].name,
            Declared::Parameter(index) => &*fields[index].name,
        })
    }
}

/// One of the things that a kernel takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Declared {
    /// The place of a binding in [`Interface::bindings`].
    Binding(usize),
    /// The place of a parameter in [`Parameters::fields`].
    Parameter(usize),
}

/// One binding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Binding {
    /// The name that the author gave.
    pub name: String,
    /// The bind group.
    pub group: u32,
    /// The number within the group.
    pub binding: u32,
    /// How the shader reaches it.
    pub kind: BindingKind,
    /// What the buffer holds; of a texture, a texel.
    pub ty: Type,
    /// The least size of the bound range, in bytes; 0 for what is no buffer.
    pub min_size: u32,
    /// Whether the kernel changes atomics in it and stores none: what it leaves there then
    /// depends on what it finds.
    pub accumulates: bool,
}

impl Binding {
    /// Where the elements lie of an array whose length is that of the bound range: all that
    /// is bound, or the last field of a structure. `None` where the length is fixed.
    #[must_use]
    pub fn runtime_array(&self) -> Option<RuntimeArrayLayout> {
        match self.kind {
            BindingKind::StorageRead | BindingKind::StorageReadWrite => {
                RuntimeArrayLayout::of(&self.ty)
            }
            BindingKind::Uniform
            | BindingKind::StorageTexture { .. }
            | BindingKind::Texture { .. }
            | BindingKind::Sampler => None,
        }
    }
}

/// How a shader reaches what is bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BindingKind {
    /// Storage that is only read.
    StorageRead,
    /// Storage that is read and written.
    StorageReadWrite,
    /// A uniform.
    Uniform,
    /// A texture whose texels are read or written by position, one level.
    StorageTexture {
        /// The format of its texels.
        format: StorageFormat,
        /// What the shader does with them.
        access: StorageAccess,
        /// Its dimensions.
        dimension: TextureDimension,
    },
    /// A texture that is only read.
    Texture {
        /// What a channel is in the shader: `f32`, `i32` or `u32`.
        channel: ScalarType,
        /// Its dimensions.
        dimension: TextureDimension,
        /// Whether a sampler reads it, so that its format must be one that can be
        /// filtered, or the sampler one that does not filter.
        is_sampled: bool,
    },
    /// A sampler.
    Sampler,
}

/// The parameters of a dispatch: one block of bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameters {
    /// How the block travels.
    pub passing: ParameterPassing,
    /// The bind group of a dynamic-offset uniform; unused for immediates.
    pub group: u32,
    /// The number within the group; unused for immediates.
    pub binding: u32,
    /// Bytes of the block.
    pub size: u32,
    /// The parameters, in the order in which the kernel declared them.
    pub fields: Vec<ParameterField>,
}

/// One parameter of a dispatch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParameterField {
    /// The name that the author gave.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Bytes from the start of the block.
    pub offset: u32,
}

/// A constant that is given when a pipeline is made: WGSL's `override`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Override {
    /// The name that the author gave. The text has it, but for one with a number, which may
    /// be called otherwise there.
    pub name: String,
    /// The number of its `@id`, if it has one.
    pub id: Option<u16>,
    /// Its type: `bool`, `i32`, `u32`, `f32` or `f16`.
    pub ty: ScalarType,
    /// The value where none is given; a pipeline must give one where there is none.
    pub default: Option<OverrideValue>,
    /// The dimensions of the workgroup whose size it is.
    pub workgroup_sides: [bool; 3],
    /// The workgroup arrays whose length it is, by name.
    pub array_lengths: Vec<String>,
}

impl Override {
    /// What names it among the constants of a pipeline, in WebGPU and in wgpu: its number in
    /// decimal if it has one, else its name.
    #[must_use]
    pub fn key(&self) -> String {
        self.id
            .map_or_else(|| self.name.clone(), |id| id.to_string())
    }
}

/// The value of an [`Override`]. Floats are equal if their bits are.
#[derive(Clone, Copy, Debug)]
pub enum OverrideValue {
    /// A truth value.
    Bool(bool),
    /// A signed integer.
    I32(i32),
    /// An unsigned integer.
    U32(u32),
    /// A float.
    F32(f32),
    /// A float of 16 bits.
    F16(f16),
}

impl OverrideValue {
    /// Its type.
    #[must_use]
    pub fn ty(self) -> ScalarType {
        match self {
            OverrideValue::Bool(_) => ScalarType::Bool,
            OverrideValue::I32(_) => ScalarType::I32,
            OverrideValue::U32(_) => ScalarType::U32,
            OverrideValue::F32(_) => ScalarType::F32,
            OverrideValue::F16(_) => ScalarType::F16,
        }
    }

    /// The number that pipelines are given, in WebGPU and in wgpu: exactly the value; 1 for
    /// `true`, 0 for `false`.
    #[must_use]
    pub fn number(self) -> f64 {
        match self {
            OverrideValue::Bool(value) => f64::from(u8::from(value)),
            OverrideValue::I32(value) => f64::from(value),
            OverrideValue::U32(value) => f64::from(value),
            OverrideValue::F32(value) => f64::from(value),
            OverrideValue::F16(value) => value.to_f64(),
        }
    }
}

impl PartialEq for OverrideValue {
    fn eq(&self, other: &OverrideValue) -> bool {
        match (*self, *other) {
            (OverrideValue::F32(one), OverrideValue::F32(other)) => {
                one.to_bits() == other.to_bits()
            }
            (OverrideValue::F16(one), OverrideValue::F16(other)) => {
                one.to_bits() == other.to_bits()
            }
            // Of other types the number is the value.
            (one, other) => one.ty() == other.ty() && one.number() == other.number(),
        }
    }
}

impl Eq for OverrideValue {}

impl fmt::Display for OverrideValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OverrideValue::Bool(value) => value.fmt(f),
            OverrideValue::I32(value) => value.fmt(f),
            OverrideValue::U32(value) => value.fmt(f),
            OverrideValue::F32(value) => value.fmt(f),
            OverrideValue::F16(value) => value.fmt(f),
        }
    }
}

macro_rules! override_values {
    ($($ty:ident $variant:ident),*) => {$(
        impl From<$ty> for OverrideValue {
            fn from(value: $ty) -> OverrideValue {
                OverrideValue::$variant(value)
            }
        }
    )*};
}

override_values!(bool Bool, i32 I32, u32 U32, f32 F32, f16 F16);
