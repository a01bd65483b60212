//! Kernels that were built before: the same recipe gives the same text, so that none is ever
//! stale, and there are few of them.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use bitonic_dsl::{Error, Kernel};

/// Kernels by their recipes: all that their text follows from.
pub(crate) struct Cache<R>(Mutex<BTreeMap<R, Kernel>>);

impl<R: Ord> Cache<R> {
    /// Nothing yet.
    pub(crate) const fn new() -> Cache<R> {
        Cache(Mutex::new(BTreeMap::new()))
    }

    /// The kernel of `recipe`, built where it was not before.
    pub(crate) fn kernel<K: Into<Kernel>>(
        &self,
        recipe: R,
        build: impl FnOnce() -> Result<K, Error>,
    ) -> Result<Kernel, Error> {
        let built = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kernel) = built().get(&recipe) {
            return Ok(kernel.clone());
        }
        let kernel = build()?.into();
        built().insert(recipe, kernel.clone());
        Ok(kernel)
    }
}

/// The kernel of this name and the numbers that it is built with.
pub(crate) fn cached<K: Into<Kernel>>(
    name: &'static str,
    numbers: [u32; 3],
    build: impl FnOnce() -> Result<K, Error>,
) -> Result<Kernel, Error> {
    static BUILT: Cache<(&str, [u32; 3])> = Cache::new();
    BUILT.kernel((name, numbers), build)
}
