//! Grows random programs. Everything ends: loops have at most five turns, functions call only those
//! before them.

use super::tree::{CONSTANTS, Condition, Expression, OUTPUT_WORDS, Program, Statement, VARIABLES};

/// What a block may contain, by where it stands.
#[derive(Clone, Copy)]
struct Place {
    depth: u32,
    in_loop: bool,
    in_switch: bool,
    in_main: bool,
    /// Functions that may be called.
    functions: usize,
}

pub(crate) struct Maker {
    state: u64,
    counters: usize,
}

impl Maker {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1,
            counters: 0,
        }
    }

    pub(crate) fn program(&mut self) -> Program {
        let count = self.below(3) as usize;
        let function = |maker: &mut Self, functions| {
            maker.block(Place {
                depth: 2,
                in_loop: false,
                in_switch: false,
                in_main: false,
                functions,
            })
        };
        let functions = (0..count).map(|index| function(self, index)).collect();
        let mut main = self.block(Place {
            depth: 3,
            in_loop: false,
            in_switch: false,
            in_main: true,
            functions: count,
        });
        // Whatever happened before shows in the output.
        for variable in 0..VARIABLES {
            main.push(Statement::Output(
                variable as u32,
                Expression::Variable(variable),
            ));
        }
        Program { functions, main }
    }

    /// The next number below `bound`, by xorshift.
    fn below(&mut self, bound: u32) -> u32 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 33) as u32 % bound
    }

    fn pick(&mut self, names: &[&'static str]) -> &'static str {
        names[self.below(names.len() as u32) as usize]
    }

    fn block(&mut self, place: Place) -> Vec<Statement> {
        let length = 1 + self.below(4);
        let mut block: Vec<_> = (0..length).map(|_| self.statement(place)).collect();
        if place.depth < 2 && self.below(3) == 0 {
            block.extend(self.leave(place));
        }
        block
    }

    /// A way out of the block, which must be its last statement.
    fn leave(&mut self, place: Place) -> Option<Statement> {
        match self.below(3) {
            0 if place.in_loop || place.in_switch => Some(Statement::Break),
            1 if place.in_loop => Some(Statement::Continue),
            2 => Some(Statement::Return(self.expression(1, place))),
            _ => None,
        }
    }

    fn statement(&mut self, place: Place) -> Statement {
        let inner = Place {
            depth: place.depth.saturating_sub(1),
            ..place
        };
        let choices = if place.depth == 0 { 5 } else { 9 };
        match self.below(choices) {
            0..=2 => {
                let variable = self.below(VARIABLES as u32) as usize;
                Statement::Assign(variable, self.expression(2, place))
            }
            3 => Statement::SetElement(self.expression(1, place), self.expression(1, place)),
            4 if place.in_main => {
                Statement::Output(self.below(OUTPUT_WORDS), self.expression(2, place))
            }
            4 => Statement::Assign(3, self.expression(2, place)),
            5 | 6 => {
                let test = self.condition(1, place);
                let accept = self.block(inner);
                let reject = if self.below(2) == 0 {
                    self.block(inner)
                } else {
                    Vec::new()
                };
                Statement::If(test, accept, reject)
            }
            7 => {
                self.counters += 1;
                let counter = self.counters;
                let bound = self.expression(1, place);
                let body = self.block(Place {
                    in_loop: true,
                    in_switch: false,
                    ..inner
                });
                Statement::For(counter, bound, body)
            }
            _ => {
                let within = Place {
                    in_switch: true,
                    ..inner
                };
                let selector = self.expression(1, place);
                let blocks = std::array::from_fn(|_| self.block(within));
                Statement::Switch(selector, blocks)
            }
        }
    }

    fn expression(&mut self, depth: u32, place: Place) -> Expression {
        if depth == 0 {
            return match self.below(5) {
                0 => Expression::Constant(self.below(CONSTANTS)),
                1 => Expression::Lane,
                _ => Expression::Variable(self.below(VARIABLES as u32) as usize),
            };
        }
        match self.below(8) {
            0 => Expression::Input(Box::new(self.expression(depth - 1, place))),
            1 => Expression::Element(Box::new(self.expression(depth - 1, place))),
            2 => Expression::Select(Box::new(self.condition(0, place)), self.pair(depth, place)),
            3 if place.functions > 0 => {
                let function = self.below(place.functions as u32) as usize;
                Expression::Call(function, self.pair(depth, place))
            }
            4 => self.expression(0, place),
            _ => {
                let operator = self.pick(&["+", "-", "*", "/", "%", "<<", ">>", "^"]);
                Expression::Binary(operator, self.pair(depth, place))
            }
        }
    }

    fn pair(&mut self, depth: u32, place: Place) -> Box<[Expression; 2]> {
        Box::new([
            self.expression(depth - 1, place),
            self.expression(depth - 1, place),
        ])
    }

    fn condition(&mut self, depth: u32, place: Place) -> Condition {
        match self.below(if depth == 0 { 3 } else { 5 }) {
            0..=2 => {
                let operator = self.pick(&["<", "<=", "==", "!="]);
                Condition::Compare(operator, self.pair(1, place))
            }
            3 => {
                let operator = self.pick(&["&&", "||"]);
                let sides = [self.condition(0, place), self.condition(0, place)];
                Condition::Logical(operator, Box::new(sides))
            }
            _ => Condition::Not(Box::new(self.condition(0, place))),
        }
    }
}
