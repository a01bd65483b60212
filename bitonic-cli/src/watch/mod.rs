//! `bitonic watch`: a bitonic sort as an animation in the terminal.
//!
//! `engine` runs the sort and looks at it, on a thread of `worker`; `model` is what is
//! watched and how, `input` what keys mean; `screen` draws, `terminal` ties all together,
//! `signals` keeps the terminal from being left in disorder. `plain` prints lines where
//! there is no terminal.

mod distribution;
mod engine;
mod input;
mod model;
mod plain;
mod request;
mod screen;
mod signals;
mod terminal;
#[cfg(test)]
mod tests;
mod worker;

use std::env;
use std::io::{self, IsTerminal};

use bitonic_runtime::Gpu;

use crate::failure::Failure;
use engine::Engine;
pub(crate) use request::WatchRequest;

pub(crate) fn run(request: &WatchRequest) -> Result<(), Failure> {
    let drawn = can_be_drawn_on();
    if !drawn && !request.once {
        return Err(Failure::usage(
            "the standard output is no terminal that can be drawn on",
            "run it in a terminal, or with `--once`, which prints a line for each step",
        ));
    }
    let gpu = match &request.adapter {
        Some(name) => Gpu::named(name)?,
        None => Gpu::auto()?,
    };
    let engine = Engine::new(&gpu, request)?;
    match drawn {
        true => terminal::run(engine, request),
        false => plain::run(engine),
    }
}

/// Whether there is a terminal, and one that can do more than print lines.
fn can_be_drawn_on() -> bool {
    io::stdout().is_terminal() && env::var_os("TERM").is_none_or(|term| term != "dumb")
}
