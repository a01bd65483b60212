//! The clock of the host. A browser has one that the standard library does not reach:
//! there `std::time::Instant::now` panics.

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use std::time::Instant;
#[cfg(target_arch = "wasm32")]
pub(crate) use web_time::Instant;
