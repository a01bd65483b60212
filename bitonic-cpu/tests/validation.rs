//! Each rule that the adapter lays on a program, as a row of a table: what breaks it, and a part of
//! what the error says.
//!
//! The same rows run on wgpu-core, over Vulkan, to see that it refuses them too.

mod common;
mod rules;

use common::Engine;
use rules::{OnCore, Row};

/// Breaks the rule of `row`; the error that came of it.
fn error_of(engine: &Engine, row: &Row) -> Option<String> {
    let scope = engine
        .device
        .push_error_scope(wgpu::ErrorFilter::Validation);
    (row.run)(engine);
    pollster::block_on(scope.pop()).map(|error| error.to_string())
}

/// Fails with all complaints together.
fn check(complaint: impl Fn(&Row) -> Option<String>) {
    let rows = rules::all();
    let complaints: Vec<_> = rows.iter().filter_map(complaint).collect();
    println!("{} rules checked", rows.len());
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn the_software_adapter_checks_every_rule() {
    let engine = common::software_engine(wgpu::Features::empty());
    check(|row| match error_of(&engine, row) {
        None => Some(format!("{}: no error", row.rule)),
        Some(error) if !error.contains(row.says) => {
            Some(format!("{}: expected `{}` in {error}", row.rule, row.says))
        }
        Some(_) => None,
    });
}

#[test]
fn wgpu_core_checks_the_same_rules() {
    let Some(engine) = common::vulkan_engine(wgpu::Features::empty()) else {
        return;
    };
    check(|row| match (row.on_core, error_of(&engine, row)) {
        (OnCore::Refuses, None) => Some(format!("{}: wgpu-core accepts it", row.rule)),
        (OnCore::Accepts(why), Some(error)) => Some(format!(
            "{}: wgpu-core refuses it, against `{why}`: {error}",
            row.rule
        )),
        (OnCore::Refuses, Some(_)) | (OnCore::Accepts(_), None) => None,
    });
}
