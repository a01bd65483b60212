//! `14_softmax`: rows of every length, beside sums of exponentials in double precision.

#[path = "../../examples/14_softmax.rs"]
mod example;

use example::{report, softmax, softmax_of_rows, tolerance};

use super::common::{is_accepted, numbers, on_every_executor};

#[test]
fn runs() {
    example::main().unwrap();
}

#[test]
fn is_accepted_by_others() {
    is_accepted(softmax());
}

/// As it is defined: a double holds the exponential of any number up to 700.
fn defined(row: &[f32], shift: f32) -> Vec<f64> {
    let powers = row.iter().map(|&x| (f64::from(x) - f64::from(shift)).exp());
    let powers: Vec<f64> = powers.collect();
    let sum: f64 = powers.iter().sum();
    powers.iter().map(|power| power / sum).collect()
}

#[test]
fn rows_of_any_length_are_right() {
    on_every_executor(|gpu| {
        for (rows, columns) in [
            (0, 0),
            (0, 5),
            (1, 1),
            (3, 2),
            (5, 63),
            (2, 64),
            (4, 65),
            (3, 1001),
        ] {
            for shift in [0.0, -1000.0, 1e5] {
                let numbers = numbers(rows * columns);
                let numbers: Vec<f32> = numbers.iter().map(|x| 20.0 * x + shift).collect();
                let found = softmax_of_rows(gpu, &numbers, columns).unwrap();
                assert_eq!(found.len(), rows * columns);
                let rows = numbers
                    .chunks(columns.max(1))
                    .zip(found.chunks(columns.max(1)));
                for (row, found) in rows {
                    for (found, expected) in found.iter().zip(defined(row, shift)) {
                        let miss = (f64::from(*found) - expected).abs();
                        assert!(miss <= tolerance(columns), "{found}, not {expected}");
                    }
                }
            }
        }
    });
}

/// The softmax of 1 to 6: powers of e, divided by their sum, with four digits.
#[test]
fn the_text_shows_the_same_for_numbers_far_away() {
    on_every_executor(|gpu| {
        let text = report(gpu).unwrap();
        let lines: Vec<Vec<&str>> = text
            .lines()
            .map(|line| line.split_whitespace().collect())
            .collect();
        let shown =
            |line: usize| -> Vec<&str> { lines[line].iter().skip(2).step_by(3).copied().collect() };
        assert_eq!(shown(0), ["0.1667"; 6], "{text}");
        assert_eq!(
            shown(1),
            ["0.0043", "0.0116", "0.0315", "0.0858", "0.2331", "0.6337"]
        );
        assert_eq!(shown(2), shown(1), "{text}");
        assert_eq!(
            shown(3),
            ["0.0002", "0.0554", "0.0204", "0.6754", "0.2485", "0.0000"]
        );
    });
}
