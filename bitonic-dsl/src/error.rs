//! Why a kernel was refused: diagnostics, rendered as the Rust compiler renders
//! its own.

use std::fmt;
use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::graph::Graph;

mod calls;
mod render;
#[cfg(test)]
mod tests;

/// Why a kernel was refused: one fault or more, in source order.
///
/// `Display` shows each with its line of the source, where the file can be read. So does
/// `Debug`, which is what a `main` that returns the error prints; `{:#?}` shows the data.
#[derive(Clone)]
pub struct Error {
    diagnostics: Arc<[Diagnostic]>,
}

impl Error {
    /// An error of these faults, each told once.
    pub(crate) fn new(mut diagnostics: Vec<Diagnostic>) -> Error {
        diagnostics.sort_by_key(|diagnostic| diagnostic.at);
        let mut told: Vec<Diagnostic> = Vec::with_capacity(diagnostics.len());
        for diagnostic in diagnostics {
            let same_place = told
                .iter()
                .rev()
                .take_while(|other| other.at == diagnostic.at);
            if same_place.clone().all(|other| *other != diagnostic) {
                told.push(diagnostic);
            }
        }
        Error {
            diagnostics: told.into(),
        }
    }

    /// An error of the faults of `graph`; those within functions also name the calls.
    pub(crate) fn of(graph: &Graph, mut diagnostics: Vec<Diagnostic>) -> Error {
        calls::name_calls(graph, &mut diagnostics);
        Error::new(diagnostics)
    }

    /// The faults, in source order.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        render::render(&self.diagnostics, render::read, f)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return f.debug_list().entries(self.diagnostics()).finish();
        }
        write!(f, "the kernel was refused\n{self}")
    }
}

impl std::error::Error for Error {}
