//! Verdicts on modules that naga reads from WGSL, each held against Tint's on the same text:
//! what the author's layer cannot say, or does not say yet.

use std::collections::HashMap;

use super::super::{Program, check_program};
use crate::diagnostic::SourceLocation;

const HEAD: &str = "
@group(0) @binding(0) var<storage, read_write> written: array<u32>;
@group(0) @binding(1) var<storage, read> constant: array<u32>;
var<workgroup> tile: array<u32, 4>;
var<workgroup> flags: array<atomic<u32>, 4>;
var<private> own: u32;
fn add_one(place: ptr<function, u32>) { *place += 1u; }
fn put(place: ptr<function, u32>, value: u32) { *place = value; }
fn is_low(place: ptr<function, u32>) -> bool { return *place < 4u; }
fn wait_if_low(place: ptr<function, u32>) { if *place < 4u { workgroupBarrier(); } }
fn sum(x: u32) -> u32 { return subgroupAdd(x); }
fn either(x: u32, y: u32) -> u32 { if x < 2u { return y; } return 3u; }
@compute @workgroup_size(64) fn main(
    @builtin(local_invocation_index) local: u32,
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(subgroup_size) size: u32,
    @builtin(subgroup_id) subgroup: u32,
    @builtin(num_subgroups) subgroups: u32,
    @builtin(subgroup_invocation_id) lane: u32,
) {
";

/// Whether we accept `body`; Tint must agree. naga reads no `enable`, Tint asks for it.
#[track_caller]
fn verdict(body: &str) -> bool {
    let text = format!("{HEAD}{body}\n}}");
    let module = naga::front::wgsl::parse_str(&text)
        .unwrap_or_else(|error| panic!("{}", error.emit_to_string(&text)));
    let at = SourceLocation::caller();
    let findings = check_program(&Program {
        elections: &[],
        module: &module,
        inputs: HashMap::new(),
        locate: &|_| at,
    });
    let faults = findings.faults;
    let accepted = faults.is_empty();
    let text = format!("enable subgroups;\n{text}");
    if let Some(tint) = crate::tint::check(&text) {
        assert_eq!(tint.is_ok(), accepted, "{body}: {tint:?}\n{faults:#?}");
    }
    accepted
}

#[track_caller]
fn accepts(body: &str) {
    assert!(verdict(body), "{body}");
}

#[track_caller]
fn refuses(body: &str) {
    assert!(!verdict(body), "{body}");
}

#[test]
fn inputs_differ_between_subgroups_or_within_them() {
    for uniform in ["size", "subgroups", "workgroup.x", "constant[1]"] {
        accepts(&format!("if {uniform} > 3u {{ workgroupBarrier(); }}"));
        accepts(&format!("if {uniform} > 3u {{ _ = subgroupAdd(1u); }}"));
    }
    refuses("if subgroup > 3u { workgroupBarrier(); }");
    accepts("if subgroup > 3u { _ = subgroupAdd(1u); }");
    for differing in [
        "local",
        "lane",
        "written[0]",
        "tile[0]",
        "own",
        "constant[lane]",
    ] {
        refuses(&format!("if {differing} > 3u {{ workgroupBarrier(); }}"));
        refuses(&format!("if {differing} > 3u {{ _ = subgroupAdd(1u); }}"));
    }
    refuses("if atomicAdd(&flags[0], 1u) > 3u { _ = subgroupAdd(1u); }");
    refuses("if atomicLoad(&flags[0]) > 3u { workgroupBarrier(); }");
}

#[test]
fn subgroup_operations_ask_for_uniform_control() {
    let operations = [
        "subgroupBallot(true).x",
        "subgroupBroadcast(1u, 0u)",
        "subgroupBroadcastFirst(1u)",
        "subgroupShuffle(1u, lane)",
        "subgroupShuffleXor(1u, 1u)",
        "subgroupShuffleUp(1u, 1u)",
        "subgroupShuffleDown(1u, 1u)",
        "subgroupMul(1u)",
        "subgroupMin(1u)",
        "subgroupMax(1u)",
        "subgroupAnd(1u)",
        "subgroupOr(1u)",
        "subgroupXor(1u)",
        "subgroupExclusiveAdd(1u)",
        "subgroupInclusiveMul(1u)",
        "quadBroadcast(1u, 0u)",
        "quadSwapX(1u)",
        "quadSwapY(1u)",
        "quadSwapDiagonal(1u)",
    ];
    for operation in operations {
        accepts(&format!("let x = {operation};"));
        refuses(&format!("if lane > 3u {{ let x = {operation}; }}"));
        refuses(&format!("if lane > 3u {{ return; }} let x = {operation};"));
        accepts(&format!(
            "if subgroup > 3u {{ return; }} let x = {operation};"
        ));
        refuses(&format!(
            "loop {{ if lane > 3u {{ break; }} let x = {operation}; }}"
        ));
    }
}

#[test]
fn results_agree_within_a_subgroup_where_the_operation_makes_them() {
    let agreeing = [
        "subgroupAdd(@)",
        "subgroupMin(@)",
        "subgroupXor(@)",
        "subgroupBroadcast(@, 0u)",
        "subgroupBroadcastFirst(@)",
        "subgroupBallot(@ > 2u).x",
        "sum(@)",
    ];
    for result in agreeing {
        for (operand, agrees) in [("1u", true), ("subgroup", true), ("lane", false)] {
            let result = result.replace('@', operand);
            let body = format!("if {result} > 3u {{ _ = subgroupAdd(1u); }}");
            assert_eq!(verdict(&body), agrees, "{body}");
            refuses(&format!("if {result} > 3u {{ workgroupBarrier(); }}"));
        }
    }
    for result in [
        "subgroupExclusiveAdd(1u)",
        "subgroupShuffle(1u, 1u)",
        "quadSwapX(1u)",
    ] {
        refuses(&format!("if {result} > 3u {{ _ = subgroupAdd(1u); }}"));
    }
    accepts("if subgroupAny(true) { _ = subgroupAdd(1u); }");
    refuses("if subgroupAll(lane > 2u) { _ = subgroupAdd(1u); }");
}

#[test]
fn operands_that_must_be_uniform() {
    for shuffle in [
        "subgroupShuffleUp",
        "subgroupShuffleDown",
        "subgroupShuffleXor",
    ] {
        accepts(&format!("_ = {shuffle}(lane, subgroup);"));
        refuses(&format!("_ = {shuffle}(1u, lane);"));
        refuses(&format!("_ = {shuffle}(1u, written[0]);"));
    }
    accepts("_ = subgroupShuffle(1u, lane);");
    accepts("let x = workgroupUniformLoad(&tile[workgroup.x]);");
    refuses("let x = workgroupUniformLoad(&tile[local]);");
    refuses("let x = workgroupUniformLoad(&tile[subgroup]);");
    refuses("if local > 3u { let x = workgroupUniformLoad(&tile[0]); }");
    accepts("if workgroupUniformLoad(&tile[1]) > 3u { workgroupBarrier(); }");
}

#[test]
fn pointers_carry_what_they_lead_to() {
    accepts("var x = 1u; add_one(&x); if x < 3u { workgroupBarrier(); }");
    refuses("var x = local; add_one(&x); if x < 3u { workgroupBarrier(); }");
    refuses("var x = 1u; put(&x, local); if x < 3u { workgroupBarrier(); }");
    accepts("var x = 1u; put(&x, workgroup.x); if x < 3u { workgroupBarrier(); }");
    accepts("var x = 1u; if is_low(&x) { workgroupBarrier(); }");
    refuses("var x = local; if is_low(&x) { workgroupBarrier(); }");
    accepts("var x = 1u; wait_if_low(&x);");
    refuses("var x = local; wait_if_low(&x);");
    refuses("var x = 1u; if local < 3u { put(&x, 2u); } if x < 3u { workgroupBarrier(); }");
    refuses("var x = 1u; loop { if x > 3u { break; } workgroupBarrier(); put(&x, local); }");
}

#[test]
fn a_break_leaves_a_switch_of_wgsl() {
    accepts("switch local { case 1u: { break; } default: {} } workgroupBarrier();");
    refuses(
        "var x = 1u; switch workgroup.x { case 1u: { x = local; if x > 3u { break; } x = 2u; }
         default: {} } if x > 2u { workgroupBarrier(); }",
    );
    accepts(
        "var x = 1u; switch workgroup.x { case 1u: { x = local; x = 2u; break; }
         case 2u, 3u: { x = local; return; } default: {} } if x > 2u { workgroupBarrier(); }",
    );
    refuses(
        "switch local { case 1u: { if workgroup.x > 1u { break; } workgroupBarrier(); } default: {} }",
    );
    refuses(
        "loop { switch local { case 1u: { continue; } default: {} } workgroupBarrier(); if workgroup.x > 1u { break; } }",
    );
    accepts(
        "loop { switch local { case 1u: { break; } default: {} } workgroupBarrier(); if workgroup.x > 1u { break; } }",
    );
}

#[test]
fn calls_of_both_scopes_are_told_apart() {
    accepts("if subgroup > 3u { _ = sum(lane); }");
    refuses("if lane > 3u { _ = sum(1u); }");
    accepts("if either(2u, subgroup) > 3u { _ = sum(1u); }");
    refuses("if either(lane, 2u) > 3u { _ = sum(1u); }");
    refuses("if either(2u, subgroup) > 3u { workgroupBarrier(); }");
}
