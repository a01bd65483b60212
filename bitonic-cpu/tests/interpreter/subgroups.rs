//! Subgroup operations, with the values that the WGSL specification gives them (sections "Subgroup
//! Built-in Functions" and "Quad Operations").

use bitonic_cpu::decode::DecodeOptions;
use bitonic_cpu::execute::Unobserved;

use crate::kernel::{decode_with, dispatch, memory, words};

/// What `body` leaves in `data` with subgroups of `size`; it finds `i`, its local index, and the
/// subgroup inputs `id`, `group`, `size` and `count`.
fn result(size: u32, invocations: u32, workgroups: u32, body: &str, before: &[u32]) -> Vec<u32> {
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
        @compute @workgroup_size({invocations})
        fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) workgroup: vec3<u32>,
                @builtin(subgroup_invocation_id) id: u32, @builtin(subgroup_id) group: u32,
                @builtin(subgroup_size) size: u32, @builtin(num_subgroups) count: u32) {{
            let at = workgroup.x * {invocations}u + i;
            {body}
        }}"
    );
    let options = DecodeOptions {
        subgroup_size: size,
    };
    let program = decode_with(&source, options).unwrap_or_else(|error| panic!("{error}\n{source}"));
    let data = memory(before);
    dispatch(&program, &[&data], [workgroups, 1, 1], &mut Unobserved);
    words(&data)
}

/// Subgroups of 4 in a workgroup of 6: a whole one with 3 5 7 9 and a short one with 2 11.
const SIX: [u32; 6] = [3, 5, 7, 9, 2, 11];

/// Checks an expression of `x` in subgroups of 4 over [`SIX`].
#[track_caller]
fn check_six(expression: &str, expected: [u32; 6]) {
    let body = format!("let x = data[at]; data[at] = {expression};");
    assert_eq!(result(4, 6, 1, &body, &SIX), expected, "{expression}");
    // Three workgroups side by side in one column.
    let found = result(4, 6, 3, &body, &SIX.repeat(3));
    assert_eq!(found, expected.repeat(3), "{expression}, side by side");
}

#[test]
fn reductions_reach_the_whole_subgroup() {
    check_six("subgroupAdd(x)", [24, 24, 24, 24, 13, 13]);
    check_six("subgroupMul(x)", [945, 945, 945, 945, 22, 22]);
    check_six("subgroupMin(x)", [3, 3, 3, 3, 2, 2]);
    check_six("subgroupMax(x)", [9, 9, 9, 9, 11, 11]);
    check_six("subgroupAnd(x)", [1, 1, 1, 1, 2, 2]);
    check_six("subgroupOr(x)", [15, 15, 15, 15, 11, 11]);
    check_six("subgroupXor(x)", [8, 8, 8, 8, 9, 9]);
    check_six("u32(subgroupAll(x > 2u))", [1, 1, 1, 1, 0, 0]);
    check_six("u32(subgroupAny(x > 10u))", [0, 0, 0, 0, 1, 1]);
}

#[test]
fn scans_combine_what_lies_below() {
    check_six("subgroupInclusiveAdd(x)", [3, 8, 15, 24, 2, 13]);
    check_six("subgroupExclusiveAdd(x)", [0, 3, 8, 15, 0, 2]);
    check_six("subgroupInclusiveMul(x)", [3, 15, 105, 945, 2, 22]);
    check_six("subgroupExclusiveMul(x)", [1, 3, 15, 105, 1, 2]);
}

/// An invocation that is not there gives 0: the specification leaves the value open.
#[test]
fn values_come_from_the_invocations_named() {
    check_six("subgroupBroadcastFirst(x)", [3, 3, 3, 3, 2, 2]);
    check_six("subgroupBroadcast(x, 1u)", [5, 5, 5, 5, 11, 11]);
    check_six("subgroupBroadcast(x, 2u)", [7, 7, 7, 7, 0, 0]);
    check_six("subgroupShuffle(x, 3u - id)", [9, 7, 5, 3, 0, 0]);
    check_six("subgroupShuffle(x, x)", [9, 0, 0, 0, 0, 0]);
    check_six("subgroupShuffleUp(x, 1u)", [0, 3, 5, 7, 0, 2]);
    check_six("subgroupShuffleUp(x, 3u)", [0, 0, 0, 3, 0, 0]);
    check_six("subgroupShuffleDown(x, 1u)", [5, 7, 9, 0, 11, 0]);
    check_six("subgroupShuffleDown(x, 2u)", [7, 9, 0, 0, 0, 0]);
    check_six("subgroupShuffleXor(x, 1u)", [5, 3, 9, 7, 11, 2]);
    check_six("subgroupShuffleXor(x, 2u)", [7, 9, 3, 5, 0, 0]);
}

#[test]
fn distances_do_not_wrap_around() {
    check_six("subgroupShuffleUp(x, ~0u - u32(x == 0u))", [0; 6]);
    check_six("subgroupShuffleDown(x, ~0u - u32(x == 0u))", [0; 6]);
    check_six("subgroupShuffleXor(x, ~0u - u32(x == 0u))", [0; 6]);
    check_six("subgroupShuffle(x, ~0u - u32(x == 0u))", [0; 6]);
}

