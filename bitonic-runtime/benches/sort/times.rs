//! Times of one thing, repeated, and the tables that they stand in.

use std::time::Duration;

use comfy_table::{CellAlignment, Table, presets};

/// A table: two columns of words, then numbers.
pub(crate) fn table(header: &[&str]) -> Table {
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
pub(crate) struct Times(Vec<Duration>);

impl Times {
    pub(crate) fn add(&mut self, time: Duration) {
        self.0.push(time);
    }

    /// The middle one; the upper of two.
    pub(crate) fn median(&self) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        sorted.get(sorted.len() / 2).copied().unwrap_or_default()
    }

    /// Median, least and greatest in milliseconds, and the median as a rate.
    pub(crate) fn cells(&self, keys: usize) -> [String; 4] {
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

pub(crate) fn milliseconds(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64() * 1e3)
}
