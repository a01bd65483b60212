//! Usage scopes of textures: within one dispatch, a level of a layer is either written by storage
//! bindings of one kind of access, or only read.

use std::ops::Range;

use wgpu::StorageTextureAccess;

use super::{
    object::Identity,
    opaque_entry::{BoundTexture, OpaqueType},
};

/// How a dispatch uses a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Usage {
    Sampled,
    Storage(StorageTextureAccess),
}

impl Usage {
    fn of(ty: &OpaqueType) -> Self {
        match *ty {
            OpaqueType::StorageTexture { access, .. } => Self::Storage(access),
            OpaqueType::Texture { .. } | OpaqueType::Sampler(_) => Self::Sampled,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Sampled => "TEXTURE_BINDING",
            Self::Storage(StorageTextureAccess::ReadOnly) => "STORAGE_READ_ONLY",
            Self::Storage(StorageTextureAccess::WriteOnly) => "STORAGE_WRITE_ONLY",
            Self::Storage(StorageTextureAccess::ReadWrite) => "STORAGE_READ_WRITE",
            Self::Storage(StorageTextureAccess::Atomic) => "STORAGE_ATOMIC",
        }
    }

    fn writes(self) -> bool {
        !matches!(
            self,
            Self::Sampled | Self::Storage(StorageTextureAccess::ReadOnly)
        )
    }
}

/// One use of a part of a texture.
#[derive(Clone, Debug)]
struct Use {
    /// The address of the texture.
    texture: usize,
    usage: Usage,
    levels: Range<u32>,
    layers: Range<u32>,
    group: usize,
    binding: u32,
}

impl Use {
    fn conflicts_with(&self, other: &Self) -> bool {
        let overlap =
            |one: &Range<u32>, other: &Range<u32>| one.start < other.end && other.start < one.end;
        self.texture == other.texture
            && self.usage != other.usage
            && (self.usage.writes() || other.usage.writes())
            && overlap(&self.levels, &other.levels)
            && overlap(&self.layers, &other.layers)
    }
}

/// Two uses of a texture that exclude each other.
#[derive(Debug, thiserror::Error)]
#[error(
    "Attempted to use {texture} with conflicting usages in one dispatch: {} at @group({}) @binding({}) and {} at @group({}) @binding({}); a texture that is written may have no other usage at the same time",
    .uses[0].usage.name(), .uses[0].group, .uses[0].binding, .uses[1].usage.name(), .uses[1].group, .uses[1].binding
)]
pub(super) struct TextureConflict {
    texture: Identity,
    uses: Box<[Use; 2]>,
}

/// The uses of textures by one dispatch.
#[derive(Debug, Default)]
pub(super) struct TextureScope {
    uses: Vec<Use>,
}

impl TextureScope {
    /// Adds a binding of the group at `group`.
    pub(super) fn add(
        &mut self,
        group: usize,
        bound: &BoundTexture,
    ) -> Result<(), TextureConflict> {
        // An invalid view has no bind group.
        let Ok(view) = bound.view.state() else {
            return Ok(());
        };
        let new = Use {
            texture: view.texture.address(),
            usage: Usage::of(&bound.entry.ty),
            levels: view.base_level..view.base_level + view.levels,
            layers: view.base_layer..view.base_layer + view.layers,
            group,
            binding: bound.binding,
        };
        if let Some(old) = self.uses.iter().find(|old| old.conflicts_with(&new)) {
            return Err(TextureConflict {
                texture: view.texture.identity().clone(),
                uses: Box::new([old.clone(), new]),
            });
        }
        self.uses.push(new);
        Ok(())
    }
}
