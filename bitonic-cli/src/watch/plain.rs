//! The steps of one sort as lines of text, where there is no terminal to draw on.

use std::io::{self, Write};
use std::time::Duration;

use super::engine::Engine;
use super::screen::milliseconds;
use crate::failure::Failure;

/// Runs the whole sort, as fast as it goes, and prints a line for each step.
pub(super) fn run(mut engine: Engine) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let scene = engine.scene().clone();
    let order = if scene.descending { ", descending" } else { "" };
    writeln!(
        out,
        "{} keys of u32, {}{order}, workgroups of {}, on {}",
        scene.count, scene.distribution, scene.workgroup_size, scene.adapter
    )?;
    let mut total = Duration::ZERO;
    let count = scene.steps.len();
    for number in 1..=count {
        let info = engine.frame(None)?.info;
        let time = engine.step()?.time.unwrap_or_default();
        total += time;
        let kind = info
            .step_kind()
            .map_or(String::new(), |kind| kind.to_string());
        let (span, time) = (info.span, milliseconds(time));
        writeln!(out, "{number:>4}/{count}  {kind:<16}{span:>10}  {time:>12}")?;
    }
    writeln!(out, "sorted, steps: {count}, time: {}", milliseconds(total))?;
    Ok(out.flush()?)
}
