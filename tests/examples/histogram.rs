//! `06_histogram`: fewer values than a workgroup counts, and more; values that crowd.

#[path = "../../examples/06_histogram.rs"]
mod example;

use example::{BINS, count, histogram, report, throw_dice};

use super::common::{is_accepted, numbers_in, on_every_executor, words};

#[test]
fn runs() {
    example::main().unwrap();
}

#[test]
fn is_accepted_by_others() {
    is_accepted(histogram());
    is_accepted(throw_dice());
}

/// The lengths of the runs of equal values, in order.
fn lengths_of_runs(values: &[u32]) -> Vec<u32> {
    let mut sorted: Vec<u32> = values.iter().map(|&value| value.min(BINS - 1)).collect();
    sorted.sort_unstable();
    let mut counts = vec![0; BINS as usize];
    for run in sorted.chunk_by(|a, b| a == b) {
        counts[run[0] as usize] = run.len() as u32;
    }
    counts
}

#[test]
fn any_number_of_values_is_counted() {
    on_every_executor(|gpu| {
        for length in [0, 1, 127, 128, 129, 2047, 2048, 2049, 10_001] {
            for below in [1, 7, 64, 200] {
                let values: Vec<u32> = words(length).iter().map(|word| word % below).collect();
                let buffer = gpu.buffer(&values).unwrap();
                let what = format!("{length} below {below} on {}", gpu.info());
                assert_eq!(
                    count(gpu, &buffer).unwrap(),
                    lengths_of_runs(&values),
                    "{what}"
                );
            }
        }
    });
}

/// The mean of a die from 0 to 7 is 3.5, of nine 31.5; the deviation of their sum is 6.9,
/// of the mean of so many sums 0.022.
#[test]
fn the_text_shows_a_bell() {
    on_every_executor(|gpu| {
        let text = report(gpu).unwrap();
        let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        assert_eq!(lines.len(), 9, "{text}");
        let last = numbers_in(text.lines().last().unwrap());
        assert_eq!(last[0], 100_000.0);
        assert!((last[1] - 31.5).abs() < 0.1, "{text}");
        // A column is empty beside the bell, and full in its middle, but for the top line.
        let at = |line: usize, column: usize| lines[line].get(column).copied().unwrap_or(' ');
        for line in 0..8 {
            assert!(
                [5, 58]
                    .map(|column| at(line, column))
                    .iter()
                    .all(|&c| c == ' ' || line == 7),
                "{text}"
            );
        }
        for line in 1..8 {
            assert_eq!([at(line, 31), at(line, 32)], ['█'; 2], "{text}");
        }
    });
}
