//! Limits that hold on every device, in the author's words.

use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{Body, Function, Graph, Resource, Space};
use crate::lower::behaviour::Behaviours;
use crate::types::{Layout, Type};
use std::collections::HashSet;

/// The most invocations that a workgroup can number.
const MOST_INVOCATIONS: u64 = 1 << 31;

/// The most elements of an array of fixed length that lies in no buffer, as Tint has it.
pub(super) const MOST_ELEMENTS: u32 = 65_535;

pub(super) fn check(graph: &Graph) -> Vec<Diagnostic> {
    let mut faults = workgroup_size(graph);
    endless_loops(&graph.body, &mut faults, &mut HashSet::new());
    faults
}

pub(super) fn workgroup_size(graph: &Graph) -> Vec<Diagnostic> {
    let size = graph.workgroup_size;
    let count: u64 = size
        .iter()
        .copied()
        .map(u64::from)
        .fold(1, u64::saturating_mul);
    let (wrong, help) = if count == 0 {
        ("no invocations", "give each dimension a size of at least 1")
    } else if count > MOST_INVOCATIONS {
        (
            "too many invocations",
            "most devices allow 256 invocations in all",
        )
    } else {
        return Vec::new();
    };
    let (name, size) = (&graph.name, dimensions(size));
    let message = format!("the workgroup of `{name}` has {wrong}: {size}");
    vec![Diagnostic::new(message, graph.at).help(help)]
}

/// The fault of the workgroup array `name`, if it cannot have `length` elements.
pub(crate) fn array_length(name: &str, length: u32, at: SourceLocation) -> Option<Diagnostic> {
    match length {
        0 => Some(
            Diagnostic::new(format!("workgroup array `{name}` has no elements"), at)
                .help("give it a length of 1 or more"),
        ),
        1..=MOST_ELEMENTS => None,
        _ => Some(
            Diagnostic::new(
                format!("workgroup array `{name}` has too many elements"),
                at,
            )
            .caption(format!("{length} elements"))
            .help(format!(
                "WGSL's arrays of fixed length hold at most {MOST_ELEMENTS}"
            )),
        ),
    }
}

/// The faults of the lengths that overrides of `graph` were given in `settled`.
pub(crate) fn array_lengths(graph: &Graph, settled: &Graph) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    for ((_, before), (_, after)) in graph.resources.iter().zip(settled.resources.iter()) {
        let (Some(one), None, Type::Array(array)) = (&before.length, &after.length, &after.ty)
        else {
            continue;
        };
        let length = array.length.unwrap_or(0);
        let fault = array_length(&after.name, length, after.at);
        let text = format!("its length is the override `{}`, {length}", one.name);
        faults.extend(fault.map(|fault| fault.label(one.at, text)));
    }
    faults
}

fn dimensions([x, y, z]: [u32; 3]) -> String {
    format!("{x} x {y} x {z}")
}

fn endless_loops(body: &Body, faults: &mut Vec<Diagnostic>, seen: &mut HashSet<*const Function>) {
    let behaviours = Behaviours::of(body);
    faults.extend(
        behaviours
            .endless_loops()
            .iter()
            .map(|at| endless_loop(*at)),
    );
    for (_, function) in body.callees.iter() {
        if seen.insert(std::sync::Arc::as_ptr(function)) {
            endless_loops(&function.body, faults, seen);
        }
    }
}

fn endless_loop(at: SourceLocation) -> Diagnostic {
    Diagnostic::new("nothing ever leaves this loop", at)
        .help("give it a condition, or leave it with `Break()` or `Return()`")
}

/// The fault of workgroup memory that takes `bytes`, more than the `limit` of a target.
pub(crate) fn workgroup_memory(graph: &Graph, bytes: u32, limit: u32) -> Option<Diagnostic> {
    if bytes <= limit {
        return None;
    }
    let resources = graph.resources.iter().map(|(_, one)| one);
    let mut arrays: Vec<(u32, &Resource)> = resources
        .filter(|one| one.space == Space::Workgroup)
        .map(|one| (Layout::of(&one.ty).size, one))
        .collect();
    // The largest first; of equal ones the first.
    arrays.sort_by_key(|(size, _)| std::cmp::Reverse(*size));
    let at = arrays.first().map_or(graph.at, |(_, largest)| largest.at);
    let message = format!(
        "the workgroup memory of `{}` takes {bytes} bytes, where the target has {limit}",
        graph.name
    );
    let words = |(size, one): &(u32, &Resource)| format!("`{}` takes {size} of them", one.name);
    let caption = arrays.first().map(words).unwrap_or_default();
    let fault = Diagnostic::new(message, at).caption(caption);
    let others = arrays.iter().skip(1);
    let fault = others.fold(fault, |fault, one| fault.label(one.1.at, words(one)));
    Some(
        fault.help(
            "use shorter arrays, smaller elements, or one array for what is not needed at once",
        ),
    )
}
