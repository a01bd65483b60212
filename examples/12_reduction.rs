//! A reduction with subgroups: the least, the greatest and the sum of an array in two
//! passes. Each workgroup walks through its share of the array and leaves one result; one
//! workgroup combines these.
//!
//! Within a workgroup the values meet in registers, by subgroup, and in shared memory only
//! once. M. Harris, "Optimizing Parallel Reduction in CUDA" (2007) has the passes; J. Luitjens,
//! "Faster Parallel Reductions on Kepler" (2014) the subgroups.
//!
//! The numbers are the delays of 328,521 flights from New York in 2013, in minutes.
//!
//! `cargo run --release --example 12_reduction`

use bitonic::nodes::workgroup_reduce_by_subgroups;
use bitonic::*;

/// Invocations of a workgroup.
const LANES: u32 = 256;

/// The most workgroups of the first pass, each with one result.
const SHARES: u32 = 128;

/// The least and the greatest of both, and the sum, as the components of a vector.
#[shader_fn]
fn combine(a: Vec3, b: Vec3) -> Vec3 {
    vec3(min(a.x, b.x), max(a.y, b.y), a.z + b.z)
}

/// What the workgroup finds among its share of the first `count` elements.
#[shader_fn]
fn reduce(count: u32, element: impl Fn(u32) -> Vec3, scratch: &mut Workgroup<[Vec3; _]>) -> Vec3 {
    // Of no numbers the least is greater than all.
    let mut found = vec3(f32::MAX, f32::MIN, 0.0);
    for i in (instance_index()..count).step_by(num_workgroups().x * LANES) {
        found = combine(found, element(i));
    }
    workgroup_reduce_by_subgroups(scratch, found, combine)
}

/// The first pass: each workgroup reduces a share of `values`.
#[kernel(workgroup_size(LANES))]
pub(crate) fn reduce_values(
    values: &[f32],
    results: &mut [Vec3],
    // A subgroup has four invocations or more.
    scratch: Workgroup<[Vec3; LANES / 4]>,
) {
    let total = reduce(values.len(), |i| splat(values[i]), &mut scratch);
    if local_invocation_index() == 0 {
        results[workgroup_index()] = total;
    }
}

/// The second pass: one workgroup reduces the results of the first.
#[kernel(workgroup_size(LANES))]
pub(crate) fn reduce_shares(
    shares: &[Vec3],
    count: u32,
    result: &mut [Vec3],
    scratch: Workgroup<[Vec3; LANES / 4]>,
) {
    let total = reduce(count, |i| shares[i], &mut scratch);
    if local_invocation_index() == 0 {
        result[0] = total;
    }
}

/// What is known of an array.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Summary {
    pub(crate) least: f32,
    pub(crate) greatest: f32,
    pub(crate) sum: f32,
}

/// The least, the greatest and the sum; of no values, the greatest and the least that there
/// are, and 0.
pub(crate) fn summarise(gpu: &Gpu, values: &[f32]) -> Result<Summary, runtime::Error> {
    let count = values.len() as u32;
    let groups = count.div_ceil(LANES).min(SHARES);
    let values = gpu.buffer(values)?;
    let mut shares = gpu.zeroed::<Vec3>(SHARES as usize)?;
    let mut result = gpu.zeroed::<Vec3>(1)?;
    gpu.run(&reduce_values()?)
        .bind(&values, &mut shares)
        .workgroups([groups, 1, 1])?;
    gpu.run(&reduce_shares()?)
        .bind(&shares, groups, &mut result)
        .workgroups([1, 1, 1])?;
    let found = result.read()?[0];
    Ok(Summary {
        least: found.x,
        greatest: found.y,
        sum: found.z,
    })
}

/// The delays of the sample data that are numbers: others were never noted.
pub(crate) fn delays() -> Result<Vec<f32>, Box<dyn std::error::Error>> {
    let file = include_bytes!("data/flights_dep_delay_f32.npy");
    // The format `.npy` has the length of its header in bytes 8 and 9.
    let header = 10 + usize::from(u16::from_le_bytes([file[8], file[9]]));
    let words = file.get(header..).ok_or("no numbers")?.chunks_exact(4);
    let numbers = words.map(|word| f32::from_le_bytes([word[0], word[1], word[2], word[3]]));
    Ok(numbers.filter(|number| !number.is_nan()).collect())
}

/// What the example prints, once it is the host's.
pub(crate) fn report(gpu: &Gpu) -> Result<String, Box<dyn std::error::Error>> {
    let delays = delays()?;
    let found = summarise(gpu, &delays)?;
    // Whole minutes, and less than 2^24 of them however they are grouped: sums are exact.
    let expected = Summary {
        least: delays.iter().copied().fold(f32::MAX, f32::min),
        greatest: delays.iter().copied().fold(f32::MIN, f32::max),
        sum: delays.iter().map(|&delay| f64::from(delay)).sum::<f64>() as f32,
    };
    if found != expected {
        return Err(format!("{found:?} is not {expected:?}").into());
    }
    Ok(format!(
        "{} flights left {} minutes early at best, {} late at worst, {:.2} late in the mean\n",
        delays.len(),
        -found.least,
        found.greatest,
        f64::from(found.sum) / delays.len() as f64
    ))
}

/// Runs the example.
pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gpu = Gpu::auto()?;
    print!("{}", report(&gpu)?);
    println!("on {}", gpu.info());
    Ok(())
}
