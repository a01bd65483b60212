//! The built command on good and bad files and lines, as a person would run it.

mod emit;
mod formats;
#[cfg(target_os = "linux")]
mod interrupted;
mod mistakes;
mod networks;
mod sort;
mod streams;
mod support;
#[cfg(target_os = "linux")]
mod terminal;
#[cfg(target_os = "linux")]
mod watch;
