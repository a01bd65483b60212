//! Uniformity: every invocation of a workgroup must reach a barrier together.
//!
//! The analysis is the WGSL specification's (section "Uniformity"), on the graph, so
//! that it can name the author's lines: `flow` and `variables` find what depends on
//! what, and `dependencies` is searched for ways from a barrier to a value that
//! differs between invocations. A function is walked once; what it asks of its
//! callers and what its result depends on is kept in a [`Summary`].

mod dependencies;
mod flow;
#[cfg(test)]
mod tests;
mod variables;

use std::collections::HashMap;
use std::sync::Arc;

use dependencies::{Dependencies, Dependents, Origin, Point, Ways};
use flow::Flow;

use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{Barrier, Body, Function, Graph};

/// Something that must be the same for the whole workgroup.
struct Requirement {
    point: Point,
    at: SourceLocation,
    subject: Subject,
}

/// Who requires it.
enum Subject {
    Barrier(Barrier),
    /// A call of this function, for the barrier in it.
    Call(String, Inner),
}

/// A barrier within a function.
#[derive(Clone)]
struct Inner {
    barrier: Barrier,
    at: SourceLocation,
}

/// What a function asks of its callers, and what they get.
#[derive(Default)]
struct Summary {
    /// The barrier for which calls must be in uniform control flow.
    call: Option<Inner>,
    /// By argument: the barrier for which it must be uniform.
    arguments: Vec<Option<Inner>>,
    /// By argument: whether the result depends on it.
    result_of: Vec<bool>,
    /// Why the result may differ between invocations, whatever the arguments.
    result_differs: Option<String>,
}

/// The summaries of the functions walked so far.
#[derive(Default)]
struct Summaries {
    by_address: HashMap<*const Function, Summary>,
    nothing: Summary,
}

impl Summaries {
    fn get(&self, function: &Arc<Function>) -> &Summary {
        let address = Arc::as_ptr(function);
        self.by_address.get(&address).unwrap_or(&self.nothing)
    }
}

/// Every barrier of `graph` that some invocations of a workgroup may not reach.
pub(super) fn check(graph: &Graph) -> Vec<Diagnostic> {
    let mut summaries = Summaries::default();
    let mut faults = Vec::new();
    summarise_callees(graph, &graph.body, &mut summaries, &mut faults);
    let flow = flow::analyse(graph, &graph.body, 0, &summaries);
    let dependents = flow.dependencies.dependents();
    report(&flow, &dependents, &mut faults);
    faults
}

fn summarise_callees(
    graph: &Graph,
    body: &Body,
    summaries: &mut Summaries,
    faults: &mut Vec<Diagnostic>,
) {
    for (_, function) in body.callees.iter() {
        let address = Arc::as_ptr(function);
        if summaries.by_address.contains_key(&address) {
            continue;
        }
        summarise_callees(graph, &function.body, summaries, faults);
        let flow = flow::analyse(graph, &function.body, function.arguments.len(), summaries);
        let summary = summarise(function, &flow, faults);
        summaries.by_address.insert(address, summary);
    }
}

fn summarise(function: &Function, flow: &Flow, faults: &mut Vec<Diagnostic>) -> Summary {
    let dependents = flow.dependencies.dependents();
    let non_uniform = report(flow, &dependents, faults);
    let arguments: Vec<Ways> = flow
        .arguments
        .iter()
        .map(|argument| dependents.ways_to(*argument))
        .collect();
    Summary {
        call: first_requirement(flow, &dependents.ways_to(Dependencies::CALL)),
        arguments: arguments
            .iter()
            .map(|ways| first_requirement(flow, ways))
            .collect(),
        result_of: arguments
            .iter()
            .map(|ways| ways.reach(flow.result))
            .collect(),
        result_differs: non_uniform.reach(flow.result).then(|| {
            format!(
                "what `{}` returns may differ between the invocations",
                function.name
            )
        }),
    }
}

/// The first barrier that depends on the target of `ways`.
fn first_requirement(flow: &Flow, ways: &Ways) -> Option<Inner> {
    flow.requirements
        .iter()
        .find(|requirement| ways.reach(requirement.point))
        .map(|requirement| match &requirement.subject {
            Subject::Barrier(barrier) => Inner {
                barrier: *barrier,
                at: requirement.at,
            },
            Subject::Call(_, inner) => inner.clone(),
        })
}

/// Reports the requirements that do not hold; gives the ways to what differs.
fn report(flow: &Flow, dependents: &Dependents, faults: &mut Vec<Diagnostic>) -> Ways {
    let ways = dependents.ways_to(Dependencies::NON_UNIFORM);
    for requirement in &flow.requirements {
        if ways.reach(requirement.point) {
            faults.push(explain(requirement, &flow.dependencies, &ways));
        }
    }
    ways
}

fn explain(requirement: &Requirement, dependencies: &Dependencies, ways: &Ways) -> Diagnostic {
    let mut fault = match &requirement.subject {
        Subject::Barrier(barrier) => Diagnostic::new(
            format!("`{}` in control flow that is not uniform", name(*barrier)),
            requirement.at,
        )
        .caption("some invocations of the workgroup may not come here"),
        Subject::Call(function, inner) => Diagnostic::new(
            format!(
                "`{function}`, which holds a `{}`, is called so that not all invocations reach it together",
                name(inner.barrier)
            ),
            requirement.at,
        )
        .caption("called here")
        .label(inner.at, "the barrier is here"),
    };
    let mut branch_named = false;
    for point in ways.path(requirement.point) {
        match dependencies.origin(point) {
            Origin::Branch(at) if !branch_named => {
                branch_named = true;
                fault = fault.label(*at, "this decides which invocations go on");
            }
            Origin::Source(at, words) => fault = fault.label(*at, words.clone()),
            Origin::Plain | Origin::Branch(_) => {}
        }
    }
    fault.help(
        "let every invocation reach the barrier, and put only the reads and writes into the branch; \
         a condition is uniform if it is made of constants, parameters, `workgroup_id`, uniform buffers \
         and read-only buffers",
    )
}

fn name(barrier: Barrier) -> &'static str {
    match barrier {
        Barrier::Workgroup => "workgroup_barrier",
        Barrier::Storage => "storage_barrier",
    }
}
