//! The counting sort on every executor in one run, as Markdown: its prefix sum by one
//! invocation, as three.js has it, against the scan in parallel; and whole sorts. Every result
//! is verified.
//!
//! `cargo bench -p bitonic-runtime --bench counting -- --date 2026-01-31`
//!
//! What is timed is in `prefix` and `whole`; the options, the machine and the tables are those
//! of the bench `sort`.

#[path = "../sort/arguments.rs"]
mod arguments;
#[path = "../sort/machine.rs"]
mod machine;
mod prefix;
#[path = "../sort/times.rs"]
mod times;
mod whole;

use std::error::Error;
use std::time::Instant;

use bitonic_runtime::Gpu;

use arguments::Arguments;
use times::Times;

/// Bins of the measurement that the parallel scan was asked for.
const BINS: u32 = 131_072;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::of_process()?;
    let executors = arguments.executors();
    println!("{}", machine::described(&arguments, &executors));
    println!("{}\n", prefix::table(&arguments, &executors)?);
    println!("{}\n", whole::table(&arguments, &executors)?);
    println!("Load of the machine at the end: {}.", machine::load());
    Ok(())
}

/// One way to do a thing: what submits it, and its times so far.
struct Way<'a> {
    name: &'static str,
    gpu: &'a Gpu,
    submit: Box<dyn Fn() -> Result<(), bitonic_runtime::Error> + 'a>,
    times: Times,
}

impl<'a> Way<'a> {
    fn new(
        name: &'static str,
        gpu: &'a Gpu,
        submit: impl Fn() -> Result<(), bitonic_runtime::Error> + 'a,
    ) -> Way<'a> {
        Way {
            name,
            gpu,
            submit: Box::new(submit),
            times: Times::default(),
        }
    }

    /// From the submission until the device is done.
    fn turn(&mut self, counted: bool) -> Result<(), bitonic_runtime::Error> {
        self.gpu.wait()?;
        let start = Instant::now();
        (self.submit)()?;
        self.gpu.wait()?;
        if counted {
            self.times.add(start.elapsed());
        }
        Ok(())
    }
}

/// A word without a pattern, by index: two rounds of a multiplicative hash.
fn scattered(index: u32) -> u32 {
    let hash = index.wrapping_mul(2_654_435_761);
    (hash ^ (hash >> 15)).wrapping_mul(2_246_822_519)
}
