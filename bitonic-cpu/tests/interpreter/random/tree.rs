//! Programs as trees: their WGSL text, and a reference that interprets them directly.

use std::fmt::Write;

pub(crate) const INPUT_WORDS: u32 = 16;
/// Words that each invocation may write.
pub(crate) const OUTPUT_WORDS: u32 = 4;
pub(crate) const VARIABLES: usize = 4;
pub(crate) const ARRAY_WORDS: u32 = 4;
/// Constants are below this.
pub(crate) const CONSTANTS: u32 = 6;

#[derive(Debug)]
pub(crate) enum Expression {
    Constant(u32),
    Lane,
    Variable(usize),
    /// `input[index % INPUT_WORDS]`
    Input(Box<Expression>),
    /// `array[index % ARRAY_WORDS]`
    Element(Box<Expression>),
    Binary(&'static str, Box<[Expression; 2]>),
    Select(Box<Condition>, Box<[Expression; 2]>),
    Call(usize, Box<[Expression; 2]>),
}

#[derive(Debug)]
pub(crate) enum Condition {
    Compare(&'static str, Box<[Expression; 2]>),
    Logical(&'static str, Box<[Condition; 2]>),
    Not(Box<Condition>),
}

#[derive(Debug)]
pub(crate) enum Statement {
    Assign(usize, Expression),
    SetElement(Expression, Expression),
    /// Adds to one of the invocation's words.
    Output(u32, Expression),
    If(Condition, Vec<Statement>, Vec<Statement>),
    /// Turns while a counter, named by the number, is below the bound and below 5.
    For(usize, Expression, Vec<Statement>),
    /// On the value modulo 4; the last block is the default.
    Switch(Expression, [Vec<Statement>; 3]),
    Break,
    Continue,
    Return(Expression),
}

#[derive(Debug)]
pub(crate) struct Program {
    /// Functions of two words; each calls only those before it.
    pub(crate) functions: Vec<Vec<Statement>>,
    pub(crate) main: Vec<Statement>,
}

impl Program {
    pub(crate) fn wgsl(&self, workgroup_size: u32, atomics: bool) -> String {
        let mut text = format!(
            "@group(0) @binding(0) var<storage> input: array<u32, {INPUT_WORDS}>;\n\
             @group(0) @binding(1) var<storage, read_write> output: array<u32>;\n"
        );
        if atomics {
            // Keeps workgroups apart.
            text += "var<workgroup> unused: atomic<u32>;\n";
        }
        let mut locals = format!(
            "var v0 = a; var v1 = b; var v2 = 3u; var v3: u32; \
             var array: array<u32, {ARRAY_WORDS}>;\n"
        );
        // As variables, for the front end refuses what a constant expression makes of some of them.
        for value in 0..CONSTANTS {
            let _ = writeln!(locals, "var c{value} = {value}u;");
        }
        for (index, body) in self.functions.iter().enumerate() {
            let body = block(body);
            let _ = write!(
                text,
                "fn f{index}(a: u32, b: u32, lane: u32) -> u32 {{\n{locals}{body}return v0;\n}}\n"
            );
        }
        let body = block(&self.main).replace("return v0;", "return;");
        let _ = write!(
            text,
            "@compute @workgroup_size({workgroup_size})\n\
             fn main(@builtin(global_invocation_id) id: vec3<u32>) {{\n\
             let lane = id.x; let a = 7u; let b = lane;\n{locals}{body}}}\n"
        );
        text
    }
}

fn block(statements: &[Statement]) -> String {
    statements.iter().map(statement).collect()
}

fn statement(statement: &Statement) -> String {
    match statement {
        Statement::Assign(variable, value) => format!("v{variable} = {};\n", expression(value)),
        Statement::SetElement(index, value) => format!(
            "array[({}) % {ARRAY_WORDS}u] = {};\n",
            expression(index),
            expression(value)
        ),
        Statement::Output(word, value) => format!(
            "output[lane * {OUTPUT_WORDS}u + {word}u] += {};\n",
            expression(value)
        ),
        Statement::If(test, accept, reject) => format!(
            "if {} {{\n{}}} else {{\n{}}}\n",
            condition(test),
            block(accept),
            block(reject)
        ),
        Statement::For(counter, bound, body) => format!(
            "for (var t{counter} = 0u; t{counter} < min({}, 5u); t{counter}++) {{\n{}}}\n",
            expression(bound),
            block(body)
        ),
        Statement::Switch(selector, [zero, one, rest]) => format!(
            "switch ({}) % 4u {{\ncase 0u: {{\n{}}}\ncase 1u, 3u: {{\n{}}}\ndefault: {{\n{}}}\n}}\n",
            expression(selector),
            block(zero),
            block(one),
            block(rest)
        ),
        Statement::Break => "break;\n".to_owned(),
        Statement::Continue => "continue;\n".to_owned(),
        // In `main` the value is dropped; the marker is replaced there.
        Statement::Return(value) => format!("v0 = {}; return v0;\n", expression(value)),
    }
}

fn expression(tree: &Expression) -> String {
    match tree {
        Expression::Constant(value) => format!("c{value}"),
        Expression::Lane => "lane".to_owned(),
        Expression::Variable(index) => format!("v{index}"),
        Expression::Input(index) => format!("input[({}) % {INPUT_WORDS}u]", expression(index)),
        Expression::Element(index) => format!("array[({}) % {ARRAY_WORDS}u]", expression(index)),
        Expression::Binary(operator, sides) => {
            format!(
                "(({}) {operator} ({}))",
                expression(&sides[0]),
                expression(&sides[1])
            )
        }
        Expression::Select(test, sides) => format!(
            "select({}, {}, {})",
            expression(&sides[1]),
            expression(&sides[0]),
            condition(test)
        ),
        Expression::Call(function, sides) => format!(
            "f{function}({}, {}, lane)",
            expression(&sides[0]),
            expression(&sides[1])
        ),
    }
}

fn condition(tree: &Condition) -> String {
    match tree {
        Condition::Compare(operator, sides) => {
            format!(
                "(({}) {operator} ({}))",
                expression(&sides[0]),
                expression(&sides[1])
            )
        }
        Condition::Logical(operator, sides) => {
            format!(
                "({} {operator} {})",
                condition(&sides[0]),
                condition(&sides[1])
            )
        }
        Condition::Not(inner) => format!("!{}", condition(inner)),
    }
}

/// Where control goes after a statement.
#[derive(PartialEq)]
enum Flow {
    Next,
    Break,
    Continue,
    Return,
}

/// Interprets a program for one invocation.
pub(crate) struct Reference<'a> {
    program: &'a Program,
    input: &'a [u32],
    lane: u32,
    output: [u32; OUTPUT_WORDS as usize],
}

struct Locals {
    variables: [u32; VARIABLES],
    array: [u32; ARRAY_WORDS as usize],
}

impl<'a> Reference<'a> {
    /// The words that an invocation leaves.
    pub(crate) fn run(program: &'a Program, input: &'a [u32], lane: u32) -> Vec<u32> {
        let mut reference = Self {
            program,
            input,
            lane,
            output: [0; OUTPUT_WORDS as usize],
        };
        reference.call(&program.main, 7, lane);
        reference.output.to_vec()
    }

