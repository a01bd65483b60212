//! What is told about a requirement that does not hold.

use super::dependencies::{Dependencies, Origin, Ways};
use super::flow::Flow;
use super::{Findings, NonUniform, Requirement, Scope, Subject};
use crate::diagnostic::Diagnostic;

/// Reports the requirements of a function that do not hold, whoever calls it, and whether
/// some hold for each subgroup alone.
pub(super) fn report(flow: &Flow, non_uniform: &NonUniform, findings: &mut Findings) {
    for requirement in &flow.requirements {
        let ways = non_uniform.of_scope(requirement.scope);
        if ways.reach(requirement.point) {
            let fault = explain(requirement, &flow.dependencies, ways);
            findings.faults.push(fault);
        } else if non_uniform.workgroup.reach(requirement.point) {
            findings.needs_subgroup_scope = true;
        }
    }
}

fn explain(requirement: &Requirement, dependencies: &Dependencies, ways: &Ways) -> Diagnostic {
    let mut fault = headline(requirement);
    let mut branch_named = false;
    for point in ways.path(requirement.point) {
        match dependencies.origin(point) {
            Origin::Branch(at) if !branch_named => {
                branch_named = true;
                // A branch that is given the barrier itself is one place with it.
                if *at != requirement.at {
                    fault = fault.label(*at, "this decides which invocations go on");
                }
            }
            Origin::Source(at, words) => fault = fault.label(*at, words.clone()),
            Origin::Plain | Origin::Branch(_) => {}
        }
    }
    fault.help(help(requirement))
}

fn headline(requirement: &Requirement) -> Diagnostic {
    let group = group(requirement.scope);
    match &requirement.subject {
        Subject::Operation(name) => Diagnostic::new(
            format!("`{name}` in control flow that is not uniform"),
            requirement.at,
        )
        .caption(format!("some invocations of the {group} may not come here")),
        Subject::Operand(name) => Diagnostic::new(
            format!("an operand of `{name}` is not uniform"),
            requirement.at,
        )
        .caption(format!(
            "it may differ between the invocations of the {group}"
        )),
        Subject::Call(function, inner) => Diagnostic::new(
            format!(
                "`{function}`, which holds a `{}`, is called so that not all invocations reach it together",
                inner.operation
            ),
            requirement.at,
        )
        .caption("called here")
        .label(inner.at, match inner.operation.ends_with("barrier") {
            true => "the barrier is here",
            false => "the operation is here",
        }),
    }
}

fn group(scope: Scope) -> &'static str {
    match scope {
        Scope::Workgroup => "workgroup",
        Scope::Subgroup => "subgroup",
    }
}

fn help(requirement: &Requirement) -> &'static str {
    let is_barrier = match &requirement.subject {
        Subject::Operand(_) => {
            return "make it of constants, parameters, `workgroup_id`, uniform buffers and read-only buffers";
        }
        Subject::Operation(name) => name.ends_with("barrier"),
        Subject::Call(_, inner) => inner.operation.ends_with("barrier"),
    };
    match (requirement.scope, is_barrier) {
        (Scope::Workgroup, _) => {
            "let every invocation reach it, and put only the reads and writes into the branch; \
             a condition is uniform if it is made of constants, parameters, `workgroup_id`, uniform buffers \
             and read-only buffers"
        }
        (Scope::Subgroup, true) => {
            "let every invocation of the subgroup reach it, and put only the reads and writes into \
             the branch; a condition is uniform if it is made of constants, parameters, `workgroup_id`, \
             `subgroup_id`, uniform buffers and read-only buffers"
        }
        (Scope::Subgroup, false) => {
            "let every invocation of the subgroup reach it, and choose with `select` what each gives; \
             a condition is uniform if it is made of constants, parameters, `workgroup_id`, `subgroup_id`, \
             uniform buffers and read-only buffers"
        }
    }
}
