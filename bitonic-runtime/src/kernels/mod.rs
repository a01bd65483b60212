//! The kernels of this crate, written in the DSL and generic over the key type.
//! Pure: they become text here and run elsewhere.
//!
//! `key` maps keys to words and back, `exchange` holds the comparators, `local`
//! and `global` the kernels, `catalog` their names.

mod catalog;
mod exchange;
mod form;
mod global;
mod key;
mod local;

pub use catalog::{Entry, catalog};
pub use form::{
    DISPERSE_GLOBAL, DISPERSE_LOCAL, FIRST, FLIP_GLOBAL, Form, Info, SWAP_LOCAL, advance_info,
    reset_info,
};
pub use global::{copy, disperse_global, flip_global};
pub use key::{Coding, Key};
pub use local::{disperse_local, swap_local};
