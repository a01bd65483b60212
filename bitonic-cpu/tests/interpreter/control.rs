//! Control flow, uniform and divergent: who runs what, and what the others keep.

use crate::kernel::{check, result};

/// Eight invocations, each with its index `i`, that end with `data[i] = r`.
fn eight(body: &str) -> String {
    format!(
        "@compute @workgroup_size(8)
        fn main(@builtin(local_invocation_index) i: u32) {{
            var r = 0u;
            {body}
            data[i] = r;
        }}"
    )
}

/// Checks `r` of each of eight invocations, whose `data[i]` starts as 0 to 7.
#[track_caller]
fn check_eight(body: &str, expected: impl Fn(u32) -> u32) {
    let before: Vec<u32> = (0..8).collect();
    let after: Vec<u32> = (0..8).map(expected).collect();
    check(&eight(body), &before, &after);
}

#[test]
fn a_branch_parts_the_invocations() {
    check_eight(
        "if i < 3u { r = 10u; } else { r = 20u + i; } r += 1u;",
        |i| {
            if i < 3 { 11 } else { 21 + i }
        },
    );
    check_eight("if i == 9u { r = 1u; }", |_| 0);
    check_eight("if i < 9u { r = 1u; } else { r = 2u; }", |_| 1);
    check_eight(
        "if i < 4u { if (i & 1u) == 0u { r = 1u; } else { r = 2u; } } else if i == 5u { r = 3u; }",
        |i| match i {
            0 | 2 => 1,
            1 | 3 => 2,
            5 => 3,
            _ => 0,
        },
    );
}

#[test]
fn a_value_before_a_branch_serves_both_arms_and_what_follows() {
    check_eight(
        "let x = data[i] * 3u; data[i] = 99u; if i < 4u { r = x; } else { r = x + 1u; } r += x;",
        |i| 6 * i + u32::from(i >= 4),
    );
}

#[test]
fn loops_of_zero_turns_and_down_to_zero() {
    check_eight("for (var k = 0u; k < 0u; k++) { r += 1u; }", |_| 0);
    check_eight("for (var k = i; k > 0u; k--) { r = r * 10u + k; } ", |i| {
        (1..=i).rev().fold(0, |r, k| r * 10 + k)
    });
    check_eight(
        "for (var k = 4u; k > 0u; ) { k--; r = r * 10u + k; }",
        |_| 3210,
    );
}

#[test]
fn nested_loops_count_on_their_own() {
    check_eight(
        "for (var j = 0u; j < 2u; j++) { for (var k = 0u; k < 3u; k++) { r += 1u; } }",
        |_| 6,
    );
    check_eight(
        "for (var j = 0u; j < i; j++) { for (var k = j; k < i; k++) { r += k; } }",
        |i| (0..i).flat_map(|j| j..i).sum(),
    );
}

#[test]
fn break_and_continue_part_the_invocations() {
    check_eight(
        "for (var k = 0u; k < 10u; k++) { if k == i { break; } r += 1u; }",
        |i| i,
    );
    check_eight(
        "for (var k = 0u; k < 10u; k++) { if k % 8u == i { continue; } r += k; }",
        |i| (0..10).filter(|k| k % 8 != i).sum(),
    );
    check_eight(
        "var k = 0u;
        loop {
            if k == 3u { k += 2u; continue; }
            if k > i { break; }
            r = r * 2u + k;
            continuing { k += 1u; }
        }",
        |i| {
            let (mut r, mut k) = (0, 0);
            loop {
                if k == 3 {
                    k += 2;
                } else if k > i {
                    break r;
                } else {
                    r = r * 2 + k;
                }
                k += 1;
            }
        },
    );
}

#[test]
fn break_if_sees_the_turn_that_ends() {
    check_eight(
        "loop { r += 1u; continuing { let done = r > i; break if done; } }",
        |i| i + 1,
    );
    check_eight(
        "var k = 0u; loop { k += 1u; if k == 2u { continue; } r += k; continuing { break if k >= i; } }",
        |i| (1..=i.max(1)).filter(|&k| k != 2).sum(),
    );
}

#[test]
fn break_leaves_the_inner_loop_only() {
    check_eight(
        "for (var j = 0u; j < 3u; j++) {
            for (var k = 0u; ; k++) { if k == i { break; } r += 1u; }
            if j == 1u && i > 4u { break; }
            r += 100u;
        }",
        |i| if i > 4 { 2 * i + 100 } else { 3 * i + 300 },
    );
}

#[test]
fn switches() {
    check_eight(
        "switch i { case 1u: { r = 10u; } case 2u, 3u: { r = 20u; } default: { r = 30u; } }",
        |i| match i {
            1 => 10,
            2 | 3 => 20,
            _ => 30,
        },
    );
    check_eight(
        "switch i32(i) - 2 { default: { r = 1u; } case -1: { r = 2u; } case 3, default_value: { r = 3u; } }"
            .replace(", default_value", "")
            .as_str(),
        |i| match i {
            1 => 2,
            5 => 3,
            _ => 1,
        },
    );
}

