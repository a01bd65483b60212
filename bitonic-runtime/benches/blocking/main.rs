//! One sort cut into steps in every way, on every executor, as Markdown: what
//! `automatic_workgroup_size()` chooses from. Every result is verified.
//!
//! `cargo bench -p bitonic-runtime --bench blocking -- --date 2026-01-31`
//!
//! The options, the machine and the tables are those of the bench `sort`. An adapter of another
//! driver is reached as its loader asks, with `VK_DRIVER_FILES` for Chromium's SwiftShader.

#[path = "../sort/arguments.rs"]
mod arguments;
#[path = "../sort/machine.rs"]
mod machine;
#[path = "../sort/times.rs"]
mod times;

use std::error::Error;
use std::time::Instant;

use bitonic_runtime::Gpu;
use bitonic_runtime::plan::bitonic::{Blocking, TileMemory};
use comfy_table::Table;

use arguments::Arguments;
use times::{Times, table as new_table};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::of_process()?;
    let executors = arguments.executors();
    println!("{}", machine::described(&arguments, &executors));
    for gpu in &executors {
        for &log2 in &arguments.log2 {
            println!("{}\n", table(&arguments, gpu, log2)?);
        }
    }
    println!("Load of the machine at the end: {}.", machine::load());
    Ok(())
}

/// Tiles in workgroup memory for two sizes of it, and in registers.
fn rows() -> [(TileMemory, u32); 3] {
    [
        (TileMemory::Workgroup, 64),
        (TileMemory::Workgroup, 256),
        (TileMemory::Registers, 64),
    ]
}

/// A row for each kind of tile, a column for each number of exchanges: median milliseconds and,
/// behind them, the steps.
fn table(arguments: &Arguments, gpu: &Gpu, log2: u32) -> Result<Table, bitonic_runtime::Error> {
    let name = format!("2^{log2} on {}", gpu.info().name);
    let counts: Vec<String> = (1..=Blocking::MOST_EXCHANGES)
        .map(|exchanges| format!("{exchanges} a step"))
        .collect();
    let header: Vec<&str> = [name.as_str(), "invocations"]
        .into_iter()
        .chain(counts.iter().map(String::as_str))
        .collect();
    let mut table = new_table(&header);
    for (tile, workgroup_size) in rows() {
        let tiles = match tile {
            TileMemory::Workgroup => "tiles in workgroup memory",
            TileMemory::Registers => "tiles in registers",
        };
        let mut row = vec![tiles.to_owned(), workgroup_size.to_string()];
        for exchanges in 1..=Blocking::MOST_EXCHANGES {
            let blocking = Blocking {
                workgroup_size,
                tile,
                exchanges,
            };
            row.push(cell(arguments, gpu, log2, blocking)?);
        }
        table.add_row(row);
    }
    Ok(table)
}

fn cell(
    arguments: &Arguments,
    gpu: &Gpu,
    log2: u32,
    blocking: Blocking,
) -> Result<String, bitonic_runtime::Error> {
    let keys: Vec<u32> = (0..1u32 << log2).map(scattered).collect();
    let buffer = gpu.buffer(&keys)?;
    let mut sort = gpu.bitonic_sort(&buffer).blocking(blocking).build()?;
    let mut times = Times::default();
    for turn in 0..=arguments.turns {
        buffer.write(&keys)?;
        gpu.wait()?;
        let start = Instant::now();
        sort.compute()?;
        gpu.wait()?;
        // The first compiles what the driver left to its first use.
        if turn > 0 {
            times.add(start.elapsed());
        }
    }
    assert!(buffer.read()?.is_sorted(), "{blocking:?} does not sort");
    let [median, ..] = times.cells(keys.len());
    Ok(format!("{median} ({})", sort.step_count()))
}

/// A word without a pattern, by index: two rounds of a multiplicative hash.
fn scattered(index: u32) -> u32 {
    let hash = index.wrapping_mul(2_654_435_761);
    (hash ^ (hash >> 15)).wrapping_mul(2_246_822_519)
}
