//! A kernel that was built.

use crate::diagnostic::Diagnostic;
use crate::error::Error;
use crate::graph::Graph;

/// A kernel.
#[derive(Debug)]
pub struct Kernel {
    graph: Graph,
}

impl Kernel {
    pub(crate) fn new(graph: Graph, recorded: Vec<Diagnostic>) -> Result<Kernel, Error> {
        if recorded.is_empty() { Ok(Kernel { graph }) } else { Err(Error(recorded)) }
    }

    /// The graph.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }
}
