//! Lowering: a graph becomes a naga module.
//!
//! `scope` checks that every use sees what it uses, `share` makes equal pure nodes
//! one, `schedule` decides where each value is evaluated, and `body`, `expression`,
//! `inputs` and `function` write the module. `interface` lays out what is bound,
//! `parameters` the block of parameters. The
//! outcome is only worth something behind `validate`.

mod array_length;
mod atomic;
pub(crate) mod behaviour;
mod bitcast;
mod body;
mod builtin;
mod constants;
mod context;
mod convert;
mod expression;
mod function;
mod hash;
mod inputs;
mod interface;
mod loops;
mod names;
mod needs;
pub(crate) mod nesting;
mod overrides;
mod parameters;
mod same;
mod schedule;
mod scope;
mod share;
mod sources;
mod subgroup;
mod switch;
#[cfg(test)]
mod tests;
mod texture;
mod types;
mod wgsl;

use std::collections::HashSet;
use std::sync::Arc;

use body::BodyLowering;
use context::Context;
use function::Prepared;
pub(crate) use inputs::InputValue;
pub(crate) use names::is_legal_name;
pub(crate) use sources::SourceMap;

use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::Graph;
use crate::interface::{Interface, ParameterPassing};

/// A kernel as a naga module that nothing has checked yet.
pub(crate) struct Lowered<'a> {
    /// What was lowered.
    pub(crate) graph: &'a Graph,
    /// One entry point and all that it needs.
    pub(crate) module: naga::Module,
    /// What the module's spans stand for.
    pub(crate) sources: SourceMap,
    /// What is to be bound.
    pub(crate) interface: Interface,
    /// The values that are inputs of the invocation.
    pub(crate) inputs: Vec<InputValue>,
    /// Where `subgroup_elect` was written: naga has another operation there.
    pub(crate) elections: Vec<SourceLocation>,
}

/// Lowers `graph`.
///
/// # Errors
///
/// Every use of a value outside its scope, and every type that WGSL cannot lay out.
#[cfg(test)]
pub(crate) fn lower(
    graph: &Graph,
    passing: ParameterPassing,
) -> Result<Lowered<'_>, Vec<Diagnostic>> {
    match attempt(graph, passing) {
        Attempt::Whole(lowered) => Ok(lowered),
        Attempt::Faulty(_, faults) => Err(faults),
    }
}

/// What lowering gives.
pub(crate) enum Attempt<'a> {
    /// The kernel as a module.
    Whole(Lowered<'a>),
    /// The faults, and what could be lowered all the same: it is not valid, but later
    /// checks can find more in it, so that all faults are told in one go.
    Faulty(Option<Lowered<'a>>, Vec<Diagnostic>),
}

/// Lowers `graph`, or as much of it as can be.
pub(crate) fn attempt(graph: &Graph, passing: ParameterPassing) -> Attempt<'_> {
    let mut context = Context::new(graph);
    overrides::declare(&mut context);
    interface::declare(&mut context, passing);
    let prepared = function::prepare(&mut context, &graph.body);
    let entry_point = prepared.map(|prepared| entry_point(&mut context, &prepared));
    match entry_point {
        Some(Ok(entry_point)) => context.module.entry_points.push(entry_point),
        Some(Err(fault)) => context.faults.push(fault),
        None => {}
    }
    let faults = without_consequences(std::mem::take(&mut context.faults));
    if faults.is_empty() {
        if !graph.docs.is_empty() {
            let docs = context.module.doc_comments.get_or_insert_default();
            docs.entry_points.insert(0, vec![graph.docs.clone()]);
        }
        let name = names::settle_entry_point(&mut context.module);
        return Attempt::Whole(lowered(context, passing, name));
    }
    let has_entry_point = !context.module.entry_points.is_empty();
    let part = has_entry_point.then(|| lowered(context, passing, graph.name.clone()));
    Attempt::Faulty(part, faults)
}

/// What `graph` and its functions use outside of where it is visible.
pub(crate) fn scope_faults(graph: &Graph) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    let mut seen = HashSet::new();
    let mut open = vec![&graph.body];
    while let Some(body) = open.pop() {
        faults.extend(scope::analyse(body).1);
        let callees = body.callees.iter().map(|(_, callee)| callee);
        let new = callees.filter(|callee| seen.insert(Arc::as_ptr(callee)));
        open.extend(new.map(|callee| &callee.body));
    }
    faults.retain(|fault| !is_internal(fault));
    faults
}

fn lowered(context: Context<'_>, passing: ParameterPassing, name: String) -> Lowered<'_> {
    Lowered {
        graph: context.graph,
        interface: interface::describe(context.graph, context.needs, passing, name),
        module: context.module,
        sources: context.sources,
        inputs: context.inputs,
        elections: context.elections,
    }
}

/// Behind a fault of the author's the compiler may stumble, which is no fault of its own.
fn without_consequences(mut faults: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if !faults.iter().all(is_internal) {
        faults.retain(|fault| !is_internal(fault));
    }
    faults
}

fn is_internal(fault: &Diagnostic) -> bool {
    fault.message.starts_with(INTERNAL)
}

fn entry_point(
    context: &mut Context<'_>,
    prepared: &Prepared,
) -> Result<naga::EntryPoint, Diagnostic> {
    let graph = context.graph;
    let workgroup_size_overrides = context.workgroup_overrides()?;
    let mut block = naga::Block::new();
    let mut lowering = BodyLowering::new(context, &graph.body, prepared);
    lowering.provide_inputs(&prepared.inputs, graph.at, &mut block)?;
    lowering.block(graph.body.root, &mut block)?;
    let inputs = lowering.input_values(graph.at);
    lowering.context.inputs.extend(inputs);
    Ok(naga::EntryPoint {
        name: graph.name.clone(),
        stage: naga::ShaderStage::Compute,
        early_depth_test: None,
        workgroup_size: graph.workgroup_size,
        workgroup_size_overrides,
        function: lowering.finish(&graph.name, block),
        mesh_info: None,
        task_payload: None,
        incoming_ray_payload: None,
    })
}

/// How the message of [`internal_fault`] begins.
const INTERNAL: &str = "internal fault of the compiler";

/// A fault of the compiler itself, in the place of the author's source where it
/// showed.
pub(crate) fn internal_fault(what: &str, at: SourceLocation) -> Diagnostic {
    Diagnostic::new(format!("{INTERNAL}: {what}"), at)
        .help("please report this, with the kernel; it is not your mistake")
}
