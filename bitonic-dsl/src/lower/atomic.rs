//! Atomics and `workgroupUniformLoad`: statements that give a value, and what atomics ask
//! of where they lie and of a device.

use std::collections::HashSet;
use std::sync::Arc;

use super::body::{BodyLowering, Value};
use super::context::Context;
use super::types;
use crate::capabilities::{Capabilities, Capability};
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{
    AtomicFunction, AtomicOperator, Body, Graph, NodeId, NodeKind, PlaceId, PlaceKind, Resource,
    ResourceId, Space, StatementKind,
};
use crate::types::{ScalarType, Type};

impl BodyLowering<'_, '_> {
    /// Does to the atomic at `place` what `function` says. The value is there if something
    /// needs it, or if naga has no such statement without.
    pub(super) fn atomic(
        &mut self,
        id: NodeId,
        place: PlaceId,
        function: AtomicFunction,
        out: &mut naga::Block,
    ) -> Result<Option<Value>, Diagnostic> {
        let body = self.body;
        let node = &body.nodes[id];
        let Type::Atomic(scalar) = body.places[place].ty else {
            return Err(super::internal_fault("an atomic that is none", node.at));
        };
        let span = self.context.sources.span(node.at);
        let is_used = self.prepared.schedule.is_used(id) || always_gives(function);
        let result = match is_used {
            true => Some(self.atomic_result(scalar, function, node.at, span)?),
            false => None,
        };
        let (fun, value) = self.atomic_function(function, node.at)?;
        let pointer = self.pointer(place, node.at, out)?;
        let statement = naga::Statement::Atomic {
            pointer,
            fun,
            value,
            result,
        };
        out.push(statement, span);
        let in_storage = is_in_storage(self.context.graph, body, place);
        let only_keeps_extreme = is_extreme(function) && !is_used && in_storage;
        if !only_keeps_extreme {
            need_all_functions(self.context, scalar, node.at);
        }
        Ok(result)
    }

    fn atomic_result(
        &mut self,
        scalar: ScalarType,
        function: AtomicFunction,
        at: SourceLocation,
        span: naga::Span,
    ) -> Result<Value, Diagnostic> {
        let of = self.context.intern(&Type::Scalar(scalar), at)?;
        let (ty, comparison) = match function {
            AtomicFunction::Update(..) => (of, false),
            AtomicFunction::CompareExchangeWeak { .. } => {
                let scalar = types::scalar(scalar);
                let result = naga::PredeclaredType::AtomicCompareExchangeWeakResult(scalar);
                (self.context.module.generate_predeclared_type(result), true)
            }
        };
        let result = naga::Expression::AtomicResult { ty, comparison };
        Ok(self.constant(result, span))
    }

    /// naga's function and the value that it takes.
    fn atomic_function(
        &mut self,
        function: AtomicFunction,
        at: SourceLocation,
    ) -> Result<(naga::AtomicFunction, Value), Diagnostic> {
        let (function, value) = match function {
            AtomicFunction::Update(operator, value) => (update(operator), value),
            AtomicFunction::CompareExchangeWeak { compare, value } => {
                let compare = Some(self.value(compare, at)?);
                (naga::AtomicFunction::Exchange { compare }, value)
            }
        };
        Ok((function, self.value(value, at)?))
    }

    /// What lies at `place` in workgroup memory, for all invocations at once.
    pub(super) fn uniform_load(
        &mut self,
        id: NodeId,
        place: PlaceId,
        out: &mut naga::Block,
    ) -> Result<Value, Diagnostic> {
        let body = self.body;
        let node = &body.nodes[id];
        let span = self.context.sources.span(node.at);
        let pointer = self.pointer(place, node.at, out)?;
        let ty = self.context.intern(&node.ty, node.at)?;
        let result = self.constant(naga::Expression::WorkGroupUniformLoadResult { ty }, span);
        out.push(
            naga::Statement::WorkGroupUniformLoad { pointer, result },
            span,
        );
        self.note_atomic_access(place, node.at);
        Ok(result)
    }

    /// Notes what a load or a store at `place` asks of a device if an atomic lies there.
    pub(super) fn note_atomic_access(&mut self, place: PlaceId, at: SourceLocation) {
        if let Type::Atomic(scalar) = self.body.places[place].ty {
            need_all_functions(self.context, scalar, at);
        }
    }
}

fn update(operator: AtomicOperator) -> naga::AtomicFunction {
    match operator {
        AtomicOperator::Add => naga::AtomicFunction::Add,
        AtomicOperator::Subtract => naga::AtomicFunction::Subtract,
        AtomicOperator::Max => naga::AtomicFunction::Max,
        AtomicOperator::Min => naga::AtomicFunction::Min,
        AtomicOperator::And => naga::AtomicFunction::And,
        AtomicOperator::Or => naga::AtomicFunction::InclusiveOr,
        AtomicOperator::Xor => naga::AtomicFunction::ExclusiveOr,
        AtomicOperator::Exchange => naga::AtomicFunction::Exchange { compare: None },
    }
}

