//! Subgroup operations on numbers of 16 and of 64 bits.

use bitonic_cpu::decode::DecodeOptions;
use bitonic_cpu::execute::Unobserved;

use crate::kernel::{decode_with, dispatch, memory, words};

/// A type of numbers, which the tests hold as the bits of u64 or f64.
struct Numbers {
    name: &'static str,
    /// What the buffer holds: WGSL lets halves be converted, so f16 comes as f64.
    stored: &'static str,
    operations: &'static [&'static str],
    combine: fn(operation: &str, u64, u64) -> u64,
    one: u64,
}

const FLOAT: [&str; 8] = [
    "subgroupAdd",
    "subgroupMul",
    "subgroupMin",
    "subgroupMax",
    "subgroupInclusiveAdd",
    "subgroupExclusiveAdd",
    "subgroupInclusiveMul",
    "subgroupExclusiveMul",
];

const INTEGER: [&str; 11] = [
    "subgroupAdd",
    "subgroupMul",
    "subgroupMin",
    "subgroupMax",
    "subgroupInclusiveAdd",
    "subgroupExclusiveAdd",
    "subgroupInclusiveMul",
    "subgroupExclusiveMul",
    "subgroupAnd",
    "subgroupOr",
    "subgroupXor",
];

fn unsigned(operation: &str, x: u64, y: u64) -> u64 {
    match operation {
        "Add" => x.wrapping_add(y),
        "Mul" => x.wrapping_mul(y),
        "Min" => x.min(y),
        "Max" => x.max(y),
        "And" => x & y,
        "Or" => x | y,
        "Xor" => x ^ y,
        other => panic!("{other} combines nothing"),
    }
}

fn signed(operation: &str, x: u64, y: u64) -> u64 {
    match operation {
        "Min" => (x as i64).min(y as i64) as u64,
        "Max" => (x as i64).max(y as i64) as u64,
        other => unsigned(other, x, y),
    }
}

fn float(operation: &str, x: u64, y: u64) -> u64 {
    let (x, y) = (f64::from_bits(x), f64::from_bits(y));
    let result = match operation {
        "Add" => x + y,
        "Mul" => x * y,
        "Min" => x.min(y),
        "Max" => x.max(y),
        other => panic!("{other} combines no floats"),
    };
    result.to_bits()
}

const ONE: u64 = 0x3FF0_0000_0000_0000;

const TYPES: [Numbers; 4] = [
    Numbers {
        name: "u64",
        stored: "u64",
        operations: &INTEGER,
        combine: unsigned,
        one: 1,
    },
    Numbers {
        name: "i64",
        stored: "i64",
        operations: &INTEGER,
        combine: signed,
        one: 1,
    },
    Numbers {
        name: "f64",
        stored: "f64",
        operations: &FLOAT,
        combine: float,
        one: ONE,
    },
    Numbers {
        name: "f16",
        stored: "f64",
        operations: &FLOAT,
        combine: float,
        one: ONE,
    },
];

/// A linear congruential generator (Knuth's MMIX), the better bits first.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        self.0.rotate_left(32)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    /// A number whose sums and products with its like are exact, in every order: as f16 too.
    fn number(&mut self, numbers: &Numbers, operation: &str, lane: usize) -> u64 {
        if numbers.stored != "f64" {
            return self.next();
        }
        let small = self.below(17) as f64 - 8.0;
        let sign = if self.below(2) == 0 { 1.0 } else { -1.0 };
        let factor = if lane.is_multiple_of(7) { 2.0 } else { 1.0 };
        let number = match combination(operation) {
            "Mul" => sign * factor,
            _ => small,
        };
        number.to_bits()
    }
}

/// What an operation does with two values: the end of its name.
fn combination(operation: &str) -> &str {
    operation[operation.len() - operation.len().min(3)..]
        .trim_start_matches(|first: char| first.is_lowercase())
}

