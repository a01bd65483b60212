//! The kernels of this crate, written in the DSL and generic over the key type.
//! Pure: they become text here and run elsewhere.
//!
//! `key` maps keys to words and back, `exchange` holds the comparators, `local`
//! and `global` the kernels of `BitonicSort`, in the `form` that a step of a sort needs, `restore`
//! those of a sort that stops before its end, [`info`] what says which step comes next, `xor` those of
//! the form with direction bits, `catalog` their names.

mod catalog;
mod exchange;
mod form;
mod global;
pub mod info;
mod key;
mod local;
mod restore;
mod xor;

pub use catalog::{Entry, catalog};
pub use form::{Form, Info};
pub use global::{copy, disperse_global, flip_global};
pub use info::{advance_info, reset_info};
pub use key::{Coding, Key};
pub use local::{disperse_local, swap_local};
pub use restore::{restore, restore_from};
pub use xor::{pad, unpad, xor_exchange};
