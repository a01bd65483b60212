//! Pipeline overrides: each becomes one of the module, and what of them cannot be is said.

use std::sync::Arc;

use super::constants::literal_expression;
use super::context::Context;
use super::names::is_legal_name;
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{Graph, Literal, Override, Resource};
use crate::interface;
use crate::types::Type;

/// Adds the overrides of the kernel to the module.
pub(super) fn declare(context: &mut Context<'_>) {
    let overrides = context.graph.overrides();
    for (index, one) in overrides.iter().enumerate() {
        let faults = faults(context.graph, one, &overrides[..index]);
        match faults.is_empty() {
            true => add(context, one),
            false => context.faults.extend(faults),
        }
    }
}

fn add(context: &mut Context<'_>, one: &Arc<Override>) {
    let ty = match context.intern(&Type::Scalar(one.ty), one.at) {
        Ok(ty) => ty,
        Err(fault) => return context.faults.push(fault),
    };
    let span = context.sources.span(one.at);
    let default = one.default.map(literal_expression);
    let init = default.map(|value| context.module.global_expressions.append(value, span));
    let lowered = naga::Override {
        name: Some(one.name.clone()),
        id: one.id,
        ty,
        init,
    };
    let handle = context.module.overrides.append(lowered, span);
    context.overrides.push((Arc::clone(one), handle));
}

impl Context<'_> {
    /// The override of the module for `one`.
    pub(super) fn overridable(
        &self,
        one: &Override,
        at: SourceLocation,
    ) -> Result<naga::Handle<naga::Override>, Diagnostic> {
        let mut known = self.overrides.iter();
        let found = known.find(|(known, _)| known.says_the_same(one));
        let found = found.map(|(_, handle)| *handle);
        found.ok_or_else(|| super::internal_fault("an override that was not declared", at))
    }

    /// The sides of the workgroup that overrides say, as the entry point has them.
    pub(super) fn workgroup_overrides(
        &mut self,
    ) -> Result<Option<[Option<naga::Handle<naga::Expression>>; 3]>, Diagnostic> {
        let graph = self.graph;
        let mut sides = [None; 3];
        for (side, one) in sides.iter_mut().zip(&graph.workgroup_overrides) {
            if let Some(one) = one {
                let handle = self.overridable(one, graph.at)?;
                let span = self.sources.span(one.at);
                let value = naga::Expression::Override(handle);
                *side = Some(self.module.global_expressions.append(value, span));
            }
        }
        Ok(sides.iter().any(Option::is_some).then_some(sides))
    }

    /// The type of an array of workgroup memory whose length is the override `length`.
    pub(super) fn overridable_array(
        &mut self,
        resource: &Resource,
        length: &Override,
    ) -> Result<naga::Handle<naga::Type>, Diagnostic> {
        let size = naga::ArraySize::Pending(self.overridable(length, resource.at)?);
        // That of a fixed length says what the elements are and how far apart.
        let fixed = self.intern(&resource.ty, resource.at)?;
        let naga::TypeInner::Array { base, stride, .. } = self.module.types[fixed].inner else {
            return Err(super::internal_fault(
                "a length of what is no array",
                resource.at,
            ));
        };
        let inner = naga::TypeInner::Array { base, size, stride };
        let span = self.sources.span(resource.at);
        let ty = naga::Type { name: None, inner };
        Ok(self.module.types.insert(ty, span))
    }
}

/// What a user may give values for.
pub(super) fn describe(graph: &Graph) -> Vec<interface::Override> {
    let overrides = graph.overrides();
    let describe = |one: &Arc<Override>| {
        let is_it = |other: &Arc<Override>| other.name == one.name;
        let lengths = graph.resources.iter().map(|(_, resource)| resource);
        let lengths = lengths.filter(|resource| resource.length.as_ref().is_some_and(is_it));
        let sides = graph.workgroup_overrides.each_ref();
        interface::Override {
            name: one.name.clone(),
            id: one.id,
            ty: one.ty,
            default: one.default.and_then(interface::OverrideValue::of_literal),
            workgroup_sides: sides.map(|side| side.as_ref().is_some_and(is_it)),
            array_lengths: lengths.map(|resource| resource.name.clone()).collect(),
        }
    };
    overrides.iter().map(describe).collect()
}

/// What is wrong with `one`, declared behind `others`.
fn faults(graph: &Graph, one: &Override, others: &[Arc<Override>]) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    if let Some(known) = others.iter().find(|known| known.name == one.name) {
        faults.push(
            Diagnostic::new(
                format!(
                    "two overrides are called `{}` and are not the same",
                    one.name
                ),
                one.at,
            )
            .label(known.at, "the first is here")
            .help("a value is given by name: use one override for both, or give each a name"),
        );
    }
    let by_id = others.iter().find(|known| known.id == one.id);
    if let (Some(id), Some(known)) = (one.id, by_id)
        && known.name != one.name
    {
        let message = format!(
            "the overrides `{}` and `{}` both have the number {id}",
            known.name, one.name
        );
        faults.push(
            Diagnostic::new(message, one.at)
                .label(known.at, "the first is here")
                .help("give each a number of its own, or none"),
        );
    }
    faults.extend(name_fault(graph, one));
    let refused = one.default.and_then(Literal::not_finite);
    if let Some(value) = refused {
        faults.push(
            Diagnostic::new(
                format!(
                    "`{value}` cannot be the default of the override `{}`",
                    one.name
                ),
                one.at,
            )
            .caption("the shading language has constants for finite floats only")
            .help("give it a finite default, or pass the value as a parameter"),
        );
    }
    faults
}

/// The name is what the value is given by, so the text has to have it as it is.
fn name_fault(graph: &Graph, one: &Override) -> Option<Diagnostic> {
    if one.id.is_some() {
        return None;
    }
    let name = &one.name;
    let (message, why) = if !is_legal_name(name) {
        (
            format!("`{name}` cannot be the name of an override in the text"),
            "WGSL has the word for something else, or cannot write it",
        )
    } else if *name == graph.name {
        (
            format!("an override has the name of the kernel, `{name}`"),
            "the text has one thing of a name",
        )
    } else {
        return None;
    };
    let help = format!(
        "{why}, and its value is given by this name: choose another, or give it a number, `.with_id(0)`"
    );
    Some(Diagnostic::new(message, one.at).help(help))
}
