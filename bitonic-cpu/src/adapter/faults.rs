//! Reports of faults in shaders: who hears of them, and what they say.
//!
//! Which faults there are is the work of `check`; here each gets the pipeline that ran and the
//! place in its WGSL text.

use std::{fmt, sync::Arc};

use naga::Span;

use crate::check::Fault;

/// A fault of a shader, found while a dispatch ran.
#[derive(Clone, Debug)]
pub struct FaultReport {
    /// The label of the pipeline; empty if it has none.
    pub pipeline: String,
    /// The entry point that ran.
    pub entry_point: String,
    /// What went wrong, and how often in this dispatch.
    pub fault: Fault,
    /// Where in the WGSL text; none if the module came as IR without spans.
    pub place: Option<FaultPlace>,
}

/// A place in WGSL text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultPlace {
    /// The line, from 1.
    pub line: u32,
    /// The column in bytes, from 1.
    pub column: u32,
    /// The line's text, without the blanks at its ends.
    pub text: String,
}

impl fmt::Display for FaultReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "in `{}`", self.entry_point)?;
        if !self.pipeline.is_empty() {
            write!(f, " of pipeline '{}'", self.pipeline)?;
        }
        if let Some(FaultPlace { line, column, text }) = &self.place {
            write!(f, ", line {line} column {column}, `{text}`")?;
        }
        write!(f, ": {}", self.fault)
    }
}

/// Is told of each fault once the dispatch that has it is done.
///
/// ```
/// use bitonic_cpu::{AdapterOptions, FaultHandler, instance_with};
///
/// let on_fault = FaultHandler::new(|report| eprintln!("{report}"));
/// let instance = instance_with(AdapterOptions { on_fault: Some(on_fault), ..Default::default() });
/// # let _ = instance;
/// ```
#[derive(Clone)]
pub struct FaultHandler(Arc<dyn Fn(&FaultReport) + Send + Sync>);

impl FaultHandler {
    /// A handler that calls `report` on the thread that submits the work.
    pub fn new(report: impl Fn(&FaultReport) + Send + Sync + 'static) -> Self {
        Self(Arc::new(report))
    }

    pub(super) fn report(&self, report: &FaultReport) {
        (self.0)(report);
    }
}

impl fmt::Debug for FaultHandler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FaultHandler")
    }
}

/// The place of `span` in `source`.
pub(super) fn place(span: Span, source: &str) -> Option<FaultPlace> {
    if source.is_empty() || !span.is_defined() {
        return None;
    }
    let location = span.location(source);
    let text = source.lines().nth(location.line_number as usize - 1)?;
    Some(FaultPlace {
        line: location.line_number,
        column: location.line_position,
        text: text.trim().to_owned(),
    })
}
