//! An ordinary wgpu program about textures, run on the software adapter and on Vulkan.
//!
//! The module `texture_program` names nothing but wgpu. Each of its parts gives words, or floats with
//! the error that the specification allows; they must be those that the part's own host code expects.

mod common;
mod texture_program;

use common::Engine;
use texture_program::{Outcome, Values};

/// What the software adapter may differ by, since it computes weights in f32.
const OWN_TOLERANCE: f32 = 1e-5;

/// Where a part differs from what it should be.
fn complaint(outcome: &Outcome, tolerance: impl Fn(f32) -> f32) -> Option<String> {
    match (&outcome.computed, &outcome.expected) {
        (Values::Words(computed), Values::Words(expected)) => {
            (computed != expected).then(|| format!("{computed:?}\nexpected {expected:?}"))
        }
        (Values::Floats(computed, allowed), Values::Floats(expected, _)) => {
            let tolerance = tolerance(*allowed);
            assert_eq!(computed.len(), expected.len());
            let mut pairs = computed.iter().zip(expected).enumerate();
            // NaN is near to nothing.
            let near = |x: f32, y: f32| (x - y).abs() <= tolerance;
            let far = pairs.find(|&(_, (&x, &y))| !near(x, y));
            far.map(|(at, (x, y))| format!("value {at} is {x}, expected {y} +- {tolerance}"))
        }
        _ => Some("words and floats".to_owned()),
    }
}

fn check(engine: &Engine, outcomes: &[Outcome], tolerance: impl Fn(f32) -> f32) {
    let complaints: Vec<_> = outcomes
        .iter()
        .filter_map(|outcome| {
            let complaint = complaint(outcome, &tolerance)?;
            Some(format!("{} on {}: {complaint}", outcome.part, engine.name))
        })
        .collect();
    println!("{} parts on {}", outcomes.len(), engine.name);
    assert!(complaints.is_empty(), "{}", complaints.join("\n\n"));
}

fn program(engine: &Engine) -> Vec<Outcome> {
    let outcomes = texture_program::program(&engine.device, &engine.queue);
    assert!(outcomes.len() > 60, "all parts ran");
    outcomes
}

#[test]
fn the_program_runs_on_the_software_adapter() {
    let engine = common::software_engine(wgpu::Features::empty());
    check(&engine, &program(&engine), |allowed| {
        allowed.min(OWN_TOLERANCE)
    });
}

#[test]
fn the_program_means_the_same_on_vulkan() {
    if let Some(vulkan) = common::vulkan_engine(wgpu::Features::empty()) {
        check(&vulkan, &program(&vulkan), |allowed| allowed);
    }
}

#[test]
fn native_features_run_on_the_software_adapter() {
    let engine = common::software_engine(texture_program::FEATURES);
    let outcomes = texture_program::native(&engine.device, &engine.queue);
    assert_eq!(outcomes.len(), 7, "it has all the features");
    check(&engine, &outcomes, |allowed| allowed.min(OWN_TOLERANCE));
}

#[test]
fn native_features_mean_the_same_on_vulkan() {
    if let Some(vulkan) = common::vulkan_engine(texture_program::FEATURES) {
        let outcomes = texture_program::native(&vulkan.device, &vulkan.queue);
        check(&vulkan, &outcomes, |allowed| allowed);
    }
}
