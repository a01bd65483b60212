//! Functions given as WGSL text: parsed, checked against the Rust types, and merged into
//! the kernel's module with all that they need of their text.
//!
//! `read` parses and checks, `needs` says what devices must have, `stage` what no
//! kernel can run, `merge` copies. A text is its own world: it sees nothing of the kernel, and is the same function wherever it is called.

mod merge;
mod needs;
mod read;
mod stage;
mod words;

use super::context::Context;
use crate::diagnostic::Diagnostic;
use crate::graph::Function;

/// Adds the function that `text` gives for `function` to the module.
///
/// # Errors
///
/// The text is no WGSL, or not of the type that Rust says.
pub(super) fn add(
    context: &mut Context<'_>,
    function: &Function,
    text: &str,
) -> Result<naga::Handle<naga::Function>, Diagnostic> {
    let read = read::read(function, text)?;
    for capability in &read.needs {
        context.needs.need(*capability, function.at);
    }
    merge::merge(context, function, &read)
}
