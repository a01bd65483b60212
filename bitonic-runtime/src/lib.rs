//! Running kernels: devices, typed buffers, plans as data, and sorting.
//!
//! ```no_run
//! # fn main() -> Result<(), bitonic_runtime::Error> {
//! let gpu = bitonic_runtime::Gpu::auto()?;
//! let mut keys = [3.5f32, -1.0, f32::INFINITY, 0.0];
//! let report = gpu.sort(&mut keys)?;
//! println!("{} keys on {}", report.n, report.device);
//! # Ok(())
//! # }
//! ```
//!
//! From ground to roof: [`error`], [`plan`] and [`kernels`] are pure, `device`
//! and `buffer` own what wgpu gives, `execute` records plans, [`primitives`] and
//! `sort` make plans. A module imports only from lower floors, and only `device`,
//! `buffer` and `execute` name wgpu.

mod buffer;
mod device;
pub mod error;
mod execute;
pub mod kernels;
pub mod plan;
pub mod primitives;
mod sort;

pub use buffer::Buffer;
pub use device::{AdapterInfo, AdapterKind, Counts, Gpu};
pub use error::Error;
pub use execute::{Bound, Recording, Run};
pub use kernels::Key;
pub use sort::{SortOptions, SortReport, Sorter};
