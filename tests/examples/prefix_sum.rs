//! `11_prefix_sum`: lengths of one, two and three levels, and grids that fold.

#[path = "../../examples/11_prefix_sum.rs"]
mod example;

use bitonic::Gpu;
use bitonic::runtime::Bound;
use example::*;

use super::common::{is_accepted, on_every_executor, words};

#[test]
fn runs() {
    example::main().unwrap();
}

#[test]
fn is_accepted_by_others() {
    is_accepted(scan(true));
    is_accepted(scan(false));
    is_accepted(add_totals());
}

/// Modulo 2^32, by the differences of neighbours: each is the value itself.
fn check(values: &[u32], sums: &[u32], what: &str) {
    assert_eq!(sums.len(), values.len(), "{what}");
    for (i, value) in values.iter().enumerate() {
        let before = if i == 0 { 0 } else { sums[i - 1] };
        assert_eq!(sums[i].wrapping_sub(before), *value, "{i} of {what}");
    }
}

#[test]
fn any_length_is_summed_up() {
    on_every_executor(|gpu| {
        for count in [0, 1, 2, 255, 256, 257, 513, 3000, 65_536, 65_537] {
            let words = words(count);
            let values = gpu.buffer(&words).unwrap();
            let plan = sum_up(gpu, &values).unwrap();
            let levels = [1, 257, 65_537].iter().filter(|&&least| count >= least);
            assert_eq!(plan.steps().len(), (2 * levels.count()).saturating_sub(1));
            let what = format!("{count} on {}", gpu.info());
            check(&words, &values.read().unwrap(), &what);
        }
    });
}

/// As on a device that allows but a few workgroups along each dimension.
#[test]
fn folded_grids_sum_up_as_well() {
    on_every_executor(|gpu: &Gpu| {
        for (count, widest) in [(256 * 8, 7), (256 * 30 + 1, 4), (10_000, 5)] {
            let words = words(count);
            let values = gpu.buffer(&words).unwrap();
            let (plan, id) = prefix_sums(count as u32, widest).unwrap().unwrap();
            assert!(plan.warnings().is_empty(), "{plan}");
            assert!(plan.steps()[0].grid.is_folded(), "{plan}");
            let bound = Bound::new().with(id, &values);
            gpu.prepare(plan, bound).unwrap().submit().unwrap();
            check(
                &words,
                &values.read().unwrap(),
                &format!("{count} by {widest}"),
            );
        }
    });
    assert!(
        prefix_sums(256 * 9, 2).unwrap().is_none(),
        "a cube of 8 workgroups"
    );
}

#[test]
fn the_text_shows_the_steps_and_the_triangular_numbers() {
    on_every_executor(|gpu| {
        let text = report(gpu).unwrap();
        assert!(text.ends_with("\nthe first of 70000 sums: 1 3 6 10 15 21 28 36 45 55\n"));
        let steps = [
            "| 0 | scan | scan_blocks",
            "| 2 | scan | scan_one_block",
            "| 4 | add  | add_totals",
        ];
        assert!(steps.iter().all(|step| text.contains(step)), "{text}");
        assert!(!text.contains("warning"), "{text}");
    });
}
