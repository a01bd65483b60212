//! The state behind the screen: what keys do, and when the device is given orders. The
//! clock is a number here, and the device is played by the test.

use std::time::{Duration, Instant};

use bitonic_runtime::SortInfo;
use bitonic_runtime::plan::bitonic::Schedule;

use super::distribution::Distribution;
use super::engine::{Frame, Scene, Text};
use super::model::{Model, Order, Panel, Pressed, REST};

/// What a device says before the step of number `done`.
fn info(schedule: &Schedule, done: usize) -> SortInfo {
    let steps = &schedule.steps()[..schedule.step_count()];
    let Some(step) = steps.get(done) else {
        return SortInfo::START;
    };
    use bitonic_runtime::plan::bitonic::StepKind;
    SortInfo {
        kind: match step.kind {
            StepKind::SwapLocal => SortInfo::SWAP_LOCAL,
            StepKind::DisperseLocal => SortInfo::DISPERSE_LOCAL,
            StepKind::FlipGlobal => SortInfo::FLIP_GLOBAL,
            StepKind::DisperseGlobal => SortInfo::DISPERSE_GLOBAL,
            StepKind::Align => SortInfo::NONE,
        },
        span: step.span,
        largest_span: step.span,
    }
}

/// `count` keys of which `done` steps are done. Only the last step of this device sorts.
pub(super) fn frame(count: usize, done: usize) -> Frame {
    let schedule = schedule(count);
    let distribution = match done == schedule.step_count() {
        true => Distribution::Sorted,
        false => Distribution::Reversed,
    };
    Frame {
        keys: distribution.keys(count, 0),
        info: info(&schedule, done),
        done,
        time: (done > 0).then_some(Duration::from_micros(1500)),
        seed: 7,
    }
}

fn schedule(count: usize) -> Schedule {
    Schedule::new(count, WORKGROUP).expect("a power of two")
}

const WORKGROUP: u32 = 8;

pub(super) fn scene(count: usize) -> Scene {
    let schedule = schedule(count);
    let steps = schedule.steps()[..schedule.step_count()].to_vec();
    let text = |name: &str, lines: usize| Text {
        name: name.to_owned(),
        wgsl: (1..=lines)
            .map(|line| format!("let line_{line} = {line}u;\n"))
            .collect(),
    };
    Scene {
        count,
        distribution: Distribution::Reversed,
        descending: false,
        workgroup_size: WORKGROUP,
        adapter: "abacus".to_owned(),
        kernels: vec![text("first_kernel", 60), text("second_kernel", 3)],
        kernel_of: (0..steps.len()).map(|step| step % 2).collect(),
        steps,
    }
}

/// A model of `count` keys at ten steps a second, and the time at which it was made.
pub(super) fn model(count: usize) -> (Model, Instant) {
    let now = Instant::now();
    let model = Model::new(scene(count), frame(count, 0), 10.0, false, now);
    (model, now)
}

/// Runs what the model orders, as fast as it orders it, until `done` steps are done.
pub(super) fn run_to(model: &mut Model, done: usize, mut now: Instant) -> Instant {
    while model.frame.done != done {
        now += Duration::from_millis(100);
        if model.order(now) == Some(Order::Step) {
            let next = model.frame.done + 1;
            model.arrived(frame(model.scene.count, next), now);
        }
    }
    now
}

const TENTH: Duration = Duration::from_millis(100);

#[test]
fn steps_are_ordered_at_the_speed_and_one_at_a_time() {
    let (mut model, start) = model(64);
    assert_eq!(model.order(start), None, "the keys are seen first");
    assert_eq!(model.idle(start), TENTH);
    assert_eq!(model.order(start + TENTH), Some(Order::Step));
    assert_eq!(
        model.order(start + 9 * TENTH),
        None,
        "the device is at work"
    );
    model.arrived(frame(64, 1), start + 9 * TENTH);
    assert_eq!(
        model.order(start + 9 * TENTH),
        Some(Order::Step),
        "it is late"
    );
    model.arrived(frame(64, 2), start + 9 * TENTH);
    assert_eq!(model.order(start + 9 * TENTH), None);
    assert_eq!(model.order(start + 10 * TENTH), Some(Order::Step));
}

#[test]
fn after_the_last_step_the_keys_rest_and_others_come() {
    let (mut model, start) = model(64);
    let steps = model.scene.steps.len();
    // 64 keys in tiles of 16: one local step, and rounds of 2 and of 3 steps.
    assert_eq!(steps, 6);
    let end = run_to(&mut model, steps, start);
    assert!(model.is_sorted());
    assert_eq!(model.times.len(), steps);
    assert_eq!(model.total_time(), Duration::from_micros(9000));
    assert_eq!(model.order(end + REST / 2), None);
    assert_eq!(model.order(end + REST), Some(Order::Shuffle(8)));
    model.arrived(
        Frame {
            seed: 8,
            ..frame(64, 0)
        },
        end + REST,
    );
    assert!(model.times.is_empty() && !model.is_sorted() && !model.is_over());
}