/// naga's validator, and its writers, ask for the value of each exchange.
fn always_gives(function: AtomicFunction) -> bool {
    match function {
        AtomicFunction::Update(operator, _) => operator == AtomicOperator::Exchange,
        AtomicFunction::CompareExchangeWeak { .. } => true,
    }
}

fn is_extreme(function: AtomicFunction) -> bool {
    match function {
        AtomicFunction::Update(operator, _) => {
            operator == AtomicOperator::Max || operator == AtomicOperator::Min
        }
        AtomicFunction::CompareExchangeWeak { .. } => false,
    }
}

fn is_in_storage(graph: &Graph, body: &Body, place: PlaceId) -> bool {
    let resource = resource_of(body, place);
    resource.is_some_and(|resource| graph.resources[resource].space == Space::StorageReadWrite)
}

/// The variable of module scope that `place` lies in.
fn resource_of(body: &Body, mut place: PlaceId) -> Option<ResourceId> {
    while let Some(base) = body.places[place].kind.base() {
        place = base;
    }
    match body.places[place].kind {
        PlaceKind::Resource(resource) => Some(resource),
        PlaceKind::Local(_)
        | PlaceKind::Argument(_)
        | PlaceKind::Element(..)
        | PlaceKind::Component(..)
        | PlaceKind::Field(..) => None,
    }
}

/// Whether the kernel, or a function of it, changes atomics of `resource`, and none stores
/// into it.
pub(super) fn accumulates(graph: &Graph, resource: ResourceId) -> bool {
    let mut bodies = vec![&graph.body];
    let mut seen = HashSet::new();
    let mut changes = false;
    while let Some(body) = bodies.pop() {
        if stores_into(body, resource) {
            return false;
        }
        changes |= changes_atomics_of(body, resource);
        let callees = body.callees.iter().map(|(_, callee)| callee);
        let new = callees.filter(|callee| seen.insert(Arc::as_ptr(callee)));
        bodies.extend(new.map(|callee| &callee.body));
    }
    changes
}

fn stores_into(body: &Body, resource: ResourceId) -> bool {
    let mut statements = body.blocks.iter().flat_map(|(_, block)| &block.statements);
    let is_in = |place: PlaceId| resource_of(body, place) == Some(resource);
    statements.any(|one| matches!(&one.kind, StatementKind::Store(place, _) if is_in(*place)))
}

fn changes_atomics_of(body: &Body, resource: ResourceId) -> bool {
    let is_in = |place: PlaceId| resource_of(body, place) == Some(resource);
    let mut nodes = body.nodes.iter();
    nodes.any(|(_, node)| matches!(&node.kind, NodeKind::Atomic(place, _) if is_in(*place)))
}

/// Some devices can only keep the larger or the smaller of two integers of 64 bits.
fn need_all_functions(context: &mut Context<'_>, scalar: ScalarType, at: SourceLocation) {
    match scalar {
        ScalarType::I64 | ScalarType::U64 => context.needs.need(Capability::Int64Atomics, at),
        ScalarType::Bool
        | ScalarType::I32
        | ScalarType::U32
        | ScalarType::F16
        | ScalarType::F32
        | ScalarType::F64 => {}
    }
}

/// Adds to `needs` what the atomics that `graph` declares ask of a device. Behind what the
/// functions on them ask for, which may be more.
pub(super) fn needs(graph: &Graph, needs: &mut Capabilities) {
    for (_, resource) in graph.resources.iter() {
        resource.ty.for_each_atomic(&mut |scalar| match scalar {
            ScalarType::I64 | ScalarType::U64 => {
                if !needs.contains(&Capability::Int64Atomics) {
                    needs.need(Capability::Int64AtomicMinMax, resource.at);
                }
            }
            ScalarType::F32 => needs.need(Capability::Float32Atomics, resource.at),
            ScalarType::Bool
            | ScalarType::I32
            | ScalarType::U32
            | ScalarType::F16
            | ScalarType::F64 => {}
        });
    }
}

/// Checks that the atomics of `resource` may lie where it does.
pub(super) fn check(resource: &Resource) -> Result<(), Diagnostic> {
    let mut refused = None;
    resource.ty.for_each_atomic(&mut |scalar| {
        refused = refused.or(refuse(resource.space, scalar));
    });
    match refused {
        None => Ok(()),
        Some((message, help)) => Err(Diagnostic::new(message, resource.at)
            .caption(format!("`{}` is declared here", resource.name))
            .help(help)),
    }
}

fn refuse(space: Space, scalar: ScalarType) -> Option<(&'static str, &'static str)> {
    match space {
        Space::StorageReadWrite => None,
        Space::Workgroup => (scalar == ScalarType::F32).then_some((
            "atomics of `f32` lie in storage buffers alone",
            "add in workgroup memory with atomics of `u32` or `i32`, for instance in units of 1/1024, or put the atomic into a buffer made by `storage_mut`",
        )),
        Space::StorageRead => Some((
            "an atomic lies in a buffer that is only read",
            "declare the buffer with `storage_mut` or `storage_struct_mut`",
        )),
        Space::Uniform | Space::Texture(_) | Space::Sampler | Space::Private => Some((
            "an atomic lies where it cannot be changed by several invocations",
            "atomics live in buffers made by `storage_mut`, and in workgroup memory",
        )),
    }
}
