//! Sorting on every executor in one run, as Markdown: uniform keys that lie on the
//! device, and real files from the disk to sorted keys on the host. Every result is
//! verified.
//!
//! `cargo bench -p bitonic-runtime --bench sort -- --date 2026-01-31`
//!
//! How to run it fairly and how to read it: `docs/benchmarks/README.md`. What is
//! timed is in `uniform` and `files`, how in `times`, the machine is described in `machine`.

mod arguments;
mod files;
mod machine;
mod times;
mod uniform;

use std::error::Error;

use arguments::Arguments;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::of_process()?;
    let executors = arguments.executors();
    println!("{}", machine::described(&arguments, &executors));
    println!("{}\n", uniform::table(&arguments, &executors)?);
    println!("{}\n", files::table(&arguments, &executors)?);
    println!("Load of the machine at the end: {}.", machine::load());
    Ok(())
}
