//! Lowering: a graph becomes a naga module.
//!
//! `scope` checks that every use sees what it uses, `share` makes equal pure nodes
//! one, `schedule` decides where each value is evaluated, and `body`, `expression`,
//! `inputs` and `function` write the module. `interface` lays out what is bound. The
//! outcome is only worth something behind `validate`.

pub(crate) mod behaviour;
mod bitcast;
mod body;
mod builtin;
mod context;
mod convert;
mod expression;
mod function;
mod hash;
mod inputs;
mod interface;
mod names;
mod needs;
pub(crate) mod nesting;
mod same;
mod schedule;
mod scope;
mod share;
mod sources;
#[cfg(test)]
mod tests;
mod types;

use body::BodyLowering;
use context::Context;
use function::Prepared;
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
}

/// Lowers `graph`.
///
/// # Errors
///
/// Every use of a value outside its scope, and every type that WGSL cannot lay out.
pub(crate) fn lower(
    graph: &Graph,
    passing: ParameterPassing,
) -> Result<Lowered<'_>, Vec<Diagnostic>> {
    let mut context = Context::new(graph);
    interface::declare(&mut context, passing);
    let prepared = function::prepare(&mut context, &graph.body);
    if let (Some(prepared), true) = (prepared, context.faults.is_empty()) {
        match entry_point(&mut context, &prepared) {
            Ok(entry_point) => context.module.entry_points.push(entry_point),
            Err(fault) => context.faults.push(fault),
        }
    }
    if !context.faults.is_empty() {
        return Err(context.faults);
    }
    let name = names::settle_entry_point(&mut context.module);
    Ok(Lowered {
        graph,
        interface: interface::describe(graph, passing, name),
        module: context.module,
        sources: context.sources,
    })
}

fn entry_point(
    context: &mut Context<'_>,
    prepared: &Prepared,
) -> Result<naga::EntryPoint, Diagnostic> {
    let graph = context.graph;
    let mut block = naga::Block::new();
    let mut lowering = BodyLowering::new(context, &graph.body, prepared);
    lowering.provide_inputs(&prepared.inputs, graph.at, &mut block)?;
    lowering.block(graph.body.root, &mut block)?;
    Ok(naga::EntryPoint {
        name: graph.name.clone(),
        stage: naga::ShaderStage::Compute,
        early_depth_test: None,
        workgroup_size: graph.workgroup_size,
        workgroup_size_overrides: None,
        function: lowering.finish(&graph.name, block),
        mesh_info: None,
        task_payload: None,
        incoming_ray_payload: None,
    })
}

/// A fault of the compiler itself, in the place of the author's source where it
/// showed.
pub(crate) fn internal_fault(what: &str, at: SourceLocation) -> Diagnostic {
    Diagnostic::new(format!("internal fault of the compiler: {what}"), at)
        .help("please report this, with the kernel; it is not your mistake")
}
