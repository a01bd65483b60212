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
//! # Waiting
//!
//! Calls that start work do not wait for it. Those that wait have an `_async` form
//! which any executor can drive: [`Gpu::sort_async`], [`Buffer::read_async`],
//! [`Gpu::wait_async`] and others. They never block. Outside a browser, one helper
//! thread for each device polls the driver while somebody waits; a browser
//! calls back by itself, and there what was wrong with a call is told by the next
//! wait.
//!
//! # In a browser
//!
//! The crate compiles to `wasm32-unknown-unknown` and runs on the browser's WebGPU, without
//! threads:
//!
//! ```no_run
//! # async fn example() -> Result<(), bitonic_runtime::Error> {
//! let gpu = bitonic_runtime::Gpu::auto_async().await?;
//! let mut keys = [3.5f32, -1.0, f32::INFINITY, 0.0];
//! gpu.sort_async(&mut keys).await?;
//! # Ok(())
//! # }
//! ```
//!
//! [`Gpu::auto_async`] opens the adapter that the browser offers; where there is no WebGPU,
//! the software adapter, which is compiled along. [`Gpu::named_async`] takes `webgpu` or
//! `software`, and [`AdapterInfo::backend`] says which it is. A page cannot block: calls that
//! would wait for the browser's device are errors there that name their `_async` form, and
//! begin nothing. What the software adapter is asked for is done when the call returns.
//!
//! A browser has what WebGPU has: no subgroups, no immediates (parameters travel in uniforms,
//! as they do anyway), no 64-bit integers in kernels; [`Gpu::has`] tells. Keys of 64 bits are
//! sorted all the same, as pairs of words.
//!
//! # Memory
//!
//! Scratch, parameters and the buffers that results are read through are kept for
//! the next run: at most 16 buffers and 256 MiB, which [`Gpu::release_idle`] gives
//! back. [`Gpu::counts`] tells what was made and compiled.
//!
//! # Inside
//!
//! From ground to roof: [`error`], [`kernels`], [`plan`] and [`network`] are pure, `device`,
//! `buffer` and `texture` own what wgpu gives, `execute` records plans, [`primitives`],
//! `sort` and `counting` make plans. A module imports only from lower floors, and only `device`,
//! `buffer`, `texture` and `execute` name wgpu.
#![cfg_attr(
    target_arch = "wasm32",
    allow(
        clippy::arc_with_non_send_sync,
        reason = "wgpu's objects stay on one thread there; elsewhere the same code crosses threads"
    )
)]

mod buffer;
mod counting;
mod device;
pub mod error;
mod execute;
pub mod kernels;
pub mod network;
pub mod plan;
pub mod primitives;
mod sort;
mod texture;

pub use buffer::{Bindable, Buffer, StructBuffer};
pub use counting::{CountingSort, CountingSortBuilder, PastEnd, counting_sort_cpu};
pub use device::{AdapterInfo, AdapterKind, Counts, Gpu};
pub use error::Error;
pub use execute::{
    BindArgument, Bound, ByName, Fits, HasChannels, Recording, Run, Startable, Supplied,
};
pub use kernels::Key;
pub use sort::{
    BitonicSort, BitonicSortBuilder, ReadBuffer, SortInfo, SortOptions, SortReport, XorSort,
    XorSortOptions, XorStep,
};
pub use texture::{AnySampler, AnyTexture, HostTexel, Sampler, Texture};
