//! Textures and samplers: memory in levels and layers, texel formats, and sampling.
//!
//! Nothing here knows of shaders or of wgpu: `decode` and `execute` say which texels are meant, `adapter`
//! which textures there may be. A texel is `[u32; 4]` both as bits in memory and as the four words that a
//! shader sees, floats by their bits.

mod channel;
mod cube;
mod format;
pub(crate) mod sample;
mod sampler;
mod texture;
mod view;

pub use format::Format;
pub use sampler::{AddressMode, Compare, Filter, Sampler};
pub use texture::{Dimension, Linear, Region, Texture, TextureShape};
pub use view::{Texel, TexelAxis, TextureView, ViewDimension};

#[cfg(test)]
mod tests;
