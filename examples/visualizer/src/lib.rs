//! A page that shows a bitonic sort at work, step by step: on the GPU where the browser
//! has WebGPU, on the software adapter elsewhere.
//!
//! State and logic are here, without a browser, and are tested natively: `settings` is what
//! may be chosen, `session` what happens next, `distribution` the keys to begin with, `stage`
//! both sorts on one device, `global` the one of our own, `exchange` what a step does to
//! which keys, `picture`, `colour`, `chart` and `code` what is seen. `page`, in a browser
//! alone, is the glue to its document; `timing` has sorts that a benchmark runs, and `trial` sorts
//! for whoever asks from JavaScript.

pub mod chart;
pub mod code;
pub mod colour;
pub mod distribution;
pub mod exchange;
pub mod faults;
pub mod global;
pub mod picture;
pub mod session;
pub mod settings;
pub mod stage;

#[cfg(target_arch = "wasm32")]
pub mod page;
#[cfg(target_arch = "wasm32")]
pub mod timing;
#[cfg(target_arch = "wasm32")]
pub mod trial;
