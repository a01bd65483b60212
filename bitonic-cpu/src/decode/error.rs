//! Why a module cannot run on the software adapter, in WGSL's words.

use naga::Span;

/// A construct that the software adapter does not run, and where it stands.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct DecodeError {
    message: String,
    span: Span,
}

impl DecodeError {
    /// `what` is a plural noun phrase: "texture operations".
    pub(crate) fn unsupported(what: impl std::fmt::Display, span: Span) -> Self {
        Self::new(
            format!("{what} are not supported by the software adapter"),
            span,
        )
    }

    pub(crate) fn new(message: String, span: Span) -> Self {
        Self { message, span }
    }

    /// The construct's place in the WGSL text; undefined where the module has none.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span
    }
}
