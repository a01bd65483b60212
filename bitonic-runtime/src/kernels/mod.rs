//! The kernels of this crate, written in the DSL and generic over the key type.
//! Pure: they become text here and run elsewhere.
//!
//! `word` says what stands for a key and how it lies in a buffer, `key` maps keys to words and
//! back, `coding` where in a sort that happens. A `record` is a key's word and what is carried
//! with it, `form` what a step needs of its kernel; `columns` holds records in global memory, `tile` in workgroup memory. `exchange`
//! holds the comparators, `local` and `global` the kernels, `catalog` their names.

mod catalog;
mod coding;
mod columns;
mod exchange;
mod form;
mod global;
mod key;
#[cfg(test)]
mod key_tests;
mod local;
mod record;
mod tile;
mod word;

pub use catalog::{Entry, catalog};
pub use coding::Coding;
pub use form::{
    DISPERSE_GLOBAL, DISPERSE_LOCAL, FIRST, FLIP_GLOBAL, Form, Info, SWAP_LOCAL, advance_info,
    reset_info,
};
pub use global::{copy, disperse_global, flip_global, gather};
pub use key::Key;
pub use local::{disperse_local, swap_local};
pub use record::Carried;
pub use word::KeyWord;
