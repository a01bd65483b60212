//! Who may use what: a value belongs to the recorder that made it, a resource or a
//! parameter to its kernel and to the functions written in it.

use std::fmt::Display;
use std::panic::Location;

use super::{Handle, STACK, Scope, Stack, source, with};
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{NodeId, NodeKind, ParameterId, PlaceId};
use crate::types::Type;

/// Checks that a resource or parameter of `owner` may be used here. In a function
/// it ties the function to that kernel.
#[track_caller]
pub(in crate::author) fn claim(
    owner: Scope,
    what: &dyn Display,
    made: &'static Location<'static>,
) -> bool {
    claim_or(
        owner,
        what,
        made,
        "declare a resource in each kernel that uses it",
    )
}

/// [`claim`] with what mends the fault.
#[track_caller]
pub(in crate::author) fn claim_or(
    owner: Scope,
    what: &dyn Display,
    made: &'static Location<'static>,
    help: &str,
) -> bool {
    let at = SourceLocation::caller();
    with(|_| ());
    STACK.with_borrow_mut(|stack| {
        let allowed = stack.tie_to(owner);
        if !allowed {
            let fault = foreign_resource(stack, owner, what, at)
                .label(source(made), "made here")
                .help(help);
            if let Some(top) = stack.recorders.last_mut() {
                top.diagnostics.push(fault);
            }
        }
        allowed
    })
}

fn foreign_resource(
    stack: &Stack,
    owner: Scope,
    what: &dyn Display,
    at: SourceLocation,
) -> Diagnostic {
    let top = stack.recorders.last();
    let user = top.map_or("", |top| stack.name(top.scope));
    let owner = stack.name(owner);
    Diagnostic::new(format!("{what} of {owner} is used in {user}"), at).caption("used here")
}

/// What a handle stands for.
#[derive(Clone, Copy)]
enum Foreign {
    Value,
    Place,
}

impl Foreign {
    fn words(self) -> &'static str {
        match self {
            Foreign::Value => "a value",
            Foreign::Place => "a variable or place",
        }
    }

    fn help(self, in_function: bool) -> &'static str {
        match (self, in_function) {
            (Foreign::Value, true) => "a function sees only its arguments: pass the value as one",
            (Foreign::Place, true) => {
                "a function sees only its arguments: pass what the place holds, or a `Pointer` to it"
            }
            (Foreign::Value, false) => {
                "a value lives in the kernel that made it: make it again here"
            }
            (Foreign::Place, false) => "it lives in the kernel that made it: make it again here",
        }
    }
}

fn foreign<I>(stack: &Stack, what: Foreign, handle: Handle<I>, at: SourceLocation) -> Diagnostic {
    let user = stack
        .recorders
        .last()
        .map_or("", |top| stack.name(top.scope));
    let in_function = stack.recorders.last().is_some_and(|top| !top.is_kernel());
    let owner = stack.name(handle.scope);
    Diagnostic::new(format!("{} of {owner} is used in {user}", what.words()), at)
        .caption("used here")
        .label(source(handle.at), "made here")
        .help(what.help(in_function))
}

/// Records that the innermost recorder was given a handle of another one.
fn report_foreign<I>(what: Foreign, handle: Handle<I>, at: SourceLocation) {
    STACK.with_borrow_mut(|stack| {
        let fault = foreign(stack, what, handle, at);
        if let Some(top) = stack.recorders.last_mut() {
            top.diagnostics.push(fault);
        }
    });
}

/// The node that `handle` names, as an operand of what is recorded now.
#[track_caller]
pub(in crate::author) fn operand(handle: Handle<NodeId>) -> NodeId {
    let at = SourceLocation::caller();
    if with(|recorder| recorder.scope == handle.scope) {
        return handle.id;
    }
    if let Some((parameter, ty)) = outer_parameter(handle)
        && claim(handle.scope, &"a parameter", handle.at)
    {
        return with(|recorder| recorder.make(NodeKind::Parameter(parameter), ty, at));
    }
    report_foreign(Foreign::Value, handle, at);
    with(|recorder| recorder.make(NodeKind::Poison, Type::U32, at))
}

/// The parameter that `handle` stands for, if it is one of a kernel under way: that is
/// the same in every function that belongs to the kernel.
fn outer_parameter(handle: Handle<NodeId>) -> Option<(ParameterId, Type)> {
    STACK.with_borrow(|stack| {
        let mut kernels = stack
            .recorders
            .iter()
            .filter(|recorder| recorder.is_kernel());
        let kernel = kernels.find(|kernel| kernel.scope == handle.scope)?;
        let node = &kernel.body.nodes[handle.id];
        match node.kind {
            NodeKind::Parameter(parameter) => Some((parameter, node.ty.clone())),
            _ => None,
        }
    })
}

/// The place that `handle` names, as an operand of what is recorded now.
#[track_caller]
pub(in crate::author) fn place_operand(handle: Handle<PlaceId>) -> Option<PlaceId> {
    let at = SourceLocation::caller();
    if with(|recorder| recorder.scope == handle.scope) {
        return Some(handle.id);
    }
    report_foreign(Foreign::Place, handle, at);
    None
}
