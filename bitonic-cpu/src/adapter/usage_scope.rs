//! Usage scopes: within one dispatch a buffer is either written or only read.
//!
//! WebGPU goes by whole buffers for a write beside another usage, and by ranges for two writes
//! through different bindings.

use std::{collections::HashMap, ops::Range};

use wgpu::BufferBindingType;

use super::{
    bind_group::BoundBuffer,
    buffer::Buffer,
    object::{Handle, Identity},
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

/// One use of a buffer and the place that it comes from.
#[derive(Debug)]
struct Use {
    usage: Usage,
    bytes: Range<u64>,
    place: String,
}

impl Use {
    fn conflicts_with(&self, other: &Self) -> bool {
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
    "Attempted to use {buffer} with conflicting usages in one dispatch: {first} {first_place} and {second} {second_place}; a buffer that is written may have no other use at the same time"
)]
pub(super) struct UsageConflict {
    buffer: Identity,
    first: &'static str,
    first_place: String,
    second: &'static str,
    second_place: String,
}

/// The uses of buffers by one dispatch.
#[derive(Debug, Default)]
pub(super) struct UsageScope {
    uses: HashMap<usize, Vec<Use>>,
}

impl UsageScope {
    /// The scope of a dispatch that reads its size from `buffer`.
    pub(super) fn of_indirect(buffer: &Handle<Buffer>) -> Self {
        let indirect = Use {
            usage: Usage::Indirect,
            bytes: 0..0,
            place: "as the indirect buffer".to_owned(),
        };
        Self {
            uses: HashMap::from([(buffer.address(), vec![indirect])]),
        }
    }

    /// Adds a binding of the group at `group`.
    pub(super) fn add_binding(
        &mut self,
        group: usize,
        bound: &BoundBuffer,
    ) -> Result<(), UsageConflict> {
        let buffer = &bound.range.buffer;
        let new = Use {
            usage: Usage::of(bound.entry.ty),
            bytes: bound.range.bytes(),
            place: format!("at @group({group}) @binding({})", bound.binding),
        };
        let uses = self.uses.entry(buffer.address()).or_default();
        if let Some(old) = uses.iter().find(|old| old.conflicts_with(&new)) {
            return Err(UsageConflict {
                buffer: buffer.identity().clone(),
                first: old.usage.name(),
                first_place: old.place.clone(),
                second: new.usage.name(),
                second_place: new.place,
            });
        }
        uses.push(new);
        Ok(())
    }
}
