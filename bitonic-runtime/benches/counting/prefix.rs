//! The prefix sum alone, over the counts of the bins: by one invocation, a bin a turn, as
//! three.js has it; by one, four bins a turn; and in parallel.
//!
//! Mesa's llvmpipe leaves a loop after 65,535 turns, so that one bin a turn ends too early
//! there: the table says so.

use bitonic_dsl::{Kernel, kernel};
use bitonic_runtime::plan::{Grid, Plan, Role};
use bitonic_runtime::primitives::ExclusiveScan;
use bitonic_runtime::{Bound, Buffer, Error, Gpu, Recording};
use comfy_table::Table;

use crate::arguments::Arguments;
use crate::times::table as new_table;
use crate::{BINS, Way, scattered};

/// Bins of a turn, where there are several.
const UNROLLED: u32 = 4;

/// The exclusive prefix sum of all counts, by one invocation.
#[kernel(workgroup_size(1), name = format!("prefix_by_one_{unrolled}"))]
pub(crate) fn prefix_by_one(#[host] unrolled: u32, counts: &[u32], starts: &mut [u32]) {
    let mut sum = 0u32;
    for first in (0..counts.len()).step_by(unrolled) {
        #[host]
        for bin in 0..unrolled {
            if first + bin < counts.len() {
                starts[first + bin] = sum;
                sum += counts[first + bin];
            }
        }
    }
}

pub(crate) fn table(arguments: &Arguments, executors: &[Gpu]) -> Result<Table, Error> {
    let header = [
        "prefix sum of",
        "on",
        "ms",
        "least",
        "most",
        "to one",
        "result",
    ];
    let mut table = new_table(&header);
    for bins in [4096, BINS, 1 << 20] {
        for gpu in executors {
            rows(arguments, gpu, bins, &mut table)?;
        }
    }
    Ok(table)
}

fn rows(arguments: &Arguments, gpu: &Gpu, bins: u32, table: &mut Table) -> Result<(), Error> {
    let counts: Vec<u32> = (0..bins).map(|bin| scattered(bin) % 16).collect();
    let mut expected = Vec::new();
    let mut sum = 0;
    for count in &counts {
        expected.push(sum);
        sum += count;
    }
    let counts = gpu.buffer(&counts)?;
    let room = || gpu.zeroed::<u32>(bins as usize);
    let starts = [room()?, room()?, room()?];
    let recordings = [
        by_one(gpu, prefix_by_one(1)?.untyped(), &counts, &starts[0])?,
        by_one(gpu, prefix_by_one(UNROLLED)?.untyped(), &counts, &starts[1])?,
        in_parallel(gpu, &counts, &starts[2])?,
    ];
    let names = ["one invocation", "one, four bins a turn", "in parallel"];
    let ways = names.into_iter().zip(&recordings);
    let mut ways: Vec<Way<'_>> = ways
        .map(|(name, recording)| Way::new(name, gpu, || recording.submit()))
        .collect();
    // The first turn is not counted: it compiles and touches memory.
    for turn in 0..=arguments.turns {
        for way in &mut ways {
            way.turn(turn > 0)?;
        }
    }
    let first = ways[0].times.median();
    for (way, starts) in ways.iter().zip(&starts) {
        let [median, least, most, _] = way.times.cells(bins as usize);
        let ratio = way.times.median().as_secs_f64() / first.as_secs_f64();
        let is_right = starts.read()? == expected;
        table.add_row([
            format!("{bins}, {}", way.name),
            gpu.info().name.clone(),
            median,
            least,
            most,
            format!("{ratio:.3}"),
            (if is_right { "right" } else { "wrong" }).to_owned(),
        ]);
    }
    Ok(())
}

/// One invocation's prefix sum, ready to run.
pub(crate) fn by_one(
    gpu: &Gpu,
    kernel: &Kernel,
    counts: &Buffer<u32>,
    starts: &Buffer<u32>,
) -> Result<Recording, Error> {
    let run = gpu
        .run(kernel)
        .bind("counts", counts)
        .bind("starts", starts);
    run.prepare(Grid::new([1, 1, 1]))
}

fn in_parallel(gpu: &Gpu, counts: &Buffer<u32>, starts: &Buffer<u32>) -> Result<Recording, Error> {
    let mut plan = Plan::new("prefix sum");
    let ty = <u32 as bitonic_dsl::types::ShaderType>::ty;
    let from = plan.add_buffer("counts", Role::Input, ty(), counts.len());
    let to = plan.add_buffer("starts", Role::Output, ty(), starts.len());
    ExclusiveScan::new(gpu.limits()).add(&mut plan, from, to)?;
    gpu.prepare(plan, Bound::new().with(from, counts).with(to, starts))
}
