//! Why a kernel was refused.

use crate::diagnostic::Diagnostic;

/// Why a kernel was refused.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0:#?}")]
pub struct Error(pub(crate) Vec<Diagnostic>);
