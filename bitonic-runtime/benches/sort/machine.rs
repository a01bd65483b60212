//! What a measurement needs beside its figures: date, versions, drivers, processor,
//! threads and load.

use std::fmt::Write;
use std::fs;

use bitonic_runtime::Gpu;

use crate::arguments::Arguments;

/// Everything that the figures depend on, as a Markdown list.
pub(crate) fn described(arguments: &Arguments, executors: &[Gpu]) -> String {
    let mut text = String::new();
    let mut line = |what: &str, value: &str| {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "- {what}: {value}");
    };
    line("date", &arguments.date);
    line("wgpu", &locked("wgpu"));
    line("naga", &locked("naga"));
    line("processor", &processor());
    line("load at the start", &load());
    for gpu in executors {
        let driver = match gpu.info().driver.as_str() {
            "" => String::new(),
            driver => format!(", driver {driver}"),
        };
        line("executor", &format!("{}{driver}", gpu.info()));
    }
    let lp_threads = std::env::var("LP_NUM_THREADS");
    let lp_threads = lp_threads.unwrap_or_else(|_| "not set: one for each core".to_owned());
    line("threads of llvmpipe (LP_NUM_THREADS)", &lp_threads);
    line(
        "times",
        &format!("median of {}, taken in turn", arguments.turns),
    );
    text
}

/// The version of a package in the lock file.
fn locked(package: &str) -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.lock");
    let lock = fs::read_to_string(path).unwrap_or_default();
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name).skip(1);
    let version = lines
        .next()
        .and_then(|line| line.strip_prefix("version = "));
    version
        .map_or("unknown", |quoted| quoted.trim_matches('"'))
        .to_owned()
}

fn processor() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info
        .lines()
        .find_map(|line| line.strip_prefix("model name"));
    let model = model.map_or("unknown", |rest| rest.trim_start_matches([' ', '\t', ':']));
    format!("{model}, {cores} cores to this process")
}

/// Processes that ran or wanted to, on average over 1, 5 and 15 minutes.
pub(crate) fn load() -> String {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let three: Vec<&str> = load.split_whitespace().take(3).collect();
    match three.is_empty() {
        true => "unknown".to_owned(),
        false => three.join(", "),
    }
}
