//! What can be given for an argument of a typed kernel: which buffers, textures and samplers
//! stand for which marker. Whether sizes and formats agree is looked at when a run starts.

use bitonic_dsl::types::{AtomicScalar, HostShareable, TexelFormat, formats};
use bitonic_dsl::{self as dsl, Atomic, Channel, RuntimeSized, TextureShape};

use super::given::Given;
use crate::buffer::{Bindable, Buffer, StructBuffer};
use crate::texture::{AnySampler, AnyTexture, HostTexel, Sampler, Texture};

pub(super) mod sealed {
    /// What stands behind a binding.
    pub trait Give {
        fn given(&self) -> super::Given;
    }
}

use sealed::Give;

/// What can be given where a kernel takes an `X`.
///
/// | `X` | what fits |
/// | --- | --- |
/// | `[T]`, of `In<[T]>` and `Out<[T]>` | [`Buffer<T>`](Buffer); also a `Buffer<u32>` for `[Atomic<u32>]`, and the reverse |
/// | a structure that ends in a `Vec` | [`StructBuffer`] of it |
/// | `Texture2d<f32>` and its siblings | a [`Texture`] of a format with such channels, one level of it, a texture or a view of wgpu |
/// | `StorageTexture2d<F, A>` and its siblings | [`Texture<F>`](Texture), one level of it, a texture or a view of wgpu |
/// | `Sampler` | [`Sampler`], or one of wgpu |
///
/// ```
/// use bitonic_dsl::{In, Kernel, Out};
/// use bitonic_runtime::{Error, Fits, Gpu};
///
/// /// Runs a kernel on whatever memory holds its numbers.
/// fn run(
///     gpu: &Gpu,
///     kernel: &Kernel<(In<[u32]>, Out<[u32]>)>,
///     from: &dyn Fits<[u32]>,
///     to: &mut dyn Fits<[u32]>,
/// ) -> Result<(), Error> {
///     gpu.run(kernel).bind(from, to).dispatch(64)
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be given where the kernel takes `{X}`",
    label = "does not fit `{X}`",
    note = "`[T]` takes a `Buffer<T>`, made by `gpu.buffer(&values)` or `gpu.zeroed::<T>(len)`; a structure that ends in a `Vec` takes its `StructBuffer`; a texture takes a `Texture` with channels of its kind, a storage texture one of its format",
    note = "all arguments are given in one call, in their order; to give them by name: `gpu.run(kernel.untyped())`"
)]
pub trait Fits<X: ?Sized>: Give {}

impl<T: HostShareable> Give for Buffer<T> {
    fn given(&self) -> Given {
        buffer(self)
    }
}

#[diagnostic::do_not_recommend]
impl<T: HostShareable> Fits<[T]> for Buffer<T> {}
#[diagnostic::do_not_recommend]
impl<T: AtomicScalar + HostShareable> Fits<[Atomic<T>]> for Buffer<T> {}
#[diagnostic::do_not_recommend]
impl<T: AtomicScalar> Fits<[T]> for Buffer<Atomic<T>> {}

impl<S: RuntimeSized> Give for StructBuffer<S> {
    fn given(&self) -> Given {
        buffer(self)
    }
}

#[diagnostic::do_not_recommend]
impl<S: RuntimeSized> Fits<S> for StructBuffer<S> {}

impl<F: HostTexel> Give for Texture<F> {
    fn given(&self) -> Given {
        Given::Texture(self.into())
    }
}

#[diagnostic::do_not_recommend]
impl<D: TextureShape, S: Channel, F: HostTexel + HasChannels<S>> Fits<dsl::Texture<D, S>>
    for Texture<F>
{
}

/// A format whose channels are `S` in the shader.
///
/// ```
/// use bitonic_dsl::{R32Float, Rgba8Uint, Rgba8Unorm};
/// use bitonic_runtime::HasChannels;
///
/// fn has_channels<S, F: HasChannels<S>>() {}
///
/// has_channels::<f32, R32Float>();
/// has_channels::<f32, Rgba8Unorm>();
/// has_channels::<u32, Rgba8Uint>();
/// ```
#[diagnostic::on_unimplemented(
    message = "a texture of the format `{Self}` has no channels of `{S}`",
    label = "the kernel takes a texture with channels of `{S}`",
    note = "in the shader, channels of formats named `..Unorm`, `..Snorm` and `..Float` are `f32`, of `..Uint` they are `u32`, of `..Sint` they are `i32`"
)]
pub trait HasChannels<S>: TexelFormat {}

/// The formats by what their channels are.
macro_rules! by_channels {
    ($callback:ident) => {
        $callback! {
            f32: R8Unorm R8Snorm R16Unorm R16Snorm R16Float R32Float
                Rg8Unorm Rg8Snorm Rg16Unorm Rg16Snorm Rg16Float Rg32Float
                Rgba8Unorm Rgba8Snorm Bgra8Unorm Rgb10a2Unorm Rg11b10Ufloat
                Rgba16Unorm Rgba16Snorm Rgba16Float Rgba32Float;
            u32: R8Uint R16Uint R32Uint Rg8Uint Rg16Uint Rg32Uint
                Rgba8Uint Rgb10a2Uint Rgba16Uint Rgba32Uint;
            i32: R8Sint R16Sint R32Sint Rg8Sint Rg16Sint Rg32Sint Rgba8Sint Rgba16Sint Rgba32Sint;
        }
    };
}

macro_rules! channels {
    ($($channel:ident: $($format:ident)*;)*) => {$($(
        #[diagnostic::do_not_recommend]
        impl HasChannels<$channel> for formats::$format {}
    )*)*};
}

by_channels!(channels);

#[diagnostic::do_not_recommend]
impl<D, F: HostTexel, A> Fits<dsl::StorageTexture<D, F, A>> for Texture<F> {}

macro_rules! of_any_format {
    ($($texture:ty),*) => {$(
        impl Give for $texture {
            fn given(&self) -> Given {
                Given::Texture(AnyTexture::from(self))
            }
        }

        #[diagnostic::do_not_recommend]
        impl<D, S> Fits<dsl::Texture<D, S>> for $texture {}
        #[diagnostic::do_not_recommend]
        impl<D, F, A> Fits<dsl::StorageTexture<D, F, A>> for $texture {}
    )*};
}

of_any_format!(AnyTexture, wgpu::Texture, wgpu::TextureView);

macro_rules! samplers {
    ($($sampler:ty),*) => {$(
        impl Give for $sampler {
            fn given(&self) -> Given {
                Given::Sampler(AnySampler::from(self))
            }
        }

        #[diagnostic::do_not_recommend]
        impl Fits<dsl::Sampler> for $sampler {}
    )*};
}

samplers!(Sampler, wgpu::Sampler);

fn buffer(buffer: &impl Bindable) -> Given {
    Given::Buffer(buffer.memory().clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitonic_dsl::types::{ScalarType, StorageFormat};

    fn of<S: Channel, F: HasChannels<S>>() -> (StorageFormat, ScalarType) {
        (F::FORMAT, S::SCALAR)
    }

    macro_rules! rows {
        ($($channel:ident: $($format:ident)*;)*) => {
            [$($(of::<$channel, formats::$format>()),*),*]
        };
    }

    #[test]
    fn every_format_has_the_channels_of_its_texels() {
        let rows = by_channels!(rows);
        assert_eq!(rows.len(), StorageFormat::ALL.len());
        for (format, channel) in rows {
            assert_eq!(format.channel(), channel, "{format}");
        }
    }
}