#[test]
fn quads_are_four_in_a_row() {
    check_six("quadBroadcast(x, 1u)", [5, 5, 5, 5, 11, 11]);
    check_six("quadSwapX(x)", [5, 3, 9, 7, 11, 2]);
    check_six("quadSwapY(x)", [7, 9, 3, 5, 0, 0]);
    check_six("quadSwapDiagonal(x)", [9, 7, 5, 3, 0, 0]);
    let numbers: Vec<u32> = (0..8).collect();
    for (expression, expected) in [
        ("quadBroadcast(i, 2u)", [2, 2, 2, 2, 6, 6, 6, 6]),
        ("quadSwapX(i)", [1, 0, 3, 2, 5, 4, 7, 6]),
        ("quadSwapY(i)", [2, 3, 0, 1, 6, 7, 4, 5]),
        ("quadSwapDiagonal(i)", [3, 2, 1, 0, 7, 6, 5, 4]),
    ] {
        let body = format!("data[at] = {expression};");
        assert_eq!(result(8, 8, 1, &body, &numbers), expected, "{expression}");
    }
}

#[test]
fn ballots_have_a_bit_for_each_invocation() {
    check_six("subgroupBallot(x > 4u).x", [14, 14, 14, 14, 2, 2]);
    check_six("subgroupBallot().x", [15, 15, 15, 15, 3, 3]);
    check_six("subgroupBallot().y", [0; 6]);
    let body = "let b = subgroupBallot(i % 2u == 0u || i >= 96u);
        data[i * 4u] = b.x; data[i * 4u + 1u] = b.y; data[i * 4u + 2u] = b.z; data[i * 4u + 3u] = b.w;";
    let even = 0x5555_5555;
    let found = result(128, 126, 1, body, &[0; 126 * 4]);
    assert_eq!(found, [even, even, even, 0x3FFF_FFFF].repeat(126));
    let found = result(64, 64, 1, body, &[0; 64 * 4]);
    assert_eq!(found, [even, even, 0, 0].repeat(64));
}

#[test]
fn inactive_invocations_take_no_part() {
    #[track_caller]
    fn check_odd_out(expression: &str, expected: [u32; 6]) {
        let body = format!(
            "let x = data[at]; if i % 4u != 1u {{ data[at] = {expression}; }} else {{ data[at] = 77u; }}"
        );
        assert_eq!(result(4, 6, 1, &body, &SIX), expected, "{expression}");
    }
    // Without 5 and 11.
    check_odd_out("subgroupAdd(x)", [19, 77, 19, 19, 2, 77]);
    check_odd_out("subgroupMul(x)", [189, 77, 189, 189, 2, 77]);
    check_odd_out("subgroupMin(x)", [3, 77, 3, 3, 2, 77]);
    check_odd_out("subgroupMax(x)", [9, 77, 9, 9, 2, 77]);
    check_odd_out("subgroupAnd(x)", [1, 77, 1, 1, 2, 77]);
    check_odd_out("subgroupOr(x)", [15, 77, 15, 15, 2, 77]);
    check_odd_out("subgroupXor(x)", [13, 77, 13, 13, 2, 77]);
    check_odd_out("u32(subgroupAll(x != 5u))", [1, 77, 1, 1, 1, 77]);
    check_odd_out("u32(subgroupAny(x == 5u))", [0, 77, 0, 0, 0, 77]);
    check_odd_out("subgroupInclusiveAdd(x)", [3, 77, 10, 19, 2, 77]);
    check_odd_out("subgroupExclusiveAdd(x)", [0, 77, 3, 10, 0, 77]);
    check_odd_out("subgroupExclusiveMul(x)", [1, 77, 3, 21, 1, 77]);
    check_odd_out("subgroupBallot(true).x", [13, 77, 13, 13, 1, 77]);
    check_odd_out("subgroupShuffle(x, 1u)", [0, 77, 0, 0, 0, 77]);
    check_odd_out("subgroupShuffleUp(x, 1u)", [0, 77, 0, 7, 0, 77]);
    let first = "let x = data[at]; if i % 4u != 0u { data[at] = subgroupBroadcastFirst(x); }";
    assert_eq!(result(4, 6, 1, first, &SIX), [3, 5, 5, 5, 2, 11]);
    // Who elects itself: the first that is active.
    let elect = "if i % 4u != 0u { data[at] = u32(subgroupBroadcastFirst(id) == id); }";
    assert_eq!(result(4, 6, 1, elect, &SIX), [3, 1, 0, 0, 2, 1]);
}

/// Each turn of a loop has the invocations that are still in it.
#[test]
fn loops_lose_their_invocations() {
    let body = "var sum = 0u; for (var turn = 0u; turn <= i; turn++) { sum += subgroupAdd(1u); } data[at] = sum;";
    // In subgroup 0: 4, 3, 2, 1 invocations. In 1: 2 for five turns, then the last one alone.
    let expected = [4, 7, 9, 10, 10, 11];
    assert_eq!(result(4, 6, 1, body, &[0; 6]), expected);
}

