//! Whether each expression that a statement needs is evaluated in exactly one
//! place. naga's validator does not ask, and its SPIR-V writer stops the program if
//! it is not so.

use naga::{Block, Expression, Function, Handle, Statement};

use super::operands::for_each_operand;
use crate::diagnostic::Diagnostic;
use crate::lower::{Lowered, internal_fault};

pub(super) fn check(lowered: &Lowered<'_>) -> Vec<Diagnostic> {
    let module = &lowered.module;
    let functions = module.functions.iter().map(|(_, function)| function);
    let entry_points = module.entry_points.iter().map(|entry| &entry.function);
    functions
        .chain(entry_points)
        .flat_map(|function| check_function(function, lowered))
        .collect()
}

/// How often each expression is evaluated, and whether it is needed.
struct Evaluations<'a> {
    function: &'a Function,
    evaluated: Vec<u32>,
    needed: Vec<bool>,
}

fn check_function(function: &Function, lowered: &Lowered<'_>) -> Vec<Diagnostic> {
    let count = function.expressions.len();
    let mut evaluations = Evaluations {
        function,
        evaluated: vec![0; count],
        needed: vec![false; count],
    };
    evaluations.block(&function.body);
    function
        .expressions
        .iter()
        .filter(|(handle, expression)| evaluations.is_wrong(*handle, expression))
        .map(|(handle, _)| {
            let span = function.expressions.get_span(handle);
            let at = lowered.sources.place(span).unwrap_or(lowered.graph.at);
            internal_fault("a value that is not evaluated exactly once", at)
        })
        .collect()
}

impl Evaluations<'_> {
    fn is_wrong(&self, handle: Handle<Expression>, expression: &Expression) -> bool {
        let index = handle.index();
        let times = self.evaluated[index];
        match needs_evaluation(expression) {
            true => times > 1 || (times == 0 && self.needed[index]),
            false => times > 0,
        }
    }

    fn block(&mut self, block: &Block) {
        for statement in block.iter() {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Emit(range) => {
                for handle in range.clone() {
                    self.evaluated[handle.index()] += 1;
                }
            }
            Statement::Block(block) => self.block(block),
            Statement::If {
                condition,
                accept,
                reject,
            } => {
                self.need(*condition);
                self.block(accept);
                self.block(reject);
            }
            Statement::Switch { selector, cases } => {
                self.need(*selector);
                cases.iter().for_each(|case| self.block(&case.body));
            }
            Statement::Loop {
                body,
                continuing,
                break_if,
            } => {
                self.block(body);
                self.block(continuing);
                break_if.iter().for_each(|condition| self.need(*condition));
            }
            Statement::Return { value } => value.iter().for_each(|value| self.need(*value)),
            Statement::Store { pointer, value } => {
                self.need(*pointer);
                self.need(*value);
            }
            Statement::ImageStore {
                image,
                coordinate,
                array_index,
                value,
            } => {
                let operands = [*image, *coordinate, *value].into_iter();
                operands.chain(*array_index).for_each(|one| self.need(one));
            }
            Statement::Call { arguments, .. } => {
                arguments.iter().for_each(|argument| self.need(*argument));
            }
            // The rest holds no expressions, or is never made by the lowering.
            _ => {}
        }
    }

    /// Marks `handle` and all that it is computed from. Not recursive: an expression can
    /// be as long as a program.
    fn need(&mut self, handle: Handle<Expression>) {
        let function = self.function;
        let mut open = vec![handle];
        while let Some(handle) = open.pop() {
            if !std::mem::replace(&mut self.needed[handle.index()], true) {
                for_each_operand(&function.expressions[handle], |operand| open.push(operand));
            }
        }
    }
}

fn needs_evaluation(expression: &Expression) -> bool {
    !matches!(
        expression,
        Expression::Literal(_)
            | Expression::Constant(_)
            | Expression::Override(_)
            | Expression::ZeroValue(_)
            | Expression::FunctionArgument(_)
            | Expression::GlobalVariable(_)
            | Expression::LocalVariable(_)
            | Expression::CallResult(_)
            | Expression::AtomicResult { .. }
            | Expression::WorkGroupUniformLoadResult { .. }
            | Expression::SubgroupBallotResult
            | Expression::SubgroupOperationResult { .. }
    )
}
