//! Subgroup operations: they happen where they are written, each once, and what they ask of
//! a device is told at their line.

use super::{build, count, faults, line_of, statements};
use crate::capabilities::Capability;
use crate::*;

#[test]
fn an_operation_stays_between_its_neighbours() {
    let lines = statements(|k| {
        let data = k.storage_mut::<u32>("data");
        let i = local_invocation_index();
        let before = data.element(i).load();
        let sum = subgroup_add(before);
        data.element(i).assign(7);
        let ballot = subgroup_ballot(before.lt(3));
        data.element(i + 64).assign(sum + ballot.x());
    });
    let read = line_of(&lines, "= data[local_invocation_index];");
    let sum = line_of(&lines, "subgroupAdd(");
    let write = line_of(&lines, "data[local_invocation_index] = 7u;");
    let ballot = line_of(&lines, "subgroupBallot(");
    let last = line_of(&lines, "data[(local_invocation_index + 64u)] = ");
    assert!(
        read < sum && sum < write && write < ballot && ballot < last,
        "{lines:#?}"
    );
}

#[test]
fn equal_operations_happen_each() {
    let lines = statements(|k| {
        let data = k.storage_mut::<u32>("data");
        let lane = subgroup_invocation_id();
        let twice = subgroup_add(lane) + subgroup_add(lane);
        data.element(lane).assign(twice);
    });
    assert_eq!(count(&lines, "subgroupAdd("), 2, "{lines:#?}");
}

#[test]
fn an_operation_that_nothing_uses_still_happens() {
    let kernel = build(|k| {
        let data = k.storage_mut::<u32>("data");
        let lane = subgroup_invocation_id();
        let _ = subgroup_max(lane * 3);
        let _ = subgroup_elect();
        data.element(lane).assign(1);
    });
    let text = kernel.wgsl(Dialect::Naga).expect("it has a text");
    assert!(
        text.contains("_ = subgroupMax(subgroup_invocation_id * 3u);"),
        "{text}"
    );
    assert!(text.contains("_ = subgroupExclusiveAdd(1u);"), "{text}");
}

#[test]
fn an_operation_stays_in_its_branch_and_out_of_another() {
    let lines = statements(|k| {
        let data = k.storage_mut::<u32>("data");
        let i = local_invocation_index();
        let outside = subgroup_add(i);
        let flag = k.param::<u32>("flag");
        If(flag.eq(1), || {
            let inside = subgroup_max(i);
            data.element(i).assign(inside + outside);
        });
        Loop(range(0u32, flag), |turn| {
            data.element(turn).add_assign(subgroup_min(i));
        });
    });
    let branch = line_of(&lines, "if (flag == 1u) {");
    let sum = line_of(&lines, "subgroupAdd(");
    let greatest = line_of(&lines, "subgroupMax(");
    let turns = line_of(&lines, "loop {");
    let least = line_of(&lines, "subgroupMin(");
    assert!(sum < branch && branch < greatest, "{lines:#?}");
    assert!(
        greatest < turns && turns < least,
        "made in each turn: {lines:#?}"
    );
}

#[test]
fn an_operation_right_of_a_short_circuit_is_not_skipped_by_the_text() {
    let kernel = build(|k| {
        let data = k.storage_mut::<u32>("data");
        let i = local_invocation_index();
        let is_small = i.lt(4);
        let both = is_small & subgroup_any(i.gt(2));
        data.element(i).assign(both.to_u32());
    });
    let text = kernel.wgsl(Dialect::Naga).expect("it has a text");
    let asked = text.lines().find(|line| line.contains("subgroupAny("));
    let asked = asked.expect("it is asked").trim();
    assert!(asked.starts_with("let ") && !asked.contains("&&"), "{text}");
}

