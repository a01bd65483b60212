//! A kernel in the language of one graphics interface, as plain data: its text, and
//! where each resource is bound there. Who fills it in is `msl`, `hlsl` and `glsl`.

use std::fmt;

/// A kernel's text in MSL, HLSL or GLSL, and how to bind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Emitted {
    /// The whole shader.
    pub text: String,
    /// The entry point's name in the text. It differs from
    /// [`Interface::entry_point`](crate::interface::Interface::entry_point) where the
    /// language reserves that name, and is always `main` in GLSL.
    pub entry_point: String,
    /// Every resource of the kernel: the buffers in the order of
    /// [`Interface::bindings`](crate::interface::Interface::bindings), then the
    /// parameters, then what the language itself asks for.
    pub slots: Vec<Slot>,
}

/// Where one resource is bound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slot {
    /// The name that the author gave, or what it is.
    pub name: String,
    /// What is bound.
    pub resource: Resource,
    /// Where.
    pub register: Register,
}

/// What is bound to a [`Slot`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Resource {
    /// The buffer of this position among the interface's bindings.
    Binding(usize),
    /// The block of the parameters.
    Parameters,
    /// The parameter of this position in the block, which travels by itself.
    Parameter(usize),
    /// One `u32` for each buffer with an array whose length is found at run time, in
    /// the order of declaration: how many bytes are bound. MSL asks for it.
    BufferSizes,
    /// Three `u32`: the workgroups of the dispatch. HLSL asks for it where a kernel
    /// reads their number.
    WorkgroupCounts,
    /// One `u32` for each binding of the buffers' group: which sampler of the heap it
    /// is, where it is one. HLSL asks for it where a kernel has samplers.
    SamplerIndices,
}

/// A place to bind to, in the terms of the language. `Display` writes it as the
/// language does.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Register {
    /// MSL: an index among the buffers.
    Buffer(u32),
    /// HLSL: what is only read.
    ShaderResource(HlslRegister),
    /// HLSL: what is read and written.
    UnorderedAccess(HlslRegister),
    /// HLSL: constants, from a buffer or from the root signature.
    ConstantBuffer(HlslRegister),
    /// MSL: an index among the textures.
    Texture(u32),
    /// MSL: an index among the samplers.
    Sampler(u32),
    /// HLSL: the element of the group's buffer of sampler indices that says which
    /// sampler of the heap it is.
    SamplerIndex(u32),
    /// GLSL: a number among the texture units. A sampler is bound to the units of the
    /// textures that it reads.
    TextureUnit(u32),
    /// GLSL: the sampler object of this texture unit.
    SamplerUnit(u32),
    /// GLSL: a number among the image units.
    ImageUnit(u32),
    /// GLSL: a number among the shader storage blocks.
    StorageBlock(u32),
    /// GLSL: a number among the uniform blocks.
    UniformBlock(u32),
    /// GLSL: a uniform of the default block, found by this name.
    Uniform(String),
}

/// A register of HLSL and its space.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HlslRegister {
    /// The number of the register.
    pub register: u32,
    /// The space that it is numbered in.
    pub space: u32,
}

impl fmt::Display for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Register::Buffer(index) => write!(f, "[[buffer({index})]]"),
            Register::ShaderResource(register) => register.write('t', f),
            Register::UnorderedAccess(register) => register.write('u', f),
            Register::ConstantBuffer(register) => register.write('b', f),
            Register::Texture(index) => write!(f, "[[texture({index})]]"),
            Register::Sampler(index) => write!(f, "[[sampler({index})]]"),
            Register::SamplerIndex(index) => write!(f, "sampler index {index}"),
            Register::TextureUnit(unit) => write!(f, "texture, binding = {unit}"),
            Register::SamplerUnit(unit) => write!(f, "sampler, binding = {unit}"),
            Register::ImageUnit(unit) => write!(f, "image, binding = {unit}"),
            Register::StorageBlock(binding) => write!(f, "buffer, binding = {binding}"),
            Register::UniformBlock(binding) => write!(f, "uniform, binding = {binding}"),
            Register::Uniform(name) => write!(f, "uniform {name}"),
        }
    }
}

impl HlslRegister {
    fn write(self, class: char, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let HlslRegister { register, space } = self;
        write!(f, "register({class}{register}, space{space})")
    }
}
