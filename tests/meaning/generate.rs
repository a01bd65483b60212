//! Random programs. Values that are visible are kept in a pool and used again and
//! again, from deeper blocks, behind loops, with reads and writes in between.

use bitonic::*;

use super::ELEMENTS;

/// xorshift64* (Vigna, 2016).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % bound as u64) as usize
    }
}

/// The program of `seed`.
pub(crate) fn program(seed: u64) -> Kernel {
    let built = kernel("program").workgroup_size(1).build(|k| {
        let data = k.storage_mut::<u32>("data");
        let mut writer = Writer {
            random: Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1),
            data,
            variables: vec![1_u32.to_var("a"), 2_u32.to_var("b")],
            pool: vec![data.len(), data.element(2).load()],
            mix: mix(data),
            choose: choose(data),
            budget: 40,
        };
        writer.statements(4, false);
        writer.show_all();
    });
    built.unwrap_or_else(|error| panic!("seed {seed}: {error}"))
}

/// A function that reads and writes, and returns early.
fn mix(data: StorageMut<u32>) -> Function<(u32,), Node<u32>> {
    Fn("mix", ["x"], move |x: Node<u32>| {
        let index = x % ELEMENTS;
        let before = data.element(index).load();
        data.element(index).assign(before + x);
        If(before.gt(x), || Return(before * 3));
        let after = data.element(index).load();
        after ^ x
    })
}

/// A function with a return in every arm of a switch, in a loop and behind both.
fn choose(data: StorageMut<u32>) -> Function<(u32, u32), Node<u32>> {
    Fn("choose", ["x", "y"], move |x: Node<u32>, y: Node<u32>| {
        Switch(x % 5)
            .case(0, || Return(y + 7))
            .case([1, 3], || {
                let seen = data.element(y % ELEMENTS).load();
                If(seen.gt(x), || Return(seen - x));
                data.element(x % ELEMENTS).assign(seen + 1);
            })
            .case(4, || Return(x * y))
            .default(|| data.element(y % ELEMENTS).increment());
        let turns = 0_u32.to_var("turns");
        Repeat(|| {
            let here = data.element((x + turns.load()) % ELEMENTS).load();
            If((here % 3).eq(1), || Return(here ^ y));
            If((here % 3).eq(2), Continue);
            data.element(here % ELEMENTS).add_assign(y);
        })
        .continuing(|| turns.increment())
        .break_if(|| turns.load().gt(y % 4));
        turns.load() + y
    })
}

struct Writer {
    random: Random,
    data: StorageMut<u32>,
    variables: Vec<Var<u32>>,
    pool: Vec<Node<u32>>,
    mix: Function<(u32,), Node<u32>>,
    choose: Function<(u32, u32), Node<u32>>,
    /// How many more statements there may be.
    budget: usize,
}

impl Writer {
    /// Writes what the outermost block has made, so that it is seen.
    fn show_all(&mut self) {
        for (index, value) in (0..ELEMENTS).zip(self.pool.iter().rev()) {
            let kept = self.data.element(index).load();
            self.data.element(index).assign(kept * 31 + *value);
        }
    }

    fn value(&mut self) -> Node<u32> {
        self.pool[self.random.below(self.pool.len())]
    }

    fn variable(&mut self) -> Var<u32> {
        self.variables[self.random.below(self.variables.len())]
    }

    fn condition(&mut self) -> Node<bool> {
        let (a, b) = (self.value(), self.value());
        match self.random.below(5) {
            0 => a.lt(b),
            1 => (a % 4).eq(b % 4),
            2 => self.short_circuit(a, b),
            3 => a.lt(b).or_else(|| (b % 3).eq(1)),
            _ => a.ge(b),
        }
    }

    /// What stands on the right reads, writes and calls.
    fn short_circuit(&mut self, a: Node<u32>, b: Node<u32>) -> Node<bool> {
        let both = self.random.below(2) == 0;
        let holds = (a % 2).eq(0);
        let rhs = || match self.random.below(3) {
            0 => self.mix.call(a).gt(b),
            1 => self.choose.call(b, a).lt(100),
            _ => {
                self.data.element(a % ELEMENTS).increment();
                let variable = self.variable();
                variable.decrement();
                variable.load().lt(b)
            }
        };
        if both {
            holds.and_also(rhs)
        } else {
            holds.or_else(rhs)
        }
    }

