//! Usage scopes: within one dispatch a buffer is either written or only read. Textures are in
//! `texture_scope`.
//!
//! WebGPU goes by whole buffers for a write beside another usage, and by ranges for two writes
//! through different bindings.

use std::{fmt, ops::Range};

use wgpu::BufferBindingType;

use super::{
    bind_group::BoundBuffer,
    buffer::Buffer,
    object::{Handle, Identity},
    opaque_entry::BoundTexture,
    texture_scope::{TextureConflict, TextureScope},
};

/// How a dispatch uses a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Usage {
    Indirect,
    Uniform,
    StorageRead,
    StorageReadWrite,
}

impl Usage {
    fn of(ty: BufferBindingType) -> Self {
        match ty {
            BufferBindingType::Uniform => Self::Uniform,
            BufferBindingType::Storage { read_only: true } => Self::StorageRead,
            BufferBindingType::Storage { read_only: false } => Self::StorageReadWrite,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Indirect => "INDIRECT",
            Self::Uniform => "UNIFORM",
            Self::StorageRead => "STORAGE_READ_ONLY",
            Self::StorageReadWrite => "STORAGE_READ_WRITE",
        }
    }
}

/// Where a use comes from.
#[derive(Clone, Copy, Debug)]
enum Place {
    Indirect,
    Binding { group: usize, binding: u32 },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Indirect => f.write_str("as the indirect buffer"),
            Self::Binding { group, binding } => {
                write!(f, "at @group({group}) @binding({binding})")
            }
        }
    }
}

/// One use of a buffer.
#[derive(Clone, Debug)]
struct Use {
    /// The address of the buffer.
    buffer: usize,
    usage: Usage,
    bytes: Range<u64>,
    place: Place,
}

impl Use {
    fn conflicts_with(&self, other: &Self) -> bool {
        if self.buffer != other.buffer {
            return false;
        }
        match (self.usage, other.usage) {
            (Usage::StorageReadWrite, Usage::StorageReadWrite) => {
                self.bytes.start < other.bytes.end && other.bytes.start < self.bytes.end
            }
            (Usage::StorageReadWrite, _) | (_, Usage::StorageReadWrite) => true,
            (
                Usage::Indirect | Usage::Uniform | Usage::StorageRead,
                Usage::Indirect | Usage::Uniform | Usage::StorageRead,
            ) => false,
        }
    }
}

/// Two uses of a buffer that exclude each other.
#[derive(Debug, thiserror::Error)]
#[error(
    "Attempted to use {buffer} with conflicting usages in one dispatch: {} {} and {} {}; a buffer that is written may have no other use at the same time",
    .uses[0].usage.name(), .uses[0].place, .uses[1].usage.name(), .uses[1].place
)]
pub(super) struct UsageConflict {
    buffer: Identity,
    uses: Box<[Use; 2]>,
}

/// The uses of buffers by one dispatch: few, so they are searched one by one.
#[derive(Debug, Default)]
pub(super) struct UsageScope {
    uses: Vec<Use>,
    textures: TextureScope,
}

impl UsageScope {
    /// The scope of a dispatch that reads its size from `buffer`.
    pub(super) fn of_indirect(buffer: &Handle<Buffer>) -> Self {
        let indirect = Use {
            buffer: buffer.address(),
            usage: Usage::Indirect,
            bytes: 0..0,
            place: Place::Indirect,
        };
        Self {
            uses: vec![indirect],
            textures: TextureScope::default(),
        }
    }

    /// Adds a texture of the group at `group`.
    pub(super) fn add_texture(
        &mut self,
        group: usize,
        bound: &BoundTexture,
    ) -> Result<(), TextureConflict> {
        self.textures.add(group, bound)
    }

    /// Adds a binding of the group at `group`.
    pub(super) fn add_binding(
        &mut self,
        group: usize,
        bound: &BoundBuffer,
    ) -> Result<(), UsageConflict> {
        let buffer = &bound.range.buffer;
        let new = Use {
            buffer: buffer.address(),
            usage: Usage::of(bound.entry.ty),
            bytes: bound.range.bytes(),
            place: Place::Binding {
                group,
                binding: bound.binding,
            },
        };
        if let Some(old) = self.uses.iter().find(|old| old.conflicts_with(&new)) {
            return Err(UsageConflict {
                buffer: buffer.identity().clone(),
                uses: Box::new([old.clone(), new]),
            });
        }
        self.uses.push(new);
        Ok(())
    }
}
