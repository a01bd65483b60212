//! The built command on good and bad files and lines, as a person would run it.

mod emit;
mod formats;
mod mistakes;
mod sort;
mod streams;
mod support;
