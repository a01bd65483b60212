//! The compute language on the software adapter and on Vulkan: values from the WGSL specification.
//!
//! Each test is WGSL text with what it must leave, run by `runner`. What Vulkan lacks a feature for
//! runs on the software adapter alone, and is printed as such.

mod accuracy;
#[path = "../common/mod.rs"]
mod common;
mod conversions;
mod floats;
mod integers;
mod matrices;
mod places;
mod rows;
mod runner;
