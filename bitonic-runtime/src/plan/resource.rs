//! What steps bind: the ids of a plan's buffers, textures and samplers, and the lists of
//! them that a step takes. What they name is in the parent module and in `texture`.

use super::BufferId;

/// Names a texture of a [`Plan`](super::Plan).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TextureId(pub(super) u32);

/// Names a sampler of a [`Plan`](super::Plan).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SamplerId(pub(super) u32);

impl TextureId {
    /// The place of the texture in [`Plan::textures`](super::Plan::textures).
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// One level of the texture, to be bound instead of all: 0 is the largest. The kernel
    /// sees a texture of one level.
    #[must_use]
    pub fn level(self, level: u32) -> ResourceId {
        ResourceId::Level(self, level)
    }
}

impl SamplerId {
    /// The place of the sampler in [`Plan::samplers`](super::Plan::samplers).
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a step binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ResourceId {
    /// A buffer.
    Buffer(BufferId),
    /// A texture: all its levels; the first where it is bound as a storage texture, which
    /// has but one.
    Texture(TextureId),
    /// One level of a texture.
    Level(TextureId, u32),
    /// A sampler.
    Sampler(SamplerId),
}

impl From<BufferId> for ResourceId {
    fn from(id: BufferId) -> ResourceId {
        ResourceId::Buffer(id)
    }
}

impl From<TextureId> for ResourceId {
    fn from(id: TextureId) -> ResourceId {
        ResourceId::Texture(id)
    }
}

impl From<SamplerId> for ResourceId {
    fn from(id: SamplerId) -> ResourceId {
        ResourceId::Sampler(id)
    }
}

/// What a step binds, in the order of its kernel's interface: an array or a `Vec` of ids of
/// one type, or a tuple of up to eight ids of any: `(image, smooth, output)`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no list of what a step binds",
    note = "it is an array or a `Vec` of ids of one type, or a tuple of up to eight ids: `(image, smooth, output)`; longer ones as `[ResourceId::from(image), ..]`"
)]
pub trait Bindings {
    /// The ids, in order.
    fn into_ids(self) -> Vec<ResourceId>;
}

impl<I: Into<ResourceId>, const N: usize> Bindings for [I; N] {
    fn into_ids(self) -> Vec<ResourceId> {
        self.into_iter().map(Into::into).collect()
    }
}

impl<I: Into<ResourceId>> Bindings for Vec<I> {
    fn into_ids(self) -> Vec<ResourceId> {
        self.into_iter().map(Into::into).collect()
    }
}

macro_rules! tuples {
    ($($($id:ident)*;)*) => {$(
        impl<$($id: Into<ResourceId>),*> Bindings for ($($id,)*) {
            #[allow(non_snake_case, reason = "one name for a type and its value")]
            fn into_ids(self) -> Vec<ResourceId> {
                let ($($id,)*) = self;
                vec![$($id.into()),*]
            }
        }
    )*};
}

tuples! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
}
