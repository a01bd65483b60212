//! The kernels of this crate, written in the DSL and generic over the key type.
//! Pure: they become text here and run elsewhere.
//!
//! `word` says what stands for a key and how it lies in a buffer, `key` maps keys to words and
//! back, `coding` where in a sort that happens. A `record` is a word and what is carried with
//! it; `columns` holds records in global memory, `tile` in workgroup memory, `exchange` the
//! comparators. `local`, `blocked`, `registers` and `global` are the kernels, in the `form` that a
//! step of a sort needs, `restore` those of a sort that stops before its end, [`info`] what says which step
//! comes next. `scan` holds the kernels of the prefix sum, `counting` those of the counting
//! sort, `xor` those of the form with direction bits; `catalog` has the names of all, `cache` those
//! that were built.

mod blocked;
mod cache;
mod catalog;
mod coding;
mod columns;
mod counting;
mod exchange;
mod form;
mod global;
pub mod info;
mod key;
#[cfg(test)]
mod key_tests;
mod local;
mod record;
mod registers;
mod restore;
mod scan;
mod tile;
mod word;
mod xor;

pub(crate) use blocked::{blocked_threads, is_blocked};
pub(crate) use blocked::{disperse_blocked, swap_blocked};
pub(crate) use cache::{Cache, cached};
pub use catalog::{Entry, catalog};
pub use coding::Coding;
pub use counting::{DigitPass, count_digits, counting_reset, counting_scatter, scatter_by_digit};
pub(crate) use counting::{counting_histogram, names as counting_names};
pub use form::{Form, Info};
pub use global::{copy, disperse_global, flip_global, gather};
pub use info::{advance_info, reset_info};
pub use key::Key;
pub use local::{disperse_local, swap_local};
pub use record::Carried;
pub(crate) use record::words_of_a_record;
pub(crate) use registers::{disperse_registers, disperse_spans, flip_spans, swap_registers};
pub use restore::{restore, restore_from};
pub use scan::{SCAN_VALUES_EACH, scan_one_tile, scan_tiles, tile_sums};
pub use word::KeyWord;
pub use xor::{pad, unpad, xor_exchange};
