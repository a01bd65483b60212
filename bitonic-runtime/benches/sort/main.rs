//! Sorting on every executor in one run, as Markdown: uniform keys that lie on the
//! device, and real files from the disk to sorted keys on the host. Every result is
//! verified.
//!
//! `cargo bench -p bitonic-runtime -- --date 2026-01-31`
//!
//! How to run it fairly and how to read it: `docs/benchmarks/README.md`. What is
//! timed is in `uniform` and `files`, the machine is described in `machine`.

mod arguments;
mod files;
mod machine;
mod uniform;

use std::error::Error;
use std::time::Duration;

use bitonic_runtime::Gpu;
use comfy_table::{CellAlignment, Table, presets};

use arguments::Arguments;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::of_process()?;
    let mut executors = Vec::new();
    for name in &arguments.adapters {
        match Gpu::named(name) {
            Ok(gpu) => executors.push(gpu),
            Err(error) => eprintln!("left out: {error}"),
        }
    }
    println!("{}", machine::described(&arguments, &executors));
    println!("{}\n", uniform::table(&arguments, &executors)?);
    println!("{}\n", files::table(&arguments, &executors)?);
    println!("Load of the machine at the end: {}.", machine::load());
    Ok(())
}

/// A table: two columns of words, then numbers.
fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(header.to_vec());
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// Times of one thing, repeated.
#[derive(Default)]
struct Times(Vec<Duration>);

impl Times {
    fn add(&mut self, time: Duration) {
        self.0.push(time);
    }

    /// The middle one; the upper of two.
    fn median(&self) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        sorted.get(sorted.len() / 2).copied().unwrap_or_default()
    }

    /// Median, least and greatest in milliseconds, and the median as a rate.
    fn cells(&self, keys: usize) -> [String; 4] {
        let least = self.0.iter().min().copied().unwrap_or_default();
        let most = self.0.iter().max().copied().unwrap_or_default();
        let rate = keys as f64 / self.median().as_secs_f64() / 1e6;
        [
            milliseconds(self.median()),
            milliseconds(least),
            milliseconds(most),
            format!("{rate:.2}"),
        ]
    }
}

fn milliseconds(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64() * 1e3)
}
