//! `12_reduction`: few values and many, beside the host and beside what is published.

#[path = "../../examples/12_reduction.rs"]
mod example;

use example::{Summary, reduce_shares, reduce_values, report, summarise};

use super::common::{is_accepted, numbers, on_every_executor};

#[test]
fn runs() {
    example::main().unwrap();
}

#[test]
fn is_accepted_by_others() {
    is_accepted(reduce_values());
    is_accepted(reduce_shares());
}

#[test]
fn any_number_of_values_is_reduced() {
    on_every_executor(|gpu| {
        for count in [1, 3, 255, 256, 257, 5000, 40_001] {
            let values: Vec<f32> = numbers(count).iter().map(|x| 100.0 * x - 7.0).collect();
            let found = summarise(gpu, &values).unwrap();
            let mut sorted = values.clone();
            sorted.sort_unstable_by(f32::total_cmp);
            let what = format!("{count} on {}", gpu.info());
            assert_eq!(
                [found.least, found.greatest],
                [sorted[0], sorted[count - 1]],
                "{what}"
            );
            // The longest chain of additions: a lane's, its workgroup's and the shares'.
            let chain = (count.div_ceil(256 * 128) + 64 + 16) as f64;
            let sum: f64 = values.iter().map(|&x| f64::from(x)).sum();
            let magnitude: f64 = values.iter().map(|&x| f64::from(x).abs()).sum();
            let miss = (f64::from(found.sum) - sum).abs();
            assert!(
                miss <= chain * f64::from(f32::EPSILON) * magnitude,
                "{miss} of {what}"
            );
        }
    });
}

#[test]
fn nothing_has_no_least_and_no_greatest() {
    on_every_executor(|gpu| {
        let nothing = Summary {
            least: f32::MAX,
            greatest: f32::MIN,
            sum: 0.0,
        };
        assert_eq!(summarise(gpu, &[]).unwrap(), nothing);
    });
}

/// As the package `nycflights13` for R has it: `summary(flights$dep_delay)`.
#[test]
fn the_text_tells_what_is_published() {
    on_every_executor(|gpu| {
        let expected = "328521 flights left 43 minutes early at best, 1301 late at worst, \
            12.64 late in the mean\n";
        assert_eq!(report(gpu).unwrap(), expected);
    });
}
