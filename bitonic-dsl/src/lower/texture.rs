//! Textures: what each query and each write of a texel is in the module, and what a
//! texture asks of a device.

use std::collections::HashSet;
use std::sync::Arc;

use super::body::{BodyLowering, Value};
use crate::capabilities::Capability;
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{
    Graph, NodeId, NodeKind, Resource, ResourceId, Space, Texel, Texture, TextureClass,
    TextureQuery,
};
use crate::types::{AccessRule, StorageAccess};

impl BodyLowering<'_, '_> {
    /// What is asked of `texture`, as an expression to be evaluated.
    pub(super) fn texture_query(
        &mut self,
        texture: ResourceId,
        query: TextureQuery,
        at: SourceLocation,
    ) -> Result<naga::Expression, Diagnostic> {
        let image = self.global(texture, at)?;
        Ok(match query {
            TextureQuery::Dimensions(level) => {
                let level = self.optional(level, at)?;
                let query = naga::ImageQuery::Size { level };
                naga::Expression::ImageQuery { image, query }
            }
            TextureQuery::Levels => naga::Expression::ImageQuery {
                image,
                query: naga::ImageQuery::NumLevels,
            },
            TextureQuery::Layers => naga::Expression::ImageQuery {
                image,
                query: naga::ImageQuery::NumLayers,
            },
            TextureQuery::Load(texel, level) => self.load_texel(image, texel, Some(level), at)?,
            TextureQuery::Read(texel) | TextureQuery::ReadNow(texel) => {
                self.load_texel(image, texel, None, at)?
            }
            TextureQuery::Sample {
                sampler,
                position,
                layer,
                level,
            } => naga::Expression::ImageSample {
                image,
                sampler: self.global(sampler, at)?,
                gather: None,
                coordinate: self.value(position, at)?,
                array_index: self.optional(layer, at)?,
                offset: None,
                level: naga::SampleLevel::Exact(self.value(level, at)?),
                depth_ref: None,
                clamp_to_edge: false,
            },
        })
    }

    fn load_texel(
        &mut self,
        image: Value,
        texel: Texel,
        level: Option<NodeId>,
        at: SourceLocation,
    ) -> Result<naga::Expression, Diagnostic> {
        Ok(naga::Expression::ImageLoad {
            image,
            coordinate: self.value(texel.coordinate, at)?,
            array_index: self.optional(texel.layer, at)?,
            sample: None,
            level: self.optional(level, at)?,
        })
    }

    pub(super) fn store_texel(
        &mut self,
        texture: ResourceId,
        texel: Texel,
        value: NodeId,
        at: SourceLocation,
        out: &mut naga::Block,
    ) -> Result<(), Diagnostic> {
        let store = naga::Statement::ImageStore {
            image: self.global(texture, at)?,
            coordinate: self.value(texel.coordinate, at)?,
            array_index: self.optional(texel.layer, at)?,
            value: self.value(value, at)?,
        };
        out.push(store, self.context.sources.span(at));
        Ok(())
    }

    fn optional(
        &mut self,
        node: Option<NodeId>,
        at: SourceLocation,
    ) -> Result<Option<Value>, Diagnostic> {
        node.map(|node| self.value(node, at)).transpose()
    }
}

/// Checks that some device has storage textures of this format and access.
pub(super) fn check(texture: Texture, resource: &Resource) -> Result<(), Diagnostic> {
    match texture.class {
        TextureClass::Storage(format, access) if !format.rule().allows(access) => {
            let name = &resource.name;
            let message =
                format!("no storage texture of the format `{format}` has the access `{access}`");
            Err(Diagnostic::new(message, resource.at)
                .caption(format!("`{name}` is declared here"))
                .help("choose another format, or read from one texture and write to another"))
        }
        TextureClass::Storage(..) | TextureClass::Sampled(_) => Ok(()),
    }
}

/// What a resource asks of a device by being a texture.
pub(super) fn capability(space: Space) -> Option<Capability> {
    let Space::Texture(texture) = space else {
        return None;
    };
    match texture.class {
        TextureClass::Sampled(_) => None,
        TextureClass::Storage(format, access) => capability_of(format.rule(), access),
    }
}

fn capability_of(rule: AccessRule, access: StorageAccess) -> Option<Capability> {
    match (rule, access) {
        (AccessRule::All | AccessRule::Core, _)
        | (AccessRule::Tier2, StorageAccess::Read | StorageAccess::Write) => None,
        (AccessRule::Tier2 | AccessRule::Tier1Tier2, StorageAccess::ReadWrite) => {
            Some(Capability::ReadWriteFormats)
        }
        (AccessRule::Tier1Tier2, StorageAccess::Read | StorageAccess::Write)
        | (AccessRule::Tier1, _) => Some(Capability::StorageFormats),
        (AccessRule::Norm16, _) => Some(Capability::Norm16Formats),
        (AccessRule::Bgra, _) => Some(Capability::Bgra8UnormStorage),
    }
}

/// Whether a sampler reads `texture` in the kernel or in a function of it.
pub(super) fn is_sampled(graph: &Graph, texture: ResourceId) -> bool {
    let mut bodies = vec![&graph.body];
    let mut seen = HashSet::new();
    while let Some(body) = bodies.pop() {
        let mut nodes = body.nodes.iter();
        let samples = |kind: &NodeKind| matches!(kind, NodeKind::Texture(of, TextureQuery::Sample { .. }) if *of == texture);
        if nodes.any(|(_, node)| samples(&node.kind)) {
            return true;
        }
        let callees = body.callees.iter().map(|(_, callee)| callee);
        let new = callees.filter(|callee| seen.insert(Arc::as_ptr(callee)));
        bodies.extend(new.map(|callee| &callee.body));
    }
    false
}
