//! The steps of three.js r187, as its `BitonicSort` took them in a browser
//! (`tests/data/three_r187_steps_16384_64.json` says how they were found), against ours:
//! kinds, spans, buffers, and `info` after each.

mod support;

use bitonic::Gpu;
use serde_json::Value;

const THREE: &str = include_str!("data/three_r187_steps_16384_64.json");

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

fn check(gpu: &Gpu, three: &Value, separate: bool) {
    let count = number(&three["count"]);
    let keys: Vec<u32> = (0..count as u32).rev().collect();
    let buffer = gpu.buffer(&keys).unwrap();
    let builder = gpu.bitonic_sort(&buffer);
    let builder = match separate {
        true => builder.separate_info(),
        false => builder,
    };
    let size = number(&three["workgroup_size"]) as u32;
    let mut sort = builder.workgroup_size(size).build().unwrap();
    assert_eq!(sort.workgroup_size(), size);
    assert_eq!(sort.dispatch_size(), number(&three["dispatch_size"]));
    assert_eq!(sort.swap_op_count() as u64, number(&three["swap_op_count"]));
    assert_eq!(sort.step_count() as u64, number(&three["step_count"]));
    let info = |info: &Value| -> Vec<u64> { info.as_array().unwrap().iter().map(number).collect() };
    let said = || sort.info_buffer().read().unwrap();
    assert!(
        said()
            .into_iter()
            .map(u64::from)
            .eq(info(&three["initial_info"]))
    );

    let steps = three["steps"].as_array().unwrap();
    assert_eq!(steps.len(), sort.step_count());
    let mut dispatches = 0;
    for (index, theirs) in steps.iter().enumerate() {
        let ours = sort.compute_step().unwrap();
        assert_eq!(ours.kind.to_string(), theirs["kind"], "step {index}");
        assert_eq!(
            u64::from(ours.span),
            number(&theirs["span"]),
            "step {index}"
        );
        let place = sort.read_buffer().to_string();
        let there = theirs["read_buffer_after"].as_str().unwrap();
        assert_eq!(place, there.to_lowercase(), "after step {index}");
        let said = sort.info_buffer().read().unwrap();
        let said: Vec<u64> = said.into_iter().map(u64::from).collect();
        assert_eq!(said, info(&theirs["info_after"]), "after step {index}");
        dispatches += theirs["dispatches"].as_array().unwrap().len();
    }
    assert!(buffer.read().unwrap().is_sorted());
    // They take two dispatches a step; we do so where it is asked.
    let ours = sort.recording().plan().steps().len();
    assert_eq!(ours, if separate { dispatches } else { steps.len() });
}

#[test]
fn our_steps_are_theirs() {
    let three: Value = serde_json::from_str(THREE).unwrap();
    let software = Gpu::named("software").unwrap();
    for gpu in [Some(software), support::vulkan()].iter().flatten() {
        check(gpu, &three, false);
        check(gpu, &three, true);
    }
}
