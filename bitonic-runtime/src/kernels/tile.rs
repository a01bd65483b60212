//! Records in workgroup memory: an array for each part, so that neighbouring invocations touch
//! neighbouring words.

use bitonic_dsl::{Node, WorkgroupArray, workgroup_array};

use super::record::{Record, Shape};

/// The block of records that a workgroup holds in its memory, two for each invocation.
pub(super) struct Tile {
    shape: Shape,
    parts: Vec<WorkgroupArray<u32>>,
    length: u32,
}

impl Tile {
    /// Memory of a workgroup of `workgroup_size` invocations.
    #[track_caller]
    pub(super) fn new(shape: Shape, workgroup_size: u32) -> Tile {
        let length = 2 * workgroup_size;
        let declare = |name: String| workgroup_array(&name, length);
        let parts = shape.names("tile").map(declare).collect();
        Tile {
            shape,
            parts,
            length,
        }
    }

    /// How many records there is room for.
    pub(super) fn length(&self) -> u32 {
        self.length
    }

    /// The record at `at`.
    #[track_caller]
    pub(super) fn load(&self, at: Node<u32>) -> Record {
        let parts = self.parts.iter().map(|part| part.element(at).load());
        Record {
            shape: self.shape,
            parts: parts.collect(),
        }
    }

    /// Puts a record at `at`.
    #[track_caller]
    pub(super) fn store(&self, at: Node<u32>, record: &Record) {
        for (part, value) in self.parts.iter().zip(&record.parts) {
            part.element(at).assign(*value);
        }
    }
}