#[test]
fn once_ends_after_the_rest() {
    let now = Instant::now();
    let mut model = Model::new(scene(64), frame(64, 0), 10.0, true, now);
    let end = run_to(&mut model, 6, now);
    assert!(!model.is_over());
    assert_eq!(model.order(end + REST), None);
    assert!(model.is_over());
}

#[test]
fn no_keys_and_one_are_sorted_as_they_are() {
    for count in [0, 1] {
        let (mut model, start) = model(count);
        assert!(model.is_sorted());
        assert_eq!(model.kernel(), None);
        assert_eq!(model.order(start + REST), Some(Order::Shuffle(8)));
    }
}

#[test]
fn paused_nothing_is_ordered_but_what_is_asked_for() {
    let (mut model, start) = model(64);
    model.press(Pressed::PlayOrPause, start);
    assert_eq!(model.order(start + 99 * TENTH), None);
    model.press(Pressed::Step, start);
    assert_eq!(model.order(start), Some(Order::Step));
    assert_eq!(model.order(start), None);
    model.arrived(frame(64, 1), start);
    assert_eq!(model.order(start + 99 * TENTH), None);
    model.press(Pressed::PlayOrPause, start + 99 * TENTH);
    assert_eq!(model.order(start + 99 * TENTH), Some(Order::Step));
}

#[test]
fn a_step_while_playing_pauses() {
    let (mut model, start) = model(64);
    model.press(Pressed::Step, start);
    assert!(!model.playing);
    assert_eq!(model.order(start), Some(Order::Step));
}

#[test]
fn a_step_past_the_last_brings_other_keys() {
    let (mut model, start) = model(64);
    let end = run_to(&mut model, 6, start);
    model.press(Pressed::Step, end);
    assert_eq!(model.order(end), Some(Order::Shuffle(8)));
}

#[test]
fn a_shuffle_waits_for_the_device_and_is_not_forgotten() {
    let (mut model, start) = model(64);
    assert_eq!(model.order(start + TENTH), Some(Order::Step));
    model.press(Pressed::Shuffle, start + TENTH);
    assert_eq!(model.order(start + TENTH), None);
    model.arrived(frame(64, 1), start + TENTH);
    assert_eq!(model.order(start + TENTH), Some(Order::Shuffle(8)));
}

#[test]
fn the_speed_doubles_and_halves_within_its_limits() {
    let (mut model, start) = model(64);
    model.press(Pressed::Faster, start);
    assert_eq!(model.speed, 20.0);
    assert_eq!(model.order(start + TENTH / 2), Some(Order::Step), "at once");
    for _ in 0..20 {
        model.press(Pressed::Faster, start);
    }
    assert_eq!(model.speed, 1000.0);
    for _ in 0..30 {
        model.press(Pressed::Slower, start);
    }
    assert_eq!(model.speed, 0.1);
}

#[test]
fn the_panel_turns_and_its_text_scrolls_to_its_ends() {
    let (mut model, start) = model(64);
    model.press(Pressed::Panel, start);
    assert_eq!(model.panel, Panel::Wgsl);
    assert_eq!(model.kernel().map(|text| &*text.name), Some("first_kernel"));
    model.press(Pressed::Scroll(-1), start);
    assert_eq!(model.scroll, 0);
    model.press(Pressed::Scroll(10), start);
    assert_eq!(model.scroll, 10);
    model.press(Pressed::Scroll(1000), start);
    assert_eq!(model.scroll, 59);
    model.order(start + TENTH);
    model.arrived(frame(64, 1), start + TENTH);
    assert_eq!(
        model.kernel().map(|text| &*text.name),
        Some("second_kernel")
    );
    assert_eq!(model.scroll, 0, "another text begins at its first line");
    model.press(Pressed::Panel, start);
    assert_eq!(model.panel, Panel::Steps);
}

#[test]
fn escape_closes_the_help_first() {
    let (mut model, start) = model(64);
    model.press(Pressed::Help, start);
    assert!(model.help);
    model.press(Pressed::Escape, start);
    assert!(!model.help && !model.is_over());
    model.press(Pressed::Escape, start);
    assert!(model.is_over());
    assert_eq!(model.order(start + TENTH), None);
}

#[test]
fn quitting_needs_no_second_key() {
    let (mut model, start) = model(64);
    model.press(Pressed::Help, start);
    model.press(Pressed::Quit, start);
    assert!(model.is_over());
}
