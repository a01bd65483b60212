//! Decides whether several workgroups may run side by side, as one large one: small workgroups
//! alone would fill only a part of a column. Estimates how much there is to do.

use naga::{Module, TypeInner};

use super::builder::Value;
use super::operation::{Block, Operation, Space};
use super::texture;

/// Whether a loop may wait for another workgroup: it could only do so through an atomic. Side by
/// side, a workgroup would wait for what another does after the loop, and neither could go on.
pub(super) fn may_spin(module: &Module) -> bool {
    let mut types = module.types.iter();
    types.any(|(_, ty)| matches!(ty.inner, TypeInner::Atomic(_)) || texture::has_atomics(&ty.inner))
}

/// Whether a body uses workgroup memory, or barriers, whose reach is one workgroup.
pub(super) fn needs_its_workgroup(block: &Block<Value>) -> bool {
    block.iter().any(|operation| match operation {
        Operation::Barrier { .. } => true,
        Operation::Load { place, .. }
        | Operation::Store { place, .. }
        | Operation::WideAtomic { place, .. } => place.space == Space::Workgroup,
        other => other.blocks().any(needs_its_workgroup),
    })
}

/// Turns of a loop, where nobody knows.
const TURNS: u64 = 8;

/// What a texel costs, in operations on words: 15 to 200 ns against a tenth of one
/// (`examples/texture_time.rs`).
const TEXEL: u64 = 128;

/// Operations that an invocation does, roughly.
pub(super) fn operations(block: &Block<Value>) -> u64 {
    let each = block.iter().map(|operation| {
        let inner = operation
            .blocks()
            .map(operations)
            .fold(0, u64::saturating_add);
        match operation {
            Operation::Loop { .. } => inner.saturating_mul(TURNS),
            Operation::Image(_) => TEXEL,
            _ => inner.saturating_add(1),
        }
    });
    each.fold(0, u64::saturating_add)
}
