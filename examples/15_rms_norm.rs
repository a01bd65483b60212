//! RMSNorm: each row of a matrix divided by the root of the mean of its squares, then
//! multiplied by gains that are learnt, one for each column.
//!
//! B. Zhang and R. Sennrich, "Root Mean Square Layer Normalization" (2019).
//!
//! `cargo run --release --example 15_rms_norm`

use bitonic::nodes::workgroup_reduce;
use bitonic::*;

/// Invocations that share a row.
const LANES: u32 = 128;

/// What the kernel is told.
#[derive(Clone, Copy, ShaderType)]
pub(crate) struct Shape {
    rows: u32,
    columns: u32,
    /// Added to the mean of the squares: a row of zeros stays one.
    epsilon: f32,
}

/// `y[row][column] = x[row][column] / sqrt(mean of squares + epsilon) * gain[column]`, one
/// workgroup for each row.
#[kernel(workgroup_size(LANES))]
pub(crate) fn rms_norm(
    shape: Uniform<Shape>,
    x: &[f32],
    gain: &[f32],
    y: &mut [f32],
    scratch: Workgroup<[f32; LANES]>,
) {
    let (lane, row) = (local_invocation_index(), workgroup_index());
    if row < shape.rows {
        let start = row * shape.columns;
        let mut squares = 0.0f32;
        for column in (lane..shape.columns).step_by(LANES) {
            let number = x[start + column];
            squares += number * number;
        }
        let sum = workgroup_reduce(&scratch, squares, |a, b| a + b);
        let scale = inverse_sqrt(sum / shape.columns as f32 + shape.epsilon);
        for column in (lane..shape.columns).step_by(LANES) {
            y[start + column] = x[start + column] * scale * gain[column];
        }
    }
}

/// The normalised rows, of as many numbers as there are gains; `numbers` holds whole rows.
pub(crate) fn normalise(
    gpu: &Gpu,
    numbers: &[f32],
    gains: &[f32],
    epsilon: f32,
) -> Result<Vec<f32>, runtime::Error> {
    let rows = numbers.len().checked_div(gains.len()).unwrap_or(0);
    let shape = Shape {
        rows: rows as u32,
        columns: gains.len() as u32,
        epsilon,
    };
    let (x, gain) = (gpu.buffer(numbers)?, gpu.buffer(gains)?);
    let mut result = gpu.zeroed::<f32>(numbers.len())?;
    gpu.run(&rms_norm()?)
        .bind(&shape, &x, &gain, &mut result)
        .dispatch(rows * LANES as usize)?;
    result.read()
}

/// One row on the host, in double precision.
pub(crate) fn normalise_on_host(row: &[f32], gains: &[f32], epsilon: f32) -> Vec<f64> {
    let squares: f64 = row.iter().map(|&x| f64::from(x) * f64::from(x)).sum();
    let root = (squares / row.len() as f64 + f64::from(epsilon)).sqrt();
    let pairs = row.iter().zip(gains);
    pairs
        .map(|(&x, &gain)| f64::from(x) / root * f64::from(gain))
        .collect()
}

/// How far a number of `columns` in a row may be off, relative to itself: half of what the
/// sum of the squares is off by, which is a rounding for each that a lane adds up and each
/// step of the reduction; and some for the root, the quotients and the products.
pub(crate) fn tolerance(columns: usize) -> f64 {
    let roundings = columns.div_ceil(LANES as usize) + 1 + LANES.ilog2() as usize;
    (roundings as f64 / 2.0 + 8.0) * f64::from(f32::EPSILON)
}

/// The mean of the squares.
fn mean_square(row: &[f32]) -> f32 {
    row.iter().map(|x| x * x).sum::<f32>() / row.len() as f32
}

/// What the example prints, once the rows are the host's.
pub(crate) fn report(gpu: &Gpu) -> Result<String, Box<dyn std::error::Error>> {
    const COLUMNS: usize = 1000;
    const EPSILON: f32 = 1e-6;
    // Waves of very different heights.
    let wave = |row: usize, column: usize| {
        10_f32.powi(row as i32 - 2) * (column as f32 * 0.37 + row as f32).sin()
    };
    let rows = 0..5;
    let numbers = rows.flat_map(|row| (0..COLUMNS).map(move |column| wave(row, column)));
    let numbers: Vec<f32> = numbers.collect();
    let gains = vec![1.0; COLUMNS];
    let found = normalise(gpu, &numbers, &gains, EPSILON)?;

    let mut text = "mean square before    after\n".to_owned();
    for (row, found) in numbers.chunks(COLUMNS).zip(found.chunks(COLUMNS)) {
        for (found, expected) in found.iter().zip(normalise_on_host(row, &gains, EPSILON)) {
            if (f64::from(*found) - expected).abs() > tolerance(COLUMNS) * expected.abs() {
                return Err(format!("{found} is not {expected}").into());
            }
        }
        text += &format!("{:18.6} {:8.4}\n", mean_square(row), mean_square(found));
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
