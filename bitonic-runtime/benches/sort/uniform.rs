//! Uniform `u32` keys that lie on the device: from the submission of the sort until
//! the device is done. The keys are put back outside the timed span.

use std::time::{Duration, Instant};

use bitonic_runtime::{BitonicSort, Buffer, Error, Gpu};
use comfy_table::Table;

use crate::arguments::Arguments;
use crate::times::{Times, table as new_table};

/// One executor with the same keys as all others, and the same plan.
struct Lane<'a> {
    gpu: &'a Gpu,
    source: Buffer<u32>,
    target: Buffer<u32>,
    sort: BitonicSort<u32>,
    times: Times,
}

pub(crate) fn table(arguments: &Arguments, executors: &[Gpu]) -> Result<Table, Error> {
    let header = [
        "keys",
        "on",
        "dispatches",
        "ms",
        "least",
        "most",
        "M keys/s",
        "to the first",
    ];
    let mut table = new_table(&header);
    for log2 in &arguments.log2 {
        let keys: Vec<u32> = (0..1u32 << log2).map(scattered).collect();
        let mut lanes = Vec::new();
        for gpu in executors {
            lanes.push(Lane::new(gpu, &keys)?);
        }
        let mut host = Times::default();
        // The first turn is not counted: it compiles and touches memory.
        for turn in 0..=arguments.turns {
            for lane in &mut lanes {
                lane.turn(turn > 0)?;
            }
            let time = sort_on_host(&keys);
            if turn > 0 {
                host.add(time);
            }
        }
        let mut expected = keys;
        expected.sort_unstable();
        let first = lanes.first().map(|lane| lane.times.median());
        let mut add = |name: &str, dispatches: &str, times: &Times| {
            let [median, least, most, rate] = times.cells(expected.len());
            let ratio = first.map_or(f64::NAN, |first| {
                times.median().as_secs_f64() / first.as_secs_f64()
            });
            let keys = format!("2^{log2}");
            let ratio = format!("{ratio:.2}");
            table.add_row([
                &keys, name, dispatches, &median, &least, &most, &rate, &ratio,
            ]);
        };
        for lane in &lanes {
            assert!(
                lane.target.read()? == expected,
                "2^{log2} on {}",
                lane.gpu.info()
            );
            let dispatches = lane.sort.schedule().steps().len().to_string();
            add(&lane.gpu.info().name, &dispatches, &lane.times);
        }
        add("host, `sort_unstable`, one thread", "", &host);
    }
    Ok(table)
}

impl Lane<'_> {
    fn new<'a>(gpu: &'a Gpu, keys: &[u32]) -> Result<Lane<'a>, Error> {
        let (source, target) = (gpu.buffer(keys)?, gpu.zeroed::<u32>(keys.len())?);
        // Every executor runs the same plan, whatever it would choose for itself.
        let sort = gpu.bitonic_sort(&target).workgroup_size(256).build()?;
        let times = Times::default();
        Ok(Lane {
            gpu,
            source,
            target,
            sort,
            times,
        })
    }

    fn turn(&mut self, counted: bool) -> Result<(), Error> {
        self.gpu.copy(&self.source, &self.target)?;
        self.gpu.wait()?;
        let start = Instant::now();
        self.sort.compute()?;
        self.gpu.wait()?;
        if counted {
            self.times.add(start.elapsed());
        }
        Ok(())
    }
}

fn sort_on_host(keys: &[u32]) -> Duration {
    let mut keys = keys.to_vec();
    let start = Instant::now();
    keys.sort_unstable();
    let time = start.elapsed();
    assert!(keys.is_sorted());
    time
}

/// A word without a pattern, by index: two rounds of a multiplicative hash.
fn scattered(index: u32) -> u32 {
    let hash = index.wrapping_mul(2_654_435_761);
    (hash ^ (hash >> 15)).wrapping_mul(2_246_822_519)
}
