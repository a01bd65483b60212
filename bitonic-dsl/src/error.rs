//! Why a kernel was refused: diagnostics, rendered as the Rust compiler renders
//! its own.

use std::fmt;
use std::process::ExitCode;
use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::graph::Graph;

mod calls;
mod extent;
mod render;
mod sources;
mod style;
#[cfg(test)]
mod tests;

pub use style::Style;

/// Why a kernel was refused: one fault or more, in source order.
///
/// `Display` shows each with its line of the source, where the file can be read, and how
/// many there are. So does `Debug`, which is what a `main` that returns the error prints;
/// `{:#?}` shows the data. Both are plain: [`report`](Error::report) prints in colour where
/// there is a terminal.
#[derive(Clone)]
pub struct Error {
    kernel: Arc<str>,
    diagnostics: Arc<[Diagnostic]>,
}

impl Error {
    /// An error of these faults of the kernel, each told once; those within functions
    /// also name the calls.
    pub(crate) fn of(graph: &Graph, mut diagnostics: Vec<Diagnostic>) -> Error {
        calls::name_calls(graph, &mut diagnostics);
        Error::new(&graph.name, diagnostics)
    }

    fn new(kernel: &str, mut diagnostics: Vec<Diagnostic>) -> Error {
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
            kernel: kernel.into(),
            diagnostics: told.into(),
        }
    }

    /// The faults, in source order.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The text of all faults, one behind the other, and a line that counts them.
    #[must_use]
    pub fn render(&self, style: Style) -> String {
        self.text(Some(&self.closing()), style)
    }

    /// Prints the text to the standard error, coloured where that is a terminal
    /// ([`Style::of_stderr`]), and gives the exit code of a failure.
    ///
    /// ```no_run
    /// use std::process::ExitCode;
    /// use bitonic_dsl::*;
    ///
    /// fn main() -> ExitCode {
    ///     match kernel("empty").build(|_| {}) {
    ///         Ok(_) => ExitCode::SUCCESS,
    ///         Err(error) => error.report(),
    ///     }
    /// }
    /// ```
    pub fn report(&self) -> ExitCode {
        eprintln!("{}", self.render(Style::of_stderr()));
        ExitCode::FAILURE
    }

    fn text(&self, closing: Option<&str>, style: Style) -> String {
        render::render(&self.diagnostics, closing, sources::read, style)
    }

    fn closing(&self) -> String {
        let faults = match self.diagnostics.len() {
            1 => "1 fault".to_owned(),
            count => format!("{count} faults"),
        };
        format!("kernel `{}` was refused for {faults}", self.kernel)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(Style::Plain))
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return f.debug_list().entries(self.diagnostics()).finish();
        }
        // What prints it has put a word of its own on the line: the count comes first.
        let text = self.text(None, Style::Plain);
        write!(f, "{}\n\n{text}", self.closing())
    }
}

impl std::error::Error for Error {}
