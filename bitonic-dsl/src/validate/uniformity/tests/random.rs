//! Random kernels: our verdict and Tint's must agree on each, and each must pass
//! every reader. A seed gives the same kernel on every machine.

use super::analyse;
use crate::emit::recheck::recheck;
use crate::*;

/// xorshift64* (Vigna, 2016).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % bound
    }
}

/// What a random kernel computes with.
struct Writer {
    random: Random,
    variables: [Var<u32>; 3],
    shared: StorageMut<u32>,
    constant: Storage<u32, Read>,
    wait: Function<(u32,), Node<u32>>,
}

impl Writer {
    fn variable(&mut self) -> Var<u32> {
        self.variables[self.random.below(3) as usize]
    }

    fn value(&mut self, depth: u32) -> Node<u32> {
        match self.random.below(if depth == 0 { 6 } else { 9 }) {
            0 => 7_u32.into_node(),
            1 => workgroup_index(),
            2 => self.variable().load(),
            3 => self.variable().load(),
            4 => local_invocation_index(),
            5 => self.constant.element(3).load(),
            6 => self.value(depth - 1) + self.value(depth - 1),
            7 => {
                let index = self.value(depth - 1);
                self.constant.element(index).load()
            }
            _ => {
                let index = self.value(depth - 1);
                match self.random.below(3) {
                    0 => self.shared.element(index).load(),
                    _ => min(index, 9),
                }
            }
        }
    }

    fn condition(&mut self) -> Node<bool> {
        let value = self.value(1);
        value.lt(self.random.below(9) as u32)
    }

    fn statements(&mut self, depth: u32, in_loop: bool) {
        for _ in 0..=self.random.below(3) {
            self.statement(depth, in_loop);
        }
    }

    fn statement(&mut self, depth: u32, in_loop: bool) {
        match self.random.below(if depth == 0 { 4 } else { 13 }) {
            9 => self.switch(depth, in_loop),
            10 => self.repeat(depth),
            11 => self.short_circuit(),
            0 | 1 => {
                let value = self.value(2);
                self.variable().assign(value);
            }
            2 => workgroup_barrier(),
            3 => self.effect(),
            4 | 5 => self.branch(depth, in_loop),
            6 => self.leave(in_loop),
            _ => self.turns(depth),
        }
    }

    fn effect(&mut self) {
        let value = self.value(1);
        match self.random.below(3) {
            0 => {
                let result = self.wait.call(value);
                self.variable().assign(result);
            }
            _ => self.shared.element(value).assign(1),
        }
    }

    fn branch(&mut self, depth: u32, in_loop: bool) {
        let condition = self.condition();
        let chain = If(condition, || self.statements(depth - 1, in_loop));
        if self.random.below(2) == 0 {
            chain.else_(|| self.statements(depth - 1, in_loop));
        }
    }

    fn switch(&mut self, depth: u32, in_loop: bool) {
        let selector = self.value(1);
        let chain = Switch(selector).case([1, 2], || self.statements(depth - 1, in_loop));
        let chain = match self.random.below(2) {
            0 => chain.case(7, || self.leave(in_loop)),
            _ => chain,
        };
        if self.random.below(2) == 0 {
            chain.default(|| self.statements(depth - 1, in_loop));
        }
    }

    fn repeat(&mut self, depth: u32) {
        let counter = 0_u32.to_var("counter");
        let chain = Repeat(|| self.statements(depth - 1, true)).continuing(|| {
            counter.increment();
            self.effect();
        });
        chain.break_if(|| counter.load().gt(self.value(1)));
    }

    fn short_circuit(&mut self) {
        let lhs = self.condition();
        let both = self.random.below(2) == 0;
        let rhs = || {
            self.effect();
            self.condition()
        };
        let holds = if both {
            lhs.and_also(rhs)
        } else {
            lhs.or_else(rhs)
        };
        let value = select(holds, 3_u32, 4_u32);
        self.variable().assign(value);
    }

    fn leave(&mut self, in_loop: bool) {
        let condition = self.condition();
        let way = self.random.below(if in_loop { 3 } else { 1 });
        If(condition, || match way {
            0 => Return(()),
            1 => Break(),
            _ => Continue(),
        });
    }

    fn turns(&mut self, depth: u32) {
        if self.random.below(2) == 0 {
            let end = self.value(1);
            Loop(range(0, end), |_| self.statements(depth - 1, true));
        } else {
            let counter = 0_u32.to_var("counter");
            let bound = self.value(1);
            While(
                || counter.load().lt(bound),
                || {
                    counter.add_assign(1);
                    self.statements(depth - 1, true);
                },
            );
        }
    }
}

fn random_kernel(k: &KernelScope, seed: u64) {
    let shared = k.storage_mut::<u32>("shared");
    let constant = k.storage::<u32>("constant");
    let wait = Fn("wait", ["x"], move |x: Node<u32>| {
        If(x.gt(3), || {
            workgroup_barrier();
            Return(x + 1);
        });
        shared.element(0).load()
    });
    let variables = ["a", "b", "c"].map(|name| 1_u32.to_var(name));
    let mut writer = Writer {
        random: Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1),
        variables,
        shared,
        constant,
        wait,
    };
    writer.statements(3, false);
    workgroup_barrier();
}

#[test]
fn random_kernels_are_judged_as_tint_judges_them() {
    let mut accepted = 0;
    let count = 150;
    for seed in 1..=count {
        let (faults, text) = analyse(|k| random_kernel(k, seed));
        if let Err(failure) = recheck(&text) {
            panic!(
                "seed {seed}: {}: {}\n{text}",
                failure.stage, failure.message
            );
        }
        accepted += u64::from(faults.is_empty());
        match tint::check(&text) {
            Some(tint) => assert_eq!(
                faults.is_empty(),
                tint.is_ok(),
                "seed {seed}: {faults:#?}\n{tint:?}\n{text}"
            ),
            None => return,
        }
    }
    assert!(
        accepted > count / 10 && accepted < count * 9 / 10,
        "{accepted}"
    );
}

/// What happens on a line is traced to its Rust; `!(` is the way out that a loop's
/// condition makes, and traced like any other.
#[test]
fn lines_of_random_kernels_are_traced() {
    let events = [
        "workgroupBarrier();",
        "loop {",
        "for (",
        "while ",
        "if ",
        "= constant[",
        "= shared[",
        "wait(",
    ];
    let mut traced = 0;
    for seed in 1..=60 {
        let Ok(kernel) = kernel("k").build(|k| random_kernel(k, seed)) else {
            continue;
        };
        let text = kernel.wgsl(Dialect::Naga).expect("it is valid");
        assert_eq!(kernel.reread(), Ok(()), "{text}");
        for (line, number) in text.lines().zip(1..) {
            if line.starts_with(' ') && events.iter().any(|event| line.contains(event)) {
                assert!(kernel.source_of_line(number).is_some(), "{line}\n{text}");
                traced += 1;
            }
        }
    }
    assert!(traced > 50, "{traced}");
}
