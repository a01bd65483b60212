//! A bitonic sort a step at a time: what each step does, what the device says comes next,
//! and how near the keys are to their order; then all steps that are left at once.
//!
//! `cargo run --release --example 18_bitonic_steps`

use bitonic::Gpu;

/// Keys without a pattern: Weyl's sequence of the golden ratio, as fractions of one.
fn keys(n: usize) -> Vec<f32> {
    let golden = (0..n as u32).map(|i| i.wrapping_mul(0x9E37_79B9));
    golden.map(|word| word as f32 / u32::MAX as f32).collect()
}

/// How many keys are less than the one before them.
fn falls(keys: &[f32]) -> usize {
    keys.windows(2).filter(|pair| pair[1] < pair[0]).count()
}

/// Runs the example.
pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gpu = Gpu::auto()?;
    let keys = keys(2000);
    let buffer = gpu.buffer(&keys)?;
    let mut sort = gpu.bitonic_sort(&buffer).workgroup_size(32).build()?;
    println!(
        "{} keys in workgroups of {}: {} steps on {}\n",
        sort.count(),
        sort.workgroup_size(),
        sort.step_count(),
        gpu.info()
    );

    println!("| # | step            | span | keys in | falls | next                       |");
    println!("|---|-----------------|------|---------|-------|----------------------------|");
    for number in 0..9 {
        let step = sort.compute_step()?;
        let (kind, span, place) = (step.kind, step.span, sort.read_buffer());
        let (falls, next) = (falls(&sort.keys()?), sort.info()?.to_string());
        println!("| {number} | {kind:<15} | {span:>4} | {place:<7} | {falls:>5} | {next:<26} |");
    }

    // Those that are left. The buffer then holds the sorted keys.
    let left = sort.step_count() - sort.steps_done();
    sort.compute()?;
    let mut expected = keys;
    expected.sort_by(f32::total_cmp);
    assert_eq!(buffer.read()?, expected);
    println!("\n{left} more at once, and the keys are in order");
    Ok(())
}
