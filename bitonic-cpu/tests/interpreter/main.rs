//! The interpreter against the WGSL specification: kernels as text, words in, words out.
//!
//! Nothing here uses wgpu; `kernel` holds the helpers that every test goes through.

mod atomics;
mod checker;
mod control;
mod floats;
mod ir;
mod kernel;
mod memory;
mod numbers;
mod order;
mod random;
mod refusals;
mod structures;
mod subgroup_faults;
mod subgroups;
mod textures;
mod threads;
mod wide_atomics;
mod wide_subgroups;
