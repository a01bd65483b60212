//! How deep blocks may lie in blocks. Compilers of WGSL stop at a depth, and so do the
//! walks of this crate, which are recursive: this check comes first and is not.

use std::collections::HashSet;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{Body, Graph, StatementKind};

/// What Tint allows is 127 levels of statements and blocks; some are ours.
const MOST_LEVELS: usize = 120;

/// Every place of `graph` where nesting first passes what compilers take.
pub(crate) fn check(graph: &Graph) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    let mut seen = HashSet::new();
    let mut bodies = vec![&graph.body];
    while let Some(body) = bodies.pop() {
        faults.extend(too_deep(body).map(fault));
        for (_, callee) in body.callees.iter() {
            if seen.insert(Arc::as_ptr(callee)) {
                bodies.push(&callee.body);
            }
        }
    }
    faults
}

/// Levels of the text that a statement adds to what lies within it.
fn levels(body: &Body, kind: &StatementKind) -> usize {
    match kind {
        // Besides, its cases; or all of them within each other.
        StatementKind::Switch { cases, .. } if leaves_a_loop(body, kind) => 2 * cases.len().max(1),
        StatementKind::Switch { .. } => 3,
        // The statement and its block.
        StatementKind::If { .. } => 2,
        // Besides, `continuing` and its statements.
        StatementKind::Loop { .. } => 4,
        StatementKind::Make(_)
        | StatementKind::MakePlace(_)
        | StatementKind::Declare(..)
        | StatementKind::Store(..)
        | StatementKind::StoreTexel(..)
        | StatementKind::Call(..)
        | StatementKind::Break
        | StatementKind::Continue
        | StatementKind::Return(_)
        | StatementKind::Barrier(_) => 0,
    }
}

/// Whether a `Break` in the switch `kind` may leave the loop around it, so that it becomes
/// a chain of branches.
fn leaves_a_loop(body: &Body, kind: &StatementKind) -> bool {
    let mut open = kind.blocks();
    while let Some(block) = open.pop() {
        for statement in &body.blocks[block].statements {
            match &statement.kind {
                StatementKind::Break => return true,
                StatementKind::Loop { .. } => {}
                StatementKind::Make(_)
                | StatementKind::MakePlace(_)
                | StatementKind::Declare(..)
                | StatementKind::Store(..)
                | StatementKind::StoreTexel(..)
                | StatementKind::Call(..)
                | StatementKind::If { .. }
                | StatementKind::Switch { .. }
                | StatementKind::Continue
                | StatementKind::Return(_)
                | StatementKind::Barrier(_) => open.extend(statement.kind.blocks()),
            }
        }
    }
    false
}

fn too_deep(body: &Body) -> Option<SourceLocation> {
    let mut open = vec![(body.root, 0)];
    while let Some((block, depth)) = open.pop() {
        for statement in &body.blocks[block].statements {
            let within = depth + levels(body, &statement.kind);
            if within > MOST_LEVELS {
                return Some(statement.at);
            }
            let blocks = statement.kind.blocks().into_iter();
            open.extend(blocks.map(|block| (block, within)));
        }
    }
    None
}

fn fault(at: SourceLocation) -> Diagnostic {
    Diagnostic::new("branches and loops lie too deep in each other", at)
        .caption("one level too many")
        .help("compilers of WGSL take some 60 branches or 30 loops: move a part into a `Fn`")
}