struct Kernel<'a> {
    numbers: &'a Numbers,
    operation: &'a str,
    size: usize,
    invocations: usize,
    /// Who is active: the bit of the local index, modulo 32.
    mask: u32,
}

impl Kernel<'_> {
    fn active(&self, lane: usize) -> bool {
        self.mask >> (lane % 32) & 1 == 1
    }

    /// What an active invocation gets, among the values of its subgroup.
    fn value(&self, subgroup: &[(usize, u64)], lane: usize) -> u64 {
        let combination = combination(self.operation);
        let takes = |other: usize| {
            let below = match self.operation {
                name if name.contains("Inclusive") => other <= lane,
                name if name.contains("Exclusive") => other < lane,
                _ => true,
            };
            below && self.active(other)
        };
        let values = subgroup.iter().filter(|&&(other, _)| takes(other));
        values
            .map(|&(_, x)| x)
            .reduce(|x, y| (self.numbers.combine)(combination, x, y))
            .unwrap_or(if combination == "Mul" {
                self.numbers.one
            } else {
                0
            })
    }

    fn run(&self, before: &[u64]) -> Vec<u64> {
        let Self {
            numbers: Numbers { name, stored, .. },
            operation,
            invocations,
            mask,
            ..
        } = self;
        let source = format!(
            "enable f16;
            @group(0) @binding(0) var<storage, read_write> data: array<{stored}>;
            @compute @workgroup_size({invocations})
            fn main(@builtin(local_invocation_index) i: u32) {{
                let x = {name}(data[i]);
                if (({mask}u >> (i % 32u)) & 1u) == 1u {{
                    let y = {operation}(x);
                    let pair = {operation}(vec2({name}(1), x));
                    if pair.y == y {{ data[i] = {stored}(y); }}
                }}
            }}"
        );
        let options = DecodeOptions {
            subgroup_size: self.size as u32,
        };
        let program =
            decode_with(&source, options).unwrap_or_else(|error| panic!("{error}\n{source}"));
        let halves = before.iter().flat_map(|&x| [x as u32, (x >> 32) as u32]);
        let data = memory(&halves.collect::<Vec<_>>());
        dispatch(&program, &[&data], [1, 1, 1], &mut Unobserved);
        let words = words(&data);
        let pairs = words.chunks_exact(2);
        pairs
            .map(|pair| u64::from(pair[0]) | u64::from(pair[1]) << 32)
            .collect()
    }
}

#[test]
fn random_kernels_match_plain_numbers() {
    let mut random = Random(7);
    for turn in 0..400 {
        let numbers = &TYPES[turn % TYPES.len()];
        let chosen = random.below(numbers.operations.len() as u64);
        let kernel = Kernel {
            numbers,
            operation: numbers.operations[chosen as usize],
            size: 4 << random.below(4),
            invocations: 1 + random.below(40) as usize,
            mask: match random.below(3) {
                0 => u32::MAX,
                _ => random.next() as u32,
            },
        };
        let before: Vec<u64> = (0..kernel.invocations)
            .map(|lane| random.number(numbers, kernel.operation, lane))
            .collect();
        let lanes: Vec<(usize, u64)> = before.iter().copied().enumerate().collect();
        let expected: Vec<u64> = lanes
            .chunks(kernel.size)
            .flat_map(|subgroup| {
                let each = subgroup.iter();
                each.map(|&(lane, x)| match kernel.active(lane) {
                    true => kernel.value(subgroup, lane),
                    false => x,
                })
            })
            .collect();
        let found = kernel.run(&before);
        let Kernel {
            operation,
            size,
            mask,
            ..
        } = kernel;
        let name = numbers.name;
        assert_eq!(
            found, expected,
            "{operation} of {name} in {size}s, {mask:x}"
        );
    }
}

