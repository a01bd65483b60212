//! The comparison itself: it tells apart what differs in meaning, and nothing else.

use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{Module, front::wgsl};

use super::super::same::difference;

#[track_caller]
fn kernel(body: &str) -> (Module, ModuleInfo) {
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
         @group(0) @binding(1) var<storage> input: array<u32>;
         fn f(x: u32) -> u32 {{ data[1] = x; return x + 1u; }}
         @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {{ {body} }}"
    );
    let module = wgsl::parse_str(&source)
        .unwrap_or_else(|error| panic!("{}", error.emit_to_string(&source)));
    let info = Validator::new(ValidationFlags::all(), Capabilities::all())
        .validate(&module)
        .unwrap_or_else(|error| panic!("{}", error.emit_to_string(&source)));
    (module, info)
}

#[track_caller]
fn differ(one: &str, other: &str) -> bool {
    let (one, other) = (kernel(one), kernel(other));
    difference((&one.0, &one.1), (&other.0, &other.1)).is_some()
}

#[test]
fn what_differs_is_told_apart() {
    for (one, other) in [
        ("data[i] = i + 1u;", "data[i] = i + 2u;"),
        ("data[i] = i - data[0];", "data[i] = data[0] - i;"),
        ("data[i] = 1u; data[0] = 2u;", "data[0] = 2u; data[i] = 1u;"),
        (
            "data[0] = 1u; data[i] = data[2];",
            "let x = data[2]; data[0] = 1u; data[i] = x;",
        ),
        ("data[i] = input[i];", "data[i] = input[0];"),
        (
            "let x = data[0]; data[i] = x + x;",
            "data[i] = data[0] + data[0];",
        ),
        (
            "if i < 3u { data[i] = 1u; }",
            "if i <= 3u { data[i] = 1u; }",
        ),
        (
            "if i < 3u { data[i] = 1u; }",
            "if i < 3u { } else { data[i] = 1u; }",
        ),
        (
            "for (var k = 0u; k < i; k++) { data[k] = k; }",
            "for (var k = 0u; k < i; k += 2u) { data[k] = k; }",
        ),
        (
            "for (var k = 0u; k < i; k++) { data[k] = k; }",
            "for (var k = 1u; k < i; k++) { data[k] = k; }",
        ),
        (
            "var v = i; v += 1u; data[v] = v;",
            "var v = i; data[v] = v; v += 1u;",
        ),
        (
            "var v = 0u; if i < 3u { v = 1u; } data[0] = v;",
            "var v = 0u; if i < 3u { v = 2u; } data[0] = v;",
        ),
        (
            "var v = 0u; loop { v++; if v > i { break; } } data[0] = v;",
            "var v = 0u; loop { if v > i { break; } v++; } data[0] = v;",
        ),
        (
            "let a = f(i); let b = f(2u); data[i] = a + b;",
            "let b = f(2u); let a = f(i); data[i] = a + b;",
        ),
        (
            "data[i] = u32(f32(i) < 2.0);",
            "data[i] = u32(!(f32(i) >= 2.0));",
        ),
        ("storageBarrier();", "workgroupBarrier();"),
        (
            "switch i { case 1u: { data[0] = 1u; } default: {} }",
            "switch i { case 2u: { data[0] = 1u; } default: {} }",
        ),
        ("if i < 3u { return; } data[0] = 1u;", "data[0] = 1u;"),
        ("data[i] = u32(bitcast<f32>(i));", "data[i] = u32(f32(i));"),
    ] {
        assert!(differ(one, other), "{one}\n{other}");
        assert!(!differ(one, one), "{one}");
    }
}

#[test]
fn what_means_the_same_is_the_same() {
    for (one, other) in [
        ("let x = i + 1u; data[x] = x;", "data[i + 1u] = i + 1u;"),
        (
            "var v = i; v += 1u; data[0] = v;",
            "let w = i + 1u; data[0] = w;",
        ),
        (
            "if i >= 3u { data[i] = 1u; }",
            "if i < 3u { } else { data[i] = 1u; }",
        ),
        (
            "for (var k = 0u; k < i; k++) { data[k] = k; }",
            "var k = 0u; loop { let now = k; if now >= i { break; } data[now] = now; continuing { k = now + 1u; } }",
        ),
        (
            "if i > 1u && i < 5u { data[0] = 1u; }",
            "var b: bool; if i > 1u { b = i < 5u; } else { b = false; } if b { data[0] = 1u; }",
        ),
        ("data[i] = 3u;", "data[i] = 1u + 2u;"),
        ("data[0] = 1u; return;", "data[0] = 1u;"),
        (
            "let v = vec2(i, 1u) + 2u; data[v.x] = v.y;",
            "let v = vec2(i, 1u) + vec2(2u); data[v[0]] = v[1];",
        ),
    ] {
        assert!(!differ(one, other), "{one}\n{other}");
    }
}

/// Two branches of other conditions, each of which works a truth out by an `if` within it.
fn truths_within_branches(uses: &str) -> String {
    format!(
        "var v = false; var w = false;
         let b = input[0] == 1u; let x = input[1] == 1u;
         if i < 3u {{ data[2] = 0u; if b {{ v = x; }} else {{ v = false; }} }}
         if i > 5u {{ data[3] = 0u; if b {{ w = x; }} else {{ w = false; }} }}
         {uses}"
    )
}

#[test]
fn a_truth_set_within_a_branch_depends_on_the_branch() {
    let one = truths_within_branches("data[0] = u32(v); data[1] = u32(w);");
    let swapped = truths_within_branches("data[0] = u32(w); data[1] = u32(v);");
    assert!(!differ(&one, &one));
    assert!(differ(&one, &swapped));
}

#[test]
fn a_short_circuit_within_a_branch_is_an_operator() {
    let branch =
        "if i < 3u { var v: bool; if input[0] == 1u { v = input[1] == 1u; } else { v = false; }
         if v { data[0] = 1u; } }";
    let operator = "if i < 3u { if input[0] == 1u && input[1] == 1u { data[0] = 1u; } }";
    assert!(!differ(branch, operator));
}
