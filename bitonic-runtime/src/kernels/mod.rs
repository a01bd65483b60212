//! The kernels of this crate, written in the DSL and generic over the key type.
//! Pure: they become text here and run elsewhere.
//!
//! `key` maps keys to words and back, `exchange` holds the comparators, `local`
//! and `global` the kernels of `BitonicSort`, `xor` those of the form with direction bits, `catalog` their names.

mod catalog;
mod exchange;
mod global;
mod key;
mod local;
mod xor;

pub use catalog::{Entry, catalog};
pub use global::{copy, disperse_global, flip_global};
pub use key::{Coding, Key};
pub use local::{disperse_local, swap_local};
pub use xor::{pad, unpad, xor_exchange};
