//! What the language does not say yet, and why: the end of the page.

/// A member that has no entry, and why.
pub(crate) struct Missing {
    pub(crate) area: &'static str,
    pub(crate) member: &'static str,
    pub(crate) reason: &'static str,
}

const fn missing(area: &'static str, member: &'static str, reason: &'static str) -> Missing {
    Missing {
        area,
        member,
        reason,
    }
}

/// Why a member is missing that is being made.
const NOT_YET: &str = "not in the language yet, or not in this test";

/// What the language does not say yet.
pub(crate) const MISSING: &[Missing] = &[
    missing("synchronisation", "textureBarrier", NOT_YET),
    missing("textures", "storage texture 1D", NOT_YET),
    missing("textures", "storage texture 2D", NOT_YET),
    missing("textures", "storage texture 2D-array", NOT_YET),
    missing("textures", "storage texture 3D", NOT_YET),
    missing("textures", "access: read", NOT_YET),
    missing("textures", "access: write", NOT_YET),
    missing("textures", "access: read_write", NOT_YET),
    missing("textures", "sampled texture by load", NOT_YET),
    missing("textures", "sampled texture at a level", NOT_YET),
    missing("textures", "dimensions", NOT_YET),
    missing("textures", "levels", NOT_YET),
    missing("textures", "layers", NOT_YET),
];