    fn call(&mut self, body: &[Statement], a: u32, b: u32) -> u32 {
        let mut locals = Locals {
            variables: [a, b, 3, 0],
            array: [0; ARRAY_WORDS as usize],
        };
        self.block(&mut locals, body);
        locals.variables[0]
    }

    fn block(&mut self, locals: &mut Locals, body: &[Statement]) -> Flow {
        for statement in body {
            let flow = self.statement(locals, statement);
            if flow != Flow::Next {
                return flow;
            }
        }
        Flow::Next
    }

    fn statement(&mut self, locals: &mut Locals, statement: &Statement) -> Flow {
        match statement {
            Statement::Assign(variable, value) => {
                locals.variables[*variable] = self.value(locals, value);
            }
            Statement::SetElement(index, value) => {
                let index = self.value(locals, index) % ARRAY_WORDS;
                locals.array[index as usize] = self.value(locals, value);
            }
            Statement::Output(word, value) => {
                let value = self.value(locals, value);
                let word = &mut self.output[*word as usize];
                *word = word.wrapping_add(value);
            }
            Statement::If(test, accept, reject) => {
                let taken = if self.test(locals, test) {
                    accept
                } else {
                    reject
                };
                return self.block(locals, taken);
            }
            Statement::For(_, bound, body) => {
                let mut turn = 0;
                while turn < self.value(locals, bound).min(5) {
                    match self.block(locals, body) {
                        Flow::Next | Flow::Continue => turn += 1,
                        Flow::Break => break,
                        Flow::Return => return Flow::Return,
                    }
                }
            }
            Statement::Switch(selector, [zero, one, rest]) => {
                let chosen = match self.value(locals, selector) % 4 {
                    0 => zero,
                    1 | 3 => one,
                    _ => rest,
                };
                let flow = self.block(locals, chosen);
                return if flow == Flow::Break {
                    Flow::Next
                } else {
                    flow
                };
            }
            Statement::Break => return Flow::Break,
            Statement::Continue => return Flow::Continue,
            Statement::Return(value) => {
                locals.variables[0] = self.value(locals, value);
                return Flow::Return;
            }
        }
        Flow::Next
    }

