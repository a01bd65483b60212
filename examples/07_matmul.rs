//! The product of two matrices by tiles: each workgroup computes a square of the result,
//! and reads each number of the operands once for all of its invocations, through memory
//! that they share. Sizes need not be multiples of the tile.
//!
//! The tiles are those of the "CUDA C++ Programming Guide", section "Shared Memory". The
//! matrix shown is N. Ahmed, T. Natarajan and K. R. Rao's discrete cosine transform (1974):
//! its rows are orthonormal, so that its product with its transpose is the identity.
//!
//! `cargo run --release --example 07_matmul`

use bitonic::*;

/// The side of a tile: a workgroup has one invocation for each of its numbers.
const TILE: u32 = 16;

/// `c = a * b`, all row by row: `a` has `rows` rows of `inner` numbers, `b` has `inner`
/// rows of `columns`.
#[kernel(workgroup_size(TILE, TILE))]
pub(crate) fn matmul(
    a: &[f32],
    b: &[f32],
    c: &mut [f32],
    rows: u32,
    inner: u32,
    columns: u32,
    a_tile: Workgroup<[[f32; TILE as usize]; TILE]>,
    b_tile: Workgroup<[[f32; TILE as usize]; TILE]>,
) {
    let (column, row) = (global_invocation_id().x, global_invocation_id().y);
    let (x, y) = (local_invocation_id().x, local_invocation_id().y);
    let mut sum = 0.0f32;
    for start in (0..inner).step_by(TILE) {
        // Beyond the edges there are zeros, which add nothing.
        a_tile[y][x] = 0.0;
        b_tile[y][x] = 0.0;
        if row < rows && start + x < inner {
            a_tile[y][x] = a[row * inner + start + x];
        }
        if start + y < inner && column < columns {
            b_tile[y][x] = b[(start + y) * columns + column];
        }
        workgroup_barrier();
        for i in 0..TILE {
            sum += a_tile[y][i] * b_tile[i][x];
        }
        workgroup_barrier();
    }
    if row < rows && column < columns {
        c[row * columns + column] = sum;
    }
}

/// Numbers of a matrix, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Matrix {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) numbers: Vec<f32>,
}

impl Matrix {
    /// The matrix with `number(row, column)` at each place.
    pub(crate) fn of(rows: usize, columns: usize, number: impl Fn(usize, usize) -> f32) -> Matrix {
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let numbers = places.map(|(row, column)| number(row, column)).collect();
        Matrix {
            rows,
            columns,
            numbers,
        }
    }

    pub(crate) fn at(&self, row: usize, column: usize) -> f32 {
        self.numbers[row * self.columns + column]
    }
}

/// `a * b` on the device. `a` has as many columns as `b` has rows.
pub(crate) fn multiply(gpu: &Gpu, a: &Matrix, b: &Matrix) -> Result<Matrix, runtime::Error> {
    let (left, right) = (gpu.buffer(&a.numbers)?, gpu.buffer(&b.numbers)?);
    let mut numbers = gpu.zeroed::<f32>(a.rows * b.columns)?;
    let [rows, inner, columns] = [a.rows, a.columns, b.columns].map(|count| count as u32);
    gpu.run(&matmul()?)
        .bind(&left, &right, &mut numbers, rows, inner, columns)
        .workgroups([columns.div_ceil(TILE), rows.div_ceil(TILE), 1])?;
    Ok(Matrix {
        rows: a.rows,
        columns: b.columns,
        numbers: numbers.read()?,
    })
}

/// Compares `c` with `a * b` in double precision. A sum of `n` products in `f32` is off by
/// at most `n` roundings of the sum of their magnitudes: N. J. Higham, "Accuracy and
/// Stability of Numerical Algorithms" (2002), section 3.1.
fn check(a: &Matrix, b: &Matrix, c: &Matrix) -> Result<(), String> {
    for (row, column) in (0..c.rows).flat_map(|row| (0..c.columns).map(move |x| (row, x))) {
        let mut sum = 0.0;
        let mut magnitude = 0.0;
        for i in 0..a.columns {
            let product = f64::from(a.at(row, i)) * f64::from(b.at(i, column));
            sum += product;
            magnitude += product.abs();
        }
        let found = c.at(row, column);
        let allowed = a.columns as f64 * f64::from(f32::EPSILON) * magnitude;
        if (f64::from(found) - sum).abs() > allowed {
            return Err(format!("c[{row}][{column}] is {found}, not {sum}"));
        }
    }
    Ok(())
}

/// The first `rows` rows of the discrete cosine transform of `n` numbers.
pub(crate) fn cosines(rows: usize, n: usize) -> Matrix {
    Matrix::of(rows, n, |row, column| {
        let scale = if row == 0 { 1.0 } else { 2.0 } / n as f64;
        let angle = std::f64::consts::PI / n as f64 * (column as f64 + 0.5) * row as f64;
        (scale.sqrt() * angle.cos()) as f32
    })
}

/// What the example prints, once the product is checked.
pub(crate) fn report(gpu: &Gpu) -> Result<String, Box<dyn std::error::Error>> {
    let a = cosines(45, 70);
    let b = Matrix::of(70, 45, |row, column| a.at(column, row));
    let c = multiply(gpu, &a, &b)?;
    check(&a, &b, &c)?;

    let mut text =
        "45 x 70 times 70 x 45, its transpose: the identity's first numbers\n".to_owned();
    for row in 0..5 {
        let numbers: Vec<String> = (0..5)
            .map(|column| format!("{:7.4}", c.at(row, column).abs()))
            .collect();
        text += &format!("{}\n", numbers.join(" "));
    }
    text += "every number as near to the host's as rounding allows\n";
    Ok(text)
}

/// Runs the example.
pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gpu = Gpu::auto()?;
    print!("{}", report(&gpu)?);
    println!("on {}", gpu.info());
    Ok(())
}
