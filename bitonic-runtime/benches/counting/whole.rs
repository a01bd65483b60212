//! Whole counting sorts of elements whose bins lie on the device: with the prefix sum by one
//! invocation, as three.js has it; with the parallel one; stable; and on the host.

use std::time::Instant;

use bitonic_runtime::{CountingSort, Error, Gpu, PastEnd, counting_sort_cpu};
use comfy_table::Table;

use crate::arguments::Arguments;
use crate::prefix::{by_one, prefix_by_one};
use crate::times::{Times, table as new_table};
use crate::{BINS, Way, scattered};

/// Bins that one turn of the loop by one invocation takes: llvmpipe leaves a loop after
/// 65,535 turns.
const UNROLLED: u32 = 4;

pub(crate) fn table(arguments: &Arguments, executors: &[Gpu]) -> Result<Table, Error> {
    let header = [
        "elements, bins, sort",
        "on",
        "ms",
        "least",
        "most",
        "M elements/s",
    ];
    let mut table = new_table(&header);
    for log2 in &arguments.log2 {
        for bins in [4096, BINS] {
            let given: Vec<u32> = (0..1u32 << log2).map(|i| scattered(i) % bins).collect();
            for gpu in executors {
                rows(arguments, gpu, &given, bins, &mut table)?;
            }
            let mut times = Times::default();
            for turn in 0..=arguments.turns {
                let start = Instant::now();
                counting_sort_cpu(given.len(), bins, PastEnd::Refuse, |i| given[i])?;
                if turn > 0 {
                    times.add(start.elapsed());
                }
            }
            let name = format!("2^{log2}, {bins}, stable");
            let mut row = vec![name, "host, one thread".to_owned()];
            row.extend(times.cells(given.len()));
            table.add_row(row);
        }
    }
    Ok(table)
}

fn rows(
    arguments: &Arguments,
    gpu: &Gpu,
    given: &[u32],
    bins: u32,
    table: &mut Table,
) -> Result<(), Error> {
    let buffer = gpu.buffer(given)?;
    let builder = || {
        let sort = gpu.counting_sort(given.len(), bins, |k, i| {
            k.storage::<u32>("given").element(i).load()
        });
        sort.bind("given", &buffer)
    };
    let (theirs, ours, stable) = (
        builder().build()?,
        builder().build()?,
        builder().stable().build()?,
    );
    let prefix = prefix_by_one(UNROLLED)?;
    let prefix = by_one(
        gpu,
        prefix.untyped(),
        theirs.bin_counts(),
        theirs.bin_starts(),
    )?;
    let last = theirs.recording().plan().steps().len() - 1;
    // The same kernels, but for the prefix sum.
    let as_there = || {
        let mut encoder = gpu.device().create_command_encoder(&Default::default());
        theirs.recording().record_steps(0..2, &mut encoder);
        prefix.record(&mut encoder);
        theirs
            .recording()
            .record_steps(last..last + 1, &mut encoder);
        gpu.queue().submit([encoder.finish()]);
        Ok(())
    };
    let mut ways = [
        Way::new("prefix by one", gpu, as_there),
        Way::new("prefix in parallel", gpu, || ours.compute()),
        Way::new("stable", gpu, || stable.compute()),
    ];
    for turn in 0..=arguments.turns {
        for way in &mut ways {
            way.turn(turn > 0)?;
        }
    }
    for (way, sort) in ways.iter().zip([&theirs, &ours, &stable]) {
        verify(given, bins, sort)?;
        let log2 = given.len().ilog2();
        let name = format!("2^{log2}, {bins}, {}", way.name);
        let mut row = vec![name, gpu.info().name.clone()];
        row.extend(way.times.cells(given.len()));
        table.add_row(row);
    }
    Ok(())
}

/// Every element once, bins in their order; of a stable sort, the host's own.
fn verify(given: &[u32], bins: u32, sort: &CountingSort) -> Result<(), Error> {
    let mut order = sort.read()?;
    let place = format!(
        "{} into {bins} on {}",
        given.len(),
        sort.recording().gpu().info()
    );
    if !sort.is_stable() {
        let by_bin: Vec<u32> = order.iter().map(|&i| given[i as usize]).collect();
        assert!(by_bin.is_sorted(), "{place}");
        order.sort_by_key(|&i| (given[i as usize], i));
    }
    let mut expected: Vec<u32> = (0..given.len() as u32).collect();
    expected.sort_by_key(|&i| given[i as usize]);
    assert!(order == expected, "{place}");
    Ok(())
}