#[test]
fn every_type_can_be_combined_and_passed() {
    check_six(
        "bitcast<u32>(subgroupMin(-i32(x)))",
        [
            -9i32 as u32,
            -9i32 as u32,
            -9i32 as u32,
            -9i32 as u32,
            -11i32 as u32,
            -11i32 as u32,
        ],
    );
    check_six(
        "bitcast<u32>(subgroupMax(-i32(x)))",
        [
            -3i32 as u32,
            -3i32 as u32,
            -3i32 as u32,
            -3i32 as u32,
            -2i32 as u32,
            -2i32 as u32,
        ],
    );
    check_six(
        "u32(subgroupAdd(f32(x) * 0.5) * 2.0)",
        [24, 24, 24, 24, 13, 13],
    );
    check_six(
        "u32(subgroupExclusiveMul(f32(x) * 2.0))",
        [1, 6, 60, 840, 1, 4],
    );
    check_six("u32(-subgroupMin(-f32(x)))", [9, 9, 9, 9, 11, 11]);
    // 24 and 4 invocations of 1; 13 and 2.
    check_six(
        "dot(subgroupAdd(vec2(x, 1u)), vec2(1u, 100u))",
        [424, 424, 424, 424, 213, 213],
    );
    check_six(
        "u32(dot(subgroupInclusiveAdd(vec3(f32(x), 1.0, 0.5)), vec3(1.0, 100.0, 2000.0)))",
        [1103, 2208, 3315, 4424, 1102, 2213],
    );
    check_six(
        "dot(vec4<u32>(subgroupShuffleXor(vec4(i32(x), 1, i32(id), 0), 1u)), vec4(1u, 10u, 100u, 1000u))",
        [115, 13, 319, 217, 121, 12],
    );
    check_six(
        "bitcast<u32>(quadSwapX(-f32(x)))",
        [-5.0f32, -3.0, -9.0, -7.0, -11.0, -2.0].map(f32::to_bits),
    );
}

/// -0 stays what it is where nothing is added, and a sum of nothing is 0.
#[test]
fn sums_of_zeros_keep_their_sign() {
    let negative = (-0.0f32).to_bits();
    check_six("bitcast<u32>(subgroupAdd(f32(x) * -0.0))", [negative; 6]);
    check_six("bitcast<u32>(subgroupExclusiveAdd(f32(x) * 0.0))", [0; 6]);
}

#[test]
fn inputs_name_the_slices_of_a_workgroup() {
    let body = "data[i * 4u] = id; data[i * 4u + 1u] = group; data[i * 4u + 2u] = size; data[i * 4u + 3u] = count;";
    for (size, invocations) in [(4, 6), (8, 150), (32, 150), (128, 150), (128, 20), (16, 1)] {
        let count = [
            (4, 2),
            (8, 19),
            (32, 5),
            (128, if invocations > 128 { 2 } else { 1 }),
            (16, 1),
        ]
        .into_iter()
        .find_map(|(of, count)| (of == size).then_some(count))
        .expect("the table has every size");
        let expected: Vec<u32> = (0..invocations)
            .flat_map(|i| [i % size, i / size, size, count])
            .collect();
        let found = result(size, invocations, 1, body, &vec![0; expected.len()]);
        assert_eq!(found, expected, "{size} {invocations}");
    }
}

/// One kernel of each kind over every size, against sums made by hand.
#[test]
fn every_size_has_its_own_sums() {
    let numbers: Vec<u32> = (1..=150).collect();
    for size in [4, 8, 16, 32, 64, 128] {
        for (expression, combine) in [
            (
                "subgroupAdd(data[at])",
                (|slice, _| slice.iter().sum()) as fn(&[u32], usize) -> u32,
            ),
            ("subgroupMax(data[at])", |slice, _| slice[slice.len() - 1]),
            ("subgroupInclusiveAdd(data[at])", |slice, here| {
                slice[..=here].iter().sum()
            }),
            ("subgroupExclusiveAdd(data[at])", |slice, here| {
                slice[..here].iter().sum()
            }),
            (
                "subgroupShuffle(data[at], countOneBits(id))",
                |slice, here| slice.get(here.count_ones() as usize).copied().unwrap_or(0),
            ),
        ] {
            let expected: Vec<u32> = numbers
                .chunks(size)
                .flat_map(|slice| (0..slice.len()).map(|here| combine(slice, here)))
                .collect();
            let body = format!("data[at] = {expression};");
            let found = result(size as u32, 150, 1, &body, &numbers);
            assert_eq!(found, expected, "{expression} with {size}");
        }
    }
}

#[test]
fn odd_sizes_stand_for_the_next_below() {
    for (asked, size) in [
        (0, 4),
        (1, 4),
        (7, 4),
        (33, 32),
        (127, 64),
        (128, 128),
        (u32::MAX, 128),
    ] {
        assert_eq!(
            result(asked, 1, 1, "data[0] = size;", &[0]),
            [size],
            "{asked}"
        );
    }
}
