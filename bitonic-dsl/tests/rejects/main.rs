//! The gallery of kernels that must be refused. Each stands with the whole text that its
//! author gets to read (`snapshots`), and marks the lines that the text must name:
//! `//~ error` where a fault is told, `//~ note` at a second place of one,
//! `//~ text` in a text of the author's that is quoted. `//~^` marks the line above it.

mod atomics;
mod constants;
mod control;
mod depth;
mod dialects;
mod foreign;
mod gallery;
mod literals;
mod loops;
mod memory;
mod names;
mod overrides;
mod pointers;
mod recording;
mod recursion;
mod scope;
mod several;
mod subgroups;
mod switches;
mod textures;
mod uniformity;
mod wgsl_functions;
