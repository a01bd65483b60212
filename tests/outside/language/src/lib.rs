//! Depends on the language alone. Its tests also have `bitonic-gpu`, which the library cannot
//! name: the macros must not either.

use bitonic_dsl as dsl;

#[path = "../../kernels.rs"]
pub mod kernels;