#[test]
fn a_switch_after_an_if_or_a_switch_is_a_statement_of_its_own() {
    check_eight(
        "if i < 4u { r = 1u; } switch i & 1u { case 0u: { r += 10u; } default: { r += 20u; } }
        switch i { case 7u: { r += 100u; } default: {} }",
        |i| u32::from(i < 4) + if i % 2 == 0 { 10 } else { 20 } + if i == 7 { 100 } else { 0 },
    );
}

#[test]
fn break_in_a_switch_and_continue_through_it() {
    check_eight(
        "for (var k = 0u; k < 4u; k++) {
            switch k + i {
                case 3u: { continue; }
                case 5u: { if k > 1u { break; } r += 100u; }
                default: { r += 1u; }
            }
            r += 10u;
        }",
        |i| {
            (0..4)
                .map(|k| match k + i {
                    3 => 0,
                    5 if k > 1 => 10,
                    5 => 110,
                    _ => 11,
                })
                .sum()
        },
    );
}

#[test]
fn return_in_a_helper_ends_the_helper() {
    let helper = "fn helper(x: u32) -> u32 {
        if x == 2u { return 100u; }
        for (var k = 0u; k < 5u; k++) { if k == x { return 200u + k; } }
        return x;
    }
    fn nothing(x: u32) { if x == 3u { return; } data[8u + x] = 1u; }
    ";
    let kernel = eight("r = helper(i); r += 1000u; nothing(i);");
    let after = result(&format!("{helper}{kernel}"), &[0; 16]);
    let expected: Vec<u32> = (0..8)
        .map(|x| match x {
            2 => 1100,
            0..5 => 1200 + x,
            _ => 1000 + x,
        })
        .collect();
    assert_eq!(after[..8], expected);
    assert_eq!(after[8..], [1, 1, 1, 0, 1, 1, 1, 1]);
}

#[test]
fn an_early_return_of_some_leaves_the_work_to_the_others() {
    let kernel = "@compute @workgroup_size(8)
    fn main(@builtin(local_invocation_index) i: u32) {
        if i >= 5u { return; }
        var sum = 0u;
        for (var k = 0u; k <= i; k++) { sum += 1u; if sum == 4u { data[i] = 77u; return; } }
        data[i] = sum;
    }";
    check(kernel, &[9; 8], &[1, 2, 3, 77, 77, 9, 9, 9]);
}

#[test]
fn helpers_inlined_in_a_loop_start_afresh_each_time() {
    let kernel = format!(
        "fn count(x: u32) -> u32 {{ var c: u32; for (var k = 0u; k < x; k++) {{ c += 1u; }} return c; }}
        {}",
        eight("for (var k = 0u; k < 3u; k++) { var fresh: u32; fresh += 1u; r += count(i) + fresh * 10u; }")
    );
    let expected: Vec<u32> = (0..8).map(|i| 3 * i + 30).collect();
    check(&kernel, &[0; 8], &expected);
}

#[test]
fn pointers_to_variables_reach_the_callers() {
    let kernel = format!(
        "fn swap(x: ptr<function, u32>, y: ptr<function, u32>) {{ let t = *x; *x = *y; *y = t; }}
        fn bump(a: ptr<function, array<u32, 4>>, k: u32) {{ (*a)[k] += 5u; }}
        {}",
        eight(
            "var x = i; var y = 100u; if i > 3u { swap(&x, &y); }
            var a = array<u32, 4>(1u, 2u, 3u, 4u); bump(&a, i & 3u);
            r = x * 1000u + a[i & 3u];"
        )
    );
    let expected: Vec<u32> = (0..8)
        .map(|i| (if i > 3 { 100 } else { i }) * 1000 + i % 4 + 6)
        .collect();
    check(&kernel, &[0; 8], &expected);
}

#[test]
fn short_circuits_guard_their_right_side() {
    check_eight(
        "if i > 0u && data[i - 1u] == 2u { r = 1u; } if i == 0u || data[i - 1u] == 5u { r += 2u; }",
        |i| u32::from(i == 3) + if i == 0 || i == 6 { 2 } else { 0 },
    );
}

#[test]
fn uniform_control_in_divergent_code_and_back() {
    // A uniform loop inside a divergent branch, then a uniform variable assigned in it.
    check_eight(
        "var total = 0u;
        if i < 4u { for (var k = 0u; k < 3u; k++) { total += 2u; } }
        total += 1u;
        r = total;",
        |i| if i < 4 { 7 } else { 1 },
    );
    // A loop that some leave early: the uniform-looking counter must not be shared after it.
    check_eight(
        "var turns = 0u;
        for (var k = 0u; k < 6u; k++) { if k > i { break; } turns += 1u; }
        r = turns;",
        |i| (i + 1).min(6),
    );
    // What is assigned after a divergent exit in an earlier turn.
    check_eight(
        "var late = 0u;
        for (var k = 0u; k < 4u; k++) { late = k; if i == k { break; } }
        r = late;",
        |i| i.min(3),
    );
}

#[test]
fn a_variable_read_after_a_scope_that_some_left_early() {
    check_eight(
        "var x = 1u;
        switch i { case 0u: { x = 5u; if data[i] == 0u { break; } x = 6u; } default: { x = 7u; } }
        r = x;",
        |i| if i == 0 { 5 } else { 7 },
    );
}
