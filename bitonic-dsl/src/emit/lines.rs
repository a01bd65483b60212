//! From the lines of emitted WGSL back to the author's source.
//!
//! naga's writer does not say which line a statement went to. Its front end does say
//! which line a statement came from: the text is read again, and what happens in both
//! modules, in the same order, is told apart by what it is. Reads, writes, calls,
//! barriers and control flow are followed. What a line declares is found by its name,
//! in `declared`.

use naga::front::wgsl;
use naga::{Block, Expression, Function, Module, Span, Statement};

use super::declared::Declared;
use crate::diagnostic::SourceLocation;
use crate::validate::Validated;

/// What happens, as far as both modules must agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Event {
    Load,
    Store,
    Call,
    If,
    Loop,
    Leave,
    Barrier,
}

/// For each line of `text`, which is the kernel's: where it was written.
pub(crate) fn source_lines(kernel: &Validated, text: &str) -> Vec<Option<SourceLocation>> {
    let starts: Vec<usize> = line_starts(text).collect();
    let mut lines = vec![None; starts.len()];
    let Ok(read) = wgsl::parse_str(text) else {
        return lines;
    };
    let written = functions(kernel.module());
    for (written, read) in written.zip(functions(&read)) {
        for ((made, at), (found, place)) in events(written).into_iter().zip(events(read)) {
            if made != found {
                // Better no line than a wrong one.
                break;
            }
            let Some(range) = place.to_range() else {
                continue;
            };
            let line = starts.partition_point(|start| *start <= range.start) - 1;
            lines[line] = lines[line].or(kernel.sources().place(at));
        }
    }
    add_declarations(kernel, text, &mut lines);
    lines
}

/// Adds the places of the values and variables that a line declares.
fn add_declarations(kernel: &Validated, text: &str, lines: &mut [Option<SourceLocation>]) {
    let mut functions = functions(kernel.module()).map(Declared::of);
    let mut function = None;
    for (line, place) in text.lines().zip(lines) {
        if line.starts_with("fn ") {
            function = functions.next();
        }
        let declared = function.as_mut().and_then(|function| function.next(line));
        *place = place.or(declared.and_then(|span| kernel.sources().place(span)));
    }
}

fn line_starts(text: &str) -> impl Iterator<Item = usize> {
    let after = text.match_indices('\n').map(|(index, _)| index + 1);
    std::iter::once(0).chain(after)
}

fn functions(module: &Module) -> impl Iterator<Item = &Function> {
    let functions = module.functions.iter().map(|(_, function)| function);
    functions.chain(module.entry_points.iter().map(|entry| &entry.function))
}

fn events(function: &Function) -> Vec<(Event, Span)> {
    let mut events = Vec::new();
    collect(function, &function.body, &mut events);
    events
}

fn collect(function: &Function, block: &Block, events: &mut Vec<(Event, Span)>) {
    for (statement, span) in block.span_iter() {
        match statement {
            Statement::Emit(range) => {
                for handle in range.clone() {
                    if let Expression::Load { .. } = function.expressions[handle] {
                        events.push((Event::Load, function.expressions.get_span(handle)));
                    }
                }
            }
            Statement::Block(block) => collect(function, block, events),
            Statement::If { accept, reject, .. } => {
                events.push((Event::If, *span));
                collect(function, accept, events);
                collect(function, reject, events);
            }
            Statement::Loop {
                body, continuing, ..
            } => {
                events.push((Event::Loop, *span));
                collect(function, body, events);
                collect(function, continuing, events);
            }
            Statement::Store { .. } => events.push((Event::Store, *span)),
            Statement::Call { .. } => events.push((Event::Call, *span)),
            Statement::ControlBarrier(_) => events.push((Event::Barrier, *span)),
            // The front end ends each function with a return that nobody wrote.
            Statement::Return { value: None } if !span.is_defined() => {}
            Statement::Break | Statement::Continue | Statement::Return { .. } => {
                events.push((Event::Leave, *span));
            }
            // The lowering makes no other.
            _ => {}
        }
    }
}
