//! An ordinary wgpu compute program, run on the software adapter and on Vulkan.
//!
//! The module `program` names nothing but wgpu. Each of its parts gives words; they must be those
//! that the part's own host code expects, on both engines.

mod common;
mod program;

use common::Engine;

fn check(engine: &Engine) -> Vec<(&'static str, Vec<u32>)> {
    let outcomes = program::program(&engine.device, &engine.queue);
    let mut results = Vec::new();
    for outcome in outcomes {
        println!("{}: {}", engine.name, outcome.part);
        assert_eq!(
            outcome.computed, outcome.expected,
            "{} on {}",
            outcome.part, engine.name
        );
        results.push((outcome.part, outcome.computed));
    }
    results
}

#[test]
fn the_program_runs_on_the_software_adapter() {
    let engine = common::software_engine(wgpu::Features::empty());
    assert!(!check(&engine).is_empty());
}

#[test]
fn the_program_means_the_same_on_vulkan() {
    if let Some(vulkan) = common::vulkan_engine(wgpu::Features::empty()) {
        let software = common::software_engine(wgpu::Features::empty());
        assert_eq!(check(&vulkan), check(&software));
    }
}

/// A device with timestamps, also inside encoders and passes where the adapter has that.
fn with_timestamps(name: &str, adapter: wgpu::Adapter) -> Option<Engine> {
    let needed = wgpu::Features::TIMESTAMP_QUERY;
    let features = needed
        | wgpu::Features::TIMESTAMP_QUERY_INSIDE_ENCODERS
        | wgpu::Features::TIMESTAMP_QUERY_INSIDE_PASSES;
    let has_them = adapter.features().contains(needed);
    has_them.then(|| Engine::open(name, adapter, features))
}

#[test]
fn timestamps_are_in_order() {
    let software = common::software();
    let vulkan = common::vulkan_engine(wgpu::Features::empty());
    let mut engines = vec![with_timestamps("software", software).expect("it has timestamps")];
    assert_eq!(engines[0].queue.get_timestamp_period(), 1.0);
    engines.extend(vulkan.and_then(|vulkan| with_timestamps("vulkan", vulkan.adapter)));
    for engine in engines {
        let outcome = program::timestamps(&engine.device, &engine.queue);
        println!("{}: {:?}", engine.name, outcome.computed);
        assert_eq!(outcome.computed, outcome.expected, "on {}", engine.name);
    }
}

/// A device with room for immediates, if the adapter has them.
fn with_immediates(name: &str, adapter: wgpu::Adapter) -> Option<Engine> {
    let features = wgpu::Features::IMMEDIATES;
    let limits = wgpu::Limits {
        max_immediate_size: 64,
        ..wgpu::Limits::defaults()
    };
    let has_them = adapter.features().contains(features);
    has_them.then(|| Engine::open_with(name, adapter, features, limits))
}

#[test]
fn immediates_change_between_dispatches() {
    let software = common::software();
    let vulkan = common::vulkan_engine(wgpu::Features::empty());
    let mut engines = vec![with_immediates("software", software).expect("it has immediates")];
    engines.extend(vulkan.and_then(|vulkan| with_immediates("vulkan", vulkan.adapter)));
    for engine in engines {
        let outcome = program::immediates(&engine.device, &engine.queue);
        assert_eq!(outcome.computed, outcome.expected, "on {}", engine.name);
    }
}
