//! The command `bitonic`: sorts files, prints kernels, draws networks, shows a sort, lists adapters.
//!
//! This is the edge: `arguments` says what can be asked, `sort`, `emit`, `network`, `watch`
//! and `adapters` do it with `bitonic-runtime`, `input`, `format`, `output` and `draft`
//! know files, and `failure` is what a person sees when something is wrong. No shader
//! and no device code lives here.

mod adapters;
mod arguments;
mod draft;
mod emit;
mod failure;
mod format;
mod input;
mod keys;
mod network;
mod npy;
mod output;
mod progress;
mod report;
mod sort;
mod suggest;
mod text;
mod verify;
mod watch;
mod words;

use std::io::{self, Write};
use std::process::ExitCode;

use arguments::Command;
use failure::Failure;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run() -> Result<(), Failure> {
    match arguments::parse()? {
        Some(Command::Sort(request)) => sort::run(&request),
        Some(Command::Emit(request)) => emit::run(&request),
        Some(Command::Network(request)) => network::run(&request),
        Some(Command::Watch(request)) => watch::run(&request),
        Some(Command::Adapters) => adapters::run(),
        None => Ok(()),
    }
}

/// Prints `text`, with no line end of its own, to the standard output.
fn print(text: impl AsRef<[u8]>) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_ref())?;
    Ok(stdout.flush()?)
}
