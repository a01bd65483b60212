//! `15_rms_norm`: rows of every length and height.

#[path = "../../examples/15_rms_norm.rs"]
mod example;

use example::*;

use super::common::{is_accepted, numbers, numbers_in, on_every_executor};

#[test]
fn runs() {
    example::main().unwrap();
}

#[test]
fn is_accepted_by_others() {
    is_accepted(rms_norm());
}

#[test]
fn rows_of_any_length_are_right() {
    on_every_executor(|gpu| {
        for (rows, columns) in [
            (0, 0),
            (0, 3),
            (1, 1),
            (7, 3),
            (2, 127),
            (3, 128),
            (2, 129),
            (5, 1000),
        ] {
            for scale in [1.0, 1e-3, 1e6] {
                let numbers = numbers((rows + 1) * columns);
                let (gains, numbers) = numbers.split_at(columns);
                let numbers: Vec<f32> = numbers.iter().map(|x| x * scale).collect();
                let found = normalise(gpu, &numbers, gains, 1e-5).unwrap();
                assert_eq!(found.len(), rows * columns);
                let width = columns.max(1);
                for (row, found) in numbers.chunks(width).zip(found.chunks(width)) {
                    let expected = normalise_on_host(row, gains, 1e-5);
                    for (found, expected) in found.iter().zip(expected) {
                        let miss = (f64::from(*found) - expected).abs();
                        let allowed = tolerance(columns) * expected.abs();
                        assert!(
                            miss <= allowed,
                            "{found}, not {expected}, on {}",
                            gpu.info()
                        );
                    }
                }
            }
        }
    });
}

/// By hand: the mean of 9, 16, 144 and 0 is 42.25, the square of 6.5. And zeros stay.
#[test]
fn a_row_by_hand() {
    on_every_executor(|gpu| {
        let rows = [3.0, -4.0, 12.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        let found = normalise(gpu, &rows, &[1.0, 1.0, 1.0, 5.0], 0.0).unwrap();
        for (found, expected) in found.iter().zip([3.0 / 6.5, -4.0 / 6.5, 12.0 / 6.5, 0.0]) {
            assert!((found - expected).abs() < 1e-6, "{found}, not {expected}");
        }
        let zeros = normalise(gpu, &[0.0; 4], &[1.0; 4], 1e-6).unwrap();
        assert_eq!(zeros, [0.0; 4]);
    });
}

/// A wave's mean square is half of its height's; afterwards it is 1, less what epsilon
/// adds to the least.
#[test]
fn the_text_shows_heights_that_become_one() {
    on_every_executor(|gpu| {
        let text = report(gpu).unwrap();
        let rows: Vec<Vec<f64>> = text.lines().skip(1).map(numbers_in).collect();
        assert_eq!(rows.len(), 5, "{text}");
        for (row, numbers) in rows.iter().enumerate() {
            let half = 0.5 * 100_f64.powi(row as i32 - 2);
            assert!((numbers[0] / half - 1.0).abs() < 0.02, "{text}");
            let expected = numbers[0] / (numbers[0] + 1e-6);
            assert!((numbers[1] - expected).abs() < 1e-3, "{text}");
        }
    });
}
