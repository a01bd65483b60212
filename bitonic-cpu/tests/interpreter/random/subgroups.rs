//! Random kernels of subgroup operations against plain Rust that walks the tree with one subgroup
//! after the other, and a set of active invocations in hand.

use std::fmt::Write;

use bitonic_cpu::decode::DecodeOptions;
use bitonic_cpu::execute::Unobserved;

use crate::kernel::{decode_with, dispatch, memory, words};

const VARIABLES: usize = 3;
const LANES: usize = 43;

#[derive(Debug)]
enum Value {
    Constant(u32),
    Id,
    Variable(usize),
    /// One of `+`, `*`, `^`.
    Binary(char, Box<[Value; 2]>),
}

#[derive(Debug)]
enum Operation {
    Reduce(&'static str, Value),
    Inclusive(&'static str, Value),
    Exclusive(&'static str, Value),
    /// The value, and what names the lane.
    Shuffle(Value, Value),
    Up(Value, u32),
    Down(Value, u32),
    Xor(Value, u32),
    Broadcast(Value, u32),
    First(Value),
    QuadBroadcast(Value, u32),
    /// By 1, 2 or 3.
    QuadSwap(Value, u32),
    /// Of odd values; the words are combined by exclusive or.
    Ballot(Value),
    /// Whether all, or any, are odd.
    Vote(bool, Value),
}

#[derive(Debug)]
enum Statement {
    Assign(usize, Value),
    Operate(usize, Operation),
    /// Where the value is odd.
    If(Value, Vec<Statement>, Vec<Statement>),
    /// The value modulo 4 times.
    Repeat(Value, Vec<Statement>),
}

struct Maker(u64);

impl Maker {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as u32 % limit
    }

    fn value(&mut self, depth: u32) -> Value {
        match self.below(if depth == 0 { 3 } else { 5 }) {
            0 => Value::Constant(self.below(9)),
            1 => Value::Id,
            2 => Value::Variable(self.below(VARIABLES as u32) as usize),
            _ => {
                let operator = ['+', '*', '^'][self.below(3) as usize];
                Value::Binary(
                    operator,
                    Box::new([self.value(depth - 1), self.value(depth - 1)]),
                )
            }
        }
    }

    fn operation(&mut self) -> Operation {
        const REDUCTIONS: [&str; 7] = ["Add", "Mul", "Min", "Max", "And", "Or", "Xor"];
        let value = self.value(2);
        match self.below(13) {
            0 => Operation::Reduce(REDUCTIONS[self.below(7) as usize], value),
            1 => Operation::Inclusive(REDUCTIONS[self.below(2) as usize], value),
            2 => Operation::Exclusive(REDUCTIONS[self.below(2) as usize], value),
            3 => Operation::Shuffle(value, self.value(1)),
            4 => Operation::Up(value, self.below(9)),
            5 => Operation::Down(value, self.below(9)),
            6 => Operation::Xor(value, self.below(9)),
            7 => Operation::Broadcast(value, self.below(9)),
            8 => Operation::First(value),
            9 => Operation::QuadBroadcast(value, self.below(4)),
            10 => Operation::QuadSwap(value, 1 + self.below(3)),
            11 => Operation::Ballot(value),
            _ => Operation::Vote(self.below(2) == 0, value),
        }
    }

    fn block(&mut self, depth: u32) -> Vec<Statement> {
        let length = 1 + self.below(4);
        (0..length).map(|_| self.statement(depth)).collect()
    }

    fn statement(&mut self, depth: u32) -> Statement {
        let variable = self.below(VARIABLES as u32) as usize;
        match self.below(if depth == 0 { 6 } else { 9 }) {
            0 | 1 => Statement::Assign(variable, self.value(2)),
            2..=5 => Statement::Operate(variable, self.operation()),
            6 | 7 => Statement::If(self.value(2), self.block(depth - 1), self.block(depth - 1)),
            _ => Statement::Repeat(self.value(1), self.block(depth - 1)),
        }
    }
}

/// A subgroup: the variables of its invocations.
struct Subgroup {
    lanes: Vec<[u32; VARIABLES]>,
}

impl Subgroup {
    fn value(&self, lane: usize, value: &Value) -> u32 {
        match value {
            Value::Constant(word) => *word,
            Value::Id => lane as u32,
            Value::Variable(index) => self.lanes[lane][*index],
            Value::Binary(operator, sides) => {
                let [x, y] = [&sides[0], &sides[1]].map(|side| self.value(lane, side));
                match operator {
                    '+' => x.wrapping_add(y),
                    '*' => x.wrapping_mul(y),
                    _ => x ^ y,
                }
            }
        }
    }

    fn block(&mut self, active: &[usize], block: &[Statement]) {
        for statement in block {
            self.statement(active, statement);
        }
    }

    fn statement(&mut self, active: &[usize], statement: &Statement) {
        match statement {
            Statement::Assign(variable, value) => {
                for &lane in active {
                    self.lanes[lane][*variable] = self.value(lane, value);
                }
            }
            Statement::Operate(variable, operation) => {
                let results: Vec<u32> = active
                    .iter()
                    .map(|&lane| self.operation(active, lane, operation))
                    .collect();
                for (&lane, result) in active.iter().zip(results) {
                    self.lanes[lane][*variable] = result;
                }
            }
            Statement::If(condition, accept, reject) => {
                let (yes, no): (Vec<usize>, Vec<usize>) = active
                    .iter()
                    .partition(|&&lane| self.value(lane, condition) % 2 == 1);
                self.block(&yes, accept);
                self.block(&no, reject);
            }
            Statement::Repeat(turns, body) => {
                let turns: Vec<u32> = (0..self.lanes.len())
                    .map(|lane| self.value(lane, turns) % 4)
                    .collect();
                for turn in 0..3 {
                    let still = active.iter().copied().filter(|&lane| turn < turns[lane]);
                    let still: Vec<usize> = still.collect();
                    self.block(&still, body);
                }
            }
        }
    }

    fn operation(&self, active: &[usize], here: usize, operation: &Operation) -> u32 {
        let values = |value| active.iter().map(move |&lane| self.value(lane, value));
        let before = |value, end: usize| {
            let below = active.iter().filter(move |&&lane| lane < end);
            below.map(move |&lane| self.value(lane, value))
        };
        let from = |value, lane: usize| {
            let there = active.contains(&lane);
            if there { self.value(lane, value) } else { 0 }
        };
        match operation {
            Operation::Reduce(name, value) => combined(name, values(value)),
            Operation::Inclusive(name, value) => combined(name, before(value, here + 1)),
            Operation::Exclusive(name, value) => combined(name, before(value, here)),
            Operation::Shuffle(value, lane) => from(value, self.value(here, lane) as usize),
            Operation::Up(value, distance) => match here.checked_sub(*distance as usize) {
                Some(lane) => from(value, lane),
                None => 0,
            },
            Operation::Down(value, distance) => from(value, here + *distance as usize),
            Operation::Xor(value, mask) => from(value, here ^ *mask as usize),
            Operation::Broadcast(value, lane) => from(value, *lane as usize),
            Operation::First(value) => self.value(active[0], value),
            Operation::QuadBroadcast(value, lane) => from(value, here / 4 * 4 + *lane as usize),
            Operation::QuadSwap(value, by) => from(value, here ^ *by as usize),
            Operation::Ballot(value) => {
                let odd = active
                    .iter()
                    .filter(|&&lane| self.value(lane, value) % 2 == 1);
                odd.fold(0, |bits, lane| bits ^ 1 << (lane % 32))
            }
            Operation::Vote(all, value) => {
                let mut odd = values(value).map(|word| word % 2 == 1);
                u32::from(if *all {
                    odd.all(|odd| odd)
                } else {
                    odd.any(|odd| odd)
                })
            }
        }
    }
}

fn combined(name: &str, words: impl Iterator<Item = u32>) -> u32 {
    match name {
        "Add" => words.fold(0, u32::wrapping_add),
        "Mul" => words.fold(1, u32::wrapping_mul),
        "Min" => words.fold(u32::MAX, u32::min),
        "Max" => words.fold(0, u32::max),
        "And" => words.fold(u32::MAX, |x, y| x & y),
        "Or" => words.fold(0, |x, y| x | y),
        "Xor" => words.fold(0, |x, y| x ^ y),
        other => panic!("no reduction {other}"),
    }
}

fn value_text(value: &Value) -> String {
    match value {
        // As variables, for the front end refuses overflow in constants.
        Value::Constant(word) => format!("c[{word}]"),
        Value::Id => "id".to_owned(),
        Value::Variable(index) => format!("v{index}"),
        Value::Binary(operator, sides) => {
            format!(
                "({} {operator} {})",
                value_text(&sides[0]),
                value_text(&sides[1])
            )
        }
    }
}

fn operation_text(operation: &Operation) -> String {
    let call =
        |name: &str, value, argument: &str| format!("{name}({}{argument})", value_text(value));
    match operation {
        Operation::Reduce(name, value) => call(&format!("subgroup{name}"), value, ""),
        Operation::Inclusive(name, value) => call(&format!("subgroupInclusive{name}"), value, ""),
        Operation::Exclusive(name, value) => call(&format!("subgroupExclusive{name}"), value, ""),
        Operation::Shuffle(value, lane) => {
            call("subgroupShuffle", value, &format!(", {}", value_text(lane)))
        }
        Operation::Up(value, by) => call("subgroupShuffleUp", value, &format!(", {by}u")),
        Operation::Down(value, by) => call("subgroupShuffleDown", value, &format!(", {by}u")),
        Operation::Xor(value, by) => call("subgroupShuffleXor", value, &format!(", {by}u")),
        Operation::Broadcast(value, lane) => {
            call("subgroupBroadcast", value, &format!(", {lane}u"))
        }
        Operation::First(value) => call("subgroupBroadcastFirst", value, ""),
        Operation::QuadBroadcast(value, lane) => {
            call("quadBroadcast", value, &format!(", {lane}u"))
        }
        Operation::QuadSwap(value, by) => {
            let names = ["quadSwapX", "quadSwapY", "quadSwapDiagonal"];
            call(names[*by as usize - 1], value, "")
        }
        Operation::Ballot(value) => {
            format!("folded({})", call("subgroupBallot", value, " % 2u == 1u"))
        }
        Operation::Vote(all, value) => {
            let name = if *all { "subgroupAll" } else { "subgroupAny" };
            format!("u32({})", call(name, value, " % 2u == 1u"))
        }
    }
}

fn text(block: &[Statement], depth: usize) -> String {
    let mut text = String::new();
    for statement in block {
        let _ = match statement {
            Statement::Assign(variable, value) => {
                writeln!(text, "v{variable} = {};", value_text(value))
            }
            Statement::Operate(variable, operation) => {
                writeln!(text, "v{variable} = {};", operation_text(operation))
            }
            Statement::If(condition, accept, reject) => writeln!(
                text,
                "if {} % 2u == 1u {{\n{}}} else {{\n{}}}",
                value_text(condition),
                self::text(accept, depth + 1),
                self::text(reject, depth + 1)
            ),
            Statement::Repeat(turns, body) => writeln!(
                text,
                "{{ let n{depth} = {} % 4u; for (var t{depth} = 0u; t{depth} < n{depth}; t{depth}++) {{\n{}}} }}",
                value_text(turns),
                self::text(body, depth + 1)
            ),
        };
    }
    text
}

fn wgsl(body: &[Statement], invocations: usize) -> String {
    format!(
        "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
        fn folded(ballot: vec4<u32>) -> u32 {{ return ballot.x ^ ballot.y ^ ballot.z ^ ballot.w; }}
        @compute @workgroup_size({invocations})
        fn main(@builtin(global_invocation_id) at: vec3<u32>,
                @builtin(subgroup_invocation_id) id: u32) {{
            var c = array(0u, 1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u);
            var v0 = at.x; var v1 = data[at.x]; var v2 = 3u;
            {}
            data[at.x] = v0 ^ (v1 * 31u) ^ (v2 * 961u);
        }}",
        text(body, 0)
    )
}

/// What plain Rust leaves.
fn reference(body: &[Statement], before: &[u32], size: usize, invocations: usize) -> Vec<u32> {
    let mut after = Vec::new();
    for (group, words) in before.chunks(invocations).enumerate() {
        for (slice, words) in words.chunks(size).enumerate() {
            let start = group * invocations + slice * size;
            let lanes = (start..).zip(words).map(|(at, &word)| [at as u32, word, 3]);
            let mut subgroup = Subgroup {
                lanes: lanes.collect(),
            };
            let active: Vec<usize> = (0..words.len()).collect();
            subgroup.block(&active, body);
            let words = subgroup.lanes.iter();
            after.extend(words.map(|[x, y, z]| x ^ y.wrapping_mul(31) ^ z.wrapping_mul(961)));
        }
    }
    after
}

#[track_caller]
fn check_seed(seed: u64) {
    let body = Maker(seed * 2 + 1).block(3);
    // In one workgroup, and in five short ones side by side.
    for (size, invocations) in [(4, LANES), (8, LANES), (32, LANES), (128, LANES), (8, 11)] {
        let workgroups = if invocations == LANES { 1 } else { 5 };
        let before: Vec<u32> = (0..(invocations * workgroups) as u32)
            .map(|at| at * 7 % 23)
            .collect();
        let source = wgsl(&body, invocations);
        let options = DecodeOptions {
            subgroup_size: size as u32,
        };
        let program =
            decode_with(&source, options).unwrap_or_else(|error| panic!("{error}\n{source}"));
        let data = memory(&before);
        dispatch(
            &program,
            &[&data],
            [workgroups as u32, 1, 1],
            &mut Unobserved,
        );
        let expected = reference(&body, &before, size, invocations);
        assert_eq!(
            words(&data),
            expected,
            "seed {seed}, subgroups of {size} in workgroups of {invocations}\n{source}"
        );
    }
}

#[test]
fn random_subgroup_operations_mean_what_the_reference_says() {
    (0..300).for_each(check_seed);
}
