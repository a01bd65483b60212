//! What each declaration of emitted WGSL stands for in the module.
//!
//! naga's writer names an unnamed value by its number in the module, `_e7`. What the
//! author named is declared in the order of the module's statements.

use naga::{Block, Expression, Function, Handle, Span, Statement};

/// The spans of what one function declares, in the order of the text.
pub(super) struct Declared {
    /// By number of the expression.
    values: Vec<Span>,
    variables: std::vec::IntoIter<Span>,
    named: std::vec::IntoIter<Span>,
}

impl Declared {
    pub(super) fn of(function: &Function) -> Declared {
        let expressions = &function.expressions;
        let values = expressions
            .iter()
            .map(|(handle, _)| expressions.get_span(handle));
        let locals = &function.local_variables;
        let variables = locals.iter().map(|(handle, _)| locals.get_span(handle));
        let variables: Vec<Span> = variables.collect();
        let mut named = Vec::new();
        named_values(function, &function.body, &mut named);
        Declared {
            values: values.collect(),
            variables: variables.into_iter(),
            named: named.into_iter(),
        }
    }

    /// The span of what `line`, the next of the function's text, declares.
    pub(super) fn next(&mut self, line: &str) -> Option<Span> {
        let line = line.trim_start();
        if line.starts_with("var ") {
            return self.variables.next();
        }
        let name = line.strip_prefix("let ")?.split([' ', ':']).next()?;
        match number(name) {
            Some(number) => self.values.get(number).copied(),
            None => self.named.next(),
        }
    }
}

/// The number in a name that the writer made.
fn number(name: &str) -> Option<usize> {
    name.strip_prefix("_e")?.parse().ok()
}

fn named_values(function: &Function, block: &Block, named: &mut Vec<Span>) {
    let span_of = |handle: Handle<Expression>| {
        let is_named = function.named_expressions.contains_key(&handle);
        is_named.then(|| function.expressions.get_span(handle))
    };
    for statement in block.iter() {
        match statement {
            Statement::Emit(range) => named.extend(range.clone().filter_map(span_of)),
            Statement::Call { result, .. } => named.extend(result.and_then(span_of)),
            Statement::Block(block) => named_values(function, block, named),
            Statement::If { accept, reject, .. } => {
                named_values(function, accept, named);
                named_values(function, reject, named);
            }
            Statement::Switch { cases, .. } => {
                for case in cases {
                    named_values(function, &case.body, named);
                }
            }
            Statement::Loop {
                body, continuing, ..
            } => {
                named_values(function, body, named);
                named_values(function, continuing, named);
            }
            // The lowering makes no other that holds values.
            _ => {}
        }
    }
}
