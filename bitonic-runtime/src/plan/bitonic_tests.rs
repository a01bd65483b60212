//! The order of steps against three.js's, stated here on its own: as the state
//! machine that advances (kind, span, largest span) after each step.

use super::bitonic::{Schedule, Step, StepKind};

/// The state machine of three.js's `BitonicSort`, for powers of two.
fn expected(count: u32, workgroup_size: u32, step_count: usize) -> Vec<Step> {
    let tile = 2 * workgroup_size;
    let (mut kind, mut span, mut largest) = (StepKind::SwapLocal, 2, 2);
    let mut steps = Vec::new();
    for _ in 0..step_count {
        let in_tile = tile.ilog2();
        let exchanges = match kind {
            StepKind::SwapLocal => in_tile * (in_tile + 1) / 2,
            StepKind::DisperseLocal => in_tile,
            StepKind::FlipGlobal | StepKind::DisperseGlobal => 1,
            StepKind::Align => unreachable!("no step of the state machine"),
        };
        steps.push(Step {
            kind,
            span,
            exchanges,
        });
        match kind {
            StepKind::SwapLocal => {
                largest = 2 * tile;
                (kind, span) = (StepKind::FlipGlobal, largest);
            }
            StepKind::DisperseLocal => {
                largest *= 2;
                (kind, span) = (StepKind::FlipGlobal, largest);
            }
            StepKind::FlipGlobal | StepKind::DisperseGlobal => {
                span /= 2;
                kind = if span <= tile {
                    StepKind::DisperseLocal
                } else {
                    StepKind::DisperseGlobal
                };
            }
            StepKind::Align => unreachable!("no step of the state machine"),
        }
    }
    assert!(largest >= count, "all rounds were run");
    steps
}

fn exchanges(schedule: &Schedule) -> Vec<Step> {
    let exchanges = |step: &&Step| step.kind != StepKind::Align;
    schedule.steps().iter().filter(exchanges).copied().collect()
}

fn schedule(count: usize, workgroup_size: u32) -> Schedule {
    Schedule::new(count, workgroup_size).expect("the workgroup size is a power of two")
}

#[test]
fn sixteen_thousand_keys_take_thirty_six_steps() {
    let schedule = schedule(16_384, 64);
    assert_eq!(schedule.swap_op_count(), 105);
    assert_eq!(schedule.step_count(), 36);
    assert_eq!(exchanges(&schedule), expected(16_384, 64, 36));
}

#[test]
fn the_first_and_last_steps_at_sixteen_thousand_keys() {
    use StepKind::{DisperseGlobal, DisperseLocal, FlipGlobal, SwapLocal};
    let steps = exchanges(&schedule(16_384, 64));
    let pairs: Vec<_> = steps.iter().map(|step| (step.kind, step.span)).collect();
    assert_eq!(
        pairs[..9],
        [
            (SwapLocal, 2),
            (FlipGlobal, 256),
            (DisperseLocal, 128),
            (FlipGlobal, 512),
            (DisperseGlobal, 256),
            (DisperseLocal, 128),
            (FlipGlobal, 1024),
            (DisperseGlobal, 512),
            (DisperseGlobal, 256),
        ]
    );
    assert_eq!(
        pairs[28..],
        [
            (FlipGlobal, 16_384),
            (DisperseGlobal, 8192),
            (DisperseGlobal, 4096),
            (DisperseGlobal, 2048),
            (DisperseGlobal, 1024),
            (DisperseGlobal, 512),
            (DisperseGlobal, 256),
            (DisperseLocal, 128),
        ]
    );
}

/// `1 + g + g (g + 1) / 2` steps, `g = log2 n - log2 2w`.
#[test]
fn step_counts_follow_the_formula() {
    for workgroup_size in [1, 2, 64, 256] {
        let tile_log2 = (2 * workgroup_size as usize).ilog2();
        for count_log2 in tile_log2..20 {
            let rounds = (count_log2 - tile_log2) as usize;
            let steps = 1 + rounds + rounds * (rounds + 1) / 2;
            let schedule = schedule(1 << count_log2, workgroup_size);
            assert_eq!(schedule.step_count(), steps);
            if rounds > 0 {
                let expected = expected(1 << count_log2, workgroup_size, steps);
                assert_eq!(exchanges(&schedule), expected);
            }
        }
    }
}

#[test]
fn a_count_between_powers_of_two_follows_the_next_one() {
    assert_eq!(schedule(8193, 64).steps(), schedule(16_384, 64).steps());
    assert_eq!(schedule(129, 64).steps(), schedule(256, 64).steps());
}

#[test]
fn a_copy_ends_an_odd_number_of_moves() {
    let ends_with_copy = |count, workgroup_size| {
        let schedule = schedule(count, workgroup_size);
        schedule.steps().last().map(|step| step.kind) == Some(StepKind::Align)
    };
    // 1, 3, 6 and 10 global exchanges in one to four rounds.
    assert!(!ends_with_copy(128, 64));
    assert!(ends_with_copy(256, 64));
    assert!(ends_with_copy(512, 64));
    assert!(!ends_with_copy(1024, 64));
    assert!(!ends_with_copy(2048, 64));
}

#[test]
fn fewer_than_two_keys_need_no_step() {
    assert_eq!(schedule(0, 64).steps(), []);
    assert_eq!(schedule(1, 64).steps(), []);
    assert_eq!(schedule(2, 64).step_count(), 1);
    assert_eq!(schedule(0, 64).swap_op_count(), 0);
}

#[test]
fn threads_cover_every_pair_once() {
    let schedule = schedule(1000, 64);
    let threads = |kind, span| {
        schedule.threads(Step {
            kind,
            span,
            exchanges: 1,
        })
    };
    assert_eq!(threads(StepKind::SwapLocal, 2), 8 * 64);
    assert_eq!(threads(StepKind::FlipGlobal, 256), 4 * 128);
    assert_eq!(threads(StepKind::FlipGlobal, 512), 2 * 256);
    assert_eq!(threads(StepKind::Align, 0), 1000);
}

#[test]
fn what_cannot_be_planned_is_refused() {
    assert_eq!(Schedule::new(100, 48), None);
    assert_eq!(Schedule::new(100, 0), None);
    assert_eq!(Schedule::new(100, 1 << 31), None);
    assert_eq!(Schedule::new((1 << 31) + 1, 64), None);
    assert!(Schedule::new(1 << 31, 64).is_some());
}
