//! What the language does not say yet, and why: the end of the page.

/// A member that has no entry, and why.
pub(crate) struct Missing {
    pub(crate) area: &'static str,
    pub(crate) member: &'static str,
    pub(crate) reason: &'static str,
}

/// Each with its reason. A member is here or has an entry.
pub(crate) const MISSING: &[Missing] = &[];
