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
pub(crate) fn matmul() -> Result<Kernel, Error> {
    kernel("matmul").workgroup_size([TILE, TILE]).build(|k| {
        let (a, b) = (k.storage::<f32>("a"), k.storage::<f32>("b"));
        let c = k.storage_mut::<f32>("c");
        let rows = k.param::<u32>("rows");
        let inner = k.param::<u32>("inner");
        let columns = k.param::<u32>("columns");
        let a_tile = workgroup_array::<[f32; TILE as usize]>("a_tile", TILE);
        let b_tile = workgroup_array::<[f32; TILE as usize]>("b_tile", TILE);

        let (column, row) = (global_invocation_id().x(), global_invocation_id().y());
        let (x, y) = (local_invocation_id().x(), local_invocation_id().y());
        let sum = 0.0_f32.to_var("sum");
        Loop(range(0, inner).step(TILE).named("start"), |start| {
            // Beyond the edges there are zeros, which add nothing.
            let (here_a, here_b) = (a_tile.element(y).element(x), b_tile.element(y).element(x));
            here_a.assign(0.0);
            here_b.assign(0.0);
            If(row.lt(rows) & (start + x).lt(inner), || {
                here_a.assign(a.element(row * inner + start + x).load());
            });
            If((start + y).lt(inner) & column.lt(columns), || {
                here_b.assign(b.element((start + y) * columns + column).load());
            });
            workgroup_barrier();
            Loop(range(0, TILE), |i| {
                let left = a_tile.element(y).element(i).load();
                sum.add_assign(left * b_tile.element(i).element(x).load());
            });
            workgroup_barrier();
        });
        If(row.lt(rows) & column.lt(columns), || {
            c.element(row * columns + column).assign(sum.load());
        });
    })
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
    let numbers = gpu.zeroed::<f32>(a.rows * b.columns)?;
    let tiles = |count: usize| (count as u32).div_ceil(TILE);
    gpu.run(&matmul()?)
        .bind("a", &gpu.buffer(&a.numbers)?)
        .bind("b", &gpu.buffer(&b.numbers)?)
        .bind("c", &numbers)
        .set("rows", a.rows as u32)
        .set("inner", a.columns as u32)
        .set("columns", b.columns as u32)
        .workgroups([tiles(b.columns), tiles(a.rows), 1])?;
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
