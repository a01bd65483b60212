//! Real keys from end to end: a file is read, its keys are uploaded, sorted and read
//! back. Once on a fresh device, kernels built and compiled within; then again and
//! again with all of that there.

use std::cmp::Ordering;
use std::error::Error;
use std::fs;
use std::time::Instant;

use bitonic_runtime::{Gpu, Key};
use comfy_table::Table;

use crate::arguments::Arguments;
use crate::times::{Times, milliseconds, table as new_table};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/data/");

pub(crate) fn table(arguments: &Arguments, executors: &[Gpu]) -> Result<Table, Box<dyn Error>> {
    let header = [
        "file",
        "on",
        "keys",
        "first, ms",
        "again, ms",
        "least",
        "most",
        "M keys/s",
    ];
    let mut table = new_table(&header);
    for gpu in executors {
        // Floats without negative NaNs: numbers in total order, then NaNs.
        let numbers_first = |a: &f32, b: &f32| {
            let nans = a.is_nan().cmp(&b.is_nan());
            nans.then_with(|| a.total_cmp(b))
        };
        let floats = "flights_dep_delay_f32.npy";
        table.add_row(row(arguments, gpu, floats, "'<f4'", numbers_first)?);
        let words = "flights_distance_u32.npy";
        table.add_row(row(arguments, gpu, words, "'<u4'", u32::cmp)?);
    }
    Ok(table)
}

fn row<K: Key>(
    arguments: &Arguments,
    gpu: &Gpu,
    name: &str,
    element: &str,
    order: impl Fn(&K, &K) -> Ordering,
) -> Result<Vec<String>, Box<dyn Error>> {
    let path = format!("{DATA}{name}");
    let start = Instant::now();
    let mut keys = read::<K>(&path, element)?;
    gpu.sort(&mut keys)?;
    let first = start.elapsed();
    let mut times = Times::default();
    for _ in 0..arguments.turns {
        let start = Instant::now();
        keys = read::<K>(&path, element)?;
        gpu.sort(&mut keys)?;
        times.add(start.elapsed());
    }
    let mut expected = read::<K>(&path, element)?;
    expected.sort_by(order);
    assert!(
        K::bytes_of(&keys) == K::bytes_of(&expected),
        "{name} on {}",
        gpu.info()
    );
    let count = keys.len().to_string();
    let mut row = vec![
        name.to_owned(),
        gpu.info().name.clone(),
        count,
        milliseconds(first),
    ];
    row.extend(times.cells(keys.len()));
    Ok(row)
}

/// The elements of an `.npy` file of version 1: ten bytes, a header whose length the
/// last two of them give, and the data.
fn read<K: Key>(path: &str, element: &str) -> Result<Vec<K>, Box<dyn Error>> {
    let bytes = fs::read(path)?;
    let length = bytes.get(8..10).ok_or("no header")?;
    let data = 10 + usize::from(u16::from_le_bytes([length[0], length[1]]));
    let header = bytes.get(10..data).ok_or("a header cut short")?;
    let header = String::from_utf8_lossy(header);
    if !bytes.starts_with(b"\x93NUMPY\x01") || !header.contains(element) {
        return Err(format!("{path} is no array of {element}: {header}").into());
    }
    Ok(K::values_of(&bytes[data..]))
}
