//! Aliases: two ways to one variable in a call, of which one is written.
//!
//! What WGSL refuses ("Alias Analysis"): two pointers that are passed to one call lead
//! into the same variable, or one leads into a private variable that the callee uses by
//! its name, and the callee, or what that calls, writes through one of the two.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{
    Arena, Body, Function, FunctionId, Graph, NodeId, NodeKind, PlaceId, PlaceKind, Resource,
    ResourceId, StatementKind,
};

/// The variable that a place lies in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Root {
    Resource(ResourceId),
    Local(usize),
    /// What a pointer argument leads to.
    Argument(u32),
}

/// By variable that a body uses: whether it writes there.
type Uses = BTreeMap<Root, bool>;

struct Analysis<'a> {
    resources: &'a Arena<Resource>,
    known: HashMap<*const Function, Uses>,
    faults: Vec<Diagnostic>,
}

/// The calls of `graph` that are given two ways to one variable.
pub(super) fn check(graph: &Graph) -> Vec<Diagnostic> {
    let mut analysis = Analysis {
        resources: &graph.resources,
        known: HashMap::new(),
        faults: Vec::new(),
    };
    analysis.body(&graph.body);
    analysis.faults
}

impl Analysis<'_> {
    fn function(&mut self, function: &Arc<Function>) -> Uses {
        let address = Arc::as_ptr(function);
        if let Some(known) = self.known.get(&address) {
            return known.clone();
        }
        let uses = self.body(&function.body);
        self.known.insert(address, uses.clone());
        uses
    }

    /// What `body` and its callees use, and the faults of its calls.
    fn body(&mut self, body: &Body) -> Uses {
        let mut uses = Uses::new();
        for (_, node) in body.nodes.iter() {
            match &node.kind {
                NodeKind::Load(place) | NodeKind::UniformLoad(place) => {
                    note(&mut uses, root(body, *place), false);
                }
                NodeKind::Atomic(place, _) => note(&mut uses, root(body, *place), true),
                NodeKind::Call(function, arguments) => {
                    self.call(body, *function, arguments, node.at, &mut uses);
                }
                NodeKind::Literal(_)
                | NodeKind::Constant(_)
                | NodeKind::Override(_)
                | NodeKind::Zero
                | NodeKind::Input(_)
                | NodeKind::Argument(_)
                | NodeKind::Parameter(_)
                | NodeKind::Unary(..)
                | NodeKind::Binary(..)
                | NodeKind::Builtin(..)
                | NodeKind::Select { .. }
                | NodeKind::Convert(_)
                | NodeKind::Bitcast(_)
                | NodeKind::Splat(_)
                | NodeKind::Compose(_)
                | NodeKind::Swizzle(..)
                | NodeKind::Field(..)
                | NodeKind::Element(..)
                | NodeKind::Address(_)
                | NodeKind::ArrayLength(_)
                | NodeKind::Texture(..)
                | NodeKind::Subgroup(_)
                | NodeKind::Poison => {}
            }
        }
        for (_, block) in body.blocks.iter() {
            for statement in &block.statements {
                match &statement.kind {
                    StatementKind::Store(place, _) => note(&mut uses, root(body, *place), true),
                    StatementKind::Call(function, arguments) => {
                        self.call(body, *function, arguments, statement.at, &mut uses);
                    }
                    StatementKind::Make(_)
                    | StatementKind::MakePlace(_)
                    | StatementKind::Declare(..)
                    | StatementKind::StoreTexel(..)
                    | StatementKind::If { .. }
                    | StatementKind::Switch { .. }
                    | StatementKind::Loop { .. }
                    | StatementKind::Break
                    | StatementKind::Continue
                    | StatementKind::Return(_)
                    | StatementKind::Barrier(_) => {}
                }
            }
        }
        uses
    }

    fn call(
        &mut self,
        body: &Body,
        callee: FunctionId,
        arguments: &[NodeId],
        at: SourceLocation,
        uses: &mut Uses,
    ) {
        let callee = &body.callees[callee];
        let inner = self.function(callee);
        let mut ways: Uses = Uses::new();
        for (root, written) in &inner {
            if let Root::Resource(_) = root {
                note(&mut ways, *root, *written);
            }
        }
        for (position, argument) in (0..).zip(arguments) {
            let NodeKind::Address(place) = body.nodes[*argument].kind else {
                continue;
            };
            let root = root(body, place);
            let Some(written) = inner.get(&Root::Argument(position)) else {
                continue;
            };
            if let Some(other) = ways.get(&root)
                && (*other || *written)
            {
                let fault = alias(&callee.name, root, at);
                let declared = self.declared(body, root);
                self.faults.push(match declared {
                    Some(declared) => fault.label(declared, "the variable"),
                    None => fault,
                });
            }
            note(&mut ways, root, *written);
        }
        for (root, written) in ways {
            note(uses, root, written);
        }
    }

    /// Where the variable `root` of `body` is declared.
    fn declared(&self, body: &Body, root: Root) -> Option<SourceLocation> {
        match root {
            Root::Resource(resource) => Some(self.resources[resource].at),
            Root::Local(local) => {
                let mut locals = body.locals.iter().map(|(_, local)| local.at);
                locals.nth(local)
            }
            Root::Argument(_) => None,
        }
    }
}

fn note(uses: &mut Uses, root: Root, written: bool) {
    *uses.entry(root).or_insert(false) |= written;
}

fn root(body: &Body, mut place: PlaceId) -> Root {
    while let Some(base) = body.places[place].kind.base() {
        place = base;
    }
    match body.places[place].kind {
        PlaceKind::Resource(resource) => Root::Resource(resource),
        PlaceKind::Argument(position) => Root::Argument(position),
        PlaceKind::Local(local) => Root::Local(local.index()),
        // Each of these has a base.
        PlaceKind::Element(base, _) | PlaceKind::Component(base, _) | PlaceKind::Field(base, _) => {
            Root::Local(base.index())
        }
    }
}

fn alias(callee: &str, root: Root, at: SourceLocation) -> Diagnostic {
    let message = match root {
        Root::Resource(_) => format!(
            "a pointer to a private variable is passed to `{callee}`, which also reaches the variable another way and writes it"
        ),
        Root::Local(_) | Root::Argument(_) => {
            format!("two pointers to one variable are passed to `{callee}`, which writes it")
        }
    };
    Diagnostic::new(message, at)
        .caption("called here")
        .help("pass the variable once, or pass a copy: `.load().to_var(..)`")
}