/// What two invocations of a subgroup leave, each given a number of `stored`.
fn pair(stored: &str, expression: &str, before: [u64; 2]) -> [u64; 2] {
    let source = format!(
        "enable f16;
        @group(0) @binding(0) var<storage, read_write> data: array<{stored}>;
        @compute @workgroup_size(2)
        fn main(@builtin(local_invocation_index) i: u32) {{
            let x = data[i];
            data[i] = {expression};
        }}"
    );
    let program = decode_with(&source, DecodeOptions { subgroup_size: 4 });
    let program = program.unwrap_or_else(|error| panic!("{error}\n{source}"));
    let [x, y] = before;
    let data = memory(&[x as u32, (x >> 32) as u32, y as u32, (y >> 32) as u32]);
    dispatch(&program, &[&data], [1, 1, 1], &mut Unobserved);
    let words = words(&data);
    [0, 2].map(|at| u64::from(words[at]) | u64::from(words[at + 1]) << 32)
}

#[test]
fn both_words_go_together() {
    let x = [0x0000_0001_FFFF_FFFF, 0x8000_0000_0000_0001];
    let [first, second] = x;
    for ty in ["u64", "i64"] {
        let sum = first + second;
        assert_eq!(sum, 0x8000_0002_0000_0000);
        assert_eq!(pair(ty, "subgroupAdd(x)", x), [sum; 2]);
        assert_eq!(pair(ty, "subgroupExclusiveAdd(x)", x), [0, first]);
        assert_eq!(pair(ty, "subgroupExclusiveMul(x)", x), [1, first]);
        assert_eq!(pair(ty, "subgroupShuffleXor(x, 1u)", x), [second, first]);
        assert_eq!(pair(ty, "subgroupBroadcast(x, 1u)", x), [second; 2]);
        assert_eq!(pair(ty, "subgroupBroadcastFirst(x)", x), [first; 2]);
        assert_eq!(pair(ty, "quadSwapX(x)", x), [second, first]);
        assert_eq!(pair(ty, "subgroupXor(x)", x), [first ^ second; 2]);
    }
    assert_eq!(pair("u64", "subgroupMin(x)", x), [first; 2]);
    assert_eq!(pair("i64", "subgroupMin(x)", x), [second; 2]);
    // Both bits of 2^53 + 1 need f64.
    let floats = [9_007_199_254_740_992.0f64, -1.0].map(f64::to_bits);
    let sum = 9_007_199_254_740_991.0f64.to_bits();
    assert_eq!(pair("f64", "subgroupAdd(x)", floats), [sum; 2]);
    let negative = (-0.0f64).to_bits();
    assert_eq!(pair("f64", "subgroupAdd(x)", [negative; 2]), [negative; 2]);
    assert_eq!(pair("f64", "subgroupExclusiveAdd(x)", [negative; 2])[0], 0);
}

/// 2048 + 1 lies between two halves, and 60000 + 60000 beyond them all; f32 holds both sums.
#[test]
fn sums_of_halves_are_halves() {
    let halves = |x: f64, y: f64, expression: &str| {
        let expression = format!("f64({expression})");
        pair("f64", &expression, [x, y].map(f64::to_bits)).map(f64::from_bits)
    };
    assert_eq!(halves(2048.0, 1.0, "subgroupAdd(f16(x))"), [2048.0; 2]);
    assert_eq!(halves(2048.0, 3.0, "subgroupAdd(f16(x))"), [2052.0; 2]);
    let infinite = halves(60000.0, 60000.0, "subgroupAdd(f16(x))");
    assert_eq!(infinite, [f64::INFINITY; 2]);
    // (1 + 2^-10)^2 is 1 + 2^-9 + 2^-20.
    let step = 1.0 / 1024.0;
    let square = halves(1.0 + step, 1.0 + step, "subgroupMul(f16(x))");
    assert_eq!(square, [1.0 + 2.0 * step; 2]);
    let zeros = halves(-0.0, -0.0, "subgroupAdd(f16(x))");
    assert!(
        zeros
            .iter()
            .all(|zero| *zero == 0.0 && zero.is_sign_negative())
    );
}
