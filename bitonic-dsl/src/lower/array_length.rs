//! The array whose length a binding decides: a storage buffer, or the last field of the
//! structure in it.

use super::body::{BodyLowering, Value};
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::ResourceId;
use crate::types::Type;

impl BodyLowering<'_, '_> {
    /// The address of the array whose length a binding decides: all of the resource, or
    /// the last field of its structure.
    pub(super) fn runtime_array(
        &mut self,
        resource: ResourceId,
        at: SourceLocation,
        out: &mut naga::Block,
    ) -> Result<Value, Diagnostic> {
        let whole = self.global(resource, at)?;
        match &self.context.graph.resources[resource].ty {
            Type::Struct(structure) => {
                let last = structure.fields.len().saturating_sub(1) as u32;
                let span = self.context.sources.span(at);
                Ok(self.component(whole, last, span, out))
            }
            Type::Scalar(_)
            | Type::Atomic(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::Array(_) => Ok(whole),
        }
    }
}
