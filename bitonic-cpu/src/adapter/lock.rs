//! Locking that outlives a panic of the application.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks `mutex`, also after a panic elsewhere: an application's error handler may panic (wgpu's
/// default one does), and the state under these locks is whole between any two statements.
pub(super) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