    fn made(&mut self) -> Node<u32> {
        let (a, b) = (self.value(), self.value());
        match self.random.below(11) {
            10 => self.choose.call(a, b),
            0 => a + b,
            1 => a - b,
            2 => a * 3,
            3 => a ^ b,
            4 => min(a, b) + 1,
            5 => select(self.condition(), a, b),
            6 => self.data.element(a % ELEMENTS).load(),
            7 => self.variable().load(),
            8 => self.mix.call(b),
            _ => (a & 0xFF).to_const("named"),
        }
    }

    /// A block of its own: what it makes is not seen behind it.
    fn block(&mut self, depth: usize, in_loop: bool) {
        let (pool, variables) = (self.pool.len(), self.variables.len());
        self.statements(depth, in_loop);
        self.pool.truncate(pool);
        self.variables.truncate(variables);
    }

    fn statements(&mut self, depth: usize, in_loop: bool) {
        for _ in 0..2 + self.random.below(5) {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            self.statement(depth, in_loop);
        }
    }

    fn statement(&mut self, depth: usize, in_loop: bool) {
        match self.random.below(if depth == 0 { 8 } else { 17 }) {
            13 | 14 => self.switch(depth, in_loop),
            15 => self.repeat(depth),
            16 => self.multiplied(depth),
            0..=3 => {
                let value = self.made();
                self.pool.push(value);
            }
            4 | 5 => {
                let (index, value) = (self.value(), self.value());
                self.data.element(index % ELEMENTS).assign(value);
            }
            6 => {
                let value = self.value();
                self.variable().assign(value);
            }
            7 => {
                let value = self.value();
                self.variables.push(value.to_var("v"));
            }
            8 | 9 => self.branch(depth, in_loop),
            10 => self.leave(in_loop),
            11 => self.counted(depth),
            _ => self.while_loop(depth),
        }
    }

    fn branch(&mut self, depth: usize, in_loop: bool) {
        let condition = self.condition();
        let chain = If(condition, || self.block(depth - 1, in_loop));
        if self.random.below(2) == 0 {
            chain.else_(|| self.block(depth - 1, in_loop));
        }
    }

    fn switch(&mut self, depth: usize, in_loop: bool) {
        let selector = self.value() % 4;
        let chain = Switch(selector).case(0, || self.block(depth - 1, in_loop));
        let chain = match self.random.below(3) {
            0 => chain,
            1 => chain.case([1, 3], || self.block(depth - 1, in_loop)),
            _ => chain
                .case(2, || self.block(depth - 1, in_loop))
                .case(1, || {}),
        };
        if self.random.below(2) == 0 {
            chain.default(|| self.block(depth - 1, in_loop));
        }
    }

    fn repeat(&mut self, depth: usize) {
        let turn = 0_u32.to_var("turn");
        let bound = self.value() % 3;
        let chain = Repeat(|| self.block(depth - 1, true)).continuing(|| {
            turn.increment();
            let index = self.value() % ELEMENTS;
            self.data.element(index).add_assign(turn.load());
        });
        chain.break_if(|| turn.load().gt(bound));
    }

    fn multiplied(&mut self, depth: usize) {
        let end = self.value() % 40;
        let counted = match self.random.below(3) {
            0 => range(1, end).multiply(3),
            1 => range(end, 0).divide(3),
            _ => range(1, end).update(|i| i * 2 + 1),
        };
        Loop(counted, |i| {
            let pool = self.pool.len();
            self.pool.push(i);
            self.block(depth - 1, true);
            self.pool.truncate(pool);
        });
    }

    fn leave(&mut self, in_loop: bool) {
        let condition = self.condition();
        let way = self.random.below(5);
        If(condition, || match (in_loop, way) {
            (true, 0 | 1) => Break(),
            (true, 2 | 3) => Continue(),
            (true, _) => Return(()),
            (false, _) => {}
        });
    }

    fn counted(&mut self, depth: usize) {
        let end = self.value() % 4;
        Loop(range(0, end), |i| {
            let pool = self.pool.len();
            self.pool.push(i);
            self.block(depth - 1, true);
            self.pool.truncate(pool);
        });
    }

    /// What the condition makes is seen in the turn.
    fn while_loop(&mut self, depth: usize) {
        let pool = self.pool.len();
        let turn = 0_u32.to_var("turn");
        let header = std::cell::Cell::new(None);
        let kept = self.value();
        While(
            || {
                let value = turn.load() * 5 + kept;
                header.set(Some(value));
                turn.load().lt(3)
            },
            || {
                turn.add_assign(1);
                self.pool.extend(header.get());
                self.block(depth - 1, true);
                self.pool.truncate(pool);
            },
        );
    }
}
