//! What the software adapter does not do, and the inert objects that stand in for it.
//!
//! Each call that would make such an object reports an [`Unsupported`] error; using the object
//! afterwards does nothing, or reports again where the API has a place for it.

use super::error_sink::ApiError;

pub(super) mod objects;
pub(super) mod render_bundle;
pub(super) mod render_pass;
pub(super) mod surface;

/// Something that is not supported, named.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the software adapter runs compute only: {0} is not supported")]
pub(super) struct Unsupported(pub(super) &'static str);

impl ApiError for Unsupported {}
