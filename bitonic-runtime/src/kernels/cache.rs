//! Kernels that were built before: the same recipe gives the same text, so that none is ever
//! stale, and there are few of them.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use bitonic_dsl::{Error, Kernel};

/// A kernel by its name and the numbers that it was built with.
type Recipe = (&'static str, [u32; 3]);

static BUILT: Mutex<BTreeMap<Recipe, Kernel>> = Mutex::new(BTreeMap::new());

/// The kernel of this recipe, built where it was not before.
pub(crate) fn cached<K: Into<Kernel>>(
    name: &'static str,
    numbers: [u32; 3],
    build: impl FnOnce() -> Result<K, Error>,
) -> Result<Kernel, Error> {
    let built = || BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    let recipe = (name, numbers);
    if let Some(kernel) = built().get(&recipe) {
        return Ok(kernel.clone());
    }
    let kernel = build()?.into();
    built().insert(recipe, kernel.clone());
    Ok(kernel)
}
