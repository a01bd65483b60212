//! What a program must bind to run a kernel, as plain data: the contract
//! between an emitted shader and whoever dispatches it.

use crate::capabilities::Capabilities;
use crate::types::{ScalarType, StorageAccess, StorageFormat, TextureDimension, Type};

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
    /// Invocations of a workgroup in each dimension.
    pub workgroup_size: [u32; 3],
    /// Bytes of workgroup memory.
    pub workgroup_bytes: u32,
    /// The buffers, textures and samplers, in the order in which the kernel declared them.
    pub bindings: Vec<Binding>,
    /// The parameters, where there are any.
    pub parameters: Option<Parameters>,
    /// What the device must offer, each with its first place of use.
    pub capabilities: Capabilities,
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
