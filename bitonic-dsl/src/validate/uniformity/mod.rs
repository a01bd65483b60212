//! Uniformity: every invocation of a workgroup must reach a barrier together, and those of
//! a subgroup a subgroup operation.
//!
//! The analysis is the WGSL specification's (section "Uniformity"), on the module, so that
//! it sees what the text says, and it names the author's lines: `flow`, `calls`, `values`,
//! `operations` and `variables` find what depends on what, and `dependencies` is searched
//! for ways from a barrier to a value that differs between invocations. A function is
//! walked once; what it asks of its callers and what it gives them is kept in a
//! [`Summary`].

mod calls;
mod dependencies;
mod flow;
mod operations;
mod report;
#[cfg(test)]
mod tests;
mod values;
mod variables;

use std::collections::HashMap;

use dependencies::{Dependencies, Dependents, Point, Ways};
use flow::Flow;
use naga::{Expression, Function, Handle, Span};

use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::lower::{InputValue, Lowered};

/// Among which invocations something must be the same, or is not. What differs within a
/// subgroup also does within a workgroup.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Scope {
    Workgroup,
    Subgroup,
}

/// Something that must be the same for the whole workgroup or subgroup.
struct Requirement {
    point: Point,
    at: SourceLocation,
    scope: Scope,
    subject: Subject,
}

/// Who requires it.
enum Subject {
    /// An operation that must be reached together.
    Operation(String),
    /// An operation one of whose operands must be uniform.
    Operand(String),
    /// A call of this function, for the operation in it.
    Call(String, Inner),
}

/// An operation within a function.
#[derive(Clone)]
struct Inner {
    operation: String,
    at: SourceLocation,
    scope: Scope,
}

/// What a function asks of its callers, and what they get.
struct Summary {
    /// The operations for which calls must be in uniform control flow.
    call: Vec<Inner>,
    arguments: Vec<Argument>,
    result: Output,
    /// By argument: what it points to behind the call.
    left: Vec<Output>,
}

/// The operations for which an argument must be uniform.
struct Argument {
    value: Vec<Inner>,
    /// What it points to.
    contents: Vec<Inner>,
}

/// What a call gives.
struct Output {
    /// By argument: whether it depends on the value.
    of_values: Vec<bool>,
    /// By argument: whether it depends on what that points to.
    of_contents: Vec<bool>,
    /// Why it may differ between invocations, whatever the arguments, and among which.
    differs: Option<(String, Scope)>,
}

/// The summaries of the functions walked so far: by handle, callees first.
#[derive(Default)]
struct Summaries {
    functions: Vec<Summary>,
}

impl Summaries {
    fn get(&self, function: Handle<Function>) -> &Summary {
        &self.functions[function.index()]
    }
}

/// What is analysed.
struct Program<'a> {
    module: &'a naga::Module,
    /// The values of functions and of the entry point that are inputs of the invocation.
    inputs: HashMap<(Option<Handle<Function>>, Handle<Expression>), &'a InputValue>,
    locate: &'a dyn Fn(Span) -> SourceLocation,
    /// Where `subgroup_elect` was written, which is another operation in the module.
    elections: &'a [SourceLocation],
}

/// What the analysis finds.
#[derive(Default)]
pub(super) struct Findings {
    /// Everything that must be reached together and may not be.
    pub(super) faults: Vec<Diagnostic>,
    /// Whether an operation is reached by whole subgroups, but not by the whole workgroup
    /// together: WGSL had no such measure at first.
    pub(super) needs_subgroup_scope: bool,
}

/// Analyses `lowered`.
pub(super) fn check(lowered: &Lowered<'_>) -> Findings {
    let sources = &lowered.sources;
    let inputs = lowered.inputs.iter();
    check_program(&Program {
        module: &lowered.module,
        inputs: inputs.map(|one| ((one.function, one.value), one)).collect(),
        locate: &|span| sources.place(span).unwrap_or(lowered.graph.at),
        elections: &lowered.elections,
    })
}

fn check_program(program: &Program<'_>) -> Findings {
    let mut summaries = Summaries::default();
    let mut findings = Findings::default();
    for (handle, function) in program.module.functions.iter() {
        let flow = flow::analyse(program, Some(handle), function, &summaries);
        let summary = summarise(function, &flow, &mut findings);
        summaries.functions.push(summary);
    }
    for entry_point in &program.module.entry_points {
        let flow = flow::analyse(program, None, &entry_point.function, &summaries);
        let dependents = flow.dependencies.dependents();
        report::report(&flow, &NonUniform::of(&dependents), &mut findings);
    }
    findings
}

/// The ways to what differs.
struct NonUniform {
    workgroup: Ways,
    subgroup: Ways,
}

impl NonUniform {
    fn of(dependents: &Dependents) -> NonUniform {
        NonUniform {
            workgroup: dependents.ways_to(Dependencies::NON_UNIFORM),
            subgroup: dependents.ways_to(Dependencies::WITHIN_SUBGROUP),
        }
    }

    fn of_scope(&self, scope: Scope) -> &Ways {
        match scope {
            Scope::Workgroup => &self.workgroup,
            Scope::Subgroup => &self.subgroup,
        }
    }

    /// Among which invocations `point` differs, if it does.
    fn scope_of(&self, point: Point) -> Option<Scope> {
        if self.subgroup.reach(point) {
            Some(Scope::Subgroup)
        } else {
            self.workgroup.reach(point).then_some(Scope::Workgroup)
        }
    }
}

fn summarise(function: &Function, flow: &Flow, findings: &mut Findings) -> Summary {
    let dependents = flow.dependencies.dependents();
    let non_uniform = NonUniform::of(&dependents);
    report::report(flow, &non_uniform, findings);
    let ways = |points: &[Point]| -> Vec<Ways> {
        let ways = points.iter().map(|point| dependents.ways_to(*point));
        ways.collect()
    };
    let (values, contents) = (ways(&flow.arguments), ways(&flow.contents));
    let name = function.name.as_deref().unwrap_or("a function");
    let output = |point: Point, what: &str| Output {
        of_values: values.iter().map(|ways| ways.reach(point)).collect(),
        of_contents: contents.iter().map(|ways| ways.reach(point)).collect(),
        differs: non_uniform.scope_of(point).map(|scope| {
            let words = format!("what `{name}` {what} may differ between the invocations");
            (words, scope)
        }),
    };
    let arguments = values
        .iter()
        .zip(&contents)
        .map(|(value, contents)| Argument {
            value: required(flow, value),
            contents: required(flow, contents),
        });
    Summary {
        call: required(flow, &dependents.ways_to(Dependencies::CALL)),
        arguments: arguments.collect(),
        result: output(flow.result, "returns"),
        left: flow
            .left
            .iter()
            .map(|point| output(*point, "writes"))
            .collect(),
    }
}

/// The first operation of each scope that depends on the target of `ways`.
fn required(flow: &Flow, ways: &Ways) -> Vec<Inner> {
    let of_scope = |scope| {
        let mut all = flow.requirements.iter();
        let found = all.find(|one| one.scope == scope && ways.reach(one.point))?;
        Some(match &found.subject {
            Subject::Operation(operation) | Subject::Operand(operation) => Inner {
                operation: operation.clone(),
                at: found.at,
                scope,
            },
            Subject::Call(_, inner) => inner.clone(),
        })
    };
    [Scope::Workgroup, Scope::Subgroup]
        .into_iter()
        .filter_map(of_scope)
        .collect()
}
