//! Sorting uniform `u32` keys that lie on the device: median of wall times from the
//! submission until the device is done. Each result is verified.
//!
//! `BITONIC_ADAPTER` names the adapter, `BITONIC_BENCH_LOG2` the largest count.

use std::time::{Duration, Instant};

use bitonic_runtime::{Error, Gpu, SortOptions};
use comfy_table::{Table, presets};

const TURNS: usize = 20;
const SMALLEST_LOG2: u32 = 10;
const LARGEST_LOG2: u32 = 20;

fn main() -> Result<(), Error> {
    let gpu = Gpu::auto()?;
    let largest = std::env::var("BITONIC_BENCH_LOG2");
    let largest = largest.ok().and_then(|text| text.parse().ok());
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(["keys", "dispatches", "median", "M keys/s"]);
    for log2 in (SMALLEST_LOG2..=largest.unwrap_or(LARGEST_LOG2)).step_by(2) {
        table.add_row(row(&gpu, 1 << log2)?);
    }
    println!("{}\n{table}", gpu.info());
    Ok(())
}

fn row(gpu: &Gpu, count: usize) -> Result<[String; 4], Error> {
    let keys: Vec<u32> = (0..count as u32).map(scattered).collect();
    let (source, target) = (gpu.buffer(&keys)?, gpu.zeroed::<u32>(count)?);
    let mut sorter = gpu.sorter(&target, &SortOptions::default())?;
    let mut times = Vec::new();
    for _ in 0..TURNS {
        gpu.copy(&source, &target)?;
        gpu.wait()?;
        let start = Instant::now();
        sorter.run()?;
        gpu.wait()?;
        times.push(start.elapsed());
    }
    assert!(is_sorted_version(&target.read()?, keys), "{count} keys");
    times.sort_unstable();
    let median: Duration = times[TURNS / 2];
    let rate = count as f64 / median.as_secs_f64() / 1e6;
    Ok([
        count.to_string(),
        sorter.schedule().steps().len().to_string(),
        format!("{median:.1?}"),
        format!("{rate:.1}"),
    ])
}

/// A word without a pattern, by index: two rounds of a multiplicative hash.
fn scattered(index: u32) -> u32 {
    let hash = index.wrapping_mul(2_654_435_761);
    (hash ^ (hash >> 15)).wrapping_mul(2_246_822_519)
}

fn is_sorted_version(sorted: &[u32], mut keys: Vec<u32>) -> bool {
    keys.sort_unstable();
    sorted == keys
}