    fn value(&mut self, locals: &mut Locals, tree: &Expression) -> u32 {
        match tree {
            Expression::Constant(value) => *value,
            Expression::Lane => self.lane,
            Expression::Variable(index) => locals.variables[*index],
            Expression::Input(index) => {
                self.input[(self.value(locals, index) % INPUT_WORDS) as usize]
            }
            Expression::Element(index) => {
                locals.array[(self.value(locals, index) % ARRAY_WORDS) as usize]
            }
            Expression::Binary(operator, sides) => {
                let (x, y) = (self.value(locals, &sides[0]), self.value(locals, &sides[1]));
                match *operator {
                    "+" => x.wrapping_add(y),
                    "-" => x.wrapping_sub(y),
                    "*" => x.wrapping_mul(y),
                    "/" => x.checked_div(y).unwrap_or(x),
                    "%" => x.checked_rem(y).unwrap_or(0),
                    "<<" => x << (y % 32),
                    ">>" => x >> (y % 32),
                    "^" => x ^ y,
                    other => panic!("no operator {other}"),
                }
            }
            Expression::Select(test, sides) => {
                let (x, y) = (self.value(locals, &sides[0]), self.value(locals, &sides[1]));
                if self.test(locals, test) { x } else { y }
            }
            Expression::Call(function, sides) => {
                let (x, y) = (self.value(locals, &sides[0]), self.value(locals, &sides[1]));
                let program = self.program;
                self.call(&program.functions[*function], x, y)
            }
        }
    }

    fn test(&mut self, locals: &mut Locals, tree: &Condition) -> bool {
        match tree {
            Condition::Compare(operator, sides) => {
                let (x, y) = (self.value(locals, &sides[0]), self.value(locals, &sides[1]));
                match *operator {
                    "<" => x < y,
                    "<=" => x <= y,
                    "==" => x == y,
                    "!=" => x != y,
                    other => panic!("no comparison {other}"),
                }
            }
            Condition::Logical(operator, sides) => {
                let (x, y) = (self.test(locals, &sides[0]), self.test(locals, &sides[1]));
                if *operator == "&&" { x && y } else { x || y }
            }
            Condition::Not(inner) => !self.test(locals, inner),
        }
    }
}
