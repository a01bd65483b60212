//! `07_matmul`: products of whole numbers, which are exact.

#[path = "../../examples/07_matmul.rs"]
mod example;

use super::common::{is_accepted, on_every_executor};
use example::{Matrix, matmul, multiply, report};

#[test]
fn runs() {
    example::main().unwrap();
}

#[test]
fn is_accepted_by_others() {
    is_accepted(matmul());
}

/// Small numbers, and zero beside them.
fn whole(rows: usize, columns: usize, seed: usize) -> Matrix {
    Matrix::of(rows, columns, |row, column| {
        ((row * 7 + column * 5 + seed) % 9) as f32 - 4.0
    })
}

/// The product by columns of `a`: each adds its outer product with a row of `b`.
fn product(a: &Matrix, b: &Matrix) -> Vec<f32> {
    let mut sums = vec![0_i64; a.rows * b.columns];
    for i in 0..a.columns {
        for (index, sum) in sums.iter_mut().enumerate() {
            let (row, column) = (index / b.columns, index % b.columns);
            *sum += a.at(row, i) as i64 * b.at(i, column) as i64;
        }
    }
    sums.into_iter().map(|sum| sum as f32).collect()
}

#[test]
fn products_are_right_for_any_size() {
    let sizes = [
        (0, 0, 0),
        (0, 3, 2),
        (2, 3, 0),
        (1, 0, 1),
        (3, 0, 20),
        (1, 1, 1),
        (5, 40, 3),
        (16, 16, 16),
        (15, 17, 33),
        (31, 1, 18),
        (33, 100, 47),
    ];
    on_every_executor(|gpu| {
        for (rows, inner, columns) in sizes {
            let (a, b) = (whole(rows, inner, 1), whole(inner, columns, 2));
            let c = multiply(gpu, &a, &b).unwrap();
            let what = format!("{rows} x {inner} x {columns} on {}", gpu.info());
            assert_eq!((c.rows, c.columns), (rows, columns), "{what}");
            assert_eq!(c.numbers, product(&a, &b), "{what}");
        }
    });
}

#[test]
fn the_text_shows_the_identity() {
    on_every_executor(|gpu| {
        let text = report(gpu).unwrap();
        let rows: Vec<&str> = text.lines().skip(1).take(5).collect();
        for (row, line) in rows.iter().enumerate() {
            let numbers: Vec<&str> = line.split_whitespace().collect();
            for (column, number) in numbers.iter().enumerate() {
                let expected = if row == column { "1.0000" } else { "0.0000" };
                assert_eq!(*number, expected, "{text}");
            }
        }
        assert_eq!(rows.len(), 5);
    });
}
