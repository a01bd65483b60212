//! What a kernel asks of a device by its types and by its subgroup operations:
//! capabilities, each with the place in the Rust source that first uses it.

use std::collections::HashSet;
use std::sync::Arc;

use crate::capabilities::{Capabilities, Capability};
use crate::diagnostic::SourceLocation;
use crate::graph::{Barrier, Body, Function, Graph, NodeKind, StatementKind};
use crate::types::{ScalarType, Type};

/// Adds to `needs` what the types and the subgroup operations of `graph` need.
pub(super) fn of_graph(graph: &Graph, needs: &mut Capabilities) {
    for (_, resource) in graph.resources.iter() {
        of_type(&resource.ty, resource.at, needs);
        if let Some(capability) = super::texture::capability(resource.space) {
            needs.need(capability, resource.at);
        }
    }
    for (_, parameter) in graph.parameters.iter() {
        of_type(&parameter.ty, parameter.at, needs);
    }
    of_body(&graph.body, needs, &mut HashSet::new());
    super::atomic::needs(graph, needs);
}

fn of_body(body: &Body, needs: &mut Capabilities, seen: &mut HashSet<*const Function>) {
    for (_, node) in body.nodes.iter() {
        of_type(&node.ty, node.at, needs);
        if is_of_subgroups(&node.kind) {
            needs.need(Capability::Subgroups, node.at);
        }
    }
    let statements = body.blocks.iter().flat_map(|(_, block)| &block.statements);
    for statement in statements {
        if statement.kind == StatementKind::Barrier(Barrier::Subgroup) {
            needs.need(Capability::Subgroups, statement.at);
            needs.need(Capability::SubgroupBarrier, statement.at);
        }
    }
    for (_, local) in body.locals.iter() {
        of_type(&local.ty, local.at, needs);
    }
    for (_, function) in body.callees.iter() {
        if seen.insert(Arc::as_ptr(function)) {
            for (_, ty) in &function.arguments {
                of_type(ty, function.at, needs);
            }
            of_body(&function.body, needs, seen);
        }
    }
}

fn is_of_subgroups(kind: &NodeKind) -> bool {
    match kind {
        NodeKind::Subgroup(_) => true,
        NodeKind::Input(input) => input.is_of_subgroups(),
        NodeKind::Literal(_)
        | NodeKind::Constant(_)
        | NodeKind::Override(_)
        | NodeKind::Zero
        | NodeKind::Argument(_)
        | NodeKind::Parameter(_)
        | NodeKind::Unary(..)
        | NodeKind::Binary(..)
        | NodeKind::Builtin(..)
        | NodeKind::Select { .. }
        | NodeKind::Convert(_)
        | NodeKind::Bitcast(_)
        | NodeKind::Splat(_)
        | NodeKind::Compose(_)
        | NodeKind::Swizzle(..)
        | NodeKind::Field(..)
        | NodeKind::Element(..)
        | NodeKind::Load(_)
        | NodeKind::Atomic(..)
        | NodeKind::UniformLoad(_)
        | NodeKind::Address(_)
        | NodeKind::Call(..)
        | NodeKind::ArrayLength(_)
        | NodeKind::Texture(..)
        | NodeKind::Poison => false,
    }
}

fn of_type(ty: &Type, at: SourceLocation, needs: &mut Capabilities) {
    ty.for_each_scalar(&mut |scalar| {
        if let Some(capability) = of_scalar(scalar) {
            needs.need(capability, at);
        }
    });
}

fn of_scalar(scalar: ScalarType) -> Option<Capability> {
    match scalar {
        ScalarType::F16 => Some(Capability::Float16),
        ScalarType::I64 | ScalarType::U64 => Some(Capability::Int64),
        ScalarType::F64 => Some(Capability::Float64),
        ScalarType::Bool | ScalarType::I32 | ScalarType::U32 | ScalarType::F32 => None,
    }
}
