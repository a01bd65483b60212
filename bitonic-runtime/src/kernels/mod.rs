//! The kernels of this crate, written in the DSL and generic over the key type.
//! Pure: they become text here and run elsewhere.
//!
//! `key` maps keys to words and back, `exchange` holds the comparators, `local`
//! and `global` the kernels, `scan` those of the prefix sum, `counting` those of the counting sort, `catalog` their names, `cache`
//! those that were built.

mod cache;
mod catalog;
mod counting;
mod exchange;
mod global;
mod key;
mod local;
mod scan;

pub(crate) use cache::cached;
pub use catalog::{Entry, catalog};
pub use counting::{DigitPass, count_digits, counting_reset, counting_scatter, scatter_by_digit};
pub(crate) use counting::{counting_histogram, names as counting_names};
pub use global::{copy, disperse_global, flip_global};
pub use key::{Coding, Key};
pub use local::{disperse_local, swap_local};
pub use scan::{SCAN_VALUES_EACH, scan_one_tile, scan_tiles, tile_sums};
