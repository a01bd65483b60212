//! What the author declares as arguments in a kernel's type: uniforms, textures, samplers,
//! structures of run-time length. Plain buffers and parameters are in `kernel`.

use super::resource::Uniform;
use super::storage_texture::StorageTexture;
use super::structure::RuntimeSized;
use super::texture::{Sampler, Texture};
use crate::interface::BindingKind;
use crate::kernel::{Argument, Described, Description, In, Out};
use crate::types::{
    Channel, HostShareable, ShaderType, Supports, TextureAccess, TextureShape, Type, Value,
};

impl<S: RuntimeSized> Described for In<S> {
    fn description() -> Description {
        Description::read(S::ty())
    }
}

#[diagnostic::do_not_recommend]
impl<S: RuntimeSized> Argument for In<S> {}

impl<S: RuntimeSized> Described for Out<S> {
    fn description() -> Description {
        Description::written(S::ty())
    }
}

#[diagnostic::do_not_recommend]
impl<S: RuntimeSized> Argument for Out<S> {}

impl<T: Value + HostShareable> Described for Uniform<T> {
    fn description() -> Description {
        Description::Bound(BindingKind::Uniform, T::ty())
    }
}

impl<T: Value + HostShareable> Argument for Uniform<T> {}

impl<D: TextureShape, S: Channel> Described for Texture<D, S> {
    fn description() -> Description {
        let kind = BindingKind::Texture {
            channel: S::SCALAR,
            dimension: D::DIMENSION,
            is_sampled: false,
        };
        Description::Bound(kind, S::Texel::ty())
    }
}

impl<D: TextureShape, S: Channel> Argument for Texture<D, S> {}

impl<D: TextureShape, F: Supports<A>, A: TextureAccess> Described for StorageTexture<D, F, A> {
    fn description() -> Description {
        let kind = BindingKind::StorageTexture {
            format: F::FORMAT,
            access: A::ACCESS,
            dimension: D::DIMENSION,
        };
        Description::Bound(kind, F::Texel::ty())
    }
}

impl<D: TextureShape, F: Supports<A>, A: TextureAccess> Argument for StorageTexture<D, F, A> {}

impl Described for Sampler {
    fn description() -> Description {
        Description::Bound(BindingKind::Sampler, Type::F32)
    }
}

impl Argument for Sampler {}