#[test]
fn the_authors_names_are_in_the_text() {
    let kernel = build(|k| {
        let data = k.storage_mut::<UVec4>("data");
        let total = subgroup_add(local_invocation_index()).to_const("total");
        let holders = subgroup_ballot(total.gt(3)).to_const("holders");
        let leader = subgroup_elect().to_const("is_leader");
        If(leader, || data.element(total).assign(holders));
    });
    let text = kernel.wgsl(Dialect::Naga).expect("it has a text");
    for line in [
        "let total = subgroupAdd(local_invocation_index);",
        "let holders = subgroupBallot(total > 3u);",
        "let is_leader = subgroupExclusiveAdd(1u) == 0u;",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let graph = kernel.graph_text();
    assert!(graph.contains("subgroup_elect()"), "{graph}");
    assert!(graph.contains("subgroup_add(n"), "{graph}");
}

#[test]
fn a_function_is_given_the_inputs_of_its_subgroup() {
    let kernel = build(|k| {
        let data = k.storage_mut::<u32>("data");
        let mirrored = Fn("mirrored", ["value"], |value: Node<u32>| {
            subgroup_shuffle(value, subgroup_size() - 1 - subgroup_invocation_id())
        });
        let i = local_invocation_index();
        data.element(i).assign(mirrored.call(i));
    });
    let text = kernel.wgsl(Dialect::Naga).expect("it has a text");
    let call = "mirrored(local_invocation_index, subgroup_size, subgroup_invocation_id)";
    assert!(text.contains(call), "{text}");
}

/// A kernel of one subgroup operation, and its line.
fn of_one_operation() -> (Kernel, u32) {
    let line = line!() + 3;
    let kernel = build(|k| {
        let data = k.storage_mut::<f32>("data");
        let sum = subgroup_add(data.element(0).load());
        data.element(1).assign(sum);
    });
    (kernel, line)
}

#[test]
fn browsers_are_asked_for_subgroups() {
    let (kernel, line) = of_one_operation();
    let needs = &kernel.interface().capabilities;
    let place = needs.place(Capability::Subgroups).expect("it needs them");
    assert_eq!((place.file(), place.line()), (file!(), line));
    assert!(!needs.contains(&Capability::SubgroupBarrier));
    let text = kernel.wgsl(Dialect::Browser).expect("browsers have them");
    assert!(text.starts_with("enable subgroups;\n\n"), "{text}");
    let naga = kernel.wgsl(Dialect::Naga).expect("it has a text");
    assert!(!naga.contains("enable"), "{naga}");
}

#[test]
fn positions_of_subgroups_are_a_language_feature() {
    for (input, is_new) in [
        (subgroup_size as fn() -> Node<u32>, false),
        (subgroup_invocation_id, false),
        (subgroup_id, true),
        (num_subgroups, true),
    ] {
        let kernel = build(|k| {
            let data = k.storage_mut::<u32>("data");
            data.element(0).assign(input());
        });
        let text = kernel.wgsl(Dialect::Browser).expect("browsers have it");
        assert!(text.starts_with("enable subgroups;\n"), "{text}");
        assert_eq!(text.contains("requires subgroup_id;\n"), is_new, "{text}");
        let glsl = kernel.glsl(GlslVersion::Core450).expect("GLSL has it");
        let line = glsl.text.lines().nth(1).unwrap_or_default();
        assert_eq!(line, "#extension GL_KHR_shader_subgroup_basic : require");
    }
}

#[test]
fn only_metal_and_wgpu_have_the_subgroup_barrier() {
    let line = line!() + 3;
    let kernel = build(|k| {
        let data = k.storage_mut::<u32>("data");
        subgroup_barrier();
        data.element(0).assign(1);
    });
    let text = kernel.wgsl(Dialect::Naga).expect("naga has it");
    assert!(text.contains("subgroupBarrier();"), "{text}");
    let msl = kernel.msl().expect("Metal has it");
    assert!(msl.text.contains("simdgroup_barrier"), "{}", msl.text);
    let errors = [
        ("WGSL of browsers", kernel.wgsl(Dialect::Browser).err()),
        ("HLSL", kernel.hlsl().err()),
        ("GLSL ES", kernel.glsl(GlslVersion::Es310).err()),
        ("GLSL", kernel.glsl(GlslVersion::Core450).err()),
    ];
    for (language, error) in errors {
        let error = error.expect("it lacks them");
        let [fault] = error.diagnostics() else {
            panic!("one fault: {error}")
        };
        assert_eq!(
            fault.message,
            format!("{language} has no subgroup barriers")
        );
        assert_eq!((fault.at.line(), fault.at.file()), (line, file!()));
        assert!(fault.help.is_some());
    }
}

#[test]
fn positions_in_a_workgroup_of_two_dimensions_are_refused() {
    let line = line!() + 3;
    let built = kernel("square").workgroup_size([8, 8]).build(|k| {
        let data = k.storage_mut::<u32>("data");
        data.element(0).assign(subgroup_invocation_id());
    });
    let error = built.expect_err("naga refuses it");
    let [fault] = error.diagnostics() else {
        panic!("one fault: {error}")
    };
    assert_eq!(
        fault.message,
        "`subgroup_invocation_id` in a workgroup of 8 x 8 x 1"
    );
    assert_eq!(fault.at.line(), line);
    // What needs no position is no fault.
    let built = kernel("square").workgroup_size([8, 8]).build(|k| {
        let data = k.storage_mut::<u32>("data");
        let first = subgroup_elect();
        If(first, || {
            data.element(num_subgroups()).assign(subgroup_size())
        });
    });
    snapshot::checked_text(&built.expect("it is right"));
}

#[test]
fn an_election_is_called_by_its_name() {
    let found = faults(|k| {
        let data = k.storage_mut::<u32>("data");
        If(local_invocation_index().lt(3), || {
            If(subgroup_elect(), || data.element(0).assign(1));
        });
    });
    let [fault] = &found[..] else {
        panic!("one fault: {found:?}")
    };
    assert_eq!(
        fault.message,
        "`subgroup_elect` in control flow that is not uniform"
    );
}

#[test]
fn numbers_of_every_width_are_taken() {
    // `build` has every reader read them: Tint, too, but for what browsers lack.
    let halves = build(|k| {
        let data = k.storage_mut::<HVec2>("data");
        let sum = subgroup_add(data.element(0).load());
        data.element(1).assign(subgroup_shuffle_xor(sum, 1));
        data.element(2).assign(subgroup_min(quad_swap_y(sum)));
    });
    let text = halves.wgsl(Dialect::Browser).expect("browsers have both");
    assert!(
        text.starts_with("enable f16;\nenable subgroups;\n"),
        "{text}"
    );
    build(|k| {
        let data = k.storage_mut::<I64Vec3>("data");
        let bits = subgroup_xor(data.element(0).load());
        data.element(1).assign(subgroup_broadcast(bits, 1));
        data.element(2).assign(subgroup_exclusive_mul(bits));
    });
    build(|k| {
        let data = k.storage_mut::<f64>("data");
        let least = subgroup_min(data.element(0).load());
        data.element(1).assign(subgroup_broadcast_first(least));
    });
}

#[test]
fn every_language_has_the_operations() {
    let kernel = build(|k| {
        let data = k.storage_mut::<i32>("data");
        let i = local_invocation_index();
        let value = data.element(i).load();
        let asked = [
            subgroup_add(value),
            subgroup_inclusive_mul(value),
            subgroup_max(value),
            subgroup_or(value),
            subgroup_shuffle_down(value, 1),
            quad_swap_diagonal(value),
        ];
        for (column, answer) in (1..).zip(asked) {
            data.element(i + column * 64).assign(answer);
        }
    });
    let msl = kernel.msl().expect("Metal has them").text;
    assert!(msl.starts_with("// language: metal2.3\n"), "{msl}");
    let hlsl = kernel.hlsl().expect("HLSL has them").text;
    for (text, words) in [
        (
            &msl,
            ["simd_sum", "simd_prefix_inclusive_product", "simd_max"],
        ),
        (&msl, ["simd_or", "simd_shuffle_down", "quad_shuffle_xor"]),
        (
            &hlsl,
            ["WaveActiveSum", "WavePrefixProduct", "WaveActiveMax"],
        ),
        (
            &hlsl,
            [
                "WaveActiveBitOr",
                "WaveReadLaneAt",
                "QuadReadAcrossDiagonal",
            ],
        ),
    ] {
        for word in words {
            assert!(text.contains(word), "{word}\n{text}");
        }
    }
}
