//! What belongs to other stages than compute: a text may name it, and no kernel can call it.

use naga::valid::{ModuleInfo, ShaderStages};
use naga::{Block, Expression, Function, Handle, Module, Span, Statement};

/// What `function`, or one that it calls, holds for other stages: in words, and where.
pub(super) fn of_others(
    module: &Module,
    info: &ModuleInfo,
    function: Handle<Function>,
) -> Option<(&'static str, Span)> {
    if info[function]
        .available_stages
        .contains(ShaderStages::COMPUTE)
    {
        return None;
    }
    let of_functions = module
        .functions
        .iter()
        .find_map(|(_, one)| in_function(one));
    Some(of_functions.unwrap_or(("this function", module.functions.get_span(function))))
}

fn in_function(function: &Function) -> Option<(&'static str, Span)> {
    let mut expressions = function.expressions.iter();
    let derivative = expressions.find(|(_, one)| matches!(one, Expression::Derivative { .. }));
    let derivative = derivative.map(|(handle, _)| function.expressions.get_span(handle));
    derivative
        .map(|span| ("a derivative", span))
        .or_else(|| discard_of(&function.body).map(|span| ("`discard`", span)))
}

fn discard_of(block: &Block) -> Option<Span> {
    block
        .span_iter()
        .find_map(|(statement, span)| match statement {
            Statement::Kill => Some(*span),
            Statement::Block(block) => discard_of(block),
            Statement::If { accept, reject, .. } => {
                discard_of(accept).or_else(|| discard_of(reject))
            }
            Statement::Switch { cases, .. } => cases.iter().find_map(|case| discard_of(&case.body)),
            Statement::Loop {
                body, continuing, ..
            } => discard_of(body).or_else(|| discard_of(continuing)),
            // The others hold no statements.
            _ => None,
        })
}
