//! From the lines of emitted WGSL back to the author's source.
//!
//! naga's writer does not say which line a statement went to, but it puts each on a
//! line of its own, in the module's order: statements and lines are counted off side by
//! side. What a line declares is found by its name, in `declared`.

use naga::{Block, Function, Module, Span, Statement};

use super::declared::Declared;
use crate::diagnostic::SourceLocation;
use crate::validate::Validated;

/// What a line shows of its statement, as far as both must agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    If,
    Switch,
    Loop,
    BreakIf,
    Break,
    Continue,
    Return,
    /// A write, a call without a result, a barrier.
    Effect,
}

impl Form {
    /// The form of the statement that begins on `line`; none for declarations and for
    /// what holds blocks together.
    fn of(line: &str) -> Option<Form> {
        let line = line.trim_start();
        match line.split([' ', ';']).next()? {
            "if" => Some(Form::If),
            "switch" => Some(Form::Switch),
            "loop" => Some(Form::Loop),
            "break" if line.starts_with("break if") => Some(Form::BreakIf),
            "break" => Some(Form::Break),
            "continue" => Some(Form::Continue),
            "return" => Some(Form::Return),
            "let" | "var" => None,
            _ => line.ends_with(';').then_some(Form::Effect),
        }
    }
}

/// For each line of `text`, which is the kernel's: where it was written.
pub(crate) fn source_lines(kernel: &Validated, text: &str) -> Vec<Option<SourceLocation>> {
    let mut functions = functions(kernel.module()).map(Origins::of);
    let mut function = None;
    let lines = text.lines().map(|line| {
        if line.starts_with("fn ") {
            function = functions.next();
        }
        let span = function.as_mut()?.next(line)?;
        kernel.sources().place(span)
    });
    lines.collect()
}

fn functions(module: &Module) -> impl Iterator<Item = &Function> {
    let functions = module.functions.iter().map(|(_, function)| function);
    functions.chain(module.entry_points.iter().map(|entry| &entry.function))
}

/// The spans of what stands in one function, in the order of the text.
struct Origins {
    declared: Declared,
    statements: std::vec::IntoIter<(Form, Span)>,
}

impl Origins {
    fn of(function: &Function) -> Origins {
        let mut statements = Vec::new();
        collect(function, &function.body, &mut statements);
        Origins {
            declared: Declared::of(function),
            statements: statements.into_iter(),
        }
    }

    /// The span of what stands on `line`, the next of the function's text.
    fn next(&mut self, line: &str) -> Option<Span> {
        let Some(form) = Form::of(line) else {
            return self.declared.next(line);
        };
        match self.statements.next() {
            Some((made, span)) if made == form => Some(span),
            // Better no line than a wrong one: nothing is told of those that follow.
            Some(_) | None => {
                self.statements = Vec::new().into_iter();
                None
            }
        }
    }
}

fn collect(function: &Function, block: &Block, statements: &mut Vec<(Form, Span)>) {
    for (statement, span) in block.span_iter() {
        match statement {
            Statement::Block(block) => collect(function, block, statements),
            Statement::If { accept, reject, .. } => {
                statements.push((Form::If, *span));
                collect(function, accept, statements);
                collect(function, reject, statements);
            }
            Statement::Switch { cases, .. } => {
                statements.push((Form::Switch, *span));
                for case in cases {
                    collect(function, &case.body, statements);
                }
            }
            Statement::Loop {
                body,
                continuing,
                break_if,
            } => {
                statements.push((Form::Loop, *span));
                collect(function, body, statements);
                collect(function, continuing, statements);
                let span_of = |condition| function.expressions.get_span(condition);
                statements.extend(break_if.map(|one| (Form::BreakIf, span_of(one))));
            }
            Statement::Break => statements.push((Form::Break, *span)),
            Statement::Continue => statements.push((Form::Continue, *span)),
            Statement::Return { .. } => statements.push((Form::Return, *span)),
            Statement::Store { .. }
            | Statement::ImageStore { .. }
            | Statement::Call { result: None, .. }
            | Statement::Atomic { result: None, .. }
            | Statement::ControlBarrier(_) => statements.push((Form::Effect, *span)),
            // Declarations; the lowering makes no other.
            _ => {}
        }
    }
}
