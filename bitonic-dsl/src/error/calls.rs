//! Faults within functions also name the calls that lead there.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Label, SourceLocation};
use crate::graph::{Body, Function, Graph, NodeKind, StatementKind};

/// The first call of each function, and what is written in it.
#[derive(Default)]
struct Calls<'a> {
    /// By a place in a function: where the function is first called, and its name.
    caller: HashMap<SourceLocation, (SourceLocation, &'a str)>,
    seen: HashSet<*const Function>,
}

/// Adds to each fault that stands in a function of `graph` where that is called,
/// and where the caller is called, up to the kernel.
pub(super) fn name_calls(graph: &Graph, faults: &mut [Diagnostic]) {
    let mut calls = Calls::default();
    calls.body(&graph.body);
    if calls.seen.is_empty() {
        return;
    }
    for fault in faults {
        let mut at = fault.at;
        // A function cannot call itself, so that the chain ends; a place that two
        // functions share must not make it turn for ever.
        for _ in 0..calls.seen.len() {
            let Some((call, name)) = calls.caller.get(&at) else {
                break;
            };
            // The recorder has named the call of what it found itself.
            if fault.labels.iter().all(|label| label.at != *call) {
                fault.labels.push(called(*call, name));
            }
            at = *call;
        }
    }
}

fn called(at: SourceLocation, name: &str) -> Label {
    let text = match name {
        "" => "called here".to_owned(),
        name => format!("`{name}` called here"),
    };
    Label {
        at,
        text,
        operator: None,
    }
}

impl<'a> Calls<'a> {
    fn body(&mut self, body: &'a Body) {
        for (_, node) in body.nodes.iter() {
            if let NodeKind::Call(function, _) = &node.kind {
                self.call(&body.callees[*function], node.at);
            }
        }
        for (_, block) in body.blocks.iter() {
            for statement in &block.statements {
                if let StatementKind::Call(function, _) = &statement.kind {
                    self.call(&body.callees[*function], statement.at);
                }
            }
        }
    }

    fn call(&mut self, function: &'a Arc<Function>, at: SourceLocation) {
        if !self.seen.insert(Arc::as_ptr(function)) {
            return;
        }
        for place in places(&function.body).chain([function.at]) {
            self.caller.entry(place).or_insert((at, &function.name));
        }
        self.body(&function.body);
    }
}

/// Every place in which something of `body` is written.
fn places(body: &Body) -> impl Iterator<Item = SourceLocation> {
    let nodes = body.nodes.iter().map(|(_, node)| node.at);
    let places = body.places.iter().map(|(_, place)| place.at);
    let blocks = body.blocks.iter();
    let statements = blocks.flat_map(|(_, block)| block.statements.iter().map(|one| one.at));
    nodes.chain(places).chain(statements)
}
