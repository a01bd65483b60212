//! A histogram: each workgroup counts what it sees in memory of its own, where its
//! invocations are in nobody's way but each other's, and adds its counts to those of all
//! at the end.
//!
//! V. Podlozhnyuk, "Histogram Calculation in CUDA" (2007). What is counted here are sums of
//! nine throws of a die with eight faces: they are near a normal distribution.
//!
//! `cargo run --release --example 06_histogram`

use bitonic::nodes::{pcg2d, random_below};
use bitonic::*;

/// The number of bins.
pub(crate) const BINS: u32 = 64;

/// Invocations of a workgroup; they may be more or fewer than the bins.
const LANES: u32 = 128;

/// Values that each invocation counts.
const TURNS: u32 = 16;

/// `throws[i]` becomes the sum of nine random numbers from 0 to 7: from 0 to 63.
#[kernel]
pub(crate) fn throw_dice(throws: &mut [u32]) {
    let i = instance_index();
    if i < throws.len() {
        let mut sum = 0u32;
        for die in 0u32..9 {
            sum += random_below(pcg2d(uvec2(i, die)).x, 8);
        }
        throws[i] = sum;
    }
}

/// Adds to `bins` how often each value occurs. What is beyond the last bin counts there.
#[kernel(workgroup_size(LANES))]
pub(crate) fn histogram(
    values: &[u32],
    bins: &mut [Atomic<u32>],
    // Zero when the workgroup begins.
    own: Workgroup<[Atomic<u32>; BINS]>,
) {
    let lane = local_invocation_index();
    let start = workgroup_index() * (LANES * TURNS);
    for turn in 0..TURNS {
        // Neighbours read neighbours.
        let i = start + turn * LANES + lane;
        if i < values.len() {
            own[min(values[i], BINS - 1)].atomic_add(1);
        }
    }
    workgroup_barrier();
    for bin in (lane..BINS).step_by(LANES) {
        let counted = own[bin].atomic_load();
        if counted > 0 {
            bins[bin].atomic_add(counted);
        }
    }
}

/// How often each value occurs.
pub(crate) fn count(gpu: &Gpu, values: &Buffer<u32>) -> Result<Vec<u32>, runtime::Error> {
    let mut bins = gpu.zeroed::<u32>(BINS as usize)?;
    gpu.run(&histogram()?)
        .bind(values, &mut bins)
        .dispatch(values.len().div_ceil(TURNS as usize))?;
    bins.read()
}

/// Bars from left to right, eight lines high.
fn bars(counts: &[u32]) -> String {
    const EIGHTHS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let height = |count: u32| (u64::from(count) * 64).div_ceil(u64::from(most)) as usize;
    let line = |line: usize| {
        let bar = |&count: &u32| EIGHTHS[height(count).saturating_sub(8 * line).min(8)];
        counts
            .iter()
            .map(bar)
            .collect::<String>()
            .trim_end()
            .to_owned()
            + "\n"
    };
    (0..8).rev().map(line).collect()
}

/// What the example prints, once the counts are the host's.
pub(crate) fn report(gpu: &Gpu) -> Result<String, Box<dyn std::error::Error>> {
    let count_of_throws = 100_000;
    let mut throws = gpu.zeroed::<u32>(count_of_throws)?;
    gpu.run(&throw_dice()?)
        .bind(&mut throws)
        .dispatch(count_of_throws)?;
    let counts = count(gpu, &throws)?;

    let thrown = throws.read()?;
    for (bin, &found) in counts.iter().enumerate() {
        let expected = thrown.iter().filter(|&&sum| sum as usize == bin).count();
        if found as usize != expected {
            return Err(format!("bin {bin} holds {found}, not {expected}").into());
        }
    }
    let mean = thrown.iter().sum::<u32>() as f64 / count_of_throws as f64;
    Ok(format!(
        "{}{count_of_throws} throws of nine dice, {mean:.2} in the mean\n",
        bars(&counts)
    ))
}

/// Runs the example.
pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gpu = Gpu::auto()?;
    print!("{}", report(&gpu)?);
    println!("on {}", gpu.info());
    Ok(())
}
