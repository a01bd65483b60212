//! Atomics on 64 bits: `SHADER_INT64_ATOMIC_ALL_OPS` in buffers and in workgroup memory.

use bitonic_cpu::execute::Unobserved;

use crate::kernel::{decode, dispatch, memory, words};

const INVOCATIONS: usize = 8;
const CELLS: usize = 3;

fn halves(values: &[u64]) -> Vec<u32> {
    let values = values.iter();
    values.flat_map(|&x| [x as u32, (x >> 32) as u32]).collect()
}

fn wholes(words: &[u32]) -> Vec<u64> {
    let pairs = words.chunks_exact(2);
    pairs
        .map(|pair| u64::from(pair[0]) | u64::from(pair[1]) << 32)
        .collect()
}

/// The numbers of a linear congruential generator (Knuth's MMIX), the better bits first.
fn random(state: &mut u64) -> u64 {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    state.rotate_left(32)
}

/// A statement on `cell`, with the operand `x` and `start`, what the cell held at first, that gives
/// `y` the value before; and the value after.
type Case = (&'static str, fn(old: u64, x: u64, start: u64) -> u64);

const UNSIGNED: [Case; 2] = [
    ("y = atomicMin(cell, x);", |old, x, _| old.min(x)),
    ("y = atomicMax(cell, x);", |old, x, _| old.max(x)),
];

const SIGNED: [Case; 2] = [
    ("y = atomicMin(cell, x);", |old, x, _| {
        (old as i64).min(x as i64) as u64
    }),
    ("y = atomicMax(cell, x);", |old, x, _| {
        (old as i64).max(x as i64) as u64
    }),
];

const BOTH: [Case; 7] = [
    ("y = atomicAdd(cell, x);", |old, x, _| old.wrapping_add(x)),
    ("y = atomicSub(cell, x);", |old, x, _| old.wrapping_sub(x)),
    ("y = atomicAnd(cell, x);", |old, x, _| old & x),
    ("y = atomicOr(cell, x);", |old, x, _| old | x),
    ("y = atomicXor(cell, x);", |old, x, _| old ^ x),
    ("y = atomicExchange(cell, x);", |_, x, _| x),
    (
        "let tried = atomicCompareExchangeWeak(cell, start, x);
        y = tried.old_value;
        if tried.exchanged != (y == start) { y = x; }",
        |old, x, start| if old == start { x } else { old },
    ),
];

/// What a kernel of one atomic leaves: operands, values before, and the cells at the end.
fn run(ty: &str, space: &str, statement: &str, before: &[u64]) -> Vec<u64> {
    let binding = match space {
        "workgroup" => "",
        _ => "@group(0) @binding(1)",
    };
    let statement = statement.replace("cell", "&cells[at]");
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> data: array<{ty}>;
        {binding} var<{space}> cells: array<atomic<{ty}>, {CELLS}>;
        @compute @workgroup_size({INVOCATIONS})
        fn main(@builtin(local_invocation_index) i: u32) {{
            if i < {CELLS}u {{ atomicStore(&cells[i], data[16u + i]); }}
            workgroupBarrier();
            storageBarrier();
            let at = i % {CELLS}u;
            let x = data[i];
            let start = data[16u + at];
            var y = x;
            {statement}
            data[8u + i] = y;
            workgroupBarrier();
            storageBarrier();
            if i < {CELLS}u {{ data[16u + i] = atomicLoad(&cells[i]); }}
        }}"
    );
    let program = decode(&source).unwrap_or_else(|error| panic!("{error}\n{source}"));
    let (data, cells) = (memory(&halves(before)), memory(&[9; 2 * CELLS]));
    dispatch(&program, &[&data, &cells], [1, 1, 1], &mut Unobserved);
    let left = wholes(&words(&data));
    if space != "workgroup" {
        assert_eq!(wholes(&words(&cells)), left[16..], "{statement}");
    }
    left
}

#[test]
fn every_function_matches_plain_numbers() {
    let state = &mut 1;
    for _ in 0..20 {
        for (ty, own) in [("u64", UNSIGNED), ("i64", SIGNED)] {
            for (statement, update) in own.into_iter().chain(BOTH) {
                let before: Vec<u64> = (0..16 + CELLS).map(|_| random(state)).collect();
                let mut expected = before.clone();
                for i in 0..INVOCATIONS {
                    let at = 16 + i % CELLS;
                    expected[8 + i] = expected[at];
                    expected[at] = update(expected[at], before[i], before[at]);
                }
                for space in ["workgroup", "storage, read_write"] {
                    let found = run(ty, space, statement, &before);
                    assert_eq!(found, expected, "{statement} of {ty} in {space}");
                }
            }
        }
    }
}

/// Carries, borrows and signs, by hand: 2^32 - 1 and 1 are the first cell's operands.
#[test]
fn words_carry_and_signs_are_in_the_high_word() {
    let mut before = vec![0; 19];
    (before[0], before[3], before[6]) = (0xFFFF_FFFF, 1, 1 << 63);
    let check = |ty, statement, start: u64, olds: [u64; 3], end: u64| {
        let mut before = before.clone();
        before[16] = start;
        let found = run(ty, "storage, read_write", statement, &before);
        assert_eq!([found[8], found[11], found[14]], olds, "{statement} {ty}");
        assert_eq!(found[16], end, "{statement} {ty}");
    };
    let add = "y = atomicAdd(cell, x);";
    check(
        "u64",
        add,
        1,
        [1, 1 << 32, 0x1_0000_0001],
        0x8000_0001_0000_0001,
    );
    let subtract = "y = atomicSub(cell, x);";
    let low = 0xFFFF_FFFF_0000_0001;
    check("i64", subtract, 0, [0, low, low - 1], 0x7FFF_FFFF_0000_0000);
    let least = "y = atomicMin(cell, x);";
    check("u64", least, 5, [5, 5, 1], 1);
    check("i64", least, 5, [5, 5, 1], 1 << 63);
    let greatest = "y = atomicMax(cell, x);";
    check("u64", greatest, 5, [5, 0xFFFF_FFFF, 0xFFFF_FFFF], 1 << 63);
    check(
        "i64",
        greatest,
        5,
        [5, 0xFFFF_FFFF, 0xFFFF_FFFF],
        0xFFFF_FFFF,
    );
}

/// In a structure with halves addresses count halves; atomics lie on whole words all the same.
#[test]
fn atomics_stand_beside_halves() {
    let source = "enable f16;
        struct Row { half: f16, sum: atomic<u64>, last: vec2<f16>, count: atomic<u32> }
        @group(0) @binding(0) var<storage, read_write> rows: array<Row>;
        @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
            let at = i % 2u;
            atomicAdd(&rows[at].sum, 0xFFFFFFFFlu);
            atomicAdd(&rows[at].count, i + 1u);
            if i < 2u { rows[i].half = 1.5h; rows[i].last.y = -2.0h; }
        }";
    let program = decode(source).expect("supported");
    let rows = memory(&[0xAAAA_AAAA, 0, 1, 0, 0xBBBB_BBBB, 7].repeat(2));
    dispatch(&program, &[&rows], [1, 1, 1], &mut Unobserved);
    // 1.5 and -2 in binary16; twice 2^32 - 1; 7 and 1 + 3, 7 and 2 + 4.
    let row = |count| [0xAAAA_3E00, 0, 0xFFFF_FFFF, 1, 0xC000_BBBB, count];
    assert_eq!(words(&rows), [row(11), row(13)].concat());
}
