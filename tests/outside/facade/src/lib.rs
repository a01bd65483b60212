//! Depends on `bitonic-gpu` as most do. An example in the documentation is a crate of its own:
//!
//! ```
//! use bitonic::*;
//!
//! #[kernel]
//! fn clear(data: &mut [u32]) {
//!     data[instance_index()] = 0;
//! }
//!
//! assert_eq!(clear()?.name(), "clear");
//! # Ok::<(), bitonic::Error>(())
//! ```

use bitonic as dsl;

#[path = "../../kernels.rs"]
pub mod kernels;
