//! What can be given for an argument of a typed kernel: which buffers, textures and samplers
//! stand for which marker. Whether sizes and formats agree is looked at when a run starts.

use bitonic_dsl::types::{AtomicScalar, HostShareable, TexelFormat};
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
impl<D: TextureShape, S: Channel, F> Fits<dsl::Texture<D, S>> for Texture<F> where
    F: HostTexel + TexelFormat<Texel = S::Texel>
{
}

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
