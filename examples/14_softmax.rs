//! The softmax of each row of a matrix, `exp(x) / sum(exp(x))`, with no number too great
//! for its exponential: a workgroup finds the row's maximum and the sum of
//! `exp(x - maximum)` in one reading, then writes the quotients.
//!
//! M. Milakov and N. Gimelshein, "Online Normalizer Calculation for Softmax" (2018): two
//! maxima with their sums combine into one, in any grouping, so that a reduction serves.
//!
//! `cargo run --release --example 14_softmax`

use bitonic::nodes::workgroup_reduce;
use bitonic::*;

/// Invocations that share a row.
const LANES: u32 = 64;

/// Of two maxima, each with the sum of the exponentials of the ways down from it, the
/// greater and the sum of both.
#[shader_fn]
fn combine(a: Vec2, b: Vec2) -> Vec2 {
    let greatest = max(a.x, b.x);
    vec2(
        greatest,
        a.y * exp(a.x - greatest) + b.y * exp(b.x - greatest),
    )
}

/// `y` becomes the softmax of `x`, row by row; one workgroup for each row of `columns`.
#[kernel(workgroup_size(LANES))]
pub(crate) fn softmax(
    x: &[f32],
    y: &mut [f32],
    rows: u32,
    columns: u32,
    scratch: Workgroup<[Vec2; LANES]>,
) {
    let (lane, row) = (local_invocation_index(), workgroup_index());
    if row < rows {
        let start = row * columns;
        // Below every number, and a sum of nothing.
        let mut mine = vec2(f32::MIN, 0.0);
        for column in (lane..columns).step_by(LANES) {
            mine = combine(mine, vec2(x[start + column], 1.0));
        }
        let of_row = workgroup_reduce(&scratch, mine, combine);
        for column in (lane..columns).step_by(LANES) {
            y[start + column] = exp(x[start + column] - of_row.x) / of_row.y;
        }
    }
}

/// The softmax of each row of `columns` numbers; `numbers` holds whole rows.
pub(crate) fn softmax_of_rows(
    gpu: &Gpu,
    numbers: &[f32],
    columns: usize,
) -> Result<Vec<f32>, runtime::Error> {
    let rows = numbers.len().checked_div(columns).unwrap_or(0);
    let x = gpu.buffer(numbers)?;
    let mut result = gpu.zeroed::<f32>(numbers.len())?;
    gpu.run(&softmax()?)
        .bind(&x, &mut result, rows as u32, columns as u32)
        .dispatch(rows * LANES as usize)?;
    result.read()
}

/// The same on the host, in double precision.
pub(crate) fn softmax_on_host(row: &[f32]) -> Vec<f64> {
    let greatest = row.iter().copied().fold(f32::MIN, f32::max);
    let powers = row
        .iter()
        .map(|&x| (f64::from(x) - f64::from(greatest)).exp());
    let powers: Vec<f64> = powers.collect();
    let sum: f64 = powers.iter().sum();
    powers.iter().map(|power| power / sum).collect()
}

/// How far a probability may be off, of `columns` in a row. Each sum is multiplied by an
/// exponential for each number that a lane adds, and in each step of the reduction; near 0
/// they are right to 3 units in the last place, farther off their products are small. WGSL
/// specification, "Accuracy of Built-in Functions".
pub(crate) fn tolerance(columns: usize) -> f64 {
    let exponentials = columns.div_ceil(LANES as usize) + LANES.ilog2() as usize;
    (3 * exponentials + 8) as f64 * f64::from(f32::EPSILON)
}

/// What the example prints, once the probabilities are the host's.
pub(crate) fn report(gpu: &Gpu) -> Result<String, Box<dyn std::error::Error>> {
    const COLUMNS: usize = 6;
    // The third row is far beyond what `exp` could be taken of.
    let numbers = [
        [0.0_f32, 0.0, 0.0, 0.0, 0.0, 0.0],
        [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        [1001.0, 1002.0, 1003.0, 1004.0, 1005.0, 1006.0],
        [-5.0, 0.5, -0.5, 3.0, 2.0, -100.0],
    ];
    let found = softmax_of_rows(gpu, numbers.as_flattened(), COLUMNS)?;
    let mut text = String::new();
    for (row, found) in numbers.iter().zip(found.chunks(COLUMNS)) {
        for (found, expected) in found.iter().zip(softmax_on_host(row)) {
            if (f64::from(*found) - expected).abs() > tolerance(COLUMNS) {
                return Err(format!("{found} is not {expected}, of {row:?}").into());
            }
        }
        let words: Vec<String> = row
            .iter()
            .zip(found)
            .map(|(x, y)| format!("{x:7} -> {y:.4}"))
            .collect();
        text += &format!("{}\n", words.join("  "));
    }
    Ok(text)
}

/// Runs the example.
pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gpu = Gpu::auto()?;
    print!("{}", report(&gpu)?);
    println!("on {}", gpu.info());
    Ok(())
}
